"""Where a reading changes what a hand of poker pays, the hand says both results, seat by seat; elsewhere nothing."""

from __future__ import annotations

import pytest

from tests.worlds.world import TABLE, World, poker_terms, seat_player
from tombo.ledger.core.findings import Reading
from tombo.ledger.games.poker.commands import DealHoleCards, Fold, StartHand
from tombo.ledger.games.poker.events import FindingRecordedV2
from tombo.ledger.said import told
from tombo.ledger.terms.poker import REGULATIONS, Terms

HAND = f"{TABLE}/1"
LETTER, PRACTICE = Reading.LETTER, Reading.PRACTICE
DECK = ["As", "Kd", "Qc", "Jh", "Ts", "9d", "8c", "7h", "6s", "5d", "4c", "3h"]


def walked(terms: Terms) -> list[tuple[str, Reading, str]]:
    """The findings of a hand in which everybody folds to the big blind."""
    world = World()
    world.table({1: 5_000, 2: 5_000, 3: 5_000}, 3, terms)
    world.does(StartHand(table=TABLE))
    world.does(DealHoleCards(cards=DECK[: 12 if terms.variant == "omaha" else 6], hand=HAND))
    for seat in (3, 1):
        world.does(Fold(hand=HAND, seat=seat), seat_player(seat))
    found = [event for event in world.hand_events() if isinstance(event, FindingRecordedV2)]
    return [(event.rule, event.reading, told(event).text()) for event in found]


@pytest.mark.parametrize("variant", ["holdem", "omaha"])
@pytest.mark.parametrize("reading", [LETTER, PRACTICE])
def test_the_exemption_is_told_both_ways_to_the_cent(reading: Reading, variant: str) -> None:
    """Number 4, H6: of the pot of 1.00 the letter takes 0.05, practice nothing; the hand says what each leaves to whom."""
    letter, practice = (
        "LETTER commission 0.05 EUR, paid seat 2 0.95 EUR",
        "PRACTICE commission 0.00 EUR, paid seat 2 1.00 EUR",
    )
    ((rule, other, message),) = walked(poker_terms(reading, variant=variant))
    regulation = REGULATIONS["omaha" if variant == "omaha" else "holdem"]
    assert rule == f"{regulation} r.18"
    assert other is (PRACTICE if reading is LETTER else LETTER)
    assert message == "; ".join((letter, practice) if reading is LETTER else (practice, letter))


@pytest.mark.parametrize("reading", [LETTER, PRACTICE])
def test_a_commission_on_the_stack_has_one_result(reading: Reading) -> None:
    """Number 4: where nothing is taken of the pot, both readings pay the same and nothing is told."""
    stack = poker_terms().commission.model_copy(update={"mode": "stack", "rate_bp": 1_000})
    assert walked(poker_terms(reading, commission=stack)) == []
