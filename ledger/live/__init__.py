"""The live door, in the order in which a command walks it: signatures, decision, seal, commit, answer."""
