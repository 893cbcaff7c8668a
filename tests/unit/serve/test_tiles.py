"""The C2SP read API: an outsider reads all of a log over HTTP; nothing that is not signed, or not what was signed, is sent."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import NamedTuple

import pytest
from fastapi import FastAPI
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bench.play import hand
from tests.conftest import ORIGIN, run_past
from tests.tools import tile_reader
from tests.tools.served import served
from tests.worlds.operator import Operator, size_of
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.errors import TamperedError
from tombo.ledger.operate.keyring import Keyring, create_ledger, open_checked
from tombo.serve.problems import answer_with_problems
from tombo.serve.tiles import A_SECOND, FOR_EVER, SHORT, tiles_router

HANDS = 21
"""More than 512 entries: three tiles of the lowest level, and one above. Who opens the ledger looks at the first, where its keys are, and not at the second."""
READER = Path(tile_reader.__file__)


class Answer(NamedTuple):
    """What came back: status, body, type and how long it may be kept."""

    status: int
    body: bytes
    type: str | None
    kept: str | None


class Tiles(NamedTuple):
    """A server of tiles, and the alarms there were."""

    port: int
    alarms: list[Exception]

    def get(self, path: str) -> Answer:
        """Ask for ``path`` as it is written: nothing in it is made shorter or escaped."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            connection.putrequest("GET", path)
            connection.endheaders()
            answer = connection.getresponse()
            return Answer(
                answer.status, answer.read(), answer.getheader("Content-Type"), answer.getheader("Cache-Control")
            )
        finally:
            connection.close()

    def read(self, vkey: str) -> subprocess.CompletedProcess[str]:
        """What an outsider finds, who has the standard library and the log's key."""
        asked = [sys.executable, "-I", "-S", str(READER), f"http://127.0.0.1:{self.port}/c2sp", vkey]
        return subprocess.run(asked, capture_output=True, text=True, check=False, timeout=60)


