"""A Dask cluster of processes of this machine, over TLS, whose workers can be killed, stopped, and made to lie."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from dask import config
from distributed import Client
from distributed.security import Security

from tests.tools.openid_provider import free_port

PATIENCE: Final = 60
PREFIX: Final = "DASK_DISTRIBUTED__COMM__TLS__"
NAMED: Final = {"ca-file": "CA_FILE", "client.cert": "CLIENT__CERT", "client.key": "CLIENT__KEY"}
"""What who asks has to know of certificates, as Dask's configuration and its environment call it."""
LIAR: Final = """
from tombo.ledger.verify.job import Verifier
from tombo.ledger.verify.symptoms import SymptomList
from tombo.projections.reconciliation.shared.parts import HandsLooked, NightWorker
from tombo.projections.round.audit_parts import PartAuditor
from tombo.reports.regulators.pages import PageReader
from tombo.reports.tables.shared import EntriesMaker

def lies(honest, seen, lie):
    def lying(self, part):
        found = honest(self, part)
        seen.append(part)
        return found if len(seen) == 1 else lie(found)
    return lying

if Verifier.chunk.__name__ != "lying":  # it is loaded twice
    Verifier.chunk = lies(Verifier.chunk, [], lambda found: found._replace(symptoms=SymptomList(), withheld=found.withheld + 1))
    PartAuditor.__call__ = lies(PartAuditor.__call__, [], lambda found: found._replace(told=(), contradicting=1))
    PageReader.__call__ = lies(PageReader.__call__, [], lambda found: found._replace(rows=found.rows[1:]))
    def of_night(found):
        return found._replace(clear=(), others=False) if isinstance(found, HandsLooked) else found._replace(found=(None,))
    NightWorker.__call__ = lies(NightWorker.__call__, [], of_night)
    EntriesMaker.__call__ = lies(EntriesMaker.__call__, [], lambda found: found._replace(days=("2026-01-01", *found.days[1:])))
"""
"""What a worker loads that answers wrongly from its second part on, and so that nothing but doing it again shows it."""
IMPOSTOR: Final = """
from pathlib import Path
from tombo.ledger.parts import job
from tombo.ledger.verify.symptoms import SymptomList

def impostor(honest):
    def impostor(asked, part):
        done = honest(asked, part)
        lie = done.result._replace(symptoms=SymptomList(), withheld=done.result.withheld + 1)
        return done._replace(worker=Path("honest").read_text(), result=lie)
    return impostor

if job.do.__name__ != "impostor":  # it is loaded twice
    job.do = impostor(job.do)
"""
"""What a worker loads that answers wrongly from its first part on, under the name of the one that the file ``honest`` names."""


class DaskCluster(NamedTuple):
    """Where its scheduler is, that, and its workers; what who asks it has to have in his environment."""

    address: str
    scheduler: subprocess.Popen[bytes]
    workers: Sequence[subprocess.Popen[bytes]]
    environment: dict[str, str]


@contextmanager
def dask_cluster(
    folder: Path, workers: int, *, liars: int = 0, lie: str = LIAR, threads: int = 1
) -> Iterator[DaskCluster]:
    """A scheduler and ``workers`` processes, the last ``liars`` of which lie, as ``lie`` says; this process may ask them."""
    environment = _certified(folder)
    address = f"tls://127.0.0.1:{free_port()}"
    (folder / "liar.py").write_text(lie)
    with _ended([]) as running:
        options = ["--protocol", "tls", "--host", address.removeprefix("tls://"), "--no-dashboard"]
        running.append(_started(["scheduler", *options], folder, environment))
        host = ["--host", "127.0.0.1", "--nthreads", str(threads), "--no-dashboard", "--no-nanny"]
        for number in range(workers):
            lies = ["--preload", str(folder / "liar.py")] if number >= workers - liars else []
            running.append(_started(["worker", address, *host, *lies], folder, environment))
        named = {f"distributed.comm.tls.{name}": environment[f"{PREFIX}{key}"] for name, key in NAMED.items()}
        with config.set(named):
            with Client(address, security=Security(require_encryption=True), timeout=PATIENCE) as client:
                client.wait_for_workers(workers, timeout=PATIENCE)
            yield DaskCluster(address, running[0], running[1:], environment)


def _started(words: Sequence[str], folder: Path, environment: dict[str, str]) -> subprocess.Popen[bytes]:
    with (folder / "dask.log").open("ab") as log:
        command = [sys.executable, "-m", "dask", *words]
        return subprocess.Popen(command, cwd=folder, env={**os.environ, **environment}, stdout=log, stderr=log)


@contextmanager
def _ended(running: list[subprocess.Popen[bytes]]) -> Iterator[list[subprocess.Popen[bytes]]]:
    try:
        yield running
    finally:
        for process in reversed(running):
            process.send_signal(signal.SIGKILL)
            process.wait()


def _certified(folder: Path) -> dict[str, str]:
    """One certificate for all of them, in files, as Dask's configuration names them."""
    made = Security.temporary()
    files = {"ca": made.tls_ca_file, "cert": made.tls_client_cert, "key": made.tls_client_key}
    for name, text in files.items():
        (folder / f"{name}.pem").write_text(str(text))
    found = {f"{PREFIX}CA_FILE": str(folder / "ca.pem")}
    for role in ("CLIENT", "SCHEDULER", "WORKER"):
        found |= {f"{PREFIX}{role}__CERT": str(folder / "cert.pem"), f"{PREFIX}{role}__KEY": str(folder / "key.pem")}
    return found
