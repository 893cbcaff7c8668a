"""What the live door asks of a compensation the night and the audit ask again: a thief at the door leaves the question out (B1)."""

from __future__ import annotations

import pytest

from tests.tools.cli_run import Ran, tombo
from tombo.ledger.catalogue import DECIDERS
from tombo.ledger.house.dispute.commands import ResolveDispute
from tombo.ledger.house.dispute.decide import resolve_dispute

DEMO = ("--ledger", "sqlite:///demo/ledger.db", "--keys", "demo/keys")
TODAY = "2026-08-01"
"""The day on which the tests resolve disputes; the demonstration was played before."""
BOTH = ("--second", "s-3")


@pytest.fixture
def _thief(monkeypatch: pytest.MonkeyPatch, folder: object) -> None:  # the ledger is there first
    """The door of somebody who has its keys, and left out what ties a compensation."""
    monkeypatch.setitem(DECIDERS, ResolveDispute, resolve_dispute)


def ran(*words: str) -> Ran:
    """``tombo`` on the demonstration's ledger."""
    return tombo(*DEMO, *words)


def resolved(who: str, about: str, euros: str, *second: str) -> tuple[str, int]:
    """A dispute opened, replayed and resolved with money: its stream, and the log index of the payment."""
    opened = ran("--json", "dispute", "open", who, "--about", about, "--claim", "it is mine", "--staff", "s-3")
    name = str(opened.document["dispute"])
    ran("dispute", "replay", name, "--staff", "s-2")
    how = ("--outcome", "accepted", "--grounds", "he is right", "--compensation", euros, "--staff", "s-2", *second)
    paid = ran("--json", "dispute", "resolve", name, *how)
    assert paid.status == 0, paid.err
    return f"dispute:{name}", int(paid.document["log_indices"][1])


def is_named(dispute: str, paid: int, *says: str) -> None:
    """The verifier has no objection; the night and the audit name the dispute and the place, and say all this, and nothing else."""
    assert ran("verify", "--jobs", "1", "--checkpoint", "demo/checkpoint").status == 0
    night = ran("--json", "reconcile", "--day", TODAY)
    audit, told = ran("--json", "audit"), ran("audit")
    assert (night.status, audit.status, told.status) == (1, 1, 1)
    assert night.document["counts"] == {"claims": 1}
    (problem,), (untied,) = night.document["problems"], audit.document["untied"]
    assert (problem["check"], problem["entries"], audit.document["differing"]) == ("claims", [paid], [])
    assert (untied["dispute"], untied["log_index"], untied["text"]) == (dispute, paid, problem["text"])
    assert [said for said in (dispute, *says) if said not in problem["text"]] == []
    (line,) = [line for line in told.out.splitlines() if line.startswith("NOT ")]
    assert f"NOT tied to what was played, paid at log index {paid}: {problem['text']}; see 'tombo dispute show" in line


@pytest.mark.usefixtures("_thief")
def test_b1_a_compensation_of_who_was_not_there_is_named() -> None:
    """B1: a claimant who was never in the round."""
    paid = resolved("p-norte", "roulette:roleta-1/1", "50.00")
    is_named(
        *paid,
        "p-norte was not in roulette:roleta-1/1 with euros; expected no compensation of 50.00 EUR for it (House: dispute)",
    )


@pytest.mark.usefixtures("_thief")
def test_b1_a_compensation_of_more_than_there_was_is_named() -> None:
    """B1: more than the whole middle of the hand, signed by two officers."""
    paid = resolved("p-norte", "mesa-1/3", "5000.00", *BOTH)
    is_named(
        *paid,
        "5000.00 EUR is more than p-norte can be owed of hand:mesa-1/3; expected 11.10 EUR at most (House: dispute)",
    )


@pytest.mark.usefixtures("_thief")
def test_b1_a_claim_that_is_paid_by_several_disputes_is_named() -> None:
    """B1: each for itself within what one officer may give and what he can be owed; it is one claim, and takes a second."""
    first, _ = resolved("p-oeste", "mesa-1/2", "40.00")
    second = resolved("p-oeste", "mesa-1/2", "40.00")
    assert first != second[0]
    is_named(*second, "40.00 EUR beside 40.00 EUR, given before for the same, is beyond 50.00 EUR", "(House: second)")


@pytest.mark.usefixtures("_thief")
def test_b1_a_claim_that_is_paid_beyond_its_bound_by_several_disputes_is_named() -> None:
    """B1: two disputes of one claim, together more than was in the middle, whoever signed beside the officer."""
    resolved("p-norte", "mesa-1/3", "11.10")
    paid = resolved("p-norte", "mesa-1/3", "0.01", *BOTH)
    is_named(*paid, "0.01 EUR, beside the 11.10 EUR he was given of it, is more", "expected 0.00 EUR at most")


@pytest.mark.usefixtures("_thief")
def test_b1_the_audit_of_a_range_names_what_was_paid_in_it() -> None:
    """B1: from the payment on it is named; from the entry after it on, nothing is."""
    _, paid = resolved("p-norte", "roulette:roleta-1/1", "50.00")
    found = [ran("--json", "audit", "--since", str(since)) for since in (paid, paid + 1)]
    assert [(one.status, one.document["compensations"], len(one.document["untied"])) for one in found] == [
        (1, 1, 1),
        (0, 0, 0),
    ]


@pytest.mark.usefixtures("folder")
def test_b1_honest_compensations_are_not_accused() -> None:
    """B1: the whole middle, taken back and given by another dispute; one claim by two disputes, which two officers signed."""
    first, _ = resolved("p-norte", "mesa-1/3", "11.10")
    reverse = ("--cause", "mistaken", "--rule", "R806 r.45", "--staff", "s-2", *BOTH)
    assert ran("dispute", "reverse", first.removeprefix("dispute:"), *reverse).status == 0
    resolved("p-norte", "mesa-1/3", "11.10")
    resolved("p-oeste", "mesa-1/2", "40.00")
    resolved("p-oeste", "mesa-1/2", "40.00", *BOTH)
    night, audit = ran("--json", "reconcile", "--day", TODAY), ran("audit")

    assert (night.status, night.document["problems"]) == (0, [])
    assert (audit.status, ran("--json", "audit").document["untied"]) == (0, [])
    assert (
        "4 compensations: each to who was in what he disputes, and no more than he is owed of it by all his disputes\n"
        in audit.out
    )
