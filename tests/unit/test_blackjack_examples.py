"""The worked examples of blackjack (R805), to the cent, on accounts."""

from __future__ import annotations

import pytest

from ledger.core.findings import Reading
from tests.blackjack_world import Blackjack, readings


def credited(world: Blackjack, name: str = "p-1") -> int:
    """All that the account got back."""
    events = [event for stream, event in world.events if stream == f"account:{name}"]
    return sum(event.amount.cents for event in events if event.kind == "account.credited.v1")  # type: ignore[attr-defined]


@pytest.mark.parametrize(("bet", "back"), [pytest.param(1500, 3750, id="even"), pytest.param(1001, 2502, id="floor")])
def test_b1_a_blackjack_is_paid_three_to_two_at_once(bet: int, back: int) -> None:
    """Against a nine it is paid with the last card, the half cent rounded down, and the round is over."""
    world = Blackjack()
    world.begins(bet, "As 9h Kd", "5c")
    assert (credited(world), world.round.outcome) == (back, "settled")


@pytest.mark.parametrize(
    ("hole", "back", "net"), [pytest.param("Kc", 3000, 0, id="blackjack"), pytest.param("9c", 2000, -1000, id="none")]
)
def test_b2_insurance_pays_twice_its_value_or_is_lost(hole: str, back: int, net: int) -> None:
    """Insured for half his bet a player loses nothing to a blackjack; level with a 20, he loses the insurance."""
    world = Blackjack()
    world.begins(2000, "Ts Ah Jd", hole)
    world.decides("insure", amount=1000)
    world.decides("stand")
    world.reveals()
    assert (credited(world), world.net()) == (back, net)


def test_b3_a_split_and_a_double_against_eighteen() -> None:
    """Hand 1 doubled to 21 wins 4000 back of 2000; hand 2 with 17 loses: net +1000."""
    world = Blackjack()
    world.begins(1000, "8s 6h 8d", "2c")
    world.decides("split", cards="3c 9h")
    world.decides("double", cards="Td")
    world.decides("stand", 2)
    world.reveals("Tc")
    assert (world.round.house_total, world.round.stakes("p-1")) == (18, 3000)
    assert (credited(world), world.net()) == (4000, 1000)


def test_b3_a_blackjack_of_the_house_takes_splits_and_doubles() -> None:
    """There is no peek and no original bet only: all three stakes are lost."""
    world = Blackjack()
    world.begins(1000, "8s Th 8d", "Ac")
    world.decides("split", cards="3c 9h")
    world.decides("double", cards="Td")
    world.decides("stand", 2)
    world.reveals()
    assert world.net() == -3000


@pytest.mark.parametrize(
    ("start", "card", "hole", "drawn", "result"),
    [
        pytest.param("6c Th 7c", "8c", "Td", "", (5000, 4000), id="six seven eight, house 20"),
        pytest.param("6c Th 7c", "8c", "Ad", "", (3000, 2000), id="six seven eight, house blackjack"),
        pytest.param("7c Th 7d", "7s", "5d", "6d", (4000, 3000), id="three sevens, house 21"),
    ],
)
def test_b4_a_special_prize_is_three_times_the_bet(
    start: str, card: str, hole: str, drawn: str, result: tuple[int, int]
) -> None:
    """It comes beside the result of the hand, be that won, lost or level."""
    world = Blackjack()
    world.begins(1000, start, hole)
    world.decides("hit", cards=card)
    world.reveals(drawn)
    assert (credited(world), world.net()) == result


def test_b5_a_surrender_loses_half_rounded_down() -> None:
    """Of 999 it loses 499 and returns 500, finally; against an ace it is refused."""
    world = Blackjack()
    world.begins(999, "Ts Th 6d", "Ac")
    world.decides("surrender")
    assert (credited(world), world.net(), world.round.outcome) == (500, -499, "settled")
    world.begins(999, "Ts Ah 6d", "Kc")
    assert world.objects("surrender") == "R805 r.15e"


@pytest.mark.parametrize(
    ("reading", "total", "net"),
    [pytest.param(Reading.LETTER, 11, -2000, id="letter"), pytest.param(Reading.PRACTICE, 21, 2000, id="practice")],
)
def test_b6_an_ace_counted_as_one_to_double_stays_one(reading: Reading, total: int, net: int) -> None:
    """By the letter ace and eight, doubled as nine, make 11 with a two; in practice 21."""
    world = Blackjack(readings=readings(ace_on_double=reading))
    world.begins(1000, "As Th 8d", "8c")
    world.decides("double", cards="2s")
    assert world.round.hands[0].total == total
    world.reveals()
    assert world.net() == net


@pytest.mark.parametrize("hole", ["Kc", "5c"])
def test_b7_even_money_pays_the_bet_before_the_hole_card_is_known(hole: str) -> None:
    """A blackjack against an ace takes its bet as prize, whatever lies there, and the hand is closed."""
    world = Blackjack()
    world.begins(1000, "As Ah Kd", hole)
    world.decides("even_money")
    assert (world.net(), world.round.outcome) == (1000, "settled")


@pytest.mark.parametrize("hole", ["Kc", "9c"])
def test_b7_even_money_is_what_insuring_half_comes_to(hole: str) -> None:
    """Where the rules let a blackjack be insured, insuring half the bet nets the same in both branches."""
    world = Blackjack(readings=readings(insured_blackjack=Reading.PRACTICE))
    world.begins(1000, "As Ah Kd", hole)
    world.decides("insure", amount=500)
    world.decides("stand")
    world.reveals()
    assert world.net() == 1000
