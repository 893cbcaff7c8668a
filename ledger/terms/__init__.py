"""What a ruleset approves: the terms of every game, the rules over them, and how a regulation is cited."""
