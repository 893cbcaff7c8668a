"""Skeleton."""

from __future__ import annotations

from ledger.store.store import Store


def open_store(url: str, *, read_only: bool) -> Store:
    """Skeleton."""
    raise NotImplementedError


def create_store(url: str, origin: str) -> Store:
    """Skeleton."""
    raise NotImplementedError
