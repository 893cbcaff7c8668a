"""What a seat and a stack are bought for: what the table says, between its hands (R806 r.8, r.11b, r.14).

The door asks the same before it writes. Whoever seals past the door brings what he likes to a table where everybody has the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from tombo.ledger.house.table.events import PlayerSeated, StackToppedUp
from tombo.ledger.house.table.r806 import stack_commission
from tombo.ledger.terms.citation import rules_of
from tombo.ledger.terms.poker import Terms
from tombo.projections.accounts import holders as h
from tombo.projections.line import AnyLine, Line
from tombo.projections.reconciliation.model import Problem
from tombo.projections.reconciliation.said import bought as said
from tombo.projections.reconciliation.said import people as people_said
from tombo.projections.round.rules_held import RulesHeld

Found = Iterator[Problem]


class SeatsBought:
    """``rules``: what tables opened under; ``has``: the balance of a holder, as the entry at hand leaves it; ``plays``: whether a seat of a table is in a hand."""

    def __init__(self, rules: RulesHeld, has: Callable[[str], int], plays: Callable[[str, int], bool]) -> None:
        self._rules = rules
        self._has = has
        self._plays = plays
        self.checks: Final[Mapping[str, Callable[[AnyLine], Found]]] = {
            "table.player_seated.v1": self._seated,
            "table.stack_topped_up.v1": self._topped_up,
        }

    def _seated(self, line: Line[PlayerSeated]) -> Found:
        yield from self._taken(line, line.event.buy_in)
        event, rules = line.event, self._rules.of_table(line.stream)
        if rules is None or not isinstance(rules.terms, Terms) or event.buy_in == rules.buy_in:
            return
        told = said.SEAT_COSTS_OTHERWISE(
            player=event.player,
            seat=event.seat,
            table=line.stream,
            paid=event.buy_in,
            due=rules.buy_in,
            rule=rules_of(rules.terms.variant, 8),
        )
        yield Problem("payout", told, (line.index,), abs(event.buy_in - rules.buy_in))

    def _topped_up(self, line: Line[StackToppedUp]) -> Found:
        yield from self._taken(line, line.event.amount)
        seat, table, rules = line.event.seat, line.stream, self._rules.of_table(line.stream)
        if rules is None or not isinstance(rules.terms, Terms):
            return
        variant = rules.terms.variant
        if self._plays(table, seat):
            told = said.TOPPED_UP_IN_HAND(seat=seat, table=table, rule=rules_of(variant, "11b"))
            yield Problem("payout", told, (line.index,))
        lies = self._has(h.stack(table.partition(":")[2], seat))  # nothing where chips are no money
        if lies > rules.top_up_max:
            told = said.TOPPED_UP_TOO_FAR(
                seat=seat, table=table, stack=lies, most=rules.top_up_max, rule=rules_of(variant, 14)
            )
            yield Problem("payout", told, (line.index,), lies - rules.top_up_max)

    def _taken(self, line: Line[PlayerSeated | StackToppedUp], bought: int) -> Found:
        """What the operator takes of chips that are bought is what the rules of the table say (R806 r.17b)."""
        rules, event = self._rules.of_table(line.stream), line.event
        if rules is None or not isinstance(rules.terms, Terms):
            return
        due = stack_commission(rules.terms, bought)
        if event.commission != due:
            told = people_said.TAKEN_OTHERWISE(
                seat=event.seat, table=line.stream, taken=event.commission, bought=bought, due=due
            )
            yield Problem("payout", told, (line.index,), abs(event.commission - due))
        if not event.commission:
            return
        late = self._rules.withdrawn_before(said.TAKEN_UNDER_WITHDRAWN_RULES, line.stream, line.index)
        if late is not None:
            yield Problem("payout", late, (line.index,), event.commission)
