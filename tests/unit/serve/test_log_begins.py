"""How following the log begins, where the store takes its time, and how it goes on where what was to be fed is away."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import httpx2

from bench.play import hand
from tests.unit.serve.test_log import lines_of, until
from tests.worlds.log_followers import LIMITS, Counting, followed, size_of
from tests.worlds.operator import Operator
from tombo.ledger.operate.cold import NotHereError
from tombo.ledger.operate.detached import Period
from tombo.ledger.operate.said import NO_COPY_NAMED
from tombo.serve.ring import RingPage


class Slow(Counting):
    """A store that takes its time, until it is let go on."""

    go_on = Event()
    reads = 0

    def read(self, start: int, stop: int) -> list[RingPage]:
        type(self).reads += 1
        self.go_on.wait(20)
        return super().read(start, stop)


def test_who_waits_for_his_first_entry_has_a_place(operator: Operator) -> None:
    """What he begins with is read in his place: more who ask for what is old are told 429 at once, and not once it was read for all of them."""
    Slow.go_on, Slow.reads = Event(), 0
    with followed(operator, LIMITS._replace(followers=1), sort=Slow) as this, ThreadPoolExecutor(1) as pool:
        first = pool.submit(httpx2.get, this.url, params={"from": 0}, timeout=20)
        until(lambda: Slow.reads)
        refused = httpx2.get(this.url, params={"from": 0}, timeout=10)
        this.feed.failed = True  # so that his stream ends by itself
        Slow.go_on.set()
        assert (refused.status_code, first.result().status_code, Slow.reads) == (429, 200, 1)


class Detached(Counting):
    """What the feeder is to read was detached before it did."""

    away = 1

    def read(self, start: int, stop: int) -> list[RingPage]:
        if self.away:
            self.away -= 1
            raise NotHereError(NO_COPY_NAMED(), Period(0, stop, "root"))
        return super().read(start, stop)


def test_a_feeder_that_stood_still_for_long_stops_nothing(operator: Operator) -> None:
    """The process was stopped meanwhile, and what it was to feed left for a copy: who follows has it from there, and no alarm is raised."""
    first = size_of(operator)
    with (
        followed(operator, sort=Detached) as this,
        httpx2.stream("GET", this.url, params={"from": first}, timeout=20) as answer,
    ):
        lines = lines_of(answer)
        assert next(lines) == "retry: 1000"
        operator.act(hand(0, 1), publishing=False)
        assert next(line for line in lines if line.startswith("id")) == f"id: {first}"
    assert this.alarms == []
