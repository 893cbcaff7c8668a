"""Acts of staff that nobody could have asked for, sealed with the real event key: the verifier names each, with its place (B1, B4)."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.forgeries.twice import (
    drop,
    kinds,
    never_paid,
    never_taken,
    opened_twice,
    other_clock,
    other_rules,
    paid_twice,
    resolved_twice,
    taken_twice,
)
from tests.worlds.floor import PLATFORM, Floor, deal, player
from tests.worlds.forged_ledger import Act, Commit, acts, commits, sealed
from tests.worlds.staff import enrol, signed
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.entry import By
from tombo.ledger.core.money import Money
from tombo.ledger.games.poker import commands as poker
from tombo.ledger.house.dispute.commands import OpenDispute, RecordReplay, ResolveDispute, ReverseCompensation
from tombo.ledger.house.limits.commands import SetLimits
from tombo.ledger.house.log.commands import ConfirmClock
from tombo.ledger.house.staff.commands import GrantRole, WithdrawRole
from tombo.ledger.operate.keyring import Keyring, create_ledger
from tombo.ledger.seal.entry import unpack
from tombo.ledger.seal.policy import Policy, parse_policy
from tombo.ledger.store import open_evidence, open_store
from tombo.ledger.store.mapper import CanonicalMapper
from tombo.ledger.verify import Report, verify
from tombo.projections.compensations.judged import COMPENSATED, Payments, Untied

ORIGIN = "operator.example/acts"
OFFICER = By(actor="staff", id="s-2", role="officer")
HAND = "hand:mesa-1/1"


class Honest:
    """An honest ledger with two officers and two managers, a hand, and a dispute that two people resolved."""

    def __init__(self, folder: Path) -> None:
        self.folder, keyring = folder, Keyring(folder / "keys")
        url = f"sqlite:///{folder / 'ledger.db'}"
        ledger = create_ledger(url, keyring, origin=ORIGIN, clock=SteppingClock())
        with ledger.store as store:
            self.floor = Floor(ledger.handle)
            manager = By(actor="staff", id="manager-1", role="manager")
            self.played()
            for name in ("s-2", "s-3"):
                self.floor.do(GrantRole(role="officer", staff=name), manager)
            self.floor.do(GrantRole(role="manager", staff="s-1"), manager)
            lower = SetLimits(
                compensation_alone=Money(1_00), compensation_alone_sum=Money(10_00), compensation_most=Money(80_00)
            )
            self.both(lower, manager, "s-1")
            said_at = ledger.clock.now()
            opened = OpenDispute(about=HAND, claim="mine", complained=said_at, dispute="d-1", player="p-1")
            self.floor.do(opened, player(1))
            version = ledger.view().version(HAND)
            replay = RecordReplay(amounts=[], differences=[], dispute="d-1", revision=1, rules=[], version=version)
            self.floor.do(replay, OFFICER)
            resolve = ResolveDispute(compensation=Money(50_00), dispute="d-1", grounds="goodwill", outcome="accepted")
            self.both(resolve, OFFICER, "s-3")
            back = ReverseCompensation(amount=Money(50_00), cause="mistaken", dispute="d-1", rule="R806 r.59")
            self.both(back, OFFICER, "s-3")
            self.floor.do(WithdrawRole(role="manager", staff="s-1"), By(actor="staff", id="s-1", role="manager"))
            now = ledger.clock.now()
            self.floor.do(ConfirmClock(clock=now, floor=now, reason="looked at it"), manager)
            rows = list(store.rows(0, store.head().size))
            ends = sorted({row.index + 1 for row in rows if self._is_last(row)})
            self.entries = [CanonicalMapper(ORIGIN).to_entry(row) for row in rows]
        self.ends = ends
        self.policy: Policy = parse_policy(keyring.policy.read_text())
        self.key = keyring.load(keyring.event(1))

    @staticmethod
    def _is_last(row: Any) -> bool:
        """Whether nothing stands after ``row`` in its commit."""
        claim = unpack(row.state)
        return bool(claim.first + claim.count == row.index + 1)

    def both(self, command: Any, by: By, beside: str) -> None:
        """A command that two people sign."""
        self.floor._handle(signed(self.floor.envelope(command, by), ORIGIN, beside))

    def played(self) -> None:
        """A hand in which 200.00 lie in the middle."""
        floor = self.floor
        floor.open_table(players=2, buy_in=10_000)
        floor.do(poker.StartHand(table="mesa-1"))
        floor.do(deal("mesa-1", 1, ["As", "Kd", "Ah", "Kc"]))
        floor.do(poker.PlaceBet(hand="mesa-1/1", seat=1, total=10_000), player(1))
        floor.do(poker.Call(hand="mesa-1/1", seat=2), player(2))
        for cards in (["7d", "9h", "4s"], ["Jc"], ["5s"]):
            floor.do(poker.DealBoard(cards=cards, hand="mesa-1/1"))
        floor.do(poker.SettleHand(hand="mesa-1/1"))

    def report(self, found: Sequence[Commit], name: str) -> Report:
        """What the verifier says of these commits, sealed with the real event key."""
        url = f"sqlite:///{self.folder / name}.db"
        sealed(found, url, ORIGIN, self.key).close()
        return verify(partial(open_store, url, read_only=True), self.policy)

    def untied(self, found: Sequence[Commit], name: str) -> list[Untied]:
        """The compensations of these commits that are tied to nothing."""
        with sealed(found, f"sqlite:///{self.folder / name}.db", ORIGIN, self.key) as store:
            payments = Payments(store)
            asked = [payments.untied_at(row.index) for row in store.rows() if row.kind == COMPENSATED]
        return [one for one in asked if one is not None]


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Honest:
    """The honest ledger."""
    return Honest(tmp_path_factory.mktemp("acts"))


def of_command(found: Sequence[Commit], act: Act) -> list[Act]:
    """The entries of the command that ``act`` came from."""
    return [other for other in acts(found) if other.command == act.command]


def signature_of(found: Sequence[Commit], kind: str, place: int = 0) -> Act:
    """The signature under the command of the newest entry of a kind; ``place`` 1: that of the second person."""
    act = kinds(found, kind)[-1]
    return [other for other in of_command(found, act) if other.kind == "staff.act_signed.v1"][place]


def unsigned(found: list[Commit]) -> Act:
    """The compensation as if nobody had signed it."""
    paid = kinds(found, "account.compensated.v1")[0]
    for act in of_command(found, paid):
        if act.kind == "staff.act_signed.v1":
            drop(found, act)
    return kinds(found, "dispute.resolved.v2")[0]


def alone(found: list[Commit]) -> Act:
    """The compensation as if the officer had given it alone."""
    drop(found, signature_of(found, "account.compensated.v1", 1))
    first = signature_of(found, "account.compensated.v1")
    first.says(signers=1)
    return kinds(found, "account.compensated.v1")[0]


def more(found: list[Commit]) -> Act:
    """The signed compensation, and another amount on the account."""
    paid = kinds(found, "account.compensated.v1")[0]
    paid.says(amount=Money(79_00))
    return paid


def beyond(found: list[Commit]) -> Act:
    """The signatures, and what they are said to be under, beyond every limit."""
    paid = kinds(found, "account.compensated.v1")[0]
    paid.says(amount=Money(99_999_99))
    return paid


def twice_himself(found: list[Commit]) -> Act:
    """The second signature is the first person's again."""
    second = signature_of(found, "account.compensated.v1", 1)
    second.stream, second.event = "staff:s-2", signature_of(found, "account.compensated.v1").event
    return kinds(found, "account.compensated.v1")[0]


