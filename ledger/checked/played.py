"""What is in play, by the newest checked entries of each table and of what was begun there: its cost is by table, not by hand."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Final, NamedTuple, Protocol

from tombo.ledger.checked.tail import StreamHead
from tombo.ledger.core.entry import Entry
from tombo.ledger.core.ids import is_at_home
from tombo.ledger.kinds import IN_PLAY, OVER_KINDS, PLAYED
from tombo.ledger.store import Row

TAILS: Final = tuple(4 * 8**step for step in range(18))
"""So many of its newest entries are read of a stream in which something is looked for from the end, until it is found: never much more than lies behind it."""


class Streams(Protocol):
    """The store, as it is asked here."""

    def streams(self, kind: str) -> list[str]:
        """The streams of a type."""
        ...

    def stream_rows(self, stream: str, gt: int = 0, lte: int | None = None) -> list[Row]:
        """The rows of a stream, in order."""
        ...

    def head_of(self, stream: str) -> StreamHead | None:
        """The newest known entry of a stream."""
        ...

    def entry(self, row: Row) -> Entry:
        """The entry in a row."""
        ...


class PassedOver(NamedTuple):
    """A hand or round that is not over, and the entry of its table that says otherwise: its end, or the beginning of the next."""

    table: str
    played: str
    at: int


class _Begun(NamedTuple):
    """What was begun at a table, and the log index where the table says so."""

    played: str
    at: int


def in_play(store: Streams, kind: str, tables: Iterable[str] | None = None) -> dict[str, str]:
    """The hands or rounds in play, by table, at those of a type, ``table`` or ``banked``, in order of name; or at ``tables``, streams of that type.

    Of each table only its newest entries are read, back to the one that began what was played there last. That is in play until an
    entry ends it there and one of its own stream does: of the two a door records neither alone.
    """
    found = ((table, *_newest(store, table, kind, 1)) for table in (store.streams(kind) if tables is None else tables))
    return {
        table: begun[0].played
        for table, newest, begun in found
        if begun and (newest == begun[0].at or goes_on(store, begun[0].played))
    }


def passed_over(store: Streams, kind: str) -> list[PassedOver]:
    """What is not over of the last two hands or rounds that were begun at each table of a type, although the table went on.

    So many and no more are asked at each: what a table passed over further back is a matter of the night, which names what is unfinished.
    """
    found = list[PassedOver]()
    for table in store.streams(kind):
        newest, begun = _newest(store, table, kind, 2)
        after = [newest, *(one.at for one in begun)]
        found += (
            PassedOver(table, one.played, at)
            for one, at in zip(begun, after, strict=False)
            if at != one.at and goes_on(store, one.played)
        )
    return found


def last_played(store: Streams, kind: str) -> set[str]:
    """The last two hands or rounds that were begun at each table of a type: those that ``in_play`` and ``passed_over`` look at."""
    return {one.played for table in store.streams(kind) for one in _newest(store, table, kind, 2)[1]}


def _newest(store: Streams, table: str, kind: str, most: int) -> tuple[int, Sequence[_Begun]]:
    """The log index at which ``table`` began or ended something last; and what it began last, the newest first, ``most`` at most.

    Both of one look: what another process adds in between is in both, or in neither.
    """
    begins = IN_PLAY[kind][0]
    rows = _back(store, table, IN_PLAY[kind], lambda row: row.kind == begins, most)
    begun = [_Begun(getattr(store.entry(row).event, PLAYED[kind]), row.index) for row in rows if row.kind == begins]
    return rows[0].index if rows else -1, begun[:most]


def goes_on(store: Streams, played: str) -> bool:
    """Of a hand or round that was begun, by its stream: whether no entry of it ends it."""
    return not _back(store, played, [kind for kind in OVER_KINDS if is_at_home(played, kind)], lambda _: True, 1)


def _back(
    store: Streams, stream: str, kinds: Collection[str], counts: Callable[[Row], bool], most: int
) -> Sequence[Row]:
    """The newest entries of ``stream`` that are of one of ``kinds``, the newest first, until ``most`` of them count."""
    known = store.head_of(stream)
    version = known.version if known is not None else 0
    found = list[Row]()
    for length in TAILS:
        rows = store.stream_rows(stream, gt=max(version - length, 0))
        found = [row for row in reversed(rows) if row.kind in kinds]
        if length >= version or sum(map(counts, found)) >= most:
            break
    return found
