"""The log of requests: one line each, from a closed list of fields; nothing that a request says is in it."""

from __future__ import annotations

import io
import json
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.client import HTTPConnection, IncompleteRead
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
import structlog
from fastapi import FastAPI, Request
from starlette.responses import StreamingResponse
from starlette.types import ASGIApp

from tests.tools.served import served
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.errors import StoreUnavailableError, TamperedError
from tombo.ledger.seal.note import parse_note
from tombo.serve.logs import FIELDS, RequestLog, request_log
from tombo.serve.problems import ProblemError, answer_with_problems
from tombo.serve.who import HolderSort, Who

PAGE = Path(__file__).resolve().parents[3] / "docs" / "operations.md"
SECRET: Final = "s3cr3t"
ALWAYS: Final = set(FIELDS) - {"openid", "error", "at", "lines"}


class FullDiskError(OSError):
    """Nothing can be written."""


class Full(io.StringIO):
    """A file on a disk that is full."""

    def write(self, _text: str) -> int:
        raise FullDiskError


def application() -> FastAPI:
    """An application with a path of every sort."""
    app = FastAPI()
    answer_with_problems(app)

    @app.get("/v1/tables/{table}")
    @app.post("/v1/tables/{table}")
    async def table(table: str, request: Request) -> dict[str, str]:
        who = request.query_params.get("who")
        if who is not None:
            request.state.who = Who(HolderSort(who), f"{who}-{SECRET}")
        return {"table": table, "body": (await request.body()).decode()}

    @app.get("/v1/refused/{name}")
    def refused(name: str) -> None:
        raise ProblemError(422, f"{name} has {SECRET}")

    @app.get("/v1/tampered/{name}")
    def tampered(name: str) -> None:
        raise TamperedError(f"{name} {SECRET}")

    @app.get("/v1/away/{name}")
    def away(name: str) -> None:
        raise StoreUnavailableError(f"{name} {SECRET}")

    @app.get("/v1/no_note/{name}")
    def no_note(name: str) -> None:
        parse_note(name.encode())

    @app.get("/v1/broken/{name}")
    def broken(name: str) -> None:
        raise ZeroDivisionError(f"{name} {SECRET}")

    @app.get("/v1/broken_later/{name}")
    def broken_later(name: str) -> StreamingResponse:
        def some() -> Iterator[str]:
            yield name
            raise ZeroDivisionError(SECRET)

        return StreamingResponse(some())

    return app


class Logged(NamedTuple):
    """A server with a log: its port, and the file that the lines are in."""

    port: int
    file: io.StringIO

    def lines(self, count: int = 1) -> list[dict[str, Any]]:
        """The lines, of which there are ``count``: the last is written once the answer was sent, which may be read before."""
        end = time.monotonic() + 20
        while self.file.getvalue().count("\n") < count and time.monotonic() < end:
            time.sleep(0.005)
        found = [json.loads(line) for line in self.file.getvalue().splitlines()]
        assert len(found) == count
        return found


@contextmanager
def logged(
    file: io.StringIO | None = None, app: ASGIApp | None = None, clock: SteppingClock | None = None
) -> Iterator[Logged]:
    """A server with a log, of an application with a path of every sort where no other is given."""
    log, numbers = file or io.StringIO(), iter(range(1_000_000))
    names = partial(_name, numbers)
    with served(
        RequestLog(app or application(), request_log(log), clock or SteppingClock(step=1_500), names)
    ) as server:
        yield Logged(server.port, log)


def _name(numbers: Iterator[int], size: int) -> bytes:
    return next(numbers).to_bytes(size, "big")


def ask(port: int, method: str, path: str, body: str | None = None, **headers: str) -> tuple[int, str | None, bytes]:
    """The status, the request's name, and the body of the answer."""
    connection = HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        return answer.status, answer.getheader("X-Request-Id"), answer.read()
    finally:
        connection.close()


def test_a_line_says_what_was_answered() -> None:
    """When, which method and route, status, how long it took, who asked by his sort, and the name that the answer bears too."""
    with logged() as this:
        status, name, _ = ask(this.port, "GET", f"/v1/tables/{SECRET}?who=staff")
        assert (status, name) == (200, "0000000000000000")
        (line,) = this.lines()
        assert list(line) == [field for field in FIELDS if field in ALWAYS]
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", line.pop("time"))
        assert line == {
            "event": "request",
            "method": "GET",
            "route": "/v1/tables/{table}",
            "status": 200,
            "milliseconds": 0,
            "actor": "staff",
            "request": name,
        }


@pytest.mark.parametrize(("path", "error"), [("away", "StoreUnavailableError"), ("tampered", "TamperedError")])
def test_why_something_is_not_done_for_a_reason_of_ours_is_named_by_its_class(path: str, error: str) -> None:
    """And by the line that it came from: what the answer does not tell, an operator reads here."""
    with logged() as this:
        status, _, told = ask(this.port, "GET", f"/v1/{path}/x")
        (line,) = this.lines()
    assert (line["status"], line["error"], "at" in line) == (status, error, True)
    assert (SECRET.encode() in told) == (status == 500)


def test_where_it_came_from_is_told_of_what_the_framework_answers_too() -> None:
    """It lets go of where an error was raised once it has answered, before the line is written."""
    with logged() as this:
        assert ask(this.port, "GET", "/v1/no_note/x")[0] == 500
        (line,) = this.lines()
    assert (line["error"], line["at"].partition(":")[0]) == ("MalformedError", "ledger/seal/note.py")


