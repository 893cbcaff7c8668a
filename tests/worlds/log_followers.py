"""Those who follow a ledger's log over HTTP: a server that gives it out, a writer at work, and followers slow, fast and cut off."""

from __future__ import annotations

import asyncio
import socket
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from threading import Thread
from typing import Final, NamedTuple

from fastapi import FastAPI

from bench.play import hand, play
from tests.tools.served import Served, served
from tests.worlds.operator import Operator
from tombo.ledger.checked import CheckedStore
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.entry import Entry
from tombo.ledger.operate.keyring import open_checked, open_ledger
from tombo.serve.log import DEFAULT_LIMITS, LogFeed, LogLimits, log_router
from tombo.serve.problems import answer_with_problems
from tombo.serve.ring import EncodedLog, frame

LIMITS: Final = DEFAULT_LIMITS._replace(heartbeat=0.2)


class Counting(EncodedLog):
    """Counts how often each entry is encoded."""

    def __init__(self, store: CheckedStore) -> None:
        super().__init__(store)
        self.times = Counter[int]()

    def encoded(self, entry: Entry) -> bytes:
        self.times[entry.index] += 1
        return super().encoded(entry)


class Followed(NamedTuple):
    """A server that gives the log out, its feed, what that reads, and the alarms there were."""

    server: Served
    feed: LogFeed
    log: Counting
    alarms: list[Exception]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.port}/v1/log"


@contextmanager
def followed(
    operator: Operator,
    limits: LogLimits = LIMITS,
    listening: socket.socket | None = None,
    sort: type[Counting] = Counting,
) -> Iterator[Followed]:
    """The log of ``operator`` on a port of its own."""
    with (
        open_checked(operator.url, operator.keyring, read_only=True) as store,
        followed_store(sort(store), limits, listening) as this,
    ):
        yield this


@contextmanager
def followed_store(
    log: Counting, limits: LogLimits = LIMITS, listening: socket.socket | None = None
) -> Iterator[Followed]:
    """What ``log`` reads, on a port of its own."""
    ending, alarms = asyncio.Event(), list[Exception]()
    feed = LogFeed(log, ending, alarms.append, limits)
    app = FastAPI(lifespan=lambda _app: feed.running())
    app.include_router(log_router(feed))
    answer_with_problems(app)
    with served(app, ending.set, listening) as server:
        yield Followed(server, feed, log, alarms)


@contextmanager
def playing(operator: Operator, hands: int) -> Iterator[None]:
    """A writer at work meanwhile: some entries a commit, commit after commit, until all hands are played."""

    def write() -> None:
        ledger = open_ledger(operator.url, operator.keyring, clock=SteppingClock())
        with ledger.store:
            for number in range(1, hands + 1):
                envelopes = hand(0, number)
                for start in range(0, len(envelopes), 3):
                    play(ledger, envelopes[start : start + 3])
                    time.sleep(0.01)

    writer = Thread(target=write, name="writer")
    writer.start()
    try:
        yield
    finally:
        writer.join()


def size_of(operator: Operator) -> int:
    """How many entries the log has."""
    with open_checked(operator.url, operator.keyring, read_only=True) as store:
        return store.head().size


def frames_of(operator: Operator) -> list[bytes]:
    """What a follower is to be sent, entry by entry."""
    with open_checked(operator.url, operator.keyring, read_only=True) as store:
        return [frame(store.entry(row)) for row in store.rows()]


class Follower:
    """Follows as a browser does: reads as it likes, is cut off anywhere, and comes back with the id of the last event it had whole."""

    def __init__(self, port: int, chance: Random, first: int = 0) -> None:
        self.events: list[bytes] = []
        self.asked = 0
        self.cuts = 0
        self._port, self._chance, self._first = port, chance, first

    async def until(self, index: int) -> None:
        """Follow until the event of ``index`` came."""
        while self._first + len(self.events) <= index:
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", self._port, limit=self._chance.choice([512, 65_536])
            )
            await self._ask(writer)
            assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200 ")
            await self._read(reader, index)
            writer.close()

    async def _ask(self, writer: asyncio.StreamWriter) -> None:
        self.asked += 1
        if self.events:
            last = self._first + len(self.events) - 1
            writer.write(b"GET /v1/log?from=%d HTTP/1.0\r\nLast-Event-ID: %d\r\n\r\n" % (self._first, last))
        else:
            writer.write(b"GET /v1/log?from=%d HTTP/1.0\r\n\r\n" % self._first)
        await writer.drain()

    async def _read(self, reader: asyncio.StreamReader, index: int) -> None:
        held = b""
        while self._first + len(self.events) <= index:
            if self._chance.random() < 0.05:
                await asyncio.sleep(self._chance.random() / 5)
            if self._chance.random() < 0.1:  # cut off: what is held of an event is lost
                self.cuts += 1
                return
            found = await reader.read(self._chance.choice([1, 100, 5_000, 65_536]))
            if not found:  # the server ended it
                assert not held, "it ended within an event"
                return
            held += found
            *whole, held = held.split(b"\n\n")
            self.events += [event + b"\n\n" for event in whole if event.startswith(b"id: ")]


async def all_until(followers: list[Follower], index: int) -> None:
    """All follow until that event came."""
    async with asyncio.timeout(120):
        await asyncio.gather(*(one.until(index) for one in followers))
