"""A Dask cluster as a crew: ``distributed``'s own executor, over TLS (extra ``tombo[cluster]``, docs/cluster.md).

Its workers run this same program, and read the ledger's database or bundle themselves. They hold no key of the ledger's, and are not believed beyond what
``Work`` compares. Whoever can reach the scheduler can run anything on the workers, and a worker can run what it likes where its answers are read: the
certificates of the cluster are what says who may, and the process that asks is to be one that holds no key either (docs/threat-model.md).
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future, wait
from typing import Any, Final

from dask import config
from distributed import Client, get_worker
from distributed.security import Security

from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.errors import StoreUnavailableError, UsageError
from tombo.ledger.parts.job import Done, forget

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
        UsageError: the address is not one of TLS, or nothing says which certificates to use.
        StoreUnavailableError: the scheduler cannot be reached, or has no worker.
    """

    patience = PATIENCE
    sample = SAMPLE

    def __init__(self, address: str) -> None:
        if not address.startswith(SCHEME):
            raise UsageError(f"{address!r} is no address of a scheduler over TLS; expected tls://host:8786")
        if None in map(config.get, NEEDED):
            raise UsageError(
                "nothing says which certificates the cluster has; set DASK_DISTRIBUTED__COMM__TLS__CA_FILE,"
                " DASK_DISTRIBUTED__COMM__TLS__CLIENT__CERT and DASK_DISTRIBUTED__COMM__TLS__CLIENT__KEY"
            )
        try:
            security = Security(require_encryption=True)
            self._client = Client(address, security=security, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise StoreUnavailableError(f"the scheduler at {address} cannot be reached: {error}") from error
        self._wrong: set[str] = set()
        self._executor = self._client.get_executor(pure=False, retries=0)
        self.many = len(self._there())
        if not self.many:
            self._client.close()
            raise StoreUnavailableError(
                f"the scheduler at {address} has no worker; start some: 'dask worker {address}'"
            )

    @property
    def dashboard(self) -> str:
        """Where Dask shows what the workers are at."""
        return str(self._client.dashboard_link)

    def submit(self, function: Callable[..., Any], *words: Any) -> Future[Any]:
        """Have ``function`` applied to ``words`` by one of them that was not wrong."""
        if self._client.status != "running":
            raise BrokenExecutor("the cluster is out of reach")
        among: dict[str, Any] = {"workers": self._there()} if self._wrong else {}
        found: Future[Any] = self._executor.submit(_told, function, *words, **among)
        return found

    def mend(self) -> bool:
        """The scheduler replaces who is lost; where it is lost itself, nobody is left."""
        return False

    def without(self, worker: str) -> bool:
        """Ask ``worker`` no more."""
        self._wrong.add(worker)
        return bool(self._there())

    def close(self) -> None:
        """Have the workers let go of the ledger, and leave: one that hangs is not waited for."""
        asked = [self._executor.submit(forget, workers=[address]) for address in self._there()]
        wait(asked, LEAVING_SECONDS)
        self._client.close()

    def _there(self) -> list[str]:
        """The addresses of the workers that may be asked.

        Raises:
            UsageError: one of them does several parts at a time.
        """
        found = self._client.scheduler_info(n_workers=-1)["workers"]
        threaded = [address for address, worker in found.items() if worker["nthreads"] > 1]
        if threaded:
            raise UsageError(
                f"the worker {threaded[0]} has several threads; start workers with '--nthreads 1', one a core"
            )
        return [address for address in found if address not in self._wrong]


def _told(function: Callable[..., Any], *words: Any) -> Any:
    """What ``function`` says, on a worker, under the address by which the scheduler knows it."""
    found = function(*words)
    return found._replace(worker=get_worker().address) if isinstance(found, Done) else found
