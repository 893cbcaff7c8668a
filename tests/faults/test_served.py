"""The doors on the network, cut, killed and left without a database: what was acknowledged is there, once, and a retry has its first receipt."""

from __future__ import annotations

import json
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from random import Random
from threading import Event, Lock, Thread
from typing import Any, Final

import httpx2
import pytest

from tests.tools.pgserver import Server, postgres_server
from tests.worlds.network import AUDITOR, TOKEN, Network, network, serving
from tombo.ledger.store import open_store
from tombo.serve.problems import NOT_NOW

BEARER: Final = {"authorization": f"Bearer {TOKEN}"}
READER: Final = {"authorization": f"Bearer {AUDITOR}"}
LINES: Final = {**BEARER, "content-type": "application/x-ndjson"}
CLIENTS: Final = 8
PATIENCE: Final = 60.0


class Doors:
    """Where the doors are now, and what was acknowledged; for every client."""

    def __init__(self) -> None:
        self.url = ""
        self.over = Event()
        self.receipts: dict[str, Any] = {}
        """By command id: where it was recorded."""
        self.seen: list[int] = []
        """The log indices that a follower was sent, in order."""
        self.wrong: list[str] = []
        self._lock = Lock()

    def acknowledged(self, receipt: dict[str, Any]) -> None:
        """Keep a receipt; one that is not the first is wrong."""
        place = receipt["stream"], receipt["versions"], receipt["log_index"]
        with self._lock:
            if self.receipts.setdefault(receipt["command_id"], place) != place:
                self.wrong.append(f"{receipt} after {self.receipts[receipt['command_id']]}")


def opening(player: str) -> dict[str, Any]:
    """A command."""
    return {"command": {"kind": "open_account", "player": player}, "command_id": f"open/{player}", "occurred": None}


def records(doors: Doors, number: int) -> None:
    """A client: singles and batches by turns, some cut off as they wait, each sent again until it is acknowledged."""
    random, made = Random(number), 0
    while not doors.over.is_set():
        asked = [opening(f"p-{number}-{made + one}") for one in range(random.choice((1, 1, 20, 60)))]
        made += len(asked)
        if random.random() < 0.3:
            _cut_off(doors, asked)
        left = {one["command_id"]: one for one in asked}
        while left:
            with suppress(httpx2.HTTPError, ValueError):
                for receipt in _asked(doors, list(left.values())):
                    doors.acknowledged(receipt)
                    left.pop(receipt["command_id"], None)
            if left:
                time.sleep(0.1)


