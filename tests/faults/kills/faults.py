"""What befalls the house: each fault is one function, drawn by the seed."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from subprocess import Popen
from typing import Final

import psycopg

from tests.faults.kills.house import KillHouse
from tests.faults.kills.kept import until
from tests.worlds.network import begun
from tombo.ledger.core.errors import ConflictError

SESSIONS: Final = "SELECT application_name, pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() ORDER BY pid"
FENCE: Final = "tombo serve: "
"""What the session that holds the fence calls itself."""
OFTEN: Final = 0.3
"""How often it is the one."""
PROBES: Final = 5


def kills_the_server(house: KillHouse) -> None:
    """SIGKILL, whatever it is in the middle of; the next one takes the fence."""
    house.served.kill()


def kills_a_client(house: KillHouse) -> None:
    """SIGKILL; the next one asks what had no outcome."""
    house.chance.choice(house.clients).kill()


def kills_a_subscriber(house: KillHouse) -> None:
    """SIGKILL; the next one goes on behind what the last wrote down."""
    house.chance.choice(house.subscribers).kill()


def kills_everybody(house: KillHouse) -> None:
    """The machine with all of them loses its power, but for the database."""
    for one in (house.served, house.publisher, house.backups, *house.clients, *house.subscribers):
        one.kill()


def kills_the_publisher(house: KillHouse) -> None:
    """SIGKILL, in the middle of a checkpoint or between two."""
    house.publisher.kill()


def loses_the_database(house: KillHouse) -> None:
    """The newest backup is restored elsewhere, as if the database were gone: what was acknowledged before its last whole run began is there, and what is missing is named.

    Now and then a server goes on from there.
    """
    until(lambda: bool(house.backups.whole), "a backup")
    with house.stopped():
        lost = house.lost()
    house.restores(lost, goes_on=house.chance.random() < OFTEN)


def kills_the_postmaster(house: KillHouse) -> None:
    """SIGKILL of PostgreSQL, which is started again a moment later."""
    assert house.server is not None
    with house.disturbed():
        house.server.kill()
        house.tally.count("postmaster killed")
        time.sleep(house.chance.uniform(0, 1.5))
        house.server.start()
        _database_is_up(house)


def kills_a_session(house: KillHouse) -> None:
    """SIGKILL of one of PostgreSQL's processes, after which it cuts every session and recovers."""
    with house.disturbed():
        _ends_one(house, signal.SIGKILL)
        _database_is_up(house)


def ends_a_session(house: KillHouse) -> None:
    """One session is ended, as an administrator may: the writer's, a reader's, or the one that holds the fence."""
    with house.disturbed():
        _ends_one(house, signal.SIGTERM)


def another_comes(house: KillHouse) -> None:
    """A second ``tombo serve``: it is refused, for the first one holds the fence."""
    until(house.ready, "the first server takes commands")
    before = house.holder()
    let_in = _rivals(house, lambda: None)
    if let_in or before != house.holder() or (house.server is not None and before is None):
        house.tally.wrong.append(
            f"another server came, let in: {let_in}; the fence was held by {before}, then {house.holder()}"
        )


def another_comes_as_the_first_is_stopped(house: KillHouse) -> None:
    """The first one stands still and loses the session that holds the fence; whoever takes it records, and the first does not when it goes on."""
    process = house.served.process
    if process is None or process.poll() is not None:
        return
    process.send_signal(signal.SIGSTOP)
    try:
        with house.administrator() as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE %s",
                (f"tombo serve: process {process.pid} on %",),
            )
        _rivals(house, lambda: process.send_signal(signal.SIGCONT))
    finally:
        process.send_signal(signal.SIGCONT)


def faults(house: KillHouse, over: Callable[[], bool]) -> Iterator[Callable[[KillHouse], None]]:
    """Every fault once, in an order drawn by the seed; then any, again and again, a restore most often, until it is ``over``."""
    anywhere = [
        kills_the_server, kills_a_client, kills_a_subscriber, kills_the_publisher, kills_everybody, another_comes, loses_the_database
    ]  # fmt: skip
    of_postgres = [
        kills_the_postmaster, kills_a_session, ends_a_session, ends_a_session, another_comes_as_the_first_is_stopped
    ]  # fmt: skip
    drawn = anywhere if house.server is None else [*anywhere, *of_postgres]
    yield from house.chance.sample(drawn, len(drawn))
    while not over():
        yield house.chance.choice([*drawn, loses_the_database, loses_the_database])


def _ends_one(house: KillHouse, how: signal.Signals) -> None:
    with suppress(psycopg.OperationalError), house.administrator() as connection:
        found = connection.execute(SESSIONS).fetchall()
        fences = [one for one in found if one[0].startswith(FENCE)]
        if found:
            name, pid = house.chance.choice(fences if fences and house.chance.random() < OFTEN else found)
            with suppress(ProcessLookupError):
                os.kill(pid, how)
                sort = "of the fence" if name.startswith(FENCE) else "of another"
                house.tally.count(f"session {sort}: {how.name}")


def _database_is_up(house: KillHouse) -> None:
    def answers() -> bool:
        try:
            house.administrator().close()
        except psycopg.OperationalError:
            return False
        return True

    until(answers, "PostgreSQL takes connections")


def _rivals(house: KillHouse, begins: Callable[[], None]) -> bool:
    """Start another server. Refused, it says so by its status; let in, it is asked beside the first: one of the two records. Whether it was."""
    with house.disturbed(), _other(house) as (url, other):
        begins()
        if url is None:
            status = other.wait(60)
            house.tally.count(f"another one was refused with status {status}")
            if status != ConflictError.exit_status:
                house.tally.wrong.append(f"another server was refused with status {status}")
        else:
            house.tally.count("another one was let in")
            _watch(house, url, other.pid)
    return url is not None


def _watch(house: KillHouse, url: str, other: int) -> None:
    """Ask both to record; who does while the fence stays in one hand is the one who has it."""
    for _ in range(PROBES):
        before = house.holder()
        recorded = {name for name, one in (("first", house.url), ("other", url)) if house.probe(one)}
        after = house.holder()
        holds = None if before is None or before != after else "other" if before[0] == other else "first"
        if holds is not None:
            house.tally.count(f"probes while the {holds} holds the fence")
            if recorded - {holds}:
                house.tally.wrong.append(f"{recorded} recorded while the {holds} held the fence: {before}")
            if recorded == {"other"}:
                house.tally.count("probes that the other recorded")
        time.sleep(0.1)


@contextmanager
def _other(house: KillHouse) -> Iterator[tuple[str | None, Popen[str]]]:
    """Another server at a port of its own, and its address, None where it is not let in; killed in the end."""
    with begun(house.made, "serve", "--port", "0") as process:
        assert process.stdout is not None
        try:
            line = process.stdout.readline()
            yield (json.loads(line)["url"] if line else None), process
        finally:
            process.kill()
