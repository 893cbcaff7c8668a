"""What the night says of the day's money: each figure is what players got, paid or staked, and nothing that moves inside the house."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.worlds.blackjack import beginning, blackjack_terms, readings
from tests.worlds.casino import BEGINS, ORIGIN, Casino
from tests.worlds.floor import Floor
from tombo.ledger.core.clock import SECOND, SteppingClock
from tombo.ledger.core.findings import Reading
from tombo.ledger.core.lisbon import HOUR, day_of
from tombo.ledger.core.money import Money
from tombo.ledger.games.blackjack.commands import VoidBlackjackRound
from tombo.ledger.house.account.commands import Deposit
from tombo.ledger.house.incident.commands import OpenIncident
from tombo.ledger.house.wallet import OPERATIONS
from tombo.ledger.kinds import EVENTS
from tombo.ledger.operate.keyring import Keyring, create_ledger
from tombo.projections.reconciliation.looked import KINDS, looked_at
from tombo.projections.reconciliation.model import CHECKS
from tombo.projections.reconciliation.run import reconcile
from tombo.reports.reconciliation import still_open


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Casino]:
    """A table of blackjack where an outage takes the whole round with it (reading #19, LETTER)."""
    url, keys = f"sqlite:///{tmp_path}/bj.db", Keyring(tmp_path / "keys")
    ledger = create_ledger(url, keys, origin=ORIGIN, clock=SteppingClock(BEGINS, step=SECOND))
    floor = Floor(ledger.handle)
    for command, by in beginning(blackjack_terms(readings=readings(decided_bets=Reading.LETTER)), {1: "p-1", 2: "p-2"}):
        floor.do(command, by)
    yield Casino(ledger, floor, tmp_path)
    ledger.store.close()


def test_e4_what_the_house_refills_is_no_refund(house: Casino) -> None:
    """Seat 1 has gone bust and lost 10.00 when the round is void: both get back what they staked, 15.00. Red before: 25.00 in ``refunded``."""
    name = _bust(house)
    incident = OpenIncident(
        first_instant=BEGINS, incident="power", origin="operator_system", reported_by="monitor", scope=["bj-1"]
    )
    house.floor.do(incident)
    house.floor.do(VoidBlackjackRound(incident="power", round=name))
    found = reconcile(house.ledger.store, None, day_of(BEGINS))
    assert found.problems == ()
    total = next(one for one in found.totals if one.regulation == "R805")
    assert (total.staked, total.refunded, total.gross) == (1_500, 1_500, 0)


def test_e7_a_past_day_ends_with_what_the_next_begins_with(house: Casino) -> None:
    """What was deposited the day after is no part of it. Red before: every day ended with what the log ends with."""
    day = 24 * HOUR
    house.floor.do(Deposit(amount=Money(700), player="p-1", reference="later"), occurred=BEGINS + day)
    house.floor.do(Deposit(amount=Money(900), player="p-1", reference="latest"), occurred=BEGINS + 2 * day)
    first, second, third = (reconcile(house.ledger.store, None, day_of(BEGINS + n * day)) for n in range(3))
    wallets = [(one.opening.get("wallet", 0), one.closing["wallet"]) for one in (first, second, third)]
    began = wallets[0][1]
    assert wallets == [(0, began), (began, began + 700), (began + 700, began + 1_600)]


def test_e7_earlier_days_that_nobody_closed_are_told(house: Casino) -> None:
    """Two days with entries, and one without any between them, before the day. Red before: nothing said so."""
    day = 24 * HOUR
    for n in (2, 3):
        deposit = Deposit(amount=Money(700), player="p-1", reference=f"later {n}")
        house.floor.do(deposit, occurred=BEGINS + n * day)
    found = [reconcile(house.ledger.store, None, day_of(BEGINS + n * day)) for n in (0, 3)]
    days = day_of(BEGINS), day_of(BEGINS + 2 * day)
    assert [one.left_open for one in found] == [(), days]
    said = still_open(found[1]).text()
    assert said.startswith(f"Not closed: 2 earlier days, from {days[0]} to {days[1]}; ")


def test_e6_the_night_says_how_many_each_check_looked_at(house: Casino) -> None:
    """Two players sit down, bet and decide, in one round, and what moved on accounts. Red before: the page said a dash for each."""
    name = _bust(house)
    house.decides(name, 2, "stand")
    house.reveals(name, "Ks")
    looked = reconcile(house.ledger.store, None, day_of(BEGINS)).looked
    rows = list(house.ledger.store.rows())
    moved = sum(row.kind in OPERATIONS for row in rows)
    assert (looked["people"], looked["payout"], looked["numbers"], looked["void"]) == (9, 1, 1, 0)
    assert looked["accounts"] == looked["duplicate"] == moved > 3


def test_e6_every_kind_that_a_check_counts_is_one_that_there_is() -> None:
    """A name that no entry bears would be counted 0 for ever; checks that count no entries of the day are these, and no others."""
    assert set().union(*KINDS.values()) <= EVENTS.keys()
    assert set(CHECKS) - looked_at({}).keys() == {"incident", "late", "views", "wallet"}


def _bust(house: Casino) -> str:
    """A round in which seat 1 goes bust with 10.00 and seat 2, with 5.00, is to decide."""
    name = house.blackjack({1: 1000, 2: 500}, "Ts 9d 6h 6c 8d", "Jc")
    house.decides(name, 1, "hit", "Kd")
    return name
