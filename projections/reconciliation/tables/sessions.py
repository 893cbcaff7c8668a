"""Session tables: hands within their hours, players who registered, and an end (R806 r.2m, r.2s, r.6b).

The door asks the same rules before it writes. Whoever seals past the door has nobody to ask, so the night asks them again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from tombo.ledger.core.clock import DECIDING
from tombo.ledger.core.findings import Finding
from tombo.ledger.house.table.events import PlayerRegistered, PlayerSeated, SessionSet, TableClosed, TableHandStarted
from tombo.ledger.house.table.hours import SESSION_TIME
from tombo.ledger.house.table.r806 import (
    player_is_registered,
    round_is_complete,
    session_has_begun,
    session_is_over,
    session_still_takes_players,
)
from tombo.ledger.house.table.state import Table
from tombo.ledger.store import Row
from tombo.ledger.terms.citation import cited
from tombo.projections.line import AnyLine, Line, lines, reader
from tombo.projections.reconciliation.lawful import passed
from tombo.projections.reconciliation.model import Problem
from tombo.projections.reconciliation.said import people as said

Found = Iterator[Problem]
SET: Final = "table.session_set.v1"
BEHIND_OPENING: Final = 2
"""The version of a table's stream that says its hours."""
_READS: Final = {SET: reader(SET)}


class Sessions:
    """The session tables that are open. ``row``: that of a stream at a version; ``table``: one by its stream, as it stood before a log index."""

    def __init__(self, row: Callable[[str, int], Row | None], table: Callable[[str, int], Table | None]) -> None:
        self._row, self._table = row, table
        self._open: dict[str, tuple[int, int, int]] = {}
        """By stream of a table: when its hour starts and ends, and the log index that says so."""
        self.checks: Final[Mapping[str, Callable[[AnyLine], Found]]] = {
            SET: self._set,
            "table.closed.v1": self._closed,
            "table.hand_started.v1": self._hand,
            "table.player_seated.v1": self._seated,
            "table.registered.v1": self._registered,
        }

    def knows(self, table: str) -> None:
        """A table that was open at the beginning, by its stream."""
        row = self._row(table, BEHIND_OPENING)
        if row is not None and row.kind == SET:
            event: SessionSet = next(lines([(row.index, table, BEHIND_OPENING, row.kind, row.state)], _READS)).event
            self._open[table] = event.starts, event.ends, row.index

    def never_ended(self, by: int) -> Found:
        """The sessions that should have ended by then: a second hour is enough to complete any round."""
        for table, (_, ends, index) in sorted(self._open.items()):
            if ends + SESSION_TIME <= by:
                yield Problem("unfinished", said.SESSION_NEVER_ENDED(table=table, ends=ends), (index,))

    def _set(self, line: Line[SessionSet]) -> Found:
        """The hours of a session table stand with its opening, and hold from then on."""
        event, table = line.event, self._table(line.stream, line.index)
        if line.version != BEHIND_OPENING or table is None or table.mode != "session":
            yield Problem("people", said.SESSION_SET_ELSEWHERE(table=line.stream), (line.index,))
            return
        self._open[line.stream] = event.starts, event.ends, line.index
        if event.ends != event.starts + SESSION_TIME:
            told = said.SESSION_OF_ANOTHER_LENGTH(
                table=line.stream, starts=event.starts, ends=event.ends, due=SESSION_TIME
            )
            yield Problem("people", told, (line.index,))

    def _hand(self, line: Line[TableHandStarted]) -> Found:
        starts, ends, _ = self._open.get(line.stream, (0, line.recorded + 1, 0))
        if passed(line) < starts or _heard(line) >= ends:
            yield from self._asked(
                line, lambda table: (session_has_begun(table, passed(line)), round_is_complete(table, _heard(line)))
            )

    def _seated(self, line: Line[PlayerSeated]) -> Found:
        if line.stream in self._open:
            yield from self._asked(
                line,
                lambda table: (
                    player_is_registered(table, line.event.player),
                    session_still_takes_players(table, _heard(line)),
                ),
            )

    def _registered(self, line: Line[PlayerRegistered]) -> Found:
        """One registers at a session table that has hours and is not closed, and once (r.6b)."""
        if line.stream in self._open:
            yield from self._asked(line, lambda table: (session_still_takes_players(table, _heard(line)),))
        table = self._table(line.stream, line.index)
        hours = None if table is None or table.closed else table.hours
        if hours is None or line.event.player in hours.registered:
            told = said.REGISTERS_NOWHERE if hours is None else said.REGISTERS_AGAIN
            yield Problem("people", told(player=line.event.player, table=line.stream), (line.index,))

    def _closed(self, line: Line[TableClosed]) -> Found:
        if self._open.pop(line.stream, None) is not None:
            yield from self._asked(line, lambda table: (session_is_over(table, passed(line)),))

    def _asked(self, line: AnyLine, rules: Callable[[Table], tuple[Finding | None, ...]]) -> Found:
        """What the rules object to, asked of the table as it was before ``line``."""
        table = self._table(line.stream, line.index)
        for one in () if table is None else rules(table):
            if one is not None and table is not None:
                found = cited(one, table.terms.variant)
                told = said.AGAINST_RULE_OF_SESSION(
                    kind=line.kind, table=line.stream, rule=found.rule, found=found.told
                )
                yield Problem("people", told, (line.index,))


def _heard(line: AnyLine) -> int:
    """What counts as now where something comes too late: what is claimed, else the ledger's clock as the door decided."""
    return line.recorded - DECIDING if line.occurred is None else line.occurred