def test_each_request_has_its_line_and_its_name() -> None:
    """As many lines as requests, in their order, each with its own name, also of what is refused, not found, or goes wrong."""
    asked = ["tables/a", "refused/a", "tampered/a", "broken/a", "nowhere"]
    with logged() as this:
        answers = [ask(this.port, "GET", f"/v1/{path}") for path in asked]
        told = [(line["status"], line["request"], line["route"]) for line in this.lines(len(asked))]
    assert [(status, name) for status, name, _ in answers] == [(status, name) for status, name, _ in told]
    assert [status for status, _, _ in told] == [200, 422, 500, 500, 404]
    assert told[-1][2] == "-"
    assert len({name for _, name, _ in told}) == len(asked)


def test_how_long_it_took_is_an_integer() -> None:
    """Milliseconds by the clock that is passed in, whatever becomes of the date."""
    clock = SteppingClock()

    async def app(_scope: Any, _receive: Any, send: Any) -> None:
        clock.instant += 12_999
        clock.is_set(-5_000_000_000)
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    with logged(app=app, clock=clock) as this:
        ask(this.port, "GET", "/")
        (line,) = this.lines()
    assert (line["milliseconds"], type(line["milliseconds"])) == (12, int)


@pytest.mark.parametrize(
    "path",
    ["tables/{}", "refused/{}", "tampered/{}", "away/{}", "broken/{}", "broken_later/{}", "nowhere/{}", "tables/{}/{}"],
)
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE", SECRET.upper()])
def test_no_secret_is_in_a_line(
    path: str, method: str, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    """Secrets in every place of a request, as names and as values, and in what is raised for it: none is in the log, nor anywhere the server writes."""
    places = f"/v1/{path.format(SECRET, SECRET)}?{SECRET}={SECRET}&token={SECRET}&who=player#{SECRET}"
    headers = {
        "Authorization": f"Bearer {SECRET}",
        "Cookie": f"session={SECRET}",
        "User-Agent": SECRET,
        "Referer": f"https://{SECRET}/",
        "X-Request-Id": SECRET,
        "X-Forwarded-For": SECRET,
        "Last-Event-ID": SECRET,
        f"X-{SECRET}": SECRET,
    }
    with logged() as this:
        try:
            ask(this.port, method, places, json.dumps({"cards": SECRET}), **headers)
        except OSError:
            assert "later" in path  # cut off in the middle of the answer
        except IncompleteRead:
            assert "later" in path
        (line,) = this.lines()
        written = this.file.getvalue()
    said = capfd.readouterr()
    for text in (written, said.out, said.err, caplog.text, json.dumps(line)):
        assert SECRET not in text.lower()
    assert set(line) - {"error", "at"} == ALWAYS
    assert line["method"] in {"GET", "POST", "DELETE", "OTHER"}
    assert (line["method"] == "OTHER") == (method == SECRET.upper())


def test_a_fault_says_its_class_and_place() -> None:
    """What nobody planned is told by its class and by where it came from, and not by what it says; who asked hears that it went wrong."""
    with logged() as this:
        status, _, body = ask(this.port, "GET", f"/v1/broken/{SECRET}")
        (line,) = this.lines()
    assert (status, line["status"], line["error"]) == (500, 500, "ZeroDivisionError")
    assert re.fullmatch(r"serve/\w+\.py:\d+", line["at"])
    assert SECRET.encode() not in body


def test_a_fault_before_any_answer_is_answered() -> None:
    """Where the application raises before it answers, there is an answer all the same, and a line."""

    async def app(_scope: Any, _receive: Any, _send: Any) -> None:
        raise KeyError(SECRET)

    with logged(app=app) as this:
        status, name, body = ask(this.port, "GET", "/")
        (line,) = this.lines()
    assert (status, line["status"], line["error"], line["request"]) == (500, 500, "KeyError", name)
    assert SECRET.encode() not in body


def test_a_logger_tells_what_is_listed_alone() -> None:
    """Whatever somebody hands to the logger: fields that are not in the list are not written."""
    log = io.StringIO()
    request_log(log).bind(card="Ah", status=200).info("request", body=SECRET, key=SECRET, exc_info=True, method="GET")
    assert json.loads(log.getvalue()) == {"event": "request", "method": "GET", "status": 200}


def test_two_logs_know_nothing_of_each_other() -> None:
    """Each logger writes to its own file, and the library's own settings are left as they were."""
    one, two = io.StringIO(), io.StringIO()
    first, second = request_log(one), request_log(two)
    first.info("request", status=1)
    second.info("request", status=2)
    assert [json.loads(each.getvalue())["status"] for each in (one, two)] == [1, 2]
    assert not structlog.is_configured()


def test_a_full_disk_keeps_nobody_out(caplog: pytest.LogCaptureFixture) -> None:
    """Where no line can be written, requests are answered all the same, and the server meets no error."""
    with logged(Full()) as this:
        assert [ask(this.port, "GET", "/v1/tables/a")[0] for _ in range(3)] == [200] * 3
    assert caplog.text == ""


def test_the_page_has_every_field() -> None:
    """``docs/operations.md`` says what each field is, and names no other."""
    table = PAGE.read_text(encoding="utf-8").partition("## The log of requests")[2].partition("\n## ")[0]
    told = [name for line in re.findall(r"^\| (`.+?) \|", table, re.MULTILINE) for name in re.findall(r"`(\w+)`", line)]
    assert told == list(FIELDS)
