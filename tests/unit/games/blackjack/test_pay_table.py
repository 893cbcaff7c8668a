"""The pay table of blackjack, whole: every total of a player against every hand of the house, by every way to get there."""

from __future__ import annotations

from typing import Final, Literal

import pytest

from tests.worlds.blackjack import blackjack_terms
from tests.worlds.world import RULESET
from tombo.ledger.core.cards import card_id
from tombo.ledger.games.blackjack.cards import house_total, is_blackjack, is_special, player_total
from tombo.ledger.games.blackjack.events import Collected, Paid, RoundOpened, Settled
from tombo.ledger.games.blackjack.hands import BlackjackHand
from tombo.ledger.games.blackjack.payout import against_house, blackjack_prize, following, half_lost
from tombo.ledger.games.blackjack.state import NONE_SEEN, BlackjackRound

HOUSES: Final = {
    "17": "Tc 7d",
    "18": "Tc 8d",
    "19": "Tc 9d",
    "20": "Tc Jd",
    "21": "Tc 5d 6h",
    "blackjack": "Tc Ad",
    "bust": "Tc 6d Kh",
    "soft 17": "Ac 6d",
}
TOTALS: Final = {
    4: "2s 2h",
    5: "2s 3h",
    6: "2s 4h",
    7: "2s 5h",
    8: "2s 6h",
    9: "2s 7h",
    10: "2s 8h",
    11: "2s 9h",
    12: "2s Th",
    13: "3s Th",
    14: "4s Th",
    15: "5s Th",
    16: "6s Th",
    17: "7s Th",
    18: "8s Th",
    19: "9s Th",
    20: "Ts Jh",
    21: "5s 6h Tc",
}
BUSTS: Final = {
    22: "Ts 2h Kd",
    23: "Ts 3h Kd",
    24: "Ts 4h Kd",
    25: "Ts 5h Kd",
    26: "Ts 6h Kd",
    27: "Ts 7h Kd",
    28: "Ts 8h Kd",
    29: "Ts 9h Kd",
    30: "Ts Jh Kd",
}
WAYS: Final = ("stand", "double", "split")

Result = Literal["lost", "push", "win", "blackjack"]


def cards(text: str) -> tuple[int, ...]:
    return tuple(card_id(card) for card in text.split())


def held(total: int, way: str) -> BlackjackHand:
    """A hand of ``total`` got by ``way``, with 1000 on it, 2000 doubled."""
    stake = 2000 if way == "double" else 1000
    return BlackjackHand("p-1", 1, 1, stake, cards(TOTALS[total]), split=way == "split")


def outcome(hand: BlackjackHand, house: str) -> tuple[str, int]:
    """How the comparison with ``house`` ends, and what it nets."""
    shown = cards(HOUSES[house])
    event = against_house(hand, shown, house_total(shown))
    if isinstance(event, Collected):
        return event.reason, -event.amount
    assert isinstance(event, Paid)
    assert event.returned == hand.stake
    return event.reason, event.prize


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("total", TOTALS)
def test_a_total_is_compared_with_the_house(total: int, house: str, way: str) -> None:
    """The nearer to 21 wins its bet one to one, the same is level, a blackjack beats all, a bust loses to all."""
    hand = held(total, way)
    assert hand.total == total
    if house == "blackjack":
        expected = ("lost", -hand.stake)
    elif house == "bust":
        expected = ("win", hand.stake)
    else:
        score = int(house.rpartition(" ")[2])
        sign = (total > score) - (total < score)
        expected = ({1: "win", 0: "push", -1: "lost"}[sign], sign * hand.stake)
    assert outcome(hand, house) == expected


def round_with(hand: BlackjackHand) -> BlackjackRound:
    """A round whose only bet is ``hand``, with a ten of the house and its hole card face down."""
    opened = RoundOpened(
        deadline=None,
        number=1,
        ruleset=RULESET,
        shoe="red",
        shoe_dealt=0,
        shoe_seen=list(NONE_SEEN),
        table="mesa-1",
        terms=blackjack_terms(),
    )
    return BlackjackRound(opened, "red", 0, NONE_SEEN, hands=(hand,), closed=True, house=cards("Tc"), hole=True)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("total", BUSTS)
