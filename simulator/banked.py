"""The tables of the banked games: opened, filled, left and closed. Their rounds stand in one module a game."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.entry import By
from tombo.ledger.games.roulette.commands import ReleaseStakes
from tombo.ledger.games.roulette.state import Spin
from tombo.ledger.house.banked.commands import CloseBankedTable, JoinTable, OpenBankedTable, PartTable
from tombo.ledger.house.banked.state import BankedTable, PlayerPlace, banked_stream
from tombo.ledger.terms.blackjack import BlackjackTerms
from tombo.ledger.terms.every import places_of
from tombo.ledger.terms.law import NoSeats
from tombo.ledger.terms.roulette import RouletteTerms
from tombo.simulator import bonuses
from tombo.simulator.ask import PLATFORM, Ask, Play, Scene, player
from tombo.simulator.house import COMES, GOES, free_name, goes_home, in_session, regulation, session_of, with_money

AT_THE_WHEEL: Final = 8
"""How many players a wheel has at most."""
LEAST: Final = 20_00
"""With less on his account nobody sits down to a round."""


def table_of(scene: Scene) -> BankedTable:
    """The table as it stands."""
    found: BankedTable = scene.view(banked_stream(scene.table))
    return found


def opens(scene: Scene) -> Play:
    """A banked table, unless it is there."""
    if scene.view(banked_stream(scene.table)) is None:
        yield Ask(OpenBankedTable(ruleset=scene.ruleset, table=scene.table))


def between_rounds(scene: Scene) -> Play:
    """Players go, come and pay in; afterwards somebody is there, with money."""
    for place in table_of(scene).places:
        if scene.happens(GOES):
            yield from _leaves(scene, place)
    while not (places := table_of(scene).places) or (len(places) < _places(scene) and scene.happens(COMES)):
        yield from _comes(scene)
    for name in dict.fromkeys(place.player for place in table_of(scene).places):
        yield from bonuses.settles(scene, name)
        if bonuses.purse(scene, name) < LEAST:
            yield from with_money(scene, name, LEAST)


def host(scene: Scene) -> By:
    """Who opens the rounds and closes the bets: the platform, or who is alone at a table of one (R803 r.15, R804 r.15-16)."""
    found = table_of(scene)
    return player(found.places[0].player) if found.terms.table_kind == "single" else PLATFORM


def in_prison(scene: Scene, name: str) -> bool:
    """Whether a stake of ``name`` waits in prison for the next spin."""
    found = table_of(scene)
    last: Spin | None = (
        scene.view(f"roulette:{scene.table}/{found.number}") if isinstance(found.terms, RouletteTerms) else None
    )
    return last is not None and any(held.player == name for held in last.prisoners)


def _places(scene: Scene) -> int:
    terms = table_of(scene).terms
    if terms.table_kind == "single":
        return 1
    seats = places_of(terms).seats
    return AT_THE_WHEEL if isinstance(seats, NoSeats) else seats(terms)


def _comes(scene: Scene) -> Play:
    """Somebody takes a place; at blackjack, where the rules let him, perhaps one more."""
    found = table_of(scene)
    terms, here = found.terms, {place.player for place in found.places}
    if isinstance(terms, BlackjackTerms) and terms.several_seats and here and scene.happens(0.3):
        name = scene.chance.choice(sorted(here))
    else:
        name = free_name(scene, _places(scene), here)
    yield from with_money(scene, name, LEAST)
    yield from bonuses.granted(scene, name)
    yield from in_session(scene, name, regulation(scene))
    seat = None
    seats = places_of(terms).seats
    if not isinstance(seats, NoSeats):
        taken = {place.seat for place in found.places}
        seat = scene.chance.choice([number for number in range(1, seats(terms) + 1) if number not in taken])
    joined = JoinTable(player=name, seat=seat, session=session_of(scene, name), table=scene.table)
    yield Ask(joined, player(name), after=scene.thinks())


def _leaves(scene: Scene, place: PlayerPlace) -> Play:
    """A player gives up his place; what he has in prison is his by half (rules.md section 9), and he goes home."""
    name = place.player
    yield Ask(PartTable(player=name, seat=place.seat, table=scene.table), player(name), after=scene.thinks())
    found = table_of(scene)
    if in_prison(scene, name):
        yield Ask(ReleaseStakes(player=name, round=f"{scene.table}/{found.number}"))
    if all(other.player != name for other in found.places):
        yield from goes_home(scene, name)


def closes(scene: Scene) -> Play:
    """The end of the day: everybody goes, and the table closes."""
    for place in table_of(scene).places:
        yield from _leaves(scene, place)
    yield Ask(CloseBankedTable(table=scene.table), PLATFORM)
