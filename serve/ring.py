"""The newest entries of the log as the bytes that are sent of them: encoded once, kept within a bound, read by all who follow."""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Iterable, Iterator
from operator import attrgetter
from typing import Final, NamedTuple

PAGE_BYTES: Final = 64 * 1024
"""A page is ended by the entry with which it has as many bytes."""


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
