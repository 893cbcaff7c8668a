"""What is said about the limits of the house: one row a meaning, a column a language."""

from __future__ import annotations
