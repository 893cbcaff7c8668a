"""What ``docs/adding.md`` says one does to add something, done: its own fences, applied to a copy of the project."""
