"""A bonus over a ledger on either store: what its accounts remember is what their entries say, after the door was opened again too."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tests.worlds.floor import Floor
from tests.worlds.house import player
from tests.worlds.roulette import WHEEL, chip, opening, wheel_terms
from tombo.ledger.core.clock import SECOND, SteppingClock
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.lisbon import day_of
from tombo.ledger.core.money import Money
from tombo.ledger.games.roulette import commands as spin
from tombo.ledger.house.account.commands import ConvertBonus, ExpireBonus, GrantBonus
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger, open_ledger
from tombo.projections.reconciliation.run import reconcile

BEGINS: Final = 1_784_055_600 * SECOND
"""2026-07-14, 20:00 in Lisbon."""
UNTIL: Final = BEGINS + 3_600 * SECOND
CASH: Final = 1_000_000


def opens(ledger: Ledger, floor: Floor) -> str:
    """The next spin; its local id."""
    floor.do(spin.OpenSpin(deadline=BEGINS + 30 * SECOND, table=WHEEL))
    return f"{WHEEL}/{ledger.view()(f'banked:{WHEEL}').number}"


def lands(floor: Floor, name: str, number: str) -> None:
    """No more bets, the ball, the payment."""
    floor.do(spin.CloseBets(round=name))
    floor.do(spin.LandBall(number=number, round=name))
    floor.do(spin.SettleSpin(round=name))


def held(ledger: Ledger) -> tuple[int, int]:
    """The cash and the bonus of p-1."""
    account = ledger.view()("account:p-1")
    return account.balance, account.bonus


def test_a_door_that_is_opened_again_goes_on_with_the_wallet_of_the_round(new_url: str, tmp_path: Path) -> None:
    """A stake of bonus in prison, the door closed and opened: the next stake and what comes back are bonus, and the night ties."""
    keys, clock = Keyring(tmp_path / "keys"), SteppingClock(BEGINS, step=1_000)
    ledger = create_ledger(new_url, keys, origin="operator.example/bonus", clock=clock)
    with ledger.store:
        floor = Floor(ledger.handle)
        for command, by in opening(wheel_terms("R807", zero="prison", bonus="first"), ("p-1",)):
            floor.do(command, by)
        floor.do(GrantBonus(amount=Money(3_000), player="p-1", reference="welcome", until=UNTIL))
        name = opens(ledger, floor)
        floor.do(spin.PlaceChips(chips=[chip(1_000, "red")], player="p-1", round=name), player("p-1"))
        lands(floor, name, "0")
        name = opens(ledger, floor)
    ledger = open_ledger(new_url, keys, clock=SteppingClock(clock.instant, step=1_000))
    with ledger.store:
        floor = Floor(ledger.handle, prefix="again")
        beyond = spin.PlaceChips(chips=[chip(2_050, "black")], player="p-1", round=name)
        refused = floor.ask(beyond, player("p-1"))
        assert isinstance(refused, Refused), refused
        assert (refused.finding.rule, refused.finding.told.about) == ("House: overdraft", "bonus_short")
        floor.do(spin.PlaceChips(chips=[chip(500, "black")], player="p-1", round=name), player("p-1"))
        lands(floor, name, "1")
        assert held(ledger) == (CASH, 2_500)
        floor.do(ConvertBonus(amount=Money(500), player="p-1", reference="played 30 times"))
        floor.do(ExpireBonus(player="p-1"), occurred=UNTIL)
        assert held(ledger) == (CASH + 500, 0)
        assert reconcile(ledger.store, None, day_of(BEGINS)).problems == ()
