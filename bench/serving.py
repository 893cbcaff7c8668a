"""``tombo serve`` on PostgreSQL: 8 connections with batches of 64, one with single commands, and 100 who follow the log.

Server, PostgreSQL and clients share the machine. The baselines of the same run are the same commands through the writer in this process, by as many
callers (``bench.callers``). A client here is a thread that writes bytes and counts answers: nothing of the server is known to it.
"""

from __future__ import annotations

import json
import re
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from http.client import HTTPConnection
from threading import Barrier
from typing import Any, Final, NamedTuple

from bench.callers import CALLERS, HANDS, IN_FLIGHT, Run, call, commands_of, percentile, run_callers
from bench.common import (
    RUNS,
    Line,
    demo_keys,
    drop_schema,
    postgres_ledger,
    postgres_server,
    report,
    scaled,
    scratch,
    with_schema,
)
from bench.play import house, play
from tests.worlds.floor import MANAGER, PLATFORM
from tests.worlds.staff import signed
from tombo.ledger.catalogue import wire
from tombo.ledger.core.command import Envelope
from tombo.ledger.house.credential.commands import GrantCredential
from tombo.ledger.house.credential.events import PlatformHolder, TokenProof
from tombo.ledger.live.group import GroupWriter
from tombo.ledger.operate.keyring import create_ledger
from tombo.ledger.seal.bearer import token_digest

SINGLES: Final = scaled(4_000)
TURN: Final = 250
"""Single commands of a turn, which the writer and the server take one after the other."""
FOLLOWERS: Final = 100
FOLLOWED_SECONDS: Final = scaled(20)
FOLLOWED_RATE: Final = 1_000
"""Entries a second that are recorded while the log is followed, at the least."""
PACE: Final = 1.05 * FOLLOWED_RATE
"""Entries a second that are sent for it."""
COMMANDS_A_HAND: Final = 18
"""Of each comes an entry at least."""
TOKEN: Final = "tombo_bench"  # of a ledger of the benchmark
HEADERS: Final = {"Authorization": f"Bearer {TOKEN}"}
SCHEMA: Final = "bench_served"


class Doors(NamedTuple):
    """Where the ledger is served."""

    host: str
    port: int

    def connect(self) -> HTTPConnection:
        """One connection, kept."""
        return HTTPConnection(self.host, self.port, timeout=120)


@contextmanager
def served(server: str) -> Iterator[Doors]:
    """A new ledger with its tables and players, served by a process of its own."""
    drop_schema(server, SCHEMA)
    with scratch() as folder:
        url, keyring = with_schema(server, SCHEMA), demo_keys(folder / "keys")
        ledger = create_ledger(url, keyring, origin="bench.example/ledger")
        with ledger.store:
            play(ledger, house(HANDS))
            grant = GrantCredential(
                credential="games", holder=PlatformHolder(id=PLATFORM.id), proof=TokenProof(sha256=token_digest(TOKEN))
            )
            play(ledger, [signed(Envelope(grant, MANAGER, "grant", None), "bench.example/ledger")])
        words = ["--ledger", url, "--keys", str(keyring.directory), "--json", "serve", "--port", "0"]
        with (
            (folder / "log").open("w") as log,
            subprocess.Popen(
                [sys.executable, "-m", "tombo", *words], stdout=subprocess.PIPE, stderr=log, text=True
            ) as process,
        ):
            if process.stdout is None:
                raise RuntimeError("a pipe was asked for")
            place = json.loads(process.stdout.readline())["url"].rpartition("//")[2]
            host, _, port = place.partition(":")
            try:
                yield _warm(Doors(host, int(port)))
            finally:
                process.terminate()
    drop_schema(server, SCHEMA)


def _warm(doors: Doors) -> Doors:
    """Play the first hand of every table, so that second hands are measured.

    A process that has just begun reads each table from the store first; the writer beside it, which has just opened them, does not. And its publisher is
    waited for, until it has begun and signed all that: from then on it costs what it always costs, which is measured.
    """
    with ThreadPoolExecutor(CALLERS) as pool:
        for _ in pool.map(lambda caller: batches(doors, lines_of(caller, CALLERS, 1)), range(CALLERS)):
            pass
    while status(doors)["unpublished"]:
        time.sleep(0.1)
    return doors


