"""What befalls a house: each fault is one function, drawn by the seed; the driver runs one after the other."""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from math import inf
from typing import Final

from psycopg.sql import SQL

from tests.faults.fault_house import SCHEMA, House
from tests.faults.hosts import Host, Process, until
from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.clock_watch import AHEAD_MAX, STANDSTILL_MAX
from tombo.ledger.store.postgres.connect import lock_key

HOUR: Final = 3_600 * SECOND


def kills_a_door(house: House) -> None:
    """SIGKILL at any moment."""
    house.chance.choice(house.doors).send(signal.SIGKILL)


def kills_the_publisher(house: House) -> None:
    """SIGKILL at any moment, also under the signer's lock."""
    _send(house.publisher.host, signal.SIGKILL)


def kills_the_follower(house: House) -> None:
    """SIGKILL at any moment."""
    _send(house.follower.host, signal.SIGKILL)


def ends_a_door(house: House) -> None:
    """SIGTERM: whatever was handed to the writer is answered."""
    door = house.chance.choice(house.doors)
    if door.fresh and door.told is None:  # a second signal would end it at once, as it should
        door.send(signal.SIGTERM)


def ends_the_publisher(house: House) -> None:
    """SIGTERM: the round under way is finished."""
    _send(house.publisher.host, signal.SIGTERM)


def stops_a_door(house: House) -> None:
    """SIGSTOP for seconds, perhaps under the lock; sometimes for longer than the server waits for a silent writer."""
    _freezes(house, house.chance.choice(house.platforms).host, 12.0 if house.chance.random() < 0.15 else 2.0)


def stops_the_publisher(house: House) -> None:
    """SIGSTOP for seconds, perhaps while it has the signer's lock."""
    _freezes(house, house.publisher.host, 3.0)


def terminates_backends(house: House) -> None:
    """An administrator ends sessions: one, or all."""
    ended = SQL(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename LIKE '%\\_user' ORDER BY random()"
    )
    with house.watch.disturbed(), house.administrator() as connection:
        connection.execute(ended + SQL("" if house.chance.random() < 0.3 else " LIMIT 1"))


def crashes_the_server(house: House) -> None:
    """The server stops at once, as in a crash, and comes back."""
    with house.watch.disturbed():
        house.server.stop(signal.SIGQUIT)
        time.sleep(house.chance.uniform(0, 1.5))
        house.server.start()
        house.server.is_up()


def cuts_a_line(house: House) -> None:
    """All connections of a door are cut."""
    with house.watch.disturbed():
        house.chance.choice(house.lines).cut()


def cuts_at_a_commit(house: House) -> None:
    """The next commit of a door arrives, and its answer does not."""
    line = house.chance.choice(house.lines)
    with house.watch.disturbed():
        before = line.commits_cut
        line.cut_at_commit()
        with suppress(AssertionError):  # the door may be closed just now
            until(lambda: line.commits_cut > before, "a commit", patience=5.0)


def stalls_a_line(house: House) -> None:
    """Nothing passes between a door and the server for seconds, perhaps under the lock."""
    line = house.chance.choice(house.lines)
    with house.watch.disturbed():
        line.stalls()
        time.sleep(house.chance.uniform(0.5, 3.0))
        line.lets_pass()


def holds_the_lock(house: House) -> None:
    """A stranger takes the lock that orders the appends."""
    with house.watch.disturbed(), house.administrator() as connection:
        connection.execute("SELECT pg_advisory_lock(%s)", (lock_key(SCHEMA),))
        time.sleep(house.chance.uniform(0.5, 3.0))


def signs_beside(house: House) -> None:
    """``tombo checkpoint`` beside the publisher: an honest race, a conflict at most."""
    with house.watch.disturbed():
        done = house.run("checkpoint")
    if done.status not in {0, 3}:
        house.watch.wrong.append(f"checkpoint beside the publisher: {done.err}")
    else:
        house.watch.count(f"checkpoints beside the publisher, status {done.status}")


