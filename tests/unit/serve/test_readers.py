"""Reads share a few open readers, each for one at a time; what goes wrong with one is told as a problem."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from threading import Barrier, Event
from typing import Final

import pytest
from starlette.testclient import TestClient

from bench.play import hand, house, play
from tests.worlds.spoil import row_state, spoil
from tombo.ledger.core.clock import SteppingClock, SystemClock
from tombo.ledger.core.errors import (
    AlteredViewError,
    LedgerError,
    MalformedError,
    NotFoundError,
    OutOfPlaceError,
    StoreUnavailableError,
    TamperedError,
)
from tombo.ledger.operate.keyring import Keyring, create_ledger, open_ledger
from tombo.ledger.store import open_views
from tombo.projections import follow
from tombo.reports.shown import followed as shown
from tombo.reports.shown.reading import Reader
from tombo.serve import readers as module
from tombo.serve.app import application
from tombo.serve.problems import NOT_NOW, ProblemError
from tombo.serve.readers import OpenedLedger, Readers
from tombo.serve.reads import reads
from tombo.serve.who import EVERYBODY, HolderSort, Who


@pytest.fixture
def url(store_url: str, tmp_path: Path) -> str:
    """Where a ledger of a table with a hand is, on each store in turn."""
    ledger = create_ledger(store_url, Keyring(tmp_path / "keys"), origin="operator.example/1", clock=SteppingClock())
    with ledger.store:
        play(ledger, house(1))
        play(ledger, hand(0, 1))
    return store_url


@pytest.fixture
def alarms() -> list[Exception]:
    """What the readers raise the alarm for."""
    return []


@pytest.fixture
def readers(url: str, tmp_path: Path, alarms: list[Exception]) -> Iterator[Readers]:
    """Two readers of it at the most."""
    with Readers(url, Keyring(tmp_path / "keys"), SystemClock(), alarms.append, most=2) as made:
        yield made


@pytest.fixture
def client(readers: Readers) -> Iterator[TestClient]:
    """A client of a server that reads by them, for staff."""
    who = Who(HolderSort.STAFF, "s-1")
    app = application(identify=lambda _: who, ready=lambda: None, routers=[(reads(readers), EVERYBODY)], version="1")
    with TestClient(app, raise_server_exceptions=False) as found:
        yield found


def test_no_more_readers_are_opened_than_may_run_and_they_are_kept(readers: Readers) -> None:
    """Two reads that meet have one each; twenty after them have these two."""
    together = Barrier(2)

    def meeting(opened: OpenedLedger) -> Reader:
        together.wait(10)
        return opened.reader

    async def asked() -> tuple[set[Reader], set[Reader]]:
        first = await asyncio.gather(readers.read(meeting), readers.read(meeting))
        later = await asyncio.gather(*(readers.read(lambda opened: opened.reader) for _ in range(20)))
        return set(first), set(later)

    first, later = asyncio.run(asked())
    assert len(first) == 2
    assert later <= first


def test_more_reads_than_may_wait_are_turned_away(readers: Readers, monkeypatch: pytest.MonkeyPatch) -> None:
    """429 for the one too many, at once; the others are answered."""
    monkeypatch.setattr(module, "WAITING_MAX", 3)
    go_on = Event()

    async def asked() -> list[object]:
        waiting = [asyncio.create_task(readers.read(lambda _: go_on.wait(10))) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(ProblemError, match="3 reads run or wait") as told:
            await readers.read(lambda _: True)
        assert (told.value.status, told.value.headers["Retry-After"]) == (429, "1")
        go_on.set()
        return [*await asyncio.gather(*waiting), await readers.read(lambda _: True)]

    assert asyncio.run(asked()) == [True] * 4


def test_a_reader_that_lost_its_store_is_not_used_again(readers: Readers) -> None:
    """The next read opens another."""

    def lost(opened: OpenedLedger) -> Reader:
        seen.append(opened.reader)
        raise StoreUnavailableError("gone")

    seen = list[Reader]()

    async def asked() -> Reader:
        with pytest.raises(StoreUnavailableError):
            await readers.read(lost)
        return await readers.read(lambda opened: opened.reader)

    assert asyncio.run(asked()) is not seen[0]


def test_what_another_process_records_is_read_at_once(url: str, tmp_path: Path, client: TestClient) -> None:
    """A reader that is kept knows what came since."""
    before = client.get("/v1/hands").json()["items"]
    ledger = open_ledger(url, Keyring(tmp_path / "keys"), clock=SteppingClock())
    with ledger.store:
        play(ledger, hand(0, 2))
    after = client.get("/v1/hands").json()["items"]
    assert [one["hand"] for one in after] == ["mesa-0/2", "mesa-0/1"]
    assert after[1:] == before


def test_an_entry_that_was_changed_is_a_problem_with_its_place(
    url: str, client: TestClient, alarms: list[Exception]
) -> None:
    """500, with the message of the ledger: which entry, and what to do next; and an alarm. Other paths go on."""
    found = client.get("/v1/hands/mesa-0/1").json()
    index = next(event["log_index"] for event in client.get("/v1/hands/mesa-0/1?viewer=auditor").json()["events"])
    spoil(
        url,
        "UPDATE stored_events SET state = ? WHERE notification_id = ?",
        row_state(url, index)[:-1] + b" ",
        index + 1,
    )
    told = client.get("/v1/hands/mesa-0/1")
    assert (told.status_code, told.headers["content-type"]) == (500, "application/problem+json")
    assert found["hand"] == "mesa-0/1"
    assert "TAMPERED" in told.json()["detail"]
    assert str(index) in told.json()["detail"]
    assert [type(alarm) for alarm in alarms] == [TamperedError]
    assert client.get("/v1/rulesets").status_code == 200


@pytest.mark.parametrize(
    ("met", "alarmed"),
    [
        (TamperedError("changed"), 1),
        (MalformedError("no entry"), 1),
        (OutOfPlaceError("sealed by who has an event key"), 0),
        (AlteredViewError("a row that nobody sealed"), 0),
        (NotFoundError("no such hand"), 0),
        (StoreUnavailableError("gone"), 0),
    ],
)
def test_only_what_is_not_as_it_was_sealed_is_an_alarm(
    readers: Readers, alarms: list[Exception], met: LedgerError, alarmed: int
) -> None:
    """An entry that an event key sealed out of place is refused by name, and rows of a projection are computed again: neither stops who records."""

    def meeting(_: OpenedLedger) -> None:
        raise met

    with pytest.raises(type(met)):
        asyncio.run(readers.read(meeting))
    assert alarms == [met] * alarmed


def test_a_store_that_is_not_opened_for_what_it_holds_is_an_alarm(
    url: str, client: TestClient, alarms: list[Exception]
) -> None:
    """The first read of a server meets it as the reader is opened."""
    spoil(url, "DELETE FROM stored_events WHERE notification_id = ?", 3)
    assert client.get("/v1/hands").status_code == 500
    assert [type(alarm) for alarm in alarms] == [TamperedError]


def test_a_store_that_cannot_be_reached_is_asked_again_later(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """503 with Retry-After, in words of ours: where the database is, and as whom it is asked, nobody is told."""

    def unreachable(*_: object, **__: object) -> None:
        raise StoreUnavailableError('connection to "10.0.0.7" failed: user "tombo_serve"')

    monkeypatch.setattr(module, "open_checked", unreachable)
    told = client.get("/v1/tables")
    assert (told.status_code, told.headers["retry-after"]) == (503, "1")
    assert told.json()["detail"] == NOT_NOW


def test_what_cannot_be_kept_is_not_computed_for_each_who_asks(
    url: str, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """503 with the command that keeps it, and no entry is followed for it; as soon as it can be kept, the same is answered."""

    def full(*_: object, **__: object) -> None:
        raise StoreUnavailableError('permission denied for "tombo_serve"')

    with monkeypatch.context() as patch:
        patch.setattr(shown, "open_views", full)
        patch.setattr(shown, "scratch_views", _never)
        for path in ("/v1/book", "/v1/refunds", "/v1/players/p-1/statement"):
            told = client.get(path)
            assert (told.status_code, told.headers["retry-after"]) == (503, "60"), told.text
            assert "cannot be kept beside the ledger" in told.json()["detail"]
            assert "'tombo views follow'" in told.json()["detail"]
            assert "tombo_serve" not in told.text
    assert client.get("/v1/book").status_code == 200


def test_what_is_far_behind_is_followed_by_who_keeps_it(
    url: str, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A request waits for what is a little behind alone; what it followed by then is kept."""
    with monkeypatch.context() as patch:
        patch.setattr(module, "BEHIND_MAX", 10)
        defaults = follow.Follower.__new__.__defaults__
        assert defaults is not None
        patch.setattr(follow.Follower.__new__, "__defaults__", (1, *defaults[1:]))  # the size of a batch
        told = client.get("/v1/book")
        assert (told.status_code, "entries behind the log" in told.json()["detail"]) == (503, True)
    assert client.get("/v1/book").status_code == 200


