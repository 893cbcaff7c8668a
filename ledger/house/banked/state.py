"""A banked table: who plays there and the round under way. State, fold, and what every banked game needs of it."""

from __future__ import annotations

from typing import NamedTuple, Protocol, assert_never

from tombo.ledger.core.command import View
from tombo.ledger.core.findings import Refused
from tombo.ledger.house.banked import said
from tombo.ledger.house.banked.events import (
    BankedEvent,
    BankedTableClosed,
    BankedTableOpened,
    BetTimed,
    PlayerJoined,
    PlayerParted,
    RoundEnded,
    RoundStarted,
)
from tombo.ledger.house.idle import Idle
from tombo.ledger.house.rules import headless, house
from tombo.ledger.terms.every import BankedTerms
from tombo.ledger.terms.unit import RulesetRef


class PlayerPlace(NamedTuple):
    """Who plays: on a seat, or at the wheel (``seat`` None)."""

    player: str
    seat: int | None
    session: str
    since: int | None = None
    """When he came, at a table of one player when he last bet there; None where its source did not say."""
    after: int = 0
    """The number of the last round begun before he came."""
    idle: Idle = Idle()
    """The rounds that began since."""


class Played(Protocol):
    """What the house asks of a round of any game."""

    @property
    def bettors(self) -> tuple[str, ...]:
        """The players who bet in it, by name."""
        ...

    @property
    def holding(self) -> tuple[str, ...]:
        """The players with a stake that is not decided yet."""
        ...


class BankedTable(NamedTuple):
    """A banked table as its stream tells it."""

    terms: BankedTerms
    ruleset: RulesetRef
    places: tuple[PlayerPlace, ...] = ()
    number: int = 0
    """The number of the last round, 0 before the first."""
    round: str | None = None
    """The stream of the round under way."""
    last: str | None = None
    """The stream of the last round, under way or over."""
    closed: bool = False

    def place_of(self, player: str, seat: int | None) -> PlayerPlace | None:
        """Where ``player`` plays, on this ``seat``."""
        return next((place for place in self.places if (place.player, place.seat) == (player, seat)), None)


def banked_stream(table: str) -> str:
    """The stream of a banked table: ``banked:roleta-1``."""
    return f"banked:{table}"


def evolve(table: BankedTable | None, event: BankedEvent) -> BankedTable:  # noqa: C901, PLR0912  # one case a kind and phase
    """``table`` after ``event``.

    Raises:
        TamperedError: the stream does not begin with ``banked.opened``.
        ValueError: no door writes ``event`` there: it is of another round than the one in play, of a place that is free or
            taken, or stands behind the end of the table.
    """
    if isinstance(event, BankedTableOpened):
        return BankedTable(event.terms, event.ruleset)
    if table is None:
        headless("banked", event)
    if table.closed:
        raise ValueError("the table is closed")
    match event:
        case RoundEnded() if event.round != table.round:
            raise ValueError(f"{event.round} is not in play there")
        case RoundStarted() | BankedTableClosed() if table.round is not None:
            raise ValueError(f"{table.round} is in play there")
        case RoundStarted() if event.number != table.number + 1:
            raise ValueError(f"number {event.number} follows number {table.number}")
        case BankedTableClosed() if table.places:
            raise ValueError("somebody plays there")
        case PlayerParted() if table.place_of(event.player, event.seat) is None:
            raise ValueError(f"{event.player} does not play there")
        case PlayerJoined() if table.place_of(event.player, event.seat) is not None:
            raise ValueError(f"{event.player} plays there")
        case PlayerJoined():
            place = PlayerPlace(event.player, event.seat, event.session, event.at, after=table.number)
            return table._replace(places=(*table.places, place))
        case PlayerParted():
            gone = (event.player, event.seat)
            return table._replace(places=tuple(place for place in table.places if place[:2] != gone))
        case RoundStarted():
            return table._replace(number=event.number, round=event.round, last=event.round)
        case BetTimed():
            places = (
                place._replace(since=event.at) if place.player == event.player else place for place in table.places
            )
            return table._replace(places=tuple(places))
        case RoundEnded():
            return table._replace(round=None, places=tuple(_passed(table, place, event) for place in table.places))
        case BankedTableClosed():
            return table._replace(closed=True)
        case _:
            assert_never(event)


def _passed(table: BankedTable, place: PlayerPlace, event: RoundEnded) -> PlayerPlace:
    """``place`` after a round; one that began before the player came counts only if he bet in it."""
    bet = place.player in event.bets
    if not bet and table.number <= place.after:
        return place
    return place._replace(idle=place.idle.after(table.number, bet=bet, settled=event.outcome == "settled"))


def held_in(view: View, table: BankedTable, player: str) -> str | None:
    """The round of ``table`` in which a stake of ``player`` is not decided yet, by its stream."""
    last: Played | None = None if table.last is None else view(table.last)
    return table.last if last is not None and player in last.holding else None


def held_after(view: View, table: BankedTable) -> tuple[str, ...]:
    """The players with a stake in the last round of ``table`` that is not decided yet, each once."""
    last: Played | None = None if table.last is None else view(table.last)
    return () if last is None else tuple(dict.fromkeys(last.holding))


def open_table(view: View, table: str) -> BankedTable | Refused:
    """The banked table by its local id, while it is open."""
    found: BankedTable | None = view(banked_stream(table))
    if found is None:
        return house("table", said.NO_BANKED_TABLE(table=table))
    if found.closed:
        return house("table", said.BANKED_TABLE_IS_CLOSED(table=table))
    return found


def alone_at(table: BankedTable) -> str | None:
    """The player of a table of one, on however many seats (R805 r.7); None at a table of several."""
    players = {place.player for place in table.places}
    return players.pop() if table.terms.table_kind == "single" and len(players) == 1 else None
