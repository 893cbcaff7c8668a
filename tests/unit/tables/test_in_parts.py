"""A table of which others did parts is the one that one process makes, byte for byte, whatever becomes of them (issue 15)."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any, Final

import pytest

from tests.conftest import run_past
from tests.tools.cli_run import Ran, inside, tombo
from tests.worlds.reported import CHANGE, Night
from tombo.cli import tables as made
from tombo.ledger.checked import CheckedStore
from tombo.ledger.core.clock import SystemClock
from tombo.ledger.operate.keyring import Keyring, open_checked
from tombo.ledger.operate.restore import restore
from tombo.ledger.parts import Done, Means
from tombo.ledger.store import open_evidence
from tombo.reports.regulators import pages
from tombo.reports.tables import entries, folded, parts, shared
from tombo.reports.tables.forms import Form
from tombo.reports.tables.registry import TABLES
from tombo.reports.tables.shared import EntriesJob, EntriesMade, EntriesMaker
from tombo.simulator.run import HOUR

SMALL: Final = 97
"""Entries of a part here: so that there are many."""
FORMS: Final[tuple[Form, ...]] = ("parquet", "csv", "jsonl")
URL: Final = "sqlite:///ledger.db"


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts of few entries, which others do however few there are; files that are cut where a few rows wait."""
    for module, name in ((entries, "CHUNK"), (folded, "BATCH")):
        monkeypatch.setattr(module, name, SMALL)
    for module in (shared, pages):
        monkeypatch.setattr(module, "FEW", 0)
    monkeypatch.setattr(parts, "ROWS_MAX", 3 * SMALL)


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Night:
    """A night, closed on the day after it."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(SystemClock, "now", lambda _: CHANGE + 24 * HOUR)
        return Night.copied(tmp_path_factory)


@pytest.fixture
def copied(night: Night, tmp_path: Path) -> Iterator[Path]:
    """A copy of it, to be altered, and to work in."""
    copy = Path(shutil.copytree(night.folder, tmp_path / "copy"))
    with inside(copy):
        yield copy


@pytest.fixture
def nobody_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who makes a table, or a page of one, by himself fails."""
    monkeypatch.setattr(shared, "MADE_BY", {})
    monkeypatch.setattr(pages, "read_here", None)


def exported(name: str, *words: str, url: str = URL) -> Ran:
    """``tombo export table``."""
    return tombo("--ledger", url, "--keys", "keys", "--json", "export", "table", name, *words)


def same(name: str, *words: str, url: str = URL) -> Ran:
    """That one process and two make the same files, and say the same; what they say."""
    alone, together = (
        exported(name, *words, "--out", f"{name}-{jobs}", "--jobs", jobs, url=url) for jobs in ("1", "2")
    )
    assert (alone.status, together.status) == (0, 0), (alone.err, together.err)
    assert {**together.document, "out": ""} == {**alone.document, "out": ""}
    assert together.err == alone.err
    same_files(Path(f"{name}-1"), Path(f"{name}-2"))
    return together


@pytest.mark.usefixtures("copied")
@pytest.mark.parametrize("name", list(TABLES))
def test_processes_make_the_same_files(name: str) -> None:
    """Every table; those of closed days are read by one process in either case."""
    assert same(name).document["rows"] > 0


@pytest.mark.usefixtures("copied")
@pytest.mark.parametrize("form", FORMS)
def test_processes_make_the_same_files_in_each_form(form: Form) -> None:
    """Of an increment that begins and ends in the middle of what one process takes together."""
    said = same("entries", "--format", form, "--since", "1001", "--until", "2222").document
    assert (said["rows"], said["files"] > 0) == (1_221, True)


@pytest.mark.usefixtures("copied")
@pytest.mark.parametrize("name", ["entries", "movements"])
def test_nothing_of_nothing(name: str) -> None:
    """An increment without an entry has no file."""
    assert same(name, "--since", "50", "--until", "50").document["files"] == 0


@pytest.mark.usefixtures("copied", "nobody_alone")
@pytest.mark.parametrize("name", ["entries", "movements", "results"])
def test_who_asks_reads_nothing_himself(name: str) -> None:
    """Where others read it all, and it is what was sealed."""
    assert exported(name, "--out", "tables", "--jobs", "2").status == 0


@pytest.mark.usefixtures("copied")
def test_files_are_cut_where_one_process_cuts_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """By how much the columns take where they are made: what is sent takes less."""
    monkeypatch.setattr(parts, "BYTES_MAX", 300_001)
    monkeypatch.setattr(parts, "ROWS_MAX", 1 << 20)
    same("entries")


def test_a_database_on_a_server_is_read_alike(night: Night, copied: Path, postgres_schema_url: str) -> None:
    """On PostgreSQL, entries and what is folded of them; and the files are those of the other store."""
    with open_evidence(f"sqlite:///{night.folder}/ledger.db") as source:
        restore(source, postgres_schema_url, source.origin, None, None)
    for name in ("entries", "movements"):
        same(name, url=postgres_schema_url)
        assert exported(name, "--out", "file", "--jobs", "1").status == 0
        same_files(copied / "file" / name, copied / f"{name}-2" / name)


