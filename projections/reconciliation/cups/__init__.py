"""What the night asks of the tables of tournaments, which R810 asks of a tournament and its tables together."""
