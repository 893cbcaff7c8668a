"""What an import says of a finding: whether it is a breach, and by which reading, as the hand's own history does."""

from __future__ import annotations

import json
from pathlib import Path

from tests.tools.cli_run import inside, tombo
from tests.worlds.phh import ORIGIN, SHORT, phh, showdown

LEDGER = ("--ledger", "sqlite:///new.db")
NOTE = "Note on R806 r.48, no breach here; by the letter: seat 2 posts the small blind; expected seat 1"
BREACH = "Breach of R806 r.51 by the letter, recorded all the same: seat 1 acts on the preflop; to act is seat 3"
FIELD = "Note on PHH day: found 2-31, expected a day of the calendar; kept as it stands, recorded as none"


def test_an_import_tells_a_breach_from_a_note(tmp_path: Path) -> None:
    """F3: every hand of two was told as "R806 r.48: seat 2 posts the small blind; expected seat 1". Red before: neither breach nor reading."""
    with inside(tmp_path):
        tombo(*LEDGER, "init", "--origin", ORIGIN)
        Path("a.phh").write_text(showdown(["p1 sm AhKd", "p2 sm QsQc"]))
        Path("b.phh").write_text(phh({"day": "31", "month": "2"}, actions=[*SHORT[:3], "p1 f", "p2 cc", "p3 f"]))
        told = tombo(*LEDGER, "import", "phh", "a.phh", "b.phh", "--dry-run", "--report", "told.jsonl").out
        em_portugues = tombo(*LEDGER, "--lang", "pt", "import", "phh", "a.phh", "--dry-run").out
        lines = [json.loads(line) for line in Path("told.jsonl").read_text().splitlines()]
        found = tombo(*LEDGER, "--json", "import", "phh", "a.phh", "b.phh").document["findings"]
        stream = found[0]["stream"].removeprefix("hand:")
        shown = tombo(*LEDGER, "hand", "show", stream).out

    assert [line for line in told.splitlines() if "flagged " in line] == [
        f"  flagged a.phh: {NOTE}",
        f"  flagged b.phh: {FIELD}",
        f"  flagged b.phh: {BREACH}",
    ]
    assert "sem violação aqui; segundo a letra: " in em_portugues
    assert [line["reason"] for line in lines] == [NOTE, f"{FIELD}; {BREACH}"]
    assert NOTE in shown.splitlines()
    assert [(one["rule"], one["severity"], one["reading"]) for one in found] == [
        ("R806 r.48", "NOTICE", "LETTER"),
        ("PHH day", "NOTICE", "PRACTICE"),
        ("R806 r.51", "BREACH", "LETTER"),
    ]
    assert found[0]["message"] == "seat 2 posts the small blind; expected seat 1"
