"""What a worker hears of hands and rounds besides their audit, to tell in short those of which the night asks no more than what they move."""

from __future__ import annotations

import sys
from typing import Final

from tombo.ledger.core.entry import EventBase
from tombo.ledger.games.every import TABLE_GAMES
from tombo.projections.line import AnyLine, Line
from tombo.projections.reconciliation.leaving import folds_for_another
from tombo.projections.reconciliation.times import Times
from tombo.projections.round.brief import BriefHand
from tombo.projections.round.kind_plan import plan_of

_ALWAYS: Final = 0, sys.maxsize


def _nobody(_stream: str, _at: int) -> None:
    """Of no complaint anything is asked here."""


class HandsHeard:
    """Hear every line of hands and rounds, then of each that is clear what is kept of it.

    ``day``: the instants of the day. What has an entry of another day is not told in short, nor what took over stakes of the round before.
    """

    def __init__(self, day: tuple[int, int]) -> None:
        self._starts, self._ends = day
        self._times: Final = Times(_ALWAYS, _nobody)
        self._counts: Final = self._times.counts
        self._counts["time"] = 0  # a counter looks long for what it has not: it is asked twice an entry
        self._otherwise: set[str] = set()
        """Those of which the night is to look at every entry."""
        self._heard: dict[str, list[int]] = {}
        self.brief: Final[dict[str, BriefHand]] = {}
        """Those that are told in short, by stream."""

    def step(self, line: AnyLine) -> None:
        """The next entry of a hand or round, which stands where a door may have written it."""
        before = self._counts["time"]
        self._times.step(line)
        timely = self._counts["time"] == before and self._starts <= line.instant < self._ends
        if not timely or (line.version == 1 and _takes_over(line)):
            self._otherwise.add(line.stream)
        if folds_for_another(line):
            self._heard.setdefault(line.stream, []).append(line.index)

    def over(self, stream: str, index: int, kept: object) -> None:
        """A hand or round ended with a log index, and is clear; what is ``kept`` of it, where its game tells that."""
        game = TABLE_GAMES[stream.partition(":")[0]]
        if game.brief is not None and stream not in self._otherwise:
            self.brief[stream] = BriefHand(stream, index, game.brief.told(kept), tuple(self._heard.pop(stream, ())))

    def wrong(self, stream: str) -> None:
        """Something is wrong with it after all."""
        self.brief.pop(stream, None)


def _takes_over(line: Line[EventBase]) -> bool:
    """Whether a round begins with what the one before it left."""
    plan = plan_of(line.kind)
    return plan.carry is not None and isinstance(line.event, plan.begins) and any(plan.carry.taken([], line.event))