def status(doors: Doors) -> dict[str, Any]:
    """How the ledger stands."""
    connection = doors.connect()
    connection.request("GET", "/v1/status", headers=HEADERS)
    found: dict[str, Any] = json.loads(connection.getresponse().read())
    connection.close()
    return found


def lines_of(caller: int, callers: int, number: int = 2) -> list[bytes]:
    """The commands of a caller as they are sent."""
    return [wire(one).encode() for one in commands_of(caller, callers, number)]


def entries_of(answer: dict[str, Any]) -> int:
    """How many entries a receipt tells of."""
    if answer["status"] != "recorded":
        raise RuntimeError(f"not recorded: {answer}")
    return len(answer["versions"]) + sum(len(one["versions"]) for one in answer.get("also", ()))


def batches(doors: Doors, lines: Sequence[bytes]) -> tuple[int, list[float]]:
    """Commands in batches over one connection: the number of entries, and how long each batch took."""
    connection, entries, waits = doors.connect(), 0, list[float]()
    headers = {**HEADERS, "Content-Type": "application/x-ndjson"}
    for start in range(0, len(lines), IN_FLIGHT):
        began = time.perf_counter()
        connection.request("POST", "/v1/commands", b"\n".join(lines[start : start + IN_FLIGHT]), headers)
        told = connection.getresponse().read()
        waits.append(time.perf_counter() - began)
        entries += sum(entries_of(json.loads(line)) for line in told.splitlines())
    connection.close()
    return entries, waits


def singles(doors: Doors, lines: Sequence[bytes]) -> tuple[int, list[float]]:
    """Commands one at a time over one connection: the number of entries, and how long each took."""
    entries, waits = 0, list[float]()
    with socket.create_connection(doors) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for line in lines:
            began = time.perf_counter()
            connection.sendall(b"%b%d\r\n\r\n%b" % (_HEAD, len(line), line))
            told = _answer(connection)
            waits.append(time.perf_counter() - began)
            entries += entries_of(json.loads(told))
    return entries, waits


_HEAD: Final = (
    f"POST /v1/commands HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer {TOKEN}\r\nContent-Type: application/json\r\nContent-Length: "
).encode()
_LENGTH: Final = re.compile(rb"\r\ncontent-length: (\d+)\r\n", re.IGNORECASE)


def _answer(connection: socket.socket) -> bytes:
    """The body of an answer, by its length: what Python's own client takes to read a head would be measured as the server's."""
    told = b""
    while (end := told.find(b"\r\n\r\n")) < 0:
        told += connection.recv(65_536)
    length = _LENGTH.search(told)
    if length is None:
        raise RuntimeError(f"an answer without a length: {told[:300]!r}")
    while len(told) < end + 4 + int(length[1]):
        told += connection.recv(65_536)
    return told[end + 4 :]


def in_batches(server: str) -> Run:
    """Every hand, by 8 connections."""
    with served(server) as doors, ThreadPoolExecutor(CALLERS) as pool:
        work = [lines_of(caller, CALLERS) for caller in range(CALLERS)]
        start = time.perf_counter()
        done = list(pool.map(lambda lines: batches(doors, lines), work))
        seconds = time.perf_counter() - start
    return Run(sum(entries for entries, _ in done) / seconds, [wait for _, waits in done for wait in waits])


def one_by_one(server: str) -> tuple[Run, Run]:
    """Commands one at a time: through the writer in this process, and over one connection, some of each in turn.

    Both ledgers are open the whole time, and a turn takes less than a second: whatever slows the machine down for a while slows down both.
    """
    lines, envelopes = lines_of(0, CALLERS)[:SINGLES], list(commands_of(0, CALLERS))[:SINGLES]
    written, sent = list[Turn](), list[Turn]()
    with served(server) as doors, postgres_ledger(server) as ledger:
        play(ledger, house(HANDS))
        with GroupWriter(ledger) as writer:
            for start in range(0, len(lines), TURN):
                turn = slice(start, start + TURN)
                written.append(_timed(partial(call, writer, iter(envelopes[turn]), 1)))
                sent.append(_timed(partial(singles, doors, lines[turn])))
    return _run_of(written), _run_of(sent)


class Turn(NamedTuple):
    """So many entries in so many seconds, and how long each command took."""

    entries: int
    seconds: float
    waits: Sequence[float]


def _timed(act: Callable[[], tuple[int, list[float]]]) -> Turn:
    began = time.perf_counter()
    entries, waits = act()
    return Turn(entries, time.perf_counter() - began, waits)


