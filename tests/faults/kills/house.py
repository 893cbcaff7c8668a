"""A ledger that is served, clients and subscribers at work, and whatever kills them."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Final

import httpx2
import psycopg

from tests.faults.kills.backups import SECOND, Backups, Lost, size_of
from tests.faults.kills.client import SORTS
from tests.faults.kills.judged import Heard, asked_in, log_of, strangers, wrong_entries, wrong_outcomes, wrong_receipts
from tests.faults.kills.kept import Kept, Tally, until
from tests.tools.pgserver import Server
from tests.worlds.network import AUDITOR, ORIGIN, TOKEN, Network, begun, network, serve_log
from tests.worlds.staff import enrol
from tombo.ledger.core.errors import ConflictError, StoreUnavailableError
from tombo.ledger.house.staff.commands import GrantRole
from tombo.ledger.operate.publisher import PublisherFiles
from tombo.ledger.store import open_store

ROOT: Final = Path(__file__).resolve().parents[3]
CLIENTS: Final = 8
SUBSCRIBERS: Final = 4
IN_A_FILE: Final = 0.3
"""How often what was in PostgreSQL is restored in a file."""
PORTS: Final = range(20_000, 30_000)
"""Below those that the kernel gives to whoever connects: a client must not come to be its own server."""
FENCES: Final = (
    "SELECT a.application_name, a.pid FROM pg_locks l JOIN pg_stat_activity a USING (pid)"
    " WHERE l.locktype = 'advisory' AND l.granted AND a.application_name LIKE 'tombo serve: process %'"
)
ACCUSES: Final = ("Traceback", "TAMPERED", "ROLLED BACK", '"status":500', '"status": 500', "fault of ours")
"""What no process may say here."""


class KillHouse:
    """All of it; ``at_work`` sets it going. ``server``: PostgreSQL, None where the ledger is a file."""

    def __init__(self, url: str, folder: Path, seed: int, server: Server | None) -> None:
        self.made: Network = network(url, folder)
        self.made.act(GrantRole(role="officer", staff=SECOND), "grant/second")
        self.made.act(enrol(ORIGIN, SECOND), "enrol/second")
        self._publish_once()
        self.server = server
        self.chance = Random(seed)
        self.tally = Tally()
        self.folder = folder
        self.port = _free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.heard = Heard()
        """By the prober, who asks those that may hold the fence."""
        self.probes = 0
        with open_store(url, read_only=True) as store:
            self._before = {row.command_id for row in store.commands()}
        self.served = Kept("server", self._serve, self.tally, StoreUnavailableError.exit_status)
        self.publisher = Kept("publisher", self._publish, self.tally, ConflictError.exit_status, always=True)
        self.clients = [self._program("client", TOKEN, number, str(seed)) for number in range(CLIENTS)]
        self.subscribers = [self._program("subscriber", AUDITOR, number) for number in range(SUBSCRIBERS)]
        self._journals = [self._journal(one.name) for one in self.clients]
        self.backups = Backups(self.made, self._journals, folder, Random(seed), self.tally)
        self._losses = 0

    def _serve(self) -> subprocess.Popen[str]:
        return begun(self.made, "serve", "--port", str(self.port), stdout=subprocess.DEVNULL)

    def _publish(self) -> subprocess.Popen[str]:
        """The publisher; refused with status 3 where the server has one of its own, which it starts when there is none."""
        return begun(self.made, "publish", "--every", "0.3", stdout=subprocess.DEVNULL)

    def _publish_once(self) -> None:
        assert begun(self.made, "publish", "--once", stdout=subprocess.DEVNULL).wait(600) == 0

    def _program(self, kind: str, token: str, number: int, *words: str) -> Kept:
        """One of ours, half of them with either client."""
        name, sort = f"{kind} {number}", list(SORTS)[number % len(SORTS)]
        program = [sys.executable, "-m", f"tests.faults.kills.{kind}"]
        command = [*program, sort, self.url, token, str(self._journal(name)), *words]

        def start() -> subprocess.Popen[str]:
            with serve_log(self.made).open("a", encoding="utf-8") as log:
                return subprocess.Popen(
                    command, cwd=ROOT, stdout=log, stderr=log, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)}
                )

        return Kept(name, start, self.tally)

    def _journal(self, name: str) -> Path:
        return self.folder / f"{name}.jsonl"

    # Its work.

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Everybody works; at the end what was asked has an outcome, and every subscriber was told all there is."""
        everybody = [self.served, self.publisher, *self.clients, *self.subscribers, self.backups]
        with ExitStack() as left:
            for one in everybody:
                one.start()
                left.callback(one.is_given_up)
            until(self._all_were_told, "every client and subscriber was told something")
            yield
            until(self.ready, "the server takes commands again")
            self.backups.ends()
            self.goes_on()
            for one in self.clients:
                one.ends()
            until(self._all_was_told, "every subscriber was told everything")
            for one in self.subscribers:
                one.ends(-signal.SIGTERM)
            self.served.ends()
            self.publisher.is_given_up()

    def _all_were_told(self) -> bool:
        kept = (*self.clients, *self.subscribers)
        return all(path.exists() and path.stat().st_size for path in (self._journal(one.name) for one in kept))

    def _all_was_told(self) -> bool:
        with open_store(self.made.url, read_only=True) as store:
            size = store.head().size
        last = f'{{"index": {size - 1}, '.encode()
        return all(last in _tail(self._journal(one.name)) for one in self.subscribers)

    def told(self) -> int:
        """How much the subscribers were told: it grows as the log does."""
        return sum(self._journal(one.name).stat().st_size for one in self.subscribers)

    def goes_on(self) -> None:
        """Wait until something more was recorded and told."""
        before = self.told()
        until(lambda: self.told() > before, "something new in the log")

    def ready(self) -> bool:
        """Whether the server takes commands."""
        try:
            return httpx2.get(f"{self.url}/readyz", timeout=10).status_code == httpx2.codes.OK
        except httpx2.HTTPError:
            return False

    # What is left where the database is not.

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """Whoever writes beside the database is killed, and comes again at the end of the block."""
        place = PublisherFiles(self.made.keyring.signer_state)
        with self.backups.held(), self.served.held(), self.publisher.held():
            until(lambda: place.holder() is None, "the publisher of the server ends with it")
            yield

    def lost(self) -> Lost:
        """The database is gone now; nobody writes to the folder of keys."""
        self._losses += 1
        keys = Path(shutil.copytree(self.made.keyring.directory, self._restored() / "keys"))
        journals = {path: path.stat().st_size for path in self._journals}
        return Lost(self.made.url, size_of(self.made.url), keys, self.backups.whole[-1], self.backups.folder, journals)

    def restores(self, lost: Lost, *, goes_on: bool) -> None:
        """Restore the newest backup elsewhere; what is not as it must be is kept. ``goes_on``: also when a server goes on from there."""
        with self._elsewhere() as url:
            restored = lost.restored(url)
            wrong = [*restored.wrong()]
            if goes_on and not wrong:
                wrong = [*restored.goes_on(self.tally)]
        self.tally.wrong += wrong
        self.tally.count("restores")
        self.tally.counts["entries missing after a restore"] += lost.size - restored.entries

    @contextmanager
    def _elsewhere(self) -> Iterator[str]:
        """Where a database is made again: in a file, or a schema of the same PostgreSQL, which is gone afterwards."""
        if self.server is None or self.chance.random() < IN_A_FILE:
            yield f"sqlite:///{self._restored() / 'ledger.db'}"
            return
        schema = f"restored_{self._losses}"
        try:
            yield f"{self.made.url.partition('&schema=')[0]}&schema={schema}"
        finally:
            with self.administrator() as connection:
                connection.execute(f"DROP SCHEMA IF EXISTS {schema} CASCADE")

    def _restored(self) -> Path:
        return self.folder / f"restored-{self._losses}"

    # What may hold the fence.

    def probe(self, url: str) -> bool:
        """Whether who is at ``url`` records a command of its own; what it says it recorded is kept."""
        self.probes += 1
        asked = {"command": {"kind": "open_account", "player": f"probe-{self.probes}"}, "command_id": self._probe()}
        try:
            headers = {"authorization": f"Bearer {TOKEN}"}
            answer = httpx2.post(f"{url}/v1/commands", json=asked, headers=headers, timeout=20)
        except httpx2.HTTPError:
            return False
        if answer.status_code == httpx2.codes.OK:
            self.heard.take(answer.content)
        return answer.status_code == httpx2.codes.OK

    def _probe(self) -> str:
        return f"probe/{self.probes}"

    def holder(self) -> tuple[int, int] | None:
        """Who holds the fence in PostgreSQL: its process, and the session; None where nobody does, or nobody can be asked."""
        if self.server is None:
            return None
        try:
            with self.administrator() as connection:
                found = connection.execute(FENCES).fetchone()
        except psycopg.OperationalError:
            return None
        return None if found is None else (int(found[0].split()[3]), int(found[1]))

    def administrator(self) -> psycopg.Connection[tuple[str, int]]:
        """A session of the superuser's."""
        assert self.server is not None
        return psycopg.connect(self.server.url, autocommit=True)

    @contextmanager
    def disturbed(self) -> Iterator[None]:
        """The database is away meanwhile, or another process at the fence."""
        self.tally.disturbed = float("inf")
        try:
            yield
        finally:
            self.tally.disturbed = time.monotonic()

    # Its end.

    def judge(self) -> Sequence[str]:
        """Everything that is not as it must be. What came of it is counted."""
        log, wrong, counts = log_of(self.made), list(self.tally.wrong), self.tally.counts
        known = {*self._before, *(f"probe/{number}" for number in range(1, self.probes + 1))}
        for one in self.clients:
            wrong += wrong_outcomes(log, self._journal(one.name), self.heard)
            known |= asked_in(self._journal(one.name))
        for one in self.subscribers:
            wrong += wrong_entries(log, self._journal(one.name))
        wrong += wrong_receipts(log, self.heard)
        wrong += strangers(log, known)
        said = serve_log(self.made).read_text(encoding="utf-8")
        wrong += [f"a process said: {line[:500]}" for line in said.splitlines() if any(one in line for one in ACCUSES)]
        counts.update(entries=len(log.digests), acknowledged=len(self.heard.receipts), again=self.heard.again)
        return wrong

    def verified(self) -> str:
        """The verdict of ``tombo verify`` over the log, with the last checkpoint."""
        self._publish_once()
        kept = shutil.copy(self.made.keyring.signer_state, self.folder / "last checkpoint")
        with begun(self.made, "verify", "--checkpoint", str(kept)) as process:
            return str(json.loads(process.communicate()[0])["verdict"])


def _tail(path: Path) -> bytes:
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - 300))
        return file.read()


def _free_port() -> int:
    for number in range(len(PORTS)):
        port = PORTS[(os.getpid() * 7 + number) % len(PORTS)]
        try:
            socket.create_server(("127.0.0.1", port)).close()
        except OSError:
            continue
        return port
    raise AssertionError("no port is free")
