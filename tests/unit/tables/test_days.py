"""Days and increments: the night of the change of clocks, what is recorded late, many days at once, and any way to cut a log in pieces."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tools.cli_run import inside, tombo
from tests.worlds.floor import PLATFORM
from tests.worlds.read_tables import by_duckdb, utc
from tombo.ledger.checked.store import CheckedStore
from tombo.ledger.core.clock import SECOND, SteppingClock, SystemClock
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.money import Money
from tombo.ledger.house.account.commands import Deposit, OpenAccount
from tombo.ledger.live.ledger import Acknowledgement
from tombo.ledger.operate.keyring import Keyring, create_ledger, open_checked
from tombo.reports.tables import entries, parts, shared
from tombo.reports.tables.parts import PartsWritten
from tombo.reports.tables.registry import TABLES
from tombo.reports.tables.written import day_goes_on, write_table

TOMBO: Final = ("--ledger", "sqlite:///ledger.db", "--keys", "keys", "--json", "export", "table", "entries")
BEGINS: Final = utc(2026, 10, 24, 22, 50, 0)
"""23:50 in Lisbon, ten minutes before the day of 25 hours."""
DEPOSITS: Final = (
    (utc(2026, 10, 24, 22, 59, 59), None),
    (utc(2026, 10, 24, 23, 0, 1), None),  # 0:00:01 of the 25th, in summer time
    (utc(2026, 10, 24, 23, 5, 0), utc(2026, 10, 24, 22, 59, 0)),  # said late: of the 24th
    (utc(2026, 10, 24, 23, 6, 0), utc(2026, 10, 24, 23, 4, 0)),
    (utc(2026, 10, 24, 23, 7, 0), utc(2026, 10, 24, 22, 58, 0)),
    (utc(2026, 10, 25, 23, 59, 59), None),  # 23:59:59, in winter time: 25 hours later
    (utc(2026, 10, 26, 0, 0, 0), None),
)
"""When each deposit was recorded, and when its source says it came."""


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CheckedStore]:
    """A ledger of the three days, in a folder in which ``tombo`` finds it."""
    folder = tmp_path_factory.mktemp("days")
    clock = SteppingClock(BEGINS, step=0)
    door = create_ledger(
        f"sqlite:///{folder}/ledger.db", Keyring(folder / "keys"), origin="days.example/1", clock=clock
    )
    for number in range(len(DEPOSITS)):
        opened = Envelope(OpenAccount(player=f"p-{number}"), PLATFORM, f"o/{number}", None)
        assert isinstance(door.handle(opened), Acknowledgement)
    for number, (recorded, occurred) in enumerate(DEPOSITS):
        clock.instant = recorded
        deposit = Deposit(amount=Money(100), player=f"p-{number}", reference="b")
        asked = Envelope(deposit, PLATFORM, f"d/{number}", occurred)
        assert isinstance(door.handle(asked), Acknowledgement)
    door.store.close()
    with open_checked(f"sqlite:///{folder}/ledger.db", Keyring(folder / "keys"), read_only=True) as store:
        yield store


@pytest.fixture
def folder(ledger: CheckedStore) -> Iterator[Path]:
    """Where it lies."""
    path = Path(ledger.url.removeprefix("sqlite:///")).parent
    with inside(path):
        yield path


def first(ledger: CheckedStore) -> int:
    """The log index of the first deposit."""
    return ledger.head().size - len(DEPOSITS)


def test_a_row_is_of_the_day_on_which_it_happened(ledger: CheckedStore, tmp_path: Path) -> None:
    """As the night counts them: the day of 25 hours ends at midnight in winter time, and what is said late is of the day before."""
    write_table(make(tmp_path / "entries"), ledger, TABLES["entries"], "parquet", of=whole(ledger), told=lambda _: None)
    days = [f"{row[0]:%d}" for row in by_duckdb(tmp_path, "entries", "parquet")[first(ledger) :]]
    assert days == ["24", "25", "24", "25", "24", "25", "26"]


def test_days_by_turns_make_parts_that_are_named_by_their_first_row(
    ledger: CheckedStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With one file open at a time and a few rows in memory, as with hands from files of many years: all rows are there, once and in order."""
    for each, most in ((parts, "OPEN_MAX"), (parts, "ROWS_MAX"), (entries, "CHUNK")):
        monkeypatch.setattr(each, most, 1)
    told = list[int]()
    written = write_table(
        make(tmp_path / "entries"), ledger, TABLES["entries"], "jsonl", of=whole(ledger), told=told.append
    )
    start = first(ledger)
    assert {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.jsonl")} == {
        "entries/day=2026-10-24/part-000000000000.jsonl",
        *(f"entries/day=2026-10-24/part-{start + place:012d}.jsonl" for place in (2, 4)),
        *(f"entries/day=2026-10-25/part-{start + place:012d}.jsonl" for place in (1, 3, 5)),
        f"entries/day=2026-10-26/part-{start + 6:012d}.jsonl",
    }
    assert written == (ledger.head().size, 7, "2026-10-26", 0)
    assert told == list(range(1, ledger.head().size + 1))
    assert [row[1] for row in by_duckdb(tmp_path, "entries", "jsonl")] == list(range(ledger.head().size))


