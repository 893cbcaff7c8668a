"""What is looked up costs the same in a log eight times as long: statements and rows are counted on both stores, on SQLite the steps of its machine too.

With few of the newest entries read beside the rows, so that a small log is long enough.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest

from bench.play import hand, house, play, table_name
from tests.worlds.floor import MANAGER, PLATFORM
from tombo.desk import now, trust
from tombo.desk.asked import DeskAsked
from tombo.ledger.core.clock import SECOND, SteppingClock
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.language import Language
from tombo.ledger.house.incident.commands import CloseIncident, OpenIncident
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger, open_checked
from tombo.ledger.operate.publish import publish
from tombo.ledger.store.postgres.recorder import PostgresLedgerRecorder
from tombo.ledger.store.sqlite.recorder import SQLiteLedgerRecorder
from tombo.projections.search import checked
from tombo.projections.search.fold import Search
from tombo.reports.shown import findings, found, last_hands
from tombo.reports.shown.followed import followed
from tombo.reports.shown.reading import Reader
from tombo.serve import kept, played
from tombo.serve.readers import OpenedLedger
from tombo.serve.who import HolderSort, Who

TABLES: Final = 4
SHORT, LONG = 8, 64
"""Rounds of all tables in two logs: some 800 entries and 6,000."""
READ: Final = 100
"""Entries that are read beside the rows."""
SLACK: Final = 12
"""Statements, and rows, more of a search for an instant in the longer log."""
ASKED: Final = DeskAsked(Who(HolderSort.STAFF, MANAGER.id), frozenset(), Language.EN, {}, {})
LOOKUPS: Final[Mapping[str, Callable[[OpenedLedger], object]]] = {
    "status": played.status,
    "hands": lambda opened: played.hands_list(opened, limit=5),
    "hands of a table": lambda opened: played.hands_list(opened, table_name(1), limit=5),
    "rounds": lambda opened: played.rounds_list(opened, limit=5),
    "last hands": lambda opened: kept.last_hand(opened, "p-1", 5),
    "last hands of who has left": lambda opened: kept.last_hand(opened, f"p-{4 * TABLES}", 2),
    "found by a player": lambda opened: played.found(opened, player="p-1", limit=5),
    "found by a table": lambda opened: played.found(opened, table=table_name(0), limit=5),
    "found by a card": lambda opened: played.found(opened, card=["Ah"], limit=2),
    "found by an amount": lambda opened: played.found(opened, least=1, limit=5),
    "found by an incident": lambda opened: played.found(opened, incident="power-1", limit=5),
    "found by an instant": lambda opened: played.found(opened, begun_to="2100-01-01T00:00:00Z", limit=5),
    "desk, now": lambda opened: now.draw(opened, ASKED),
    "desk, trust": lambda opened: trust.draw(opened, ASKED),
}


def grown(ledger: Ledger, keyring: Keyring, first: int, last: int) -> None:
    """Rounds of every table from ``first`` to ``last``; the last table stops after the second, and each of the first rounds has an incident that is closed.

    Not so the later ones: the name of each incident that ever was is a step of an index to a status.
    """
    for number in range(first, last + 1):
        tables = range(TABLES if number <= 2 else TABLES - 1)
        play(ledger, [one for table in tables for one in hand(table, number)])
        if number > SHORT:
            continue
        opens = OpenIncident(
            first_instant=ledger.clock.now() - SECOND,
            incident=f"power-{number}",
            origin="operator_system",
            reported_by="monitor",
            scope=[table_name(TABLES - 1)],
        )
        closes = CloseIncident(incident=f"power-{number}", note="over")
        play(ledger, [Envelope(one, PLATFORM, f"{number}/{at}", None) for at, one in enumerate((opens, closes))])
    publish(ledger.store, keyring.signer())


@contextmanager
def counting(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Statements, the rows that they gave, and the steps of SQLite's machine: of the ledger and of what is kept beside it."""
    seen = [0, 0, 0]

    def counted(fetch: Callable[..., Any]) -> Callable[..., Any]:
        def heard(recorder: Any, sql: str, params: Any = ()) -> Any:
            gave = fetch(recorder, sql, params)
            seen[0] += 1
            seen[1] += len(gave)
            return gave

        return heard

    rows = SQLiteLedgerRecorder._rows

    def stepped(recorder: Any, reader: sqlite3.Connection, sql: str, params: Any) -> Any:
        def step() -> int:
            seen[2] += 1
            return 0

        reader.set_progress_handler(step, 1)
        try:
            return rows(recorder, reader, sql, params)
        finally:
            reader.set_progress_handler(None, 1)

    with monkeypatch.context() as patched:
        for sort in (SQLiteLedgerRecorder, PostgresLedgerRecorder):
            patched.setattr(sort, "fetch", counted(sort.fetch))
        patched.setattr(SQLiteLedgerRecorder, "_rows", stepped)
        yield seen


def costs(url: str, keyring: Keyring, monkeypatch: pytest.MonkeyPatch) -> dict[str, list[int]]:
    """What each thing costs that is looked up."""
    taken = dict[str, list[int]]()
    with open_checked(url, keyring, read_only=True) as store:
        opened = OpenedLedger(Reader(store, keyring), SteppingClock(store.head().recorded), url, keyring)
        with followed(opened.reader, url, Search):
            pass
        for name, look in LOOKUPS.items():
            look(opened)
            with counting(monkeypatch) as seen:
                assert look(opened)
            taken[name] = seen
    return taken


@pytest.fixture
def few_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """So few of the newest entries are read beside the rows that both logs are longer, and of the rows a page that both fill."""
    for module, name in ((found, "CHUNK"), (last_hands, "CHUNK"), (findings, "READ")):
        monkeypatch.setattr(module, name, READ)
    monkeypatch.setattr(checked, "PARTS", 4)


@pytest.mark.usefixtures("few_are_read")
def test_what_is_looked_up_costs_the_same_in_a_longer_log(
    store_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page of a list, a search, the last hands, the status and the desk's pages: as many statements and rows, but for the steps to an instant."""
    keyring = Keyring(tmp_path / "keys")
    ledger = create_ledger(store_url, keyring, origin="operator.example/1", clock=SteppingClock())
    with ledger.store:
        play(ledger, house(TABLES))
        grown(ledger, keyring, 1, SHORT)
        size, short = ledger.store.head().size, costs(store_url, keyring, monkeypatch)
        grown(ledger, keyring, SHORT + 1, LONG)
        assert (size > 4 * READ, ledger.store.head().size > 6 * size) == (True, True)
        long = costs(store_url, keyring, monkeypatch)
    assert all(statements for statements, *_ in short.values())
    assert {name: (short[name], long[name]) for name in LOOKUPS if not same(short[name], long[name])} == {}


def same(short: list[int], long: list[int]) -> bool:
    """Whether what was counted in the longer log is no more, but for the steps to an instant."""
    return all(more <= few + SLACK for few, more in zip(short[:2], long[:2], strict=True)) and (
        long[2] <= 1.1 * short[2] + SLACK * 20
    )
