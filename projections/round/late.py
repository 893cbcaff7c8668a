"""What is shown behind the end of a hand, held against what was dealt and shown in it.

Of each table that is open the last hand that is over is remembered; whoever shows cards of another one has it read again.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from tombo.ledger.core.errors import TamperedError
from tombo.ledger.core.ids import table_of
from tombo.ledger.core.said import Told
from tombo.ledger.games.game import TableGame
from tombo.ledger.house.rules import OUT_OF_PLACE
from tombo.ledger.kinds import misplaced
from tombo.projections.round.stored import Ask, Row, event_of

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
        self._last: dict[str, tuple[str, Any]] = {}
        """By table the stream that ended last, and what is kept of it."""
        self._brief: set[str] = set()
        """The tables of which that was told in short: nobody can hold what is shown against it."""
        self._again: dict[tuple[str, bool], tuple[int, Any]] = {}
        """By stream, and whether it was clear: before which version it was read again, and what is kept of it there; None where it cannot be followed."""

    def over(self, game: TableGame, stream: str, kept: Any, *, brief: bool = False) -> None:
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
            kept = self._read_again(game, stream, version, clear=True)
        if kept is None or kept.outcome == "open":
            return None
        told = late(stream, kept, event, index)
        if told is not None:
            return Wrong(kept.outcome, told)
        if last == stream:
            self._last[table] = stream, game.keep(kept, event)
            self._brief.discard(table)
        return None

    def _read_again(self, game: TableGame, stream: str, version: int, *, clear: bool = False) -> Any:
        """What is kept of ``stream`` before its ``version``; None where an entry is not there or cannot follow, which is told of that one.

        ``clear``: it was followed to its end, behind which nothing is kept but what may be shown there. What was read of it
        before is not read once more: else who shows cards ten thousand times behind one hand would stop a night.
        """
        if len(self._again) >= AGAIN_MAX:
            self._again.clear()
        place = stream, clear
        since, kept = self._again.get(place, (1, None))
        if since > version:
            since, kept = 1, None
        if since > 1 and kept is None:
            return None
        self._again[place] = version, None
        for at in range(since, version):
            row, over = self._ask(stream, at), kept is not None and kept.outcome != "open"
            if row is None or misplaced(*row[1:4]) is not None:
                if row is not None and clear and over:
                    continue
                return None
            event = event_of(stream.partition(":")[0], row[4], f"log index {row[0]}: {stream} version {at}")
            late = game.late.get(type(event)) if over else None
            if clear and over and late is None:
                continue
            if late is not None and late(stream, kept, event, row[0]) is not None:
                continue
            try:
                kept = game.keep(kept, event)
            except (TamperedError, *OUT_OF_PLACE):
                return None
        self._again[place] = version, kept
        return kept
