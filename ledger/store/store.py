"""One ledger's tables, read and written the same way on both stores.

Long reads go batch by batch along a key and hold no snapshot open between batches: the tables only grow, so a
reader that takes a day costs the writer nothing, and neither a write-ahead log nor a vacuum waits for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from types import TracebackType
from typing import Any, Final, Self, TypeVar

from eventsourcing.persistence import Tracking

from tombo.ledger.core.errors import UsageError
from tombo.ledger.kinds import EVENTS
from tombo.ledger.store.beside import CLOSED, ORPHANS, ORPHANS_SINCE, every_tile
from tombo.ledger.store.cold import ColdEntries, made_whole
from tombo.ledger.store.factory import RecorderFactory
from tombo.ledger.store.types import (
    PUBLISHER,
    SCHEMA_VERSION,
    CommandRow,
    Head,
    LedgerRecorder,
    OpeningRow,
    Row,
    Tile,
    recorded_in,
)

T = TypeVar("T")

AS_ROW: Final[Callable[[Any], Row]] = partial(tuple.__new__, Row)
"""``Row._make`` at a third of its cost: millions of rows go through it, and as many commands."""
_AS_COMMAND: Final[Callable[[Any], CommandRow]] = partial(tuple.__new__, CommandRow)
BATCH: Final = 2_048
"""Rows held at a time by a long read: beyond this the driver is no faster and the garbage collector slower."""
STRAYS_MAX: Final = BATCH
"""How many rows that no honest writer wrote are read at once: enough to say so."""
_LOWEST: Final = -(2**63)
_HIGHEST: Final = 2**63 - 1
_ROW: Final = "SELECT notification_id - 1, originator_id, originator_version, topic, state FROM stored_events"
_STRAY_ROW: Final = "SELECT -1, originator_id, originator_version, topic, state FROM stored_events"
_NEXT: Final = "SELECT min(notification_id) FROM stored_events WHERE notification_id > ? AND notification_id <= ?"
_PUT_TILE: Final = "INSERT INTO tiles (level, n, hashes) VALUES (?, ?, ?) ON CONFLICT (level, n) DO UPDATE SET hashes = excluded.hashes"
_PUT_CHECKPOINT: Final = "INSERT INTO checkpoints (size, note) VALUES (?, ?)"
_COMMAND: Final = "SELECT command_id, digest, first, count FROM commands"
_CHECKPOINT: Final = "SELECT size, note FROM checkpoints"


@cache
def _rows_of(kinds: tuple[str, ...] | None) -> str:
    """The query for rows of these kinds. They stand in it as constants: so PostgreSQL hashes them, once for a whole batch."""
    unknown = [kind for kind in kinds or () if kind not in EVENTS]
    if unknown:
        raise UsageError(f"{', '.join(unknown)}: no kind of the catalogue")
    listed = ", ".join(f"'{kind}'" for kind in kinds or ())
    among = f" AND topic IN ({listed})" if kinds is not None else ""
    return f"{_ROW} WHERE notification_id > ? AND notification_id <= ?{among} ORDER BY notification_id"


class Store:
    """A ledger's tables: entries, command ids, openings, tree and checkpoints.

    Appending is the recorder's (``recorder.insert_events``), reached through the library's event store.
    Every read sees what was committed before it, over connections that the writer does not use.
    """

    def __init__(self, url: str, origin: str, recorder: LedgerRecorder) -> None:
        self.url: Final = url
        """Where the ledger is. May hold a password: for opening it again, not for messages."""
        self.origin: Final = origin
        """The name of the log, fixed when the ledger was created."""
        self.recorder: Final = recorder
        self.factory: Final = RecorderFactory(recorder)
        self.cold: ColdEntries | None = None
        """Where the bodies are of entries that were detached; where nobody said so, their rows are handed out as they are: cut."""

    @property
    def cold_places(self) -> tuple[str, ...]:
        """Where copies lie that have what was detached, for whoever opens this ledger again."""
        return () if self.cold is None else tuple(self.cold.places())

    def close(self) -> None:
        """Close every connection; what was acknowledged is durable already."""
        self.recorder.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def differences(self) -> list[str]:
        """What of the database is not as ``tombo init`` makes it, a sentence each: none where it is a ledger's."""
        return [*self.recorder.differences(), *self._other_schema()]

    def _other_schema(self) -> Iterator[str]:
        """What is wrong with the number of the schema among the facts of the ledger."""
        found = self.recorder.fetch("SELECT value FROM meta WHERE name = ?", ("schema",))
        if found != [(str(SCHEMA_VERSION),)]:
            said = f"the schema {found[0][0]!r}" if found else "no schema"
            yield f"the table meta has {said}; expected '{SCHEMA_VERSION}': restore the table from a backup"

    # Entries

    def named(self) -> str:
        """What the database calls the ledger; empty where it does not say."""
        return self.origin

    def head(self) -> Head:
        """The end of the log: what the next append would find if it came now."""
        sql = (
            "SELECT notification_id, originator_id, originator_version, topic, state FROM stored_events"
            " WHERE notification_id <= ? ORDER BY 1 DESC LIMIT 1"
        )
        return self._one(lambda found: Head.at(*found), sql, (_HIGHEST,)) or Head(0, 0)

    def rows(self, start: int = 0, stop: int | None = None, batch: int = BATCH) -> Iterator[Row]:
        """The rows with ``start <= index < stop`` in log order, ``batch`` at a time in memory.

        ``stop`` is the size at the first step where it is None. A ``start`` of 0 also yields rows stored under an
        index below 0, or under none, where no honest writer puts one: they come first, for the verifier to refuse.
        """
        last = self.head().size if stop is None else stop
        if start <= 0:
            yield from map(AS_ROW, self._strays(_STRAY_ROW, "notification_id"))
        low = start if start > 0 else _LOWEST
        found = self._by(_ROW, "notification_id", lambda row: row[0] + 1, (low, last), batch)
        yield from map(AS_ROW, made_whole(found, self.cold))

    def rows_of(self, kinds: Sequence[str] | None, start: int, stop: int) -> list[tuple[int, str, int, str, bytes]]:
        """The rows with ``start <= index < stop`` whose kind is one of ``kinds``, or of any, in log order, all at once: plain tuples.

        Raises:
            UsageError: one of ``kinds`` is none of the catalogue.
        """
        found = self.recorder.fetch(_rows_of(None if kinds is None else tuple(kinds)), (start, stop))
        return list(made_whole(found, self.cold))

    def row(self, index: int) -> Row | None:
        """The row at a log index, None where there is none."""
        return next(self._found(f"{_ROW} WHERE notification_id = ?", (index + 1,)), None)

    def size_at(self, instant: int) -> int:
        """How many entries were recorded up to ``instant``, itself included: recorded times never decrease along the log."""
        low, high = 0, self.head().size
        while low < high:
            middle = (low + high) // 2
            row = self.row(middle)
            if row is not None and recorded_in(row.state) <= instant:
                low = middle + 1
            else:
                high = middle
        return low

    def stream_rows(self, stream: str, gt: int = 0, lte: int | None = None) -> list[Row]:
        """The rows of ``stream`` with ``gt < version <= lte``, in order."""
        sql = f"{_ROW} WHERE originator_id = ? AND originator_version > ? AND originator_version <= ? ORDER BY 3"
        highest = _HIGHEST if lte is None else min(lte, _HIGHEST)  # whoever asks for more than a column holds
        return list(self._found(sql, (stream, min(gt, _HIGHEST), highest)))

    def last_row(self, stream: str) -> Row | None:
        """The newest row of ``stream``, None where it has none."""
        sql = f"{_ROW} WHERE originator_id = ? ORDER BY originator_version DESC LIMIT 1"
        return next(self._found(sql, (stream,)), None)

    def _found(self, sql: str, params: Sequence[Any]) -> Iterator[Row]:
        """The rows that a query gives."""
        return map(AS_ROW, made_whole(self.recorder.fetch(sql, params), self.cold))

    def streams(self, kind: str) -> list[str]:
        """The streams of a type (``table``), in order of name. Costs one index step a stream, however long they are."""
        low, high = f"{kind}:", f"{kind};"  # ';' follows ':' in ASCII, and streams are ASCII
        sql = (
            "WITH RECURSIVE found(name) AS ("
            " SELECT min(originator_id) FROM stored_events WHERE originator_id >= ? AND originator_id < ?"
            " UNION ALL"
            " SELECT (SELECT min(originator_id) FROM stored_events WHERE originator_id > found.name AND originator_id < ?)"
            " FROM found WHERE found.name IS NOT NULL"
            ") SELECT name FROM found WHERE name IS NOT NULL"
        )
        return [name for (name,) in self.recorder.fetch(sql, (low, high, high))]

    # Command ids

    def command(self, command_id: str) -> CommandRow | None:
        """What was recorded for ``command_id``, None if nothing was."""
        return self._one(CommandRow._make, f"{_COMMAND} WHERE command_id = ?", (command_id,))

    def commands(self, start: int = 0, stop: int | None = None, batch: int = BATCH) -> Iterator[CommandRow]:
        """The commands whose first entry stands in ``[start, stop)``, by that index: a merge with ``rows``.

        A ``start`` of 0 has no lower bound and a ``stop`` of None no upper one, so that nothing in the table is missed.
        """
        if start <= 0:
            yield from map(_AS_COMMAND, self._strays(_COMMAND, "first"))
        within = (start - 1 if start > 0 else _LOWEST), (_HIGHEST if stop is None else stop - 1)
        yield from map(_AS_COMMAND, self._by(_COMMAND, "first, command_id", lambda row: row[2], within, batch))

    # Openings

    def openings(self, stream: str) -> list[OpeningRow]:
        """The openings kept for ``stream``, by version and slot, sealed: ``tombo.ledger.seal.sealed_opening.opened`` opens them."""
        sql = "SELECT stream, version, slot, sealed FROM openings WHERE stream = ? ORDER BY version, slot"
        return list(map(OpeningRow._make, self.recorder.fetch(sql, (stream,))))

    def openings_between(
        self,
        start: int,  # noqa: ARG002 - which ones are asked for is the same where none is carried
        stop: int,  # noqa: ARG002
    ) -> Iterator[tuple[int, tuple[Any, ...]]] | None:
        """None: to whom has no key for them a store carries no openings. ``tombo.ledger.operate.openings.Opened`` opens them."""
        return None

    def sealed_between(self, start: int, stop: int, batch: int = BATCH) -> Iterator[tuple[int, OpeningRow]] | None:
        """The openings of the entries with ``start <= index < stop``, sealed, each with that index: by index, then slot.

        Of entries that commit to cards; openings of any other are ``orphan_openings``. None where this user may read none.
        """
        return (rows := self.sealed_rows(start, stop, batch)) and ((row[0], OpeningRow._make(row[1:])) for row in rows)

    def sealed_rows(self, start: int, stop: int, batch: int = BATCH) -> Iterator[tuple[Any, ...]] | None:
        """The same, each as one row: index, stream, version, slot and what was sealed."""
        return self._sealed_rows(start, stop, batch) if self.recorder.may_read("openings") else None

    def _sealed_rows(self, start: int, stop: int, batch: int) -> Iterator[tuple[Any, ...]]:
        sql = (
            "SELECT e.notification_id - 1, o.stream, o.version, o.slot, o.sealed"  # noqa: S608 - kinds of ours
            " FROM stored_events e CROSS JOIN openings o"  # CROSS JOIN: SQLite then keeps to this order
            f" WHERE o.stream = e.originator_id AND o.version = e.originator_version AND e.topic IN ({CLOSED})"  # to look for openings of every entry would cost a step of an index each
            " AND e.notification_id > ? AND e.notification_id <= ? ORDER BY e.notification_id, o.slot"
        )
        low = start
        while low < stop:
            # To the next entry there is: a forged index may lie beyond any number of empty batches.
            ((found,),) = self.recorder.fetch(_NEXT, (low, stop))
            if found is None:
                return
            low = found - 1
            yield from self.recorder.fetch(sql, (low, min(low + batch, stop)))
            low += batch

    def orphan_openings(self, size: int = 0) -> list[tuple[int | None, OpeningRow]] | None:
        """Openings of entries that are not there (index None), or that deal no closed cards: none in an honest ledger.

        Behind ``size`` entries of those alone that are there: whatever else is in the table is not gone through.
        """
        if not self.recorder.may_read("openings"):
            return None
        found = self.recorder.fetch(ORPHANS_SINCE if size else ORPHANS, (size, STRAYS_MAX) if size else (STRAYS_MAX,))
        return [(index, OpeningRow._make(opening)) for index, *opening in found]

    # Tree and checkpoints

    def read_tile(self, level: int, n: int) -> bytes | None:
        """The hashes of a tile, None where there is none yet."""
        return self._one(bytes, "SELECT hashes FROM tiles WHERE level = ? AND n = ?", (level, n), alone=True)

    def tiles(self, size: int = 0) -> Iterator[Tile]:
        """Every tile that reaches beyond the first ``size`` entries, by level and number; with 0 first those whose place is none."""
        return every_tile(self.recorder.fetch, size, STRAYS_MAX)

    def published(self) -> int:
        """The size of the tree as last written by ``put_published``, 0 before the first."""
        sql = "SELECT notification_id FROM notification_tracking WHERE application_name = ?"
        return self._one(int, sql, (PUBLISHER,), alone=True) or 0

    def put_published(self, tiles: Iterable[Tile], note: str | None, size: int) -> None:
        """The tiles that changed as the tree grew to ``size``, and its checkpoint if there is one: all or nothing.

        Tracked as the library tracks a projection: a second publisher that comes with the same or a smaller size
        writes nothing.

        Raises:
            IntegrityError: the library's; the tree has that size or a larger one already.
        """
        with self.recorder.writing() as writing:
            writing.track(Tracking(PUBLISHER, size))
            for tile in tiles:
                writing.execute(_PUT_TILE, tile)
            if note is not None:
                writing.execute(_PUT_CHECKPOINT, (size, note))

    def put_checkpoint(self, size: int, note: str) -> None:
        """Keep a checkpoint of a tree that is published already. A second one of the same size is refused.

        Raises:
            IntegrityError: the library's; there is one of this size.
        """
        with self.recorder.writing() as writing:
            writing.execute(_PUT_CHECKPOINT, (size, note))

    def checkpoints(self, size: int = 0) -> Iterator[tuple[int, str]]:
        """Every checkpoint of more than ``size`` entries as (size, note), by size; with 0 first those whose size is none, and all others."""
        if not size:
            yield from ((stray, note) for stray, note in self._strays(_CHECKPOINT, "size"))
        within = (size or _LOWEST), _HIGHEST
        yield from ((each, note) for each, note in self._by(_CHECKPOINT, "size", lambda row: row[0], within, 256))

    def checkpoint_at(self, size: int) -> str | None:
        """The note of the largest checkpoint of at most ``size`` entries, None where there is none."""
        sql = "SELECT note FROM checkpoints WHERE size <= ? ORDER BY size DESC LIMIT 1"
        return self._one(str, sql, (size,), alone=True)

    def last_checkpoint(self) -> str | None:
        """The note of the largest checkpoint, None before the first."""
        return self._one(str, "SELECT note FROM checkpoints ORDER BY size DESC LIMIT 1", (), alone=True)

    def _one(self, make: Callable[[Any], T], sql: str, params: Sequence[Any], *, alone: bool = False) -> T | None:
        found = self.recorder.fetch(sql, params)
        if not found:
            return None
        return make(found[0][0] if alone else found[0])

    def _by(
        self, select: str, order: str, key_of: Callable[[Any], Any], within: tuple[int, int], batch: int
    ) -> Iterator[tuple[Any, ...]]:
        """What ``select`` gives, in ``order``, the first of which is the key: above one bound and up to the other.

        ``batch`` at a time, and those of one key together: a table that lost its constraints may hold several, and
        one of them at the end of a batch must not be passed over.
        """
        low, high = within
        key = order.partition(",")[0]
        sql = f"{select} WHERE {key} > ? AND {key} <= ? ORDER BY {order} LIMIT ?"
        while len(found := self.recorder.fetch(sql, (low, high, batch))) == batch and key_of(found[-1]) > low:
            low = key_of(found[-1])
            while found and key_of(found[-1]) == low:
                found.pop()
            yield from found
            yield from self.recorder.fetch(f"{select} WHERE {key} = ? ORDER BY {order} LIMIT ?", (low, STRAYS_MAX))
        yield from found

    def _strays(self, select: str, key: str) -> list[tuple[Any, ...]]:
        """What ``select`` gives where the key is no number, or the lowest there is: beyond every range of ``_by``."""
        sql = f"{select} WHERE {key} IS NULL OR {key} <= ? OR {key} > ? LIMIT ?"
        return self.recorder.fetch(sql, (_LOWEST, _HIGHEST, STRAYS_MAX))
