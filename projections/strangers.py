"""Entries in a stream of another type, or that begin once more what was begun: no door records them, and only who has an event key can seal one.

A fold of the log passes them over: they are no entry of what it tells, and never enter a sum. Whoever computes something from a stream
that holds one is refused, with its place, so that what does not come of that stream is told all the same. ``tombo verify``, the audit and the night name each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from ledger.core.ids import is_at_home
from ledger.house.rules import stranger
from ledger.kinds import BEGIN_ONCE, misplaced

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
