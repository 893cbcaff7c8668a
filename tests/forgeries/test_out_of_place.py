"""B1: an entry that a stolen event key sealed where no door writes it is named by the verifier, once, at its place."""

from __future__ import annotations

import pytest

from tests.forgeries.test_acts import Honest
from tests.forgeries.test_untied import planted
from tests.forgeries.twice import kinds
from tests.worlds.forged_ledger import commits
from tests.worlds.simulated_log import day
from tombo.ledger.catalogue import EVOLVE
from tombo.ledger.kinds import BEGIN_ONCE, EVENTS
from tombo.ledger.verify import Code


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Honest:
    """The honest ledger."""
    return Honest(tmp_path_factory.mktemp("out_of_place"))


STRANGERS = (
    ("account:p-1", "hand.bet_placed.v1"),
    ("dispute:d-1", "account.opened.v1"),
    ("dispute:d-1", "staff.key_enrolled.v1"),
    ("account:p-1", "dispute.replayed.v1"),
    ("hand:mesa-1/1", "account.deposited.v1"),
    ("house:limits", "dispute.opened.v2"),
    ("staff:s-2", "house.limits_set.v1"),
    ("account:p-1", "key.registered.v1"),
)
"""A stream, and a kind of another type of stream that is sealed into it."""
AGAIN = (
    ("account:p-1", "account.opened.v1"),
    ("dispute:d-1", "dispute.opened.v2"),
    ("hand:mesa-1/1", "hand.started.v1"),
    ("session:s-1", "session.started.v1"),
    ("table:mesa-1", "table.opened.v1"),
)
"""A stream, and the kind that it began with."""


def _said(honest: Honest, stream: str, kind: str) -> list[str]:
    """What the verifier says of the entry of ``kind`` that is planted in ``stream``: every problem, without its message."""
    found = commits(honest.entries, honest.ends)
    planted(stream, kind, found)
    report = honest.report(found, f"{kind} in {stream}".replace("/", "_"))
    act = next(act for act in kinds(found, kind) if act.command is None and act.stream == stream and act.index > 20)
    problems = [problem for problem in report.problems if problem.code is not Code.WITHHELD]  # no opening was copied
    return [str(problem).replace(f" at {act.index} ", " there ") for problem in problems]


@pytest.mark.parametrize(("stream", "kind"), STRANGERS)
def test_b1_an_entry_of_another_type_of_stream_is_named_once(honest: Honest, stream: str, kind: str) -> None:
    """Red before: the verifier said nothing, or ended in a fault."""
    (said,) = _said(honest, stream, kind)
    expected = f"a stream of the type {kind.partition('.')[0]}"
    assert said.startswith(f"{Code.POLICY_FAIL} there (stream): {kind} stands in {stream}; expected {expected}")


@pytest.mark.parametrize(("stream", "kind"), AGAIN)
def test_b1_a_second_beginning_of_a_stream_is_named_once(honest: Honest, stream: str, kind: str) -> None:
    """Red before: the verifier said nothing of an account that begins anew, and forgets what was on it."""
    (said,) = _said(honest, stream, kind)
    assert said.startswith(f"{Code.POLICY_FAIL} there (version): {kind} begins {stream} again, as version")


HEADLESS = ("account:p-77", "account.deposited.v1"), ("hand:mesa-7/1", "hand.bet_placed.v1")
"""A stream that nobody opened, and a kind that comes later in its streams."""


@pytest.mark.parametrize(("stream", "kind"), HEADLESS)
def test_b1_a_stream_without_its_beginning_is_named_once(honest: Honest, stream: str, kind: str) -> None:
    """Red before: the verifier said nothing of a stream that no door can read."""
    (said,) = _said(honest, stream, kind)
    sort = kind.partition(".")[0]
    begins = "opened" if sort == "account" else "started"
    assert said.startswith(f"{Code.POLICY_FAIL} there (version): {kind} begins {stream}; expected {sort}.{begins}.v1")


def test_b1_a_payment_for_what_is_no_dispute_is_named(honest: Honest) -> None:
    """Red before: the verifier ended in a fault where a payment names a stream of staff in the place of a dispute."""
    found = commits(honest.entries, honest.ends)
    paid = kinds(found, "account.compensated.v1")[0]
    paid.says(dispute="staff:s-2")
    report = honest.report(found, "no dispute")
    assert report.verdict is Code.POLICY_FAIL
    assert paid.index in {problem.first for problem in report.problems}


def test_b1_every_kind_stands_in_streams_of_its_own_type() -> None:
    """A kind begins with the type of its stream, and a beginning is a kind there is."""
    assert {kind.partition(".")[0] for kind in EVENTS} == set(EVOLVE)
    assert set(EVENTS) > BEGIN_ONCE


def test_b1_the_honest_day_begins_every_stream_once() -> None:
    """A day of every game: a kind of a beginning stands first, and in such a stream nothing else does."""
    begun = {kind.partition(".")[0] for kind in BEGIN_ONCE}
    _, log, _ = day()
    odd = {one.kind for one in log if (one.kind in BEGIN_ONCE) != (one.version == 1)}
    assert {kind for kind in odd if kind.partition(".")[0] in begun} == set()
    assert {one.stream.partition(":")[0] == one.kind.partition(".")[0] for one in log} == {True}


def test_b1_the_honest_ledger_has_nothing_out_of_place(honest: Honest) -> None:
    """Nothing is said where nothing was done."""
    report = honest.report(commits(honest.entries, honest.ends), "honest")
    assert {problem.code for problem in report.problems} == {Code.WITHHELD}
