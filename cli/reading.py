"""The ledger as the command line reads it: entries, states and openings, never a write."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from ledger.catalogue import EVOLVE
from ledger.core.entry import Entry
from ledger.core.errors import NotFoundError
from ledger.games.poker.events import HandStarted, Settled, Voided
from ledger.store import Row, Store
from ledger.store.mapper import CanonicalMapper

STARTED: Final = str(HandStarted.model_fields["kind"].default)
OVER: Final = frozenset(str(kind.model_fields["kind"].default) for kind in (Settled, Voided))
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

    def closed_cards(self, stream: str) -> dict[int, int]:
        """The closed cards of a hand by slot, from the table of openings: not for everybody's eyes.

        None while the hand is in play: until it is over, no command shows a closed card to anybody.
        """
        if not any(row.kind in OVER for row in self.store.stream_rows(stream)):
            return {}
        return {row.slot: row.card for row in self.store.openings(stream)}

    def hands_of(self, player: str) -> Iterator[str]:
        """The streams of the hands ``player`` was dealt into, the newest first; as far back as somebody asks."""
        name = f'"player":"{player}"'.encode()
        for stop in range(self.store.head().size, 0, -CHUNK):
            rows = list(self.store.rows(max(stop - CHUNK, 0), stop))
            for row in reversed(rows):
                if row.kind == STARTED and name in row.state and _deals_in(self.entry(row), player):
                    yield row.stream


def _deals_in(entry: Entry, player: str) -> bool:
    return any(seated.player == player for seated in entry.event.seats)
