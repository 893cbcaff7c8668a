"""A banked table: who plays there and the round under way. State, fold, and what every banked game needs of it."""

from __future__ import annotations

from typing import Literal, NamedTuple, assert_never

from ledger.core.banked_terms import BankedTerms
from ledger.core.command import View
from ledger.core.entry import By, EventBase
from ledger.core.findings import Refused
from ledger.core.regulation import RulesetRef, Unit
from ledger.house.account import credited, debited
from ledger.house.banked_events import (
    BankedEvent,
    BankedTableClosed,
    BankedTableOpened,
    PlayerJoined,
    PlayerParted,
    RoundEnded,
    RoundStarted,
)
from ledger.house.rules import headless, house
from ledger.house.ruleset import withdrawn_refusal
from ledger.house.staff import may


class Place(NamedTuple):
    """Who plays: on a seat, or at the wheel (``seat`` None)."""

    player: str
    seat: int | None
    session: str


class BankedTable(NamedTuple):
    """A banked table as its stream tells it."""

    terms: BankedTerms
    ruleset: RulesetRef
    places: tuple[Place, ...] = ()
    number: int = 0
    """The number of the last round, 0 before the first."""
    round: str | None = None
    """The stream of the round under way."""
    closed: bool = False

    def place_of(self, player: str, seat: int | None) -> Place | None:
        """Where ``player`` plays, on this ``seat``."""
        return next((place for place in self.places if (place.player, place.seat) == (player, seat)), None)


def banked_stream(table: str) -> str:
    """The stream of a banked table: ``banked:roleta-1``."""
    return f"banked:{table}"


def table_of_round(stream: str) -> str:
    """The table's local id in a round's stream: ``roulette:roleta-1/42`` -> ``roleta-1``."""
    return stream.partition(":")[2].rpartition("/")[0]


def evolve(table: BankedTable | None, event: BankedEvent) -> BankedTable:
    """``table`` after ``event``.

    Raises:
        TamperedError: the stream does not begin with ``banked.opened``.
    """
    if isinstance(event, BankedTableOpened):
        return BankedTable(event.terms, event.ruleset)
    if table is None:
        headless("banked", event)
    match event:
        case PlayerJoined():
            return table._replace(places=(*table.places, Place(event.player, event.seat, event.session)))
        case PlayerParted():
            gone = (event.player, event.seat)
            return table._replace(places=tuple(place for place in table.places if place[:2] != gone))
        case RoundStarted():
            return table._replace(number=event.number, round=event.round)
        case RoundEnded():
            return table._replace(round=None)
        case BankedTableClosed():
            return table._replace(closed=True)
        case _:
            assert_never(event)


def open_table(view: View, table: str) -> BankedTable | Refused:
    """The banked table by its local id, while it is open."""
    found: BankedTable | None = view(banked_stream(table))
    if found is None:
        return house("table", f"there is no banked table {table}; expected 'open_banked_table' before")
    if found.closed:
        return house("table", f"the table {table} is closed")
    return found


class NewRound(NamedTuple):
    """A round about to begin: its stream, and the event of its table that goes into the same commit."""

    stream: str
    number: int
    table: BankedTable
    started: tuple[str, EventBase]


def new_round(view: View, by: By, table: str, game: str) -> NewRound | Refused:
    """The next round of ``table``, which must play ``game`` and have none under way.

    By the platform, or by a player who is alone there (R803 r.15, R804 r.16).
    """
    found = open_table(view, table)
    if isinstance(found, Refused):
        return found
    alone = found.places[0].player if found.terms.table_kind == "single" and len(found.places) == 1 else None
    objection = may(view, by, player=alone, platform=True) or withdrawn_refusal(view, found.ruleset.id)
    if objection:
        return objection
    if found.terms.game != game:
        return house("table", f"{table} plays {found.terms.game}, not {game}")
    if found.round is not None:
        return house("table", f"{found.round} is under way; expected its end before the next round")
    stream, number = f"{game}:{table}/{found.number + 1}", found.number + 1
    return NewRound(stream, number, found, (banked_stream(table), RoundStarted(number=number, round=stream)))


def round_ended(stream: str, outcome: Literal["settled", "voided"]) -> tuple[str, EventBase]:
    """What the end of the round ``stream`` does to its table, for the commit that settles or voids it."""
    return banked_stream(table_of_round(stream)), RoundEnded(outcome=outcome, round=stream)


def staked(
    view: View, unit: Unit, player: str, amount: int, *, stream: str, version: int
) -> list[tuple[str, EventBase]] | Refused:
    """The stake leaves the player's account, for the commit of the bet at ``version`` of the round; demo chips have none."""
    if unit.currency is None:
        return []
    movement = debited(view, player, amount, cause=stream, cause_version=version)
    return movement if isinstance(movement, Refused) else [movement]


def paid(unit: Unit, player: str, amount: int, *, stream: str, version: int) -> list[tuple[str, EventBase]]:
    """What the round pays comes back to the player's account: prize and stake returned, or a refund."""
    return [] if unit.currency is None else credited(player, amount, cause=stream, cause_version=version)
