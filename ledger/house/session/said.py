"""What is said about sessions: one row a meaning, a column a language."""

from __future__ import annotations
