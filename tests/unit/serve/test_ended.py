"""How ``tombo serve`` ends where somebody is in the middle of something: what is said is said by the log of requests."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import time
from http.client import HTTPConnection
from io import StringIO
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from tests.worlds.network import TOKEN, network, serve_log, serving
from tombo.ledger.core.clock import SystemClock
from tombo.serve import server
from tombo.serve.logs import RequestLog, request_log
from tombo.serve.problems import NOT_NOW


def test_a_second_signal_waits_for_nobody(sqlite_url: str, tmp_path: Path) -> None:
    """Not for who is in the middle of his body; the status is 0 all the same, and what is said are lines of the log."""
    made = network(sqlite_url, tmp_path)
    with serving(made) as (url, process), _connected(url) as half:
        half.sendall(f"POST /v1/commands HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {TOKEN}\r\n".encode())
        half.sendall(b"content-type: application/json\r\ncontent-length: 9\r\nexpect: 100-continue\r\n\r\n")
        assert half.recv(65_536).startswith(b"HTTP/1.1 100 ")  # its body is waited for
        process.send_signal(signal.SIGTERM)
        until = time.monotonic() + 60
        while _listens(url):
            assert time.monotonic() < until
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0
    lines = serve_log(made).read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["status"] for line in lines] == [0]


def test_who_is_not_answered_in_time_is_told_that_nobody_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Told to end, the process waits only so long for what the store does: 503, as problem details and in the log, and no fault of ours; it may be recorded all the same."""
    monkeypatch.setattr(server, "LATE_SECONDS", 0.2)
    log, began, asked, told = StringIO(), Event(), Event(), list[tuple[int, dict[str, Any]]]()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            for over in ("startup", "shutdown"):
                await receive()
                await send({"type": f"lifespan.{over}.complete"})
            return
        asked.set()
        await asyncio.Event().wait()

    def ask(port: int) -> None:
        assert began.wait(20)
        connection = HTTPConnection("127.0.0.1", port, timeout=20)
        connection.request("POST", "/v1/commands", "{}")
        if asked.wait(20):
            os.kill(os.getpid(), signal.SIGTERM)
        answer = connection.getresponse()
        told.append((answer.status, json.loads(answer.read())))
        connection.close()

    logged = RequestLog(app, request_log(log), SystemClock(), os.urandom)
    with server.listening("127.0.0.1", 0) as at:
        asker = Thread(target=ask, args=at.getsockname()[1:])
        asker.start()
        ended_by = server.run(logged, at, None, began.set, lambda: None, unreadable=logged.unreadable)
        asker.join(20)
    assert (ended_by, told) == (
        signal.SIGTERM,
        [(503, {"title": "Service Unavailable", "status": 503, "detail": NOT_NOW})],
    )
    assert json.loads(log.getvalue())["status"] == 503


def _listens(url: str) -> bool:
    try:
        _connected(url).close()
    except ConnectionError:
        return False
    return True


def _connected(url: str) -> socket.socket:
    host, _, port = url.removeprefix("http://").partition(":")
    return socket.create_connection((host, int(port)), timeout=20)
