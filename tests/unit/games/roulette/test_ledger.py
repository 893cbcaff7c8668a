"""A spin through the whole ledger, on SQLite: recorded, sealed, folded again from what is stored, accounts moved."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.worlds.floor import Floor
from tests.worlds.house import player
from tests.worlds.roulette import BANKROLL, DEADLINE, R2, WHEEL, opening, wheel_terms
from tests.worlds.standstill import recovered
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.findings import Refused
from tombo.ledger.games.roulette.commands import CloseBets, LandBall, OpenSpin, PlaceCallBet, PlaceChips, SettleSpin
from tombo.ledger.games.roulette.wheel import SeriesBet
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger, open_ledger

ROUND = f"{WHEEL}/1"


def test_a_spin_is_recorded_with_its_movements_of_money(tmp_path: Path) -> None:
    """Bets leave the account with the bet, prizes come with the settlement, and a ledger opened anew says the same."""
    url, keyring, clock = f"sqlite:///{tmp_path / 'ledger.db'}", Keyring(tmp_path / "keys"), SteppingClock()
    ledger = create_ledger(url, keyring, origin="operator.example/ledger/1", clock=clock)
    floor = Floor(ledger.handle)
    for command, by in opening(wheel_terms("R807"), names=("p-1", "p-2")):
        floor.do(command, by)
    deadline = clock.instant + DEADLINE
    floor.do(OpenSpin(deadline=deadline, table=WHEEL))
    bet = floor.do(PlaceChips(chips=list(R2), player="p-1", round=ROUND), player("p-1"))
    assert [entry.stream for entry in bet.entries] == [f"roulette:{ROUND}", "account:p-1"]
    assert ledger.view()("account:p-1").balance == BANKROLL - 1600
    series = SeriesBet(call="series_5_8", chip=100)
    floor.do(PlaceCallBet(bet=series, player="p-2", round=ROUND), player("p-2"))
    floor.do(CloseBets(round=ROUND), occurred=deadline)
    assert isinstance(floor.ask(PlaceChips(chips=list(R2), player="p-1", round=ROUND), player("p-1")), Refused)
    floor.do(LandBall(number="17", round=ROUND))
    floor.do(SettleSpin(round=ROUND))
    assert [balance(ledger, name) for name in ("p-1", "p-2")] == [BANKROLL + 8050, BANKROLL - 600]
    ledger.store.close()
    again = open_ledger(url, keyring, clock=SteppingClock())
    assert [balance(again, name) for name in ("p-1", "p-2")] == [BANKROLL + 8050, BANKROLL - 600]
    assert again.view()(f"roulette:{ROUND}").outcome == "settled"
    assert [entry.kind for entry in again.entries(f"roulette:{ROUND}")] == [
        "roulette.round_opened.v1",
        "roulette.bet_placed.v1",
        "roulette.bet_placed.v1",
        "roulette.bets_closed.v1",
        "roulette.ball_landed.v1",
        "roulette.collected.v1",
        "roulette.paid.v1",
        "roulette.settled.v1",
    ]
    again.store.close()


@pytest.mark.parametrize(("landed", "outcome", "after"), [(False, "voided", 0), (True, "settled", 8050)])
def test_a_spin_left_open_is_settled_if_the_ball_lies_else_void(
    tmp_path: Path,
    landed: bool,  # noqa: FBT001  # a column
    outcome: str,
    after: int,
) -> None:
    """After a standstill a spin with a number is paid, one without gives every bet back (R804 r.20), as for a hand."""
    url, keyring, clock = f"sqlite:///{tmp_path / 'ledger.db'}", Keyring(tmp_path / "keys"), SteppingClock()
    ledger = create_ledger(url, keyring, origin="operator.example/ledger/1", clock=clock)
    with ledger.store:
        floor = Floor(ledger.handle)
        for command, by in opening(wheel_terms("R807"), names=("p-1",)):
            floor.do(command, by)
        deadline = clock.instant + DEADLINE
        floor.do(OpenSpin(deadline=deadline, table=WHEEL))
        floor.do(PlaceChips(chips=list(R2), player="p-1", round=ROUND), player("p-1"))
        if landed:
            floor.do(CloseBets(round=ROUND), occurred=deadline)
            floor.do(LandBall(number="17", round=ROUND))
        done = recovered(ledger)
        assert [(hand.hand, hand.outcome) for hand in done.hands] == [(f"roulette:{ROUND}", outcome)]
        assert (done.closed, balance(ledger, "p-1")) == (True, BANKROLL + after)


def balance(ledger: Ledger, name: str) -> int:
    """The cents on a player's account."""
    return int(ledger.view()(f"account:{name}").balance)
