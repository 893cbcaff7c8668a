"""What the live door says before any rule is asked: one row a meaning, a column a language."""

from __future__ import annotations
