"""Files of a regulator made of a log that others read are those that one process makes, byte for byte (issue 15)."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from tests.conftest import run_past
from tests.tools.cli_run import Ran, inside
from tests.worlds.reported import DAY, Night, exported
from tests.worlds.restored import same_files
from tombo.ledger.checked import CheckedStore
from tombo.ledger.core.errors import StoreUnavailableError, TamperedError
from tombo.ledger.core.language import Language
from tombo.ledger.operate.cold import evidence_with_cold
from tombo.ledger.operate.keyring import Keyring, open_checked
from tombo.ledger.operate.restore import restore
from tombo.ledger.parts import of_this_machine
from tombo.ledger.store import open_evidence
from tombo.reports.regulators import pages, reading
from tombo.reports.regulators.known import TELLS
from tombo.reports.regulators.pages import (
    LogPage,
    PageRead,
    PageReader,
    PageRow,
    PagesJob,
    by_means,
    in_parts,
    needed,
    read_here,
)
from tombo.reports.regulators.portugal.records import READS
from tombo.reports.regulators.reading import goes_on
from tombo.reports.said.commands import parts as said

SMALL: Final = 97
"""Entries of a page here: so that there are many."""
JOBS: Final = ("--jobs", "2")


@pytest.fixture(autouse=True)
def small_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages of few entries, which others read however few pages there are."""
    monkeypatch.setattr(reading, "PAGE", SMALL)
    monkeypatch.setattr(pages, "FEW", 0)


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[LogPage]:
    """Grows by each page that this process reads for want of anybody else."""
    found = list[LogPage]()

    def heard(store: CheckedStore, asked: Sequence[LogPage]) -> pages.Pages:
        found.extend(asked)
        return read_here(store, asked)

    monkeypatch.setattr(pages, "read_here", heard)
    return found


@pytest.fixture
def copied(night: Night, tmp_path: Path) -> Iterator[Path]:
    """A copy of the night, to be altered, and to work in."""
    copy = Path(shutil.copytree(night.folder, tmp_path / "copy"))
    with inside(copy):
        yield copy


@pytest.mark.parametrize("words", [("--day", DAY), ("--hour", f"{DAY.replace('-', '')}01")], ids=["day", "hour"])
def test_processes_make_the_same_files(night: Night, copied: Path, read: list[LogPage], words: tuple[str, ...]) -> None:
    """All of a day, and those of an hour in its middle; of what is told of them too."""
    alone = exported(*words, "--out", "alone")
    assert alone.status == 0, alone.err
    read.clear()
    together = exported(*words, "--out", "together", *JOBS)
    assert read == []
    assert together.status == 0, together.err
    assert {**together.document, "out": ""} == {**alone.document, "out": ""}
    same_files(copied / "alone", copied / "together")
    if words[0] == "--day":
        same_files(night.folder / "files", copied / "together")


def test_what_is_not_as_it_was_sealed_is_told_in_the_same_words(copied: Path, read: list[LogPage]) -> None:
    """Also where it is read for nothing but that it is there: no file is made of it."""
    with open_checked("sqlite:///ledger.db", Keyring(Path("keys")), read_only=True) as store:
        at = next(row.index for row in store.rows() if row.kind == "hand.checked.v1")
    run_past(
        f"sqlite:///{copied}/ledger.db",
        f"UPDATE stored_events SET originator_version = 900 + originator_version WHERE notification_id = {at + 1}",
    )
    alone, together = (
        exported("--day", DAY, "--out", "alone", "--jobs", "1"),
        exported("--day", DAY, "--out", "together", *JOBS),
    )
    assert _told(alone) == _told(together)
    assert (together.status, "TAMPERED" in together.err) == (1, True)
    assert not Path("together").exists()


def _told(ran: Ran) -> tuple[int, str, str]:
    return ran.status, ran.out, ran.err


