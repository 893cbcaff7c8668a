"""The worked examples of the roulettes, to the cent: R1 to R5 of R804 and F1 to F4 of R807."""

from __future__ import annotations

import pytest

from ledger.games.roulette.commands import VoidSpin
from ledger.games.roulette.wheel import NeighboursBet, SeriesBet
from tests.roulette_world import BANKROLL, R2, chip, wheel, wheel_terms

VOISINS = SeriesBet(call="series_0_2_3", chip=100)


def test_r1_zero_takes_every_chance_that_does_not_contain_it() -> None:
    """R1: result 0; of 21.00 staked only the corner 0-1-2-3 wins: 36.00 come back, a gain of 15.00."""
    world = wheel()
    world.bets(
        "p-1",
        chip(1000, "red"),
        chip(200, "straight_up", "17"),
        chip(400, "corner", "0 1 2 3"),
        chip(500, "dozen", "1 2 3 4 5 6 7 8 9 10 11 12"),
    )
    assert world.balance("p-1") == BANKROLL - 2100
    world.lands("0")
    assert world.balance("p-1") == BANKROLL - 2100 + 3600
    assert world.net("p-1") == 1500


def test_r2_every_chance_pays_its_own_prize() -> None:
    """R2: result 17; four bets of 16.00 together win 80.50, and the stakes stay the player's: 96.50 come back."""
    world = wheel()
    world.bets("p-1", *R2)
    assert world.spin.staked("p-1") == 1600
    world.lands("17")
    assert world.balance("p-1") == BANKROLL - 1600 + 9650
    assert world.net("p-1") == 8050


@pytest.mark.parametrize(
    ("chance", "most"),
    [
        ("straight_up", 1500),
        ("split", 3000),
        ("street", 4500),
        ("corner", 6000),
        ("line", 9000),
        ("dozen", 18000),
        ("column", 18000),
        ("double_dozen", 36000),
        ("double_column", 36000),
        ("simple", 27000),
    ],
)
def test_r3_the_maximum_follows_from_the_minimum(chance: str, most: int) -> None:
    """R3: the greatest lawful maximum over a minimum of 0.50."""
    assert getattr(wheel_terms().limits, chance).most == most


def test_r4_a_void_spin_gives_every_bet_back() -> None:
    """R4: no valid number; the four bets of R2 go back, 16.00."""
    world = wheel()
    world.bets("p-1", *R2)
    world.voids()
    assert world.net("p-1") == 0
    assert world.spin.outcome == "voided"


def test_r4_a_failure_on_the_players_side_changes_nothing() -> None:
    """R4: the player's line drops after his bet; voiding is refused (R804 r.22), and R2 pays as it does."""
    world = wheel()
    world.bets("p-1", *R2)
    incident = world.fails("linha", "player_network")
    assert world.refuses(VoidSpin(incident=incident, round=world.round)) == "R804 r.22"
    world.lands("17")
    assert world.net("p-1") == 8050


def test_r5_double_zero_is_a_number_of_its_own() -> None:
    """R5: result 00 on a wheel of 38; the split 0-00 and the 00 win 52.00 over 9.00 staked: a gain of 45.00."""
    world = wheel(wheel="american_38")
    world.bets(
        "p-1",
        chip(500, "red"),
        chip(100, "split", "0 00"),
        chip(100, "straight_up", "00"),
        chip(200, "column", " ".join(map(str, range(1, 37, 3)))),
    )
    world.lands("00")
    assert world.balance("p-1") == BANKROLL - 900 + 5400
    assert world.net("p-1") == 4500


@pytest.mark.parametrize(
    ("regulation", "zero", "amount", "back"),
    [
        ("R807", "partage", 1000, 500),
        ("R807", "partage", 1001, 501),
        ("R807", "lose", 1000, 0),
        ("R807", "prison", 1000, 0),
        ("R804", "lose", 1000, 0),
    ],
)
def test_f1_what_zero_does_to_red(regulation: str, zero: str, amount: int, back: int) -> None:
    """F1: zero takes half and leaves the odd cent, or all, or freezes the stake."""
    world = wheel(regulation, zero=zero)
    world.bets("p-1", chip(amount, "red"))
    world.lands("0")
    assert world.balance("p-1") == BANKROLL - amount + back


@pytest.mark.parametrize(("number", "back"), [("1", 1000), ("2", 0), ("0", 0)])
def test_f1_the_spin_after_decides_a_stake_in_prison(number: str, back: int) -> None:
    """F1: a stake in prison comes back without a prize if its chance wins next time, and is lost if not."""
    world = wheel("R807", zero="prison")
    world.bets("p-1", chip(1000, "red"))
    world.lands("0")
    world.opens()
    assert [prisoner.amount for prisoner in world.spin.prisoners] == [1000]
    world.lands(number)
    assert world.net("p-1") == back - 1000
    assert world.spin.prisoners == ()


def test_f2_the_series_0_2_3_is_nine_chips() -> None:
    """F2: nine chips of 1.00, result 22: the split 19-22 wins, 18.00 come back, a gain of 9.00."""
    world = wheel("R807")
    world.calls("p-1", VOISINS)
    assert world.spin.staked("p-1") == 900
    world.lands("22")
    assert world.balance("p-1") == BANKROLL - 900 + 1800
    assert world.net("p-1") == 900


def test_f3_a_number_and_its_four_neighbours() -> None:
    """F3: five chips of 1.00, one of them hit: 36.00 come back, a gain of 31.00."""
    world = wheel("R807")
    world.calls("p-1", NeighboursBet(call="neighbours", chip=100, neighbours=4, number="0"))
    world.lands("32")
    assert world.balance("p-1") == BANKROLL - 500 + 3600
    assert world.net("p-1") == 3100


def test_f4_a_void_spin_refunds_a_call_bet() -> None:
    """F4: the nine chips of F2 go back."""
    world = wheel("R807")
    world.calls("p-1", VOISINS)
    world.voids()
    assert world.net("p-1") == 0
