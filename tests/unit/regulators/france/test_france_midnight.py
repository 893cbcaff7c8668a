"""A night that goes on over midnight: a hand is told on the day on which it ended, and both days come to what they were closed with."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.tools.cli_run import inside, tombo
from tests.worlds.reported import DAY, TOMBO, played
from tests.worlds.told_to_anj import REGULATIONS, SETTINGS, TOTALS, Told, day_before, documents, report, totals_of
from tombo.ledger.core.lisbon import HOUR, window
from tombo.simulator.day import Plan

pytestmark = [pytest.mark.corpus, pytest.mark.usefixtures("the_next_day")]
BEFORE = "2026-10-24"
MIDNIGHT = window(DAY)[0]
PLAN = Plan(seed=1, begins=MIDNIGHT - HOUR // 2, ends=MIDNIGHT + HOUR // 4, tables=10, pace=1, malice=0, trouble=0)


def test_a_hand_over_midnight_is_told_when_it_ends_and_says_what_was_staked_before(tmp_path: Path) -> None:
    """The first day is short of it in its own documents, and by what those of the second say of it exact to the cent."""
    played(tmp_path, PLAN)
    (tmp_path / "anj.toml").write_text(SETTINGS, encoding="utf-8")
    closed, told = dict[str, dict[str, Counter[str]]](), dict[str, list[Told]]()
    with inside(tmp_path):
        for day in (BEFORE, DAY):
            ran = tombo(*TOMBO, "--json", "reconcile", "--day", day, "--close")
            assert ran.status == 0, ran.err
            closed[day] = {
                total["regulation"]: Counter({name: total[name] for name in TOTALS})
                for total in ran.document["totals"]
                if total["regulation"] in {"R810", *REGULATIONS.values()}
            }
        for day in (BEFORE, DAY):
            made = report("make", day, "--out", day)
            assert made.status == 0, made.err
            told[day] = list(documents(tmp_path / day))
    carried = day_before(told[DAY])
    assert sum(carried.values()) > 0, "no hand of this night goes on over midnight"
    assert day_before(told[BEFORE]) == Counter()
    for day, more in ((BEFORE, carried), (DAY, Counter[str]())):
        found = totals_of(told[day])
        for game, total in closed[day].items():
            found[game]["staked"] += more[game]
            assert {name: found[game][name] for name in TOTALS} == dict(total), (day, game)
        assert found.keys() == closed[day].keys()
