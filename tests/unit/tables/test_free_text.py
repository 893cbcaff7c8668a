"""What people wrote stands in a table as they wrote it, whatever the form: but for what a spreadsheet would run, in CSV."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from tests.tools.cli_run import inside, tombo
from tests.worlds.floor import Floor
from tests.worlds.read_tables import by_duckdb, by_polars
from tests.worlds.roulette import WHEEL, opening, wheel_terms
from tombo.ledger.core.clock import SECOND, SteppingClock
from tombo.ledger.house.incident.commands import OpenIncident
from tombo.ledger.operate.keyring import Keyring, create_ledger

NOON: Final = 1_784_030_400 * SECOND
RUN: Final = ("=1+1", "-avaria", "+351 9", "@sala", "\tx", "\rx")
"""What a spreadsheet would run."""
KEPT: Final = (
    "a,b",
    'a"b',
    '"',
    "'x",
    "a\nb",
    "a\r\nb",
    "a\rb",
    " x ",
    "ção 🎰",
    "\ufeffx",
    "null",
    "NaN",
    "true",
    "-5",
    "007",
    "a\x00b",
    "a\x1fb\x85\u2028",
    "\\N",
    '\\"',
    "🎰" * 200,
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger with an incident for each text, and its table in the three forms."""
    found = tmp_path_factory.mktemp("texts")
    clock = SteppingClock(NOON)
    ledger = create_ledger(
        f"sqlite:///{found}/ledger.db", Keyring(found / "keys"), origin="operator.example/1", clock=clock
    )
    with ledger.store:
        floor = Floor(ledger.handle)
        for command, by in opening(wheel_terms(), ()):
            floor.do(command, by)
        for number, text in enumerate((*RUN, *KEPT)):
            incident: OpenIncident = OpenIncident(
                first_instant=NOON,
                incident=f"i-{number}",
                origin="operator_system",
                reported_by=text,
                scope=[WHEEL],
            )
            floor.do(incident)
    with inside(found):
        for form in ("parquet", "csv", "jsonl"):
            words = ("export", "table", "refund_occasions", "--format", form, "--out", form)
            assert tombo("--ledger", "sqlite:///ledger.db", "--keys", "keys", *words).status == 0
    return found


@pytest.mark.parametrize("form", ["parquet", "csv", "jsonl"])
def test_every_reader_has_every_text(folder: Path, form: str) -> None:
    """An apostrophe stands before what a spreadsheet would run, in CSV alone."""
    before = "'" if form == "csv" else ""
    due = [*(f"{before}{text}" for text in RUN), *KEPT]
    for read in (by_duckdb, by_polars):
        assert [row[-1] for row in read(folder / form, "refund_occasions", form)] == due, read
