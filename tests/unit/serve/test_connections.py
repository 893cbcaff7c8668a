"""Connections: those that say nothing end, and however many there are, files are left for what the process itself needs; an answer goes out in one."""

from __future__ import annotations

import asyncio
import re
import resource
import socket
import ssl
import time
from contextlib import ExitStack
from pathlib import Path

import h11
import pytest
import uvicorn
from starlette.types import Receive, Scope, Send
from uvicorn.server import ServerState

from tests.tools.certificates import authority, issued
from tombo.serve import server
from tombo.serve.logs import CROWDED
from tombo.serve.server import (
    FILES_BESIDE,
    HEAD_SIZE_MAX,
    HELD_MAX,
    READ_MAX,
    TOGETHER_MAX,
    Listener,
    Loop,
    Tls,
    _Protocol,
    listening,
)


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


def test_who_does_not_end_tls_keeps_no_connection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client with a pool reads nothing on a connection that it does not use: who ends the process does not wait for it as long as asyncio would."""
    monkeypatch.setattr(server, "TLS_END_SECONDS", 0.2)
    trusted = authority(tmp_path)
    served = issued(tmp_path, trusted, "localhost")
    with asyncio.Runner(loop_factory=Loop) as runner:
        runner.run(_ended(Tls(served.certificate, served.key).context(), trusted.context(None)))


async def _ended(context: ssl.SSLContext, client: ssl.SSLContext) -> None:
    """Begin TLS, have the server end the connection, and say nothing, until it is lost there."""
    lost = asyncio.Event()

    class Ends(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            transport.close()

        def connection_lost(self, exc: Exception | None) -> None:
            lost.set()

    def idle(address: tuple[str, int]) -> ssl.SSLSocket:
        return client.wrap_socket(socket.create_connection(address), server_hostname="localhost")

    with listening("127.0.0.1", 0) as at:
        async with await asyncio.get_running_loop().create_server(Ends, sock=at, ssl=context):
            with await asyncio.to_thread(idle, at.getsockname()):
                await asyncio.wait_for(lost.wait(), 10)


def test_a_connection_is_read_a_piece_at_a_time() -> None:
    """However much has come, by either way that asyncio reads: others have their turn in between."""
    sent = bytes(range(256)) * (5 * READ_MAX // 512)
    with listening("127.0.0.1", 0) as at, socket.create_connection(at.getsockname()) as client:
        connection, _ = at.accept()
        with connection:
            client.sendall(sent)
            client.shutdown(socket.SHUT_WR)
            found, buffer = bytearray(), bytearray(1 << 18)
            time.sleep(0.1)
            while piece := connection.recv(1 << 18):
                assert len(piece) <= READ_MAX
                found += piece
                count = connection.recv_into(memoryview(buffer))
                assert count <= READ_MAX
                found += buffer[:count]
    assert found == sent


class _Written(asyncio.Transport):
    """Keeps what is written on it, call by call."""

    def __init__(self) -> None:
        super().__init__()
        self.calls = list[bytes]()
        self.more = asyncio.Event()
        self.closed = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.calls.append(bytes(data))
        self.more.set()

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    def pause_reading(self) -> None:
        """Nobody reads."""

    def resume_reading(self) -> None:
        """Nobody reads."""


async def _answered(parts: list[bytes], request: bytes, *, lost: bool = False) -> _Written:
    """What is written for ``request`` by an application that answers with ``parts``; ``lost``: the connection is, before they are sent."""
    written, sends, go_on = _Written(), asyncio.Event(), asyncio.Event()

    async def app(_: Scope, __: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/plain")]})
        for number, part in enumerate(parts):
            await send({"type": "http.response.body", "body": part, "more_body": number < len(parts) - 1})
        sends.set()
        await go_on.wait()

    protocol = _Protocol(uvicorn.Config(app, ws="none", log_config=None), ServerState(), {})
    protocol.connection_made(written)
    protocol.data_received(request)
    if lost:
        written.close()
    await asyncio.wait_for(sends.wait(), 10)
    at_once = len(written.calls)  # before the event loop came round again
    go_on.set()
    await asyncio.sleep(0.01)
    assert len(written.calls) == at_once
    protocol.connection_lost(None)
    return written


GET = b"GET / HTTP/1.1\r\nHost: door\r\n\r\n"


async def _crowded(count: int) -> list[bool]:
    """Of so many connections, each of which asks once all are there: whether there is no room for its request."""
    told = dict[str, bool]()

    async def app(scope: Scope, _: Receive, send: Send) -> None:
        told[scope["path"]] = scope["state"].get(CROWDED, False)
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    config, state = uvicorn.Config(app, ws="none", log_config=None), ServerState()
    protocols = [_Protocol(config, state, {}) for _ in range(count)]
    for protocol in protocols:
        protocol.connection_made(_Written())
    for number, protocol in enumerate(protocols):
        protocol.data_received(GET.replace(b"/ ", b"/%d " % number, 1))
    await asyncio.sleep(0.01)
    for protocol in protocols:
        protocol.connection_lost(None)
    return [told[f"/{number}"] for number in range(count)]


def test_who_was_there_before_is_answered_however_many_come(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no room for the requests of connections that came beyond the most; those of others are answered as before."""
    monkeypatch.setattr(server, "CONNECTIONS_MAX", 3)
    assert asyncio.run(_crowded(5)) == [False, False, False, True, True]


def test_head_and_body_go_out_together() -> None:
    """In one call, as soon as the answer is whole: not when the event loop comes round."""
    (sent,) = asyncio.run(_answered([b"all of it"], GET)).calls
    assert sent.startswith(b"HTTP/1.1 200") and b"all of it" in sent


