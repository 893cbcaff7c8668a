"""What a monitor reads of the server (Prometheus): what was counted here, and what is asked for as it reads.

The names stand in ``docs/operations.md``. There is no name of a player, a table or a hand in any.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, date, datetime
from threading import Lock
from typing import Final, Literal, NamedTuple, get_args

from fastapi import APIRouter
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.responses import Response

from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.errors import LedgerError
from tombo.ledger.core.findings import Refused
from tombo.ledger.live.ledger import Acknowledgement, Outcome
from tombo.projections.follow import Lag
from tombo.serve.problems import status_of

PATH: Final = "/metrics"
CommandOutcome = Literal["recorded", "again", "refused", "conflict", "wrong", "unknown", "failed"]
"""What became of a command: recorded; recorded before, its first receipt again; refused by a rule; an id that stands for another command;
no command, or of somebody else; nobody knows whether it was recorded; the store is not what was sealed, or a fault of ours."""
OUTCOMES: Final[tuple[CommandOutcome, ...]] = get_args(CommandOutcome)
_OF_STATUS: Final[dict[int, CommandOutcome]] = {409: "conflict", 500: "failed", 503: "unknown"}
BUCKETS: Final = (
    1_000,
    2_500,
    5_000,
    10_000,
    25_000,
    50_000,
    100_000,
    250_000,
    500_000,
    1_000_000,
    2_500_000,
    10_000_000,
)
"""Upper bounds of the histogram of commits, in microseconds."""


class SignedHead(NamedTuple):
    """The newest checkpoint: how many entries it covers, and how old it is, in microseconds."""

    size: int
    age: int


class Gauges(NamedTuple):
    """What is asked for as a monitor reads. Each may raise a ``LedgerError``: its figures are then left out, and that is counted."""

    queue: Callable[[], int]
    """How many commands wait."""
    log_size: Callable[[], int]
    """How many entries the log has."""
    signed: Callable[[], SignedHead | None]
    """The newest checkpoint; None before the first."""
    lags: Callable[[], Iterable[Lag]]
    """How far each followed projection is."""
    closed_day: Callable[[], date | None]
    """The newest day that was closed; None where none was."""
    followers: Callable[[], int]
    """How many follow the log."""


class Metrics(Collector):
    """The figures of one server, in a registry of their own. Any thread may count, and any may read."""

    def __init__(self, asked: Gauges) -> None:
        self._asked = asked
        self._lock = Lock()
        self._commands = dict.fromkeys(OUTCOMES, 0)
        self._commits = [0] * (len(BUCKETS) + 1)
        self._commit_sum = 0
        self._registry = CollectorRegistry()
        self._registry.register(self)

    def answered(self, outcome: Outcome) -> None:
        """Count a command by its outcome."""
        told = _told(outcome)
        with self._lock:
            self._commands[told] += 1

    def commit(self, microseconds: int) -> None:
        """Count a commit that took so long, from the moment it was sent until it was durable."""
        with self._lock:
            self._commits[bisect_left(BUCKETS, microseconds)] += 1
            self._commit_sum += microseconds

    def text(self) -> bytes:
        """All figures, in Prometheus' text format."""
        return generate_latest(self._registry)

    def describe(self) -> Iterable[Metric]:
        """Nothing: as it is registered nobody is asked yet."""
        return ()

    def collect(self) -> Iterator[Metric]:
        """Every family of figures."""
        yield from self._counted()
        unanswered = 0
        for ask in (self._queue, self._log, self._lags, self._closed_day, self._followers):
            try:
                yield from ask()
            except LedgerError:
                unanswered += 1
        yield GaugeMetricFamily("tombo_unanswered", "Groups of figures left out: they could not be read.", unanswered)

    def _counted(self) -> Iterator[Metric]:
        with self._lock:
            commands, commits, total = dict(self._commands), list(self._commits), self._commit_sum
        family = CounterMetricFamily("tombo_commands", "Commands answered, by what became of them.", labels=["outcome"])
        for outcome, count in commands.items():
            family.add_metric([outcome], count)
        yield family
        buckets, below = list[tuple[str, float]](), 0
        for bound, count in zip((*map(_seconds, BUCKETS), "+Inf"), commits, strict=True):
            below += count
            buckets.append((str(bound), below))
        text = "How long a commit took until it was durable."
        yield HistogramMetricFamily("tombo_commit_seconds", text, buckets, _seconds(total))

    def _queue(self) -> list[Metric]:
        return [GaugeMetricFamily("tombo_queue_commands", "Commands that wait for their answer.", self._asked.queue())]

    def _log(self) -> list[Metric]:
        signed = self._asked.signed()  # first: what is signed is never more than what there is
        size = self._asked.log_size()
        covered = 0 if signed is None else signed.size
        found: list[Metric] = [
            GaugeMetricFamily("tombo_log_entries", "Entries of the log.", size),
            GaugeMetricFamily("tombo_unsigned_entries", "Entries that no checkpoint covers yet.", size - covered),
        ]
        if signed is not None:
            age = GaugeMetricFamily(
                "tombo_checkpoint_age_seconds", "Age of the newest checkpoint.", _seconds(signed.age)
            )
            found.append(age)
        return found

    def _lags(self) -> list[Metric]:
        text = "Entries of the log that are not in the rows of a followed projection yet."
        family = GaugeMetricFamily("tombo_view_behind_entries", text, labels=["view"])
        for lag in self._asked.lags():
            family.add_metric([lag.name], lag.behind)
        return [family]

    def _closed_day(self) -> list[Metric]:
        day = self._asked.closed_day()
        if day is None:
            return []
        midnight = datetime(day.year, day.month, day.day, tzinfo=UTC)
        text = "The newest day that was closed: its date at midnight UTC, in seconds since 1970."
        return [GaugeMetricFamily("tombo_closed_day_timestamp_seconds", text, midnight.timestamp())]

    def _followers(self) -> list[Metric]:
        return [GaugeMetricFamily("tombo_log_followers", "Who follows the log now.", self._asked.followers())]


def _told(outcome: Outcome) -> CommandOutcome:
    match outcome:
        case Acknowledgement():
            return "again" if outcome.repeated else "recorded"
        case Refused():
            return "refused"
        case LedgerError():
            return _OF_STATUS.get(status_of(outcome), "wrong")


def _seconds(microseconds: int) -> float:
    return microseconds / SECOND


def metrics_router(metrics: Metrics) -> APIRouter:
    """The path that a monitor reads."""
    router = APIRouter(tags=["metrics"])

    @router.get(PATH, response_class=Response, responses={200: {"content": {"text/plain": {}}}})
    def read() -> Response:
        """The figures of this server, in Prometheus' text format."""
        return Response(metrics.text(), media_type=CONTENT_TYPE_LATEST)

    return router
