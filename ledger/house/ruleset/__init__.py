"""Rulesets: the rules that were approved."""
