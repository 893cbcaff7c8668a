"""An audit, and of a simulated week a verification, a night, tables and the Portuguese files, on a cluster over TLS whose workers are killed, stopped or lie.

As one process has them. The week's database is gone: what is left of it is a backup in an object store, from which it was made again (issue 15).
"""

from __future__ import annotations

import json
import shutil
import signal
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from tests.tools.cli_run import tombo
from tests.tools.dask_cluster import DaskCluster, dask_cluster
from tests.tools.object_store import BUCKET, ObjectStore, object_store
from tests.worlds.misplayed import misplay, misplayed
from tests.worlds.reported import SETTINGS, played
from tests.worlds.reported_week import DAYS, PLAN
from tests.worlds.restored import same_files
from tombo.cli import audits, reporting, tables
from tombo.ledger.checked import CheckedStore
from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.errors import OutOfPlaceError
from tombo.ledger.exchange.bundle import Bundle
from tombo.ledger.exchange.tiles import entry_tile
from tombo.ledger.games.every import TABLE_GAMES
from tombo.ledger.operate.keyring import Keyring, open_checked
from tombo.ledger.operate.persons import StoredPersons
from tombo.ledger.parts import KeptParts, Means
from tombo.ledger.parts.cluster import Cluster
from tombo.ledger.seal.policy import load_policy
from tombo.ledger.store import open_views
from tombo.ledger.verify import verifier, verify
from tombo.projections.compensations.judged import COMPENSATED
from tombo.projections.reconciliation import run
from tombo.projections.reconciliation.model import to_json
from tombo.projections.reconciliation.run import reconcile
from tombo.projections.reconciliation.shared import crewed
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
NIGHTS, MIDDLE = (DAYS[2], DAYS[-1]), 3
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

    def one_lied(self) -> None:
        """Something was done behind the middle, and the worker that lies was named."""
        assert self.heard > 2 * MIDDLE
        assert len(self.wrong) == 1 and self.wrong[0].startswith("tls://127.0.0.1:")

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
    cluster.one_lied()


def _told(found: AuditFound) -> str:
    """What is said of it, to the byte."""
    wrong = [(one.stream, one.at, one.outcome, one.differences, one.what) for one in found.wrong]
    return json.dumps([found.outcomes, wrong, list(found.indices), found.contradicting])


class Gone(NamedTuple):
    """A ledger whose database is gone: its keys and a checkpoint are in a folder, its backup is elsewhere; and what one process said of that before."""

    folder: Path
    backup: str
    verified: str
    """What was said of the backup in its folder."""

    @property
    def url(self) -> str:
        """The ledger that was made again of its backup, with what projections keep."""
        return f"sqlite:///{self.folder / 'ledger.db'}"

    @property
    def keyring(self) -> Keyring:
        """Its keys."""
        return Keyring(self.folder / "keys")


class GoneWeek(NamedTuple):
    """A week of every game, told to Portugal, and the same with what a thief sealed behind it."""

    honest: Gone
    robbed: Gone
    nights: dict[str, str]
    """Of the second, by day."""
    files: Written
    """Of every hour of the first, in the folder ``alone``."""
    refused: str
    """Why there are none of the second."""
    objects: ObjectStore


@pytest.fixture(scope="module")
def gone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GoneWeek]:
    """Such ledgers; the object store is there as long as anybody asks."""
    folder = tmp_path_factory.mktemp("gone")
    assert played(folder, PLAN._replace(tables=2))
    with object_store(folder) as objects:
        url, keyring = f"sqlite:///{folder / 'ledger.db'}", Keyring(folder / "keys")
        with open_checked(url, keyring, read_only=True) as store, known_persons(keyring, store.origin) as persons:
            files = exported(store, persons, url, Means(), folder / "alone")
        honest = kept(folder, "honest", objects)
        misplay(url, folder)
        assert tombo("--ledger", url, "--keys", str(folder / "keys"), "views", "follow").status == 0
        with open_checked(url, keyring, read_only=True) as store, known_persons(keyring, store.origin) as persons:
            nights = {day: night(url, store, Means(), day) for day in NIGHTS}
            with pytest.raises(OutOfPlaceError) as refused:
                exported(store, persons, url, Means(), folder / "none")
        robbed = kept(folder, "robbed", objects)
        for left in folder.glob("ledger*.db*"):
            left.unlink()
        for each in (honest, robbed):
            again = ("--ledger", each.url, "--keys", str(each.folder / "keys"))
            assert tombo(*again, "restore", "--from", each.backup).status == 0
            assert tombo(*again, "views", "follow").status == 0
        yield GoneWeek(honest, robbed, nights, files, str(refused.value), objects)


def kept(folder: Path, name: str, objects: ObjectStore) -> Gone:
    """The ledger in ``folder``, backed up into an object store; its keys as they are now, in a folder of their own."""
    words = ("--ledger", f"sqlite:///{folder / 'ledger.db'}", "--keys", str(folder / "keys"))
    of, backup = folder / name, folder / "backup"
    of.mkdir()
    assert tombo(*words, "checkpoint", "--out", str(of / "checkpoint")).status == 0
    assert tombo(*words, "backup", str(backup)).status == 0
    shutil.copytree(folder / "keys", of / "keys")
    found = Gone(of, objects.put(backup, name), "")
    found = found._replace(verified=verified(found._replace(backup=str(backup)), Means()))
    shutil.rmtree(backup)
    return found


