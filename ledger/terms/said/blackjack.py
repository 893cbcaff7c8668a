"""What is said about the terms of blackjack: one row a meaning, a column a language."""

from __future__ import annotations
