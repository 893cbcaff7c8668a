"""What is said about póquer sem descarte: one row a meaning, a column a language."""

from __future__ import annotations