def _asked(doors: Doors, asked: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The receipts among the answers, each as it comes."""
    with httpx2.Client(base_url=doors.url, timeout=20) as client:
        if len(asked) == 1:
            told = client.post("/v1/commands", json=asked[0], headers=BEARER)
            if told.status_code == 200:
                yield told.json()
            elif told.status_code not in {429, 503}:
                doors.wrong.append(told.text)
            return
        body = "\n".join(map(json.dumps, asked))
        with client.stream("POST", "/v1/commands", content=body, headers=LINES) as answers:
            if answers.status_code == 200:
                found = (json.loads(line) for line in answers.iter_lines())
                yield from (one for one in found if one["status"] == "recorded")


def _cut_off(doors: Doors, asked: list[dict[str, Any]]) -> None:
    host, _, port = doors.url.removeprefix("http://").partition(":")
    body = "\n".join(map(json.dumps, asked)).encode()
    head = "".join(f"{name}: {value}\r\n" for name, value in LINES.items())
    with suppress(OSError), socket.create_connection((host, int(port)), timeout=5) as connection:
        connection.sendall(
            f"POST /v1/commands HTTP/1.1\r\nhost: door\r\n{head}content-length: {len(body)}\r\n\r\n".encode()
        )
        connection.sendall(body)
        time.sleep(0.01)


def follows(doors: Doors) -> None:
    """A subscriber, who comes again behind the last event that he was sent whole."""
    while not doors.over.is_set():
        behind = {"last-event-id": str(doors.seen[-1])} if doors.seen else {}
        with (
            suppress(httpx2.HTTPError),
            httpx2.Client(base_url=doors.url, timeout=5) as client,
            client.stream("GET", "/v1/log", headers={**READER, **behind}) as answer,
        ):
            doors.seen += _ids(answer.iter_lines(), doors.over)
        time.sleep(0.02)


def _ids(lines: Iterator[str], over: Event) -> Iterator[int]:
    index = -1
    for line in lines:
        if over.is_set():
            return
        if line.startswith("id: "):
            index = int(line.removeprefix("id: "))
        elif not line and index >= 0:
            yield index
            index = -1


@contextmanager
def busy(doors: Doors) -> Iterator[None]:
    """Clients and a subscriber at work; at the end each has what it asked."""
    works: list[Callable[[], None]] = [lambda: follows(doors), *(lambda n=n: records(doors, n) for n in range(CLIENTS))]
    threads = [Thread(target=work, daemon=True) for work in works]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        doors.over.set()
        for thread in threads:
            thread.join(PATIENCE)
        assert not any(thread.is_alive() for thread in threads), "a client waits for ever"


def comes(true: Callable[[], bool]) -> None:
    """Wait for it."""
    until = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < until, "it did not come"
        time.sleep(0.02)


def holds(made: Network, doors: Doors) -> None:
    """Every acknowledged command is there where its receipt says, once; the subscriber has every entry from the first on, once and in order."""
    assert doors.wrong == []
    with open_store(made.url, read_only=True) as store:
        for name, (stream, versions, indices) in doors.receipts.items():
            found = [(row.version, row.index) for row in store.stream_rows(stream)]
            assert found == list(zip(versions, indices, strict=True)) == found[:1], name
        assert doors.seen == list(range(len(doors.seen)))
        assert len(doors.seen) <= store.head().size


def _queue(url: str) -> float:
    figures = httpx2.get(f"{url}/metrics", headers=READER, timeout=20).text
    return float(next(line for line in figures.splitlines() if line.startswith("tombo_queue_commands ")).split()[1])


def _more_than(doors: Doors, count: int) -> bool:
    return len(doors.receipts) > count


def test_killed_under_load(store_url: str, tmp_path: Path) -> None:
    """``kill -9`` twice; then SIGTERM under the same load ends it in time, with status 0."""
    made, doors, kills = network(store_url, tmp_path), Doors(), 2
    with ExitStack() as held:
        for one in range(kills + 1):
            with serving(made) as (doors.url, process):
                if one == 0:
                    held.enter_context(busy(doors))
                before = len(doors.receipts)
                comes(partial(_more_than, doors, before + 100))
                if one < kills:
                    process.kill()
                else:
                    began = time.monotonic()
                    process.send_signal(signal.SIGTERM)
                    assert process.wait(PATIENCE) == 0
                    assert time.monotonic() - began < 45
        doors.over.set()
        with serving(made) as (doors.url, _):
            held.close()
            comes(lambda: _queue(doors.url) == 0)
    holds(made, doors)
    assert doors.receipts


@pytest.fixture
def server() -> Iterator[Server]:
    """A server of this test's own, running."""
    with postgres_server() as url, Server(url) as found:
        yield found


def test_the_database_is_gone_and_comes_back(server: Server, tmp_path: Path) -> None:
    """503 meanwhile, in words of ours; who runs it is told once. Then commands, reads, the subscriber and who may ask go on by themselves."""
    made, doors = network(f"{server.url}&schema=served", tmp_path), Doors()
    with serving(made) as (doors.url, process), httpx2.Client(base_url=doors.url, headers=BEARER, timeout=60) as client:
        with busy(doors):
            comes(lambda: len(doors.receipts) > 200)
            server.stop()
            comes(lambda: client.get("/readyz").status_code == 503)
            assert client.get("/healthz").status_code == 200
            for told in (client.post("/v1/commands", json=opening("p-away")), client.get("/v1/tables")):
                assert (told.status_code, told.json()["detail"]) == (503, NOT_NOW)
            comes(lambda: said(made, "the fence of this ledger was lost") == 1)
            server.start()
            server.is_up()
            comes(lambda: client.get("/readyz").status_code == 200)
            before = len(doors.receipts)
            comes(lambda: len(doors.receipts) > before + 200)
        assert client.post("/v1/commands", json=opening("p-away")).status_code == 200
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
    assert said(made, "the fence of this ledger was lost") == said(made, "is held again: commands are taken") == 1
    assert said(made, '"error": "StoreUnavailableError"') > 0
    holds(made, doors)


def said(made: Network, words: str) -> int:
    """How many lines of what the process said to who runs it have these words."""
    lines = made.keyring.directory.with_name("serve.log").read_text(encoding="utf-8").splitlines()
    return sum(words in line for line in lines)
