"""Who does a batch job: processes of this machine, or a cluster; and where its finished parts are kept."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any, Final, NamedTuple
from urllib.parse import quote

import typer

from tombo.cli.terminal.output import warn
from tombo.ledger.core.errors import UsageError
from tombo.ledger.parts import KeptParts, Means, of_this_machine
from tombo.ledger.terms.unit import NEWEST_REVISION
from tombo.reports.said.commands import parts as said

Jobs = Annotated[int | None, typer.Option(min=1, max=64, help="Processes; else one a core.")]
ClusterAddress = Annotated[
    str | None,
    typer.Option(
        "--cluster", metavar="URL", help="A Dask scheduler, as tls://host:8786: its workers do it, and hold no keys."
    ),
]
PartsFolder = Annotated[
    Path | None,
    typer.Option(
        "--parts", metavar="DIR", help="Keeps finished parts until all is done: run it again, and it goes on from them."
    ),
]


class ByWhom(NamedTuple):
    """Who is to do it, as the command line says."""

    jobs: int | None = None
    cluster: str | None = None
    parts: Path | None = None


HERE: Final = ByWhom()
"""This machine, as it is."""


@contextmanager
def means_of(asked: ByWhom) -> Iterator[Means]:
    """Who does it.

    Raises:
        UsageError: processes and a cluster; no cluster can be asked from here; no folder for parts.
        StoreUnavailableError: the cluster is out of reach.
    """
    if asked.cluster is None:
        with of_this_machine(asked.jobs, _finished(asked.parts)) as means:
            yield means
        return
    if asked.jobs is not None:
        raise UsageError(said.JOBS_AND_CLUSTER())
    with TemporaryDirectory(prefix="tombo-parts-") as folder:
        crew = _cluster(asked.cluster)
        try:
            warn(said.CLUSTER_WORKS(workers=crew.many, dashboard=crew.dashboard))
            yield Means(
                crew, _finished(asked.parts or Path(folder)), lambda worker: warn(said.WORKER_WRONG(worker=worker))
            )
        finally:
            crew.close()


_FILE: Final = "sqlite:///"


def from_any_folder(url: str) -> str:
    """``url`` as it names the same ledger wherever it is opened: a worker is in another folder, and parts are found again by it."""
    path = url.removeprefix(_FILE)
    return url if path == url or path.startswith("/") else f"{_FILE}{quote(str(Path.cwd()))}/{path}"


def _finished(folder: Path | None) -> KeptParts | None:
    if folder is None:
        return None
    from importlib import metadata  # noqa: PLC0415  # a tenth of a second, for those who keep parts

    kept = KeptParts(folder, f"{metadata.version('tombo')}/{NEWEST_REVISION}")
    if kept.held:
        warn(said.GOES_ON(folder=str(folder), parts=kept.held))
    return kept


def _cluster(address: str) -> Any:
    try:
        module = import_module("tombo.ledger.parts.cluster")
    except ModuleNotFoundError as error:
        raise UsageError(said.NO_DASK(module=str(error.name))) from error
    return module.Cluster(address)
