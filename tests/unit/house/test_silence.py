"""What silence takes from a player, where his source was late to say that he was asked, or the operator's own system failed (C2, D1)."""

from __future__ import annotations

import pytest

from tests.unit.house.test_time_table import NOON, said
from tests.worlds.timed import RULES
from tests.worlds.timed_banked import Due
from tests.worlds.world import PLATFORM
from tombo.ledger.core.clock import LATENESS, SECOND, SKEW
from tombo.ledger.house.incident.commands import CloseIncident, OpenIncident

OUTAGE = {"R803": "R803 r.33", "R805": "R805 r.27", "R806": "R806 r.72", "R809": "R809 r.73", "R811": "R811 r.72"}
"""By which rule nothing is decided by silence while the operator's own system fails."""
SILENCE = [name for name in RULES if name.endswith((" silent", " folded"))]
WARNED = "R803 warned"
DECIDES = [name for name in RULES if name.endswith(" decides")]

silences = pytest.mark.parametrize("name", SILENCE)


def late(due: Due, by: int) -> Due:
    """The same, every entry of it recorded by so much later than it claims to have happened."""
    due.world.recorded[:] = [at + by for at in due.world.recorded]
    return due


def fails(due: Due, at: int, origin: str = "operator_system", scope: list[str] | None = None) -> None:
    """Something fails, and is on record."""
    due.world.clock = None
    opened = {"first_instant": at, "incident": "power", "origin": origin, "reported_by": "monitor", "scope": scope}
    due.world.does(OpenIncident.model_validate(opened), PLATFORM, at)


def whole(name: str, due: Due) -> int:
    """What the seat is given once more: the longest time that it was given."""
    return 15 * SECOND if name.startswith("R803") else due.at - NOON


def is_mended(due: Due, at: int) -> None:
    """It fails no longer."""
    due.world.clock = None
    due.world.does(CloseIncident(incident="power", note="replaced"), PLATFORM, at)


@pytest.mark.parametrize("name", [*SILENCE, WARNED])
@pytest.mark.parametrize("by", [SKEW + 1, 60 * SECOND, LATENESS])
def test_c2_what_is_given_lasts_as_long_from_when_the_ledger_heard_of_it(name: str, by: int) -> None:
    """Red before: a source that said everything ten minutes late folded a player 3 ms after it asked him."""
    rule, makes = RULES[name]
    heard = by - SKEW
    assert said(late(makes(NOON), by), makes(NOON).at, makes(NOON).at + heard - 1) == rule
    assert said(late(makes(NOON), by), None, makes(NOON).at + heard - 1) == rule
    assert said(late(makes(NOON), by), makes(NOON).at, makes(NOON).at + heard) == "recorded"


@pytest.mark.parametrize("name", [*SILENCE, WARNED])
def test_c2_as_far_as_clocks_may_differ_nobody_is_late(name: str) -> None:
    """Ten seconds are no lateness, so a platform in time waits no longer than the rules say."""
    _, makes = RULES[name]
    due = late(makes(NOON), SKEW)
    assert said(due, due.at, due.at) == "recorded"


@silences
@pytest.mark.parametrize("scope", [None, "there"])
def test_d1_silence_decides_nothing_while_the_operators_system_fails(name: str, scope: str | None) -> None:
    """Red before: a player whose operator was down was folded for his silence, at poker and at blackjack."""
    _, makes = RULES[name]
    due = makes(NOON)
    table = getattr(due.command, "hand", None) or getattr(due.command, "round", "")
    table = str(getattr(due.command, "round", table)).partition("/")[0]
    fails(due, NOON, scope=None if scope is None else [table])
    assert said(due, due.at + 3_600 * SECOND) == OUTAGE[name[:4]]


@silences
def test_d1_the_time_to_decide_is_given_once_more_when_all_is_well_again(name: str) -> None:
    """It counts from the end of the outage, by both clocks."""
    rule, makes = RULES[name]
    due = makes(NOON)
    ended = NOON + 600 * SECOND
    fails(due, NOON)
    is_mended(due, ended)
    again = ended + whole(name, due)
    assert said(due, again - 1) == rule
    assert said(due, again - 1, again + 60 * SECOND) == rule
    assert said(due, again) == "recorded"


@silences
def test_d1_an_outage_that_was_over_before_takes_nothing_and_gives_nothing(name: str) -> None:
    """The question came after it."""
    _, makes = RULES[name]
    due = makes(NOON)
    fails(due, NOON - 3_600 * SECOND)
    is_mended(due, NOON - 1_800 * SECOND)
    assert said(due, due.at) == "recorded"


@silences
@pytest.mark.parametrize(("origin", "scope"), [("player_network", None), ("operator_system", ["elsewhere"])])
def test_d1_what_fails_elsewhere_excuses_nobody(name: str, origin: str, scope: list[str] | None) -> None:
    """A failure on the player's side is his own (R806 r.73); one at another table is not at his."""
    _, makes = RULES[name]
    due = makes(NOON)
    if scope is not None:
        opened = next(event for stream, event in due.world.events if stream.startswith(("table:", "banked:")))
        due.world.record([(f"{opened.model_dump()['kind'].split('.')[0]}:elsewhere", opened)])
    fails(due, NOON, origin, scope)
    assert said(due, due.at) == "recorded"


@pytest.mark.parametrize("name", DECIDES)
def test_d1_a_decision_is_not_late_for_what_the_outage_took(name: str) -> None:
    """While it lasts, and for the whole time once more after it, the player may decide."""
    rule, makes = RULES[name]
    due = makes(NOON)
    fails(due, NOON)
    assert said(due, due.at + 300 * SECOND) == "recorded"
    is_mended(due, NOON + 600 * SECOND)
    again = NOON + 600 * SECOND + whole(name, due)
    assert said(due, again) == "recorded"
    assert said(due, again + 1) == rule
