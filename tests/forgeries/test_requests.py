"""What a signed act says was asked for is whatever who sealed it wrote: no request ends the verifier, lifts a limit or takes its time (B1, F8)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.forgeries.test_acts import Honest, signature_of
from tests.worlds.forged_ledger import Act, Commit, commits
from tombo.ledger.core.entry import CommandRef
from tombo.ledger.house.staff.events import RoleGranted
from tombo.ledger.house.staff.state import Staff, evolve
from tombo.ledger.verify.states import FoldedStates


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Honest:
    """An honest ledger, with acts of staff."""
    return Honest(tmp_path_factory.mktemp("requests"))


def _only_signed(found: list[Commit], **request: Any) -> Act:
    """Signed once more by an officer, for something else, with nothing behind it."""
    more = signature_of(found, "dispute.resolved.v2").like(request=request, signers=1)
    more.command = CommandRef(digest="00" * 16, id=f"alone-{len(found)}")
    found.append(Commit(found[-1].recorded, [more]))
    return more


@pytest.mark.parametrize("value", [None, "x", "", "-1", -9_000_000, 2**53 - 1])
@pytest.mark.parametrize("field", ["kind", "dispute", "compensation", "staff", "amount", "outcome", "role"])
def test_b1_whatever_a_request_says_the_verifier_ends_with_a_verdict(honest: Honest, field: str, value: Any) -> None:
    """B1: a request is whatever who sealed it wrote; each is named as an act that led to nothing, and none ends the verifier."""
    found = commits(honest.entries, honest.ends)
    asked = {"compensation": 5, "dispute": "d-1", "staff": "s-3"}
    kinds_ = ("resolve_dispute", "open_dispute", "withdraw_role", "withdraw_key")
    culprits = [_only_signed(found, **({"kind": kind} | asked | {field: value})) for kind in kinds_]
    report = honest.report(found, f"request-{field}-{value}")
    said = {(one.code, one.first, one.field) for one in report.problems}
    assert said >= {("POLICY_FAIL", culprit.index, "command") for culprit in culprits}


def test_b1_a_request_for_less_than_nothing_lifts_no_limit(honest: Honest) -> None:
    """B1: what one person gave alone only grows, until another signs with him."""
    found = commits(honest.entries, honest.ends)
    event = signature_of(found, "dispute.resolved.v2", 0).event
    for asked in (-9_000_000, "x", None):
        request = {"kind": "resolve_dispute", "compensation": asked}
        before = Staff(alone=7_00)
        assert evolve(before, event.model_copy(update={"request": request, "signers": 1})).alone == 7_00


def test_f8_grants_without_number_are_not_looked_through_for_each(honest: Honest) -> None:
    """F8: who asks whether there is one of a sort among the staff gets as many as show it, however many there are."""
    states = FoldedStates(honest.policy)
    for number in range(1000):
        states.fold(f"staff:s-{number}", RoleGranted(role="manager"))
    assert 2 <= len(states.streams("staff")) < 10
