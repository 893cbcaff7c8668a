"""What a server says of old play whose copy is away: which it is, with 503; nothing is taken for forged, and play goes on (decision 0045)."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from typing import Any

import httpx2
import pytest
from fastapi import FastAPI

from tests.tools.served import served
from tests.worlds.detached import backed_up_and_run
from tests.worlds.log_followers import Follower, followed, frames_of, size_of
from tests.worlds.operator import Operator
from tombo.ledger.exchange.tiles import entry_tile
from tombo.ledger.operate.cold import NotHereError
from tombo.ledger.operate.detached import Period
from tombo.ledger.operate.keyring import open_checked
from tombo.ledger.operate.said import COPY_WITHOUT
from tombo.serve.problems import answer_with_problems, of_error
from tombo.serve.tiles import PREFIX, tiles_router


@pytest.fixture
def away(played: Operator) -> tuple[Operator, Path]:
    """A ledger whose old play left for a copy, and that copy, which is not where it was."""
    copy = played.folder / "copy"
    backed_up_and_run(played, copy)
    return played, copy.rename(played.folder / "gone")


def back(operator: Operator, gone: Path) -> None:
    """The copy is brought back."""
    gone.rename(operator.folder / "copy")


def test_who_follows_from_the_first_entry_is_told(away: tuple[Operator, Path]) -> None:
    """The log goes on for everybody else, no alarm is raised, and once the copy is back he has every entry."""
    operator, gone = away
    with followed(operator) as this:
        answer = httpx2.get(this.url, params={"from": 0})
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "60")
        assert "the entries 0 to 193, which were detached, and no copy that has them is here now" in answer.text
        assert "copy" not in answer.text.replace("no copy that", "").replace("a copy back", "")
        last = size_of(operator) - 1
        newest = Follower(this.server.port, Random(1), last)
        asyncio.run(newest.until(last))
        assert (this.alarms, this.feed.failed) == ([], False)
        back(operator, gone)
        every = Follower(this.server.port, Random(2))
        asyncio.run(every.until(last))
        assert every.events == frames_of(operator)


def test_who_is_half_way_through_is_let_go_and_told(
    away: tuple[Operator, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where what follows is away he has what stands before it, and asked again he is told: he goes on where he was."""
    operator, gone = away
    monkeypatch.setattr("tombo.serve.ring.ENTRIES", 16)
    with followed(operator) as this:
        with httpx2.stream("GET", this.url, params={"from": 16}) as answer:
            had = [line for line in answer.iter_lines() if line.startswith("id: ")]
        assert had == [f"id: {index}" for index in range(16, 32)]
        assert httpx2.get(this.url, headers={"Last-Event-ID": "31"}).status_code == 503
        assert this.alarms == []
        back(operator, gone)


@contextmanager
def tiles(operator: Operator) -> Iterator[tuple[int, list[Exception]]]:
    """The tiles of a ledger on a port, and the alarms there were."""
    alarms = list[Exception]()
    with open_checked(operator.url, operator.keyring, read_only=True) as store:
        app = FastAPI()
        app.include_router(tiles_router(store, alarms.append))
        answer_with_problems(app)
        with served(app, lambda: None) as server:
            yield server.port, alarms


def test_a_tile_of_entries_that_are_away_raises_no_alarm(away: tuple[Operator, Path]) -> None:
    """503, as what passes; the checkpoint and the hashes are given out as before, and the entries once the copy is back."""
    operator, gone = away
    with tiles(operator) as (port, alarms):
        name = f"{PREFIX}/{entry_tile(0, 194)}"
        assert [status(port, path) for path in (name, f"{PREFIX}/checkpoint", f"{PREFIX}/tile/0/000.p/194")] == [
            503,
            200,
            200,
        ]
        assert alarms == []
        back(operator, gone)
        assert status(port, name) == 200


@pytest.mark.parametrize("spoilt", ["mode", "a folder"])
def test_a_file_of_places_that_cannot_be_read_raises_no_alarm(away: tuple[Operator, Path], spoilt: str) -> None:
    """Who asks for old play is told 503 until somebody has mended it; nothing is wrong with the log, and play goes on."""
    operator, gone = away
    back(operator, gone)
    names = operator.keyring.cold
    if spoilt == "mode":
        names.chmod(0o644)
    else:
        names.unlink()
        names.mkdir()
    with followed(operator) as this, tiles(operator) as (port, alarms):
        assert httpx2.get(this.url, params={"from": 0}).status_code == 503
        assert status(port, f"{PREFIX}/{entry_tile(0, 194)}") == 503
        assert (this.alarms, this.feed.failed, alarms) == ([], False, [])


def status(port: int, path: str) -> int:
    """With what a path is answered."""
    connection = HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    finally:
        connection.close()


def test_what_is_told_names_no_place() -> None:
    """Nor root: who asks over the network is told which entries, and to ask again in a minute."""
    told: Any = of_error(NotHereError(COPY_WITHOUT(places="/mnt/vault/copy"), Period(100, 200, "root")))
    assert (told.status, told.headers) == (503, {"Retry-After": "60"})
    assert "the entries 100 to 199" in told.detail
    assert "vault" not in told.detail
