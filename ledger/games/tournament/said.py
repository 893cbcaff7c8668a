"""What is said about tournaments: one row a meaning, a column a language."""

from __future__ import annotations
