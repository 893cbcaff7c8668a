"""A real server in this process: an application on a port of its own, with an event loop in a thread of its own."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Final, NamedTuple

import uvicorn
from starlette.types import ASGIApp

START_SECONDS: Final = 30.0
"""How long a server may take to begin, or to end."""
END_SECONDS: Final = 10
"""How long connections are waited for that do not end by themselves: a test that fails ends all the same."""


class Served(NamedTuple):
    """A server that runs: its port on this machine, and how many connections it has."""

    port: int
    server: uvicorn.Server

    @property
    def connections(self) -> int:
        """How many connections it holds, those included that it has given up and cannot close."""
        return len(self.server.server_state.connections)


@contextmanager
def served(
    app: ASGIApp, ending: Callable[[], None] = lambda: None, listening: socket.socket | None = None
) -> Iterator[Served]:
    """``app`` on a port of its own, until this ends. ``ending`` is called in the loop's thread before connections are waited for."""
    taken = listening or socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(
        app, log_config=None, access_log=False, ws="none", lifespan="auto", timeout_graceful_shutdown=END_SECONDS
    )
    server = uvicorn.Server(config)
    began = _Began()
    thread = Thread(target=lambda: asyncio.run(began.run(server, taken)), name="served")
    thread.start()
    try:
        began.wait(server, thread)
        yield Served(taken.getsockname()[1], server)
    finally:
        if began.loop is not None and thread.is_alive():
            began.loop.call_soon_threadsafe(ending)
        server.should_exit = True
        thread.join(START_SECONDS)
        taken.close()
        assert not thread.is_alive(), "the server did not end"


class _Began:
    """Runs a server, and tells other threads of its loop."""

    def __init__(self) -> None:
        self.loop: asyncio.AbstractEventLoop | None = None

    async def run(self, server: uvicorn.Server, taken: socket.socket) -> None:
        """Serve until the server is told to exit."""
        self.loop = asyncio.get_running_loop()
        await server.serve(sockets=[taken])

    def wait(self, server: uvicorn.Server, thread: Thread) -> None:
        """Wait until the server takes requests."""
        for _ in range(int(START_SECONDS / 0.02)):
            if server.started:
                return
            thread.join(0.02)
            assert thread.is_alive(), "the server did not begin"
        raise AssertionError("the server does not take requests")
