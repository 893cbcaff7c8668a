"""An audit, a Portuguese export of a simulated week, and tables of it, on a cluster of processes over TLS: as one process has them, whatever becomes of the workers (issue 15)."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest

from tests.tools.cli_run import tombo
from tests.tools.dask_cluster import DaskCluster, dask_cluster
from tests.worlds.misplayed import misplayed
from tests.worlds.reported import SETTINGS, played
from tests.worlds.reported_week import DAYS, PLAN
from tests.worlds.restored import same_files
from tombo.cli import audits, reporting, tables
from tombo.ledger.checked import CheckedStore
from tombo.ledger.core.clock import SECOND
from tombo.ledger.games.every import TABLE_GAMES
from tombo.ledger.operate.keyring import Keyring, open_checked
from tombo.ledger.operate.persons import StoredPersons
from tombo.ledger.parts import KeptParts, Means
from tombo.ledger.parts.cluster import Cluster
from tombo.projections.compensations.judged import COMPENSATED
from tombo.projections.round import audit_parts
from tombo.projections.round.audit_parts import AuditFound, AuditJob, audited_in_parts
from tombo.reports.regulators import pages, reading
from tombo.reports.regulators.country import Reported, Written
from tombo.reports.regulators.pages import Paged, Pages
from tombo.reports.regulators.portugal.files import write_hours
from tombo.reports.regulators.portugal.hours import hours_of
from tombo.reports.regulators.portugal.settings import settings_in
from tombo.reports.regulators.sealed import SealedPersons
from tombo.reports.shown.reading import Reader, known_persons, opening
from tombo.reports.tables import entries, folded, shared
from tombo.reports.tables.parts import PartsWritten
from tombo.reports.tables.registry import TABLES

WORKERS: Final = 5
"""Two are killed, one is stopped, one lies; one is left."""
MIDDLE: Final = 3
"""Behind so many parts something happens."""


class Troubled:
    """A cluster in the middle of whose work two workers are killed and one is stopped, and of which one lies."""

    def __init__(self, found: DaskCluster, folder: Path) -> None:
        self._found, self.heard, self.wrong = found, 0, list[str]()
        self.crew = Cluster(found.address)
        self.crew.patience = 2 * SECOND
        self.means = Means(self.crew, KeptParts(folder / "parts", "test"), self.wrong.append, lambda _: bytes(8))

    def hears(self) -> None:
        """One more part is done."""
        self.heard += 1
        if self.heard == MIDDLE:
            for worker in self._found.workers[:2]:
                worker.send_signal(signal.SIGKILL)
            self._found.workers[2].send_signal(signal.SIGSTOP)

    def close(self) -> None:
        """Let everybody go."""
        self._found.workers[2].send_signal(signal.SIGCONT)
        self.crew.close()


@contextmanager
def troubled(folder: Path) -> Iterator[Troubled]:
    """Such a cluster."""
    folder.mkdir()
    with dask_cluster(folder, WORKERS, liars=1) as found:
        made = Troubled(found, folder)
        try:
            yield made
        finally:
            made.close()


def test_an_audit_is_the_same_whatever_becomes_of_workers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a ledger in which much is wrong: how all ended, and what differs, in the same order; the worker that lied is named."""
    url = f"sqlite:///{tmp_path / 'ledger.db'}"
    misplayed(url, tmp_path)
    monkeypatch.setattr(audit_parts, "SIZE", 256)
    job = AuditJob(url, 0, tuple(TABLE_GAMES), COMPENSATED)
    with open_checked(url, Keyring(tmp_path / "keys"), read_only=True) as store:
        size = store.head().size
        alone = audits._by_one(job, store, size)
        with troubled(tmp_path / "dask") as cluster:
            together = audited_in_parts(cluster.means, job, store, size, lambda *_: cluster.hears())
    assert len(alone.wrong) > 20
    assert _told(together) == _told(alone)
    assert cluster.heard > 2 * MIDDLE
    assert len(cluster.wrong) == 1 and cluster.wrong[0].startswith("tls://127.0.0.1:")


def _told(found: AuditFound) -> str:
    """What is said of it, to the byte."""
    wrong = [(one.stream, one.at, one.outcome, one.differences, one.what) for one in found.wrong]
    return json.dumps([found.outcomes, wrong, list(found.indices), found.contradicting])


