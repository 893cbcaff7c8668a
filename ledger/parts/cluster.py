"""A Dask cluster as a crew, over TLS (extra ``tombo[cluster]``, docs/cluster.md).

Its workers run this same program, and read the ledger's database or bundle themselves. They hold no key of the ledger's, and are not believed beyond what
``Work`` compares. Whoever can reach the scheduler can run anything on the workers, and a worker can run what it likes where its answers are read: the
certificates of the cluster are what says who may, and the process that asks is to be one that holds no key either (docs/threat-model.md).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from concurrent.futures import BrokenExecutor, Future, wait
from contextlib import suppress
from time import sleep
from typing import Any, Final
from urllib.parse import urlsplit

from dask import config
from distributed import Client
from distributed.client import ClosedClientError
from distributed.security import Security

from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.errors import StoreUnavailableError, UsageError
from tombo.ledger.parts.job import Done, forget, in_short

SCHEME: Final = "tls://"
PATIENCE: Final = 60 * SECOND
SAMPLE: Final = 32
"""One part of so many is done again by who asked."""
CONNECT_SECONDS: Final = 30
LEAVING_SECONDS: Final = 5
NEEDED: Final = ("distributed.comm.tls.ca-file", "distributed.comm.tls.client.cert", "distributed.comm.tls.client.key")
"""Which certificate of the cluster is believed, and which one is shown to it."""


class Cluster:
    """The workers of the scheduler at ``address``, one part at a time each.

    Which certificates are shown and believed is what Dask's own configuration says (``distributed.comm.tls``).

    Raises:
        UsageError: the address is not one of TLS, or nothing says which certificates to use, or they cannot be used.
        StoreUnavailableError: the scheduler cannot be reached, or has no worker.
    """

    patience = PATIENCE
    sample = SAMPLE

    def __init__(self, address: str) -> None:
        if not _is_address(address):
            raise UsageError(f"{address!r} is no address of a scheduler over TLS; expected tls://host:8786")
        security = _certified()
        try:
            self._client = Client(address, security=security, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise StoreUnavailableError(
                f"the scheduler at {address} cannot be reached: {in_short(error)}; expected 'dask scheduler --protocol tls' there, and on both sides"
                " certificates of an authority that the other believes (docs/cluster.md)"
            ) from error
        self._wrong: set[str] = set()
        self._known: set[str] = set()
        """The addresses of all workers that ever were there."""
        try:
            self.many = self._to_begin_with(address)
        except (UsageError, StoreUnavailableError):
            self._client.close()
            raise

    @property
    def dashboard(self) -> str:
        """Where Dask shows what the workers are at."""
        return str(self._client.dashboard_link)

    def submit(self, function: Callable[..., Any], *words: Any) -> Future[Any]:
        """Have ``function`` applied to ``words`` by one of them that was not wrong."""
        found = self._threads()
        among = self._asked_of(found)
        if not among:
            raise BrokenExecutor("no worker of the cluster can be asked")
        restricted: dict[str, Any] = {"workers": among} if len(among) < len(found) else {}
        try:
            return self._ask(function, *words, **restricted)
        except ClosedClientError as error:
            raise BrokenExecutor("the cluster is out of reach") from error

    def _ask(self, function: Callable[..., Any], *words: Any, **restricted: Any) -> Future[Any]:
        part = self._client.submit(function, *words, pure=False, retries=0, **restricted)
        asked: Future[Any] = Future()
        self._client.loop.add_callback(self._answer, part, asked)  # type: ignore[union-attr]  # it has one while it runs
        return asked

    async def _answer(self, part: Any, asked: Future[Any]) -> None:
        """Give ``asked`` what came of ``part``, under the address that the scheduler has it from: a worker may say any name.

        As ``distributed``'s own executor does it, which does not say who it was.
        """
        try:
            found = await part._result()  # noqa: SLF001  # in the client's loop it has no other way to be waited for
            if isinstance(found, Done):
                held = await self._client.scheduler.who_has(keys=[part.key])  # type: ignore[union-attr]  # as above
                found = _of_worker(found, held.get(part.key, ()))
            asked.set_result(found)
        except BaseException as error:  # noqa: BLE001  # whatever it is, whoever waits for it is told
            asked.set_exception(error)

    def mend(self) -> bool:
        """Wait for a worker to be there again: a nanny starts one anew, and a connection may come back. False where none comes."""
        for _ in range(self.patience // SECOND):
            if self._client.status not in {"running", "connecting"}:
                return False
            if self._asked_of(self._threads()):
                return True
            sleep(1)
        return False

    def without(self, worker: str) -> bool:
        """Ask ``worker`` no more; False where nobody else is left, or nobody can be told from it: it is none that was there, or was asked no more."""
        if worker in self._wrong or worker not in self._known:
            return False
        self._wrong.add(worker)
        return bool(self._asked_of(self._threads()))

    def close(self) -> None:
        """Have the workers let go of the ledger, and leave: one that hangs is not waited for."""
        with suppress(ClosedClientError):
            wait([self._ask(forget, workers=[at]) for at in self._asked_of(self._threads())], LEAVING_SECONDS)
        self._client.close()

    def _to_begin_with(self, address: str) -> int:
        """How many workers there are.

        Raises:
            UsageError: one of them does several parts at a time.
            StoreUnavailableError: there is none.
        """
        threaded = [name for name, threads in self._threads().items() if threads > 1]
        if threaded:
            raise UsageError(
                f"the worker {threaded[0]} has several threads; start workers with '--nthreads 1', one a core"
            )
        many = len(self._asked_of(self._threads()))
        if not many:
            raise StoreUnavailableError(
                f"the scheduler at {address} has no worker; start some: 'dask worker {address}'"
            )
        return many

    def _asked_of(self, found: Mapping[str, int]) -> list[str]:
        """The addresses of those workers that may be asked; one of several threads, that came later, is left out."""
        self._known.update(found)
        return [name for name, threads in found.items() if threads == 1 and name not in self._wrong]

    def _threads(self) -> dict[str, int]:
        """Of each worker that is there now, how many parts it would do at a time; of none where the scheduler is out of reach."""
        if self._client.status != "running":
            return {}
        found = self._client.scheduler_info(n_workers=-1).get("workers", {})
        return {address: worker["nthreads"] for address, worker in found.items()}


def _is_address(address: str) -> bool:
    """Whether it is a host and a port, over TLS, and nothing else: of any other the client complains a minute long as it is let go."""
    try:
        found = urlsplit(address)
        return address == f"{SCHEME}{found.netloc}" and "@" not in address and bool(found.hostname and found.port)
    except ValueError:
        return False


def _certified() -> Security:
    """The certificates of the cluster, as Dask's own configuration names them.

    Raises:
        UsageError: it names none, or they cannot be used.
    """
    named = {name: config.get(name) for name in NEEDED}
    if None in named.values():
        raise UsageError(
            "nothing says which certificates the cluster has; set DASK_DISTRIBUTED__COMM__TLS__CA_FILE,"
            " DASK_DISTRIBUTED__COMM__TLS__CLIENT__CERT and DASK_DISTRIBUTED__COMM__TLS__CLIENT__KEY"
        )
    try:
        security = Security(require_encryption=True)
        security.get_connection_args("client")
    except (OSError, ValueError) as error:
        files = ", ".join(f"{name} {value}" for name, value in named.items() if "\n" not in str(value))
        raise UsageError(
            f"the certificates of the cluster cannot be used ({in_short(error)}); found {files}; expected files that this user can read, and the key"
            " of that certificate (docs/cluster.md)"
        ) from error
    return security


def _of_worker(done: Done, holders: Collection[str]) -> Done:
    """What was ``done``, under the name of the one who holds it: nobody else needs it, and so nobody else is given it."""
    if len(holders) != 1:
        return Done("", trouble=f"the scheduler has {len(holders)} workers that hold it, expected the one who did it")
    [worker] = holders
    return done._replace(worker=worker)
