"""The one way in which a ledger is read: a store that hands out nothing it has not checked (architecture, decision 21).

Whoever decides, shows, replays, recovers, exports or proves reads through here; the verifier, which believes nobody, and the
publisher, which looks at all of it, do not. What an entry is held against stands in ``tombo.ledger.checked.checks``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from sys import maxsize
from threading import RLock
from typing import Any, Final

from tombo.ledger.checked.alarm import NEXT
from tombo.ledger.checked.checks import CHUNK, Checks
from tombo.ledger.checked.command import check_command
from tombo.ledger.checked.entry import entry_of
from tombo.ledger.checked.known import Believed, Hear
from tombo.ledger.checked.mark import Reached
from tombo.ledger.checked.played import in_play
from tombo.ledger.checked.tail import StreamHead
from tombo.ledger.checked.trust import Trust
from tombo.ledger.core.command import Opening
from tombo.ledger.core.entry import Entry
from tombo.ledger.core.errors import TamperedError
from tombo.ledger.exchange.edge import TILE_WIDTH
from tombo.ledger.house.key import KeyEvent, contradiction
from tombo.ledger.kinds import misplaced
from tombo.ledger.seal.entry import ZERO32, leaves_of, unpack
from tombo.ledger.seal.sealed_opening import OpeningKey, opened
from tombo.ledger.store import CommandRow, Head, Row, Store
from tombo.ledger.store.sealing import Anchor
from tombo.ledger.store.store import AS_ROW

TOGETHER: Final = 512
"""Rows that are read and then looked at: each is still in the processor's caches when it is hashed."""


