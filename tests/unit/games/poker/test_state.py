"""The fold of a hand: complete, refusing nothing but what is out of order, and right about whose turn it is."""

from __future__ import annotations

from functools import reduce
from typing import Any, get_args

import pytest

from tests.tools.english import english
from tests.worlds.simulated_log import day
from tests.worlds.world import OFFICER, TABLE, World, poker_terms, seat_player
from tombo.ledger.core.entry import EventBase
from tombo.ledger.core.errors import TamperedError
from tombo.ledger.games.poker.audit import differences, unopened
from tombo.ledger.games.poker.commands import Call, Check, DealHoleCards, Fold, ShowCards, StartHand, VoidHand
from tombo.ledger.games.poker.events import (
    BlindPosted,
    CardsShown,
    CommissionTaken,
    HandEvent,
    HandStarted,
    PotAwarded,
    Refund,
    SeatedPlayer,
    Settled,
    UncalledBetReturned,
    Voided,
)
from tombo.ledger.games.poker.rules.r806 import OPENING, RULES
from tombo.ledger.games.poker.state import FOLDS, evolve
from tombo.ledger.games.poker.turns import is_turn_of, nobody_acts, phase, reach, to_call, turn
from tombo.ledger.house.incident.commands import OpenIncident

HAND = f"{TABLE}/1"


def started(*stacks: int | None) -> HandStarted:
    """An imported hand with these stacks, on the seats from 1."""
    seats = [SeatedPlayer(player=f"p-{n}", seat=n, stack=stack) for n, stack in enumerate(stacks, start=1)]
    return HandStarted(
        button=seats[-1].seat,
        deck_root=None,
        door="import",
        number=1,
        ruleset=None,
        seats=seats,
        source=None,
        table=TABLE,
        terms=poker_terms(),
        tournament=None,
    )


def blind(seat: int, post: Any, paid: int) -> BlindPosted:
    """A post."""
    return BlindPosted(paid=paid, post=post, seat=seat)


def test_every_event_has_its_fold() -> None:
    """The table of folds is the closed union of events, the first apart."""
    assert {HandStarted, *FOLDS} == set(get_args(HandEvent))
    assert RULES.keys() <= FOLDS.keys()
    assert OPENING


def test_hand_begins_with_its_start() -> None:
    """An event with nothing before it is not a hand: somebody cut its beginning off."""
    with pytest.raises(TamperedError, match=r"hand\.settled"):
        evolve(None, Settled())


def test_unknown_stack_is_as_much_as_it_takes() -> None:
    """Where an import does not say what a player has, he is never all-in of himself."""
    hand = evolve(evolve(None, started(None, 1_000, 1_000)), blind(1, "small", 50))
    assert hand.stacks[0] is None
    assert reach(hand, 0) is None
    assert reach(hand, 1) == 1_000
    assert not hand.all_in[0]


def test_posts_count_as_what_they_are() -> None:
    """Antes and dead money match no bet; a straddle raises it and moves the turn; an extra blind is a bet."""
    hand = evolve(None, started(1_000, 1_000, 1_000, 1_000, 1_000))
    for post in (
        blind(1, "ante", 10),
        blind(1, "small", 50),
        blind(2, "big", 100),
        blind(3, "straddle", 200),
        blind(5, "extra", 100),
        blind(5, "dead", 50),
    ):
        hand = evolve(hand, post)
    assert (hand.staked, hand.antes, hand.deads) == ((50, 100, 200, 0, 100), (10, 0, 0, 0, 0), (0, 0, 0, 0, 50))
    assert hand.highest == 200
    assert turn(hand) == 3
    assert [to_call(hand, position) for position in range(5)] == [150, 100, 0, 200, 100]


def playing() -> World:
    """A hand of three, the closed cards dealt, seat 3 to act."""
    world = World()
    world.table({1: 1_000, 2: 1_000, 3: 1_000}, 3, poker_terms())
    world.does(StartHand(table=TABLE))
    world.does(DealHoleCards(cards=["As", "Kd", "Qh", "Qc", "7c", "7d"], hand=HAND))
    return world


def test_big_blind_has_its_option() -> None:
    """The street is not over before the big blind has spoken."""
    world = playing()
    world.does(Call(hand=HAND, seat=3), seat_player(3))
    world.does(Call(hand=HAND, seat=1), seat_player(1))
    assert turn(world.hand()) == 1
    world.does(Check(hand=HAND, seat=2), seat_player(2))
    assert turn(world.hand()) is None
    assert phase(world.hand()) == "board"


