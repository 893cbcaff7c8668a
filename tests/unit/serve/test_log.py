"""The log over HTTP: every entry once and in order, however slow a follower is and however often he is cut off."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx2
import pytest
from fastapi import FastAPI

from bench.play import hand
from tests.conftest import run_past
from tests.worlds.log_followers import (
    LIMITS,
    Counting,
    Follower,
    all_until,
    followed,
    followed_store,
    frames_of,
    playing,
    size_of,
)
from tests.worlds.operator import Operator
from tests.worlds.staff import signed
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.errors import StoreUnavailableError, TamperedError
from tombo.ledger.live.group import GroupWriter
from tombo.ledger.live.ledger import Acknowledgement
from tombo.ledger.operate.keyring import open_checked, open_ledger
from tombo.projections.follow import entry_json
from tombo.serve.log import LogFeed, drop_stalled, log_router
from tombo.serve.problems import answer_with_problems
from tombo.serve.ring import EncodedLog, frame

FOLLOWERS = 100


@pytest.fixture
def kept(tmp_path: Path, store_url: str) -> Operator:
    """A ledger of some entries, on each database in turn."""
    return Operator(tmp_path, store_url)


def test_a_hundred_followers_have_every_entry_once(kept: Operator) -> None:
    """While entries come, slow ones, fast ones and those that are cut off all have every entry, once and in order; each was encoded once."""
    first, chance = size_of(kept), Random(40)
    with followed(kept) as this:
        followers = [Follower(this.server.port, Random(chance.random()), first) for _ in range(FOLLOWERS)]
        with playing(kept, hands=10):
            asyncio.run(all_until(followers, first + 150))
        last = size_of(kept) - 1
        asyncio.run(all_until(followers, last))
    wanted = frames_of(kept)[first:]
    assert [one.events for one in followers] == [wanted] * FOLLOWERS
    assert sum(one.cuts for one in followers) > 2 * FOLLOWERS
    assert this.log.times == dict.fromkeys(range(first, last + 1), 1)
    assert this.alarms == []


def test_who_is_behind_the_ring_meets_it(kept: Operator) -> None:
    """From the first entry on, with a ring that holds one page, those who follow have every entry once and in order all the same."""
    chance = Random(41)
    with followed(kept, LIMITS._replace(ring_bytes=1)) as this:
        followers = [Follower(this.server.port, Random(chance.random())) for _ in range(12)]
        with playing(kept, hands=3):
            asyncio.run(all_until(followers, size_of(kept)))
        asyncio.run(all_until(followers, size_of(kept) - 1))
    assert [one.events for one in followers] == [frames_of(kept)] * 12


def test_the_writer_and_the_feed_share_a_store(kept: Operator) -> None:
    """In one process, through the store that the writer appends to: every entry once and in order, each encoded once."""
    ledger = open_ledger(kept.url, kept.keyring, clock=SteppingClock())
    with ledger.store as store, followed_store(Counting(store)) as this, GroupWriter(ledger) as writer:
        first, chance = store.head().size, Random(43)
        followers = [Follower(this.server.port, Random(chance.random()), first) for _ in range(5)]
        for number in range(1, 9):
            tickets = [writer.submit(signed(one, store.origin)) for one in hand(0, number)]
            assert {type(ticket.wait()) for ticket in tickets} == {Acknowledgement}
        last = store.head().size - 1
        asyncio.run(all_until(followers, last))
    assert [one.events for one in followers] == [frames_of(kept)[first:]] * 5
    assert (this.log.times, this.alarms) == (dict.fromkeys(range(first, last + 1), 1), [])


def test_a_stream_does_not_last_for_ever(kept: Operator) -> None:
    """It ends after a while, so that who follows is asked again who he is; having come again he has every entry once and in order."""
    with followed(kept, LIMITS._replace(lasts=0.1)) as this:
        with httpx2.stream("GET", this.url, params={"from": 10_000}, timeout=20) as answer:
            ended = list(lines_of(answer))
        follower = Follower(this.server.port, Random(42))
        with playing(kept, hands=3):
            asyncio.run(all_until([follower], size_of(kept)))
        asyncio.run(all_until([follower], size_of(kept) - 1))
    assert ended[0] == "retry: 1000"
    assert follower.events == frames_of(kept)
    assert follower.asked > follower.cuts + 1


def test_an_event_is_the_entry(operator: Operator) -> None:
    """An event's id is the log index; its data what views give of an entry, with its stream, in one line of JSON."""
    with open_checked(operator.url, operator.keyring, read_only=True) as store:
        entries = [store.entry(row) for row in store.rows()]
    for entry, event in zip(entries, frames_of(operator), strict=True):
        lines = event.decode().split("\n")
        assert (lines[0], lines[2:]) == (f"id: {entry.index}", ["", ""])
        said = json.loads(lines[1].removeprefix("data: "))
        assert said == {"stream": entry.stream, **entry_json(entry), "out_of_place": None}


