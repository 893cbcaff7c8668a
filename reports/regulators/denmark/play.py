"""A day as the Danish regulator asks for it: sessions at tables, purchases in tournaments, and which tournaments started and ended."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from sys import intern
from typing import Final, Literal, NamedTuple

from tombo.ledger.house.access.events import Device
from tombo.ledger.house.slips import SlipActs
from tombo.projections.line import AnyLine
from tombo.reports.regulators.known import PlayedAccess
from tombo.reports.regulators.plays import Acted, Playing
from tombo.reports.regulators.sessions import NOTHING, DayPlay, SessionPart, TablePart
from tombo.reports.regulators.totals import Sums, summed

BoughtAs = Literal["addon", "buyin", "rebuy"]
"""``PokerKøbType``."""
Channel = Literal["Andet", "Internet", "Mobil"]
"""``SpilSalgskanal``."""
BOUGHT: Final[Mapping[str, BoughtAs]] = {
    "tournament.added_on.v1": "addon",
    "tournament.rebought.v1": "rebuy",
    "tournament.reentered.v1": "buyin",
    "tournament.registered.v1": "buyin",
}
"""By kind of entry."""
GIVEN_BACK: Final = frozenset({"tournament.refunded.v1", "tournament.registration_cancelled.v1"})
_CHANNELS: Final[Mapping[Device, Channel]] = {
    "computer": "Internet",
    "mobile_app": "Mobil",
    "mobile_browser": "Mobil",
    "television": "Andet",
}


class DanishBought(NamedTuple):
    """What an entry of a tournament bought, or gave back of a buy-in; in cents, below 0 where it is given back."""

    bought_as: BoughtAs
    amount: int
    fee: int
    """What of it the operator takes."""
    given_back: bool

    def plus(self, other: DanishBought) -> DanishBought:
        """Both together: money and a ticket that one entry gives back."""
        return self._replace(amount=self.amount + other.amount, fee=self.fee + other.fee)


def bought(line: AnyLine, acts: SlipActs) -> DanishBought | None:
    """What ``acts``, which ``line`` did, bought or gave back; None of a prize."""
    found = BOUGHT.get(line.kind)
    if found is None and line.kind not in GIVEN_BACK:
        return None
    sums = NOTHING
    for part in acts.parts:
        sums = sums.plus(summed(part))
    return DanishBought(found or "buyin", sums.bets - sums.back, sums.fees, found is None)


@dataclass(slots=True)
class DanishPurchase:
    """A purchase in a tournament, or what gives one back, with who did it."""

    index: int
    """The log index of its entry."""
    kind: str
    instant: int
    player: str
    channel: Channel
    place: int
    """The log index of the entry that bought it."""
    bought: DanishBought


class DanishSession(NamedTuple):
    """A player session at one table on one day."""

    index: int  # type: ignore[assignment]  # hides tuple.index, which nobody asks of it
    """The log index of the first entry of the session."""
    table: int
    """That of the table's."""
    player: str
    channel: Channel
    part: TablePart


class DanishDay:
    """What is told of a day: say each act that ``self.day`` found, in order."""

    def __init__(self) -> None:
        self.day = DayPlay()
        self.purchases: dict[str, dict[int, DanishPurchase]] = {}
        """By stream of a tournament, and by log index of the entry."""

    def tells(self, acted: Acted[Playing]) -> None:
        """The next act."""
        line, acts = acted.line, acted.acts
        if acted.playing.slip.head.fee is None:
            return
        found = bought(line, acts)
        if found is None:
            return
        done = self.purchases.setdefault(line.stream, {})
        if line.index in done:
            done[line.index].bought = done[line.index].bought.plus(found)
            return
        place = self.day.known.places[line.stream, acts.player, acts.seat]
        channel = _channel(self.day.known.access_of(place.session))
        bought_at = place.index if found.given_back else line.index
        done[line.index] = DanishPurchase(
            line.index, intern(line.kind), line.instant, acts.player, channel, bought_at, found
        )

    def bought(self, stream: str) -> list[DanishPurchase]:
        """What was bought and given back in a tournament, in log order."""
        return [one for _, one in sorted(self.purchases[stream].items())]

    def sessions(self) -> Iterator[DanishSession]:
        """The sessions of the day at each table, by the places in the log of session and table."""
        known = self.day.known
        keys = sorted(
            (self.day.session(part.name).index, known.tables[table].index, part.name, table)
            for part in self.day.parts.values()
            for table in part.tables
        )
        for session, table, name, stream in keys:
            part: SessionPart = self.day.parts[name]
            yield DanishSession(session, table, part.player, _channel(part.access), part.tables[stream])

    def sums(self, regulations: frozenset[str]) -> Sums:
        """What the day came to in the games of ``regulations``."""
        found = NOTHING
        for each in sorted(regulations & self.day.sums.keys()):
            found = found.plus(self.day.sums[each])
        return found


def _channel(access: PlayedAccess | None) -> Channel:
    """Through what somebody plays; ``Andet``, another one, where no access is on record."""
    return "Andet" if access is None else _CHANNELS[access.device]