@pytest.mark.parametrize("name", ["entries", "movements"])
def test_what_is_not_as_it_was_sealed_is_told_in_the_same_words(copied: Path, name: str) -> None:
    """One process says it, whoever read it first; and there is no file."""
    run_past(
        f"sqlite:///{copied}/ledger.db",
        "UPDATE stored_events SET originator_version = 900 + originator_version WHERE notification_id = 1500",
    )
    alone, together = (exported(name, "--out", f"to-{jobs}", "--jobs", jobs) for jobs in ("1", "2"))
    assert (together.status, together.out, together.err) == (alone.status, alone.out, alone.err)
    assert (together.status, "TAMPERED" in together.err) == (1, True)
    assert not Path("to-2").exists()


@pytest.mark.usefixtures("copied", "nobody_alone", "copies")
def test_a_worker_that_is_killed_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Others take its place."""
    real = EntriesMaker.__call__

    def dies(maker: EntriesMaker, part: Any) -> EntriesMade:
        if part.start > 10 * SMALL:
            os.kill(os.getpid(), signal.SIGKILL)
        return real(maker, part)

    monkeypatch.setattr(EntriesMaker, "__call__", dies)  # of copies of this process, not of those that come after them
    assert exported("entries", "--out", "together", "--jobs", "2").status == 0


Lie = Callable[[EntriesMade], EntriesMade]


def same_files(one: Path, other: Path) -> None:
    """That there are the same files below both, byte for byte."""
    assert files_of(one) == files_of(other)


def files_of(folder: Path) -> dict[str, bytes]:
    """What is in ``folder``, by path."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


class Beside:
    """Workers in this process; of the second one every answer but its first is a lie."""

    many = 2
    patience = 60_000_000

    def __init__(self, lie: Lie, sample: int) -> None:
        self.sample, self._lie, self._asked = sample, lie, 0
        self._others = ["honest", "lying"]

    def submit(self, function: Callable[..., Any], *words: Any) -> Future[Any]:
        """One of them in turn."""
        self._asked += 1
        worker, answer = self._others[self._asked % len(self._others)], Future[Any]()
        done: Done = function(*words)
        lies = worker == "lying" and self._asked > 4 and isinstance(done.result, EntriesMade)
        answer.set_result(done._replace(worker=worker, result=self._lie(done.result) if lies else done.result))
        return answer

    def mend(self) -> bool:
        """Nobody is lost."""
        return False

    def without(self, worker: str) -> bool:
        """Ask it no more."""
        self._others.remove(worker)
        return bool(self._others)

    def close(self) -> None:
        """Nothing is open."""


def _other_leaf(found: EntriesMade) -> EntriesMade:
    return found._replace(columns=found.columns.replace(b"0", b"1"))


LIES: Final[dict[str, Lie]] = {
    "a leaf": _other_leaf,
    "a day": lambda found: found._replace(days=("2026-01-01", *found.days[1:])),
    "a day less": lambda found: found._replace(days=found.days[1:]),
    "no columns": lambda found: found._replace(columns=b""),
    "half of them": lambda found: found._replace(columns=found.columns[: len(found.columns) // 2]),
    "how much it is": lambda found: found._replace(size=found.size + 1),
}


@pytest.fixture
def store(night: Night) -> Iterator[CheckedStore]:
    """The ledger of the night."""
    with open_checked(f"sqlite:///{night.folder}/ledger.db", Keyring(night.folder / "keys"), read_only=True) as found:
        yield found


def written(store: CheckedStore, means: Means, folder: Path) -> Any:
    """The entries as Parquet in ``folder``."""
    folder.mkdir()
    of = (0, store.head().size)
    return made.table_made(means, store.url, store, TABLES["entries"], "parquet", of=of, folder=folder)


@pytest.mark.parametrize("lie", LIES.values(), ids=LIES)
def test_a_worker_that_lies_is_named_and_asked_no_more(store: CheckedStore, tmp_path: Path, lie: Lie) -> None:
    """Where one part after the other is done again here: what it did is made by others."""
    wrong = list[str]()
    alone = written(store, Means(), tmp_path / "alone")
    means = Means(Beside(lie, 1), None, wrong.append, lambda _: bytes(8))
    assert written(store, means, tmp_path / "together") == alone
    same_files(tmp_path / "alone", tmp_path / "together")
    assert wrong == ["lying"]


def test_what_nobody_compares_is_held_to_the_tree_and_made_anew(
    store: CheckedStore, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of a worker that is believed: leaves that were not sealed, and columns that are none. One process makes the table, and who asked is told."""
    alone = written(store, Means(), tmp_path / "alone")
    assert capsys.readouterr().err == ""
    for name in ("a leaf", "no columns", "half of them", "a day less"):
        assert written(store, Means(Beside(LIES[name], 0)), tmp_path / name) == alone
        same_files(tmp_path / "alone", tmp_path / name)
        said = capsys.readouterr().err
        assert "what others did of entries could not be used: " in said
        assert said.endswith("; the files are those of one process\n")


def test_a_part_made_twice_is_the_same_bytes(store: CheckedStore) -> None:
    """Else an honest worker would be taken for one that lies."""
    asked = [shared.EntriesPart(first, first + SMALL) for first in range(0, store.head().size - SMALL, SMALL)]
    found = []
    for _ in range(2):
        maker = EntriesJob(store.url).open()
        found.append([maker(part) for part in asked])
        maker.close()
    assert found[0] == found[1]
