"""What the store hands out and what it asks for: rows, the head of the log, and the port that seals.

The store keeps bytes. It knows where in a row's header the recorded time stands and how old play is packed, and nothing else about them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any, ClassVar, Final, NamedTuple, Protocol, Self

from eventsourcing.persistence import ApplicationRecorder, ProcessRecorder, StoredEvent, Subscription, Tracking

from tombo.ledger.core.errors import StoreUnavailableError, TamperedError, UsageError
from tombo.ledger.store.packed import MARK, as_sealed
from tombo.ledger.store.subscription import PolledSubscription

SCHEMA_VERSION: Final = 2
"""The version of the tables; a database of a newer one is refused."""

TABLES: Final = (
    "stored_events",
    "commands",
    "openings",
    "tiles",
    "checkpoints",
    "meta",
    "notification_tracking",
)
"""The tables of a ledger."""

RECORDED_OFFSET: Final = 51
"""Where a row's recorded time (u64be, microseconds) starts in ``state``: after format, key id, prev, first, count."""

LOOK_SECONDS: Final = 1.0
"""How long a connection that reads goes on before it is asked again whether the schema is the one that was compared."""
PUBLISHER: Final = "publisher"
"""The name under which the growth of the tree is tracked."""


class OutcomeUnknownError(StoreUnavailableError):
    """The connection was lost while the store was committing: the append may or may not be durable. Or it is, and was not marked.

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
    """The end of the log: ``size`` is the next log index, ``recorded`` the last recorded time in microseconds (or 0).

    ``row``: the newest row as it is stored, so that who remembers it can hold it against what he remembers; None where
    the log is empty.
    """

    size: int
    recorded: int
    row: Row | None = None

    @classmethod
    def at(cls, size: int, *rest: Any) -> Self:
        """The end of a log of this size, whose newest row holds ``rest``: stream, version, kind and state, packed or not."""
        stream, version, kind, state = rest
        if state.__class__ is bytes and state[:1] >= MARK:  # asked here, for every append reads the head
            state = as_sealed(stream, version, kind, state)
        return cls(size, recorded_in(state), Row(size - 1, stream, version, kind, state))


class CommandRow(NamedTuple):
    """A command that was recorded: the 16 bytes of its digest, the log index of its first entry, and how many it has.

    Handed to ``insert_events``, ``first`` counts from the start of the batch; read back, from the start of the log.
    """

    command_id: str
    digest: bytes
    first: int
    count: int  # type: ignore[assignment]  # hides tuple.count, which nobody asks of a row


class OpeningRow(NamedTuple):
    """The opening of the face-down card at ``slot`` of an entry, sealed (``tombo.ledger.seal.sealed_opening``): 61 bytes."""

    stream: str
    version: int
    slot: int
    sealed: bytes


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

    Safe for several threads: writers take turns, and a reader waits for no writer. It stands before the library's recorder
    of its kind of store among the bases, so that what is written here takes the place of what is inherited there.
    """

    clustered: ClassVar[str] = ""
    """What makes a table lie in the order of its key, where the store can: written after its columns."""
    works_elsewhere: ClassVar[bool] = False
    """Whether a write is the work of another process, for which this one only waits."""
    text: ClassVar[str] = "text"
    """The type of a column of text that sorts by its bytes."""
    schema: str
    """The schema its tables lie in; of letters, digits and ``_``."""
    own_tables: ClassVar[str]
    """The query for the names of the tables that lie there."""
    foreign: ClassVar[str]
    """The query for what lies there and is no table of plain columns, nor an index of one: code that runs as whoever comes."""
    lets_cut: ClassVar[tuple[str, ...]]
    """What lets the owner of the tables change the entries, until the end of the transaction."""
    lets_nothing: ClassVar[tuple[str, ...]]
    """What makes them again as they are made: said in the same transaction."""

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

    def insert_tracking(self, tracking: Tracking) -> None:
        """Record a position by itself, over the connection that writes: not past what holds it to the schema, or to reading.

        Raises:
            IntegrityError: the library's; it is not beyond the recorded one.
            UsageError: the ledger was opened for reading.
        """
        with self.writing() as writing:
            writing.track(tracking)

    def create_table(self) -> None:
        """Refused: the library's tables, and its migrations of them, are not a ledger's, and would make it none."""
        raise UsageError("a ledger's tables are made by 'tombo init' and stay as they are: nothing was made or changed")

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> Subscription[ApplicationRecorder]:
        """What there is after ``gt``, and then what comes: by asking, for on neither store does an append wake anybody."""
        return PolledSubscription(self, gt, topics)

    def may_read(self, table: str) -> bool:  # noqa: ARG002 - where there are no roles, who opened it reads it all
        """Whether this user may read ``table``."""
        return True

    @abstractmethod
    def prepare(self) -> None:
        """Open the connection that writes, now: what would stop the first append is to stop the opening.

        Raises:
            LedgerError: the store cannot be reached, loses what it acknowledges, or is not as ``tombo init`` makes it.
        """

    def differences(self) -> list[str]:
        """What of the database is not as ``tombo init`` makes it, a sentence each.

        Nothing, but for one that was opened as evidence: any other with a difference is not opened, and stops.
        """
        return []

    @abstractmethod
    def close(self) -> None:
        """Close every connection."""


def recorded_in(state: object) -> int:
    """The recorded time in a state; 0 in what is none, which the verifier names."""
    return int.from_bytes(state[RECORDED_OFFSET : RECORDED_OFFSET + 8], "big") if isinstance(state, bytes) else 0


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


def not_kept(place: str, what: str) -> TamperedError:
    """The error for an append that the database did not take as it was sent. It is rolled back."""
    return TamperedError(
        f"{place} does not keep what it is given: {what}. A trigger, a rule or another program stands in between; nothing"
        " was recorded. Run 'tombo verify', and find out who changed the database"
    )
