"""Two hands of one venue, table and number that say different things: told at the import, by the audit and by the night."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.cli_run import inside, tombo
from tests.worlds.phh import ORIGIN, phh
from tombo.ledger.core.clock import SystemClock
from tombo.ledger.core.lisbon import day_of

LEDGER = ("--ledger", "sqlite:///new.db")
NAMED = {"venue": "'Casino'", "table": "'7'", "hand": "12"}
DEALT = ["d dh p1 ????", "d dh p2 {}", "d dh p3 ????", "p3 f", "p1 f"]
HONEST = phh(NAMED, actions=[each.format("2s2d") for each in DEALT])
DOCTORED = phh(NAMED, actions=[each.format("AsAd") for each in DEALT])


def run(*files: str) -> list[tuple[str, str]]:
    """Import ``files``: item and name of each finding."""
    document = tombo(*LEDGER, "--json", "import", "phh", *files).document
    return [(one["item"], one["about"]) for one in document["findings"]]


@pytest.mark.parametrize("together", [True, False])
def test_f3a_a_doctored_copy_contradicts_the_original(*, together: bool, tmp_path: Path) -> None:
    """F3a: it stood beside the original unremarked; whichever comes second, in one commit or later, and the third as well."""
    with inside(tmp_path):
        tombo(*LEDGER, "init", "--origin", ORIGIN)
        Path("a.phh").write_text(HONEST)
        Path("b.phh").write_text(DOCTORED)
        found = run("a.phh", "b.phh") if together else [*run("a.phh"), *run("b.phh")]
        assert found == [("b.phh", "contradicts_another")]
        assert run("b.phh", "a.phh") == []
        Path("c.phh").write_text(DOCTORED.replace("100, 100, 100", "90, 90, 90"))
        assert run("c.phh") == [("c.phh", "contradicts_another")]
        audited = tombo(*LEDGER, "audit")
        assert audited.status == 0
        assert "2 imported hands contradict another of the same venue, table and number" in audited.out
        assert tombo(*LEDGER, "--json", "audit").document["contradicting"] == 2
        night = tombo(*LEDGER, "reconcile", "--day", day_of(SystemClock().now()))
        assert night.status == 0
        assert "2 imported hands contradict another of the same venue, table and number" in night.out


def test_f3a_another_number_or_none_is_another_hand(tmp_path: Path) -> None:
    """F3a: without venue, table or number there is nothing to hold against it."""
    with inside(tmp_path):
        tombo(*LEDGER, "init", "--origin", ORIGIN)
        Path("a.phh").write_text(HONEST)
        for nth, fields in enumerate(({"hand": "13"}, {"table": "'8'"}, {"venue": ""}, {"hand": ""}, {"table": "''"})):
            Path(f"b{nth}.phh").write_text(phh(NAMED | fields))
        assert run("a.phh", *(f"b{nth}.phh" for nth in range(5))) == []
