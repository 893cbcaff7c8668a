"""Every rule that reads a clock, each with the world in which a command of it is due, and when."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from tests.worlds.house import House, house, playing
from tests.worlds.timed_banked import (
    Due,
    alone,
    blackjack_asked,
    blackjack_bet,
    blackjack_closes,
    blackjack_decides,
    blackjack_opens,
    blackjack_silent,
    let_pass,
    player,
    roulette_bet,
    roulette_closes,
    roulette_opens,
    sem_descarte_ante,
    sem_descarte_asked,
    sem_descarte_closes,
    sem_descarte_decides,
    sem_descarte_extended,
    sem_descarte_folded,
    sem_descarte_opens,
    sem_descarte_warned,
)
from tests.worlds.tournament import CUP, SEED, Cup
from tests.worlds.world import PLATFORM, TABLE, World, poker_terms
from tombo.ledger.core.cards import CARD_TEXTS
from tombo.ledger.core.clock import SECOND
from tombo.ledger.games.poker import commands as poker
from tombo.ledger.games.poker.turns import turn
from tombo.ledger.games.poker.variants import VARIANTS
from tombo.ledger.games.tournament import commands as cup
from tombo.ledger.house.table.commands import (
    CloseTable,
    DrawButton,
    EndRest,
    OpenTable,
    RegisterPlayer,
    SeatPlayer,
    SitOut,
)
from tombo.ledger.house.table.hours import SESSION_TIME
from tombo.ledger.terms.citation import rules_of
from tombo.ledger.terms.poker import Variant

HAND: Final = f"{TABLE}/1"


def _hand(variant: str, base: int) -> tuple[World, int]:
    """A hand whose cards are dealt, and the seat whose turn it is."""
    world = playing("p-1", "p-2", "p-3", rules=poker_terms(variant=variant, seats=6))
    world.does(poker.StartHand(table=TABLE), PLATFORM, base)
    cards = CARD_TEXTS[-VARIANTS[world.hand().terms.variant].hole_cards * 3 :]
    world.does(poker.DealHoleCards(cards=list(cards), hand=HAND), PLATFORM, base)
    if turn(world.hand()) is None:  # póquer sintético bets first over one common card
        world.does(poker.DealBoard(cards=["8c"], hand=HAND), PLATFORM, base)
    return world, to_act(world)


def to_act(world: World) -> int:
    """The seat whose turn it is."""
    position = turn(world.hand())
    assert position is not None
    return world.hand().seats[position]


def poker_asked(variant: str, base: int) -> Due:
    """The time to decide is what the rules give."""
    world, seat = _hand(variant, base)
    asked = poker.RequestDecision(deadline=base + 30 * SECOND, hand=HAND, seat=seat)
    return Due(world, asked, PLATFORM, base, early=False)


def poker_decides(variant: str, base: int) -> Due:
    """A player decides until his time is up."""
    world, asked, by, at, _ = poker_asked(variant, base)
    world.does(asked, by, at)
    seat = to_act(world)
    return Due(world, poker.Fold(hand=HAND, seat=seat), player(f"p-{seat}"), base + 30 * SECOND, early=False)


def poker_silent(variant: str, base: int) -> Due:
    """Nothing is decided for him before."""
    world, asked, by, at, _ = poker_asked(variant, base)
    world.does(asked, by, at)
    return Due(world, poker.TimeOut(hand=HAND, seat=to_act(world)), PLATFORM, base + 30 * SECOND + 1, early=True)


def poker_rested(variant: str, base: int) -> Due:
    """Nobody who rests loses his seat before his rest is over."""
    world = playing("p-1", "p-2", "p-3", rules=poker_terms(variant=variant, seats=6, rest_seconds=600))
    world.does(SitOut(seat=3, table=TABLE), player("p-3"), base)
    return Due(world, EndRest(seat=3, table=TABLE), PLATFORM, base + 600 * SECOND, early=True)


SESSION: Final = "hora-1"


def _session(variant: str, base: int, starts: int) -> House:
    """A session table that starts at ``starts``, with two players on its seats and its button drawn."""
    world = house(rules=poker_terms(variant=variant, seats=6))
    asked = {"buy_in": 5_000, "mode": "session", "ruleset": "nl-1", "table": SESSION, "top_up_max": 10_000}
    world.does(OpenTable.model_validate({**asked, "starts": starts}), PLATFORM, base)
    for number, name in enumerate(("p-1", "p-2"), 1):
        world.does(RegisterPlayer(player=name, table=SESSION), PLATFORM, base)
        world.does(SeatPlayer(player=name, seat=number, session=f"s-{name}", table=SESSION), PLATFORM, base)
    world.does(DrawButton(seat=1, table=SESSION), PLATFORM, base)
    return world


def session_begins(variant: str, base: int) -> Due:
    """Nobody plays at a session table before its start."""
    world = _session(variant, base, base + 60 * SECOND)
    return Due(world, poker.StartHand(table=SESSION), PLATFORM, base + 60 * SECOND, early=True)


def session_plays(variant: str, base: int) -> Due:
    """No round begins once the hour is over."""
    world = _session(variant, base, base)
    return Due(world, poker.StartHand(table=SESSION), PLATFORM, base + SESSION_TIME - 1, early=False)


def session_registers(variant: str, base: int) -> Due:
    """Nobody new comes once the hour is over."""
    world = _session(variant, base, base)
    asked = RegisterPlayer(player="p-3", table=SESSION)
    return Due(world, asked, player("p-3"), base + SESSION_TIME - 1, early=False)


def session_ends(variant: str, base: int) -> Due:
    """A session table is not closed before its hour is over."""
    return Due(_session(variant, base, base), CloseTable(table=SESSION), PLATFORM, base + SESSION_TIME, early=True)


def _cup(base: int, **changes: Any) -> Cup:
    world = Cup(starts=base, **changes)
    world.enters("p-1", "p-2", "p-3")
    return world


def _started(base: int, **changes: Any) -> Cup:
    world = _cup(base, **changes)
    world.does(cup.StartTournament(absent=[], seed=SEED, tables=["mesa-1"], tournament=CUP), PLATFORM, base)
    return world


def cup_taken_back(base: int) -> Due:
    """An entry is taken back before the hour of the start."""
    back = cup.CancelEntry(player="p-1", tournament=CUP)
    return Due(_cup(base), back, player("p-1"), base - 1, early=False)


def cup_starts(base: int) -> Due:
    """A tournament does not start before its hour."""
    starts = cup.StartTournament(absent=[], seed=SEED, tables=["mesa-1"], tournament=CUP)
    return Due(_cup(base), starts, PLATFORM, base, early=True)


def cup_level(base: int) -> Due:
    """A level lasts as long as announced."""
    return Due(_started(base, open_until=2), cup.StartLevel(tournament=CUP), PLATFORM, base + 600 * SECOND, early=True)


def cup_sale(base: int) -> Due:
    """The sale lasts to the end of its last level."""
    world = _started(base, open_until=1)
    return Due(world, cup.CloseRegistration(tournament=CUP), PLATFORM, base + 600 * SECOND, early=True)


def cup_time(base: int) -> Due:
    """A timed tournament lasts its time."""
    world = _started(base, timed_seconds=600)
    return Due(world, cup.CallTime(tournament=CUP), PLATFORM, base + 600 * SECOND, early=True)


WHEELS: Final = {"R804": ("R804 r.14", "R804 r.28a", "R804 r.29"), "R807": ("R807 r.15", "R807 r.29a", "R807 r.30")}
POKER: Final[Mapping[Variant, str]] = {"holdem": "R806", "omaha": "R811", "sintetico": "R809"}

RULES: Final[Mapping[str, tuple[str, Callable[[int], Due]]]] = {
    **{
        f"{regulation} {name}": (rule, partial(makes, regulation))
        for regulation, (bets, still, minute) in WHEELS.items()
        for name, rule, makes in (
            ("opens", bets, roulette_opens),
            ("bet", bets, roulette_bet),
            ("closes", bets, roulette_closes),
            ("alone", still, alone),
            ("let pass", minute, let_pass),
        )
    },
    "R803 opens": ("R803 r.14", sem_descarte_opens),
    "R803 ante": ("R803 r.14", sem_descarte_ante),
    "R803 closes": ("R803 r.14", sem_descarte_closes),
    "R803 asked": ("R803 r.21", sem_descarte_asked),
    "R803 warned": ("R803 r.31", sem_descarte_warned),
    "R803 extended": ("R803 r.31", sem_descarte_extended),
    "R803 folded": ("R803 r.32", sem_descarte_folded),
    "R803 decides": ("R803 r.32", sem_descarte_decides),
    "R805 opens": ("R805 r.12", blackjack_opens),
    "R805 bet": ("R805 r.12", blackjack_bet),
    "R805 closes": ("R805 r.12", blackjack_closes),
    "R805 asked": ("R805 r.24", blackjack_asked),
    "R805 decides": ("R805 r.24", blackjack_decides),
    "R805 silent": ("R805 r.24", blackjack_silent),
    **{
        f"{regulation} {name}": (rules_of(variant, number), partial(makes, variant))
        for variant, regulation in POKER.items()
        for name, number, makes in (
            ("asked", 43, poker_asked),
            ("decides", 45, poker_decides),
            ("silent", 45, poker_silent),
            ("rested", 68, poker_rested),
            ("session begins", "2m", session_begins),
            ("session plays", "2s", session_plays),
            ("session registers", "6b", session_registers),
            ("session ends", "2s", session_ends),
        )
    },
    "R810 taken back": ("R810 r.24", cup_taken_back),
    "R810 starts": ("R810 r.2t", cup_starts),
    "R810 level": ("R810 r.45", cup_level),
    "R810 sale": ("R810 r.23", cup_sale),
    "R810 time": ("R810 r.52", cup_time),
}
"""By name the rule that is cited, and what is due in a world, by the instant at which its play begins."""
