"""Entries that no door records where they stand: in a stream of another type, beginning once more what was begun, or of what is not there.

Only who has an event key can seal one. A fold of the log passes them over: they are no entry of what it tells, and never enter a sum. Whoever computes something from a stream
that holds one is refused, with its place, so that what does not come of that stream is told all the same. ``tombo verify``, the audit and the night name each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, TypeVar

from tombo.ledger.core.errors import OutOfPlaceError
from tombo.ledger.core.ids import is_at_home
from tombo.ledger.house.rules import stranger
from tombo.ledger.kinds import BEGIN_ONCE, misplaced

AnyRow = TypeVar("AnyRow", bound=tuple[Any, ...])
"""A row of the log or an entry: log index, stream, version, kind, and what it says."""


def at_home(rows: Iterable[AnyRow]) -> Iterator[AnyRow]:
    """The rows of the log without those that no door wrote where they stand."""
    return (row for row in rows if is_at_home(row[1], row[3]) and (row[2] == 1 or row[3] not in BEGIN_ONCE))


def all_at_home(rows: Iterable[AnyRow]) -> Iterator[AnyRow]:
    """The rows, all of them, of streams that something is computed from.

    Raises:
        OutOfPlaceError: one of them no door wrote where it stands.
    """
    for row in rows:
        why = misplaced(*row[1:4])
        if why is not None:
            raise stranger(row[0], row[1], row[3], why)
        yield row


class Passed(NamedTuple):
    """An entry that a fold passed over: it says something of what is not there, or is over. ``instant``: when it happened."""

    index: int  # type: ignore[assignment]  # hides tuple.index, which nobody asks of it
    stream: str
    kind: str
    instant: int
    why: str

    def refused(self) -> OutOfPlaceError:
        """What is said to who asks for something that comes of its stream."""
        return stranger(self.index, self.stream, self.kind, self.why)


class PassesOver:
    """A fold that stops at no entry: one that cannot follow makes no row, and is told."""

    passed: list[Passed]
    """Those since the rows were taken last."""
