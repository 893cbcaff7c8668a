"""A verification on a real cluster over TLS says what one process says, byte for byte, whatever becomes of the workers (issue 15)."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
from dask import config

from tests.forgeries.evening import Evening
from tests.tools.cli_run import tombo
from tests.tools.dask_cluster import IMPOSTOR, DaskCluster, dask_cluster
from tests.worlds.desk_played import PLAN
from tests.worlds.played import played
from tests.worlds.spoil import row_state, spoil
from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.errors import StoreUnavailableError, UsageError
from tombo.ledger.core.lisbon import day_of
from tombo.ledger.parts import KeptParts, Means
from tombo.ledger.parts.cluster import NEEDED, Cluster
from tombo.ledger.seal.policy import load_policy
from tombo.ledger.store import open_evidence
from tombo.ledger.verify import Report, verifier, verify
from tombo.projections.reconciliation.shared.refold import TOLD_MAX
from tombo.simulator.run import BEGINS

SMALL: Final = 256
"""Entries a chunk here: so that there are many."""
FORGED: Final = (300, 1_500, 2_900)
"""Log indices of entries of which a byte was changed."""


class Spoilt(NamedTuple):
    """A ledger in which something is wrong at several places."""

    url: str
    keys: Path


@pytest.fixture(scope="module")
def spoilt(tmp_path_factory: pytest.TempPathFactory) -> Spoilt:
    """Two hours of every game, and three entries changed in the database."""
    folder = tmp_path_factory.mktemp("spoilt")
    url = f"sqlite:///{folder / 'ledger.db'}"
    with played(PLAN, url, folder, kills=0) as store:
        assert store.head().size > FORGED[-1]
    for index in FORGED:
        state = bytearray(row_state(url, index))
        state[-3] ^= 1
        spoil(url, "UPDATE stored_events SET state = ? WHERE notification_id = ?", bytes(state), index + 1)
    return Spoilt(url, folder / "keys")


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskCluster]:
    """Two workers that nothing happens to."""
    with dask_cluster(tmp_path_factory.mktemp("dask"), 2) as found:
        yield found


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chunks of one tile."""
    monkeypatch.setattr(verifier, "CHUNK", SMALL)


def report(spoilt: Spoilt, means: Means | None = None, told: list[int] | None = None) -> Report:
    """What is found; ``told`` hears how far it is."""
    heard = [] if told is None else told
    source = partial(open_evidence, spoilt.url)
    return verify(source, load_policy(spoilt.keys / "policy"), means=means, progress=lambda done, _: heard.append(done))


def test_workers_that_are_killed_stopped_and_lie_change_nothing_but_the_time(spoilt: Spoilt, tmp_path: Path) -> None:
    """Four of them: in the middle one is killed, one stopped, and one answers wrongly; it is named."""
    alone = report(spoilt)
    assert len(alone.problems) >= len(FORGED)
    with dask_cluster(tmp_path, 4, liars=1) as found:
        crew, wrong = Cluster(found.address), list[str]()
        crew.patience = 2 * SECOND
        done: list[int] = []

        class Heard(list[int]):
            """In the middle something happens."""

            def append(self, entries: int) -> None:
                done.append(entries)
                if len(done) == 3:
                    found.workers[0].send_signal(signal.SIGKILL)
                    found.workers[1].send_signal(signal.SIGSTOP)

        try:
            together = report(
                spoilt, Means(crew, KeptParts(tmp_path / "parts", "test"), wrong.append, lambda _: bytes(8)), Heard()
            )
        finally:
            found.workers[1].send_signal(signal.SIGCONT)
            crew.close()
    assert together == alone and json.dumps(together.to_json()) == json.dumps(alone.to_json())
    assert len(wrong) == 1 and wrong[0].startswith("tls://127.0.0.1:")


def test_who_says_that_he_is_another_is_found_all_the_same(spoilt: Spoilt, tmp_path: Path) -> None:
    """By his first part, where no sample is drawn: he is named, and the honest one whose name he gave goes on."""
    with dask_cluster(tmp_path, 2, liars=1, lie=IMPOSTOR) as found:
        crew, wrong = Cluster(found.address), list[str]()
        pids = crew._client.run(os.getpid)
        [liar], [honest] = ([at for at, pid in pids.items() if pid == one.pid] for one in reversed(found.workers))
        (tmp_path / "honest").write_text(honest)
        try:
            together = report(spoilt, Means(crew, told=wrong.append, entropy=lambda many: (1).to_bytes(many, "big")))
            assert crew.without(liar) is False  # he is asked no more
            assert list(crew._asked_of(crew._threads())) == [honest]
        finally:
            crew.close()
    assert together == report(spoilt)
    assert wrong == [liar]


