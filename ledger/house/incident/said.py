"""What is said about incidents: one row a meaning, a column a language."""

from __future__ import annotations
