"""What a monitor reads: exact figures, none of them from elsewhere, and what cannot be read is left out and counted."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path
from threading import Thread
from typing import Any

import httpx2
import prometheus_client
import pytest
from fastapi import FastAPI
from prometheus_client.parser import text_string_to_metric_families

from bench.play import hand
from tests.tools.served import served
from tests.worlds.operator import Operator, size_of
from tombo.ledger.checked import CheckedStore
from tombo.ledger.core.errors import (
    ConflictError,
    IdUsedError,
    KeyFileError,
    MalformedError,
    NotFoundError,
    StoreUnavailableError,
    TamperedError,
    UnreadableError,
    UsageError,
)
from tombo.ledger.core.findings import refused
from tombo.ledger.house import said
from tombo.ledger.live.ledger import Acknowledgement, Outcome
from tombo.ledger.operate.keyring import open_checked
from tombo.ledger.store import open_views
from tombo.projections.follow import Lag, lag
from tombo.serve.metrics import BUCKETS, OUTCOMES, Gauges, Metrics, SignedHead, metrics_router

PAGE = Path(__file__).resolve().parents[3] / "docs" / "operations.md"
QUIET = Gauges(
    queue=lambda: 3,
    log_size=lambda: 120,
    signed=lambda: SignedHead(100, 2_500_000),
    lags=lambda: (Lag("accounts", 90, 120, None), Lag("refunds", 120, 120, None)),
    closed_day=lambda: date(2026, 7, 31),
    followers=lambda: 7,
)

RECORDED = Acknowledgement("one", (), repeated=False)


def samples(text: bytes) -> dict[str, float]:
    """Every figure by its name and labels, as a monitor reads them."""
    found = {}
    for family in text_string_to_metric_families(text.decode()):
        for sample in family.samples:
            labels = ",".join(f"{name}={value}" for name, value in sample.labels.items())
            assert f"{sample.name}{{{labels}}}" not in found
            found[f"{sample.name}{{{labels}}}" if labels else sample.name] = sample.value
    return found


def test_every_figure_is_read() -> None:
    """What was counted and what is asked for, each under its name, and nothing else."""
    metrics = Metrics(QUIET)
    for outcome in (RECORDED, RECORDED, TamperedError("p-1")):
        metrics.answered(outcome)
    metrics.commit(4_000)
    found = samples(metrics.text())
    counted = {f"tombo_commands_total{{outcome={outcome}}}": 0 for outcome in OUTCOMES}
    counted |= {"tombo_commands_total{outcome=recorded}": 2, "tombo_commands_total{outcome=failed}": 1}
    assert {name: value for name, value in found.items() if "bucket" not in name} == counted | {
        "tombo_commit_seconds_count": 1,
        "tombo_commit_seconds_sum": 0.004,
        "tombo_queue_commands": 3,
        "tombo_log_entries": 120,
        "tombo_unsigned_entries": 20,
        "tombo_checkpoint_age_seconds": 2.5,
        "tombo_view_behind_entries{view=accounts}": 30,
        "tombo_view_behind_entries{view=refunds}": 0,
        "tombo_closed_day_timestamp_seconds": 1_785_456_000,
        "tombo_log_followers": 7,
        "tombo_unanswered": 0,
    }


@pytest.mark.parametrize(
    ("outcome", "told"),
    [
        (RECORDED, "recorded"),
        (RECORDED._replace(repeated=True), "again"),
        (refused("R806 r.59", said.NO_ACCOUNT(player="p-1")), "refused"),
        (IdUsedError("one"), "conflict"),
        (UnreadableError("no command"), "wrong"),
        (UsageError("no such field"), "wrong"),
        (NotFoundError("no such table"), "wrong"),
        (StoreUnavailableError("gone"), "unknown"),
        (ConflictError("another was faster"), "unknown"),
        (TamperedError("changed"), "failed"),
        (MalformedError("no entry"), "failed"),
    ],
)
def test_a_command_is_counted_by_what_became_of_it(outcome: Outcome, told: str) -> None:
    """Every outcome that a command can have is counted once, under one word."""
    metrics = Metrics(QUIET)
    metrics.answered(outcome)
    found = {name: value for name, value in samples(metrics.text()).items() if "commands_total" in name}
    assert {name for name, value in found.items() if value} == {f"tombo_commands_total{{outcome={told}}}"}
    assert sum(found.values()) == 1


@pytest.mark.parametrize(
    ("microseconds", "first"),
    [(0, 0), (1_000, 0), (1_001, 1), (10_000_000, len(BUCKETS) - 1), (10_000_001, len(BUCKETS))],
)
def test_a_commit_is_counted_up_to_its_bound(microseconds: int, first: int) -> None:
    """A commit is in every bucket whose bound it does not exceed; beyond the last it is in that without a bound alone."""
    metrics = Metrics(QUIET)
    metrics.commit(microseconds)
    buckets = [
        value for name, value in samples(metrics.text()).items() if name.startswith("tombo_commit_seconds_bucket")
    ]
    assert buckets == [0] * first + [1] * (len(BUCKETS) + 1 - first)


def test_the_bounds_are_seconds() -> None:
    """A bucket is named by its bound in seconds."""
    names = re.findall(r'tombo_commit_seconds_bucket\{le="(.+?)"\}', Metrics(QUIET).text().decode())
    assert names[-1] == "+Inf"
    assert [round(float(name) * 1_000_000) for name in names[:-1]] == list(BUCKETS)


def failing(error: Exception) -> Any:
    """Something that cannot be asked."""

    def ask() -> Any:
        raise error

    return ask


def failing_lags() -> Iterator[Lag]:
    """Fails behind its first."""
    yield Lag("accounts", 1, 2, None)
    raise StoreUnavailableError("gone")


@pytest.mark.parametrize(
    ("asked", "missing"),
    [
        (QUIET._replace(queue=failing(StoreUnavailableError("gone"))), {"tombo_queue_commands"}),
        (
            QUIET._replace(signed=failing(KeyFileError("no file"))),
            {"tombo_log_entries", "tombo_unsigned_entries", "tombo_checkpoint_age_seconds"},
        ),
        (QUIET._replace(lags=failing_lags), {"tombo_view_behind_entries"}),
        (QUIET._replace(closed_day=failing(TamperedError("p-1"))), {"tombo_closed_day_timestamp_seconds"}),
        (QUIET._replace(followers=failing(StoreUnavailableError("gone"))), {"tombo_log_followers"}),
    ],
)
def test_what_cannot_be_read_is_left_out_and_counted(asked: Gauges, missing: set[str]) -> None:
    """A figure that cannot be read is not there, rather than wrong or in the way of all others; and a figure says that it is missing."""
    whole, found = (samples(Metrics(each).text()) for each in (QUIET, asked))
    assert {name.partition("{")[0] for name in whole.keys() - found.keys()} == missing
    assert found["tombo_unanswered"] == 1


def test_what_is_not_there_yet_has_no_figure() -> None:
    """Before the first checkpoint and the first closed day there is no age and no date; all entries are unsigned."""
    asked = QUIET._replace(signed=lambda: None, closed_day=lambda: None)
    found = samples(Metrics(asked).text())
    assert "tombo_checkpoint_age_seconds" not in found
    assert "tombo_closed_day_timestamp_seconds" not in found
    assert (found["tombo_unsigned_entries"], found["tombo_unanswered"]) == (120, 0)


def test_the_registry_is_its_own() -> None:
    """Two servers in one process have figures of their own, and the library's global registry has none of theirs."""
    one, two = Metrics(QUIET), Metrics(QUIET)
    one.answered(RECORDED)
    assert samples(two.text())["tombo_commands_total{outcome=recorded}"] == 0
    assert b"tombo" not in prometheus_client.generate_latest()
    assert all(name.startswith("tombo_") for name in samples(one.text()))