def replayed_signature(found: list[Commit]) -> Act:
    """A true signature under another command of the same person."""
    signature = signature_of(found, "dispute.replayed.v1")
    signature.event = signature_of(found, "account.compensated.v1").event.model_copy(update={"signers": 1})
    return kinds(found, "dispute.replayed.v1")[0]


def other_signature(found: list[Commit]) -> Act:
    """A signature that was not made by the key it names."""
    signature = signature_of(found, "dispute.replayed.v1")
    signature.says(signature=signature_of(found, "account.compensated.v1").event.signature)
    return signature


def own_key(found: list[Commit]) -> Act:
    """The forger's own key in the place of the officer's, enrolled by a manager who never signed for it."""
    enrolled = next(act for act in kinds(found, "staff.key_enrolled.v1") if act.stream == "staff:s-3")
    fields = enrol(ORIGIN, "s-3", number=2).model_dump(exclude={"kind", "staff"})
    enrolled.says(**fields)
    return enrolled


def king(found: list[Commit]) -> Act:
    """A role that there is not."""
    grant = kinds(found, "staff.granted.v1")[1]
    grant.says(role="king")
    return grant


def by_player(found: list[Commit]) -> Act:
    """A role granted by a player (B4)."""
    grant = kinds(found, "staff.granted.v1")[1]
    for act in of_command(found, grant):
        if act.kind == "staff.act_signed.v1":
            drop(found, act)
        act.by = By(actor="player", id="p-1")
    return grant


def by_platform(found: list[Commit]) -> Act:
    """A compensation that the platform gives."""
    unsigned(found)
    for act in of_command(found, kinds(found, "account.compensated.v1")[0]):
        act.by = PLATFORM
    return kinds(found, "dispute.resolved.v2")[0]


def to_somebody_else(found: list[Commit]) -> Act:
    """What was signed for the claimant, on another player's account (E2)."""
    paid = kinds(found, "account.compensated.v1")[0]
    paid.stream = "account:p-2"
    return paid


def reversed_alone(found: list[Commit]) -> Act:
    """A compensation that one officer took back alone."""
    drop(found, signature_of(found, "account.compensation_reversed.v1", 1))
    signature_of(found, "account.compensation_reversed.v1").says(signers=1)
    return kinds(found, "dispute.compensation_reversed.v1")[0]


