"""What is said about disputes: one row a meaning, a column a language."""

from __future__ import annotations
