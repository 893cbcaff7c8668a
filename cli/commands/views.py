"""``tombo views``: what projections keep beside the ledger, how far they follow, and making it again."""

from __future__ import annotations

import signal
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from threading import Event, Thread
from typing import Annotated

import typer

from tombo.cli.invocation import Invocation, invocation
from tombo.cli.terminal.output import note, warn
from tombo.cli.terminal.progress import Bar
from tombo.ledger.core.errors import UsageError
from tombo.ledger.store import Store, Views, open_views
from tombo.projections import registry
from tombo.projections.follow import Follower, Lag, Projection, lag
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
) -> None:
    """Bring projections up to the end of the log, from where each stands.

    Killed at any moment it goes on where it was, and several followers make what one would. Appends do not wait for it.
    With --live a store that is out of reach is asked again for ten minutes.
    For example: tombo views follow --live.
    """
    call = invocation(ctx)
    chosen = _chosen(names)
    with call.reading() as reader, open_views(call.url) as views:
        for projection in chosen:
            with _shown(reader.store, views, projection) as follower:
                caught_up(follower, warn) if live else follower.catch_up()
        if live and chosen:
            with _until_stopped() as stopped:
                note(said.FOLLOWING(views=tuple(projection.name for projection in chosen)))
                follow_live([Follower(reader.store, views, projection) for projection in chosen], stopped, warn)
        _tell(call, [lag(reader.store, views, projection.name) for projection in chosen])


@app.command()
def rebuild(ctx: typer.Context, name: Annotated[str, typer.Argument(metavar="NAME", help="Which projection.")]) -> None:
    """Compute a projection again from the first entry on. What is there is read until the new rows take its place.

    Interrupted, it goes on where it was when called again.
    """
    call = invocation(ctx)
    (projection,) = _chosen([name])
    with call.reading() as reader, open_views(call.url) as views:
        with _shown(reader.store, views, projection) as follower:
            follower.rebuild()
        _tell(call, [lag(reader.store, views, name)])


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
        yield Follower(store, views, projection, told=lambda position: bar(position, size))
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
