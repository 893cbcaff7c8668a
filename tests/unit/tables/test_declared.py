"""What was declared stays: the columns of every version of a table that was released, and what its schema says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from tombo.reports.cells import unrunnable
from tombo.reports.tables.arrow import arrow, batch_of
from tombo.reports.tables.folded import FINDINGS_RECORDED
from tombo.reports.tables.forms import Form, part_file
from tombo.reports.tables.model import INDEX
from tombo.reports.tables.registry import TABLES

SCHEMAS: Final = Path(__file__).resolve().parents[3] / "schemas" / "tables"
RELEASED: Final = {
    "entries.v1": "log_index number, stream text, version number, kind text, happened instant, occurred instant?, "
    "recorded instant, actor text, actor_id text, role text?, command text?, digest text?, in_place flag, "
    "leaf_hash text, entry text",
    "movements.v1": "log_index number, part number, happened instant, holder text, what text, other text, movement cents, "
    "after cents",
    "results.v1": "log_index number, happened instant, recorded instant, session text, player text, game text, what "
    "text, stream text, number number, outcome text?, currency text?, decimals number, ticket minor, "
    "staked minor, won minor, returned minor, refunded minor, commission minor, result minor",
    "results.v2": "log_index number, happened instant, recorded instant, session text, player text, game text, what "
    "text, stream text, number number, outcome text?, currency text?, decimals number, ticket minor, "
    "staked minor, won minor, returned minor, refunded minor, commission minor, result minor, wallet text?",
    "sessions.v1": "log_index number, happened instant, session text, player text, regulation text",
    "session_ends.v1": "log_index number, happened instant, session text, cause text",
    "refunds.v1": "log_index number, part number, happened instant, recorded instant, regulation text?, what text, "
    "stream text, number number, player text?, seat number, session text?, tournament text?, cents minor, "
    "share minor, taken_back minor, waived minor, ticket text?, currency text?, decimals number, occasion "
    "text, rule text?",
    "refund_occasions.v1": "log_index number, happened instant, recorded instant, stream text, first instant, cause text, "
    "case_of text?, said text?",
    "played.v1": "log_index number, happened instant, stream text, game text, table_name text, number text, outcome "
    "text, began instant, began_index number, entries number",
    "findings.v1": "log_index number, happened instant, stream text, rule text, severity text?, reading text, about "
    "text?, facts text?, message text?",
    "closed_days.v1": "log_index number, happened instant, date text, entries number, hands number, problems number, base "
    "cents, rate_bp number?, tax cents?, statement text?",
    "day_totals.v1": "log_index number, happened instant, date text, regulation text, staked cents, paid cents, refunded "
    "cents, commission cents, gross cents, borne cents",
}
"""By table and version: its columns in their order, each with its sort, and a mark where it may say nothing. None is edited, and none taken away."""


def test_a_version_that_was_released_never_changes() -> None:
    """Another column is another version, and a line here."""
    declared = {
        table.full_name: ", ".join(f"{each.name} {each.sort}{'?' * each.empty}" for each in table.columns)
        for table in TABLES.values()
    }
    assert declared == RELEASED


def test_every_table_has_its_schema_and_begins_with_the_place_in_the_log() -> None:
    """A file of each, with every column, what it says, and its key among them."""
    assert {path.stem for path in SCHEMAS.iterdir()} == set(RELEASED)
    for table in TABLES.values():
        schema = json.loads((SCHEMAS / f"{table.full_name}.json").read_text(encoding="utf-8"))
        names = [each.name for each in table.columns]
        assert (schema["columns"], schema["required"], set(schema["properties"])) == (names, names, set(names))
        assert set(schema["key"]) <= set(names)
        assert table.columns[0] == INDEX
        assert len(set(names)) == len(names)


def test_a_cell_runs_nothing() -> None:
    """What begins as a formula does stands behind an apostrophe; what is a number, and everything else, as it is."""
    for text in ("=1+1", "+351", "-x", "@SUM(A1)", "\t=1", "\r=1"):
        assert unrunnable(text) == f"'{text}"
    for text in ("hand:mesa-1/42", "-5", "-0.05", '{"a":"=1"}', "p-1", ""):
        assert unrunnable(text) == text


def test_a_sheet_of_a_table_runs_nothing(tmp_path: Path) -> None:
    """What only a stolen key can have signed, as a rule called so; the other forms have it as it was signed."""
    row = [[7], [1_785_000_000_000_000], ["hand:a/1"], ["=1+1"], [None], ["LETTER"], ["-x"], ['{"a":"@"}'], [None]]
    rows = arrow().Table.from_batches([batch_of(FINDINGS_RECORDED, row)])
    forms: tuple[Form, ...] = ("csv", "jsonl")
    for form in forms:
        file = part_file(form, tmp_path / form, FINDINGS_RECORDED, "a.example/1")
        file.write(rows)
        file.close()
    assert (tmp_path / "csv").read_bytes().splitlines()[1:] == [
        b"""7,2026-07-25T17:20:00.000000Z,hand:a/1,'=1+1,,LETTER,'-x,"{""a"":""@""}","""
    ]
    assert b'"rule":"=1+1"' in (tmp_path / "jsonl").read_bytes()


def test_the_command_names_every_table() -> None:
    """In its own help, where one looks first."""
    page = (SCHEMAS.parents[1] / "docs" / "cli.md").read_text(encoding="utf-8")
    said = " ".join(page[page.index("## tombo export table") :].partition("\n## ")[0].split())
    assert [name for name in TABLES if name not in said] == []