def skews_a_clock(house: House) -> None:
    """A clock goes wrong by less than is allowed: the door goes on, and puts it on record."""
    host = house.chance.choice(house.platforms).host
    host.set_clock(house.chance.choice([-1, 1]) * house.chance.randrange(SECOND // 2, AHEAD_MAX * 8 // 10))
    time.sleep(house.chance.uniform(0.5, 3.0))
    host.set_clock(0)


def leaps_a_clock(house: House) -> None:
    """A clock leaps: that door records nothing until it is right again, the others go on.

    By more than a standstill may last, so that a door that begins in this very moment sees it too.
    """
    host = house.chance.choice(house.platforms).host
    host.set_clock(house.chance.choice([-HOUR, -STANDSTILL_MAX, STANDSTILL_MAX + HOUR]))
    time.sleep(house.chance.uniform(0.5, 3.0))
    host.set_clock(0)


def backs_up(house: House) -> None:
    """The administrator's backup: the files of the stopped server."""
    with house.watch.disturbed():
        house.server.stop(signal.SIGQUIT)
        house.server.copy(f"backup {house.watch.counts['backs_up']}")
        house.server.start()
        house.server.is_up()


def puts_a_backup_back(house: House) -> None:
    """An older copy is put in the place of the database, under running doors: nobody goes on before the loss is declared.

    One door is stopped meanwhile and knows of nothing when it goes on.
    """
    chance, watch = house.chance, house.watch
    frozen = chance.choice(house.platforms)
    backup = f"backup {watch.counts['backs_up'] - 1}"
    abandoned = house.keep_checkpoint(f"checkpoint {watch.losses + 1}")
    with watch.disturbed():
        asleep = _send(frozen.host, signal.SIGSTOP)
        if asleep is not None and not asleep.fresh:
            # It may not have opened the ledger yet: it would do so when all is over, and rightly refuse what it was sent before.
            asleep.send(signal.SIGKILL)
            asleep = None
        house.server.stop(signal.SIGQUIT)
        watch.put_back_at = inf  # until the loss is declared: a door that is started meanwhile finds the older copy too
        house.server.put_back(backup)
        house.server.start()
        house.server.is_up()
        with house.administrator() as connection:
            ((size,),) = connection.execute(f"SELECT count(*) FROM {SCHEMA}.stored_events").fetchall()
        time.sleep(chance.uniform(1.0, 3.0))  # doors, publisher and follower find out, or are about to
        watch.open.clear()
        _send(house.follower.host, signal.SIGTERM)
        _send(house.publisher.host, signal.SIGTERM)
        # A door that had just ended could not be stopped: its platform is as awake as the others, and waited for.
        others = [each for each in house.platforms if asleep is None or each is not frozen]
        until(lambda: all(each.parked.is_set() for each in others), "the doors were closed")
        lost = _declares_the_loss(house, size)
        watch.losses += 1
        for each in house.platforms:
            each.lost.put(lost)
        published = house.run("publish", "--once")
        if published.status not in {0, 3}:
            watch.wrong.append(f"publish --once after a loss: {published.err}")
        watch.put_back_at = time.monotonic()
        watch.open.set()
        until(lambda: any(each.fresh for each in house.doors if each.born > watch.put_back_at) or watch.wrong, "a door")
        if asleep is not None:
            asleep.send(signal.SIGCONT)
    verdict = house.run("verify", "--checkpoint", str(abandoned))
    watch.count(f"verdict of an abandoned checkpoint: {verdict.out.partition(':')[0]}")
    house.all_go_on()


def _declares_the_loss(house: House, size: int) -> list[str]:
    """As docs/restore.md says; the commands whose acknowledgement it takes back."""
    words = ["--root", str(house.keys / "root.key"), "--staff", "manager-1", "--second", "s-2", "--reason", "a test"]
    done = house.run("--json", "loss", "declare", *words)
    if done.status != 0:
        if "nothing is lost" in done.err:
            return []
        raise AssertionError(f"loss declare: {done.err}")
    said = json.loads(done.out)
    if said["size"] != size:
        house.watch.wrong.append(f"after {size} entries were put back somebody recorded up to {said['size']}")
    return house.said.lose(said["first_lost"], said["last_lost"])


def records_in_the_future(house: House) -> None:
    """A door is opened with a clock an hour ahead and records; nobody else does, until a manager confirms the clock."""
    platform = house.chance.choice(house.platforms)
    watch, host = house.watch, platform.host
    watch.all_clocks = True
    host.set_clock(HOUR)
    _send(host, signal.SIGKILL)
    born = time.monotonic()
    until(
        lambda: (host.process is not None and host.process.born > born and host.process.fresh) or watch.wrong,
        "an entry of the future",
    )
    until(lambda: watch.counts["answered: clock"] or watch.wrong, "a door that objects")
    host.set_clock(0)
    done = house.run("clock", "confirm", "--staff", "manager-1", "--reason", "a test")
    if done.status != 0:
        watch.wrong.append(f"clock confirm: {done.err}")
    house.all_go_on()


FAULTS: Final[tuple[Callable[[House], None], ...]] = (
    kills_a_door,
    kills_the_publisher,
    kills_the_follower,
    ends_a_door,
    ends_the_publisher,
    stops_a_door,
    stops_the_publisher,
    terminates_backends,
    crashes_the_server,
    cuts_a_line,
    cuts_at_a_commit,
    stalls_a_line,
    holds_the_lock,
    signs_beside,
    skews_a_clock,
    leaps_a_clock,
)
"""Those of which any may come at any time."""


def befalls(house: House, fault: Callable[[House], None]) -> None:
    """``fault`` befalls ``house``, is written down and counted."""
    house.tell(fault.__name__)
    fault(house)
    house.watch.count(fault.__name__)


def _send(host: Host, number: signal.Signals) -> Process | None:
    """Send a signal to the process that runs there; which one it was."""
    process = host.process
    if process is not None and not process.has_ended():
        process.send(number)
        return process
    return None


def _freezes(house: House, host: Host, longest: float) -> None:
    with house.watch.disturbed():
        process = _send(host, signal.SIGSTOP)
        time.sleep(house.chance.uniform(0.5, longest))
        if process is not None:
            process.send(signal.SIGCONT)