@pytest.fixture(scope="module")
def store(night: Night) -> Iterator[CheckedStore]:
    """The ledger of the night."""
    with open_checked(f"sqlite:///{night.folder}/ledger.db", Keyring(night.folder / "keys"), read_only=True) as found:
        yield found


def cut(store: CheckedStore, size: int, first: int) -> list[LogPage]:
    """The log in pages."""
    end, kinds = store.head().size, tuple(sorted(READS))
    return [LogPage(at, min(at + size, end), first, kinds) for at in range(0, end, size)]


@pytest.mark.parametrize("size", [7, 97, 1_000])
def test_what_is_left_out_of_a_page_nobody_needs(store: CheckedStore, size: int) -> None:
    """What is known, and what goes on wherever the time begins that is asked for, is the same as of all rows; far fewer are sent."""
    end = store.head().size
    for first in range(size // 2, end, end // 9):
        asked = cut(store, size, first)
        told = [
            (list(all_), needed(list(store.rows_of(None, page.start, page.stop)), page))
            for page, all_ in zip(asked, read_here(store, asked), strict=True)
        ]
        whole, some = [[row for rows in side for row in rows] for side in zip(*told, strict=True)]
        assert some == sorted(some)
        assert _played(whole, first) == _played(some, first)
        assert [row for row in whole if row[0] >= first or row[3] in TELLS] == [
            row for row in some if row[0] >= first or row[3] in TELLS
        ]
        if size == 1_000 and first > end * 3 // 4:
            assert len(some) < len(whole) * 3 // 4


def _played(rows: Sequence[PageRow], first: int) -> dict[str, list[PageRow]]:
    playing = dict[str, list[PageRow]]()
    for row in rows:
        if row[0] < first:
            goes_on(playing, row)
    return playing


Lie = Callable[[PageRead], PageRead]


def _as_it_is(found: PageRead) -> PageRead:
    return found


def _other_bytes(found: PageRead) -> PageRead:
    index, stream, version, kind, state = found.rows[0]
    return found._replace(rows=((index, stream, version, kind, state[:-1] + b"]"), *found.rows[1:]))


LIES: Final[dict[str, Lie]] = {
    "other bytes": _other_bytes,
    "twice": lambda found: found._replace(rows=(*found.rows, found.rows[-1])),
    "in another order": lambda found: found._replace(rows=(found.rows[1], found.rows[0], *found.rows[2:])),
    "of elsewhere": lambda found: found._replace(rows=((10**6, *found.rows[-1][1:]),)),
    "a leaf less": lambda found: found._replace(leaves=found.leaves[32:]),
    "another leaf": lambda found: found._replace(leaves=bytes(32) + found.leaves[32:]),
    "nothing": lambda _: PageRead((), b""),
}


class Lying:
    """Work of which the first page comes otherwise than it was read."""

    def __init__(self, store: CheckedStore, lie: Lie) -> None:
        self._reader, self._lie = PageReader(store.unchecked), lie

    def alone(self, *, little: bool) -> bool:
        return little

    def in_order(self, asked: Sequence[LogPage]) -> Iterator[PageRead]:
        """The pages, one after the other."""
        for at, page in enumerate(asked):
            yield self._reader(page) if at else self._lie(self._reader(page))


@pytest.mark.parametrize("lie", [_as_it_is, *LIES.values()], ids=["honest", *LIES])
def test_a_page_that_is_not_as_it_was_sealed_is_read_here(store: CheckedStore, read: list[LogPage], lie: Lie) -> None:
    """A row of other bytes, twice, in another order, of elsewhere; a leaf that is missing, or another: nothing is believed of that page."""
    asked = cut(store, 200, 0)[:3]
    work: Any = Lying(store, lie)
    assert list(map(list, in_parts(work, store, asked))) == list(map(list, read_here(store, asked)))
    assert read == ([] if lie is _as_it_is else asked[:1])


def test_behind_the_published_tree_rows_are_held_to_their_signatures(copied: Path) -> None:
    """Where nobody has published yet what is read is held to the rows that this process checks: one that was altered is named."""
    url = f"sqlite:///{copied}/ledger.db"
    with open_checked(url, Keyring(copied / "keys"), read_only=True) as store:
        end = store.head().size
        assert store.anchor().size < end
        asked = [LogPage(end - 400, end, 0, tuple(sorted(READS)))]
        reader = PagesJob(url).open()
        try:
            work: Any = Lying(store, _as_it_is)
            assert [list(rows) for rows in in_parts(work, store, asked)] == [
                list(rows) for rows in read_here(store, asked)
            ]
            run_past(url, f"UPDATE stored_events SET topic = 'hand.checked.v1' WHERE notification_id = {end - 1}")
            with pytest.raises(TamperedError):
                list(in_parts(work, store, asked))
        finally:
            reader.close()


def test_a_database_on_a_server_is_read_alike(
    store: CheckedStore, night: Night, postgres_schema_url: str, read: list[LogPage]
) -> None:
    """On PostgreSQL, by processes that send what they read."""
    with open_evidence(store.url) as source:
        restore(source, postgres_schema_url, source.origin, None, None)
    asked = cut(store, 1_000, store.head().size // 2)
    with (
        of_this_machine(2) as means,
        open_checked(postgres_schema_url, Keyring(night.folder / "keys"), read_only=True) as there,
    ):
        found = by_means(means, PagesJob(postgres_schema_url), lambda paged: list(map(list, paged(there, asked))))
    assert read == []
    assert found == [needed(list(store.rows_of(None, page.start, page.stop)), page) for page in asked]


def test_what_others_could_not_read_is_told_beside_the_files(copied: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By one process they are made as ever; that it did all of it, and why, is told, in the language that is spoken."""

    def fails(*_: Any) -> Any:
        raise KeyError("hand")

    alone = exported("--day", DAY, "--out", "alone", "--jobs", "1")
    monkeypatch.setattr(pages, "in_parts", fails)
    together = exported("--day", DAY, "--out", "together", *JOBS)
    falando = exported("--day", DAY, "--out", "juntos", "--lang", "pt", *JOBS)
    told = said.ALL_DONE_HERE(why="KeyError: 'hand'")
    assert [ran.err for ran in (alone, together, falando)] == [
        "",
        f"tombo: {told.text()}\n",
        f"tombo: {told.text(Language.PT)}\n",
    ]
    assert together.status == falando.status == 0
    assert {**together.document, "out": ""} == {**alone.document, "out": ""}
    same_files(copied / "alone", copied / "together")


@pytest.mark.usefixtures("copies")
def test_a_part_that_others_could_not_read_is_told(copied: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of each this process reads the page itself: a copy of the database that no worker can open shows as slowness alone."""
    own = os.getpid()

    def elsewhere(url: str, cold: Sequence[str]) -> Any:
        if os.getpid() != own:
            raise StoreUnavailableError("too many connections")
        return evidence_with_cold(url, cold)

    monkeypatch.setattr(pages, "evidence_with_cold", elsewhere)
    together = exported("--day", DAY, "--out", "together", *JOBS)
    assert together.status == 0
    assert re.fullmatch(
        r"tombo: \d+ parts that others could not do \(StoreUnavailableError: too many connections\) .*\n", together.err
    )
    same_files(night_files(copied), copied / "together")


def night_files(copied: Path) -> Path:
    """What one process made of the night."""
    return copied / "files"


def test_a_day_that_cannot_be_told_is_told_by_that_alone(copied: Path) -> None:
    """Nothing is made of it by one process either: what that says is the answer."""
    at = exported("--day", "2026-07-20", "--out", "alone", "--jobs", "1")
    assert at.status != 0
    assert _told(exported("--day", "2026-07-20", "--out", "alone", *JOBS)) == _told(at)
