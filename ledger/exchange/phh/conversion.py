"""Hands made of their texts, in parts: by this process, or by others of this machine. The cards that are dealt face down are in what they make: no cluster is asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from tombo.ledger.exchange.phh.hand import HandDraft, drafted
from tombo.ledger.exchange.phh.read import HandUnreadableError, parse_hand


class HandText(NamedTuple):
    """The text of a hand, and what its file and number are called."""

    text: bytes
    where: str


class Unreadable(NamedTuple):
    """A hand that cannot be recorded, and why."""

    reason: str


Made = HandDraft | Unreadable


class Conversion(NamedTuple):
    """Makes hands of their texts. ``entropy``: so many random bytes, for the salts of closed cards."""

    entropy: Callable[[int], bytes]

    def open(self) -> Converter:
        """What makes them; there is nothing to open."""
        return Converter(self.entropy)


class Converter:
    """Makes the hands of a part."""

    def __init__(self, entropy: Callable[[int], bytes]) -> None:
        self._entropy = entropy

    def __call__(self, part: Sequence[HandText]) -> list[Made]:
        """What each text is, in their order."""
        return [self._made(one) for one in part]

    def _made(self, one: HandText) -> Made:
        try:
            return drafted(parse_hand(one.text, one.where), self._entropy)
        except HandUnreadableError as error:
            return Unreadable(error.reason)

    def accuses(self, result: list[Made]) -> bool:  # noqa: ARG002 - the port's
        """A hand accuses nobody."""
        return False

    def close(self) -> None:
        """Nothing is open."""
