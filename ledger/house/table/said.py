"""What is said about tables of poker: one row a meaning, a column a language."""

from __future__ import annotations
