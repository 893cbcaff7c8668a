"""What is said about tables against the house: one row a meaning, a column a language."""

from __future__ import annotations
