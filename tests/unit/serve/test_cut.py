"""A second signal ends what nothing else ends at once: TLS that does not begin, or does not end."""

from __future__ import annotations

import asyncio
import socket
import ssl
import time
from pathlib import Path

import pytest

from tests.tools.certificates import authority, issued
from tombo.serve.server import Listener, Loop, Tls, listening


@pytest.mark.parametrize("ends", [False, True], ids=["does not begin", "does not end"])
def test_tls_is_cut_where_it_does_not(tmp_path: Path, *, ends: bool) -> None:
    """Begin or end: nothing else is to be waited for as a second signal comes, though the transport was closed already, and more than once."""
    trusted = authority(tmp_path)
    served = issued(tmp_path, trusted, "localhost")
    with asyncio.Runner(loop_factory=Loop) as runner:
        runner.run(_cut(Tls(served.certificate, served.key).context(), trusted.context(None) if ends else None))


async def _cut(context: ssl.SSLContext, client: ssl.SSLContext | None) -> None:
    """Hold a connection that says nothing, after the beginning of TLS by ``client`` where there is one; cut it, and see it end."""
    closed = asyncio.Event()

    class Ends(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            transport.close()
            transport.close()
            closed.set()

    def held(address: tuple[str, int]) -> socket.socket:
        made = socket.create_connection(address, timeout=20)
        return made if client is None else client.wrap_socket(made, server_hostname="localhost")

    def until_open(at: Listener, count: int) -> None:
        end = time.monotonic() + 5
        while len([one for one in at._taken if one.fileno() >= 0]) != count:
            assert time.monotonic() < end
            time.sleep(0.01)

    with listening("127.0.0.1", 0) as at:
        server_side = await asyncio.get_running_loop().create_server(Ends, sock=at, ssl=context)
        async with server_side:
            connection = await asyncio.to_thread(held, at.getsockname())
            with connection:
                await asyncio.to_thread(until_open, at, 1)
                if client is not None:
                    await asyncio.wait_for(closed.wait(), 10)
                at.cut()
                await asyncio.to_thread(until_open, at, 0)