def _run_of(turns: Sequence[Turn]) -> Run:
    rate = sum(turn.entries for turn in turns) / sum(turn.seconds for turn in turns)
    return Run(rate, [wait for turn in turns for wait in turn.waits])


def through_the_writer(server: str) -> Run:
    """The same hands through the writer, in this process."""
    with postgres_ledger(server) as ledger:
        play(ledger, house(HANDS))
        return run_callers(ledger, CALLERS, IN_FLIGHT)


def follow(doors: Doors, start: int, stop: int, ready: Barrier) -> int:
    """Follow the log from an index until ``stop``; how many entries came, each the one that follows the one before."""
    connection = doors.connect()
    connection.request("GET", f"/v1/log?from={start}", headers=HEADERS)
    told, found = connection.getresponse(), start
    ready.wait(120)
    while found < stop:
        line = told.readline()
        if line.startswith(b"id: "):
            if int(line[4:]) != found:
                raise RuntimeError(f"entry {line[4:]!r} came where {found} was expected")
            found += 1
    connection.close()
    return found - start


def followed(server: str) -> tuple[float, float]:
    """Entries a second that are recorded at a steady pace while 100 follow, and those that all of them were sent."""
    with served(server) as doors, ThreadPoolExecutor(FOLLOWERS) as pool:
        lines = lines_of(0, 1)
        connection, start = doors.connect(), status(doors)["entries"]
        count = min(FOLLOWED_RATE * FOLLOWED_SECONDS, COMMANDS_A_HAND * HANDS)
        ready, began, sent = Barrier(FOLLOWERS + 1), time.perf_counter(), 0
        following = [pool.submit(follow, doors, start, start + count, ready) for _ in range(FOLLOWERS)]
        ready.wait(120)
        began = time.perf_counter()
        headers = {**HEADERS, "Content-Type": "application/x-ndjson"}
        for at in range(0, len(lines), IN_FLIGHT):
            connection.request("POST", "/v1/commands", b"\n".join(lines[at : at + IN_FLIGHT]), headers)
            sent += sum(entries_of(json.loads(line)) for line in connection.getresponse().read().splitlines())
            if sent >= count:
                break
            time.sleep(max(0.0, began + sent / PACE - time.perf_counter()))
        recorded = sent / (time.perf_counter() - began)
        came = sum(one.result(300) for one in following)
        return recorded, came / (time.perf_counter() - began)


def main() -> None:
    """Measure and print."""
    runs: dict[str, list[Run]] = {"callers": [], "batches": [], "one": [], "single": []}
    with postgres_server() as server:
        for _ in range(RUNS):
            runs["callers"].append(through_the_writer(server))
            runs["batches"].append(in_batches(server))
            one, single = one_by_one(server)
            runs["one"].append(one)
            runs["single"].append(single)
        recorded, came = followed(server)
    rates = {name: statistics.median(run.events_a_second for run in them) for name, them in runs.items()}
    waits = {name: [wait for run in them for wait in run.waits] for name, them in runs.items()}
    later = percentile(waits["single"], 99) / percentile(waits["one"], 99)
    note = f"p50 {percentile(waits['single'], 50):.1f} ms, p99 {percentile(waits['single'], 99):.1f} ms: x{later:.1f} its own (at most 5)"
    lines = [
        Line(f"the writer, {CALLERS} callers, {IN_FLIGHT} in flight each", rates["callers"], "events/s"),
        Line(
            f"tombo serve, {CALLERS} connections, batches of {IN_FLIGHT}",
            rates["batches"],
            "events/s",
            rates["callers"],
            0.6,
        ),
        Line("the writer, 1 caller, 1 in flight", rates["one"], "events/s"),
        Line("tombo serve, 1 connection, single commands", rates["single"], "events/s", rates["one"], 0.5, note),
        Line(f"recorded while {FOLLOWERS} follow the log", recorded, "events/s", float(FOLLOWED_RATE), 1.0),
        Line(
            f"sent to {FOLLOWERS} followers",
            came,
            "events/s",
            float(FOLLOWED_RATE * FOLLOWERS),
            1.0,
            "none left out, none twice",
        ),
    ]
    report(f"tombo serve, PostgreSQL, {HANDS} hands", lines)


if __name__ == "__main__":
    main()
