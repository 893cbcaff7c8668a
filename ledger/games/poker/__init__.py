"""Poker not banked by the house (*póquer não bancado*): hold'em, R806."""
