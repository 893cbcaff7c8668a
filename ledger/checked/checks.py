"""What a process holds the rows of a store against, before it believes any of them (architecture, decision 21).

An entry is believed

1. because its hash is the one its stream's newest entry leads to, which is remembered outside the database
   (``tombo.ledger.checked.memory``), or
2. because the published tree has its leaf, under the root in the signer's own file (``tombo.ledger.checked.published``), or
3. where no checkpoint covers it yet, because the append it stands in bears the signature of a registered key
   (``tombo.ledger.checked.tail``).

Each is looked at once for that signature before its hash is remembered, also where a checkpoint covers it; and a checkpoint is believed
only as far as it goes on from the one that was believed before it (``tombo.ledger.checked.place``).

And an entry that should be there and is not is missed: the newest version of every stream is known, the log is dense as far as it
is known, and a log shorter than what was signed or acknowledged is not read.
"""

from __future__ import annotations

from collections.abc import Iterable, MutableMapping, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import Final

from tombo.ledger.checked import alarm
from tombo.ledger.checked.alarm import NEXT, NO_ENTRY, Line, another, check_not_shorter, missing, tampered
from tombo.ledger.checked.appends import Appends
from tombo.ledger.checked.known import Believed, Hear, KnownCommands, KnownHeads, command_in
from tombo.ledger.checked.mark import Reached
from tombo.ledger.checked.memory import command_key
from tombo.ledger.checked.place import check_place, continued
from tombo.ledger.checked.published import PublishedTree
from tombo.ledger.checked.tail import CheckedRow, Keys, StreamHead, Tail
from tombo.ledger.checked.trust import Trust
from tombo.ledger.core.errors import MalformedError, StoreUnavailableError
from tombo.ledger.kinds import decode
from tombo.ledger.seal.entry import FIRST, RECORDED, ZERO32, EntryHasher, Sealed, leaf_at, place, unpack
from tombo.ledger.store import Head, Row, Store

CHUNK: Final = 4_096
KEPT_MAX: Final = 200_000
"""Heads and ids beyond what the memory's file has, before they are written down."""
OTHER_LEAF: Final = "the published tree has another hash for this entry"


