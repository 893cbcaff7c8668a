"""What is said about accounts: one row a meaning, a column a language."""

from __future__ import annotations