@pytest.mark.parametrize("form", ["parquet", "csv", "jsonl"])
def test_days_by_turns_are_the_same_whoever_makes_them(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    """Parts of two entries, of one day or of two, that processes make: the same files, each begun at the same row."""
    assert folder.exists()
    for each, name, most in ((parts, "OPEN_MAX", 1), (parts, "ROWS_MAX", 1), (entries, "CHUNK", 2), (shared, "FEW", 0)):
        monkeypatch.setattr(each, name, most)
    for jobs in ("1", "2"):
        assert tombo(*TOMBO, "--format", form, "--out", str(tmp_path / jobs), "--jobs", jobs).status == 0
    assert files_of(tmp_path / "1") == files_of(tmp_path / "2")
    assert len(files_of(tmp_path / "1")) > 3


def files_of(folder: Path) -> dict[str, bytes]:
    """What is in ``folder``, by path."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@given(st.lists(st.integers(0, 20), max_size=4), st.sampled_from([1, 3, 100]), st.sampled_from(list(TABLES)))
def test_increments_are_together_the_whole(ledger: CheckedStore, cuts: list[int], most: int, name: str) -> None:
    """Wherever a log is cut, and however many rows a part takes: in one folder no file meets another, and no row is missing or there twice."""
    size, table = ledger.head().size, TABLES[name]
    with pytest.MonkeyPatch.context() as patch, TemporaryDirectory() as made:
        patch.setattr(parts, "ROWS_MAX", most)
        patch.setattr(entries, "CHUNK", most)
        for since, until in pairwise([0, *sorted(min(cut, size) for cut in cuts), size]):
            increment = make(Path(made) / "increment" / name)
            write_table(increment, ledger, table, "jsonl", of=(since, until), told=lambda _: None)
            for path in increment.rglob("*.jsonl"):
                target = Path(made) / "all" / path.relative_to(increment.parent)
                make(target.parent)
                assert not target.exists()
                path.rename(target)
        write_table(make(Path(made) / "whole" / name), ledger, table, "jsonl", of=(0, size), told=lambda _: None)
        assert rows_in(Path(made) / "all", name) == rows_in(Path(made) / "whole", name)


def test_a_day_that_goes_on_is_said(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the clock of who asks, and by the log where he asks for a part of it; until nothing more can be said of it."""
    midnight, index = utc(2026, 10, 27, 0, 0, 0), first_index(folder)
    for now, until, goes_on in (
        (midnight - SECOND, None, "2026-10-26"),
        (midnight + 899 * SECOND, None, "2026-10-26"),
        (midnight + 900 * SECOND, None, None),
        (midnight + 900 * SECOND, index + 2, "2026-10-25"),  # what comes next in the log was recorded at 0:05
        (
            midnight + 900 * SECOND,
            index + 6,
            "2026-10-25",
        ),  # at 0:00, and something of the day before may still be said
        (midnight + 900 * SECOND, 0, None),
    ):
        monkeypatch.setattr(SystemClock, "now", lambda _, now=now: now)
        words = () if until is None else ("--until", str(until))
        said = tombo(*TOMBO, *words, "--out", str(tmp_path / f"{now}-{until}")).document
        assert (said["day_goes_on"], said["until"]) == (goes_on, index + 7 if until is None else until), (now, until)


def test_a_day_of_long_ago_does_not_go_on(ledger: CheckedStore) -> None:
    """A hand from a file may be of before 1997, when clocks in Portugal went by other rules."""
    assert day_goes_on(ledger, PartsWritten(1, 1, "1989-11-09"), ledger.head().size, 0) is None


def test_people_are_told_where_the_next_begins(folder: Path, tmp_path: Path) -> None:
    """And of the day that is not over, in either language."""
    size = first_index(folder) + 7
    words = [word for word in TOMBO if word != "--json"]
    assert tombo(*words, "--since", str(size - 7), "--until", str(size - 5), "--out", str(tmp_path / "a")).out == (
        f"2 rows of entries in 2 files written to {tmp_path}/a/entries; what comes later: --since {size - 5}\n"
        f"2026-10-25 is not over in these files: more of it may follow from log index {size - 5} on\n"
    )
    told = tombo("--lang", "pt", *words, "--since", str(size), "--out", str(tmp_path / "b"))
    assert told.out == (
        f"0 linhas de entries em 0 ficheiros escritas em {tmp_path}/b/entries; o que vier depois: --since {size}\n"
    )


def first_index(folder: Path) -> int:
    """The log index of the first deposit of the ledger in ``folder``."""
    with open_checked(f"sqlite:///{folder}/ledger.db", Keyring(folder / "keys"), read_only=True) as store:
        return first(store)


def whole(ledger: CheckedStore) -> tuple[int, int]:
    """The whole log."""
    return 0, ledger.head().size


def make(folder: Path) -> Path:
    """``folder``, made."""
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def rows_in(folder: Path, name: str) -> list[tuple[str, str]]:
    """The rows of a table in ``folder`` as they are written, each with its day, in the order of the log."""
    paths = (folder / name).rglob("*.jsonl")
    rows = [(path.parent.name, line) for path in paths for line in path.read_text("utf-8").splitlines()]
    return sorted(rows, key=lambda row: int(json.loads(row[1])["log_index"]))
