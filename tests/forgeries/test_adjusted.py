"""Accounts that are set right, sealed otherwise by whoever has an event key: the verifier names what two managers did not sign, and the night who asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest

from tests.forgeries.twice import again, drop, kinds
from tests.tools.naive_book import NaiveBook
from tests.worlds.floor import MANAGER, PLATFORM, Floor
from tests.worlds.forged_ledger import Act, Commit, commits, sealed
from tests.worlds.staff import signed
from tombo.ledger.core.clock import SECOND, SteppingClock
from tombo.ledger.core.lisbon import day_of
from tombo.ledger.core.money import Money
from tombo.ledger.house.account.commands import AdjustDown, AdjustUp, Deposit, OpenAccount
from tombo.ledger.house.account.events import AdjustedDown, AdjustedUp
from tombo.ledger.house.limits.state import DEFAULT
from tombo.ledger.house.player.events import PlayerErased
from tombo.ledger.house.staff.commands import GrantRole
from tombo.ledger.house.wallet import movement_of
from tombo.ledger.operate.keyring import Keyring, create_ledger
from tombo.ledger.seal.entry import unpack
from tombo.ledger.seal.policy import parse_policy
from tombo.ledger.store import open_store
from tombo.ledger.verify import verify
from tombo.projections.reconciliation import run
from tombo.projections.reconciliation.run import reconcile
from tombo.simulator.run import entries

ORIGIN: Final = "operator.example/1"
NOON: Final = 1_784_030_400 * SECOND
SECOND_MANAGER: Final = "s-9"


class Honest:
    """Two managers, two players with money, and three adjustments that both of them signed."""

    def __init__(self, folder: Path) -> None:
        self.folder, keyring = folder, Keyring(folder / "keys")
        url = f"sqlite:///{folder / 'ledger.db'}"
        ledger = create_ledger(url, keyring, origin=ORIGIN, clock=SteppingClock(NOON, step=0))
        with ledger.store as store:
            floor = Floor(ledger.handle)
            floor.do(GrantRole(role="manager", staff=MANAGER.id))
            floor.do(GrantRole(role="manager", staff=SECOND_MANAGER), MANAGER)
            for name in ("p-1", "p-2"):
                floor.do(OpenAccount(player=name))
                floor.do(Deposit(amount=Money(100_00), player=name, reference=f"bank {name}"))
            for command in (
                AdjustUp(adjustment=Money(7_50), player="p-1", reason="a deposit that the bank sent twice"),
                AdjustDown(adjustment=Money(2_50), player="p-1", reason="booked twice"),
                AdjustUp(adjustment=Money(1), player="p-2", reason="a cent"),
            ):
                ledger.handle(signed(floor.envelope(command, MANAGER), ORIGIN, SECOND_MANAGER))
            self.entries = list(entries(store))
            self.ends = sorted({(head := unpack(row.state)).first + head.count for row in store.rows()})
        self.policy = parse_policy(keyring.policy.read_text())
        self.key = keyring.load(keyring.event(1))

    def told(self, found: Sequence[Commit], name: str) -> tuple[list[tuple[str, int | None]], list[str]]:
        """What the verifier names, with its place, and what the night says, once these commits are sealed with the real key."""
        url = f"sqlite:///{self.folder / name}.db"
        with sealed(found, url, ORIGIN, self.key) as store:
            night = [problem.text for problem in reconcile(store, None, day_of(NOON)).problems]
        report = verify(partial(open_store, url, read_only=True), self.policy)
        return [(problem.code, problem.first) for problem in report.problems], night


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Honest:
    """Made once."""
    return Honest(tmp_path_factory.mktemp("adjusted"))


def test_what_two_managers_signed_is_whole_and_ties(honest: Honest) -> None:
    """The verifier and the night have nothing against it; the book, a second one and the wallet have what it moved."""
    assert honest.told(commits(honest.entries, honest.ends), "honest") == ([], [])
    book = NaiveBook()
    for entry in honest.entries:
        book.add(entry)
    assert book.balances() == {"adjustment": -501, "outside": -200_00, "wallet:p-1": 105_00, "wallet:p-2": 100_01}
    moved = [movement_of(entry, "c") for entry in honest.entries if entry.kind.startswith("account.adjusted")]
    assert [(one.player, one.operation, one.amount) for one in moved if one] == [
        ("p-1", "adjustment_up", 7_50),
        ("p-1", "adjustment_down", 2_50),
        ("p-2", "adjustment_up", 1),
    ]
    with open_store(f"sqlite:///{honest.folder / 'ledger.db'}", read_only=True) as store:
        told = reconcile(store, None, day_of(NOON))
    assert {holders: cents for holders, cents in told.closing.items() if cents} == {
        "adjustment": -501,
        "outside": -200_00,
        "wallet": 205_01,
    }


def another_amount(found: Sequence[Commit]) -> Act:
    """More than they signed."""
    act = kinds(found, "account.adjusted_up.v1")[0]
    act.says(amount=Money(75_00))
    return act


def the_other_way(found: Sequence[Commit]) -> Act:
    """Taken, where they signed that it is given."""
    act = kinds(found, "account.adjusted_up.v1")[0]
    act.event = AdjustedDown(amount=act.event.amount, reason=act.event.reason)
    return act


def to_another(found: Sequence[Commit]) -> Act:
    """On the account of somebody else."""
    act = kinds(found, "account.adjusted_up.v1")[0]
    act.stream = "account:p-2"
    return act


def twice(found: Sequence[Commit]) -> Act:
    """What they signed once, twice on the account: it is named where they signed."""
    twin = again(list(found), "account.adjusted_up.v1")
    return next(one for one in kinds(found, "staff.act_signed.v1") if one.command == twin.command)


def by_one(found: Sequence[Commit]) -> Act:
    """One of the two did not sign."""
    act = kinds(found, "account.adjusted_up.v1")[0]
    others = [one for one in kinds(found, "staff.act_signed.v1") if one.command == act.command]
    drop(found, others[1])
    return others[0]


def by_nobody(found: Sequence[Commit]) -> Act:
    """A manager is said to have asked for it, and nobody signed."""
    act = Act("account:p-2", kinds(found, "account.adjusted_up.v1")[0].event, by=MANAGER)
    found[-1].acts.append(act)
    return act


def above_the_limit(found: Sequence[Commit]) -> Act:
    """More than the house gives at most, and nobody signed that."""
    act = by_nobody(found)
    act.says(amount=Money(DEFAULT.compensation_most.cents + 1))
    return act


@pytest.mark.parametrize(
    "forges",
    [another_amount, the_other_way, to_another, twice, by_one, by_nobody, above_the_limit],
    ids=lambda one: one.__name__,
)
def test_what_they_did_not_sign_is_named(honest: Honest, forges: Callable[[Sequence[Commit]], Act]) -> None:
    """Each at its place."""
    found = commits(honest.entries, honest.ends)
    culprit = forges(found)
    problems, _ = honest.told(found, forges.__name__)
    assert ("POLICY_FAIL", culprit.index) in problems, problems


@pytest.mark.parametrize("kind", [AdjustedUp, AdjustedDown], ids=["up", "down"])
def test_the_platform_sets_no_account_right(honest: Honest, kind: Any) -> None:
    """A stolen event key seals it in the platform's name, which signs nothing: verifier and night name it."""
    found = commits(honest.entries, honest.ends)
    reason = kinds(found, "account.adjusted_up.v1")[1].event.reason
    act = Act("account:p-2", kind(amount=Money(1), reason=reason), by=PLATFORM)
    found[-1].acts.append(act)
    problems, night = honest.told(found, kind.__name__)
    assert ("POLICY_FAIL", act.index) in problems, problems
    assert night == [f"{act.kind} in account:p-2 was asked for by platform; expected staff, two of whom sign it"]


