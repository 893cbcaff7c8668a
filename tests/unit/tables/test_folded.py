"""The tables of what is computed, of a simulated evening of every game: read by DuckDB and Polars, and held against the rows and reports of the projections."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any, Final

import duckdb
import polars as pl
import pytest

from tests.tools.cli_run import Ran, inside, tombo
from tests.worlds.read_tables import Rows, by_duckdb, by_polars
from tombo.ledger.checked.store import CheckedStore
from tombo.ledger.core.lisbon import day_of
from tombo.ledger.operate.keyring import Keyring, open_checked
from tombo.projections.follow import computed
from tombo.projections.line import lines, reader
from tombo.projections.registry import FOLLOWED
from tombo.projections.rows import columns
from tombo.projections.search.fold import Search
from tombo.reports.tables import folded
from tombo.reports.tables.arrow import arrow
from tombo.reports.tables.registry import TABLES
from tombo.simulator.day import Plan
from tombo.simulator.run import BEGINS, HOUR, LedgerDoor, play

PLAN: Final = Plan(
    seed=9, begins=BEGINS, ends=BEGINS + HOUR, tables=14, games=(), pace=2, malice=0.02, trouble=0.1, outages=1
)
DAY: Final = "2026-07-15"
GAME: Final = ("regulation", "staked", "paid", "refunded", "commission", "gross", "borne")
PAGE: Final = Path(__file__).resolve().parents[3] / "docs" / "tables.md"
TOMBO: Final = ("--ledger", "sqlite:///ledger.db", "--keys", "keys", "--json")
OF: Final = {table.name: (source.of, source.view) for table, source in folded._SOURCES.items()}
"""By table, whose rows it has."""


class Evening:
    """A ledger of an hour, in a folder, and its tables."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        door = LedgerDoor(f"sqlite:///{folder}/ledger.db", Keyring(folder / "keys"), PLAN.seed)
        assert play(PLAN, door, kills=0).day.failures == []
        door.ledger.store.close()
        with inside(folder):
            closed = tombo(*TOMBO, "reconcile", "--day", DAY, "--close")
            assert closed.status == 0, closed.err
            self.said = closed.document
            for name in TABLES:
                assert self.exported(name, "--out", "tables").status == 0

    def exported(self, *words: str) -> Ran:
        """``tombo export table``."""
        return tombo(*TOMBO, "export", "table", *words)

    def rows(self, name: str) -> list[dict[str, Any]]:
        """The rows of a table, by column."""
        names = ["day", *(each.name for each in TABLES[name].columns)]
        return [dict(zip(names, row, strict=True)) for row in by_duckdb(self.folder / "tables", name, "parquet")]


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """PlayedOut and exported once."""
    return Evening(tmp_path_factory.mktemp("evening"))


@pytest.fixture(scope="module")
def ledger(evening: Evening) -> Iterator[CheckedStore]:
    """Its ledger."""
    with open_checked(
        f"sqlite:///{evening.folder}/ledger.db", Keyring(evening.folder / "keys"), read_only=True
    ) as found:
        yield found


def test_every_projection_that_is_followed_has_its_tables() -> None:
    """And every one of its own tables but the balances, which the last movement of each holder says; the search is an index of what other tables say."""
    told = [of for of in FOLLOWED if of is not Search]
    assert {of.name for of, _ in OF.values()} >= {of.name for of in told}
    kept = {table.name for of in told for table in of.tables}
    assert kept - {view.name for _, view in OF.values()} == {"balances"}


@pytest.mark.parametrize("name", list(OF))
def test_a_table_has_the_rows_of_its_projection(evening: Evening, ledger: CheckedStore, name: str) -> None:
    """Those that a follower writes to a database of its own; each of the day on which its entry happened, as both readers read it."""
    of, view = OF[name]
    with computed(ledger, of, ledger.head().size) as (views, build):
        found = views.fetch(build, f"SELECT {columns(view)} FROM {{{view.name}}}", ())
    kept = [dict(zip(columns(view).split(", "), row, strict=True)) for row in found]
    when = instants(ledger)
    shared = [each.name for each in TABLES[name].columns if any(each.name == column for column, _ in view.columns)]
    due = sorted(
        [tuple(row[column] or (0 if row[column] == 0 else None) for column in shared) for row in kept],
        key=repr,
    )
    rows = evening.rows(name)
    assert sorted([tuple(row[column] for column in shared) for row in rows], key=repr) == due
    assert len(rows) > (3 if name == "refund_occasions" else 10)
    assert all(row["happened"] == when[row["log_index"]] for row in rows)
    assert all(row["day"] == date.fromisoformat(day_of(row["happened"])) for row in rows)
    assert by_polars(evening.folder / "tables", name, "parquet") == [tuple(row.values()) for row in rows]


def instants(ledger: CheckedStore) -> dict[int, int]:
    """When every entry happened, by log index."""
    rows = ledger.rows_of(None, 0, ledger.head().size)
    return {line.index: line.instant for line in lines(rows, {row[3]: reader(row[3]) for row in rows})}


