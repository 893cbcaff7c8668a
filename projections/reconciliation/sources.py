"""What the night asks of the ledger besides the rows it is given."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import NamedTuple

from tombo.ledger.core.said import Told
from tombo.ledger.house.table.events import TableHandStarted
from tombo.ledger.store import Row
from tombo.projections.compensations.judged import Untied
from tombo.projections.line import AnyLine, Line
from tombo.projections.reconciliation.outages import Outages
from tombo.projections.reconciliation.tables.standing import TablesBefore
from tombo.projections.reconciliation.tied import Commit, NotDue


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