def test_many_threads_count() -> None:
    """Nothing is lost where several count at once."""
    metrics = Metrics(QUIET)

    def work() -> None:
        for _ in range(2_000):
            metrics.answered(RECORDED)
            metrics.commit(1_500)

    threads = [Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = samples(metrics.text())
    assert found["tombo_commands_total{outcome=recorded}"] == found["tombo_commit_seconds_count"] == 16_000
    assert found["tombo_commit_seconds_sum"] == pytest.approx(24.0)


def asked_of(store: CheckedStore, views: Any) -> Gauges:
    """What a ledger is asked for."""

    def signed() -> SignedHead | None:
        note = store.last_checkpoint()
        return None if note is None else SignedHead(size_of(note.encode()), 1_000_000)

    def lags() -> Iterable[Lag]:
        return (lag(store, views, "accounts"),)

    return QUIET._replace(log_size=lambda: store.head().size, signed=signed, lags=lags)


def test_a_monitor_reads_a_ledger(tmp_path: Path, store_url: str) -> None:
    """Over HTTP, on each database: the size of the log, what no checkpoint covers, and how far a projection is behind."""
    operator = Operator(tmp_path, store_url)
    signed = size_of(operator.keyring.signer_state.read_bytes())
    operator.act(hand(0, 1), publishing=False)
    app = FastAPI()
    with open_checked(operator.url, operator.keyring, read_only=True) as store, open_views(operator.url) as views:
        app.include_router(metrics_router(Metrics(asked_of(store, views))))
        with served(app) as server:
            answer = httpx2.get(f"http://127.0.0.1:{server.port}/metrics")
        size = store.head().size
    found = samples(answer.content)
    assert answer.headers["content-type"].startswith("text/plain; version=")
    assert size > signed
    assert found["tombo_log_entries"] == found["tombo_view_behind_entries{view=accounts}"] == size
    assert (found["tombo_unsigned_entries"], found["tombo_unanswered"]) == (size - signed, 0)


def test_the_page_names_every_figure() -> None:
    """``docs/operations.md`` has a line for each, and for no other."""
    families = {
        re.sub(r"_(total|bucket|count|sum)(\{.*)?$", r"", name.partition("{")[0])
        for name in samples(Metrics(QUIET).text())
    }
    told = set(re.findall(r"^\| `(tombo_\w+?)(?:_total)?(?:\{\w+\})?`", PAGE.read_text(encoding="utf-8"), re.MULTILINE))
    assert told == families
