"""The paths that are answered directly are answered as any other: the same headers, the same problems, and a fault of ours is heard of."""

from __future__ import annotations

import json
from io import StringIO
from itertools import count

import pytest
from fastapi import APIRouter, FastAPI, Request, Response
from starlette.testclient import TestClient

from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.errors import TamperedError
from tombo.serve.app import application
from tombo.serve.direct import HEADERS, STRICT, DirectRoute
from tombo.serve.logs import RequestLog, request_log
from tombo.serve.problems import ProblemError
from tombo.serve.who import EVERYBODY, Asks, Denied, HolderSort, Who

PLATFORM_1 = Who(HolderSort.PLATFORM, "platform-1")
PATHS = ("/direct", "/other")
RAISED = {
    "fault": KeyError("Ah of p-7"),
    "tampered": TamperedError("entry 3 is not what was sealed"),
    "problem": ProblemError(429, "no room", retry_after=7),
}


def served(who: Who | Denied = PLATFORM_1, sorts: frozenset[HolderSort] = EVERYBODY) -> FastAPI:
    """An application with one function at two paths for these ``sorts``, of which one is answered directly."""
    direct, other = APIRouter(route_class=DirectRoute), APIRouter()

    async def asked(request: Request, who: Asks) -> Response:
        named = (await request.body()).decode()
        if named in RAISED:
            raise RAISED[named]
        return Response(f"{who.id} {named}", media_type="text/plain")

    direct.add_api_route("/direct", asked, methods=["POST"], response_class=Response)
    other.add_api_route("/other", asked, methods=["POST"], response_class=Response)
    routers = [(direct, sorts), (other, sorts)]
    return application(identify=lambda _: who, ready=lambda: None, routers=routers, version="1")


def ask(
    path: str, body: str, log: StringIO, who: Who | Denied = PLATFORM_1, base: str = "http://server"
) -> tuple[int, dict[str, str], str]:
    """What a path answers, below a log of requests: status, headers but for the name of the request, and body."""
    names = count()
    logged = RequestLog(served(who), request_log(log), SteppingClock(), lambda size: next(names).to_bytes(size))
    with TestClient(logged, base_url=base, raise_server_exceptions=False) as client:
        told = client.post(path, content=body)
    return told.status_code, {name: value for name, value in told.headers.items() if name != "x-request-id"}, told.text


@pytest.mark.parametrize("base", ["http://server", "https://server"])
@pytest.mark.parametrize("body", ["", "hello", *RAISED])
def test_it_is_answered_as_any_path(body: str, base: str) -> None:
    """Status, headers and body, and the line of the log but for the path."""
    logs = [StringIO(), StringIO()]
    direct, other = (ask(path, body, log, base=base) for path, log in zip(PATHS, logs, strict=True))
    assert direct == other
    assert all(direct[1][name.lower()] == value for name, value in HEADERS.items())
    assert direct[1].get("strict-transport-security") == (STRICT if base.startswith("https") else None)
    lines = [json.loads(log.getvalue()) for log in logs]
    assert [line.pop("route") for line in lines] == list(PATHS)
    assert [{name: line.get(name) for name in ("status", "actor", "error")} for line in lines] == 2 * [
        {
            "status": direct[0],
            "actor": "platform",
            "error": {"fault": "KeyError", "tampered": "TamperedError"}.get(body),
        }
    ]


@pytest.mark.parametrize(("denied", "status"), [(Denied(), 401), (Denied(wait=9), 429)])
def test_who_is_nobody_is_told_so(denied: Denied, status: int) -> None:
    """Before the function is called."""
    direct, other = (ask(path, "fault", StringIO(), denied) for path in PATHS)
    assert direct == other
    assert direct[0] == status


def test_it_is_for_whom_its_router_is_for() -> None:
    """Nobody else is let through because it is answered directly."""
    with TestClient(served(sorts=frozenset({HolderSort.STAFF}))) as client:
        direct, other = (client.post(path, content="fault") for path in PATHS)
    assert (direct.status_code, direct.json()) == (other.status_code, other.json())
    assert (direct.status_code, direct.json()["detail"]) == (403, "this is for staff; who asks is platform platform-1")


def test_what_a_fault_says_is_told_to_nobody() -> None:
    """It may say what the request said."""
    log = StringIO()
    status, _, body = ask("/direct", "fault", log)
    assert status == 500
    assert "p-7" not in body + log.getvalue()


def test_another_method_or_path_is_not_its() -> None:
    """405 and 404, with the headers."""
    with TestClient(served()) as client:
        found = [client.get("/direct"), client.post("/direct/"), client.post("//direct")]
    assert [told.status_code for told in found] == [405, 404, 404]
    assert all(told.headers["cache-control"] == "no-store" for told in found)
