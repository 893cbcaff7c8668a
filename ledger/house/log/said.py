"""What is said about the log itself: one row a meaning, a column a language."""

from __future__ import annotations