def test_a_total_beyond_twenty_one_is_lost_at_once(total: int, way: str) -> None:
    """From 22 to 30, the most a card makes of 20, all that is on the hand is collected before the house plays (r.25b)."""
    hand = held(21, way)._replace(cards=cards(BUSTS[total]))
    assert hand.total == total
    lost = Collected(amount=hand.stake, hand=1, player="p-1", reason="bust", seat=1)
    assert following(round_with(hand)) == [lost, Settled()]


@pytest.mark.parametrize("house", HOUSES)
def test_a_blackjack_wins_but_of_another_blackjack(house: str) -> None:
    """Three to two against every total, 21 among them; level with a blackjack of the house."""
    hand = BlackjackHand("p-1", 1, 1, 1001, cards("As Kd"))
    assert outcome(hand, house) == (("push", 0) if house == "blackjack" else ("blackjack", 1501))


@pytest.mark.parametrize("house", HOUSES)
def test_ace_and_ten_after_a_split_are_twenty_one(house: str) -> None:
    """It is no blackjack: one to one, level with 21, lost to a blackjack."""
    hand = BlackjackHand("p-1", 1, 2, 1000, cards("As Kd"), split=True, aces=True)
    assert outcome(hand, house) == {"21": ("push", 0), "blackjack": ("lost", -1000)}.get(house, ("win", 1000))


@pytest.mark.parametrize(
    ("text", "total"),
    [
        pytest.param("Ac 6d", 17, id="soft seventeen stands"),
        pytest.param("Ac 5d", 6, id="below seventeen an ace is one"),
        pytest.param("Ac Ad", 2, id="two aces are two"),
        pytest.param("Ac 5d Ah", 17, id="one of two aces is eleven"),
        pytest.param("Ac 6d Th", 17, id="beyond 21 an ace is one"),
        pytest.param("Ac Td", 21, id="blackjack"),
        pytest.param("Tc 6d Ah", 17, id="hard seventeen"),
    ],
)
def test_the_ace_of_the_house(text: str, total: int) -> None:
    """It is 11 whenever that makes 17 to 21, else 1 (r.8a-i)."""
    assert house_total(cards(text)) == total


@pytest.mark.parametrize(
    ("text", "fixed", "total"),
    [
        pytest.param("As 8d", False, 19, id="soft"),
        pytest.param("As 8d 2c", False, 21, id="free"),
        pytest.param("As 8d 2c", True, 11, id="fixed"),
        pytest.param("As 8d Ac", True, 20, id="a later ace is free"),
        pytest.param("As Ad", False, 12, id="one of two"),
        pytest.param("As Ad Kc 9h", False, 21, id="both as one"),
    ],
)
def test_the_ace_of_a_player(text: str, fixed: bool, total: int) -> None:  # noqa: FBT001  # a case of the table
    """It is 11 where that does not exceed 21, but stays 1 where it was counted so to double (r.8a)."""
    assert player_total(cards(text), ace_fixed=fixed) == total


@pytest.mark.parametrize(
    ("text", "special"),
    [
        pytest.param("6c 7c 8c", True, id="one suit"),
        pytest.param("8c 6c 7c", True, id="in any order"),
        pytest.param("6c 7c 8d", False, id="two suits"),
        pytest.param("7c 7c 7d", True, id="sevens of two decks"),
        pytest.param("2h 6h 7h 8h", False, id="four cards"),
        pytest.param("7c 7d", False, id="two cards"),
        pytest.param("6c 6c 8c", False, id="no seven"),
    ],
)
def test_special_prizes(text: str, special: bool) -> None:  # noqa: FBT001  # a case of the table
    """6, 7 and 8 of one suit, and three sevens, of exactly three cards (r.25i)."""
    assert is_special(cards(text)) == special


@pytest.mark.parametrize("ten", ["T", "J", "Q", "K"])
def test_every_ten_makes_a_blackjack(ten: str) -> None:
    """An ace and a ten or a figure, in either order."""
    assert is_blackjack(cards(f"Ac {ten}d"))
    assert is_blackjack(cards(f"{ten}d Ac"))


def test_halves_are_rounded_for_the_player_where_he_loses() -> None:
    """No loss is rounded up, and no prize either."""
    assert [half_lost(stake) for stake in (1, 2, 999)] == [0, 1, 499]
    assert [blackjack_prize(stake) for stake in (1, 2, 1001)] == [1, 3, 1501]