def reversed_less(found: list[Commit]) -> Act:
    """Less taken off the account than the dispute says."""
    taken = kinds(found, "account.compensation_reversed.v1")[0]
    taken.says(amount=Money(1_00))
    return taken


def own_limits(found: list[Commit]) -> Act:
    """Limits that one manager set alone, to give more."""
    set_ = kinds(found, "house.limits_set.v1")[-1]
    drop(found, signature_of(found, "house.limits_set.v1", 1))
    signature_of(found, "house.limits_set.v1").says(signers=1)
    return set_


def other_limits(found: list[Commit]) -> Act:
    """Limits that are not those two managers signed."""
    set_ = kinds(found, "house.limits_set.v1")[-1]
    set_.says(compensation_most=Money(90_00))
    return set_


FORGED: dict[str, Callable[[list[Commit]], Act]] = {
    "a compensation nobody signed": unsigned,
    "a compensation one person gave alone": alone,
    "another amount than was signed": more,
    "an amount beyond every limit": beyond,
    "one person twice": twice_himself,
    "a signature of another command": replayed_signature,
    "a signature of another key": other_signature,
    "a key of the forger's": own_key,
    "a role that there is not": king,
    "B4: a role given by a player": by_player,
    "a compensation given by the platform": by_platform,
    "a compensation for somebody else": to_somebody_else,
    "a reversal by one": reversed_alone,
    "a reversal of less": reversed_less,
    "limits set by one": own_limits,
    "limits that were not signed": other_limits,
    "rules in force on another day": partial(other_rules, in_force_from=1),
    "rules with other hands without a bet": partial(other_rules, idle_hands=2),
    "a clock that was not confirmed": other_clock,
    "a compensation twice on the account": paid_twice,
    "a resolution twice": resolved_twice,
    "a dispute opened twice": opened_twice,
    "a compensation taken back twice": taken_twice,
    "a compensation that is on no account": never_paid,
    "a reversal that takes nothing": never_taken,
}


def test_the_honest_ledger_is_whole(honest: Honest) -> None:
    """Sealed again as it was, nothing is wrong with it."""
    report = honest.report(commits(honest.entries, honest.ends), "honest")
    assert [problem for problem in report.problems if problem.code != "WITHHELD"] == []


@pytest.mark.parametrize("name", list(FORGED))
def test_b1_a_forged_act_is_named_with_its_place(honest: Honest, name: str) -> None:
    """B1: every entry fits its signature by the event key; that nobody asked for it is found, where it stands."""
    found = commits(honest.entries, honest.ends)
    culprit = FORGED[name](found)
    report = honest.report(found, name.replace(" ", "-").replace(":", "").replace("'", ""))
    assert report.exit_status == 1, name
    first = next(problem for problem in report.problems if problem.code != "WITHHELD")  # no opening was copied
    assert (first.code, first.first) == ("POLICY_FAIL", culprit.index), report.problems


def test_b1_a_hole_in_another_commit_hides_no_missing_signature(honest: Honest) -> None:
    """B1: an act that nobody signed stays named where an entry is gone that is not of its append."""
    found = commits(honest.entries, honest.ends)
    culprit = unsigned(found)
    after = found[next(place for place, commit in enumerate(found) if culprit in commit.acts) + 1].acts[0]
    url = f"sqlite:///{honest.folder / 'hole'}.db"
    sealed(found, url, ORIGIN, honest.key).close()
    with closing(sqlite3.connect(honest.folder / "hole.db")) as owner:
        owner.executescript(
            f"DROP TRIGGER stored_events_delete; DELETE FROM stored_events WHERE notification_id = {after.index + 1}"
        )
    said = {(problem.code, problem.first) for problem in verify(partial(open_evidence, url), honest.policy).problems}
    assert said >= {("MISSING", after.index), ("POLICY_FAIL", culprit.index)}


def test_f8_a_payment_that_no_dispute_gives_is_named_once(honest: Honest) -> None:
    """Red before: two sentences at one place, that no dispute gives it and that nobody could ask for it."""
    found = commits(honest.entries, honest.ends)
    paid = next(act for commit in found for act in commit.acts if act.kind == COMPENSATED)
    paid.says(dispute="dispute:d-9")
    problems = [problem for problem in honest.report(found, "unpaid").problems if problem.first == paid.index]
    assert [(problem.code, problem.field) for problem in problems] == [("POLICY_FAIL", "event")], problems


def test_a_log_is_opened_once(honest: Honest) -> None:
    """A second opening, of whichever origin, is named where it stands, and changes nothing of whose log it is."""
    found = commits(honest.entries, honest.ends)
    again = kinds(found, "log.opened.v1")[0].like(origin="somebody.example/else")
    again.command = None
    found.append(Commit(found[-1].recorded, [again]))
    problems = [one for one in honest.report(found, "opened-again").problems if one.code != "WITHHELD"]
    assert [(one.code, one.first, one.field) for one in problems] == [("POLICY_FAIL", again.index, "version")]
