"""What is put to a seat, and since when by the ledger's clock: what is given to decide lasts as long by it (architecture, decision 24).

A source may be late to say something, by ``LATENESS`` at most. Whoever says late when it asked has said, with the question, that its time
is nearly over, or over. So what was given is counted from when the question was recorded too, less what clocks may differ by. And it is
given once more where the operator's own system failed meanwhile.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from tombo.ledger.core.clock import SKEW
from tombo.ledger.core.command import EntryPlace, View
from tombo.ledger.core.entry import EventBase
from tombo.ledger.core.ids import table_of
from tombo.ledger.house.incident.outage import Outage, outage_since

Gives = Mapping[type[EventBase], bool]
"""The events of a game that give a seat time to decide, until their ``deadline``; whether one adds to what the seat was given before."""


class TimeGiven(NamedTuple):
    """Until when a seat was given to decide: as its source said, and as both clocks count it."""

    deadline: int
    again: int
    """By the source's clock, what the operator's own failure took from it given once more."""
    until: int
    """By the ledger's clock, counted from when it heard of the question."""

    @property
    def pause(self) -> int:
        """By how much the source's clock has to be past the deadline."""
        return self.again - self.deadline

    @property
    def late(self) -> int:
        """By how much the ledger's clock has to be past the deadline."""
        return self.until - self.deadline


def granted(before: TimeGiven | None, event: Any, stands: int, recorded: int, ended: int | None = None) -> TimeGiven:
    """What a seat was given by ``event``, which stands at ``stands``, and ``before``, where it adds to that.

    ``ended``: when an outage of the operator's own system was over, by which the time is given once more from then.
    """
    pause = 0 if ended is None else max(ended - stands, 0)
    again = event.deadline + pause
    until = event.deadline + max(recorded - SKEW - stands, pause, 0)
    if before is not None:
        again, until = max(again, before.again), max(until, before.until)
    return TimeGiven(event.deadline, again, until)


class Pending(NamedTuple):
    """What was put to a seat, None where nothing was; and the operator's outage that is open at its table, by its local id."""

    given: TimeGiven | None
    outage: str | None

    def decided(self, at: int) -> int:
        """What counts as now where a decision may come too late: ``at``, less what the operator's own failure took."""
        return at if self.given is None else at - self.given.pause

    def passed(self, occurred: int | None, now: int) -> int:
        """What counts as now where silence takes something: the earlier of the source's clock and the ledger's (``house.times.passed``)."""
        claimed = now if occurred is None else occurred
        return min(self.decided(claimed), now if self.given is None else now - self.given.late)


def pending(view: View, stream: str, seat: int, gives: Gives) -> Pending:
    """What was put to ``seat`` in a hand or round, as the door asks when time decides."""
    places = list[EntryPlace]()
    for version in range(view.version(stream), 0, -1):
        place = view.place(stream, version)
        adds = gives.get(type(place.event))
        if adds is not None and place.event.seat == seat:
            places.append(place)
            if not adds:
                break
    outage = outage_since(view, table_of(stream), places[-1].stands) if places else Outage()
    given: TimeGiven | None = None
    for place in reversed(places):
        given = granted(given, place.event, place.stands, place.recorded, outage.ended)
    return Pending(given, outage.open)
