"""The stranger's game through all of the house: what ``docs/adding-a-game.md`` says is true because of these tests."""
