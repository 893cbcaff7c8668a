"""``POST /v1/commands``: every outcome has its status, and what is answered is durable."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event

import httpx2
import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from tests.worlds.floor import PLATFORM
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.errors import KeyFileError, LedgerError, StoreUnavailableError, TamperedError
from tombo.ledger.live.group import GroupWriter
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger
from tombo.serve import door
from tombo.serve.app import application
from tombo.serve.commands import commands
from tombo.serve.door import Door
from tombo.serve.problems import NOT_NOW
from tombo.serve.who import EVERYBODY, Denied, HolderSort, Who

LINES = {"content-type": "application/x-ndjson"}
JSON = {"content-type": "application/json"}
PLATFORM_1 = Who(HolderSort.PLATFORM, PLATFORM.id)


@pytest.fixture
def ledger(store_url: str, tmp_path: Path) -> Iterator[Ledger]:
    """An empty ledger, on each store in turn."""
    made = create_ledger(
        store_url, Keyring(tmp_path / "keys"), origin="operator.example/ledger/1", clock=SteppingClock()
    )
    with made.store:
        yield made


@contextmanager
def served(ledger: Ledger, who: Who | Denied = PLATFORM_1, check: LedgerError | None = None) -> Iterator[TestClient]:
    """A client of a server for ``who``, whoever that is; ``check`` keeps every commit back."""

    def checked() -> None:
        if check is not None:
            raise check

    with GroupWriter(ledger, checked) as writer:
        app = application(
            identify=lambda _: who, ready=lambda: None, routers=[(commands(Door(writer)), EVERYBODY)], version="1"
        )
        with TestClient(app, raise_server_exceptions=False) as client:
            yield client


def opening(player: str, name: str | None = None, **more: object) -> dict[str, object]:
    """A command that opens an account, by the platform that asks."""
    return {
        "command": {"kind": "open_account", "player": player},
        "command_id": name or f"open/{player}",
        "occurred": None,
        **more,
    }


def deposit(player: str, cents: int, name: str, **more: object) -> dict[str, object]:
    """A command that pays in."""
    command = {"kind": "deposit", "player": player, "amount": {"cents": cents}, "reference": "bank"}
    return {"command": command, "command_id": name, "occurred": None, **more}


def test_a_command_is_recorded_and_again_gets_its_first_receipt(ledger: Ledger) -> None:
    """200 with the receipt, also the second time; it is by who authenticated."""
    with served(ledger) as client:
        first = client.post("/v1/commands", json=opening("p-1"))
        assert (first.status_code, first.json()["status"], first.json()["stream"]) == (200, "recorded", "account:p-1")
        size = ledger.store.head().size
        again = client.post("/v1/commands", json=opening("p-1"))
        assert (again.status_code, again.json()) == (200, {**first.json(), "repeated": True})
    (row,) = ledger.store.stream_rows("account:p-1")
    assert (ledger.store.head().size, ledger.store.entry(row).by) == (size, PLATFORM)


def test_what_is_refused_is_a_problem_with_its_rule(ledger: Ledger) -> None:
    """422: the rule, how it is read, the facts; nothing is recorded."""
    with served(ledger) as client:
        size = ledger.store.head().size
        told = client.post("/v1/commands", json=deposit("nobody", 100, "d-1"))
        assert (told.status_code, told.headers["content-type"]) == (422, "application/problem+json")
        assert told.json() == {
            "title": "Refused",
            "status": 422,
            "outcome": "refused",
            **{name: told.json()[name] for name in ("detail", "about", "facts", "reading", "rule")},
            "command_id": "d-1",
        }
        assert told.json()["rule"].startswith("House: ")
        assert ledger.store.head().size == size


def test_a_conflict_is_one(ledger: Ledger) -> None:
    """409: an id that stands for another command, and a stream that stands elsewhere."""
    with served(ledger) as client:
        assert client.post("/v1/commands", json=opening("p-1")).status_code == 200
        other = client.post("/v1/commands", json=opening("p-2", "open/p-1"))
        assert (other.status_code, "was used for another command" in other.json()["detail"]) == (409, True)
        elsewhere = client.post("/v1/commands", json=deposit("p-1", 100, "d-1", expected_version=7))
        assert (elsewhere.status_code, elsewhere.json()["rule"]) == (409, "House: version")


@pytest.mark.parametrize(
    ("body", "sort", "status"),
    [
        (b"", JSON, 400),
        (b"{}", JSON, 400),
        (b"[" * 5_000, JSON, 400),
        (b'{"command": {"kind": "open_account", "player": "p"}, "command": 1}', JSON, 400),
        (b'{"a": 1.5}', JSON, 400),
        (b"\xff\xfe", JSON, 400),
        (b"x" * ((1 << 20) + 1), JSON, 413),
        (b"\n" * ((8 << 20) + 1), LINES, 413),
        (b"{}\n" * 1_025, LINES, 413),
        (b"<command/>", {"content-type": "text/xml"}, 415),
        (b"{}", {}, 415),
        (gzip.compress(b" " * 100_000), {**JSON, "content-encoding": "gzip"}, 415),
        (b"{}", {**LINES, "content-encoding": "br"}, 415),
    ],
)
def test_what_is_no_command_is_refused(
    sqlite_url: str, tmp_path: Path, body: bytes, sort: dict[str, str], status: int
) -> None:
    """Each with its own status, as a problem, and nothing is recorded."""
    made = create_ledger(sqlite_url, Keyring(tmp_path / "keys"), origin="operator.example/ledger/1")
    with made.store, served(made) as client:
        size = made.store.head().size
        told = client.post("/v1/commands", content=body, headers=sort)
        assert (told.status_code, told.json()["status"]) == (status, status), told.text
        assert made.store.head().size == size


@pytest.mark.parametrize(
    ("who", "by", "status"),
    [
        (PLATFORM_1, {"actor": "platform", "id": "another"}, 403),
        (PLATFORM_1, {"actor": "staff", "id": "ana", "role": "manager"}, 403),
        (PLATFORM_1, {"actor": "player", "id": "p-1"}, 422),
        (Who(HolderSort.STAFF, "ana"), {"actor": "platform", "id": PLATFORM.id}, 403),
        (Who(HolderSort.STAFF, "ana"), {"actor": "staff", "id": "rui", "role": "manager"}, 403),
        (Who(HolderSort.STAFF, "ana"), {"actor": "staff", "id": "ana", "role": "manager"}, 422),
        (Who(HolderSort.STAFF, "ana"), None, 400),
        (Who(HolderSort.AUDITOR, "a"), {"actor": "platform", "id": PLATFORM.id}, 403),
        (Who(HolderSort.PLAYER, "p-1"), {"actor": "player", "id": "p-1"}, 403),
        (Denied(), {"actor": "platform", "id": PLATFORM.id}, 401),
        (Denied(7), {"actor": "platform", "id": PLATFORM.id}, 429),
    ],
)
def test_the_actor_is_who_authenticated(
    ledger: Ledger, who: Who | Denied, by: dict[str, str] | None, status: int
) -> None:
    """Whatever the body says; in a batch too, where only its line is refused."""
    asked = opening("p-1") if by is None else opening("p-1", by=by)
    with served(ledger, who) as client:
        size = ledger.store.head().size
        told = client.post("/v1/commands", json=asked)
        assert told.status_code == status, told.text
        assert (told.headers.get("retry-after"), "www-authenticate" in told.headers) == (
            "7" if status == 429 else None,
            status == 401,
        )
        batch = client.post("/v1/commands", content=json.dumps(asked) + "\n", headers=LINES)
        if status in {401, 429} or (isinstance(who, Who) and who.sort in {HolderSort.AUDITOR, HolderSort.PLAYER}):
            assert batch.status_code == status
        else:
            assert (batch.status_code, json.loads(batch.text)["status"] == "recorded") == (200, False)
        assert ledger.store.head().size == size


def test_a_batch_is_answered_line_by_line(ledger: Ledger) -> None:
    """In order, as ``tombo record`` answers; an unreadable line keeps none back."""
    lines = [
        opening("p-1"),
        deposit("p-1", 100, "d-1"),
        "no command",
        deposit("p-9", 1, "d-9"),
        deposit("p-1", 50, "d-2"),
    ]
    body = "\n".join(json.dumps(line) for line in lines)
    with served(ledger) as client:
        told = client.post("/v1/commands", content=body, headers=LINES)
        answers = [json.loads(line) for line in told.text.splitlines()]
        assert [one["status"] for one in answers] == ["recorded", "recorded", "error", "refused", "recorded"]
        assert [one.get("command_id") for one in answers] == ["open/p-1", "d-1", None, "d-9", "d-2"]
        assert answers[2]["line"] == 3
        again = client.post("/v1/commands", content=body, headers=LINES)
        repeated = [json.loads(line).get("repeated") for line in again.text.splitlines()]
        assert repeated == [True, True, None, None, True]
        assert client.post("/v1/commands", content="\n \n", headers=LINES).text == ""


def test_a_line_that_is_not_done_has_the_status_it_would_have_alone(ledger: Ledger) -> None:
    """What one exit status holds together: no command, somebody else's, and an id that stands for another."""
    asked = [
        opening("p-1"),
        {"command_id": "x"},
        opening("p-2", by={"actor": "platform", "id": "x"}),
        opening("p-3", "open/p-1"),
    ]
    with served(ledger) as client:
        told = client.post("/v1/commands", content="\n".join(map(json.dumps, asked)), headers=LINES)
        lines = [json.loads(line) for line in told.text.splitlines()]
        alone = [client.post("/v1/commands", json=one) for one in asked]
        assert (
            [one.get("http_status", 200) for one in lines] == [one.status_code for one in alone] == [200, 400, 403, 409]
        )
        named = ["open/p-1", "x", "open/p-2", "open/p-1"]
        assert [one["command_id"] for one in lines] == [one.json()["command_id"] for one in alone] == named


