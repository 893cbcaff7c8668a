"""What is said about hands that are imported: one row a meaning, a column a language."""

from __future__ import annotations
