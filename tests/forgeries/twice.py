"""What was signed, on record otherwise: twice, not at all, or with another day or instant. Each gives the entry that is at fault."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.worlds.forged_ledger import Act, Commit, acts


def kinds(found: Sequence[Commit], kind: str) -> list[Act]:
    """The acts of a kind, in order."""
    return [act for act in acts(found) if act.kind == kind]


def drop(found: Sequence[Commit], gone: Act) -> None:
    """As if one entry had not been recorded."""
    for commit in found:
        commit.acts = [act for act in commit.acts if act is not gone]


def other_rules(found: list[Commit], **said: Any) -> Act:
    """Rules that say something else than what the manager signed."""
    approved = kinds(found, "ruleset.approved.v1")[0]
    approved.says(**said)
    return approved


def other_clock(found: list[Commit]) -> Act:
    """A clock confirmed by a manager, and another instant on record."""
    confirmed = kinds(found, "log.clock_confirmed.v1")[0]
    confirmed.says(clock=confirmed.event.clock - 1)
    return confirmed


def again(found: list[Commit], kind: str) -> Act:
    """An entry of a command that was signed, once more behind it in the same commit."""
    act = kinds(found, kind)[0]
    commit = next(commit for commit in found if act in commit.acts)
    twin = act.like()
    commit.acts.insert(commit.acts.index(act) + 1, twin)
    return twin


def paid_twice(found: list[Commit]) -> Act:
    """The compensation that two people signed, twice on the account."""
    return again(found, "account.compensated.v1")


def resolved_twice(found: list[Commit]) -> Act:
    """The resolution, and the compensation, twice."""
    again(found, "account.compensated.v1")
    return again(found, "dispute.resolved.v2")


def opened_twice(found: list[Commit]) -> Act:
    """The dispute begun anew, as if nothing had come of it yet."""
    twin = kinds(found, "dispute.opened.v2")[0].like()
    twin.command = None
    commit = next(commit for commit in found if kinds(found, "dispute.resolved.v2")[0] in commit.acts)
    commit.acts.append(twin)
    return twin


def taken_twice(found: list[Commit]) -> Act:
    """The compensation that two people took back, twice off the account."""
    return again(found, "account.compensation_reversed.v1")


def never_paid(found: list[Commit]) -> Act:
    """The resolution gives, and the account gets nothing."""
    drop(found, kinds(found, "account.compensated.v1")[0])
    return kinds(found, "dispute.resolved.v2")[0]


def never_taken(found: list[Commit]) -> Act:
    """The reversal is on record, and the money stays on the account."""
    drop(found, kinds(found, "account.compensation_reversed.v1")[0])
    return kinds(found, "dispute.compensation_reversed.v1")[0]