@pytest.mark.parametrize(
    ("error", "status", "detail"),
    [
        (StoreUnavailableError('connection to "10.0.0.7" failed: user "tombo_serve"'), 503, NOT_NOW),
        (KeyFileError("/var/lib/tombo/keys/event.key is damaged"), 503, NOT_NOW),
        (TamperedError("not what was sealed"), 500, "not what was sealed"),
    ],
)
def test_what_keeps_a_commit_back_is_told(ledger: Ledger, error: LedgerError, status: int, detail: str) -> None:
    """503 what passes, in words of ours alone, 500 what does not; and the batch has it in each line."""
    with served(ledger, check=error) as client:
        told = client.post("/v1/commands", json=opening("p-1"))
        assert (told.status_code, told.json()["detail"], told.json()["command_id"]) == (status, detail, "open/p-1")
        assert told.headers.get("retry-after") == ("1" if status == 503 else None)
        batch = client.post("/v1/commands", content=json.dumps(opening("p-1")), headers=LINES)
        assert (json.loads(batch.text)["exit_status"], json.loads(batch.text)["http_status"]) == (
            error.exit_status,
            status,
        )
        assert json.loads(batch.text)["message"] == detail


def test_a_full_queue_is_429_before_the_body_is_read(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """With ``Retry-After``; what was taken before is answered."""
    monkeypatch.setattr(door, "WAITING_MAX", 2)
    with served(ledger) as client:
        lines = "\n".join(json.dumps(opening(f"p-{number}")) for number in range(3))
        told = client.post("/v1/commands", content=lines, headers=LINES)
        assert (told.status_code, told.headers["retry-after"]) == (429, "1")
        assert client.post("/v1/commands", json=opening("p-1")).status_code == 200


def test_batches_that_come_together_do_not_pass_the_bound(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """One of them fills the queue; each of the others is told so, though all looked for room before anything was committed."""
    monkeypatch.setattr(door, "WAITING_MAX", 4)
    go_on = Event()

    async def together(client: httpx2.AsyncClient) -> tuple[list[int], int]:
        bodies = ["\n".join(json.dumps(opening(f"p-{one}-{line}")) for line in range(3)) for one in range(4)]
        asked = [asyncio.create_task(client.post("/v1/commands", content=body, headers=LINES)) for body in bodies]
        try:
            _, left = await asyncio.wait(asked, timeout=1)
        finally:
            go_on.set()
        return sorted(told.status_code for told in await asyncio.gather(*asked)), len(left)

    async def ask(app: FastAPI) -> tuple[list[int], int]:
        async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app), base_url="http://door") as client:
            return await together(client)

    def check() -> None:
        go_on.wait(60)

    with GroupWriter(ledger, check) as writer:
        routers = [(commands(Door(writer)), EVERYBODY)]
        app = application(identify=lambda _: PLATFORM_1, ready=lambda: None, routers=routers, version="1")
        assert asyncio.run(ask(app)) == ([200, 429, 429, 429], 1)


