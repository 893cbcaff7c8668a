"""The newest entries of the log as the bytes that are sent of them: encoded once, kept within a bound, read by all who follow."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections import deque
from collections.abc import Iterable, Iterator
from operator import attrgetter
from typing import Final, NamedTuple

from tombo.ledger.checked import CheckedStore
from tombo.ledger.core.entry import Entry
from tombo.ledger.kinds import misplaced
from tombo.ledger.store import Row
from tombo.projections.follow import entry_json

PAGE_BYTES: Final = 64 * 1024
"""A page is ended by the entry with which it has as many bytes."""
ENTRIES: Final = 128
"""How many entries are read from the store at once."""


class RingPage(NamedTuple):
    """Entries that follow one another in the log, as one piece of bytes.

    ``first``: the log index of the first. ``ends``: where in ``data`` each of them ends.
    """

    first: int
    ends: tuple[int, ...]
    data: bytes

    @property
    def stop(self) -> int:
        """The log index behind the last entry."""
        return self.first + len(self.ends)

    def since(self, index: int) -> bytes:
        """The bytes from the entry at log index ``index`` on, which is in the page; the very ``data`` where that is its first."""
        return self.data if index == self.first else self.data[self.ends[index - self.first - 1] :]


def pages(frames: Iterable[bytes], first: int, most: int = PAGE_BYTES) -> Iterator[RingPage]:
    """``frames``, one an entry from log index ``first`` on, as pages of little more than ``most`` bytes."""
    held: list[bytes] = []
    ends: list[int] = []
    for frame in frames:
        held.append(frame)
        ends.append(len(frame) + (ends[-1] if ends else 0))
        if ends[-1] >= most:
            yield RingPage(first, tuple(ends), b"".join(held))
            first += len(ends)
            held, ends = [], []
    if ends:
        yield RingPage(first, tuple(ends), b"".join(held))


class Ring:
    """The pages from log index ``start`` to before ``stop``, without a gap: at most ``most`` bytes of them, the oldest go first.

    One page stays, however large. Of one thread: the event loop's.
    """

    def __init__(self, start: int, most: int) -> None:
        self.start = start
        self.stop = start
        self._most: Final = most
        self._pages: deque[RingPage] = deque()
        self._bytes = 0

    def put(self, page: RingPage) -> None:
        """Add the page that begins at ``stop``.

        Raises:
            ValueError: it begins elsewhere, which would be a gap, or an entry twice.
        """
        if page.first != self.stop:
            raise ValueError(f"a page from log index {page.first} on; expected one from {self.stop} on")
        self._pages.append(page)
        self._bytes += len(page.data)
        self.stop = page.stop
        while self._bytes > self._most and len(self._pages) > 1:
            self._bytes -= len(self._pages.popleft().data)
        self.start = self._pages[0].first

    def page(self, index: int) -> RingPage | None:
        """The page that has the entry at log index ``index``; None where it is older or not there yet."""
        if not self.start <= index < self.stop:
            return None
        return self._pages[bisect_right(self._pages, index, key=attrgetter("first")) - 1]


def frame(entry: Entry) -> bytes:
    """An entry as an event: its log index, and what views give of it, with its stream.

    ``out_of_place``: why no door of ours wrote it where it stands, which only who has an event key can have done; else null. Such an entry
    is in no sum of ours. Closed cards and people's words are as the entry has them: commitments and ciphertext.
    """
    why = misplaced(entry.stream, entry.version, entry.kind, entry.event)
    document = {"stream": entry.stream, **entry_json(entry), "out_of_place": why}
    said = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    return f"id: {entry.index}\ndata: {said}\n\n".encode()


class EncodedLog:
    """The log as events, read through a store that hands out nothing it has not checked. Waits for the store: never in the event loop."""

    def __init__(self, store: CheckedStore) -> None:
        self._store = store

    def size(self) -> int:
        """How many entries the log has."""
        return self._store.head().size

    def read(self, start: int, stop: int) -> list[RingPage]:
        """The entries from log index ``start`` on, before ``stop``, as many as are read at once.

        Raises:
            LedgerError: the store is not what was sealed, or out of reach.
        """
        rows = self._store.rows_of(None, start, min(stop, start + ENTRIES))
        return list(pages((self.encoded(self._store.entry(Row(*row))) for row in rows), start))

    def encoded(self, entry: Entry) -> bytes:
        """``entry`` as an event."""
        return frame(entry)