class Flipped:
    """An application between, which changes a bit in the middle of what ``path`` gives."""

    def __init__(self, app: ASGIApp, path: str | None) -> None:
        self._app, self._path = app, path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def changed(message: Message) -> None:
            body = bytearray(message.get("body", b""))
            if body and scope["path"] == self._path:
                body[len(body) // 2] ^= 1
                message = {**message, "body": bytes(body)}
            await send(message)

        await self._app(scope, receive, changed if scope["type"] == "http" else send)


def tiles_of(operator: Operator, flipped: str | None = None) -> AbstractContextManager[Tiles]:
    """The tiles of ``operator``'s log on a port of their own."""
    return served_tiles(operator.url, operator.keyring, flipped)


@contextmanager
def served_tiles(url: str, keyring: Keyring, flipped: str | None = None) -> Iterator[Tiles]:
    """The tiles of a log on a port of their own."""
    with open_checked(url, keyring, read_only=True) as store:
        alarms: list[Exception] = []
        app = FastAPI(redirect_slashes=False)
        app.include_router(tiles_router(store, alarms.append))
        answer_with_problems(app)
        with served(Flipped(app, flipped)) as server:
            yield Tiles(server.port, alarms)


def play(operator: Operator, first: int, stop: int) -> int:
    """Play hands, and publish; how many entries the checkpoint covers."""
    operator.act([command for number in range(first, stop) for command in hand(0, number)])
    return size_of(operator.keyring.signer_state.read_bytes())


@pytest.fixture
def kept(tmp_path: Path, store_url: str) -> Operator:
    """A ledger of some hundred signed entries, on each database in turn."""
    operator = Operator(tmp_path, store_url)
    play(operator, 1, HANDS + 1)
    return operator


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Operator:
    """The same in a file, for tests that only look at it."""
    folder = tmp_path_factory.mktemp("large")
    operator = Operator(folder, f"sqlite:///{folder / 'ledger.db'}")
    play(operator, 1, HANDS + 1)
    return operator


def test_an_outsider_reads_and_verifies_all_of_it(kept: Operator) -> None:
    """With the standard library and the log's key alone he has every tile and entry, and the root that was signed; of the unsigned tail nothing."""
    signed = size_of(kept.keyring.signer_state.read_bytes())
    kept.act(hand(0, HANDS + 1), publishing=False)
    with tiles_of(kept) as this:
        found = this.read(kept.policy.log.vkey)
    assert found.returncode == 0, found.stdout
    assert json.loads(found.stdout) | {"root": ""} == {"size": signed, "root": "", "tiles": 4, "levels": 2}
    assert 512 < signed < 768
    assert this.alarms == []


@pytest.mark.parametrize("path", ["checkpoint", "tile/0/001", "tile/entries/001", "tile/1/000.p/2"])
def test_the_outsider_sees_every_change(large: Operator, path: str) -> None:
    """One bit changed on the way, in anything he fetches, and he does not believe it."""
    with tiles_of(large, f"/c2sp/{path}") as this:
        found = this.read(large.policy.log.vkey)
    assert found.returncode == 1, found.stdout


def test_the_outsider_believes_his_key_alone(large: Operator, tmp_path: Path) -> None:
    """A log that another key signed is not believed, whatever its tiles say."""
    other = Operator(tmp_path, f"sqlite:///{tmp_path / 'other.db'}")
    with tiles_of(large) as this:
        found = this.read(other.policy.log.vkey)
    assert (found.returncode, found.stdout) == (1, "the log did not sign the checkpoint\n")


def test_how_long_it_may_be_kept(large: Operator) -> None:
    """A full tile for ever, one that is not full a short while, the checkpoint a second."""
    left = size_of(large.keyring.signer_state.read_bytes()) - 512
    with tiles_of(large) as this:
        for folder in ("0", "entries"):
            full, partial = this.get(f"/c2sp/tile/{folder}/000"), this.get(f"/c2sp/tile/{folder}/002.p/{left}")
            assert (full.status, full.kept, full.type) == (200, FOR_EVER, "application/octet-stream")
            assert (partial.status, partial.kept, partial.type) == (200, SHORT, "application/octet-stream")
        checkpoint = this.get("/c2sp/checkpoint")
    assert checkpoint == Answer(
        200, large.keyring.signer_state.read_bytes(), "text/plain; charset=utf-8", "private, max-age=1"
    )
    assert "immutable" in FOR_EVER
    assert all(one.startswith("private, ") for one in (FOR_EVER, SHORT, A_SECOND))
    assert "immutable" not in SHORT


def test_what_the_checkpoint_does_not_cover_is_not_there(kept: Operator) -> None:
    """No wider than was signed, though the entries are there; once the next checkpoint covers them they are, and older widths stay what they were."""
    signed = size_of(kept.keyring.signer_state.read_bytes())
    kept.act(hand(0, HANDS + 1), publishing=False)
    with tiles_of(kept) as this:
        narrow = [this.get(f"/c2sp/tile/{folder}/002.p/{signed - 512}") for folder in ("0", "entries")]
        for folder in ("0", "entries"):
            for name in (f"002.p/{signed - 511}", "002", "003.p/1", "003"):
                assert this.get(f"/c2sp/tile/{folder}/{name}").status == 404
        assert this.get("/c2sp/tile/1/000.p/3").status == 404
        assert this.get("/c2sp/tile/2/000.p/1").status == 404
        now = play(kept, HANDS + 2, HANDS + 3)
        for folder, before in zip(("0", "entries"), narrow, strict=True):
            wider = this.get(f"/c2sp/tile/{folder}/002.p/{now - 512}")
            assert wider.body.startswith(before.body)
            assert len(wider.body) > len(before.body) > 0
            assert this.get(f"/c2sp/tile/{folder}/002.p/{signed - 512}") == before
        assert size_of(this.get("/c2sp/checkpoint").body) == now
    assert this.alarms == []


TRICKS = [
    "0/x001",
    "0/x000/000",
    "0/0",
    "0/00",
    "0/0000",
    "0/000x",
    "0/x00",
    "0/000.p/0",
    "0/000.p/256",
    "0/000.p/01",
    "0/000.p/+1",
    "0/000.p/-1",
    "0/000.p/1/",
    "0/000.p",
    "0/000.p/",
    "0/000.p/1.p/1",
    "0/000/",
    "0//000",
    "/0/000",
    "00/000",
    "+0/000",
    "8/000",
    "63/000",
    "-1/000",
    "1.0/000",
    "0",
    "0/",
    "",
    "000",
    "entries",
    "entries/",
    "entries/0",
    "ENTRIES/000",
    "0/../0/000",
    "../tile/0/000",
    "0/./000",
    "0/%2e%2e/0/000",
    "0/%2E/000",
    "0/%30%30%30",
    "%30/000",
    "0%2F000",
    "0/000%2ep/1",
    "entries/000%00",
    "entries/%65",
    "0/%EF%BC%90%EF%BC%90%EF%BC%90",
    "0/000%20",
    "0/000;x",
    "0/000\\..\\000",
    "0/" + "x999/" * 5 + "999",
    "0/" + "x999/" * 400 + "999",
    "0/" + "9" * 2_000,
    "7/" + "x999/" * 4 + "999",
]


def test_a_tile_has_one_name(large: Operator) -> None:
    """Any other spelling of a name, a way out of the folder, and numbers beyond the log are 404; none of it is an alarm."""
    with tiles_of(large) as this:
        assert this.get("/c2sp/tile/0/000").status == 200
        assert this.get("/c2sp/tile/0/000.p/255").status == 200
        answers = {trick: this.get(f"/c2sp/tile/{trick}").status for trick in TRICKS}
        answers |= {
            path: this.get(path).status for path in ("/c2sp/../c2sp/checkpoint", "/c2sp/checkpoint/", "/c2sp/tile")
        }
    assert answers == dict.fromkeys(answers, 404)
    assert this.alarms == []


ENTRY_CHANGED = "UPDATE stored_events SET topic = 'hand.folded.v1' WHERE notification_id = 300"
ENTRY_GONE = "DELETE FROM stored_events WHERE notification_id = 300"
TILE_CHANGED = (
    "UPDATE tiles SET hashes = (SELECT hashes FROM tiles WHERE level = 0 AND n = 0) WHERE level = 0 AND n = 1"
)
TILE_SHORT = "UPDATE tiles SET hashes = (SELECT hashes FROM tiles WHERE level = 0 AND n = 2) WHERE level = 0 AND n = 1"
TILE_GONE = "DELETE FROM tiles WHERE level = 0 AND n = 1"


@pytest.mark.parametrize(
    ("changed", "path"),
    [
        pytest.param(ENTRY_CHANGED, "entries/001", id="an entry changed"),
        pytest.param(ENTRY_GONE, "entries/001", id="an entry deleted"),
        pytest.param(TILE_CHANGED, "0/001", id="a tile changed"),
        pytest.param(TILE_SHORT, "0/001", id="a tile cut short"),
        pytest.param(TILE_GONE, "0/001", id="a tile deleted"),
    ],
)
def test_what_is_not_what_was_signed_is_not_sent(kept: Operator, changed: str, path: str) -> None:
    """An entry or a tile that the database's owner changed is 500 and an alarm; the rest goes on, and no word of the error goes out."""
    left = size_of(kept.keyring.signer_state.read_bytes()) - 512
    run_past(kept.url, changed)
    with tiles_of(kept) as this:
        answer = this.get(f"/c2sp/tile/{path}")
        assert (answer.status, answer.type, answer.kept) == (500, "application/problem+json", "no-store")
        assert "stream" not in json.loads(answer.body)["detail"]
        assert [type(alarm) for alarm in this.alarms] == [TamperedError]
        assert this.get(f"/c2sp/tile/entries/002.p/{left}").status == 200
        assert this.get("/c2sp/checkpoint").status == 200


def test_two_histories_are_not_given_out(operator: Operator, tmp_path: Path) -> None:
    """A checkpoint that the log's own key signed for another history, in the place of the signer's, is an alarm, and is not given out."""
    beside = tmp_path / "beside"
    shutil.copytree(operator.keyring.directory, beside / "keys")
    shutil.copyfile(tmp_path / "ledger.db", beside / "ledger.db")
    other = Operator.__new__(Operator)
    other.folder, other.url, other.keyring = beside, f"sqlite:///{beside / 'ledger.db'}", Keyring(beside / "keys")
    forked = other.act(hand(0, 1))
    operator.act(hand(0, 1)[:3])
    with tiles_of(operator) as this:
        assert this.get("/c2sp/checkpoint").status == 200
        operator.keyring.signer_state.write_bytes(forked)
        answer = this.get("/c2sp/checkpoint")
    assert (answer.status, [type(alarm) for alarm in this.alarms]) == (500, [TamperedError])


def test_before_the_first_checkpoint_there_is_none(tmp_path: Path, store_url: str) -> None:
    """Where nothing was signed yet there is no checkpoint, and no tile; that is no alarm."""
    keyring = Keyring(tmp_path / "keys")
    create_ledger(store_url, keyring, origin=ORIGIN, clock=SteppingClock()).store.close()
    with served_tiles(store_url, keyring) as this:
        answers = [
            this.get(f"/c2sp/{path}").status for path in ("checkpoint", "tile/0/000.p/1", "tile/entries/000.p/1")
        ]
    assert (answers, this.alarms) == ([404] * 3, [])
