"""The command ids of a notebook: new ones are kept among few, and found wherever they are."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from hashlib import sha256
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tombo.ledger.core.errors import UnreadableError, UnwritableError
from tombo.ledger.store import notebook as store
from tombo.ledger.store.notebook import NotebookFile

SMALL: Final = {"commands_0": 2, "commands_1": 8, "commands_2": 32}
"""So many ids stay in a run, here."""
PAGE: Final = 4096


def named(number: int) -> bytes:
    """The SHA-256 of the id of a command."""
    return sha256(b"%d" % number).digest()


def keep(book: NotebookFile, numbers: range, *, anew: bool = False) -> None:
    """Keep these commands, each at the index that is its number, as a run does."""
    book.begin(anew=anew)
    book.keep_places((name, number) for name, number in sorted((named(number), number) for number in numbers))
    book.keep_about(b"%d" % numbers.stop)
    book.commit()


def held(book: NotebookFile) -> dict[str, int]:
    """How many ids stand in each table."""
    return {table: book._fetch(f"SELECT count(*) FROM {table}")[0][0] for table in (*SMALL, "commands")}


@pytest.fixture
def small_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs that are full at once."""
    monkeypatch.setattr(store, "_RUNS", SMALL)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(first=st.integers(0, 40), since=st.lists(st.integers(0, 12), max_size=15))
@pytest.mark.usefixtures("small_runs")
def test_every_id_is_found_whichever_run_it_stands_in(
    first: int, since: list[int], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """It stands in one table, with its index; no run is larger than it may be; ids that were never kept are not there."""
    path = tmp_path_factory.mktemp("auditor") / "notebook"
    ends = list(accumulate([first, *since]))
    with NotebookFile.create(path) as book:
        keep(book, range(first), anew=True)
        assert held(book) == {**dict.fromkeys(SMALL, 0), "commands": first}
        for begin, end in pairwise(ends):
            keep(book, range(begin, end))
            assert [book.place(named(number)) for number in range(end + 3)] == [*range(end), None, None, None]
            found = held(book)
            assert sum(found.values()) == end
            assert all(found[run] <= most for run, most in SMALL.items())


@pytest.mark.usefixtures("small_runs")
def test_what_goes_on_from_another_finds_the_ids_of_all_its_runs(tmp_path: Path) -> None:
    """All four tables are taken over; one that is begun anew has none of them."""
    with NotebookFile.create(tmp_path / "first") as first:
        for begin, end in pairwise([0, 40, 50, 53, 54]):
            keep(first, range(begin, end))
        assert held(first) == {"commands_0": 1, "commands_1": 3, "commands_2": 10, "commands": 40}
        with NotebookFile.create(tmp_path / "second", first) as second:
            keep(second, range(54, 55))
            assert [second.place(named(number)) for number in range(56)] == [*range(55), None]
            keep(second, range(3), anew=True)
            assert [second.place(named(number)) for number in range(4)] == [0, 1, 2, None]


def test_a_name_is_no_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite takes a name that begins with "file:" for one: the notebook is in the file of that name."""
    monkeypatch.chdir(tmp_path)
    with NotebookFile.create(Path("file:first?mode=memory")) as book:
        keep(book, range(5), anew=True)
    assert [path.name for path in tmp_path.iterdir()] == ["file:first?mode=memory"]
    with NotebookFile(Path("file:first?mode=memory")) as book:
        assert book.place(named(4)) == 4


def test_a_damaged_notebook_is_named_by_who_copies_it(tmp_path: Path) -> None:
    """The one that is damaged, and not the one that was to go on from it: that one keeps what it held."""
    path, other = tmp_path / "first", tmp_path / "second"
    with NotebookFile.create(path) as first, NotebookFile.create(other) as second:
        keep(first, range(2_000), anew=True)
        keep(second, range(3), anew=True)
    whole, before = path.read_bytes(), other.read_bytes()
    leaf = whole.rindex(named(1_000)[:16]) // PAGE * PAGE
    path.write_bytes(whole[:leaf] + b"\xff" + whole[leaf + 1 :])
    named_so = pytest.raises(UnreadableError, match=f"the notebook {path} is damaged")
    with NotebookFile(path) as first, NotebookFile.create(other, first) as second:
        second.begin(anew=False)  # whoever reads the log says first what he finds
        with named_so:
            second.commit()
    assert other.read_bytes() == before


def test_new_ids_are_written_beside_few_others(tmp_path: Path) -> None:
    """What 200 commands cost must not follow how many there were: among 40,000 nearly each would change a page of its own."""
    path = tmp_path / "notebook"
    with NotebookFile.create(path) as book:
        keep(book, range(40_000), anew=True)
    before = path.read_bytes()
    with NotebookFile(path) as book:
        keep(book, range(40_000, 40_200))
    after = path.read_bytes()
    changed = sum(before[at : at + PAGE] != after[at : at + PAGE] for at in range(0, len(after), PAGE))
    assert len(before) > 200 * PAGE
    assert changed < 20


def test_a_notebook_of_format_1_is_to_be_begun_anew(tmp_path: Path) -> None:
    """It had one table of ids. Whoever opens it is told what it is, and the next command; it stays as it is."""
    path = tmp_path / "notebook"
    NotebookFile.create(path).close()
    with closing(sqlite3.connect(path)) as owner:
        owner.executescript("; ".join(f"DROP TABLE {run}" for run in SMALL))
    before = path.read_bytes()
    expected = "is of format 1, which an earlier program wrote; expected format 2: remove it, and run 'tombo verify"
    with pytest.raises(UnreadableError, match=expected):
        NotebookFile(path)
    with pytest.raises(UnwritableError, match=expected):
        NotebookFile.create(path)
    assert path.read_bytes() == before
