"""What is said about roulette: one row a meaning, a column a language."""

from __future__ import annotations
