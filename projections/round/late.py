"""What is shown behind the end of a hand, held against what was dealt and shown in it.

Of each table that is open the last hand that is over is remembered; whoever shows cards of another one has it read again.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from tombo.ledger.core.entry import EventBase
from tombo.ledger.core.errors import TamperedError
from tombo.ledger.core.ids import table_of
from tombo.ledger.core.said import Told
from tombo.ledger.games.again import ENDS, word
from tombo.ledger.games.game import TableGame
from tombo.ledger.house.rules import OUT_OF_PLACE
from tombo.ledger.kinds import EVENTS, misplaced
from tombo.projections.round.stored import Ask, Row, event_of

Kept = Any
"""What is kept of a hand, by its game; None where it cannot be followed."""
AGAIN_MAX: Final = 1_024
"""Hands of which is remembered how far they were read again, some megabytes. Then all of them are forgotten."""


class Wrong(NamedTuple):
    """What is said of an entry behind the end of a hand that had this ``outcome``."""

    outcome: str
    said: Told


class ShownLate:
    """``ask``: for the rows of a hand that is no table's last."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask
        self._last: dict[str, tuple[str, Kept]] = {}
        """By table the stream that ended last, and what is kept of it."""
        self._brief: set[str] = set()
        """The tables of which that was told in short: nobody can hold what is shown against it."""
        self._again: dict[tuple[str, bool], tuple[int, Kept]] = {}
        """By stream, and whether it was clear: before which version it was read again, and what is kept of it there; None where it cannot be followed."""

    def over(self, game: TableGame, stream: str, kept: Kept, *, brief: bool = False) -> None:
        """``stream`` is over; ``brief``: what is kept of it was told in short."""
        if game.late:
            table = table_of(stream)
            self._last[table] = stream, kept
            (self._brief.add if brief else self._brief.discard)(table)

    def forget(self, table: str) -> None:
        """``table``, by its local id, is closed: whoever shows cards of its last hand has that read again, too."""
        self._last.pop(table, None)
        self._brief.discard(table)

    def last(self, table: str) -> tuple[str, object] | None:
        """The hand that was over last at ``table``, by its local id: its stream, and what is kept of it."""
        return self._last.get(table)

    def wrong(self, game: TableGame, row: Row, event: Any) -> Wrong | None:
        """Why an entry that may stand behind the end of its hand may not all the same; None where it may, or the hand is in play."""
        late = game.late.get(type(event))
        if late is None:
            return None
        index, stream, version, _, _ = row
        table = table_of(stream)
        last, kept = self._last.get(table, ("", None))
        if last != stream:
            kept = self._read_again(game, stream, version)
        elif table in self._brief:
            kept = self._whole(game, stream, version, kept)
        if kept is None or kept.outcome == "open":
            return None
        told = late(stream, kept, event, index)
        if told is not None:
            return Wrong(kept.outcome, told)
        if last == stream:
            self._last[table] = stream, game.keep(kept, event)
            self._brief.discard(table)
        return None

    def _read_again(self, game: TableGame, stream: str, version: int) -> Kept:
        """What is kept of ``stream`` before its ``version``; None where an entry is not there or cannot follow, which is told of that one.

        What was read of it before is not read once more: else who shows cards ten thousand times behind one hand would stop a night.
        """
        since, kept = self._since(place := (stream, False), version)
        if since > 1 and kept is None:
            return None
        for at in range(since, version):
            row = self._ask(stream, at)
            if row is None or misplaced(*row[1:4]) is not None:
                return None
            event = _event(row)
            late = game.late.get(type(event)) if kept is not None and kept.outcome != "open" else None
            if late is not None and late(stream, kept, event, row[0]) is not None:
                continue
            try:
                kept = game.keep(kept, event)
            except (TamperedError, *OUT_OF_PLACE):
                return None
        self._again[place] = version, kept
        return kept

    def _whole(self, game: TableGame, stream: str, version: int, told: Kept) -> Kept:
        """The same of one that was followed to its end elsewhere, and ``told`` in short.

        Before its end only what that leaves out is read; behind it nothing is kept but what may be shown there.
        """
        since, kept = self._since(place := (stream, True), version)
        if game.brief is None or (since > 1 and kept is None):
            return None
        lacking = list[EventBase]()
        for at in range(since, version):
            row = self._ask(stream, at)
            strange = row is None or misplaced(*row[1:4]) is not None
            if row is None or (strange and kept is None):
                return None
            sort = EVENTS[row[3]]
            if kept is None and word(row[3]) in ENDS:
                kept = game.brief.whole(told, lacking)
            elif kept is None and sort in game.brief.lacks:
                lacking.append(_event(row))
            elif kept is not None and sort in game.late and not strange:
                event = _event(row)
                kept = kept if game.late[sort](stream, kept, event, row[0]) is not None else game.keep(kept, event)
        self._again[place] = version, kept
        return kept

    def _since(self, place: tuple[str, bool], version: int) -> tuple[int, Kept]:
        """From which version on a stream is to be read, up to another, and what was kept of it there; it is being read from then on."""
        if len(self._again) >= AGAIN_MAX:
            self._again.clear()
        since, kept = self._again.get(place, (1, None))
        self._again[place] = version, None
        return (1, None) if since > version else (since, kept)


def _event(row: Row) -> EventBase:
    index, stream, version, _, state = row
    event: EventBase = event_of(stream.partition(":")[0], state, f"log index {index}: {stream} version {version}")
    return event
