"""Draws from a recorded seed (R810 r.39-40, r.48): whoever knows the seed draws the same (decision 0010, 7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Final, TypeVar

T = TypeVar("T")
SEATS_RULE: Final = "R810 r.48"
"""Seats are drawn."""
_WORD: Final = 1 << 64


class Draw:
    """Numbers drawn one after the other from ``seed``: SHA-256 over a tag, the seed and a counter, 64 bits at a time."""

    def __init__(self, seed: str) -> None:
        self._words = _words(bytes.fromhex(seed))

    def below(self, bound: int) -> int:
        """A number from 0 to ``bound`` less one, each as likely: what would favour some is drawn again."""
        even = _WORD - _WORD % bound
        return next(word for word in self._words if word < even) % bound

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """``items`` in a drawn order (Fisher and Yates)."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def one(self, items: Sequence[T]) -> T:
        """One of ``items``."""
        return items[self.below(len(items))]


def _words(seed: bytes) -> Iterator[int]:
    counter = 0
    while True:
        block = sha256(b"tombo/draw/v1\n" + seed + counter.to_bytes(8)).digest()
        yield from (int.from_bytes(block[at : at + 8]) for at in range(0, 32, 8))
        counter += 1
