"""Chance that follows from a seed: one stream of it for every name, so that a new table changes no other table's play."""

from __future__ import annotations

from hashlib import sha256
from random import Random


def chance(seed: int, name: str) -> Random:
    """The chance of whoever is called ``name``. Two names share nothing but the seed."""
    return Random(sha256(b"tombo simulator %d %s" % (seed, name.encode())).digest())


class Seeded:
    """Bytes that look random and follow from a seed: for a demonstration or a simulation, never for a ledger that counts."""

    def __init__(self, seed: int) -> None:
        self._seed = str(seed).encode()
        self._drawn = 0

    def __call__(self, size: int) -> bytes:
        """The next ``size`` bytes."""
        found = b""
        while len(found) < size:
            self._drawn += 1
            found += sha256(b"tombo demo %s %d" % (self._seed, self._drawn)).digest()
        return found[:size]