@pytest.mark.parametrize("lost", ["scheduler", "workers"])
def test_where_nobody_is_left_who_asked_does_the_rest(
    spoilt: Spoilt, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lost: str
) -> None:
    """The scheduler ends in the middle, or every worker: it ends all the same, soon, and says the same."""
    monkeypatch.setattr("tombo.ledger.parts.cluster.CONNECT_SECONDS", 2)
    with dask_cluster(tmp_path, 2) as found:
        crew = Cluster(found.address)
        crew.patience = 2 * SECOND
        asked = list[object]()
        submit = crew.submit

        def submitted(*words: object) -> object:
            asked.append(words)
            return submit(*words)  # type: ignore[arg-type]  # as they came

        monkeypatch.setattr(crew, "submit", submitted)

        class Heard(list[int]):
            """In the middle they end."""

            def append(self, _: int) -> None:
                if len(self) == 2:
                    for process in [found.scheduler] if lost == "scheduler" else found.workers:
                        process.kill()
                        process.wait()
                super().append(_)

        together = report(spoilt, Means(crew), Heard())
        crew.close()
    assert together == report(spoilt)
    assert len(asked) < 30, "nobody is asked any more"


def test_who_names_another_than_himself_is_not_followed(cluster: DaskCluster) -> None:
    """A worker may say any name: after one that is none, or was asked no more already, nobody is believed."""
    crew = Cluster(cluster.address)
    try:
        assert not crew.without("tls://127.0.0.1:1")
        one, other = sorted(crew._asked_of(crew._threads()))
        assert crew.without(one)
        assert not crew.without(one)
        assert not crew.without(other)
        with pytest.raises(BrokenExecutor, match="no worker"):
            crew.submit(str, 1)
    finally:
        crew.close()