class CheckedStore(Store):
    """A store whose every answer was checked. What it cannot check it does not hand out: it raises ``TamperedError``.

    Another process's entries come to be known by ``catch_up``, this process's own by ``appended``. Opening it reads what the memory does not have yet, which with a publisher at work is seconds of play.
    """

    def __init__(self, store: Store, trust: Trust) -> None:
        """Take over ``store`` and ``trust``, which are closed with it.

        Raises:
            TamperedError: the store is not the one that was signed and remembered, or was rolled back.
        """
        super().__init__(store.url, store.origin, store.recorder)
        self.unchecked = store
        self.trust = trust
        self._lock = RLock()
        self._checks = Checks(store, trust)
        self.catch_up()

    @property
    def cold_places(self) -> tuple[str, ...]:
        """As the store beneath has it."""
        return self.unchecked.cold_places

    def close(self) -> None:
        """Close the store, and what is believed with it."""
        super().close()
        self.trust.close()

    # How far the log is known

    @property
    def size(self) -> int:
        """How many entries are known: checked, and their streams' heads remembered."""
        return self._checks.size

    def head(self) -> Head:
        """The end of the log. Everything up to it is known."""
        self.catch_up()
        with self._lock:
            return Head(self._checks.size, self._checks.recorded)

    def key_refusal(self, first: int, said: Iterable[tuple[int, KeyEvent]]) -> str | None:
        """Why nobody would believe an append from ``first`` on that says ``said`` of keys: see ``Keys.refusal``."""
        with self._lock:
            return self._checks.keys.refusal(first, said)

    def passes_over(self, state: Any, entry: Entry) -> bool:
        """Whether ``entry``, in the stream of a key or of the log, says nothing there, where things stood as ``state`` says.

        Whoever has an event key can seal it, and must not keep that key from being revoked.
        """
        event = entry.event
        if misplaced(entry.stream, entry.version, entry.kind, event):
            return True
        return isinstance(event, KeyEvent) and not (
            contradiction(state, event) is None and self._checks.keys.vouched(event)
        )

    def hear(self, hear: Hear) -> None:
        """Have ``hear`` told of every entry of another process that comes to be known, in log order."""
        self._checks.heard.append(hear)

    def catch_up(self, head: Head | None = None) -> None:
        """Check and know what others added, up to ``head``, which was read under the lock, or all there is.

        Raises:
            TamperedError: the log is shorter than it was, or something in it is not what was sealed.
        """
        with self._lock:
            self._checks.catch_up(head)

    def at(self) -> tuple[int, bytes]:
        """How far the log is known: the size, and the state of the last row."""
        with self._lock:
            return self._checks.size, self._checks.last

    def appended(
        self, rows: Sequence[tuple[str, int, bytes]], states: Sequence[bytes], commands: Sequence[tuple[str, int]]
    ) -> None:
        """Know what this process added: see ``Checks.appended``."""
        with self._lock:
            self._checks.appended(rows, states, commands)

    def acknowledged(self, size: int) -> None:
        """Mark that what stands below ``size`` is acknowledged, once more: whoever recorded it may have ended before he marked it.

        Raises:
            TamperedError: the log is shorter than it was, or something in it is not what was sealed.
            KeyFileError: it cannot be marked.
        """
        with self._lock:
            if size > self.trust.mark.most:
                self.catch_up()
                self.trust.mark.put(Reached(self._checks.size, sha256(self._checks.last).digest()))

    def refresh(self) -> None:
        """Believe the newest checkpoint from now on."""
        with self._lock:
            self._checks.refresh()

    def anchor(self) -> Anchor:
        """What the next append may name as its anchor: the newest checkpoint that is believed, never what the store says is one.

        Who records asks for it once a second, and is told then if what he acknowledges is marked where nobody will look.

        Raises:
            KeyFileError: the file ``mark`` was removed or replaced since this store was opened.
        """
        self.trust.mark.check_in_place()
        with self._lock:
            return Anchor(self._checks.tree.size, self._checks.tree.root)

    def remember(self) -> None:
        """Write what is known into the memory's file, once a checkpoint covers all of it."""
        with self._lock:
            self._checks.remember()

    def head_of(self, stream: str) -> StreamHead | None:
        """The newest known entry of ``stream``; None where it has none."""
        with self._lock:
            return self._checks.heads.get(stream)

    def entries(self, stream: str, gt: int = 0, lte: int | None = None) -> list[Entry]:
        """The entries of ``stream`` with ``gt < version <= lte``, in order.

        Raises:
            TamperedError: one of them is not what was sealed, or is not there.
            OutOfPlaceError: one is what was sealed, and not what its kind looks like.
        """
        return [entry_of(believed) for believed in self._stream(stream, gt, lte)]

    def each_entry(
        self, stream: str, lte: int | None = None, *, after: tuple[int, bytes] = (0, ZERO32)
    ) -> Iterator[Entry]:
        """As ``entries``, a few at a time in memory: a table's stream is as long as its history. ``after``: version and hash of the entry before the first."""
        (gt, before), last = after, maxsize if lte is None else lte
        for first in range(gt, last, TOGETHER):
            found = self._stream(stream, first, min(first + TOGETHER, last), before)
            yield from map(entry_of, found)
            if len(found) < TOGETHER:
                return
            before = found[-1].hash

    def entry(self, row: Row) -> Entry:
        """The entry in a row that this store handed out."""
        sealed = unpack(row.state)
        return entry_of(Believed(row, sealed, self._checks.entry_hash(row, sealed)))

    def stream_rows(self, stream: str, gt: int = 0, lte: int | None = None) -> list[Row]:
        """The rows of ``stream`` with ``gt < version <= lte``, in order."""
        return [believed.row for believed in self._stream(stream, gt, lte)]

    def last_row(self, stream: str) -> Row | None:
        """The newest row of ``stream``, None where it has none."""
        known = self.head_of(stream)
        rows = self.stream_rows(stream, gt=known.version - 1 if known else 0)
        return rows[-1] if rows else None

    def row(self, index: int) -> Row | None:
        """The row at a log index, None where the log does not reach that far."""
        if index >= self.size:
            self.catch_up()
        with self._lock:
            return self._checks.row(index) if 0 <= index < self.size else None

    def rows(self, start: int = 0, stop: int | None = None, batch: int = CHUNK) -> Iterator[Row]:
        """The rows with ``start <= index < stop`` in log order, every one of them, ``batch`` at a time in memory."""
        if stop is None or stop > self.size:
            self.catch_up()
        last = self.size if stop is None else min(stop, self.size)
        for first in range(max(start, 0), last, batch):
            yield from map(AS_ROW, self.rows_of(None, first, min(first + batch, last)))

    def rows_of(self, kinds: Sequence[str] | None, start: int, stop: int) -> list[tuple[int, str, int, str, bytes]]:
        """The rows with ``start <= index < stop`` whose kind is one of ``kinds``, or of any, in log order: plain tuples.

        Each is read and checked, and other kinds then left out here: left to the database, one whose kind was changed, or that was deleted, would be missing in silence.

        Raises:
            TamperedError: one of them, of whatever kind, is not what was sealed, or is not there.
        """
        if stop > self.size:
            self.catch_up()
        wanted, found = None if kinds is None else frozenset(kinds), list[tuple[int, str, int, str, bytes]]()
        for first in range(start, stop, TOGETHER):
            rows = self.unchecked.rows_of(None, first, last := min(first + TOGETHER, stop))
            with self._lock:
                self._checks.check_dense(rows, first, max(first, min(last, self.size)))
            found += rows if wanted is None else [row for row in rows if row[3] in wanted]
        return found

    def streams(self, kind: str) -> list[str]:
        """The streams of a type, in order of name: those that are known, and no others.

        Raises:
            TamperedError: one is missing, or there is another.
        """
        there = set(found := self.unchecked.streams(kind))
        with self._lock:
            known = set(self._checks.heads.named(kind))
            if there - known:  # another process's, of this moment
                self._checks.catch_up()
                known |= {stream for stream in there if stream in self._checks.heads}
        if known - there:
            raise TamperedError(f"TAMPERED: the stream {min(known - there)} is not in the store, and was; {NEXT}")
        if there - known:
            raise TamperedError(
                f"TAMPERED: the stream {min(there - known)} is in the store, and nothing was recorded there; {NEXT}"
            )
        return found

    def streams_known(self, kind: str) -> int:
        """How many streams of a type are known, without asking the store for their names."""
        with self._lock:
            return self._checks.heads.named_count(kind)

    def in_play(self, kind: str, tables: Iterable[str] | None = None) -> dict[str, str]:
        """The hands or rounds in play, by table, at those of a type, ``table`` or ``banked``, in order of name; or at ``tables`` of that type."""
        return in_play(self, kind, tables)

    # The tree

    def read_tile(self, level: int, n: int) -> bytes | None:
        """As the store has it; where it has less than was signed, as the tree that is believed has it.

        Raises:
            TamperedError: neither the tiles nor the rows give what was signed.
        """
        stored = self.unchecked.read_tile(level, n)
        with self._lock:
            return self._checks.tree.completed(level, n, stored)

    def signed_tile(self, level: int, n: int) -> bytes:
        """The hashes of a tile as far as the newest believed checkpoint fills it, each proved against its root; none beyond it.

        Raises:
            TamperedError: the store's tiles and rows do not give what was signed.
        """
        with self._lock:
            tree = self._checks.tree
            return tree.tile(level, n) if n * TILE_WIDTH < tree.size >> 8 * level else b""

    def leaves(self, rows: Sequence[tuple[int, str, int, str, bytes]]) -> bytes:
        """The hashes of the leaves of ``rows``, which ``rows_of`` handed out of any kind, joined. The published tree has them: they are not computed again.

        Raises:
            TamperedError: a tile of the tree is not there, or not the one that was signed.
        """
        if not rows:
            return b""
        with self._lock:
            tree, start = self._checks.tree, rows[0][0]
            published = max(0, min(start + len(rows), tree.size) - start)
            signed = tree.leaves(start, start + published) if published else b""
        return signed + leaves_of(rows[published:])

    # Commands and openings

    def command(self, command_id: str) -> CommandRow | None:
        """What was recorded for ``command_id``, believed only if the entries it names bear that id and digest (decision 23).

        Raises:
            TamperedError: they do not; or it was recorded, and is not there.
        """
        found = self.unchecked.command(command_id)
        if found is None:
            self.recorded([command_id])
            return None
        if found.first + found.count > self.size:
            self.catch_up()
        check_command(command_id, found, self.size, lambda first, stop: map(self.entry, self.rows(first, stop)))
        return found

    def recorded(self, command_ids: Sequence[str]) -> bool:
        """Whether one of ``command_ids`` was recorded, as far back as ids are remembered: a retry.

        Raises:
            TamperedError: one was, and the table of commands does not say so.
        """
        with self._lock:
            found = self._checks.commands.recorded(command_ids)
        if found is not None and self.unchecked.command(found[0]) is None:
            raise TamperedError(
                f"TAMPERED: the command {found[0]} was recorded at log index {found[1]}, and the table of commands does not have it; {NEXT}"
            )
        return found is not None

    def last_checkpoint(self) -> str | None:
        """The note of the newest checkpoint that is believed, None before the first of any entry.

        Raises:
            LedgerError: as for ``Trust.signed``.
        """
        found = self.trust.signed(self.unchecked.last_checkpoint())
        return found.note if found is not None and found.checkpoint.size else None

    def opened(self, stream: str, key: OpeningKey) -> dict[int, Opening]:
        """The closed cards of ``stream`` by slot, each opening the commitment in the entry that dealt it.

        ``openings`` has them sealed, and tells nothing but where one is kept.

        Raises:
            TamperedError: one does not.
        """
        rows = self.unchecked.openings(stream)
        return opened(self.entries(stream), rows, key) if rows else {}

    def _stream(self, stream: str, gt: int, lte: int | None, before: bytes | None = None) -> list[Believed]:
        with self._lock:
            return self._checks.stream(stream, gt, lte, before)
