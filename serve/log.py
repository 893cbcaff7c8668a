"""The log as it grows, as server-sent events: every entry once and in order, from any log index on (``docs/decisions/0040``, point 8).

While anybody follows, one feeder reads what is new through the checked store and encodes each entry once, into a ring that all followers read. Who is behind the
ring reads the store by pages until he meets it. The id of an event is the log index, so that nobody can miss an entry unseen.
"""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Annotated, Any, Final, NamedTuple

from fastapi import APIRouter, Header, Query, Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Message, Receive, Scope, Send

from tombo.ledger.core.errors import StoreUnavailableError
from tombo.ledger.operate.cold import NotHereError
from tombo.ledger.seal.canonical import INTEGER_MAX
from tombo.serve.problems import ProblemError, documented, response
from tombo.serve.ring import EncodedLog, Ring, RingPage

PATH: Final = "/v1/log"
POLL_SECONDS: Final = 0.1
"""How long nothing new is waited for before it is asked for again."""
GATHER_SECONDS: Final = 0.05
"""How long what is recorded meanwhile is gathered before it is read: a look for each entry would cost more than the entries."""
RETRY_SECONDS: Final = 1.0
"""How long a store that is out of reach is waited for before it is asked again."""
READERS: Final = 2
"""How many threads read the store for those who are behind the ring."""
OPENING: Final = b"retry: 1000\n\n"
"""What a stream begins with: who is cut off asks again after a second."""
HEARTBEAT: Final = b": \n\n"
"""A comment, which no reader takes for an event: the connection is alive."""
PATIENCE: Final = 30.0
"""Seconds after which a follower who takes nothing is dropped."""
_INDEX: Final = re.compile(r"0|[1-9][0-9]{0,15}")


_FROM: Final = Query(
    alias="from", description="The log index to begin with; 0 where nothing is said. Beyond the end it is waited for."
)
_LAST_EVENT_ID: Final = Header(
    description="The id of the last event that was seen: what follows it is sent, whatever `from` says."
)

_RESPONSES: Final[dict[int | str, dict[str, Any]]] = {
    200: {
        "description": "An event an entry: its id is the log index.",
        "content": {"text/event-stream": {"schema": {"type": "string"}}},
    },
    **documented(
        {
            400: "`from` or `Last-Event-ID` is no log index.",
            429: "Too many follow the log.",
            500: "The store is not what was sealed, or cannot be read.",
            503: "The server ends; or what follows was detached, and no copy that has it is here.",
        }
    ),
}


class LogLimits(NamedTuple):
    """What following may cost, and how long things may take, in seconds."""

    followers: int = 256
    ring_bytes: int = 16 * 1024 * 1024
    heartbeat: float = 15.0
    """How long nothing is sent before a heartbeat is."""
    patience: float = PATIENCE
    """How long nothing may be taken before a follower is dropped."""
    idle: float = 3.0
    """How long after the last follower left the ring is fed on: who was cut off comes again."""
    lasts: float = 600.0
    """How long a stream goes on: then it ends, and who comes again is asked again who he is."""


DEFAULT_LIMITS: Final = LogLimits()