def test_an_entry_out_of_place_says_so(operator: Operator) -> None:
    """What only a stolen event key can have put where it stands is given as every other, and with why it is none of ours."""
    with open_checked(operator.url, operator.keyring, read_only=True) as store:
        entry = next(store.entry(row) for row in store.rows() if row.kind == "account.opened.v1")
    again = json.loads(frame(entry._replace(version=2)).decode().split("data: ")[1])
    elsewhere = json.loads(frame(entry._replace(stream="table:mesa-0")).decode().split("data: ")[1])
    assert again["out_of_place"] == "a stream begins once"
    assert elsewhere["out_of_place"] == "it is of another type of stream"


WRONG = ["", "-1", "+1", "01", "1.0", "1e3", "0x10", "1 2", "\u0661", "abc", "9007199254740992", "9" * 40]


@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_no_log_index_is_refused(operator: Operator, wrong: str) -> None:
    """Where to begin is a log index as it is written, in the address or as the last event seen; else 400, as problem details."""
    app = FastAPI()
    with open_checked(operator.url, operator.keyring, read_only=True) as store:
        app.include_router(log_router(LogFeed(EncodedLog(store), asyncio.Event(), list[Exception]().append)))
        answer_with_problems(app)

        async def ask() -> list[httpx2.Response]:
            async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app), base_url="http://here") as client:
                return [
                    await client.get("/v1/log", params={"from": wrong}),
                    await client.get("/v1/log", headers=[(b"Last-Event-ID", wrong.encode())]),
                    await client.get("/v1/log?from=1&from=2"),
                ]

        answers = asyncio.run(ask())
    assert [answer.status_code for answer in answers] == [400] * len(answers)
    for answer in answers:
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.json()["status"] == 400
        assert "expected one log index" in answer.json()["detail"]


def test_who_asks_as_the_server_ends_is_told_to_come_again(operator: Operator) -> None:
    """Once the end was told no stream begins: 503, and when to ask again."""
    app, ending = FastAPI(), asyncio.Event()
    ending.set()

    async def ask() -> httpx2.Response:
        async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app), base_url="http://here") as client:
            return await client.get("/v1/log")

    with open_checked(operator.url, operator.keyring, read_only=True) as store:
        app.include_router(log_router(LogFeed(EncodedLog(store), ending, list[Exception]().append)))
        answer_with_problems(app)
        answer = asyncio.run(ask())
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")


def lines_of(answer: httpx2.Response) -> Iterator[str]:
    """The lines of a stream."""
    assert answer.status_code == 200, answer.read()
    assert answer.headers["content-type"].startswith("text/event-stream")
    return answer.iter_lines()


def test_what_is_beyond_the_end_is_waited_for(kept: Operator) -> None:
    """Asked for an entry that is not there yet, the stream lives, by its heartbeats, until it is; and nothing before it is sent."""
    first = size_of(kept) + 10
    with followed(kept) as this, httpx2.stream("GET", this.url, params={"from": first}, timeout=20) as answer:
        lines = lines_of(answer)
        assert [next(lines) for _ in range(6)] == ["retry: 1000", "", ": ", "", ": ", ""]
        kept.act(hand(0, 1), publishing=False)
        assert next(line for line in lines if line.startswith("id")) == f"id: {first}"


def test_nobody_pays_for_what_nobody_reads(kept: Operator) -> None:
    """While nobody follows nothing is read; who comes then misses nothing of it, and what is new is encoded once for all."""
    first = size_of(kept)
    with followed(kept, LIMITS._replace(idle=3.0)) as this:
        time.sleep(4)
        kept.act(hand(0, 1), publishing=False)
        time.sleep(0.3)
        assert this.log.times == {}
        followers = [Follower(this.server.port, Random(number), first) for number in range(3)]
        asyncio.run(all_until(followers, size_of(kept) - 1))
        before = size_of(kept)
        with playing(kept, hands=2):
            asyncio.run(all_until(followers, before + 5))
    wanted = frames_of(kept)[first:]
    assert all(one.events == wanted[: len(one.events)] for one in followers)
    assert {this.log.times[index] for index in range(before, before + 5)} == {1}
    assert this.alarms == []


def test_following_has_an_end_of_places(operator: Operator) -> None:
    """More than may follow are told 429, and when to come again; a place that is left is free."""
    with followed(operator, LIMITS._replace(followers=2)) as this, httpx2.Client(timeout=20) as client:
        for _ in range(3):  # those who left are not counted for ever
            with client.stream("GET", this.url) as one, client.stream("GET", this.url) as two:
                followers = [lines_of(one), lines_of(two)]  # one whose lines are given up is closed
                assert [next(lines) for lines in followers] == ["retry: 1000"] * 2
                refused = httpx2.get(this.url)
            assert (refused.status_code, refused.headers["retry-after"]) == (429, "5")
            assert refused.headers["content-type"] == "application/problem+json"
            until(lambda: this.feed.followers == 0)


def until(true: Any) -> None:
    """Wait until something is so."""
    end = time.monotonic() + 20
    while not true():
        assert time.monotonic() < end, "it did not come to be"
        time.sleep(0.01)


