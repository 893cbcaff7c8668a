"""Who is dealt in, and where the button lies: a hand takes in everybody able to play, and the button goes on seat by seat (R806 r.46, r.49, r.64).

The door deals by the same rules. Whoever seals past the door would have the blinds posted by whom he likes, hand after hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from tombo.ledger.house.table.events import (
    ButtonDrawn,
    PlayerLeft,
    PlayerSeated,
    Returned,
    SatOut,
    SatOutV2,
    TableEvent,
    TableHandEnded,
    TableHandStarted,
    TableOpened,
)
from tombo.ledger.terms.citation import rules_of
from tombo.ledger.terms.poker import Terms
from tombo.projections.accounts import holders as h
from tombo.projections.line import AnyLine, Line
from tombo.projections.reconciliation.model import Problem
from tombo.projections.reconciliation.said import hands as said
from tombo.projections.round.rules_held import RulesHeld

Found = Iterator[Problem]
PLAYERS_MIN: Final = 2
"""A hand is played by two at least (R806 r.7)."""


@dataclass(slots=True)
class _Marked:
    """What is known of a table. ``sure``: that its button is where it is said; ``unheard``: seats of which nobody heard whether they rest."""

    terms: Terms | None = None
    button: int | None = None
    drawn: bool = False
    sure: bool = True
    playing: bool = False
    resting: set[int] = field(default_factory=set)
    unheard: set[int] = field(default_factory=set)


class Dealt:
    """``rules``: what tables opened under; ``has``: the balance of a holder, as the entry at hand leaves it; ``seats``: who sits at a table in euro.

    Tables of tournaments are asked with these (R810 r.26-27).
    """

    def __init__(
        self,
        rules: RulesHeld,
        has: Callable[[str], int],
        seats: Callable[[str], Mapping[int, str] | None],
    ) -> None:
        self._rules, self._has, self._seats = rules, has, seats
        self._tables: dict[str, _Marked] = {}
        self.checks: Final[Mapping[str, Callable[[AnyLine], Found]]] = {
            "table.button_drawn.v1": self._drawn,
            "table.closed.v1": self._closed,
            "table.hand_ended.v1": self._ended,
            "table.hand_started.v1": self._started,
            "table.opened.v1": self._opened,
            "table.player_left.v1": self._seat,
            "table.player_seated.v1": self._seat,
            "table.returned.v1": self._seat,
            "table.sat_out.v1": self._seat,
            "table.sat_out.v2": self._seat,
        }

    def knows(self, table: str) -> None:
        """A table that was open at the beginning, by its stream: who rests there, and where the button lies, has not been heard."""
        self._tables[table] = _Marked(self._terms(table), sure=False, unheard=set(self._seats(table) or ()))

    def before(self, line: Line[TableEvent]) -> None:
        """An entry of a table that was open at the beginning, from before it: since its last hand began."""
        mark = self._tables.get(line.stream)
        if mark is None:
            return
        match line.event:
            case TableHandStarted() as event:
                mark.button, mark.drawn, mark.playing = event.button, False, True
                mark.unheard.difference_update(event.seats)
            case TableHandEnded() as event:
                mark.button, mark.playing = None if event.outcome == "voided" else mark.button, False
            case ButtonDrawn() as event:
                mark.button, mark.drawn = event.seat, True
            case _:
                _heard(mark, line)

    def rests(self, table: str, seat: int) -> bool | None:
        """Whether a seat of a table in euro, by its stream, rests as far as it was heard; None where nobody heard."""
        mark = self._tables.get(table)
        return None if mark is None or seat in mark.unheard else seat in mark.resting

    def _opened(self, line: Line[TableOpened]) -> Found:
        if self._seats(line.stream) is not None:
            self._tables[line.stream] = _Marked(line.event.terms)
        return iter(())

    def _closed(self, line: AnyLine) -> Found:
        self._tables.pop(line.stream, None)
        return iter(())

    def _seat(self, line: Line[TableEvent]) -> Found:
        if (mark := self._tables.get(line.stream)) is not None:
            _heard(mark, line)
            self._stops(line.stream, mark)
        return iter(())

    def _drawn(self, line: Line[ButtonDrawn]) -> Found:
        """R.46: it is drawn as the table starts, or starts again."""
        mark = self._tables.get(line.stream)
        if mark is None:
            return
        if mark.button is not None and mark.sure and mark.terms is not None:
            rule = rules_of(mark.terms.variant, 46)
            told = said.BUTTON_DRAWN_AGAIN(table=line.stream, seat=line.event.seat, button=mark.button, rule=rule)
            yield Problem("people", told, (line.index,))
        mark.button, mark.drawn, mark.sure = line.event.seat, True, True

    def _started(self, line: Line[TableHandStarted]) -> Found:
        """R.49 and r.64: cards go to each player, and the button to the next of them."""
        mark, event = self._tables.get(line.stream), line.event
        if mark is None or (terms := mark.terms) is None:
            return
        could = self._able(line.stream, mark, terms)
        able = [seat for seat in could if seat not in mark.unheard or seat in event.seats]
        if sorted(event.seats) != able:
            rule = rules_of(terms.variant, 49)
            told = said.DEALT_TO_OTHERS(hand=event.hand, seats=tuple(event.seats), able=tuple(able), rule=rule)
            yield Problem("people", told, (line.index,))
        due = _due(mark, able)
        if due is None and mark.sure:
            told = said.HAND_WITHOUT_DRAWN_BUTTON(
                hand=event.hand, button=event.button, rule=rules_of(terms.variant, 46)
            )
            yield Problem("people", told, (line.index,))
        elif due not in {None, event.button}:
            rule = rules_of(terms.variant, 64)
            told = said.BUTTON_MOVED_OTHERWISE(hand=event.hand, button=event.button, due=due, rule=rule)
            yield Problem("people", told, (line.index,))
        mark.resting |= mark.unheard.intersection(could).difference(event.seats)
        mark.unheard.difference_update(could, event.seats)  # who has no chips may rest or not
        mark.button, mark.drawn, mark.sure, mark.playing = event.button, False, True, True

    def _ended(self, line: Line[TableHandEnded]) -> Found:
        if (mark := self._tables.get(line.stream)) is not None:
            mark.playing = False
            if line.event.outcome == "voided":
                mark.button = None
            self._stops(line.stream, mark)
        return iter(())

    def _stops(self, table: str, mark: _Marked) -> None:
        """A table at which fewer than two can play between two hands has stopped, and draws the button anew (r.7, r.46)."""
        if mark.playing or mark.button is None or mark.terms is None:
            return
        able = self._able(table, mark, mark.terms)
        if len(able) < PLAYERS_MIN:
            mark.button, mark.drawn = None, False
        elif len([seat for seat in able if seat not in mark.unheard]) < PLAYERS_MIN:
            mark.sure = False

    def _able(self, table: str, mark: _Marked, terms: Terms) -> Sequence[int]:
        """Who can play the next hand: who sits there with the least bet, and does not rest (r.15, r.68)."""
        name = table.partition(":")[2]
        return [
            seat
            for seat in sorted(self._seats(table) or ())
            if seat not in mark.resting and self._has(h.stack(name, seat)) >= terms.min_bet
        ]

    def _terms(self, table: str) -> Terms | None:
        rules = self._rules.of_table(table)
        return rules.terms if rules is not None and isinstance(rules.terms, Terms) else None


def _due(mark: _Marked, able: Sequence[int]) -> int | None:
    """Where the button of the next hand lies; None where it has to be drawn, or nobody can play."""
    if mark.button is None or not able:
        return None
    if mark.drawn and mark.button in able:
        return mark.button
    return next((seat for seat in able if seat > mark.button), able[0])


def _heard(mark: _Marked, line: Line[TableEvent]) -> None:
    """A seat is taken, left, rested on or returned to."""
    match line.event:
        case SatOut(seat=seat) | SatOutV2(seat=seat):
            mark.resting.add(seat)
        case Returned(seat=seat) | PlayerLeft(seat=seat) | PlayerSeated(seat=seat):
            mark.resting.discard(seat)
        case _:
            return
    mark.unheard.discard(seat)
