"""Every rule that reads a clock: too early, too late, unsaid, from the future, from before its stream, of yesterday (C2, decision 0032)."""

from __future__ import annotations

import pytest

from tests.worlds.timed import RULES
from tests.worlds.timed_banked import Due
from tombo.ledger.catalogue import decided
from tombo.ledger.core.clock import SECOND, SKEW
from tombo.ledger.core.command import Decision, Envelope
from tombo.ledger.core.lisbon import HOUR, window

NOON = window("2026-07-15")[0] + 12 * HOUR
TIME = "House: time"
CHANGES = [window(day)[0] + HOUR - 15 * SECOND for day in ("2026-03-29", "2026-10-25")]
"""A moment before the clocks of Lisbon change: what begins then is due after."""

rules = pytest.mark.parametrize("name", list(RULES))


def said(due: Due, claimed: int | None, clock: int | None = None) -> str:
    """Under which rule it is refused when it is said to happen at ``claimed``, and the ledger's clock says ``clock``; or "recorded"."""
    due.world.clock = claimed if clock is None else clock
    outcome = decided(Envelope(due.command, due.by, "c-1", claimed), due.world)
    return "recorded" if isinstance(outcome, Decision) else outcome.finding.rule


def sets_a_time(due: Due) -> bool:
    """Whether it says until when something lasts."""
    return getattr(due.command, "deadline", None) is not None


@rules
@pytest.mark.parametrize("base", [NOON, *CHANGES])
def test_c2_what_is_due_is_recorded_and_nothing_a_microsecond_besides(name: str, base: int) -> None:
    """On the instant it is lawful; on the other side of it, by both clocks, the rule is cited. A change of the clocks changes nothing."""
    rule, makes = RULES[name]
    due = makes(base)
    assert said(due, due.at) == "recorded"
    assert said(due, due.at - 1 if due.early else due.at + 1) == rule


@rules
def test_c2_a_time_that_is_given_is_as_long_as_the_rules_say(name: str) -> None:
    """A microsecond less is too short; ten seconds more is what clocks may differ by, and a microsecond more is too long. Red before: ten years were given."""
    rule, makes = RULES[name]
    for more, outcome in ((-1, rule), (0, "recorded"), (SKEW, "recorded"), (SKEW + 1, rule), (87_600 * HOUR, rule)):
        due = makes(NOON)
        if not sets_a_time(due):
            return
        command = due.command.model_copy(update={"deadline": getattr(due.command, "deadline") + more})  # noqa: B009  # of some commands
        assert said(due._replace(command=command), due.at) == outcome


@rules
def test_c2_who_says_no_time_is_judged_by_the_clock_of_the_ledger(name: str) -> None:
    """What may not come early is early by that clock; what may not come late is late once no difference of clocks excuses it.

    What says until when something lasts has to say from when.
    """
    rule, makes = RULES[name]
    due = makes(NOON)
    if sets_a_time(due) or name.endswith((" starts", " level")):
        assert said(due, None, due.at) == TIME
    elif name.endswith((" alone", " let pass")):  # counted from a bet whose time was said
        assert said(due, None, due.at) == rule
    elif due.early:
        assert said(due, None, due.at - 1) == rule
        assert said(due, None, due.at) == "recorded"
    else:
        assert said(due, None, due.at + SKEW) == "recorded"
        assert said(due, None, due.at + SKEW + 1) == rule


@rules
def test_c2_no_claim_of_the_future_takes_anything_from_a_player(name: str) -> None:
    """It is claimed to be time, and the ledger's own clock says that it is not."""
    rule, makes = RULES[name]
    due = makes(NOON)
    if due.early:
        assert said(due, due.at, due.at - 1) == rule
    assert said(due, due.at + SKEW + 1, due.at) in {rule, TIME}


@rules
def test_c1_no_claim_is_from_before_its_stream_or_of_yesterday(name: str) -> None:
    """A claim that would be early or late enough is not believed."""
    rule, makes = RULES[name]
    due = makes(NOON)
    refused = {rule, TIME, rule.replace("r.2s", "r.2m")}  # before the start of a session, which has its own rule
    assert said(due, due.at - 24 * HOUR, due.at) in refused
    assert said(due, NOON - 24 * HOUR, due.at) in refused
    if name.partition(" ")[2] not in FIRST:
        assert said(due, NOON - 5 * 60 * SECOND, due.at) in refused


FIRST = frozenset({"opens", "taken back", "starts"})
"""What nothing of the same instant is before."""
