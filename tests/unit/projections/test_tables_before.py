"""The tables that a night keeps folded, held against a fold of each from its first entry."""

from __future__ import annotations

import json
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, Final

import pytest

from tests.worlds.simulated_log import day
from tombo.ledger.core.entry import Entry
from tombo.ledger.house.rules import OUT_OF_PLACE
from tombo.ledger.house.table.state import Table, evolve
from tombo.ledger.seal.entry import pack
from tombo.ledger.store import Row
from tombo.projections.line import Line
from tombo.projections.reconciliation.tables import standing
from tombo.projections.reconciliation.tables.standing import TablesBefore

STEP: Final = 3
"""Every so many entries of tables, one is asked for: of most nothing is asked for long."""


def _row(e: Entry) -> Row:
    said = {"by": e.by.model_dump(), "event": e.event.model_dump(), "occurred": e.occurred}
    state = pack(bytes(8), bytes(32), e.index, 1, e.recorded, 0, bytes(64), json.dumps(said).encode())
    return Row(e.index, e.stream, e.version, e.kind, state)


def _line(e: Entry) -> Line[Any]:
    return Line(e.index, e.stream, e.version, e.kind, e.occurred, e.recorded, e.event, e.by)


def _folded(entries: Sequence[Entry]) -> Table | None:
    table: Table | None = None
    for entry in entries:
        try:
            table = evolve(table, entry.event)
        except OUT_OF_PLACE:
            continue
    return table


@pytest.mark.parametrize("most", [4, 4_096])
def test_a_table_stands_as_its_entries_before_leave_it(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    """However few are kept, and whether a table was told from its first entry on or read: in its own commit and behind it."""
    for bound in ("KEPT_MAX", "REST_MAX", "CLOSED_MAX"):
        monkeypatch.setattr(standing, bound, most)
    streams: dict[str, list[Entry]] = {}
    for entry in day()[1]:
        if entry.stream.startswith("table:"):
            streams.setdefault(entry.stream, []).append(entry)
    reads = []

    def rows(stream: str, *, gt: int, lte: int) -> list[Row]:
        reads.append(stream)
        return [_row(entry) for entry in streams[stream][gt:lte]]

    store: Any = SimpleNamespace(stream_rows=rows)
    tables, told, asked = TablesBefore(store), dict[str, int](), 0
    for count, entry in enumerate(each for each in day()[1] if each.stream in streams):
        tables.heard(_line(entry))
        told[entry.stream] = told.get(entry.stream, 0) + 1
        if count % STEP == 0:
            before = streams[entry.stream][: told[entry.stream] - 1]
            assert tables.at(entry.stream, entry.index) == _folded(before)
            asked += 1
    assert asked > 500
    assert reads
