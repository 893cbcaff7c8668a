"""What is not a game: tables, accounts, sessions, rulesets, incidents, staff, keys and the log itself."""
