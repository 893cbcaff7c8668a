"""Appends that were checked, or sealed by this very process: remembered for a while, so that none is checked twice in a row."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

from tombo.ledger.checked.alarm import NO_ENTRY, Line
from tombo.ledger.checked.tail import Keys, RootAt, Tail
from tombo.ledger.core.entry import Entry
from tombo.ledger.core.errors import TamperedError
from tombo.ledger.seal.entry import AUTHOR, BODY, FIRST, NAMED, SHARED, EntryHasher, framed, topic
from tombo.ledger.store.types import Row

HASHES_KEPT: Final = 65_536
_AUTHOR_SIZE: Final = AUTHOR.stop
_SHARED_AT: Final = SHARED.start


class _Folded(Keys):
    """The keys of a log whose ``key.*`` entries were folded already: an append is looked at again, not its keys."""

    def __init__(self, keys: Keys) -> None:
        self._registry = keys._registry  # noqa: SLF001 - the same keys

    def fold(self, entry: Entry, first: int) -> None:
        """Nothing: it is known."""


class Appends:
    """Whole appends by their first log index, each held against the signature of the key that sealed it."""

    def __init__(self, origin: str, keys: Keys, root_at: RootAt) -> None:
        self._origin = origin
        self._keys = _Folded(keys)
        self._root_at = root_at
        self._begins = EntryHasher(origin).begins
        self._known: OrderedDict[int, tuple[bytes, Sequence[bytes]]] = OrderedDict()
        """By first log index: the header that was signed, and the hash of every entry."""
        self._kept = 0

    def holds(self, row: Line) -> bool:
        """Whether ``row`` is part of an append that is remembered."""
        return self.held((row,), 0) == 1

    def held(self, rows: Sequence[Line], at: int) -> int:
        """How many of ``rows``, which follow one another in the log, are part of one append that is remembered, from position ``at`` on."""
        count, sha256, join, begins = 0, hashlib.sha256, b"".join, self._begins
        try:
            first = int.from_bytes(rows[at][4][FIRST], "big")
            header, hashes = self._known.get(first, (b"", ()))
            offset = rows[at][0] - first
            if not 0 <= offset < len(hashes):
                return 0
            author, shared = header[:_AUTHOR_SIZE], header[_AUTHOR_SIZE:]
            # Each is hashed as by ``EntryHasher``, with no call for one: rows are looked at by the million.
            left = hashes[offset:]
            for known, (_, stream, version, kind, state) in zip(left, rows[at : at + len(left)], strict=False):
                said = begins, framed(stream), version.to_bytes(8, "big"), topic(kind), state[NAMED], state[BODY]
                if not (
                    known == sha256(join(said)).digest()
                    and state.startswith(author)
                    and state.startswith(shared, _SHARED_AT)
                ):
                    break
                count += 1
        except NO_ENTRY:
            pass
        return count

    def remember(self, first: int, state: bytes, hashes: Sequence[bytes]) -> None:
        """An append from the log index ``first`` on, one of whose rows is ``state``: every entry's hash."""
        replaced = self._known.pop(first, None)
        self._known[first] = header_of(state), hashes
        self._kept += len(hashes) - (len(replaced[1]) if replaced else 0)
        while self._kept > HASHES_KEPT and len(self._known) > 1:
            self._kept -= len(self._known.popitem(last=False)[1][1])

    def check(self, rows: Sequence[Row]) -> None:
        """That ``rows`` are a whole append that its key signed; it is remembered.

        Raises:
            TamperedError: they are not.
        """
        if not rows:
            raise TamperedError("TAMPERED: the entries of an append are not there; run 'tombo verify'")
        first = rows[0].index
        checked = list(Tail(self._origin, self._keys, self._root_at, size=first).check(rows))
        self.remember(first, checked[0].row.state, [one.hash for one in checked])


def header_of(state: bytes) -> bytes:
    """What all states of an append have in common: everything before the body but ``prev``."""
    return state[AUTHOR] + state[SHARED]
