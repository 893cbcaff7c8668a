"""What the night asks of the ledger besides the rows it is given."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from tombo.ledger.core.said import Told
from tombo.ledger.house.table.events import TableHandStarted
from tombo.ledger.store import Row, Store
from tombo.projections.compensations.judged import Untied
from tombo.projections.line import AnyLine, Line
from tombo.projections.reconciliation.commits import Stored
from tombo.projections.reconciliation.outages import Outages
from tombo.projections.reconciliation.tables.standing import TablesBefore
from tombo.projections.reconciliation.tied import Commit, NotDue

NONE_MAX: Final = 4_096
"""Places of streams that are remembered to hold nothing."""
_PLAYER: Final = "player"


class RowsNear:
    """The row of a stream at a version, None where it has none: of the stretch at hand, which is read and checked, without asking ``store`` once more.

    What is asked for is mostly near: whose an access is that a session is played through, what a bet was staked on. Where a stream has nothing
    it has nothing for this night: what comes there meanwhile lies behind its end.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._near: dict[tuple[str, int], Stored] = {}
        self._none: set[tuple[str, int]] = set()

    @cached_property
    def _erased(self) -> frozenset[str]:
        """The streams of players, each of whom was erased: of whoever else is registered or logs on it is asked whether he was, and there is nothing."""
        return frozenset(self._store.streams(_PLAYER))

    def read(self, rows: Sequence[Stored]) -> None:
        """The stretch at hand."""
        self._near = {(row[1], row[2]): row for row in rows}

    def __call__(self, stream: str, version: int) -> Row | None:
        """See ``NightSources.row``."""
        place = stream, version
        near = self._near.get(place)
        if near is not None:
            return Row._make(near)
        if place in self._none or (stream.startswith(f"{_PLAYER}:") and stream not in self._erased):
            return None
        found = self._store.stream_rows(stream, gt=version - 1, lte=version)
        if found:
            return found[0]
        if len(self._none) >= NONE_MAX:
            self._none.clear()
        self._none.add(place)
        return None


class NightSources(NamedTuple):
    """What the night asks of the ledger besides the rows it is given."""

    row: Callable[[str, int], Row | None]
    """The row of a stream at a version."""
    tables: TablesBefore
    """The tables of poker as they stood; told of every entry of theirs."""
    outages: Outages
    """What incidents are asked for."""
    tournament: Callable[[str, int, Commit], tuple[NotDue, ...]]
    """What is wrong with a tournament, by its local id, up to a version that ends the commit at hand, and was not told before."""
    cup_hand: Callable[[str, Line[TableHandStarted], int, Collection[str]], tuple[NotDue, ...]]
    """What is wrong with a hand of a tournament, by its local id, that begins in the commit from a log index on; the kinds of its own in that."""
    claim: Callable[[int], Untied | None]
    """What is wrong with the payment for a dispute at a log index."""
    ticket: Callable[[AnyLine, int], Iterator[Told]]
    """What is wrong with a line of an account about an entry won, and so many cents that it moves."""
    unfinished: Callable[[str, int], tuple[int, Told] | None]
    """A tournament that goes on and should be over before an instant: the log index of its newest entry, and what is said."""
    disputed: Callable[[str], None]
    """Told of every entry of a dispute, by its stream, before a payment behind it is asked for."""
