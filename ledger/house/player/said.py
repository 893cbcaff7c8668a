"""What is said about players: one row a meaning, a column a language."""

from __future__ import annotations
