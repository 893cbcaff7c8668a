"""Who leaves a table in the middle of a hand gives the hand up (R806 r.10): what its play says otherwise."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Final

from tombo.ledger.core.ids import table_of
from tombo.ledger.core.said import Told
from tombo.ledger.games.poker.events import BetPlaced, BlindPosted, Checked, DecisionTimedOut, Folded
from tombo.ledger.games.poker.straddles import STRADDLES
from tombo.ledger.house.table.events import LeaveRequested
from tombo.ledger.house.table.state import table_stream
from tombo.ledger.store import Row
from tombo.projections.line import Line, asker, lines, reader
from tombo.projections.reconciliation.model import Problem
from tombo.projections.reconciliation.said import night as said
from tombo.projections.reconciliation.said import people as people_said

ASKS: Final = "table.leave_requested.v1"
_ENDS: Final = "table.hand_ended.v1"
ACTS: Final = frozenset(
    {"hand.bet_placed.v1", "hand.blind_posted.v1", "hand.checked.v1", "hand.decision_timed_out.v1", "hand.folded.v1"}
)


Act = BetPlaced | BlindPosted | Checked | DecisionTimedOut | Folded


class Leavers:
    """Who has asked to leave in the hand in play, by table. ``row``: that of a stream at a version."""

    def __init__(self, row: Callable[[str, int], Row | None]) -> None:
        self._row = row
        self._leaving: dict[str, set[int]] = {}
        """By stream of a table: the seats."""
        self._timed: dict[str, int] = {}
        """By hand: the seat whose time was up with its newest act."""

    def asks(self, table: str, event: LeaveRequested, taken: Collection[int] | None) -> Told | None:
        """A seat of a table, by its stream, asks to leave; what is said of one that is empty, or has asked before.

        ``taken``: the seats where somebody sits; None where that is not known.
        """
        leaving = self._leaving.setdefault(table, set())
        if taken is not None and event.seat not in taken:
            return people_said.EMPTY_SEAT_LEAVES(table=table, seat=event.seat)
        if event.seat in leaving:
            return people_said.LEAVES_AGAIN(table=table, seat=event.seat)
        leaving.add(event.seat)
        return None

    def ends(self, table: str) -> None:
        """The hand of a table is over, and who asked has left."""
        self._leaving.pop(table, None)

    def heeds(self, hand: str) -> bool:
        """Whether anything is asked of the next act in a hand, by its stream, but of who folds for somebody (``folds_for_another``)."""
        return hand in self._timed or (bool(self._leaving) and table_stream(table_of(hand)) in self._leaving)

    def acted(self, line: Line[Act], *, tournament: Callable[[str], object]) -> Iterator[Problem]:
        """What does not tie with an entry of a hand: who leaves only folds, and the platform folds for nobody else but in tournaments."""
        kind, stream = line.kind, line.stream
        if kind not in ACTS:
            return
        seat, timed = line.event.seat, self._timed.pop(stream, None) if self._timed else None
        if kind == "hand.decision_timed_out.v1":
            self._timed[stream] = seat
            return
        if not self._leaving and kind != "hand.folded.v1":
            return
        table = table_stream(table_of(stream))
        leaves = seat in self._leaving.get(table, ())
        if kind == "hand.folded.v1":
            if leaves or timed == seat or tournament(table) or not folds_for_another(line):
                return
            if not self._asked_before(table, seat, line.index):
                yield Problem("payout", said.FOLDED_WITHOUT_LEAVING(hand=stream, seat=seat), (line.index,))
        elif leaves and timed != seat and (not isinstance(line.event, BlindPosted) or line.event.post in STRADDLES):
            yield Problem("payout", said.LEAVER_PLAYED_ON(hand=stream, seat=seat), (line.index,))

    def _asked_before(self, table: str, seat: int, index: int) -> bool:
        """Whether ``seat`` had asked before a log index, and no hand ended since: looked up where nobody heard it this night."""
        version, found, read = 1, False, {ASKS: reader(ASKS)}
        while (row := self._row(table, version)) is not None and row.index < index:
            if row.kind == _ENDS:
                found = False
            elif row.kind == ASKS:
                found = (
                    found or next(lines([(row.index, table, version, row.kind, row.state)], read)).event.seat == seat
                )
            version += 1
        return found


def folds_for_another(line: Line[object]) -> bool:
    """Whether the platform folds for a seat: there is to be a reason (R806 r.10, R810 r.27)."""
    return line.kind == "hand.folded.v1" and asker(line).actor == "platform"
