"""What is said about rulesets: one row a meaning, a column a language."""

from __future__ import annotations
