"""B1: a command is one person's, who signed it; who signs beside him signs the same; and nothing else comes of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.forgeries.test_acts import ORIGIN, Honest, signature_of
from tests.forgeries.twice import kinds
from tests.worlds.floor import MANAGER, PLATFORM
from tests.worlds.forged_ledger import Act, Commit, commits
from tests.worlds.staff import key_of
from tombo.ledger.catalogue import full_digest
from tombo.ledger.core.command import CommandBase, Envelope
from tombo.ledger.core.entry import By, CommandRef, EventBase
from tombo.ledger.core.money import Money
from tombo.ledger.core.words import Words
from tombo.ledger.house.account.events import Deposited
from tombo.ledger.house.dispute.events import DisputeOpenedV2
from tombo.ledger.house.incident.events import IncidentOpened
from tombo.ledger.house.limits.commands import SetLimits
from tombo.ledger.house.limits.events import LimitsSet
from tombo.ledger.house.staff.commands import GrantRole
from tombo.ledger.house.staff.events import ActSigned, RoleGranted
from tombo.ledger.live.acts import act_of, request_of
from tombo.ledger.seal.act import Act as SignedAct
from tombo.ledger.seal.act import sign_act

OFFICER = By(actor="staff", id="s-2", role="officer")
INCIDENT = IncidentOpened(first_instant=7, origin="operator_system", reported_by="s-2", scope=None)
MANY = Money(1_000_000_00)
CLAIM = DisputeOpenedV2(about=None, claim=Words(person="p-1", sealed="AAAA"), complained=7, player="p-1")


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Honest:
    """The honest ledger."""
    return Honest(tmp_path_factory.mktemp("signed-by-all"))


def _together(found: list[Commit], *said: tuple[By, str, EventBase]) -> list[Act]:
    """One more command of these entries, as each says who asked for it; signed by nobody."""
    command = CommandRef(digest="ab" * 16, id=f"together-{len(found)}")
    made = [Act(stream, event, by=by, command=command) for by, stream, event in said]
    found.append(Commit(found[-1].recorded, made))
    return made


BEHIND: dict[str, tuple[By, str, EventBase]] = {
    "a role": (MANAGER, "staff:crony", RoleGranted(role="manager")),
    "an incident": (OFFICER, "incident:power", INCIDENT),
    "limits": (
        MANAGER,
        "house:limits",
        LimitsSet(compensation_alone=MANY, compensation_alone_sum=MANY, compensation_most=MANY),
    ),
}


@pytest.mark.parametrize("what", list(BEHIND))
def test_b1_nobody_acts_unsigned_behind_an_entry_of_the_platform(honest: Honest, what: str) -> None:
    """Red before: of a command whose first entry was the platform's nobody asked whether staff had signed the others."""
    found = commits(honest.entries, honest.ends)
    _, culprit = _together(found, (PLATFORM, "dispute:d-9", CLAIM), BEHIND[what])
    said = [(one.code, one.first) for one in honest.report(found, f"behind-{what}".replace(" ", "-")).problems]
    assert ("POLICY_FAIL", culprit.index) in said


def test_b1_one_asks_for_a_command(honest: Honest) -> None:
    """Red before: an incident of the manager's stood beside what an officer had signed."""
    found = commits(honest.entries, honest.ends)
    replayed = kinds(found, "dispute.replayed.v1")[0]
    commit = next(commit for commit in found if replayed in commit.acts)
    culprit = Act("incident:power", INCIDENT, by=MANAGER, command=replayed.command)
    commit.acts.insert(1, culprit)
    said = [(one.code, one.first, one.field) for one in honest.report(found, "two-askers").problems]
    assert ("POLICY_FAIL", culprit.index, "by") in said


def _beside(
    found: list[Commit], shown: CommandBase, wanted: CommandBase, other: str, event: tuple[str, EventBase]
) -> Act:
    """``other`` signs what he is shown; a manager signs what he wants, under the same id and digest, and seals that."""
    by = MANAGER
    envelope = Envelope(shown, by, f"beside-{len(found)}", None)
    digest = full_digest(envelope)
    theirs, request = act_of(envelope, other, ORIGIN), dict(sorted(request_of(wanted).items()))
    mine = SignedAct(ORIGIN, envelope.command_id, digest, by.id, by.role, request)
    command = CommandRef(digest=digest[:32], id=envelope.command_id)
    made = [Act(event[0], event[1], by=by, command=command)]
    for act in (mine, theirs):
        key = key_of(ORIGIN, act.staff)
        signed = ActSigned(
            digest=digest, key=key.key_id.hex(), request=dict(act.request), signature=sign_act(act, key), signers=2
        )
        made.append(Act(f"staff:{act.staff}", signed, by=by, command=command))
    found.append(Commit(found[-1].recorded, made))
    return made[1]


def test_b1_who_signs_beside_another_signs_the_same(honest: Honest) -> None:
    """Red before: the second signature was under a role for somebody, and limits of a million were set with it."""
    found = commits(honest.entries, honest.ends)
    limits = SetLimits(compensation_alone=MANY, compensation_alone_sum=MANY, compensation_most=MANY)
    sealed = LimitsSet(compensation_alone=MANY, compensation_alone_sum=MANY, compensation_most=MANY)
    culprit = _beside(found, GrantRole(role="officer", staff="s-9"), limits, "s-3", ("house:limits", sealed))
    said = [(one.code, one.first, one.message) for one in honest.report(found, "beside").problems]
    assert any(
        (code, at) == ("POLICY_FAIL", culprit.index) and "not the same command" in told for code, at, told in said
    )


def _instead(found: list[Commit], event: EventBase, stream: str) -> Act:
    act = kinds(found, "dispute.replayed.v1")[0]
    act.stream, act.event = stream, event
    return act


