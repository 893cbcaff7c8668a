"""Where a reading changes what a round of blackjack pays, the round says both results, to the cent; elsewhere nothing."""

from __future__ import annotations

from typing import Any

import pytest

from tests.worlds.blackjack import TABLE, Blackjack, readings
from tests.worlds.world import OFFICER
from tombo.ledger.core.findings import Reading
from tombo.ledger.games.blackjack import commands as bj
from tombo.ledger.games.blackjack.events import Collected, FindingRecordedV2, Paid, Settled
from tombo.ledger.house.incident.commands import OpenIncident

LETTER, PRACTICE = Reading.LETTER, Reading.PRACTICE


def told(world: Blackjack) -> list[tuple[Any, ...]]:
    """The findings of the newest round: rule, reading, player, what came back and what would have."""
    found = [event for _, event in world.events if isinstance(event, FindingRecordedV2)]
    return [(f.rule, f.reading, f.player, f.paid, f.otherwise) for f in found]


@pytest.mark.parametrize(("reading", "amounts"), [(LETTER, (0, 4000)), (PRACTICE, (4000, 0))])
def test_a_doubled_ace_is_told_both_ways(reading: Reading, amounts: tuple[int, int]) -> None:
    """Number 11, B6: ace and eight doubled as nine, with a two: 11 loses to 18, 21 wins; a round tells what the other gives."""
    world = Blackjack(readings=readings(ace_on_double=reading))
    world.begins(1000, "As Th 8d", "8c")
    world.decides("double", cards="2s")
    world.reveals()
    other = PRACTICE if reading is LETTER else LETTER
    assert told(world) == [("R805 r.8a", other, "p-1", *amounts)]
    assert isinstance([event for stream, event in world.events if stream.startswith("blackjack:")][-1], Settled)


def test_a_doubled_ace_that_changes_nothing_is_not_told() -> None:
    """Number 11: both totals lose to a house of 21, so there is one result."""
    world = Blackjack()
    world.begins(1000, "As Th 8d", "5c")
    world.decides("double", cards="Ts")
    world.reveals("6d")
    assert told(world) == []


@pytest.mark.parametrize(("reading", "net"), [(LETTER, -3000), (PRACTICE, -1000)])
def test_a_blackjack_of_the_house_takes_what_the_reading_says(reading: Reading, net: int) -> None:
    """Number 12, B3: of a bet split and once doubled, the letter takes all 30.00, practice the original 10.00; both are told."""
    world = Blackjack(readings=readings(house_blackjack=reading))
    world.begins(1000, "8s Th 8d", "Ac")
    world.decides("split", cards="3c 9h")
    world.decides("double", cards="Td")
    world.decides("stand", 2)
    world.reveals()
    assert world.net() == net
    kept, taken = (0, 1000), (1000, 0)
    results = (kept, kept) if reading is LETTER else (taken, taken)
    other = PRACTICE if reading is LETTER else LETTER
    assert told(world) == [("R805 r.25e", other, "p-1", *result) for result in results]


def test_what_comes_back_from_a_blackjack_of_the_house_is_on_record() -> None:
    """Number 12: every cent staked is returned or collected once: the double comes back, the original bet does not."""
    world = Blackjack(readings=readings(house_blackjack=PRACTICE))
    world.begins(1000, "6s Th 5d", "Ac")
    world.decides("double", cards="9h")
    world.reveals()
    ends = [event for _, event in world.events if isinstance(event, Paid | Collected)]
    assert [(e.reason, getattr(e, "returned", 0), getattr(e, "amount", 0)) for e in ends] == [
        ("original_only", 1000, 0),
        ("lost", 0, 1000),
    ]


@pytest.mark.parametrize("reading", [LETTER, PRACTICE])
def test_a_hand_that_busted_is_lost_before_the_blackjack(reading: Reading) -> None:
    """Number 12, R805 r.25b: what busted was lost at once; a blackjack of the house gives back what still stood."""
    world = Blackjack(readings=readings(house_blackjack=reading))
    world.begins(1000, "8s Th 8d", "Ac")
    world.decides("split", cards="Td 9h")
    world.decides("hit", cards="7c")
    world.decides("stand", 2)
    world.reveals()
    assert world.net() == (-2000 if reading is LETTER else -1000)


@pytest.mark.parametrize(("hole", "amounts"), [("Kc", (1500, 500)), ("9c", (0, 500))])
def test_an_insured_blackjack_is_told_both_ways(hole: str, amounts: tuple[int, int]) -> None:
    """Number 17: the insurance pays 15.00 or nothing; by the letter it cannot be made, and its 5.00 stay the player's."""
    world = Blackjack(readings=readings(insured_blackjack=PRACTICE))
    world.begins(1000, "As Ah Kd", hole)
    world.decides("insure", amount=500)
    world.decides("stand")
    world.reveals()
    assert told(world) == [("R805 r.15", LETTER, "p-1", *amounts)]


@pytest.mark.parametrize(("bet", "found"), [(1001, [("R805 r.25a", PRACTICE, "p-1", 2502, 2503)]), (1000, [])])
def test_half_a_cent_of_a_prize_is_told(bet: int, found: list[tuple[Any, ...]]) -> None:
    """Number 16, B1: a blackjack of an odd bet is paid half a cent less; rounded up it would be a cent more."""
    world = Blackjack()
    world.begins(bet, "As 9h Kd", "5c")
    assert told(world) == found


@pytest.mark.parametrize(("bet", "found"), [(999, [("R805 r.15e", PRACTICE, "p-1", 500, 499)]), (1000, [])])
def test_half_a_cent_of_a_loss_is_told(bet: int, found: list[tuple[Any, ...]]) -> None:
    """Number 16, B5: a surrender of an odd bet loses half a cent less; rounded up it would lose a cent more."""
    world = Blackjack()
    world.begins(bet, "Ts Th 6d", "Ac")
    world.decides("surrender")
    assert told(world) == found


@pytest.mark.parametrize("reading", [LETTER, PRACTICE])
def test_a_void_round_is_told_both_ways(reading: Reading) -> None:
    """Number 19: who had won 25.00 or lost 10.00 before the outage keeps that, or gets his bet back; who had not decided, neither."""
    world = Blackjack({1: "p-1", 2: "p-2", 3: "p-3"}, readings=readings(decided_bets=reading))
    world.open()
    world.bets({1: 1000, 2: 1000, 3: 2000})
    world.deals("As Ts 5s 6h Kd 6d 5d", "Tc")
    world.decides("hit", seat=2, cards="Qd")
    incident = {"first_instant": 0, "incident": "power", "origin": "operator_system", "scope": [TABLE]}
    world.does(OpenIncident.model_validate({**incident, "reported_by": "ops"}))
    world.does(bj.VoidBlackjackRound(incident="power", round=world.local), OFFICER)
    stand, back = {"p-1": 2500, "p-2": 0}, {"p-1": 1000, "p-2": 1000}
    here, there = (back, stand) if reading is LETTER else (stand, back)
    rule, other = ("R805 r.27", PRACTICE) if reading is LETTER else ("R805 r.28", LETTER)
    assert told(world) == [(rule, other, name, here[name], there[name]) for name in ("p-1", "p-2")]
