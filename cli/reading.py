"""The ledger as the command line reads it: entries, states and openings, never a write."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from ledger.catalogue import CLOSED_KINDS, EVENTS, EVOLVE, MOVES
from ledger.core.entry import Entry
from ledger.core.errors import NotFoundError, UsageError
from ledger.store import Row, Store
from ledger.store.mapper import CanonicalMapper
from projections.last_hand import TAKING_PART

OVER: Final = frozenset(kind for kind in EVENTS if kind.split(".")[1] in {"settled", "voided"})
"""The kinds that end a hand or a round."""
CLOSED_TYPES: Final = tuple(kind.partition(".")[0] for kind in CLOSED_KINDS)
"""The types of stream in which cards lie face down."""
CHUNK: Final = 4_096


class Reader:
    """An open store and the mapper that turns its rows into entries."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._mapper = CanonicalMapper(store.origin)

    def entry(self, row: Row) -> Entry:
        """The entry in a row."""
        return self._mapper.to_entry(row)

    def entries(self, stream: str, lte: int | None = None) -> list[Entry]:
        """The entries of ``stream`` in order, up to version ``lte`` if given; none where there is no such stream."""
        return [self._mapper.to_entry(row) for row in self.store.stream_rows(stream, lte=lte)]

    def follow(self, stream: str) -> Iterator[Entry]:
        """The entries of ``stream`` in order, a few thousand at a time in memory."""
        last = 0
        while rows := self.store.stream_rows(stream, gt=last, lte=last + CHUNK):
            yield from map(self._mapper.to_entry, rows)
            last += CHUNK

    def hand(self, name: str, lte: int | None = None) -> list[Entry]:
        """The entries of the hand ``name``, up to version ``lte`` if given.

        Raises:
            NotFoundError: there is no such hand.
        """
        found = self.entries(f"hand:{name}", lte)
        if not found:
            raise NotFoundError(
                f"there is no hand {name} in {self.store.origin}; 'tombo hand list' shows those there are"
            )
        return found

    def __call__(self, stream: str) -> Any:
        """The newest state of ``stream``, None where it has no entry."""
        evolve = EVOLVE[stream.partition(":")[0]]
        state = None
        for entry in self.entries(stream):
            state = evolve(state, entry.event)
        return state

    def version(self, stream: str) -> int:
        """The newest version of ``stream``, 0 where it has no entry."""
        last = self.store.last_row(stream)
        return 0 if last is None else last.version

    def streams(self, kind: str) -> list[str]:
        """The streams of a type, in order of name."""
        return self.store.streams(kind)

    def is_over(self, stream: str) -> bool:
        """Whether a hand or round has ended."""
        return any(row.kind in OVER for row in self.store.stream_rows(stream))

    def closed_cards(self, stream: str) -> dict[int, int]:
        """The closed cards of a hand or round by slot, from the table of openings: not for everybody's eyes.

        None while it is in play: until it is over, no command shows a closed card to anybody.
        """
        if not self.is_over(stream):
            return {}
        return {row.slot: row.card for row in self.store.openings(stream)}

    def round(self, name: str, lte: int | None = None) -> list[Entry]:
        """The entries of the round ``name``, up to version ``lte`` if given. The game need not be named where it is clear.

        Raises:
            NotFoundError: there is no such round.
            UsageError: two games have a round of this name.
        """
        streams = [name] if ":" in name else [f"{game}:{name}" for game in MOVES]
        found = [stream for stream in streams if stream.partition(":")[0] in MOVES and self.version(stream)]
        if not found:
            raise NotFoundError(
                f"there is no round {name} in {self.store.origin}; 'tombo round list' shows those there are"
            )
        if len(found) > 1:
            raise UsageError(f"{name} is a round of several games; expected one of {', '.join(found)}")
        return self.entries(found[0], lte)

    def backwards(self, player: str) -> Iterator[Entry]:
        """The entries that may say that ``player`` takes part in a hand or round, the newest first; as far as somebody asks.

        Only those whose bytes name him are decoded.
        """
        name = f'"player":"{player}"'.encode()
        for stop in range(self.store.head().size, 0, -CHUNK):
            rows = list(self.store.rows(max(stop - CHUNK, 0), stop))
            yield from (self.entry(row) for row in reversed(rows) if row.kind in TAKING_PART and name in row.state)
