"""The tail of the log: entries that no checkpoint covers yet, and that are believed only as far as event keys signed them.

Rows go in, in log order; checked rows come out, one append at a time, and none before its whole append holds: dense
indices, one header, complete, chained, times in order, signed by a key that the root key let sign there. The publisher
asks this before it signs; a door asks it when it starts and when others have written. No database is known here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, MutableMapping, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any, Final, NamedTuple, assert_never

from tombo.ledger.core.entry import Entry
from tombo.ledger.core.errors import LedgerError, TamperedError
from tombo.ledger.core.ids import is_stream
from tombo.ledger.house.key import KeyEvent, KeyRegistered, KeyRetired, KeyRevoked, is_of_another
from tombo.ledger.kinds import EVENTS, decode
from tombo.ledger.seal.append import append_root, append_text
from tombo.ledger.seal.canonical import INTEGER_MAX
from tombo.ledger.seal.entry import (
    AUTHOR,
    BODY,
    LEAF_MAX,
    PREV,
    SHARED,
    ZERO32,
    EntryHasher,
    Sealed,
    leaf_at,
    place,
    unpack,
)
from tombo.ledger.seal.keys import OF_APPENDS, PublicKey, strict_base64
from tombo.ledger.seal.registry import KeyRegistry, Registration, retired_text, revoked_text
from tombo.ledger.store.types import Row

KEY_KINDS: Final = tuple(kind for kind in EVENTS if kind.startswith("key."))
"""The kinds that say which key may sign."""

RootAt = Callable[[int], bytes]
"""The root of the tree at a size. It needs no trust: an append signs the root of its anchor, so a false one fails."""


class StreamHead(NamedTuple):
    """The newest entry of a stream: its version, and its hash."""

    version: int
    hash: bytes


_BEGINNING: Final = StreamHead(0, ZERO32)


class CheckedRow(NamedTuple):
    """A row whose append holds: ``hash`` is its entry's, ``leaf`` the hash of its leaf.

    ``append`` is the row's header taken apart: ``first`` and ``count`` name the append it belongs to.
    """

    row: Row
    hash: bytes
    leaf: bytes
    append: Sealed


class Keys:
    """Which event key may sign where: the ``key.*`` entries taken in so far, each under the root key's own signature.

    Fold them in log order, and ask about an append once those in it and before it are folded. A revocation reaches back only
    to what comes after it here: what a key signed before it was revoked stands in the log for ever, and the verifier
    names it. What the root key did not sign, and what it signed and somebody sealed a second time, neither gives nor takes:
    whoever stole an event key can seal both, and must not keep his key from being revoked.
    """

    def __init__(self, origin: str, root: PublicKey) -> None:
        self._registry = KeyRegistry(origin, root)
        self._folded: dict[int, bytes] = {}

    def fold(self, entry: Entry, first: int) -> None:
        """Take in a ``key.*`` entry of the append that begins at the log index ``first``. The same one again changes nothing.

        A store that goes away between this and the rest of an append leaves the entry taken in, and the append is read again.
        """
        if self._folded.get(entry.index) == entry.hash:
            return
        if not isinstance(entry.event, KeyRegistered | KeyRetired | KeyRevoked):
            return  # of another type of stream: it says nothing of a key, and whoever has one can seal it
        if is_of_another(entry.stream, entry.event):
            return  # what the root key signed once, copied elsewhere: it neither gives nor takes
        self._folded[entry.index] = entry.hash
        with suppress(LedgerError):  # refused, it is passed over
            _take(self._registry, entry.event, entry.index, first)

    def vouched(self, event: KeyEvent) -> bool:
        """Whether the root key signed ``event``, and all else in it holds, whatever is on record of its key."""
        origin, root, key = self._registry.origin, self._registry.root, bytes.fromhex(event.key)
        try:
            match event:
                case KeyRegistered():
                    KeyRegistry(origin, root).register(0, _registration(event))
                    return True
                case KeyRetired():
                    text = retired_text(origin, key)
                case KeyRevoked():
                    text = revoked_text(origin, key, event.last_good)
                case _:
                    assert_never(event)
            return root.verify(strict_base64(event.root_signature), text)
        except (LedgerError, ValueError):
            return False

    def refusal(self, first: int, said: Iterable[tuple[int, KeyEvent]]) -> str | None:
        """Why an append from ``first`` on that says ``said``, each at its log index, would not be believed; None if it would.

        Of what it says of keys alone: who signs it is another question. Nothing is taken in.
        """
        registry = self._registry.copy()
        try:
            for index, event in said:
                _take(registry, event, index, first)
        except LedgerError as error:
            return str(error)
        return None

    def public(self, key_id: bytes) -> PublicKey | None:
        """The registered key with this id, None where there is none."""
        return self._registry.public(key_id)

    def objection(self, key_id: bytes, first: int, count: int) -> str | None:
        """Why ``key_id`` may not sign the append of ``count`` entries from ``first`` on; None if it may."""
        return self._registry.objection(key_id, first, count)


def _take(registry: KeyRegistry, event: KeyEvent, index: int, first: int) -> None:
    """Take ``event``, at the log index ``index`` in the append from ``first`` on, into ``registry``."""
    match event:
        case KeyRegistered():
            registry.register(first, _registration(event))
        case KeyRetired():
            registry.retire(index, event.key, event.root_signature)
        case KeyRevoked():
            registry.revoke(event.key, event.last_good, event.root_signature)
        case _:
            assert_never(event)


def _registration(event: KeyRegistered) -> Registration:
    return Registration(event.key, event.name, event.possession, event.public, event.purpose, event.root_signature)


class Tail:
    """Checks the appends after the first ``size`` entries of the log ``origin``.

    ``size`` must end an append: the size of a checkpoint, or of a head. ``recorded`` is the time of the entry before it, 0 where
    nobody knows. ``keys`` knows the ``key.*`` entries below ``size``; those in the tail are folded on the way. ``heads`` are
    the heads of streams below ``size``: the entries of a stream it knows must follow on; of another, the second entry on.
    ``size``, ``recorded`` and ``heads`` move on with every append that holds. After an error throw all of it away.
    """

    def __init__(
        self,
        origin: str,
        keys: Keys,
        root_at: RootAt,
        *,
        size: int = 0,
        recorded: int = 0,
        heads: MutableMapping[str, StreamHead] | None = None,
    ) -> None:
        self.origin = origin
        self.keys = keys
        self.size = size
        self.recorded = recorded
        self.heads: MutableMapping[str, StreamHead] = {} if heads is None else heads
        self._root_at = root_at
        self._hasher = EntryHasher(origin)

    def check(self, rows: Iterable[Row]) -> Iterator[CheckedRow]:
        """The rows as they were checked, each. ``rows`` begin at ``size`` and end with an append, in log order.

        Raises:
            TamperedError: a row is not what an event key signed at its place; it, and what follows, is not handed out.
        """
        for append in self.appends(rows):
            yield from append

    def appends(self, rows: Iterable[Row]) -> Iterator[list[CheckedRow]]:
        """The same, an append at a time.

        Raises:
            TamperedError: as ``check``.
        """
        left = iter(rows)
        for row in left:
            shared = self._header(row)
            yield self._append([row, *islice(left, shared.count - 1)], shared)

    def _header(self, row: Row) -> Sealed:
        """The header of the append that ``row`` begins."""
        if row.index != self.size:
            raise _misplaced(self.size, row.index)
        try:
            shared = unpack(row.state)
        except (LedgerError, TypeError) as error:
            raise _tampered(self.size, str(error), "the state of an entry") from None
        if shared.first != self.size:
            raise _tampered(self.size, f"an append from {shared.first} on", f"one from {self.size} on")
        if not self.recorded <= shared.recorded <= INTEGER_MAX:
            raise _tampered(self.size, f"recorded {shared.recorded}", f"{self.recorded} or later: no time goes back")
        if shared.anchor_size > shared.first or shared.first + shared.count - 1 > INTEGER_MAX:
            found = f"{shared.count} entries under an anchor of size {shared.anchor_size}"
            raise _tampered(self.size, found, f"an anchor of at most {shared.first}, and indices below 2**53")
        return shared

    def _append(self, group: Sequence[Row], shared: Sealed) -> list[CheckedRow]:
        """The rows of one append, which holds."""
        first, count = shared.first, shared.count
        author, header, key_id = group[0].state[AUTHOR], group[0].state[SHARED], shared.key_id
        hashes, checked = [], []
        for index, row in enumerate(group, first):
            at = self._place(row, index)
            state = row.state
            if state[AUTHOR] != author or state[SHARED] != header:
                raise _tampered(index, "the header of another append", f"that of the append from {first} on")
            entry_hash = self._hasher.at(at, key_id, state[PREV], state[BODY])
            hashes.append(entry_hash)
            checked.append(CheckedRow(row, entry_hash, leaf_at(at, state), shared))
        if len(group) != count:
            raise _tampered(first, f"{len(group)} entries of an append", f"the {count} it says it has")
        self._fold_keys(checked)
        self._check_signature(shared, hashes)
        self._chain(checked)
        self.size, self.recorded = first + count, shared.recorded
        return checked

    def _place(self, row: Row, index: int) -> bytes:
        """Stream, version and kind as leaf and hash begin with them, once they are what the body says."""
        columns: tuple[Any, ...] = row  # a database may keep anything in a column, whatever its type says
        found, stream, version, kind, state = columns
        if found != index:
            raise _misplaced(index, found)
        if not (isinstance(stream, str) and isinstance(version, int) and isinstance(kind, str)):
            raise _tampered(index, "columns that are no text or number", "stream, version and kind")
        if not (is_stream(stream) and 1 <= version <= INTEGER_MAX and kind.isascii()):
            raise _tampered(
                index, f"stream {stream!r}, version {version}, kind {kind!r}", "names and a number below 2**53"
            )
        at = place(stream, version, kind)
        if not isinstance(state, bytes) or len(at) + len(state) > LEAF_MAX:
            raise _tampered(index, "a state that is no bytes, or longer than a leaf", f"at most {LEAF_MAX} bytes")
        if not state.endswith(f',"stream":"{stream}","version":{version}}}'.encode()):
            raise _tampered(index, f"columns that say {stream} version {version}", "those that its body says")
        return at

    def _chain(self, checked: Sequence[CheckedRow]) -> None:
        """See that the entries follow in their streams, as far as somebody knows what came before."""
        heads = self.heads
        for row, entry_hash, _, _ in checked:
            last = heads.get(row.stream) or (_BEGINNING if row.version == 1 else None)
            if last and (row.version != last.version + 1 or row.state[PREV] != last.hash):
                found = f"version {row.version} of {row.stream} after {row.state[PREV].hex()}"
                raise _tampered(row.index, found, f"version {last.version + 1} after {last.hash.hex()}")
            heads[row.stream] = StreamHead(row.version, entry_hash)

    def _fold_keys(self, checked: Sequence[CheckedRow]) -> None:
        """Take in what the append says of keys, where the root key signed it: it may register the very key it is signed by."""
        for row, entry_hash, _, shared in checked:
            if row.kind in KEY_KINDS:
                try:
                    self.keys.fold(decode(row.index, row.kind, unpack(row.state), entry_hash), shared.first)
                except LedgerError as error:
                    raise _tampered(row.index, str(error), "what can be read of a key") from None

    def _check_signature(self, shared: Sealed, hashes: Sequence[bytes]) -> None:
        """See that a key that may sign here signed exactly these entries."""
        key_id, first, count = shared.key_id, shared.first, shared.count
        objection = self.keys.objection(key_id, first, count)
        key = self.keys.public(key_id)
        if objection or key is None:
            raise _tampered(first, f"an append by {key_id.hex()}: {objection}", "one by a key that may sign here")
        root, size = self._root_at(shared.anchor_size), shared.anchor_size
        text = append_text(self.origin, first, count, shared.recorded, size, root, append_root(hashes))
        if not OF_APPENDS.holds(key, shared.signature, text):
            said = f"{count} entries that the key {key.name} did not sign"
            raise _tampered(first, said, "entries as they were recorded: one of these was changed")


def _misplaced(expected: int, found: int) -> TamperedError:
    """Of indices that are not dense; also where the log begins before its first entry."""
    return _tampered(expected, f"none, the next row stands at {found}", "every index once")


def _tampered(index: int, found: str, expected: str) -> TamperedError:
    return TamperedError(
        f"TAMPERED: log index {index}: found {found}; expected {expected}. Nothing from there on is believed or signed: keep a copy, "
        "and run 'tombo verify'"
    )
