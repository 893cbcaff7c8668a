"""What the store hands out and what it asks for: rows, the head of the log, and the port that seals.

The store keeps bytes. It knows where in a row's header the recorded time stands, and nothing else about them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractContextManager
from typing import Any, ClassVar, Final, NamedTuple, Protocol

from eventsourcing.persistence import ProcessRecorder, StoredEvent, Tracking

from ledger.core.errors import ForeignDatabaseError, StoreUnavailableError, UsageError

SCHEMA_VERSION: Final = 1
"""The version of the tables; a database of a newer one is refused."""

TABLES: Final = (
    "stored_events",
    "commands",
    "openings",
    "tiles",
    "checkpoints",
    "persons",
    "meta",
    "notification_tracking",
)
"""The tables of a ledger."""

RECORDED_OFFSET: Final = 51
"""Where a row's recorded time (u64be, microseconds) starts in ``state``: after format, key id, prev, first, count."""

PUBLISHER: Final = "publisher"
"""The name under which the growth of the tree is tracked."""


class OutcomeUnknownError(StoreUnavailableError):
    """The connection was lost while the store was committing: the append may or may not be durable.

    Never report it as a failure before looking: ask for the command ids (``Store.command``) over a new connection.
    """


class Row(NamedTuple):
    """One stored entry. ``index`` is the log index, from 0: the library's notification id less one."""

    index: int  # type: ignore[assignment]  # hides tuple.index, which nobody asks of a row
    stream: str
    version: int
    kind: str
    state: bytes


class Head(NamedTuple):
    """The end of the log: ``size`` is the next log index, ``recorded`` the last recorded time in microseconds (or 0)."""

    size: int
    recorded: int


class CommandRow(NamedTuple):
    """A command that was recorded: the 16 bytes of its digest, the log index of its first entry, and how many it has.

    Handed to ``insert_events``, ``first`` counts from the start of the batch; read back, from the start of the log.
    """

    command_id: str
    digest: bytes
    first: int
    count: int  # type: ignore[assignment]  # hides tuple.count, which nobody asks of a row


class OpeningRow(NamedTuple):
    """The opening of a face-down card: which card stands at ``slot`` of an entry, and the salt of its commitment."""

    stream: str
    version: int
    slot: int
    card: int
    salt: bytes


class Tile(NamedTuple):
    """Hashes of the tree, 32 bytes each and at most 256: tile ``n`` of ``level`` (C2SP tlog-tiles)."""

    level: int
    n: int
    hashes: bytes


class Bulk(NamedTuple):
    """Where many rows go. ``columns``: names, and ``text`` or ``bigint``.

    ``key``: the columns by which a row takes the place of another; () where rows are only added.
    """

    table: str
    columns: tuple[tuple[str, str], ...]
    key: tuple[str, ...]

    def on_conflict(self) -> str:
        """What follows the values of an ``INSERT``; the same in both stores."""
        if not self.key:
            return ""
        rest = ", ".join(f"{name} = excluded.{name}" for name, _ in self.columns if name not in self.key)
        return f" ON CONFLICT ({', '.join(self.key)}) DO {f'UPDATE SET {rest}' if rest else 'NOTHING'}"


class Writing(NamedTuple):
    """An open transaction for the tables beside the entries."""

    execute: Callable[[str, Sequence[Any]], Any]
    """Runs a statement whose parameters are written ``?``; what it returns knows its ``rowcount``."""
    track: Callable[[Tracking], None]
    """Records a position as the library does; raises its ``IntegrityError`` if it is not beyond the recorded one."""
    insert: Callable[[Bulk, Sequence[tuple[Any, ...]]], None]
    """Inserts many rows at once."""


class Sealing(Protocol):
    """Who takes index and time for a batch and signs it."""

    def seal(self, head: Head, events: Sequence[StoredEvent]) -> Sequence[bytes]:
        """The ``state`` to store for each of ``events``, whose own ``state`` is the body.

        Called under the lock, once for each attempt: the entries get the indices ``head.size``, ``head.size + 1``, ...
        Whatever it raises aborts the append, with nothing written.
        """
        ...


class LedgerRecorder(ProcessRecorder, ABC):
    """The library's recorder with our lock, dense ids and sealing, and the two ways to its tables a ``Store`` needs.

    Safe for several threads: writers take turns, and a reader waits for no writer.
    """

    clustered: ClassVar[str] = ""
    """What makes a table lie in the order of its key, where the store can: written after its columns."""
    works_elsewhere: ClassVar[bool] = False
    """Whether a write is the work of another process, for which this one only waits."""
    text: ClassVar[str] = "text"
    """The type of a column of text that sorts by its bytes."""

    @abstractmethod
    def insert_events(
        self,
        stored_events: Sequence[StoredEvent],
        *,
        sealing: Sealing | None = None,
        commands: Sequence[CommandRow] = (),
        openings: Sequence[OpeningRow] = (),
        **unsupported: Any,
    ) -> Sequence[int]:
        """Append a batch in one transaction and return its notification ids. Durable when it returns.

        In this order: lock, read the head, seal, insert, commit. Nothing is visible to anyone before the commit.

        Raises:
            IntegrityError: the library's; a version of a stream or a command id is taken. Certainly nothing written.
            OutcomeUnknownError: the store was lost while committing. Look before reporting.
            StoreUnavailableError: locked, full or not reachable. Certainly nothing written.
        """

    @abstractmethod
    def fetch(self, sql: str, params: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """The rows of a query, whose parameters are written ``?``. Sees whatever was committed before the call."""

    @abstractmethod
    def writing(self) -> AbstractContextManager[Writing]:
        """A transaction on the writer's connection, for tables other than the entries: all of it or nothing."""

    @abstractmethod
    def forget(self) -> None:
        """Drop what the storage engine keeps of deleted rows, as far as it lets us."""

    @abstractmethod
    def close(self) -> None:
        """Close every connection."""


def seal_batch(
    head: Head, stored_events: Sequence[StoredEvent], sealing: Sealing
) -> list[tuple[int, str, int, str, bytes]]:
    """The rows of ``stored_events`` at the end of the log, as the table has them: ids from ``head.size + 1``."""
    states = sealing.seal(head, stored_events)
    if len(states) != len(stored_events):
        raise ValueError(f"sealing returned {len(states)} states for {len(stored_events)} events")
    return [
        (number, str(event.originator_id), event.originator_version, event.topic, state)
        for number, (event, state) in enumerate(zip(stored_events, states, strict=True), start=head.size + 1)
    ]


def check_call(stored_events: Sequence[StoredEvent], sealing: Sealing | None, unsupported: dict[str, Any]) -> Sealing:
    """The sealing of a call of ``insert_events``, once the call makes sense.

    The library passes ``tracking=None`` through; a tracking record dropped in silence would be a projection that
    counts twice (its own database functions had that defect), so anything else we do not know is refused.
    """
    unknown = sorted(name for name, value in unsupported.items() if value is not None)
    if unknown:
        raise UsageError(f"insert_events does not take {', '.join(unknown)}")
    if sealing is None or not stored_events:
        raise UsageError("insert_events needs a sealing and at least one event: an unsealed row is not an entry")
    return sealing


def check_tables(there: Collection[str], place: str) -> None:
    """That all tables are among those that are ``there``: a view in place of one could show what it likes.

    Raises:
        ForeignDatabaseError: one is not.
    """
    missing = [name for name in TABLES if name not in there]
    if missing:
        raise ForeignDatabaseError(
            f"{place} lacks what a ledger has: no table {', '.join(missing)}, and a view is none; compare with a copy"
        )