def test_on_the_command_line_a_cluster_says_the_same(
    spoilt: Spoilt, cluster: DaskCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a key there, as an auditor's machine does; how many workers there are is told beside."""
    for name, value in cluster.environment.items():
        monkeypatch.setenv(name, value)
    words = (
        "--ledger",
        spoilt.url,
        "--keys",
        str(tmp_path / "none"),
        "--json",
        "verify",
        "--policy",
        str(spoilt.keys / "policy"),
    )
    alone, together = (
        tombo(*words, "--jobs", "1"),
        tombo(*words, "--cluster", cluster.address, "--parts", str(tmp_path / "parts")),
    )
    assert (alone.status, together.status) == (1, 1)
    assert alone.out == together.out
    assert "2 workers of the cluster; what they are at: http://" in together.err
    assert list((tmp_path / "parts").iterdir()) == []


def test_a_night_on_a_cluster_says_the_same(
    cluster: DaskCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a ledger that is named from where one stands, and in whose kept rows something was altered; nothing is left for the next night."""
    for name, value in cluster.environment.items():
        monkeypatch.setenv(name, value)
    with played(PLAN, f"sqlite:///{tmp_path / 'ledger.db'}", tmp_path, kills=0):
        pass
    monkeypatch.chdir(tmp_path)
    words = ("--ledger", "sqlite:///ledger.db", "--keys", str(tmp_path / "keys"), "--json")
    night = (*words, "reconcile", "--day", day_of(BEGINS))
    assert tombo(*words, "views", "follow").status == 0
    Evening("sqlite:///ledger.db", tmp_path).alter("session_statement", "lines", "UPDATE {} SET result = result + 1")
    together = tombo(*night, "--cluster", cluster.address)
    alone = tombo(*night, "--jobs", "1")
    assert (together.status, alone.status) == (1, 1)
    assert together.out == alone.out and len(alone.document["problems"]) == TOLD_MAX
    assert "2 workers of the cluster; what they are at: http://" in together.err
    assert tombo(*night, "--cluster", cluster.address, "--jobs", "2").status == 2


def test_a_ledger_is_the_same_one_from_every_folder(
    spoilt: Spoilt, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A path is of the folder in which it was typed: neither a worker elsewhere nor a later run in another folder is to read another."""
    named: list[str] = []

    def heard(factory: partial[Any], *_: object, **__: object) -> None:
        named.append(str(factory.args[0]))
        raise UsageError("enough")

    monkeypatch.setattr("tombo.cli.verdicts.verify_log", heard)
    monkeypatch.chdir(spoilt.keys.parent)
    (spoilt.keys.parent / "bundle").mkdir()
    words = (
        "--ledger",
        "sqlite:///ledger.db",
        "--keys",
        str(spoilt.keys),
        "verify",
        "--parts",
        str(tmp_path / "parts"),
    )
    tombo(*words)
    tombo(*words, "bundle")
    assert named == [spoilt.url, str(spoilt.keys.parent / "bundle")]


def test_a_run_that_is_gone_on_with_says_what_it_does_not_look_at(spoilt: Spoilt, tmp_path: Path) -> None:
    """What it says is OK is so of the log as the run found it that stopped: whoever reads that is told, and how to look at all of it."""
    words = (
        "--ledger",
        spoilt.url,
        "--keys",
        str(spoilt.keys),
        "verify",
        "--jobs",
        "1",
        "--parts",
        str(tmp_path / "parts"),
    )
    assert "of a run that stopped" not in tombo(*words).err
    (tmp_path / "parts" / f"{'a' * 64}.part").write_bytes(b"kept")
    (tmp_path / "parts" / "mine.part").write_bytes(b"no part")
    told = tombo(*words).err
    assert f"goes on from 1 part in {tmp_path / 'parts'}, of a run that stopped" in told
    assert "with an empty folder all of it is" in told


def test_a_cluster_that_cannot_be_asked_is_told_as_that(
    spoilt: Spoilt, cluster: DaskCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No TLS, nobody there, processes as well, or no Dask."""
    with pytest.raises(UsageError, match=r"expected tls://host:8786"):
        Cluster("tcp://127.0.0.1:8786")
    monkeypatch.setattr("tombo.ledger.parts.cluster.CONNECT_SECONDS", 1)
    with pytest.raises(StoreUnavailableError, match=r"cannot be reached"):
        Cluster("tls://127.0.0.1:1")
    words = ("--ledger", spoilt.url, "--keys", str(spoilt.keys), "verify", "--cluster", cluster.address)
    told = tombo(*words, "--jobs", "2")
    assert told.status == 2 and "--jobs is of this machine, and --cluster of others" in told.err
    monkeypatch.setitem(sys.modules, "tombo.ledger.parts.cluster", None)
    told = tombo(*words)
    assert told.status == 2 and "pip install" in told.err


def test_without_certificates_nobody_is_asked() -> None:
    """It says which variables name them."""
    nothing: dict[str, None] = dict.fromkeys(NEEDED)
    with config.set(nothing), pytest.raises(UsageError, match=r"DASK_DISTRIBUTED__COMM__TLS__CA_FILE"):
        Cluster("tls://127.0.0.1:8786")


@pytest.mark.parametrize(
    "address", ["tls://", "tls://host", "tls://host:0", "tls://host:99999", "tls://[::", "tls://h:1/x", "tls://u@h:1"]
)
def test_an_address_that_is_none_is_told_at_once(address: str, cluster: DaskCluster) -> None:
    """Red before: it was told, and a minute later a traceback of Dask's own."""
    with pytest.raises(UsageError, match=r"is no address .* expected tls://host:8786"):
        Cluster(address)


def test_certificates_that_cannot_be_used_are_named(cluster: DaskCluster, tmp_path: Path) -> None:
    """One that is not there, and one that is none. Red before: no such file, of nobody knew which, and that the scheduler was out of reach."""
    (tmp_path / "none.pem").write_text("nothing\n")
    for name in NEEDED:
        for file in ("absent.pem", "none.pem"):
            with (
                config.set({name: str(tmp_path / file)}),
                pytest.raises(UsageError, match=rf"cannot be used .* {name} {tmp_path / file}"),
            ):
                Cluster(cluster.address)


def test_workers_of_several_threads_are_refused(tmp_path: Path) -> None:
    """A part is one thread's: it names the worker; one that comes later is left out."""
    with dask_cluster(tmp_path, 1, threads=2) as found, pytest.raises(UsageError, match=r"--nthreads 1"):
        Cluster(found.address)
    with pytest.MonkeyPatch.context() as patch, dask_cluster(tmp_path, 1) as found:
        crew = Cluster(found.address)
        try:
            (own,) = crew._threads()
            patch.setattr(crew, "_threads", lambda: {own: 1, "tls://127.0.0.1:1": 2})
            assert [crew.submit(abs, -number).result() for number in range(3)] == [0, 1, 2]
            patch.setattr(crew, "_threads", lambda: {"tls://127.0.0.1:1": 2})
            with pytest.raises(BrokenExecutor):
                crew.submit(abs, -1)
        finally:
            patch.undo()
            crew.close()