def test_a_week_as_portugal_has_it_is_the_same_whatever_becomes_of_workers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every file of every hour of it, byte for byte, and what is told of them."""
    assert played(tmp_path, PLAN._replace(tables=2))
    monkeypatch.setattr(reading, "PAGE", 500)
    url, keyring = f"sqlite:///{tmp_path / 'ledger.db'}", Keyring(tmp_path / "keys")
    with (
        open_checked(url, keyring, read_only=True) as store,
        known_persons(keyring, store.origin) as persons,
    ):
        alone = exported(store, persons, url, Means(), tmp_path / "alone")
        read_here = list[object]()
        monkeypatch.setattr(pages, "read_here", read_here.append)
        with troubled(tmp_path / "dask") as cluster:

            def shown(asked: Pages, **_: Any) -> Pages:
                for rows in asked:
                    cluster.hears()
                    yield rows

            monkeypatch.setattr(reporting, "_SHOWN", shown)
            together = exported(store, persons, url, cluster.means, tmp_path / "together")
    assert together == alone
    assert len(alone.files) == 4 * 24 * len(DAYS) and sum(file.records for file in alone.files) > 1_000
    same_files(tmp_path / "alone", tmp_path / "together")
    assert read_here == []
    assert cluster.heard > 2 * MIDDLE
    assert len(cluster.wrong) == 1 and cluster.wrong[0].startswith("tls://127.0.0.1:")


def exported(store: CheckedStore, persons: StoredPersons | None, url: str, means: Means, folder: Path) -> Written:
    """The files of every hour of the week in ``folder``."""
    folder.mkdir()
    sealed = SealedPersons(store, opening(Reader(store), persons))
    reported = Reported(store, sealed, settings_in(SETTINGS.encode(), "srij.toml"))
    labels = [label for day in DAYS for label in hours_of(day)]

    def make(paged: Paged) -> Written:
        return write_hours(folder, labels, reported, paged)

    return reporting.made_of(means, pages.PagesJob(url), make, folder)


@pytest.mark.parametrize("name", ["entries", "movements"])
def test_a_table_is_the_same_whatever_becomes_of_workers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Its columns made by workers, or its pages read: the files, byte for byte, and nothing is made anew by one process."""
    assert played(tmp_path, PLAN._replace(tables=2))
    for module, size in ((entries, "CHUNK"), (folded, "BATCH")):
        monkeypatch.setattr(module, size, 500)
    url, made = f"sqlite:///{tmp_path / 'ledger.db'}", dict[str, PartsWritten]()
    with open_checked(url, Keyring(tmp_path / "keys"), read_only=True) as store:

        def table(means: Means, folder: str) -> None:
            (tmp_path / folder).mkdir()
            of = (0, store.head().size)
            made[folder] = tables.table_made(
                means, url, store, TABLES[name], "parquet", of=of, folder=tmp_path / folder
            )

        table(Means(), "alone")
        monkeypatch.setattr(shared, "MADE_BY", {})
        monkeypatch.setattr(pages, "read_here", None)
        with troubled(tmp_path / "dask") as cluster:
            monkeypatch.setattr(tables, "Bar", lambda _: Heard(cluster))
            table(cluster.means, "together")
    assert made["together"] == made["alone"]
    for day in (tmp_path / "alone").iterdir():
        same_files(day, tmp_path / "together" / day.name)
    assert cluster.heard > 2 * MIDDLE
    assert len(cluster.wrong) == 1 and cluster.wrong[0].startswith("tls://127.0.0.1:")


class Heard:
    """A bar that is nothing but heard."""

    def __init__(self, cluster: Troubled) -> None:
        self._cluster = cluster

    def __call__(self, done: int, total: int) -> None:
        """One more part is done."""
        self._cluster.hears()

    def clear(self) -> None:
        """It was never drawn."""


@pytest.mark.parametrize("words", [("audit",), ("round", "audit")])
def test_on_the_command_line_a_cluster_says_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    """With the address of the cluster in place of processes; finished parts are gone once all is done."""
    url = f"sqlite:///{tmp_path / 'ledger.db'}"
    misplayed(url, tmp_path)
    for module in (audit_parts, audits):
        monkeypatch.setattr(module, "SIZE", 512)
    named = ("--ledger", url, "--keys", str(tmp_path / "keys"), "--json", *words)
    alone = tombo(*named, "--jobs", "1")
    (tmp_path / "dask").mkdir()
    with dask_cluster(tmp_path / "dask", 1) as found:
        for name, value in found.environment.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr(audits, "_by_one", None)  # nobody reads it from one end to the other
        together = tombo(*named, "--cluster", found.address, "--parts", str(tmp_path / "parts"))
    assert (together.status, together.out) == (alone.status, alone.out)
    assert alone.status == 1
    assert "1 worker of the cluster" in together.err
    assert list((tmp_path / "parts").iterdir()) == []
