"""Every hand and round that is over: where, when it began and ended, and whether it was void."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from tombo.ledger.core.ids import table_of
from tombo.ledger.games.every import TABLE_GAMES
from tombo.ledger.kinds import OF_GAMES, OVER_KINDS
from tombo.ledger.store import ViewTable
from tombo.projections.behind import Fetch
from tombo.projections.follow import Projection, Row
from tombo.projections.line import Line, Nothing, Wanted

PLAYED: Final = ViewTable(
    "played",
    (
        ("log_index", "bigint"),
        ("stream", "text"),
        ("game", "text"),
        ("table_name", "text"),
        ("number", "text"),
        ("outcome", "text"),
        ("began", "bigint"),
        ("began_index", "bigint"),
        ("entries", "bigint"),
    ),
    ("log_index",),
)
"""A row when a hand or round is over; ``entries``: how many it has then."""
_BEGINS: Final = frozenset(kinds.begin_kind for kinds in OF_GAMES if kinds.stream in TABLE_GAMES)


class PlayedOut(Projection):
    """What is in play, and what was. An end of what is not in play makes no row: no door writes a second one."""

    name = "played"
    version = 1
    tables = (PLAYED,)
    reads: ClassVar[Mapping[str, Wanted]] = dict.fromkeys((*_BEGINS, *OVER_KINDS), (Nothing,))

    def begin(self, state: str, fetch: Fetch) -> None:  # noqa: ARG002  # it needs none of its rows to go on
        """Go on: see ``Projection.begin``."""
        self._in_play: dict[str, tuple[int, int]] = json.loads(state) if state else {}
        """By stream: when it began, and in which entry."""
        self._rows: list[Row] = []

    def step(self, line: Line[Nothing]) -> None:
        """The next line of the log."""
        stream = line.stream
        if line.kind in _BEGINS:
            self._in_play[stream] = line.instant, line.index
            return
        found = self._in_play.pop(stream, None)
        if found is None:
            return
        game, outcome = stream.partition(":")[0], line.kind.split(".")[1]
        number = stream.rpartition("/")[2]
        self._rows.append((line.index, stream, game, table_of(stream), number, outcome, *found, line.version))

    def take(self) -> Mapping[ViewTable, Sequence[Row]]:
        """The rows since the last call."""
        rows, self._rows = self._rows, []
        return {PLAYED: rows}

    def state(self) -> str:
        """What is in play."""
        return json.dumps(self._in_play)
