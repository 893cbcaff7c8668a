"""What is told of play, held against the day as the night closed it: the two ways to the same sums have to meet."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from typing import Final, NamedTuple

from tombo.ledger.checked.store import CheckedStore
from tombo.ledger.core.errors import NotReportableError
from tombo.ledger.core.said import Sum
from tombo.ledger.house.day.events import DayEvent
from tombo.ledger.house.slips import SlipPart
from tombo.projections.reconciliation.closing import closing_of
from tombo.reports.said.regulators import common as said

TOTALS: Final = ("staked", "paid", "refunded", "commission")
"""Of a day in a game, as it was closed: what RESF holds against the files."""


class Sums(NamedTuple):
    """What operations come to, in cents, as the totals of a day have it."""

    bets: int = 0
    won: int = 0
    back: int = 0
    """What was given back, and of that what nobody had matched:"""
    uncalled: int = 0
    fees: int = 0

    def plus(self, other: Sums) -> Sums:
        """Both together."""
        return Sums(*map(operator.add, self, other))


def summed(part: SlipPart) -> Sums:
    """What one part comes to."""
    return Sums(part.bet, part.won, part.back, part.back if part.uncalled else 0, part.fee)


def closed(store: CheckedStore, day: str) -> DayEvent:
    """The day as it was closed.

    Raises:
        NotReportableError: it was not.
        OutOfPlaceError: no door closed it so.
    """
    event = closing_of(store, day)
    if event is None:
        raise NotReportableError(said.DAY_NOT_CLOSED(day=day))
    return event


def meets(event: DayEvent, sums: Mapping[str, Sums]) -> None:
    """That the operations told come to what the day was closed with, in every game and to the cent.

    Raises:
        NotReportableError: they do not; the game is told, and both amounts.
    """
    for regulation in sorted({total.regulation for total in event.totals} | sums.keys()):
        told, totals = sums.get(regulation, Sums()), [total for total in event.totals if total.regulation == regulation]
        due = [sum(getattr(total, name) for total in totals) for name in TOTALS]
        found = (told.bets - told.uncalled, told.won, told.back - told.uncalled, told.fees)
        for name, here, there in zip(TOTALS, found, due, strict=True):
            if here != there:
                facts = {"files": Sum(here, "EUR", 2), "closed": Sum(there, "EUR", 2)}
                told_so = said.DAY_COMES_OTHERWISE(day=event.date, game=regulation, what=said.TOTALS[name], **facts)
                raise NotReportableError(told_so)
