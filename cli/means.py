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
from tombo.cli.terminal.stop import taken_away_if_told
from tombo.ledger.core.errors import UsageError
from tombo.ledger.parts import DoneHere, KeptParts, Means, of_this_machine
from tombo.ledger.terms.unit import NEWEST_REVISION
from tombo.reports.said.commands import parts as said

Jobs = Annotated[int | None, typer.Option(min=1, max=64, help="Processes; else one a core.")]
JobsOfAll = Annotated[
    int | None, typer.Option("--jobs", min=1, max=64, help="Processes, this one among them; else one a core.")
]
"""Where who asks has as much to do as each of the others: on two cores two processes, and not three."""
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


_FILE: Final = "sqlite:///"


def bundle_for(place: Path | str, by: ByWhom) -> Path | str:
    """Where a bundle lies, for who is to do it: from whichever folder he looks."""
    return Path(place).absolute() if (by.cluster or by.parts) and "://" not in str(place) else place


def url_for(url: str, by: ByWhom) -> str:
    """``url`` as it names the same ledger for who is to do it: a worker is in another folder, and parts are found again by it."""
    path = url.removeprefix(_FILE)
    if not (by.cluster or by.parts) or path == url or path.startswith("/"):
        return url
    return f"{_FILE}{quote(str(Path.cwd()))}/{path}"


@contextmanager
def means_of(asked: ByWhom, *, counted: bool = False) -> Iterator[Means]:
    """Who does it. ``counted``: whether this process is one of those of this machine, as ``JobsOfAll`` says.

    Raises:
        UsageError: processes and a cluster; no cluster can be asked from here; no folder for parts.
        StoreUnavailableError: the cluster is out of reach.
    """
    if asked.cluster is None:
        with of_this_machine(asked.jobs, _finished(asked.parts), _tell_done_here, counted=counted) as means:
            yield means
        return
    if asked.jobs is not None:
        raise UsageError(said.JOBS_AND_CLUSTER())
    with taken_away_if_told(), TemporaryDirectory(prefix="tombo-parts-") as folder:
        crew = _cluster(asked.cluster)
        try:
            warn(said.CLUSTER_WORKS(workers=crew.many, dashboard=crew.dashboard))
            finished = _finished(asked.parts or Path(folder))
            yield Means(crew, finished, _tell_wrong, done_here=_tell_done_here)
        finally:
            crew.close()


def _tell_wrong(worker: str) -> None:
    warn(said.WORKER_WRONG(worker=worker))


def _tell_done_here(here: DoneHere) -> None:
    """That it took longer than it had to, and why: what is answered is the same."""
    if here.parts:
        warn(said.PARTS_DONE_HERE(parts=here.parts, why=here.why))
    else:
        warn(said.ALL_DONE_HERE(why=here.why))


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
