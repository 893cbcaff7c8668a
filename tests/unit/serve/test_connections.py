"""Connections that say nothing: they end, and however many there are, files are left for what the process itself needs."""

from __future__ import annotations

import asyncio
import resource
import socket
import ssl
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.tools.certificates import authority, issued
from tombo.serve import server
from tombo.serve.server import FILES_BESIDE, HELD_MAX, Listener, Loop, Tls, listening


def test_so_many_connections_are_held_and_what_comes_beyond_is_closed() -> None:
    """Unread, and at once; as one of the others ends there is room again."""
    with Listener(socket.create_server(("127.0.0.1", 0)), 2) as at, ExitStack() as held:
        come = [held.enter_context(socket.create_connection(at.getsockname(), timeout=10)) for _ in range(4)]
        taken = [at.accept()[0], at.accept()[0]]
        with pytest.raises(ConnectionAbortedError):
            at.accept()
        assert come[2].recv(1) == b""
        taken[0].close()
        taken.append(at.accept()[0])
        assert taken[2].getpeername() == come[3].getsockname()
        for one in taken:
            one.close()


@pytest.mark.parametrize(
    ("files", "most"),
    [(resource.RLIM_INFINITY, HELD_MAX), (4_096, HELD_MAX), (1_024, 1_024 - FILES_BESIDE), (256, 128)],
)
def test_files_are_left_for_the_store_and_the_keys(files: int, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the process may have open."""
    monkeypatch.setattr(resource, "getrlimit", lambda _: (files, files))
    with listening("127.0.0.1", 0) as at:
        assert isinstance(at, Listener)
        assert at.most == most


def test_who_does_not_begin_tls_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After as long as a head may take: he holds no place for a minute."""
    monkeypatch.setattr(server, "HEAD_SECONDS", 0.2)
    served = issued(tmp_path, authority(tmp_path), "localhost")
    context = Tls(served.certificate, served.key).context()
    with asyncio.Runner(loop_factory=Loop) as runner:
        assert runner.run(_told(context)) == b""


async def _told(context: ssl.SSLContext) -> bytes:
    """What who says nothing is told, to the end."""
    with listening("127.0.0.1", 0) as at:
        async with await asyncio.get_running_loop().create_server(asyncio.Protocol, sock=at, ssl=context):
            reader, writer = await asyncio.open_connection(*at.getsockname())
            try:
                return await asyncio.wait_for(reader.read(), 10)
            finally:
                writer.close()
