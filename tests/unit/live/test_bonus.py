"""A bonus over a ledger on either store: what its accounts remember is what their entries say, after the door was opened again too."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from tests.worlds.floor import Floor
from tests.worlds.house import player
from tests.worlds.roulette import WHEEL, chip, opening, wheel_terms
from tests.worlds.sem_descarte import BALANCE, SD_TABLE, deal, sd_terms, setup_commands
from tests.worlds.world import PLATFORM
from tombo.ledger.core.clock import SECOND, SteppingClock
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.lisbon import day_of
from tombo.ledger.core.money import Money
from tombo.ledger.games.roulette import commands as spin
from tombo.ledger.games.sem_descarte import commands as sd
from tombo.ledger.house.account.commands import ConvertBonus, ExpireBonus, GrantBonus
from tombo.ledger.live.ledger import Acknowledgement, Ledger
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


@pytest.mark.parametrize("together", [False, True], ids=["alone", "together"])
def test_a_hand_begun_in_time_is_played_on_behind_the_date(new_url: str, tmp_path: Path, *, together: bool) -> None:
    """Bet 2 leaves the bonus through either door, and the night has nothing against it."""
    clock = SteppingClock(BEGINS, step=1_000)
    ledger = create_ledger(new_url, Keyring(tmp_path / "keys"), origin="operator.example/bonus", clock=clock)
    with ledger.store:
        floor = Floor(ledger.handle)
        for command, by in setup_commands(("p-1",), sd_terms(bonus="first")):
            floor.do(command, by)
        floor.do(GrantBonus(amount=Money(2_000), player="p-1", reference="welcome", until=UNTIL))
        floor.do(sd.OpenRound(deadline=BEGINS + 30 * SECOND, table=SD_TABLE))
        name = f"{SD_TABLE}/1"
        floor.do(sd.PlaceAnte(amount=300, player="p-1", round=name, seat=1), player("p-1"))
        floor.do(sd.CloseAntes(round=name))
        floor.do(deal(ledger.view()(f"sem_descarte:{name}"), {1: "As Ad Kc 7h 2s"}, "Qs Jd 9c 4h 3s"))
        clock.instant = UNTIL + 60 * SECOND
        late = Envelope(sd.Continue(round=name, seat=1), player("p-1"), "late", UNTIL + 60 * SECOND)
        settled = Envelope(sd.SettleRound(round=name), PLATFORM, "settled", UNTIL + 60 * SECOND)
        outcomes = ledger.handle_many([late, settled]) if together else [ledger.handle(late), ledger.handle(settled)]
        assert [type(one) for one in outcomes] == [Acknowledgement] * 2
        assert held(ledger)[0] == BALANCE
        assert reconcile(ledger.store, None, day_of(BEGINS)).problems == ()