LOOKED_UP: Final = ("/v1/status", "/v1/hands", "/v1/rounds", "/v1/players/p-1/last-hands")


def test_a_long_log_is_not_read_for_what_is_not_kept(
    url: str, client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """503 with the command that keeps it; a short log is read; where it is kept a long one is answered too, and not where that is far behind."""
    with open_views(url) as views:
        views.drop("search")
    short = {path: client.get(path).status_code for path in LOOKED_UP}
    assert (short["/v1/status"], 503 in short.values()) == (200, False)
    monkeypatch.setattr(module, "BEHIND_MAX", 10)
    for path in LOOKED_UP:
        told = client.get(path)
        assert (told.status_code, told.headers["retry-after"]) == (503, "60"), told.text
        assert "search does not follow the log, which has " in told.json()["detail"]
        assert "'tombo views follow'" in told.json()["detail"]
    monkeypatch.undo()
    assert client.get("/v1/find").status_code == 200
    monkeypatch.setattr(module, "BEHIND_MAX", 10)
    assert {path: client.get(path).status_code for path in LOOKED_UP} == short
    ledger = open_ledger(url, Keyring(tmp_path / "keys"))
    with ledger.store:
        play(ledger, hand(0, 2))
    assert {client.get(path).status_code for path in LOOKED_UP} == {503}


def _never(*_: object, **__: object) -> None:
    raise AssertionError
