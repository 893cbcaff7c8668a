"""Rests at tables in euro: as long as the rules of the table say, and no seat is vacated before one is over (R806 r.68)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from tombo.ledger.core.clock import DECIDING, SECOND
from tombo.ledger.house.table.events import RestEnded, Returned, SatOut, SatOutV2, TableEvent
from tombo.ledger.store import Row
from tombo.ledger.terms.citation import rules_of
from tombo.ledger.terms.poker import Terms
from tombo.projections.line import AnyLine, Line, lines, reader
from tombo.projections.reconciliation.model import Problem
from tombo.projections.reconciliation.said import people as said
from tombo.projections.round.rules_held import RulesHeld

Found = Iterator[Problem]
_OF_SEATS: Final = frozenset(
    {
        "table.hand_started.v1",
        "table.player_left.v1",
        "table.player_seated.v1",
        "table.returned.v1",
        "table.sat_out.v1",
        "table.sat_out.v2",
    }
)
_READS: Final = {kind: reader(kind) for kind in _OF_SEATS}


class Rests:
    """``row``: that of a stream at a version; ``rules``: what tables opened under; ``in_euro``: whether a table is.

    ``heard``: whether a seat of a table rests before the entry at hand; None where nobody heard, and it is read.
    """

    def __init__(
        self,
        row: Callable[[str, int], Row | None],
        rules: RulesHeld,
        in_euro: Callable[[str], bool],
        heard: Callable[[str, int], bool | None],
    ) -> None:
        self._row, self._rules, self._in_euro, self._heard = row, rules, in_euro, heard
        self.checks: Final[Mapping[str, Callable[[AnyLine], Found]]] = {
            "table.rest_ended.v1": self._ended,
            "table.returned.v1": self._returns,
            "table.sat_out.v1": self._begins_without_end,
            "table.sat_out.v2": self._begins,
        }

    def _given(self, table: str) -> tuple[Terms, int] | None:
        """The terms of a table in euro whose rules say how long one rests, and how long that is; None of another."""
        rules = self._rules.of_table(table)
        if rules is None or not isinstance(rules.terms, Terms) or rules.terms.rest_seconds is None:
            return None
        return rules.terms, rules.terms.rest_seconds * SECOND

    def _begins_without_end(self, line: Line[SatOut]) -> Found:
        yield from self._once(line)
        given = self._given(line.stream)
        if given is not None:
            rule = rules_of(given[0].variant, 68)
            told = said.REST_WITHOUT_END(seat=line.event.seat, table=line.stream, most=given[1], rule=rule)
            yield Problem("people", told, (line.index,))

    def _begins(self, line: Line[SatOutV2]) -> Found:
        """A rest lasts from when it was recorded, or goes on with the one before which no hand came after."""
        yield from self._once(line)
        given, event, before = self._given(line.stream), line.event, self._rest_before(line, line.event.seat)
        begins = max(line.recorded, line.occurred or 0)
        due = 0 if given is None else given[1]
        if before is not None and before.until != event.until:
            told = said.RESTS_ANEW(seat=event.seat, table=line.stream, until=event.until, before=before.until)
            yield Problem("people", told, (line.index,))
        elif before is None and not (given and begins - DECIDING + due <= event.until <= begins + due):
            told = said.REST_OF_ANOTHER_LENGTH(
                seat=event.seat, table=line.stream, until=event.until, begins=begins, due=due
            )
            yield Problem("people", told, (line.index,))

    def _once(self, line: Line[SatOut] | Line[SatOutV2]) -> Found:
        """Who rests already does not begin to: the longer of two rests would count."""
        if self._in_euro(line.stream) and self._rests(line, line.event.seat):
            yield Problem("people", said.RESTS_ALREADY(seat=line.event.seat, table=line.stream), (line.index,))

    def _returns(self, line: Line[Returned]) -> Found:
        """Who comes back had rested."""
        if self._in_euro(line.stream) and not self._rests(line, line.event.seat):
            yield Problem("people", said.RETURNS_UNRESTED(seat=line.event.seat, table=line.stream), (line.index,))

    def _rests(self, line: AnyLine, seat: int) -> bool:
        """Whether a seat rests before ``line``. In a tournament hands are dealt to who rests, too (R810 r.26), and nothing is asked."""
        heard = self._heard(line.stream, seat)
        return isinstance(next(self._of_seat(line, seat), None), SatOut | SatOutV2) if heard is None else heard

    def _ended(self, line: Line[RestEnded]) -> Found:
        """By the earlier of both clocks the rest that is ended was over; and the player has left with it."""
        seat = line.event.seat
        now = line.recorded if line.occurred is None else min(line.occurred, line.recorded)
        last = next(self._of_seat(line, seat), None)
        if not isinstance(last, SatOutV2):
            yield Problem("people", said.NO_REST_ENDED(seat=seat, table=line.stream), (line.index,))
        elif now < last.until:
            told = said.REST_CUT_SHORT(seat=seat, table=line.stream, at=now, until=last.until)
            yield Problem("people", told, (line.index,))
        follows = self._row(line.stream, line.version + 1)
        if follows is None or follows.kind != "table.player_left.v1":
            yield Problem("people", said.KEEPS_SEAT_AFTER_REST(seat=seat, table=line.stream), (line.index,))

    def _rest_before(self, line: AnyLine, seat: int) -> SatOutV2 | None:
        """The rest that a seat took up again: the last before ``line`` that no hand dealt to it, and nobody new on it, came after."""
        for event in self._of_seat(line, seat):
            match event:
                case SatOutV2():
                    return event
                case _ if event.kind != "table.returned.v1":
                    return None
        return None

    def _of_seat(self, line: AnyLine, seat: int) -> Iterator[TableEvent]:
        """What happened to a seat before ``line``, newest first."""
        for version in range(line.version - 1, 0, -1):
            row = self._row(line.stream, version)
            if row is None or row.kind not in _OF_SEATS:
                continue
            one = next(lines([(row.index, line.stream, version, row.kind, row.state)], _READS))
            event: TableEvent = one.event
            if seat in (getattr(event, "seats", None) or [getattr(event, "seat", None)]):
                yield event
