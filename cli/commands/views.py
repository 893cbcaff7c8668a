"""``tombo views``: what projections keep beside the ledger, how far they follow, and making it again."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from itertools import starmap
from threading import Event, Thread
from typing import Annotated

import typer

from tombo.cli.invocation import Invocation, invocation
from tombo.cli.means import ByWhom, Jobs, means_of
from tombo.cli.terminal.output import note, warn
from tombo.cli.terminal.progress import Bar
from tombo.ledger.core.errors import LedgerError, UsageError
from tombo.ledger.core.said import fact_of
from tombo.ledger.parts import Means, in_short
from tombo.ledger.store import Build, Store, Views, open_views
from tombo.projections import registry
from tombo.projections.abreast import ForwardJob, ProjectionWanted, bring_forward, far_behind
from tombo.projections.ahead import READERS, ReadingJob, reading_ahead
from tombo.projections.follow import BATCH, Follower, Lag, Projection, lag
from tombo.projections.live import caught_up
from tombo.projections.live import follow as follow_live
from tombo.reports import views as views_report
from tombo.reports.said.commands import common
from tombo.reports.said.commands import views as said
from tombo.reports.shown.followed import lags, lags_json

app = typer.Typer(
    help="What projections keep: rows computed from the ledger, beside it, which can be thrown away at any time."
)


Names = Annotated[list[str] | None, typer.Argument(metavar="[NAME]...", help="Which projections; else all.")]


STOPPING = (signal.SIGINT, signal.SIGTERM)


@app.command("list")
def list_(ctx: typer.Context) -> None:
    """Every projection, how far it follows the log, and how many entries it is behind."""
    call = invocation(ctx)
    with call.reading() as reader:
        _tell(call, lags(reader.store, call.url))


@app.command()
def follow(
    ctx: typer.Context,
    names: Names = None,
    live: Annotated[
        bool, typer.Option("--live", help="Go on with what comes, until interrupted or told to end (SIGTERM).")
    ] = False,
    jobs: Jobs = None,
) -> None:
    """Bring projections up to the end of the log, from where each stands; where several are far behind, each by a process of its own. For one others read.

    Killed at any moment it goes on where it was, and several followers make what one would. Appends do not wait for it.
    With --live a store that is out of reach is asked again for ten minutes.
    For example: tombo views follow --live.
    """
    call = invocation(ctx)
    chosen = _chosen(names)
    with (
        _several(jobs, 1 if live else max(len(chosen), READERS)) as means,
        call.reading() as reader,
        open_views(call.url) as views,
    ):
        why = _abreast(call, means, reader.store, views, [ProjectionWanted(projection, 0) for projection in chosen])
        for projection in chosen:
            with _shown(reader.store, views, projection) as follower:
                caught_up(follower, warn) if live else _read_for(call, means, why, follower, Follower.catch_up)
        _alone_after_all(why)
        if live and chosen:
            with _until_stopped() as stopped:
                note(said.FOLLOWING(views=tuple(projection.name for projection in chosen)))
                follow_live([Follower(reader.store, views, projection) for projection in chosen], stopped, warn)
        _tell(call, [lag(reader.store, views, projection.name) for projection in chosen])


@app.command()
def rebuild(ctx: typer.Context, names: Names = None, jobs: Jobs = None) -> None:
    """Compute projections again from the first entry on, each by a process of its own; for one others read. What is there is read until the new rows take its place.

    Interrupted, each goes on where it was when called again.
    For example: tombo views rebuild accounts search.
    """
    call = invocation(ctx)
    chosen = _chosen(names)
    with _several(jobs, max(len(chosen), READERS)) as means, call.reading() as reader, open_views(call.url) as views:
        before = {projection: Follower(reader.store, views, projection).read_now() for projection in chosen}
        why = _abreast(call, means, reader.store, views, list(starmap(ProjectionWanted, before.items())))
        for projection, replaced in before.items():
            with _shown(reader.store, views, projection) as follower:
                _read_for(call, means, why, follower, partial(Follower.rebuild, before=replaced))
        _alone_after_all(why)
        _tell(call, [lag(reader.store, views, projection.name) for projection in chosen])


@app.command()
def drop(ctx: typer.Context, names: Names = None) -> None:
    """Remove what projections keep, also those this program no longer knows. The ledger has it all still."""
    call = invocation(ctx)
    with call.reading(), open_views(call.url) as views:
        known = {*views.names(), *(one.name for one in registry.FOLLOWED)}
        _check(names or [], known)
        dropped = [name for name in names or sorted(known) if views.drop(name)]
    told = said.DROPPED(views=tuple(dropped)) if dropped else said.DROPPED_NOTHING()
    call.result({"dropped": dropped}, told)


def _several(jobs: int | None, most: int) -> AbstractContextManager[Means]:
    """Processes of this machine: no more than projections that they could fold, or than can read for one."""
    return means_of(ByWhom(min(jobs or os.cpu_count() or 1, max(most, 1))))


def _abreast(
    call: Invocation, means: Means, store: Store, views: Views, wanted: Sequence[ProjectionWanted]
) -> Exception | None:
    """Bring what is ``wanted`` forward side by side, where several are far behind. What stood in the way, for who goes on from there, and says what it is."""
    if not means.several:
        return None
    bar = Bar(said.ENTRIES_IN_EACH(views=tuple(one.projection.name for one in wanted)))
    job = ForwardJob(call.url, call.keyring.directory, call.keyring.cold_given, BATCH)
    try:
        bring_forward(means, job, far_behind(store, views, wanted), store.head().size, bar)
    except Exception as error:  # noqa: BLE001  # it is raised again by one process, if at all
        return error
    finally:
        bar.clear()
    return None


def _read_for(
    call: Invocation, means: Means, why: Exception | None, follower: Follower, follow: Callable[[Follower], Build]
) -> None:
    """Have one projection brought forward here, to which others read if it is far behind. Where something stood in the way of others it is done alone."""
    job = ReadingJob(call.url, call.keyring.directory, follower.projection, call.keyring.cold_given)
    reading_ahead(means if why is None else Means(), job, follower, follow)


def _alone_after_all(why: Exception | None) -> None:
    """Tell that one process went on, where that was not meant."""
    if why is not None:
        warn(said.FOLLOWED_ALONE(why=fact_of(why) if isinstance(why, LedgerError) else in_short(why)))


def _tell(call: Invocation, found: Sequence[Lag]) -> None:
    call.report(lags_json(found), views_report.document(found))


def _chosen(names: Sequence[str] | None) -> list[type[Projection]]:
    """The projections of these names, all of them where none is named.

    Raises:
        UsageError: a name that is none.
    """
    _check(names or [], [projection.name for projection in registry.FOLLOWED])
    return [projection for projection in registry.FOLLOWED if not names or projection.name in names]


def _check(names: Sequence[str], known: Collection[str]) -> None:
    for name in names:
        if name not in known:
            raise UsageError(common.NO_SUCH(what=common.PROJECTION, name=repr(name), word="views"))


@contextmanager
def _shown(store: Store, views: Views, projection: type[Projection]) -> Iterator[Follower]:
    """A follower whose progress is shown."""
    bar, size = Bar(common.ENTRIES_IN(name=projection.name)), store.head().size
    try:
        yield Follower(store, views, projection, BATCH, lambda position: bar(position, size))
    finally:
        bar.clear()


@contextmanager
def _until_stopped() -> Iterator[Event]:
    """An event that is set when the process is interrupted or told to end: then what is under way is finished first."""
    stopped = Event()

    def stop(*_: object) -> None:
        # In a thread: a handler runs in the middle of whatever its thread does, which may hold the lock of the event.
        Thread(target=stopped.set).start()

    before = [signal.signal(one, stop) for one in STOPPING]
    try:
        yield stopped
    finally:
        for one, handler in zip(STOPPING, before, strict=True):
            signal.signal(one, handler)