def test_a_door_that_closes_takes_nothing(ledger: Ledger) -> None:
    """503, and nothing is recorded."""
    with GroupWriter(ledger) as writer:
        one = Door(writer)
        app = application(
            identify=lambda _: PLATFORM_1, ready=lambda: "closing", routers=[(commands(one), EVERYBODY)], version="1"
        )
        with TestClient(app) as client:
            assert client.get("/healthz").json() == {"status": "ok"}
            assert client.get("/readyz").status_code == 503
            one.closing = True
            told = client.post("/v1/commands", json=opening("p-1"))
            assert (told.status_code, told.headers["retry-after"]) == (503, "1")


def test_what_waits_is_counted_down_again(ledger: Ledger) -> None:
    """However each of them ends."""
    with GroupWriter(ledger) as writer:
        one = Door(writer)
        app = application(
            identify=lambda _: PLATFORM_1, ready=lambda: None, routers=[(commands(one), EVERYBODY)], version="1"
        )
        with TestClient(app) as client:
            client.post("/v1/commands", json=opening("p-1"))
            client.post("/v1/commands", json=deposit("p-9", 1, "d-9"))
            client.post("/v1/commands", content=json.dumps(opening("p-2")) + "\nno\n", headers=LINES)
    assert one.waiting == 0


def test_every_command_is_described(ledger: Ledger) -> None:
    """OpenAPI 3.1, with the schema of every command and every status that is given."""
    with served(ledger) as client:
        document = client.get("/v1/openapi.json").json()
        assert document["openapi"].startswith("3.1")
        path = document["paths"]["/v1/commands"]["post"]
        assert {"200", "400", "401", "403", "409", "413", "415", "422", "429", "503"} <= set(path["responses"])
        assert {"OpenAccount", "Deposit", "Problem", "Receipt"} <= set(document["components"]["schemas"])
    with served(ledger, Denied()) as client:
        assert client.get("/v1/openapi.json").status_code == 401


def test_receipts_say_what_is_there(ledger: Ledger) -> None:
    """The versions and log indices of the answer are those of the rows."""
    with served(ledger) as client:
        told = client.post("/v1/commands", json=opening("p-1")).json()
    (row,) = ledger.store.stream_rows("account:p-1")
    assert (told["versions"], told["log_index"]) == ([row.version], [row.index])