def test_what_is_large_goes_out_as_it_comes() -> None:
    """Not more is kept than a bound, however much is sent before anybody else has his turn."""
    parts = [bytes([65 + number]) * (TOGETHER_MAX // 2) for number in range(6)]
    written = asyncio.run(_answered(parts, GET))
    assert len(written.calls) >= 3
    assert max(map(len, written.calls)) < 2 * TOGETHER_MAX
    client = h11.Connection(h11.CLIENT)
    client.send(h11.Request(method="GET", target="/", headers=[("Host", "door")]))
    client.send(h11.EndOfMessage())
    client.receive_data(b"".join(written.calls))
    body = b""
    while not isinstance(event := client.next_event(), h11.EndOfMessage):
        body += bytes(event.data) if isinstance(event, h11.Data) else b""
    assert body == b"".join(parts)


def test_an_answer_that_ends_the_connection_is_sent_before_it_ends() -> None:
    """Who asks to close is answered first."""
    written = asyncio.run(_answered([b"the last"], GET.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")))
    assert b"".join(written.calls).endswith(b"the last\r\n0\r\n\r\n") and written.closed


def test_nothing_is_written_to_who_is_gone() -> None:
    """Nor is anything kept for him."""
    assert asyncio.run(_answered([b"for nobody"], GET, lost=True)).calls == []


async def _answered_in_turn(requests: bytes, piece: int, answers: int) -> bytes:
    """What is written for ``requests``, of which so many bytes come at once while the first waits for its answer, until there are so many answers."""
    written, go_on = _Written(), asyncio.Event()

    async def app(_: Scope, receive: Receive, send: Send) -> None:
        while (await receive()).get("more_body"):
            pass
        await go_on.wait()
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body", "body": b""})

    config = uvicorn.Config(app, ws="none", log_config=None, h11_max_incomplete_event_size=HEAD_SIZE_MAX)
    protocol = _Protocol(config, ServerState(), {})
    protocol.connection_made(written)
    for at in range(0, len(requests), piece):
        protocol.data_received(requests[at : at + piece])
        await asyncio.sleep(0)
    go_on.set()
    async with asyncio.timeout(10):
        while b"".join(written.calls).count(b"HTTP/1.1 ") < answers:
            written.more.clear()
            await written.more.wait()
    for _ in range(10):
        await asyncio.sleep(0)  # what comes is not more than those
    protocol.connection_lost(None)
    return b"".join(written.calls)


POST = b"POST / HTTP/1.1\r\nHost: door\r\nContent-Length: 5\r\n\r\nhello"


@pytest.mark.parametrize("piece", [700, READ_MAX, 1 << 18])
@pytest.mark.parametrize("first", [b"", GET, POST, POST.replace(b"5", b"5000") + b"o" * 4_995])
def test_a_head_is_as_long_as_one_may_be_wherever_it_stands(first: bytes, piece: int) -> None:
    """First on a connection, or behind a request that is being answered, however it came: h11 does not ask how long one is that is there whole."""
    long = GET.replace(b"\r\n\r\n", b"\r\nx: " + b"a" * 60_000 + b"\r\n\r\n")
    short = GET.replace(b"\r\n\r\n", b"\r\nx: " + b"a" * 12_000 + b"\r\n\r\n")
    before = [b"200"] if first else []
    for head, status in ((long, b"400"), (short, b"200")):
        told = asyncio.run(_answered_in_turn(first + head, piece, len(before) + 1))
        assert re.findall(rb"HTTP/1\.1 (\d+)", told) == [*before, status]


def test_what_is_sent_one_behind_the_other_is_answered_in_turn() -> None:
    """All of it, bodies too, and none of it twice."""
    told = asyncio.run(_answered_in_turn((GET + POST) * 50, READ_MAX, 100))
    assert re.findall(rb"HTTP/1\.1 (\d+)", told) == [b"200"] * 100


async def _with_rubbish(*, answered_first: bool, more: bool) -> tuple[_Written, list[Exception]]:
    """What is written for a request in whose body rubbish comes, by an application that does not wait for it; and what it raised. ``more``: it goes on answering."""
    written, raised, go_on = _Written(), list[Exception](), asyncio.Event()

    async def app(_: Scope, __: Receive, send: Send) -> None:
        try:
            await send({"type": "http.response.start", "status": 401, "headers": []})
            await send({"type": "http.response.body", "body": b"who?", "more_body": more})
            if more:
                await go_on.wait()
                await send({"type": "http.response.body", "body": b"nobody hears it"})
        except Exception as error:  # noqa: BLE001  # whatever it is, none is to be there
            raised.append(error)

    protocol = _Protocol(uvicorn.Config(app, ws="none", log_config=None), ServerState(), {})
    protocol.connection_made(written)
    protocol.data_received(b"POST / HTTP/1.1\r\nHost: door\r\nTransfer-Encoding: chunked\r\n\r\n")
    if answered_first:
        await asyncio.sleep(0.01)
    protocol.data_received(b"no size of a chunk\r\n")
    go_on.set()
    await asyncio.sleep(0.01)
    protocol.connection_lost(None)
    return written, raised


@pytest.mark.parametrize("more", [False, True])
@pytest.mark.parametrize("answered_first", [False, True])
def test_rubbish_behind_an_answer_ends_the_connection(*, answered_first: bool, more: bool) -> None:
    """And is answered once at most: it is no fault of ours, of which asyncio would tell in words of its own."""
    written, raised = asyncio.run(_with_rubbish(answered_first=answered_first, more=more))
    told = b"".join(written.calls)
    assert re.findall(rb"HTTP/1\.1 (\d+)", told) == [b"401" if answered_first else b"400"]
    assert (b"nobody" in told, written.closed, raised) == (False, True, [])