class LogFeed:
    """The growing log, for any number of followers, in one event loop.

    ``ending`` ends every stream, at once; whoever ends the server sets it, in the loop's thread, before he waits for connections.
    ``alarm`` hears, in the loop's thread, why the log is not followed any further: it is not what was sealed, or something nobody planned happened.
    """

    def __init__(
        self,
        log: EncodedLog,
        ending: asyncio.Event,
        alarm: Callable[[Exception], None],
        limits: LogLimits = DEFAULT_LIMITS,
    ) -> None:
        self.limits: Final = limits
        self.followers = 0
        """How many follow now."""
        self.failed = False
        """Whether the log is not followed any further."""
        self._left = 0.0
        """When the last follower left, by the loop's clock, or this began."""
        self._log = log
        self._ending = ending
        self._alarm = alarm
        self._ring = Ring(0, limits.ring_bytes)
        self._changed = asyncio.Event()
        self._readers: ThreadPoolExecutor

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Feed until this ends; for the lifespan of the application. Ending, it ends every stream too.

        Raises:
            LedgerError: the log cannot be read as this begins.
        """
        loop = asyncio.get_running_loop()
        with ThreadPoolExecutor(1, "tombo-log-feeder") as feeder, ThreadPoolExecutor(READERS, "tombo-log") as readers:
            self._readers, self._left = readers, loop.time()
            self._ring = Ring(await loop.run_in_executor(feeder, self._log.size), self.limits.ring_bytes)
            tasks = [asyncio.create_task(self._feed(feeder)), asyncio.create_task(self._until_ending())]
            try:
                yield
            finally:
                self._ending.set()
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
                self._wake()

    @contextmanager
    def place(self) -> Iterator[bool]:
        """A place among the followers, until this ends; False where all are taken."""
        if self.followers >= self.limits.followers:
            yield False
            return
        self.followers += 1
        try:
            yield True
        finally:
            self.followers -= 1
            self._left = asyncio.get_running_loop().time()

    @property
    def over(self) -> bool:
        """Whether no stream goes on."""
        return self.failed or self._ending.is_set()

    async def follow(self, index: int, found: Sequence[RingPage] = ()) -> AsyncIterator[bytes]:
        """The events from log index ``index`` on, and heartbeats, until the feed is over or this lasted long enough. Beyond the end of the log it waits.

        ``found``: what was read of them already. Before what was detached, and is not here, it ends: who asks again is told that.
        """
        loop = asyncio.get_running_loop()
        end = loop.time() + self.limits.lasts
        yield OPENING
        while not self.over and loop.time() < end:
            changed = self._changed  # of before the look: what changes meanwhile is not slept through
            try:
                found = found or await self.found(index)
            except NotHereError:
                return
            for page in found:
                yield page.since(index)
                index = page.stop
            if not found and not await self._comes(changed):
                yield HEARTBEAT
            found = ()

    async def found(self, index: int) -> Sequence[RingPage]:
        """What there is from ``index`` on: the ring's page, or some of the store's where that is behind the ring.

        Raises:
            NotHereError: that was detached, and no copy that has it is here. Nothing is wrong with the log, and others follow it.
        """
        if index >= self._ring.stop:
            return ()
        page = self._ring.page(index)
        if page is not None:
            return (page,)
        reading = asyncio.get_running_loop().run_in_executor(self._readers, self._log.read, index, self._ring.stop)
        try:
            return await reading
        except NotHereError:
            raise
        except StoreUnavailableError:
            pass  # again with the next change, or heartbeat
        except Exception as error:  # noqa: BLE001  # whatever it is: nobody follows what cannot be read, and somebody hears of it
            self._fail(error)
        return ()

    async def _comes(self, changed: asyncio.Event) -> bool:
        """Wait until the ring has more, or the feed is over; False where nothing changed for as long as a heartbeat."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self.limits.heartbeat):
                await changed.wait()
        return changed.is_set()

    async def _feed(self, feeder: ThreadPoolExecutor) -> None:
        loop, idle = asyncio.get_running_loop(), False
        while not self.over:
            if not self.followers and loop.time() - self._left >= self.limits.idle:
                idle = True
                await asyncio.sleep(POLL_SECONDS)
                continue
            try:
                if idle:  # who asks for what is older has it from the store
                    self._ring = Ring(await loop.run_in_executor(feeder, self._log.size), self.limits.ring_bytes)
                    idle = False
                    self._wake()
                found = await loop.run_in_executor(feeder, self._newer, self._ring.stop)
            except StoreUnavailableError:
                await asyncio.sleep(RETRY_SECONDS)
                continue
            except NotHereError:
                # The process stood still for so long that what it was to read was detached: who follows it is told.
                idle = True
                continue
            except Exception as error:  # noqa: BLE001  # whatever it is: a feeder that ended unseen would look like a quiet night
                self._fail(error)
                return
            for page in found:
                self._ring.put(page)
            if found:
                self._wake()
            await asyncio.sleep(GATHER_SECONDS if found else POLL_SECONDS)

    def _newer(self, start: int) -> list[RingPage]:
        size = self._log.size()
        return self._log.read(start, size) if size > start else []

    def _fail(self, error: Exception) -> None:
        if not self.failed:
            self.failed = True
            self._alarm(error)
            self._wake()

    async def _until_ending(self) -> None:
        await self._ending.wait()
        self._wake()

    def _wake(self) -> None:
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()


class LogStream(StreamingResponse):
    """The events from log index ``index`` on, for one follower; 429 where there are too many.

    One who takes nothing for as long as ``patience`` is dropped. What was read last of the store, or a page of the ring, and what the server keeps for a
    connection are all that waits for him.
    """

    def __init__(self, feed: LogFeed, index: int) -> None:
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        super().__init__((), headers=headers, media_type="text/event-stream")
        self._feed = feed
        self._index = index

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer the request.

        Raises:
            NotHereError: what it begins with was detached, and no copy that has it is here; nothing was sent.
        """
        with self._feed.place() as free:
            if free:  # he has his place while it is read what he begins with: that costs as much as following
                found = await self._feed.found(self._index)
                self.body_iterator = self._feed.follow(self._index, found)
                await super().__call__(scope, receive, send)
                return
        detail = f"{self._feed.limits.followers} follow the log, and no more may"
        await response(ProblemError(429, detail, retry_after=5))(scope, receive, send)

    async def stream_response(self, send: Send) -> None:
        """Send the events; what is not taken in time ends it."""

        async def in_time(message: Message) -> None:
            async with asyncio.timeout(self._feed.limits.patience):
                await send(message)

        with suppress(TimeoutError):
            await super().stream_response(in_time)


def drop_stalled(listening: socket.socket, seconds: float = PATIENCE) -> None:
    """Have the kernel cut every connection taken from ``listening`` whose other end takes nothing for so many seconds.

    A server that gives such a connection up would else keep it, and what waits for it, for as long as the other end likes: closing waits
    until all is sent. Linux has it for a window that stays shut, too.
    """
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(seconds * 1_000))


def log_router(feed: LogFeed) -> APIRouter:
    """The path that follows the log. ``feed`` is to be ``running`` while it is asked."""
    router = APIRouter(tags=["log"])

    @router.get(PATH, responses=_RESPONSES, response_class=Response)
    async def log(
        request: Request,
        from_: Annotated[str | None, _FROM] = None,
        last_event_id: Annotated[str | None, _LAST_EVENT_ID] = None,
    ) -> Response:
        """Follow the log, as server-sent events: every entry once, in order."""
        if feed.failed:
            raise ProblemError(500, "the log is not followed: it is not what was sealed, or cannot be read")
        if feed.over:
            raise ProblemError(503, "the server ends", retry_after=1)
        said = from_ if last_event_id is None else last_event_id
        repeated = len(request.query_params.getlist("from")) > 1 or len(request.headers.getlist("Last-Event-ID")) > 1
        index = 0 if said is None else index_in(said)
        if index is None or repeated:
            raise ProblemError(
                400, f"expected one log index: a number from 0 to {INTEGER_MAX}, without a sign or zeros before it"
            )
        return LogStream(feed, index if last_event_id is None else index + 1)

    return router


def index_in(text: str) -> int | None:
    """The log index that ``text`` says, None where it says none."""
    if not _INDEX.fullmatch(text) or int(text) > INTEGER_MAX:
        return None
    return int(text)