def verified(of: Gone, means: Means, told: Callable[[], None] = lambda: None) -> str:
    """What is said of a backup where it lies, against a checkpoint from outside."""
    checkpoint = (of.folder / "checkpoint").read_bytes()
    policy, source = load_policy(of.keyring.policy), partial(Bundle, of.backup)
    return json.dumps(verify(source, policy, checkpoint=checkpoint, means=means, progress=lambda *_: told()).to_json())


def night(url: str, store: CheckedStore, means: Means, day: str, told: Callable[[], None] = lambda: None) -> str:
    """What a night of ``day`` finds."""
    with closing(open_views(url)) as views:
        return json.dumps(to_json(reconcile(store, views, day, lambda _: told(), means=means), None))


def test_a_backup_in_an_object_store_is_verified_whatever_becomes_of_workers(
    gone: GoneWeek, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was said of it in its folder; and where an entry of it was altered in the store, in the words of one process."""
    monkeypatch.setattr(verifier, "CHUNK", 512)
    tile = f"{BUCKET}/robbed/{entry_tile(20)}"
    assert verified(gone.robbed, Means()) == gone.robbed.verified
    sealed = gone.objects.store().cat_file(tile)
    gone.objects.store().pipe_file(tile, sealed.replace(b'"seat":1', b'"seat":2', 1))
    alone = verified(gone.robbed, Means())
    with troubled(tmp_path / "dask") as cluster:
        together = verified(gone.robbed, cluster.means, cluster.hears)
    gone.objects.store().pipe_file(tile, sealed)
    assert together == alone
    assert json.loads(alone)["verdict"] == "TAMPERED"
    cluster.one_lied()


@pytest.mark.parametrize("day", NIGHTS)
def test_a_night_is_the_same_whatever_becomes_of_workers(
    gone: GoneWeek, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, day: str
) -> None:
    """One of which all is well, and that of what a thief sealed."""
    monkeypatch.setattr(run, "CHUNK", 64)
    monkeypatch.setattr(crewed, "FEW", 0)
    monkeypatch.setattr(crewed, "WIDTH", 2)
    url = gone.robbed.url
    with open_checked(url, gone.robbed.keyring, read_only=True) as store, troubled(tmp_path / "dask") as cluster:
        together = night(url, store, cluster.means, day, cluster.hears)
    assert together == gone.nights[day]
    assert json.loads(together)["ties"] is (day == NIGHTS[0])
    cluster.one_lied()


def test_a_week_as_portugal_has_it_is_the_same_whatever_becomes_of_workers(
    gone: GoneWeek, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every file of every hour of it, byte for byte, and what is told of them; and why there are none of what a thief sealed."""
    monkeypatch.setattr(reading, "PAGE", 500)
    of, keyring = gone.honest, gone.honest.keyring
    with open_checked(of.url, keyring, read_only=True) as store, known_persons(keyring, store.origin) as persons:
        read_here = list[object]()
        monkeypatch.setattr(pages, "read_here", read_here.append)
        with troubled(tmp_path / "dask") as cluster:

            def shown(asked: Pages, **_: Any) -> Pages:
                for rows in asked:
                    cluster.hears()
                    yield rows

            monkeypatch.setattr(reporting, "_SHOWN", shown)
            together = exported(store, persons, of.url, cluster.means, tmp_path / "together")
            assert read_here == []
            monkeypatch.undo()
            cluster.one_lied()
            with open_checked(gone.robbed.url, keyring, read_only=True) as robbed, pytest.raises(OutOfPlaceError) as no:
                exported(robbed, persons, gone.robbed.url, cluster.means, tmp_path / "none")
    assert together == gone.files
    assert len(together.files) == 4 * 24 * len(DAYS) and sum(file.records for file in together.files) > 1_000
    same_files(of.folder.parent / "alone", tmp_path / "together")
    assert str(no.value) == gone.refused


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
    gone: GoneWeek, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Its columns made by workers, or its pages read: the files, byte for byte, and nothing is made anew by one process."""
    for module, size in ((entries, "CHUNK"), (folded, "BATCH")):
        monkeypatch.setattr(module, size, 500)
    url, made = gone.honest.url, dict[str, PartsWritten]()
    with open_checked(url, gone.honest.keyring, read_only=True) as store:

        def table(means: Means, folder: str) -> None:
            (tmp_path / folder).mkdir()
            of, to = (0, store.head().size), tmp_path / folder
            made[folder] = tables.table_made(means, url, store, TABLES[name], "parquet", of=of, folder=to)

        table(Means(), "alone")
        monkeypatch.setattr(shared, "MADE_BY", {})
        monkeypatch.setattr(pages, "read_here", None)
        with troubled(tmp_path / "dask") as cluster:
            monkeypatch.setattr(tables, "Bar", lambda _: Heard(cluster))
            table(cluster.means, "together")
    assert made["together"] == made["alone"]
    for day in (tmp_path / "alone").iterdir():
        same_files(day, tmp_path / "together" / day.name)
    cluster.one_lied()


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
