"""What is said about the structure of a tournament: one row a meaning, a column a language."""

from __future__ import annotations