def test_an_entry_is_sent_as_it_comes(operator: Operator) -> None:
    """Not with the next heartbeat, which may be far."""
    first = size_of(operator)
    with (
        followed(operator, LIMITS._replace(heartbeat=60)) as this,
        httpx2.stream("GET", this.url, params={"from": first}, timeout=10) as answer,
    ):
        lines = lines_of(answer)
        assert next(lines) == "retry: 1000"
        time.sleep(0.2)  # the stream waits now
        operator.act(hand(0, 1), publishing=False)
        assert next(line for line in lines if line.startswith("id")) == f"id: {first}"


@pytest.mark.parametrize("cut", [False, True], ids=["loses his place", "and the connection"])
def test_who_takes_nothing_is_dropped(operator: Operator, *, cut: bool) -> None:
    """Who reads nothing loses his place after a while; and where the kernel was told, the connection, with what waits in it. Who reads is not concerned."""
    operator.act([command for number in range(1, 25) for command in hand(0, number)], publishing=False)
    listening = socket.create_server(("127.0.0.1", 0))
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4_096)
    if cut:
        drop_stalled(listening, 0.5)
    with followed(operator, LIMITS._replace(patience=0.5), listening) as this:
        stuck = socket.socket()
        stuck.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        stuck.connect(("127.0.0.1", this.server.port))
        stuck.sendall(b"GET /v1/log HTTP/1.1\r\nHost: here\r\n\r\n")
        until(lambda: this.feed.followers == 1)
        with httpx2.stream("GET", this.url, params={"from": size_of(operator)}, timeout=20) as answer:
            lines = lines_of(answer)
            until(lambda: this.feed.followers == 1 and this.server.connections == (1 if cut else 2))
            assert [next(lines) for _ in range(12)][-2:] == [": ", ""]
        stuck.close()


def test_the_end_of_the_server_ends_every_stream(kept: Operator) -> None:
    """Told to end, it ends every stream at once, not with the next heartbeat."""
    with followed(kept, LIMITS._replace(heartbeat=60)) as this:
        followers = [httpx2.stream("GET", this.url, timeout=20) for _ in range(10)]
        streams = [lines_of(one.__enter__()) for one in followers]
        heads = [next(lines) for lines in streams]
        began = time.monotonic()
    took = time.monotonic() - began
    for one in followers:
        one.__exit__(None, None, None)
    assert heads == ["retry: 1000"] * 10
    assert took < 3
    assert (this.feed.followers, this.alarms) == (0, [])


@pytest.mark.parametrize("first", [0, 3])
def test_a_store_that_is_not_what_was_sealed_is_not_followed(kept: Operator, first: int) -> None:
    """An entry that was changed is not sent: there is an alarm, every stream ends, and from then on the answer is 500."""
    end = size_of(kept)
    with followed(kept) as this:
        run_past(kept.url, "UPDATE stored_events SET topic = 'hand.folded.v1' WHERE notification_id = 5")
        with httpx2.stream("GET", this.url, params={"from": end}, timeout=20) as beside:
            others = lines_of(beside)
            assert next(others) == "retry: 1000"
            with httpx2.stream("GET", this.url, params={"from": first}, timeout=20) as answer:
                assert [line for line in lines_of(answer) if line.startswith("id")] == []
            assert [line for line in others if line.startswith("id")] == []
        refused = httpx2.get(this.url)
    assert (refused.status_code, [type(alarm) for alarm in this.alarms]) == (500, [TamperedError])
    assert "TAMPERED" not in refused.text
    assert "hand" not in refused.text


class Shaky(Counting):
    """A store that is out of reach now and then."""

    asked = 0

    def size(self) -> int:
        self.asked += 1
        if self.asked == 3:
            raise StoreUnavailableError("it is out of reach")
        return super().size()


class Broken(Counting):
    """Something nobody planned happens as the log is looked at."""

    asked = 0

    def size(self) -> int:
        self.asked += 1
        if self.asked == 3:
            raise ZeroDivisionError("p-1 has Ah")
        return super().size()


def test_a_store_out_of_reach_is_waited_for(operator: Operator) -> None:
    """The feed goes on once the store answers again, and what came meanwhile is sent."""
    first = size_of(operator)
    with (
        followed(operator, sort=Shaky) as this,
        httpx2.stream("GET", this.url, params={"from": first}, timeout=20) as answer,
    ):
        lines = lines_of(answer)
        until(lambda: isinstance(this.log, Shaky) and this.log.asked > 4)
        operator.act(hand(0, 1), publishing=False)
        assert next(line for line in lines if line.startswith("id")) == f"id: {first}"
    assert this.alarms == []


def test_a_feed_that_cannot_go_on_is_no_quiet_night(operator: Operator) -> None:
    """What nobody planned is an alarm too, and ends every stream: it does not go on as if nothing were recorded."""
    with followed(operator, sort=Broken) as this, httpx2.stream("GET", this.url, timeout=20) as answer:
        assert answer.status_code in {200, 500}
        answer.read()
        until(lambda: this.alarms)
        refused = httpx2.get(this.url)
    assert [type(alarm) for alarm in this.alarms] == [ZeroDivisionError]
    assert (refused.status_code, "Ah" in refused.text) == (500, False)