@pytest.mark.parametrize(
    ("kind", "change", "said"),
    [
        pytest.param(
            PotAwarded,
            {"amount": 96},
            "paid 0.96 EUR of pot 0 seat 2, recomputed 0.95 EUR of pot 0 seat 2 (R806 r.62-63)",
            id="a payment",
        ),
        pytest.param(
            CommissionTaken,
            {"amount": 4},
            "commission 0.04 EUR of pot 0, recomputed 0.05 EUR of pot 0 (R806 r.17-19)",
            id="a commission",
        ),
        pytest.param(
            UncalledBetReturned,
            {"amount": 49},
            "uncalled 0.00 EUR, 0.49 EUR, 0.00 EUR by position, recomputed 0.00 EUR, 0.50 EUR, 0.00 EUR (R806 r.40)",
            id="an uncalled bet",
        ),
        pytest.param(
            Voided,
            {"refunds": [Refund(amount=100, seat=1), Refund(amount=50, seat=2)]},
            "refunds 1.00 EUR, 0.50 EUR, 0.00 EUR by position, recomputed 0.50 EUR, 1.00 EUR, 0.00 EUR (R806 r.72)",
            id="a refund",
        ),
        pytest.param(
            Voided,
            {"refunds": [Refund(amount=50, seat=1)]},
            "refunds 0.50 EUR, 0.00 EUR, 0.00 EUR by position, recomputed 0.50 EUR, 1.00 EUR, 0.00 EUR (R806 r.72)",
            id="a missing refund",
        ),
    ],
)
def test_audit_names_what_is_wrong(kind: type[EventBase], change: dict[str, Any], said: str) -> None:
    """A movement that the rules do not give is found, with what was recorded and what is due."""
    world = playing()
    if kind is Voided:
        world.does(OpenIncident(first_instant=0, incident="i", origin="operator_system", reported_by="m", scope=None))
        world.does(VoidHand(hand=HAND, incident="i"), OFFICER)
    else:
        world.does(Fold(hand=HAND, seat=3), seat_player(3))
        world.does(Fold(hand=HAND, seat=1), seat_player(1))
    assert differences(world.hand()) == ()
    events = world.hand_events()
    forged: list[Any] = [event.model_copy(update=change) if isinstance(event, kind) else event for event in events]
    assert forged != events
    hand = None
    for event in forged:
        hand = evolve(hand, event)
    assert hand is not None
    assert f"hand:mesa-1/1: {said}" in english(differences(hand))


@pytest.mark.parametrize(
    "change", [{"card": "7h"}, {"salt": "00" * 32}, {"slot": 5}], ids=["another card", "another salt", "another's slot"]
)
def test_audit_opens_what_was_shown(change: dict[str, Any]) -> None:
    """A seat that turns a card it was not dealt is named, whoever signed it: the commitment of the deal says so (r.59)."""
    world = World()
    world.table({1: 1_000, 2: 1_000}, 1, poker_terms())
    for command in (
        StartHand(table="mesa-1"),
        DealHoleCards(cards=["As", "Kd", "Ah", "Kh"], hand=HAND),
    ):
        world.does(command)
    folds = world.hand().seats[turn(world.hand()) or 0]
    world.does(Fold(hand=HAND, seat=folds), seat_player(folds))
    world.does(ShowCards(hand=HAND, seat=1), seat_player(1))
    *before, shown = world.hand_events()
    assert isinstance(shown, CardsShown)
    hand = reduce(evolve, before, None)
    assert hand is not None
    assert list(unopened(f"hand:{HAND}", hand, shown)) == []
    first, *rest = shown.cards
    forged = shown.model_copy(update={"cards": [first.model_copy(update=change), *rest]})
    (told,) = unopened(f"hand:{HAND}", hand, forged)
    assert told.text().startswith(f"hand:{HAND}: seat 1 shows ")
    assert told.text().endswith(" it was dealt (R806 r.59)")


def test_whose_turn_it_is_is_one_question() -> None:
    """What the fold asks of an act, in few steps, is what ``turn`` finds, in every state of every hand of a day."""
    _, _, streams = day()
    asked = 0
    for stream, entries in streams.items():
        hand = None
        for entry in entries if stream.startswith("hand:") else ():
            hand = evolve(hand, entry.event)
            if hand.outcome == "open" and hand.dealt:
                due = turn(hand)
                assert nobody_acts(hand) == (due is None)
                assert [at for at in range(len(hand.seats)) if is_turn_of(hand, at)] == ([] if due is None else [due])
                asked += 1
    assert asked > 1_000
