"""What the doors know between commits: the newest state of each stream, advanced only after a commit.

``Known`` is bounded and may be thrown away at any time. ``BatchView`` lies over it while a batch is decided, so that
commands of one stream are decided in order, each on the state the earlier ones leave (architecture, decision 12).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from ledger.catalogue import EVOLVE
from ledger.core.command import Opening, Place
from ledger.core.errors import NotFoundError, TamperedError
from ledger.seal.entry import ZERO32
from ledger.store import Store
from ledger.store.mapper import CanonicalMapper


class StreamState(NamedTuple):
    """A stream at its newest known version: 0, ZERO32 and None where it has no entry yet."""

    version: int
    hash: bytes
    state: Any


UNKNOWN: Final = StreamState(0, ZERO32, None)

MOVED_MAX: Final = 2_048
"""Other writers' entries that are looked at one by one; after more, everything is forgotten."""


class NeedsCommitError(Exception):
    """A decision asks for the place of an entry that is not committed yet; the batch is cut before it."""


def type_of(stream: str) -> str:
    """The type of a stream: ``hand`` of ``hand:mesa-1/42``."""
    return stream.partition(":")[0]


class Known:
    """Newest states by stream, read from the store when missing, the least recently used thrown away.

    Of hands and rounds that are over only the newest are kept: whoever shows his cards late, and the next round of a table,
    look back at those. So memory follows what is in play, not what was played.
    """

    def __init__(self, store: Store, mapper: CanonicalMapper, size_max: int = 20_000, over_max: int = 1_000) -> None:
        self._store = store
        self._mapper = mapper
        self._size_max = size_max
        self._over_max = over_max
        self._over: OrderedDict[str, None] = OrderedDict()
        """The hands and rounds known that are over, the oldest first."""
        self._states: OrderedDict[str, StreamState] = OrderedDict()
        self._openings: dict[str, dict[int, Opening]] = {}
        self.size = store.head().size
        """Nothing below this log index is newer than what is known here."""

    def get(self, stream: str) -> StreamState:
        """The newest known state of ``stream``."""
        known = self._states.get(stream)
        if known is None:
            known = self.load(stream)
            self.put(stream, known)
        else:
            self._states.move_to_end(stream)
        return known

    def __contains__(self, stream: str) -> bool:
        return stream in self._states

    def load(self, stream: str, lte: int | None = None) -> StreamState:
        """``stream`` folded from its stored entries, up to version ``lte`` if given."""
        evolve = EVOLVE[type_of(stream)]
        version, entry_hash, state = UNKNOWN
        for row in self._store.stream_rows(stream, lte=lte):
            entry = self._mapper.to_entry(row)
            version, entry_hash, state = entry.version, entry.hash, evolve(state, entry.event)
        return StreamState(version, entry_hash, state)

    def put(self, stream: str, known: StreamState) -> None:
        """Remember ``known``; only what is committed."""
        states = self._states
        states[stream] = known
        states.move_to_end(stream)
        if len(states) > self._size_max:
            self.drop([next(iter(states))])
        if getattr(known.state, "outcome", "open") != "open":
            self._over[stream] = None
            self._over.move_to_end(stream)
            if len(self._over) > self._over_max:
                self.drop([next(iter(self._over))])

    def drop(self, streams: Iterable[str]) -> None:
        """Forget ``streams``: somebody else may have moved them on."""
        for stream in streams:
            self._states.pop(stream, None)
            self._openings.pop(stream, None)
            self._over.pop(stream, None)

    def clear(self) -> None:
        """Forget everything."""
        self._states.clear()
        self._openings.clear()
        self._over.clear()

    def catch_up(self, size: int) -> set[str] | None:
        """Forget what other writers added up to ``size``: the streams it touched, new ones also as ``type:``.

        None where that is too much to tell.

        Raises:
            TamperedError: the log is shorter than it was.
        """
        if size < self.size:
            raise TamperedError(
                f"the store holds {size} entries and held {self.size}: entries were lost or cut off, and their indices must "
                "not be used again; nothing was recorded; run 'tombo verify' and restore them"
            )
        start, self.size = self.size, size
        if size - start > MOVED_MAX:
            self.clear()
            return None
        moved = set()
        for row in self._store.rows(start, size):
            moved.add(row.stream)
            if row.version == 1:
                moved.add(f"{type_of(row.stream)}:")
        self.drop(moved)
        return moved

    def is_stale(self, stream: str) -> bool:
        """Whether the store has a newer version of ``stream`` than is known here."""
        known = self._states.get(stream)
        if known is None:
            return False
        row = self._store.last_row(stream)
        return (row.version if row else 0) != known.version

    def openings(self, stream: str) -> dict[int, Opening]:
        """The openings kept for ``stream``, by slot."""
        found = self._openings.get(stream)
        if found is None:
            found = {row.slot: Opening(row.slot, row.card, row.salt) for row in self._store.openings(stream)}
            self._openings[stream] = found
        return found

    def add_openings(self, stream: str, openings: Sequence[Opening]) -> None:
        """Remember openings just committed."""
        self._openings.setdefault(stream, {}).update((opening.slot, opening) for opening in openings)

    def place(self, stream: str, version: int) -> Place:
        """Where an entry stands in the log.

        Raises:
            NotFoundError: there is no such entry.
        """
        rows = self._store.stream_rows(stream, gt=version - 1, lte=version)
        if not rows:
            raise NotFoundError(f"{stream} has no version {version}")
        entry = self._mapper.to_entry(rows[0])
        return Place(entry.index, entry.hash)


