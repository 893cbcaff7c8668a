"""A house under fault: a server, a ledger with its roles, eight platforms at eight doors, a publisher, a follower, and its administrator."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final

import psycopg

from bench.play import house as tables
from bench.play import play
from tests.faults.acknowledged import Acknowledged
from tests.faults.cut_line import CutLine
from tests.faults.hosted_tombo import HostClock
from tests.faults.hosts import Host, Process, Service, Watch, environment, until
from tests.faults.platforms import Platform
from tests.faults.workload import wallets
from tests.tools import cli_run
from tests.tools.cli_run import Ran, keep_key, tombo
from tests.tools.pgserver import Server
from tests.worlds.floor import MANAGER, Floor
from tests.worlds.roles import as_user
from tombo.cli.invocation import Invocation
from tombo.ledger.house.staff import commands as house
from tombo.ledger.seal.policy import load_policy
from tombo.ledger.store import open_store

DOORS: Final = 8
ORIGIN: Final = "operator.example/faults/1"
SCHEMA: Final = "faults"
OWN: Final = ("checkpoint.key", "root.key", "staff")
"""What lies among the keys and is not the doors'."""


class House:
    """All of it; ``inside`` makes one."""

    def __init__(self, server: Server, folder: Path, seed: int, lines: Sequence[CutLine]) -> None:
        self.server = server
        self.folder = folder
        self.chance = Random(seed)
        self._born = time.monotonic()
        self.lines = lines
        self.watch = Watch()
        self.keys = folder / "keys"
        self.url = f"{server.url}&schema={SCHEMA}"
        self.users: dict[str, str] = {}
        self.begun = self._begin()
        """How many entries there were before the platforms came."""
        self.said = Acknowledged(load_policy(self.keys / "policy"))
        self.operator = self._host("operator", "owner", self.keys)
        links = self._links()
        self.platforms = [Platform(number, self._door(number, links), self.said, seed) for number in range(DOORS)]
        self.publisher = Service(self._host("publisher", "publisher", self.keys, "publish", "--every", "0.5"))
        self.follower = Service(self._host("follower", "views", links, "views", "follow", "--live"))

    # Its beginning.

    def _begin(self) -> int:
        options = ("--ledger", self.url, "--keys", str(self.keys))
        done = tombo(*options, "--json", "init", "--origin", ORIGIN, "--roles")
        assert done.status == 0, done.err
        with psycopg.connect(self.server.url, autocommit=True) as connection:
            for role, name in done.document["roles"].items():
                self.users[role] = f"{role}_user"
                connection.execute(f'CREATE ROLE {self.users[role]} LOGIN IN ROLE "{name}"')
        call = Invocation(self.as_("writer"), self.keys, passphrase_file=Path(cli_run.PASSPHRASE_FILE))
        with call.writing() as ledger:
            play(ledger, [*tables(DOORS), *wallets()])
            Floor(ledger.handle, "second").do(house.GrantRole(role="officer", staff="s-2"), MANAGER)
            size = ledger.store.head().size
        for staff in (MANAGER.id, "s-2"):  # who declare a loss
            keep_key(self.keys, ORIGIN, staff)
        return size

    def _links(self) -> Path:
        """The folder of keys as the doors have it: without those of the publisher, the root and staff."""
        links = self.folder / "door"
        links.mkdir()
        for name in {path.name for path in self.keys.iterdir()} - set(OWN) | {"signer.publisher", "signer.status"}:
            (links / name).symlink_to(self.keys / name)
        return links

    def _door(self, number: int, keys: Path) -> Host:
        """Every other door reaches the server over a line that can be cut; a third of them give signed receipts."""
        port = None if number % 2 else self.lines[number // 2].port
        receipts = () if number % 3 else ("--receipts",)
        return self._host(f"door {number}", "writer", keys, "record", *receipts, port=port)

    def _host(self, name: str, role: str, keys: Path, *words: str, port: int | None = None) -> Host:
        url = self.url if role == "owner" else self.as_(role)
        if port is not None:
            where, _, parameters = url.partition("?host=")
            url = f"{where}?host=127.0.0.1&port={port}&sslmode=disable&gssencmode=disable&schema={parameters.partition('schema=')[2]}"
        clock = HostClock(self.folder / f"clock of {name}")
        return Host(name, self.watch, clock, ["--ledger", url, "--keys", str(keys), *words])

    def as_(self, role: str) -> str:
        """The ledger's URL for a user of ``role``."""
        return as_user(self.url, self.users[role])

    # Its work.

    @property
    def doors(self) -> list[Process]:
        """The doors that are open now, or were until a moment ago."""
        return [each.host.process for each in self.platforms if each.host.process is not None]

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Everybody works; at the end every platform has an answer to everything it asked."""
        threads = [self.publisher, *self.platforms, self.follower]
        for thread in threads:
            thread.start()
        try:
            self.all_go_on()
            yield
        except BaseException as error:
            self.watch.wrong.append(f"the driver: {error!r}")
            raise
        finally:
            self.watch.open.set()
            self.watch.over.set()
            for thread in threads:
                thread.join()

    def all_go_on(self) -> None:
        """Wait until every platform has had new answers: nobody stands still."""
        before = [each.progress for each in self.platforms]
        until(
            lambda: (
                all(each.progress > seen for each, seen in zip(self.platforms, before, strict=True)) or self.watch.wrong
            ),
            "answers at every door",
        )

    def administrator(self) -> psycopg.Connection[Any]:
        """A session of the server's superuser."""
        return psycopg.connect(self.server.url, autocommit=True)

    def run(self, *words: str) -> Ran:
        """One command of the operator, in a process of its own."""
        program = [sys.executable, "-m", "tests.faults.hosted_tombo", str(self.operator.clock.path)]
        options = ["--ledger", self.url, "--keys", str(self.keys)]
        done = subprocess.run(
            [*program, *options, *words], env=environment(), capture_output=True, text=True, check=False
        )
        return Ran(done.returncode, done.stdout, done.stderr)

    def tell(self, said: str) -> None:
        """Write down what befalls, with the second; pytest shows it where the test fails."""
        sys.stdout.write(f"{time.monotonic() - self._born:7.1f} {said}\n")
        sys.stdout.flush()

    def wrong(self) -> list[str]:
        """Everything that must not be, so far."""
        return [*self.watch.wrong, *self.said.wrong]

    def compare(self) -> int:
        """Hold the store to every acknowledgement; how many there were."""
        with open_store(self.url, read_only=True) as store:
            return self.said.compare(store, self.begun)

    def keep_checkpoint(self, name: str) -> Path:
        """Keep the signer's last checkpoint, as an auditor does."""
        return Path(shutil.copy(self.keys / "signer", self.folder / name))


@contextmanager
def inside(server: Server, folder: Path, seed: int) -> Iterator[House]:
    """A house on ``server``, its files in ``folder``."""
    host = server.url.partition("host=")[2]
    with ExitStack() as stack:
        lines = [stack.enter_context(CutLine(host)) for _ in range(DOORS // 2)]
        yield House(server, folder, seed, lines)
