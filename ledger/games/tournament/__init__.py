"""Poker tournaments (*póquer em modo de torneio*, R810): entries, levels, eliminations, prizes, cancellation."""
