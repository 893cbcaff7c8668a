"""What is said about blackjack: one row a meaning, a column a language."""

from __future__ import annotations
