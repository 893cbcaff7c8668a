"""What is said about closed days: one row a meaning, a column a language."""

from __future__ import annotations
