"""Nobody waits for a line of the log of requests; and who is one too many is told so, in a line."""

from __future__ import annotations

import asyncio
import io
import json
import os
import select
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from threading import Event
from typing import Any

import pytest

from tests.tools.served import served
from tests.unit.serve.test_logs import ask, logged
from tombo.ledger.core.clock import SteppingClock
from tombo.serve.logs import CROWDED, FIELDS, KEPT_LINES, RequestLog, Unheld, request_log


@contextmanager
def pipe_of(lines: int) -> Iterator[tuple[int, Unheld]]:
    """A pipe that nobody reads, to which so many lines were written."""
    reading, writing = os.pipe()
    unheld = Unheld(writing, SteppingClock())
    try:
        for number in range(lines):
            unheld.write(json.dumps({"line": number, "x": "y" * 1_000}) + "\n")
            unheld.flush()
        yield reading, unheld
    finally:
        os.close(reading)
        os.close(writing)


def read_of(reading: int, unheld: Unheld) -> list[dict[str, Any]]:
    """What is in the pipe, while more comes into it: each line is whole."""
    found = b""
    while select.select([reading], [], [], 0)[0]:
        found += os.read(reading, 1 << 16)
        unheld.flush()
    return [json.loads(line) for line in found.splitlines()]


def test_lines_that_nobody_reads_hold_nobody_up() -> None:
    """A pipe takes some, and more are kept; of those beyond that the oldest are left out, and told as so many in their place."""
    with pipe_of(KEPT_LINES + 500) as (reading, unheld):
        told = read_of(reading, unheld)
    (at,) = [number for number, line in enumerate(told) if line.get("event") == "left_out"]
    left_out = told[at]["lines"]
    assert left_out > 0 and list(told[at]) == ["event", "time", "lines"] and set(told[at]) <= set(FIELDS)
    kept = [line["line"] for line in (*told[:at], *told[at + 1 :])]
    assert kept == [*range(at), *range(at + left_out, KEPT_LINES + 500)]
    assert len(kept) == at + KEPT_LINES


def test_lines_that_are_read_again_are_whole() -> None:
    """As many as are kept, none is left out."""
    with pipe_of(KEPT_LINES) as (reading, unheld):
        told = read_of(reading, unheld)
    assert [line["line"] for line in told] == list(range(KEPT_LINES))


def test_what_nobody_takes_is_not_waited_for_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor where the reader is gone."""
    monkeypatch.setattr("tombo.serve.logs.LAST_SECONDS", 0.01)
    with pipe_of(200) as (_, unheld):
        unheld.close()
    reading, writing = os.pipe()
    gone = Unheld(writing, SteppingClock())
    os.close(reading)
    gone.write("a line\n")
    gone.close()
    os.close(writing)


def test_a_request_for_which_there_is_no_room_is_told_so_and_has_its_line() -> None:
    """503 as a problem with the headers of every answer; the connection ends with it, and whoever asks is not looked at."""

    async def crowded(scope: Any, receive: Any, send: Any) -> None:
        scope["state"][CROWDED] = True
        await logged_app(scope, receive, send)

    async def nobody(_scope: Any, _receive: Any, _send: Any) -> None:
        raise AssertionError("it was asked")

    log = io.StringIO()
    logged_app = RequestLog(nobody, request_log(log), SteppingClock(), bytes)
    with served(crowded) as server:
        connection = HTTPConnection("127.0.0.1", server.port, timeout=20)
        connection.request("POST", "/v1/commands", "{}")
        answer = connection.getresponse()
        told = json.loads(answer.read())
        connection.close()
    assert (answer.status, told["status"], answer.getheader("Retry-After")) == (503, 503, "1")
    assert (answer.getheader("Connection"), answer.getheader("X-Content-Type-Options")) == ("close", "nosniff")
    lines = [json.loads(line) for line in log.getvalue().splitlines()]
    assert [(one["status"], one["route"], one["actor"]) for one in lines] == [(503, "-", "nobody")]


def test_so_many_requests_are_answered_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those whose connection is gone among them; as one is answered there is room again."""
    monkeypatch.setattr("tombo.serve.logs.REQUESTS_MAX", 1)
    asked, go_on = Event(), Event()

    async def app(_scope: Any, _receive: Any, send: Any) -> None:
        asked.set()
        await asyncio.to_thread(go_on.wait, 20)
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    with logged(app=app) as this:
        first = HTTPConnection("127.0.0.1", this.port, timeout=20)
        first.request("GET", "/")
        first.close()
        assert asked.wait(20)
        assert ask(this.port, "GET", "/")[0] == 503
        go_on.set()
        this.lines(2)
        assert ask(this.port, "GET", "/")[0] == 204
