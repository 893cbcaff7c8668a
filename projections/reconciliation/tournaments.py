"""Checks of tournaments: what they give is due in its commit, nothing follows their end, and at the end all of it is what the rules give."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from ledger.core.ids import local
from projections.accounts.book import Book
from projections.line import AnyLine
from projections.reconciliation import said
from projections.reconciliation.model import Problem

_ENDS: Final = frozenset({"tournament.cancelled.v1", "tournament.finished.v1"})
_HAND_ENDED: Final = "table.hand_ended.v1"
_WON: Final = frozenset(f"tournament.{word}_awarded.v1" for word in ("bounty", "prize", "ticket"))
_OCCASIONS: Final[Mapping[str, str]] = {
    "tournament.overlay_added.v1": "tournament.registration_closed.v1",
    "tournament.refunded.v1": "tournament.cancelled.v1",
}
"""What the house gives, and what it follows in the same commit (R810 r.7m, r.36)."""


class TournamentChecks:
    """What tournaments say in the commit at hand.

    ``held``: the balances of ``book``; ``told``: where the prizes or refunds of a tournament, by its local id, are not what the
    rules give, as of a log index.
    """

    def __init__(self, held: Mapping[str, int], book: Book, told: Callable[[str, int], tuple[str, ...]]) -> None:
        self._held, self._book, self._told = held, book, told
        self._hand_ended = False
        self._said: list[AnyLine] = []

    @property
    def heard(self) -> bool:
        """Whether the commit at hand has anything of a tournament."""
        return self._hand_ended or bool(self._said)

    def step(self, line: AnyLine) -> None:
        """A line of a tournament, or of a table."""
        if line.kind.startswith("tournament."):
            self._said.append(line)
        elif line.kind == _HAND_ENDED and self._book.of_tournament(line.stream):
            self._hand_ended = True

    def committed(self, first: int, last: int) -> Iterator[Problem]:
        """What is wrong with the commit from index ``first`` to ``last``, once the book has it."""
        lines, self._said = self._said, []
        hand_ended, self._hand_ended = self._hand_ended, False
        for line in lines:
            over = self._book.tournament_over(line.stream)
            if over is not None and over < first:
                told = said.NOT_UNDER_WAY(kind=line.kind, stream=line.stream)
                yield Problem("payout", told, (line.index,))
            elif line.kind in _ENDS and over == line.index:
                yield from self._ended(line, last)
            elif line.kind in _ENDS:
                yield Problem("payout", said.NOT_UNDER_WAY(kind=line.kind, stream=line.stream), (line.index,))
            elif not _is_due(line, lines, hand_ended=hand_ended):
                told = said.GIVEN_WITHOUT_CAUSE(kind=line.kind, stream=line.stream)
                yield Problem("payout", told, (line.index,))

    def _ended(self, line: AnyLine, last: int) -> Iterator[Problem]:
        for pot in ("pool", "bounty"):
            rest = self._held.get(f"{pot}:{local(line.stream)}", 0)
            if rest > 0:  # below zero is told already
                told = said.LEFT_IN_TOURNAMENT[pot](stream=line.stream, cents=rest)
                yield Problem("conservation", told, (line.index,), rest)
        for found in self._told(local(line.stream), last):
            yield Problem("payout", said.AS_FOUND(found=found), (line.index,))


def _is_due(given: AnyLine, lines: list[AnyLine], *, hand_ended: bool) -> bool:
    """Whether something in the commit gives occasion for what is ``given``; of what is no gift nothing is asked.

    A prize may follow from the end of a hand alone: at the last table of a synchronized hand nobody need be out (r.50).
    """
    before = [line.kind for line in lines if line.stream == given.stream and line.index < given.index]
    if given.kind in _OCCASIONS:
        return _OCCASIONS[given.kind] in before
    if given.kind in _WON:
        return hand_ended or any(line.stream == given.stream and not _is_gift(line) for line in lines)
    return True


def _is_gift(line: AnyLine) -> bool:
    return line.kind in _WON or line.kind in _OCCASIONS
