"""The worked examples SD1 to SD7 of R803, to the cent, played by commands with the accounts behind them."""

from __future__ import annotations

from typing import Any

import pytest

from ledger.core.findings import Reading
from ledger.games.sem_descarte.commands import ReportDisconnected, VoidRound
from tests.sem_descarte_world import Casino, sd_readings
from tests.world import OFFICER

PAIR_OF_NINES = "9s 9d 4c 3h 2c"
NO_HOUSE = "Qs 8d 7c 5h 3s"
FLUSH = "Kh Jh 8h 6h 2h"
HOUSE_PAIR = "5c 5d Tc 7s 3d"
EIGHTS = "8c 8d Ac 5h 3s"
HOUSE_EIGHTS = "8h 8s Ad Jc 2d"


def played(ante: int, hand: str, house: str, **changes: Any) -> Casino:
    """A round in which one seat continues to the end."""
    casino = Casino("p-1", **changes)
    casino.dealt({1: ante}, {1: hand}, house)
    casino.goes_on(1)
    casino.settles()
    assert casino.state.outcome == "settled"
    return casino


@pytest.mark.parametrize(
    ("ante", "hand", "house", "net"),
    [
        pytest.param(500, PAIR_OF_NINES, NO_HOUSE, 500, id="SD1 the house does not qualify"),
        pytest.param(500, FLUSH, HOUSE_PAIR, 5_500, id="SD2 a flush"),
        pytest.param(250, "As Ks Qs Js Ts", HOUSE_PAIR, 50_250, id="SD3 a royal"),
        pytest.param(500, PAIR_OF_NINES, "Ac Ad 8h 7c 5d", -1_500, id="SD4 the house is higher"),
        pytest.param(500, EIGHTS, HOUSE_EIGHTS, 0, id="SD5 a tie by the letter"),
        pytest.param(500, "Ah Kh 9h 6c 3d", "As Kd 9c 6d 3s", 1_500, id="SD6 three hearts"),
    ],
)
def test_a_round_pays_what_the_example_says(ante: int, hand: str, house: str, net: int) -> None:
    """Ante and second bet leave the account, and what the round pays comes back, to the cent."""
    assert played(ante, hand, house).net() == net


def test_a_fold_loses_the_ante_alone() -> None:
    """SD4, r.22: who folds loses his ante, and nobody sees the house's cards."""
    casino = Casino("p-1")
    casino.dealt({1: 500}, {1: PAIR_OF_NINES}, HOUSE_PAIR)
    casino.folds(1)
    assert [event.kind for event in casino.settles()] == [
        "sem_descarte.collected.v1",
        "sem_descarte.settled.v1",
        "banked.round_ended.v1",
    ]
    assert casino.net() == -500


def test_practice_compares_every_kicker() -> None:
    """SD5 in practice: jack against five, the house wins; the ledger says that the letter has it otherwise."""
    casino = played(500, EIGHTS, HOUSE_EIGHTS, readings=sd_readings(pair_tie=Reading.PRACTICE))
    assert casino.net() == -1_500
    (noted,) = [e for _, e in casino.events if getattr(e, "kind", "") == "sem_descarte.finding_recorded.v1"]
    assert (getattr(noted, "rule", ""), getattr(noted, "reading", "")) == ("R803 r.13g", Reading.LETTER)


def test_an_outage_before_the_second_bet_gives_the_ante_back() -> None:
    """SD7, r.33: an outage of the operator's system before the second bet, and the ante comes back."""
    casino = Casino("p-1")
    casino.dealt({1: 500}, {1: FLUSH}, HOUSE_PAIR)
    casino.does(VoidRound(incident=casino.outage(), round=casino.local), OFFICER)
    assert (casino.state.outcome, casino.net()) == ("voided", 0)


def test_a_players_dead_device_before_the_second_bet_is_a_fold() -> None:
    """SD7, r.35: a failure of the player's equipment after the ante loses it."""
    casino = Casino("p-1")
    casino.dealt({1: 500}, {1: FLUSH}, HOUSE_PAIR)
    casino.does(ReportDisconnected(round=casino.local, seat=1))
    casino.settles()
    assert casino.net() == -500


def test_a_players_dead_device_after_the_second_bet_changes_nothing() -> None:
    """SD7, r.36: after the second bet the bet is valid and the round is settled: SD2 again."""
    casino = Casino("p-1")
    casino.dealt({1: 500}, {1: FLUSH}, HOUSE_PAIR)
    casino.goes_on(1)
    casino.does(ReportDisconnected(round=casino.local, seat=1))
    casino.settles()
    assert casino.net() == 5_500