INSTEAD: dict[str, Callable[[list[Commit]], Act]] = {
    "an incident": lambda found: _instead(found, INCIDENT, "incident:power"),
    "a deposit": lambda found: _instead(found, Deposited(amount=Money(500_00), reference="x"), "account:p-2"),
    "another dispute": lambda found: _instead(found, CLAIM, "dispute:d-9"),
}


@pytest.mark.parametrize("what", list(INSTEAD))
def test_b1_what_was_signed_comes_of_it_and_nothing_else(honest: Honest, what: str) -> None:
    """Red before: any entry beside a signature was taken for what it had been given for."""
    found = commits(honest.entries, honest.ends)
    culprit = INSTEAD[what](found)
    signature = signature_of(found, culprit.kind)
    said = [
        (one.code, one.first, one.field) for one in honest.report(found, f"instead-{what}".replace(" ", "-")).problems
    ]
    assert ("POLICY_FAIL", culprit.index, "signature") in said
    assert ("POLICY_FAIL", signature.index, "command") in said


def test_b1_a_deposit_beside_a_resolution_is_not_asked_for(honest: Honest) -> None:
    """Red before: money for somebody else stood in the officer's command."""
    found = commits(honest.entries, honest.ends)
    resolved = kinds(found, "dispute.resolved.v2")[0]
    commit = next(commit for commit in found if resolved in commit.acts)
    culprit = Act(
        "account:p-2", Deposited(amount=Money(500_00), reference="x"), by=resolved.by, command=resolved.command
    )
    commit.acts.insert(commit.acts.index(resolved) + 1, culprit)
    said = [(one.code, one.first, one.field) for one in honest.report(found, "deposit").problems]
    assert ("POLICY_FAIL", culprit.index, "signature") in said


OTHERWISE: dict[str, tuple[str, dict[str, Any]]] = {
    "version": ("dispute.replayed.v1", {"version": 2}),
    "revision": ("dispute.replayed.v1", {"revision": 2}),
    "replayed": ("dispute.replayed.v1", {"replayed": "hand:mesa-1/99"}),
    "cause": ("dispute.compensation_reversed.v1", {"cause": "obtained_by_deceit"}),
    "rule": ("dispute.compensation_reversed.v1", {"rule": "R806 r.51"}),
    "rejected": ("dispute.resolved.v2", {"outcome": "rejected"}),
    "clock": ("log.clock_confirmed.v1", {"floor": 9}),
}


@pytest.mark.parametrize("what", list(OTHERWISE))
def test_b1_every_field_that_was_signed_is_what_is_recorded(honest: Honest, what: str) -> None:
    """Red before: instants, causes, revisions and rules stood otherwise in the entry than under the signature."""
    found = commits(honest.entries, honest.ends)
    kind, fields = OTHERWISE[what]
    act = kinds(found, kind)[0]
    act.says(**fields)
    said = [(one.code, one.first) for one in honest.report(found, f"field-{what}").problems]
    assert ("POLICY_FAIL", act.index) in said


def _signs_again(found: list[Commit], kind: str, change: Callable[[dict[str, Any]], Any]) -> Act:
    """Who signed the newest of a kind signs it again with his own key: another request. The entry that came of it."""
    made = kinds(found, kind)[-1]
    assert made.command is not None
    for act in [act for commit in found for act in commit.acts if act.command == made.command]:
        if isinstance(act.event, ActSigned):
            request, staff = dict(act.event.request), act.stream.partition(":")[2]
            change(request)
            said = SignedAct(ORIGIN, made.command.id, act.event.digest, staff, made.by.role, request)
            act.says(request=request, signature=sign_act(said, key_of(ORIGIN, staff)))
    return made


LEFT_OUT: tuple[tuple[str, str], ...] = (
    ("dispute.compensation_reversed.v1", "amount"),
    ("dispute.replayed.v1", "version"),
    ("dispute.resolved.v2", "compensation"),
    ("house.limits_set.v1", "compensation_alone"),
    ("log.clock_confirmed.v1", "floor"),
    ("staff.granted.v1", "role"),
)


@pytest.mark.parametrize(("kind", "field"), LEFT_OUT)
def test_b1_a_request_leaves_nothing_out(honest: Honest, kind: str, field: str) -> None:
    """Red before: what the request did not tell was not compared, and a sum that it left out was not counted."""
    found = commits(honest.entries, honest.ends)
    _signs_again(found, kind, lambda request: request.pop(field))
    signature = signature_of(found, kind)
    said = [(one.code, one.first, one.field) for one in honest.report(found, f"without-{field}").problems]
    assert ("POLICY_FAIL", signature.index, "command") in said


def test_b1_a_request_tells_nothing_more(honest: Honest) -> None:
    """A field that no command of the kind has stands in no request."""
    found = commits(honest.entries, honest.ends)
    _signs_again(found, "dispute.replayed.v1", lambda request: request.update(compensation=5))
    signature = signature_of(found, "dispute.replayed.v1")
    said = [(one.code, one.first, one.field) for one in honest.report(found, "more").problems]
    assert ("POLICY_FAIL", signature.index, "command") in said


def test_b1_the_sum_that_goes_back_is_the_one_that_was_signed(honest: Honest) -> None:
    """Red before: the request calls it the amount, the entry the compensation, and nobody compared the two."""
    found = commits(honest.entries, honest.ends)
    culprit = _signs_again(found, "dispute.compensation_reversed.v1", lambda request: request.update(amount=1_00))
    said = [(one.code, one.first, one.field) for one in honest.report(found, "other-amount").problems]
    assert ("POLICY_FAIL", culprit.index, "signature") in said