@pytest.mark.parametrize("person", ["p-2", None], ids=["of another", "of nobody"])
def test_the_reason_is_sealed_as_of_its_player(honest: Honest, person: str | None) -> None:
    """Else his erasure would not take it away: both signatures are right, and the night names it."""
    found = commits(honest.entries, honest.ends)
    act = kinds(found, "account.adjusted_up.v1")[0]
    act.says(reason=act.event.reason.model_copy(update={"person": person}))
    _, night = honest.told(found, f"sealed as of {person}")
    assert night == [
        f"account:p-1 version {act.version} is not sealed as of p-1, whom it is about: his erasure would not take it away"
    ]


@pytest.mark.parametrize("stretch", [1, run.CHUNK], ids=["of another stretch", "of the same"])
def test_of_who_was_erased_no_reason_is_kept(honest: Honest, stretch: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """His account is set right behind his erasure, wherever the night reads of that."""
    monkeypatch.setattr(run, "CHUNK", stretch)
    found = commits(honest.entries, honest.ends)
    found[-1].acts.insert(0, Act("player:p-2", PlayerErased(basis="GDPR 17", second=SECOND_MANAGER), by=MANAGER))
    _, night = honest.told(found, f"erased before, by {stretch}")
    assert night == ["account:p-2 keeps something of p-2, who was erased before; expected nothing more of him"]
