"""What is said about the house by whoever shares it: one row a meaning, a column a language."""

from __future__ import annotations