def test_the_movements_are_the_book(evening: Evening) -> None:
    """They chain at every holder, come to what ``tombo book balance`` says, and to nothing in all: no cent is made or lost."""
    files = f"'{evening.folder}/tables/movements/*/*.parquet'"
    with duckdb.connect() as database:
        chained = database.execute(
            f"SELECT count(*), count(*) FILTER (after = movement + coalesce(before, 0)) FROM"
            f" (SELECT *, lag(after) OVER (PARTITION BY holder ORDER BY log_index, part) AS before FROM {files})"
        ).fetchone()
        held = database.execute(
            f"SELECT holder, arg_max(after, (log_index, part)) AS cents FROM {files} GROUP BY holder HAVING cents <> 0"
        ).fetchall()
        whole = database.execute(f"SELECT sum(movement) FROM {files}").fetchone()
    assert chained is not None
    assert chained[0] == chained[1] > 1_000
    assert whole == (0,)
    with inside(evening.folder):
        said = tombo(*TOMBO, "book", "balance", "--holders").lines
    assert sorted(held) == [(one["holder"], one["cents"]) for one in said if one["cents"]]


def test_the_results_are_the_statements(evening: Evening) -> None:
    """Of every player what his statement comes to, to the cent."""
    with inside(evening.folder):
        rows = evening.rows("results")
        for player in sorted({row["player"] for row in rows})[:10]:
            said = tombo(*TOMBO, "player", "statement", player).document
            assert [line["log_index"] for line in said["lines"]] == [
                row["log_index"] for row in rows if row["player"] == player
            ]
            assert sum(line["result"] for line in said["lines"]) == sum(
                row["result"] for row in rows if row["player"] == player
            )


def test_the_results_say_whose_money_it_was(evening: Evening, ledger: CheckedStore) -> None:
    """Of a round the wallet that its debits say, cash of everything else in money, nothing of chips; the older version has no such column."""
    rows = ledger.rows_of(("account.debited.v1",), 0, ledger.head().size)
    debits = list(lines(rows, {"account.debited.v1": reader("account.debited.v1")}))
    staked = {(line.stream.partition(":")[2], line.event.cause): line.event.wallet for line in debits}
    found = evening.rows("results")
    for row in found:
        due = staked.get((row["player"], row["stream"]), "cash") if row["what"] == "round" else "cash"
        assert row["wallet"] == (due if row["currency"] else None), row
    assert Counter(row["wallet"] for row in found)["bonus"] > 3
    assert [{**row, "wallet": None} for row in found] == [{**row, "wallet": None} for row in evening.rows("results.v1")]


def test_the_page_says_how_they_are_read(evening: Evening) -> None:
    """Every query and every line of Python in it finds rows, but for a day that this evening is not of."""
    blocks = re.findall(r"```(sql|python)\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    asked = [(sort, line.replace("2026-07-14", "2026-07-15")) for sort, text in blocks for line in text.splitlines()]
    assert len(asked) > 7
    with inside(evening.folder), duckdb.connect() as database:
        for sort, line in asked:
            found = (
                database.execute(line).fetchall() if sort == "sql" else eval(line, {"polars": pl, "pyarrow": arrow()})
            )
            assert len(found) > 0, line


def test_a_closed_day_is_what_the_night_signed(evening: Evening) -> None:
    """Its figures and those of each game are what ``tombo reconcile --close`` printed; hands and findings are as many as it counted."""
    said, (day,) = evening.said, evening.rows("closed_days")
    ended = sum(count for _, count in said["hours"])
    gross = max(0, sum(of["gross"] for of in said["totals"]))
    assert {name: day[name] for name in ("date", "entries", "hands", "problems", "base", "rate_bp", "statement")} == {
        "date": DAY,
        "entries": said["size"],
        "hands": ended,
        "problems": sum(said["counts"].values()),
        "base": gross,
        "rate_bp": said["rate_bp"],
        "statement": None,
    }
    assert day["tax"] == gross * said["rate_bp"] // 10_000
    assert day["log_index"] == said["size"]
    assert [{name: row[name] for name in GAME} for row in evening.rows("day_totals")] == [
        {name: of[name] for name in GAME} for of in said["totals"]
    ]
    assert len(evening.rows("played")) == ended
    found = Counter(f"{row['rule']} {row['reading']}" for row in evening.rows("findings"))
    assert found == said["findings"]


@pytest.mark.parametrize("name", [*OF, "closed_days", "day_totals"])
def test_increments_are_together_the_whole_table(evening: Evening, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Cut in three wherever, and folded in stretches of another length: the same rows, for a fold knows what happened before."""
    monkeypatch.setattr(folded, "BATCH", 777)
    whole = by_duckdb(evening.folder / "tables", name, "parquet")
    cuts = ("0", "999", "1234", str(evening.said["size"]), "")
    found: Rows = []
    with inside(evening.folder):
        for since, until in itertools.pairwise(cuts):
            words = ("--since", since, *(("--until", until) if until else ()), "--out", f"{name}-{since}")
            said = evening.exported(name, *words).document
            found += by_duckdb(Path(f"{name}-{since}"), name, "parquet") if said["rows"] else []
    assert found == whole
