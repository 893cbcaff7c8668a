"""What is said about members of staff: one row a meaning, a column a language."""

from __future__ import annotations
