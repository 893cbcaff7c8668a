"""Entries whose bodies left the database: what a cut row is, cutting, and rows as they were sealed (``docs/decisions/0045-old-periods-in-cold-bundles.md``).

A cut row keeps its index, stream, version and kind, and of its state what stands before the anchor: which key sealed it, what came before
it in its stream, which append it is of, and when that was recorded. No entry is as short, so a cut row is never taken for a whole one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, Protocol

from tombo.ledger.core.errors import ConflictError, TamperedError
from tombo.ledger.store.packed import MARK, as_sealed
from tombo.ledger.store.types import RECORDED_OFFSET, LedgerRecorder, Writing

CUT_SIZE: Final = RECORDED_OFFSET + 8
"""How many bytes a cut row keeps of its state: up to the recorded time, itself included."""
_STATES: Final = (
    "SELECT notification_id - 1, originator_id, originator_version, topic, state FROM stored_events"
    " WHERE notification_id > ? AND notification_id <= ?"
)
_CHANGE: Final = (
    "UPDATE stored_events SET state = given.column1 FROM (VALUES {}) AS given"
    " WHERE notification_id = given.column2 AND state = given.column3"
)
_AT_ONCE: Final = 256
"""How many rows are changed by one statement."""

TRIES: Final = 3
"""How often rows are looked at again that changed while they were to be cut."""

AnyRow = tuple[Any, ...]
"""Log index, stream, version, kind and state, as the table has them."""


class ColdEntries(Protocol):
    """Where the bodies are that left the database. ``places``: of the copies, as they are known now."""

    places: Callable[[], Sequence[str]]

    def whole(self, row: AnyRow) -> AnyRow:
        """A cut row made whole; as it is where nobody is on record to have detached it, or no copy has what it was cut from."""
        ...


def is_cut(state: object) -> bool:
    """Whether a state is what a cut row keeps."""
    return isinstance(state, bytes) and len(state) == CUT_SIZE


def made_whole(rows: Iterable[AnyRow], cold: ColdEntries | None) -> Iterator[AnyRow]:
    """``rows`` as they were sealed: each packed one unpacked, and each cut one made whole, where that can be; nothing is made whole where nobody said from where."""
    return (
        row
        if (state := row[4]).__class__ is bytes and state[:1] < MARK and len(state) != CUT_SIZE
        else _as_sealed(row, cold)
        for row in rows
    )


def _as_sealed(row: AnyRow, cold: ColdEntries | None) -> AnyRow:
    """A row that is packed or cut as it was sealed; any other as it is."""
    if cold is not None and is_cut(row[4]):
        return cold.whole(row)
    return (*row[:4], as_sealed(*row[1:]))


def cut(recorder: LedgerRecorder, start: int, stop: int, rows: Sequence[AnyRow]) -> int:
    """Cut ``rows``, of the log indices from ``start`` to before ``stop``, in one transaction; how many were not cut before.

    A row is cut only where the database has it byte for byte as it is given here: what leaves is in the hands of the caller. Another run that
    cuts the same is let go first.

    Raises:
        TamperedError: the database has another entry there; nothing was cut.
        ConflictError: the rows are changed by somebody else, again and again; nothing was cut.
        StoreUnavailableError: this user may not do that, or the store cannot be reached; nothing was cut.
    """
    for _ in range(TRIES):
        to_cut = _left_to_cut(recorder, start, stop, rows)
        try:
            return change_states(recorder, to_cut) if to_cut else 0
        except ChangedMeanwhileError:
            continue
    raise ConflictError(
        f"the {len(rows)} rows from log index {start} on are changed by somebody else, again and again; nothing was cut. Run it again when he is done,"
        " and 'tombo verify'"
    )


class ChangedMeanwhileError(Exception):
    """A row is not what it was a moment ago."""


def _left_to_cut(recorder: LedgerRecorder, start: int, stop: int, rows: Sequence[AnyRow]) -> Sequence[AnyRow]:
    """What the statement that cuts is given for each of ``rows`` that is whole still."""
    there = {row[0]: row for row in recorder.fetch(_STATES, (start, stop))}
    to_cut = []
    for row in map(tuple, rows):
        kept = there.get(row[0])
        found = None if kept is None else (*kept[:4], as_sealed(*kept[1:]))
        if found != row and found != (*row[:4], row[4][:CUT_SIZE]):
            raise TamperedError(
                f"log index {row[0]} is another entry in the database than in the cold copy; nothing was cut. Run 'tombo verify' on"
                " each, and find out which of the two was altered"
            )
        if kept is not None and found == row:
            to_cut.append((row[4][:CUT_SIZE], row[0] + 1, kept[4]))
    return to_cut


def change_states(recorder: LedgerRecorder, changes: Sequence[tuple[bytes, int, bytes]]) -> int:
    """Have rows keep something else of their states, in one transaction: for each what it is to keep, its notification id, and what it keeps now; how many.

    Raises:
        ChangedMeanwhileError: one of them keeps something else meanwhile; nothing was changed.
        StoreUnavailableError: this user may not do that, or the store cannot be reached; nothing was changed.
    """
    with _letting_change(recorder) as writing:
        for some in (changes[at : at + _AT_ONCE] for at in range(0, len(changes), _AT_ONCE)):
            statement = _CHANGE.format(", ".join(["(?, ?, ?)"] * len(some)))
            if writing.execute(statement, [value for each in some for value in each]).rowcount != len(some):
                raise ChangedMeanwhileError
    return len(changes)


def check_may_cut(recorder: LedgerRecorder) -> None:
    """That this user may cut or pack rows: before anything is said of it on record, or worked out.

    Raises:
        StoreUnavailableError: he may not, or the store cannot be reached.
    """
    with _letting_change(recorder):
        pass


@contextmanager
def _letting_change(recorder: LedgerRecorder) -> Iterator[Writing]:
    """A transaction in which entries may be changed; with its end the table is as it was made."""
    with recorder.writing() as writing:
        for statement in recorder.lets_cut:
            writing.execute(statement, ())
        yield writing
        for statement in recorder.lets_nothing:
            writing.execute(statement, ())