class BatchView:
    """The ``View`` of deciders: ``Known``, over it what a commit under way adds (``below``), and on top what the batch adds."""

    def __init__(
        self,
        known: Known,
        entropy: Callable[[int], bytes],
        streams: Callable[[str], list[str]],
        below: BatchView | None = None,
    ) -> None:
        self._known = known
        self.below = below
        self._entropy = entropy
        self._streams = streams
        self.ahead: dict[str, StreamState] = {}
        self.openings_ahead: dict[str, dict[int, Opening]] = {}
        self.looked_at: set[str] = set()
        """What the decision at hand rests on: streams, and as ``type:`` the list of all of a type."""

    def at(self, stream: str) -> StreamState:
        """State and head of ``stream``, the batch's own included."""
        found = self.ahead.get(stream)
        if found is None and self.below is not None:
            found = self.below.ahead.get(stream)
        return found if found is not None else self._known.get(stream)

    def is_ahead(self, stream: str) -> bool:
        """Whether more is decided about ``stream`` than is known to be durable."""
        return stream in self.ahead or (self.below is not None and stream in self.below.ahead)

    def __call__(self, stream: str) -> Any:
        """The state of ``stream``, the batch's own included."""
        self.looked_at.add(stream)
        return self.at(stream).state

    def version(self, stream: str) -> int:
        """The newest version of ``stream``."""
        self.looked_at.add(stream)
        return self.at(stream).version

    def place(self, stream: str, version: int) -> Place:
        """Where an entry stands in the log.

        Raises:
            NeedsCommitError: it is of this batch, or of one under way, and has no place yet.
        """
        if self.is_ahead(stream) and version > self._known.get(stream).version:
            raise NeedsCommitError
        return self._known.place(stream, version)

    def openings(self, stream: str) -> Mapping[int, Opening]:
        """The openings kept for ``stream``, by slot."""
        ahead = self.openings_ahead.get(stream)
        if ahead is None and self.below is not None:
            ahead = self.below.openings_ahead.get(stream)
        return ahead if ahead is not None else self._known.openings(stream)

    def salts(self, count: int) -> Sequence[bytes]:
        """Fresh random salts of 32 bytes."""
        drawn = self._entropy(32 * count)
        return [drawn[32 * i : 32 * i + 32] for i in range(count)]

    def streams(self, kind: str) -> Sequence[str]:
        """The streams of a type, in order of name, the batch's own included."""
        self.looked_at.add(f"{kind}:")
        ahead = [*self.ahead, *(self.below.ahead if self.below is not None else ())]
        return sorted({*self._streams(kind), *(stream for stream in ahead if type_of(stream) == kind)})
