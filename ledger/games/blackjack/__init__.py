"""Blackjack/21, R805: every player plays against the house (*banca*)."""
