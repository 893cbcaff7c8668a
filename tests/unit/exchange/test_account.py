"""Each file and hand accounted for by name, and what an import would do without doing it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.tools.cli_run import inside, tombo
from tests.worlds.phh import ORIGIN, phh, showdown

LEDGER = ("--ledger", "sqlite:///new.db")
HAND = phh({"hand": "1"})
FLAGGED = showdown(["p1 sm AhKd", "p2 sm QsQc"])
CONFLICT = {"venue": "'Casino'", "table": "'7'", "hand": "12"}


def files() -> None:
    """A file of one hand, one of four, one that is none, and a doctored pair."""
    Path("a.phh").write_text(HAND)
    Path("b.phhs").write_text(f"[1]\n{HAND}[2]\n{FLAGGED}[3]\nvariant = 'FB'\n[4]\n{phh({'hand': '2'})}")
    Path("c.phh").symlink_to("nowhere")
    Path("d.phhs").write_text(f"[1]\n{phh(CONFLICT)}[2]\n{phh(CONFLICT | {'starting_stacks': '[90, 90, 90]'})}")


def run(*words: str) -> tuple[list[tuple[str, str, str]], list[dict[str, Any]], dict[str, Any]]:
    """An import of them with a report: file, hand and outcome of each; the whole lines; what the command says."""
    document = tombo(
        *LEDGER, "--json", "import", "phh", "a.phh", "b.phhs", "c.phh", "d.phhs", "--report", "r.jsonl", *words
    ).document
    told = [json.loads(line) for line in Path("r.jsonl").read_text().splitlines()]
    return [(one["file"], one["hand"], one["outcome"]) for one in told], told, document


FIRST = {
    ("a.phh", "", "recorded"),
    ("b.phhs", "1", "duplicate"),
    ("b.phhs", "2", "flagged"),
    ("b.phhs", "3", "refused"),
    ("b.phhs", "4", "recorded"),
    ("c.phh", "", "file_refused"),
    ("d.phhs", "1", "recorded"),
    ("d.phhs", "2", "flagged"),
}


def test_f3_each_file_and_hand_is_told_by_name(tmp_path: Path) -> None:
    """F3: the report has a line for each hand and each file that was not read, with the reason."""
    with inside(tmp_path):
        tombo(*LEDGER, "init", "--origin", ORIGIN)
        files()
        named, told, document = run()
        assert len(named) == 8
        assert set(named) == FIRST
        reasons = {(one["file"], one["hand"]): one["reason"] for one in told}
        assert reasons["b.phhs", "3"].startswith("variant FB is fixed-limit badugi")
        assert reasons["c.phh", ""].startswith("this cannot be read: No such file")
        assert (
            "Note on R806 r.48, no breach here; by the letter: seat 2 posts the small blind" in reasons["b.phhs", "2"]
        )
        told_of = (
            "by the practice of card rooms, recorded all the same: another hand of the same venue, table and number"
        )
        assert f"Breach of PHH hand {told_of}" in reasons["d.phhs", "2"]
        assert reasons["a.phh", ""] == ""
        streams = {one["stream"] for one in told if one["outcome"] in {"recorded", "flagged"}}
        assert streams == {f"hand:{row['hand']}" for row in tombo(*LEDGER, "--json", "hand", "list").lines}
        assert document["recorded"] == 5
        again, _, _ = run()
        assert {outcome for _, _, outcome in again} == {"duplicate", "refused", "file_refused"}


def test_f3_a_dry_run_says_what_an_import_would_do_and_does_not(tmp_path: Path) -> None:
    """F3: the same report before and after; nothing is recorded, nobody is made a person."""
    with inside(tmp_path):
        tombo(*LEDGER, "init", "--origin", ORIGIN)
        files()
        before = tombo(*LEDGER, "--json", "status").document["entries"]
        dry, _, said = run("--dry-run")
        assert set(dry) == FIRST
        assert tombo(*LEDGER, "--json", "hand", "list").lines == []
        assert tombo(*LEDGER, "--json", "status").document["entries"] == before
        assert "Nothing was recorded" in tombo(*LEDGER, "import", "phh", "a.phh", "--dry-run").out
        wet, _, done = run()
        assert set(wet) == FIRST
        assert said == done | {"dry_run": True}
        assert {outcome for _, _, outcome in run("--dry-run")[0]} == {"duplicate", "refused", "file_refused"}


def test_f3_a_report_does_not_take_the_place_of_another_file(tmp_path: Path) -> None:
    """F3, F1: what is there and is no such report stays; nothing is recorded then."""
    with inside(tmp_path):
        tombo(*LEDGER, "init", "--origin", ORIGIN)
        Path("a.phh").write_text(HAND)
        ran = tombo(*LEDGER, "import", "phh", "a.phh", "--report", "a.phh")
        assert ran.status == 2
        assert Path("a.phh").read_text() == HAND
        assert tombo(*LEDGER, "--json", "hand", "list").lines == []
