"""What serves a ledger, put together: the writer, who asks, every path, and the process that answers."""

from __future__ import annotations

import asyncio
import os
import ssl
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, nullcontext
from datetime import date
from importlib import metadata
from typing import Final, NamedTuple

from fastapi import APIRouter, FastAPI

from tombo.ledger.checked import CheckedStore
from tombo.ledger.core.clock import Clock
from tombo.ledger.core.errors import LedgerError
from tombo.ledger.core.ids import local
from tombo.ledger.live.group import GroupWriter
from tombo.ledger.live.ledger import Ledger, Outcome
from tombo.ledger.seal.checkpoint import parse_checkpoint
from tombo.ledger.seal.note import parse_note
from tombo.reports.shown.followed import lags
from tombo.serve.app import application
from tombo.serve.commands import commands
from tombo.serve.door import Door
from tombo.serve.identity import Identity
from tombo.serve.log import LogFeed, drop_stalled, log_router
from tombo.serve.logs import RequestLog, Unheld, request_log
from tombo.serve.metrics import Gauges, Metrics, SignedHead, metrics_router
from tombo.serve.openid.provider import OpenIdProvider
from tombo.serve.readers import Readers
from tombo.serve.reads import PLAY, reads
from tombo.serve.ring import EncodedLog
from tombo.serve.server import Listener, run
from tombo.serve.taking import StoreTakes
from tombo.serve.tiles import tiles_router
from tombo.serve.who import EVERYBODY, HolderSort

STDERR: Final = 2
"""The number of standard error, to which the log of requests goes, whatever this process made of that."""


class Serving(NamedTuple):
    """What is served, and by whose leave."""

    ledger: Ledger
    store: CheckedStore
    """The same ledger, for reading only: whatever follows the log here reads it through this one, and each entry is checked once for all of them."""
    readers: Readers
    identity: Identity
    clock: Clock
    check: Callable[[], None]
    """Asked before every commit; what it raises keeps commands out."""
    alarm: Callable[[Exception], None]
    """Hears that the store is not what was sealed."""
    pages: Callable[[Door], APIRouter]
    """What is shown in a browser, which has a way of its own to say who asks, and acts through that door."""
    provider: OpenIdProvider | None = None
    """Where staff signs in by OpenID, if it does."""


def serve(serving: Serving, listener: Listener, tls: ssl.SSLContext | None, began: Callable[[], None]) -> None:
    """Serve at ``listener`` until a signal; whatever was taken by then is answered. ``began`` is called before the first request.

    Raises:
        LedgerError: who may ask cannot be read.
    """
    ending = asyncio.Event()
    drop_stalled(listener)
    with serving.identity, serving.readers, GroupWriter(serving.ledger, serving.check) as writer:
        door = Door(writer)
        feed = LogFeed(EncodedLog(serving.store), ending, serving.alarm)
        app = _application(serving, door, feed)
        lines = Unheld(STDERR, serving.clock)
        logged = RequestLog(app, request_log(lines), serving.clock, os.urandom)

        def end() -> None:
            door.close()
            ending.set()

        try:
            run(logged, listener, tls, began, end, unreadable=logged.unreadable)
        finally:
            lines.close()


def _application(serving: Serving, door: Door, feed: LogFeed) -> FastAPI:
    store = serving.store
    metrics = Metrics(
        Gauges(
            queue=lambda: door.waiting,
            log_size=lambda: store.head().size,
            signed=_Checkpoints(store, serving.clock),
            lags=lambda: lags(store, store.url),
            closed_day=lambda: _closed_day(store),
            followers=lambda: feed.followers,
        )
    )
    serving.ledger.tell_commits(metrics.commit)
    taking = StoreTakes(serving.clock)

    def answered(outcome: Outcome) -> None:
        metrics.answered(outcome)
        taking.answered(outcome)

    door.tell(answered)
    routers: Sequence[tuple[APIRouter, frozenset[HolderSort]]] = (
        (commands(door), EVERYBODY),  # who may record what is asked of each command
        (reads(serving.readers), EVERYBODY),  # and who may read what, of each path
        (log_router(feed), PLAY),
        (tiles_router(store, serving.alarm), PLAY),
        (metrics_router(metrics), PLAY),
    )

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with feed.running(), serving.provider.running() if serving.provider is not None else nullcontext():
            yield

    def ready() -> str | None:
        try:
            serving.check()
        except LedgerError:
            return "no commands are taken: the reason is in what this process says"  # who asks need not be known
        if door.closing:
            return "no commands are taken: this process is ending"
        if taking.refuses():
            return "no commands are taken: the store did not take the last one; its disk is full, it takes only reads, or it is out of reach"
        return "who may ask cannot be read again" if serving.identity.stale else None

    return application(
        identify=serving.identity,
        ready=ready,
        routers=routers,
        pages=[serving.pages(door)],
        version=metadata.version("tombo"),
        lifespan=lifespan,
    )


class _Checkpoints:
    """The newest checkpoint, and how long ago it was first seen here: a checkpoint does not say when it was signed."""

    def __init__(self, store: CheckedStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._seen = 0, clock.monotonic()

    def __call__(self) -> SignedHead | None:
        note = self._store.last_checkpoint()
        if note is None:
            return None
        size = parse_checkpoint(parse_note(note.encode()).text).size
        if size != self._seen[0]:
            self._seen = size, self._clock.monotonic()
        return SignedHead(size, self._clock.monotonic() - self._seen[1])


def _closed_day(store: CheckedStore) -> date | None:
    days = store.streams("day")
    return date.fromisoformat(local(days[-1])) if days else None