class Checks:
    """Everything up to ``size`` is known: checked once, in log order, its streams' heads remembered.

    ``source`` is the store as it is, unchecked. One thread at a time.
    """

    def __init__(self, source: Store, trust: Trust) -> None:
        """What the memory knows, without a look at what came since.

        Raises:
            TamperedError: the store has another name, another tree, or fewer entries than are remembered.
        """
        self._source, self._trust, self._begun = source, trust, False
        policy = trust.policy
        if source.origin != policy.origin:
            raise alarm.another_ledger(source.origin, policy.origin)
        self._hasher = EntryHasher(policy.origin)
        self.keys = Keys(policy.origin, policy.root)
        self._appends = Appends(policy.origin, self.keys, self.root_at)
        self.heads, self.commands = KnownHeads(trust.memory), KnownCommands(trust.memory)
        self.last = b""
        """The state of the last known row."""
        self.heard: list[Hear] = []
        with trust.memory.snapshot() as self.size:
            self._begin()
        self._begun = True

    def _begin(self) -> None:
        """Know what the memory knows."""
        source, trust = self._source, self._trust
        found = trust.checkpoint(source.last_checkpoint())
        check_not_shorter(source.head().size, [self._signed(found.size)])  # before its tiles are asked for
        self.tree = continued(PublishedTree(source, found.size, found.root), trust.seen(), trust)
        self._check_not_shorter()
        if self.size > found.size:
            raise alarm.remembers_more(trust.files, trust.files.memory, self.size, found.size)
        if self.size:
            self.last = self.row(self.size - 1).state
        self._fold_keys()

    @property
    def recorded(self) -> int:
        """When the last known entry was recorded."""
        return int.from_bytes(self.last[RECORDED], "big")

    # Knowing more

    def catch_up(self, head: Head | None = None) -> None:
        """Check and know what there is beyond ``size``, up to ``head``, which was read under the lock, or up to the end.

        Raises:
            TamperedError: the log is shorter than it was, or something in it is not what was sealed.
        """
        least = self._least()  # before the head: what is acknowledged in between makes nothing shorter
        head = self._source.head() if head is None else head
        check_not_shorter(head.size, least)
        if head.row is not None and head.size == self.size and head.row.state != self.last:
            raise another(self.size - 1)
        if self.size < head.size:
            if self.size >= self.tree.size:
                self.refresh()
            self._know_up_to(min(head.size, self.tree.size), published=True, keep=True)
        if self.size < head.size:
            with self._trust.memory.snapshot():  # written meanwhile, it would run ahead of what is looked at
                self.refresh()
                self._know_up_to(min(head.size, self.tree.size), published=True)
                self._know_up_to(head.size)
        reached = self._trust.reached()
        if reached.size == self.size > 0 and sha256(self.last).digest() != reached.digest:
            raise another(self.size - 1)

    def _least(self) -> list[tuple[int, str]]:
        """The sizes below which the log cannot be, and who says so."""
        return [
            (self.size, "were read by this process, or are remembered"),
            self._signed(self.tree.size),
            (self._trust.reached().size, f"were acknowledged ({self._trust.files.mark})"),
        ]

    def _check_not_shorter(self) -> None:
        least = self._least()  # before the head, as in ``catch_up``
        check_not_shorter(self._source.head().size, least)

    def _signed(self, size: int) -> tuple[int, str]:
        return size, f"were signed ({self._trust.files.signer})"

    def _know_up_to(self, size: int, *, published: bool = False, keep: bool = False) -> None:
        """Know the entries up to ``size``, each as the event key of its append signed it; ``published``: and as the tree has it.

        ``keep``: write them down now and then, where one can: memory stays flat however far this process is behind, and the next is not.
        """
        if self.size >= size:
            return
        heads: MutableMapping[str, StreamHead] = self.heads
        if published:  # written down meanwhile, the memory runs ahead of what is looked at
            heads = {}
        tail = Tail(self._source.origin, self.keys, self.root_at, size=self.size, recorded=self.recorded, heads=heads)
        for append in tail.appends(self._source.rows(self.size, size)):
            if published:
                self._check_leaves(append)
            for row, entry_hash, _, header in append:  # only now: the store may go away within the leaves
                self._know(row, entry_hash, header)
            if not published:
                last = append[-1]
                self._appends.remember(last.append.first, last.row.state, [each.hash for each in append])
            elif len(heads) > CHUNK:
                heads.clear()  # the chain is under the signatures too
            if keep and len(self.heads) + len(self.commands) > KEPT_MAX:
                with suppress(StoreUnavailableError):
                    self._write_down()
        if self.size != size:
            raise missing(self.size)

    def _check_leaves(self, append: list[CheckedRow]) -> None:
        for each in append:
            if each.leaf != self.tree.leaf(each.row.index):
                raise tampered(each.row, OTHER_LEAF)

    def appended(
        self, rows: Sequence[tuple[str, int, bytes]], states: Sequence[bytes], commands: Iterable[tuple[str, int]]
    ) -> None:
        """Know ``rows`` that this process added (stream, version, entry hash), stored with ``states``, and mark them acknowledged.

        ``commands`` are ids with the log index of their first entries.
        """
        first, last = int.from_bytes(states[0][FIRST], "big"), states[-1]
        size = first + len(rows)
        self._appends.remember(first, last, [entry_hash for _, _, entry_hash in rows])
        self.heads.grown({row[0]: row for row in rows}.values(), size - 1)
        for stream, version, _ in (row for row in rows if row[0].startswith("key:")):
            self._fold_key(self.stream(stream, version - 1, version)[0])
        for command_id, index in commands:
            self.commands.add(command_key(command_id), index)
        if size > self.size:
            self.size, self.last = size, last
        self._trust.mark.put(Reached(size, sha256(last).digest()))

    def refresh(self) -> None:
        """Believe the newest checkpoint, and forget here what the memory's file has come to know."""
        found = self._trust.checkpoint(self._source.last_checkpoint())
        if found.size > self.tree.size:
            self.tree = continued(self.tree.grown(found.size, found.root), self.tree, self._trust)
        remembered = self._trust.memory.size()
        self.heads.forget(remembered)
        self.commands.forget(remembered)

    def remember(self) -> None:
        """Write down what is known, once a checkpoint covers all of it."""
        self.refresh()
        self._know_up_to(self.tree.size, published=True, keep=True)
        self._write_down()

    def _write_down(self) -> None:
        start = self._trust.memory.size()
        if start < self.size <= self.tree.size:
            self._trust.memory.advance(self.size, self.heads.recent(), self.commands.recent(), start=start)
            self.refresh()

    # Checking

    def row(self, index: int) -> Row:
        """The row at a log index below ``size``.

        Raises:
            TamperedError: it is not there, or not what was sealed.
        """
        row = self._source.row(index)
        if row is None:
            raise missing(index)
        self.check_row(row)
        return row

    def stream(self, stream: str, gt: int, lte: int | None, before: bytes | None = None) -> list[Believed]:
        """The rows of ``stream`` with ``gt < version <= lte``: chained (to ``before``, the hash of the entry at ``gt``), each tied to its place in the log, none hidden.

        Raises:
            TamperedError: one is not what was sealed, or is not there.
        """
        known = self.heads.get(stream)
        found: list[Believed] = []
        version, last = gt, ZERO32 if gt == 0 else before
        for row in self._source.stream_rows(stream, gt, lte):
            version += 1
            if row.version != version or row.stream != stream:
                raise alarm.another_place(row, stream, version)
            believed = self._taken_apart(row)
            if self._is_by_a_new_key(believed):
                self.catch_up()
                if row.index < self.size:
                    return self.stream(stream, gt, lte, before)  # again: what is read is never older than what is known
            if last is not None and believed.sealed.prev != last:
                for each in (*found, believed):  # which of them is not what was sealed
                    self._tie(each)
                raise tampered(row, "it does not follow the entry before it in its stream")
            last = believed.hash
            found.append(believed)
        wanted = 0 if known is None else known.version if lte is None else min(known.version, lte)
        if version < wanted:
            self._check_not_shorter()  # an older copy is called that
            raise alarm.hidden(stream, version, wanted)
        for each in found:  # the chain says nothing of the log index and of the header: when, by which append
            self._tie(each)
        if found and known != (found[-1].row.version, found[-1].hash):
            check_place(found, known, self.size)
        return found

    def check_dense(self, rows: Sequence[Line], start: int, stop: int) -> None:
        """That ``rows`` are all the rows from ``start`` to ``stop`` in log order, each what was sealed.

        Raises:
            TamperedError: one is missing, there twice, or another.
        """
        if [row[0] for row in rows] != list(range(start, stop)):
            raise alarm.not_dense(rows, start)
        if stop > self.tree.size:
            self.refresh()
        published = max(0, min(stop, self.tree.size) - start)
        if not self.tree.has(rows[:published], start):
            for row in rows[:published]:  # which of them is not
                self.check_row(row)
        while published < len(rows):
            if not (held := self._appends.held(rows, published)):
                self._tie(self._taken_apart(Row(*rows[published])))
            published += held or 1

    def check_row(self, row: Line) -> None:
        """That ``row`` is what was sealed at its log index.

        Raises:
            TamperedError: it is not.
            MalformedError: it is no entry at all.
        """
        if row[0] >= self.tree.size:
            self._tie(self._taken_apart(Row(*row)))
            return
        try:
            found = leaf_at(place(*row[1:4]), row[4])
        except NO_ENTRY as error:
            raise MalformedError(f"log index {row[0]} holds what is no entry: {error}; {NEXT}") from error
        if found != self.tree.leaf(row[0]):
            raise tampered(row, OTHER_LEAF)

    def root_at(self, size: int) -> bytes:
        """The root of the published tree at ``size``, which an append names as its anchor.

        Raises:
            TamperedError: there is no checkpoint of so many entries.
        """
        if size > self.tree.size:
            self.refresh()
        if size > self.tree.size:
            raise alarm.unknown_anchor(self._trust, self._source.last_checkpoint(), size, self.tree.size)
        return self.tree.root_at(size)

    def _tie(self, one: Believed) -> None:
        """That ``one`` is in the log, at its index: in the published tree, or under the signature of its append."""
        row, sealed, _ = one
        if row.index >= self.tree.size:
            self.refresh()
        if row.index < self.tree.size:
            self.check_row(row)
        elif not self._appends.holds(row):
            self._appends.check(list(self._source.rows(sealed.first, sealed.first + sealed.count)))
            if not self._appends.holds(row):
                raise tampered(row, "read by its stream it is another than read by its index")

    def _is_by_a_new_key(self, one: Believed) -> bool:
        """Whether what would register the key of ``one`` may stand in what is not known yet."""
        row, sealed, _ = one
        new = self._begun and row.index >= self.size
        return new and self.keys.public(sealed.key_id) is None and not self._appends.holds(row)

    def entry_hash(self, row: Row, sealed: Sealed) -> bytes:
        """The hash of the entry in ``row``."""
        return self._hasher(row.stream, row.version, row.kind, sealed.key_id, sealed.prev, sealed.body)

    def _taken_apart(self, row: Row) -> Believed:
        try:
            sealed = unpack(row.state)
            return Believed(row, sealed, self.entry_hash(row, sealed))
        except (*NO_ENTRY, MalformedError) as error:
            raise MalformedError(f"log index {row.index} holds what is no entry: {error}; {NEXT}") from error

    def _know(self, row: Row, entry_hash: bytes, header: Sealed) -> None:
        sealed = header if row.index == header.first else unpack(row.state)
        self.heads.index = row.index
        self.heads[row.stream] = StreamHead(row.version, entry_hash)
        key = command_in(sealed.body)
        if key is not None:
            self.commands.add(key, row.index)
        self.size, self.last = row.index + 1, row.state
        for hear in self.heard:
            hear(Believed(row, sealed, entry_hash))

    def _fold_keys(self) -> None:
        """Take in what the memory knows of keys, in log order."""
        known: list[Believed] = []
        for name in self.heads.named("key"):
            known += self.stream(name, 0, self.heads[name].version)
        for believed in sorted(known, key=lambda each: each.row.index):
            self._fold_key(believed)

    def _fold_key(self, believed: Believed) -> None:
        row, sealed, entry_hash = believed
        self.keys.fold(decode(row.index, row.kind, sealed, entry_hash), sealed.first)
