"""A day reconciled: where it begins, every entry through the fold, the followed book held against it, the wallet statement."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from ledger.core.lisbon import HOUR, hours, window
from ledger.house.incident import Incident, incident_stream
from ledger.house.incident import evolve as evolve_incident
from ledger.store import Build, Row, Store, Views
from ledger.store.mapper import CanonicalMapper
from projections.accounts.book import Book
from projections.accounts.followed import Accounts
from projections.accounts.reading import altered, balances, breaks, opening, trial_balance
from projections.follow import AsOf, Follower
from projections.reconciliation.closing import closed_days, computed, differences
from projections.reconciliation.model import Problem, Reconciliation
from projections.reconciliation.night import Night, Told, read
from projections.reconciliation.tax import rate
from projections.tournament.prizes import prize_table
from projections.tournament.refunds import refund_table
from projections.tournament.view import tournament_view

CHUNK: Final = 4_096
BREAKS_MAX: Final = 100
"""Breaks of the followed book's chain that are told: one is enough to compute it again."""


class Progress(NamedTuple):
    """How far a run is: what it does, how many entries of how many."""

    what: str
    done: int
    of: int


Tell = Callable[[Progress], None]


def reconcile(store: Store, views: Views, day: str, told: Tell = lambda _: None) -> Reconciliation:
    """The Lisbon day ``day``, up to the end of the log.

    Raises:
        UsageError: no day.
        TamperedError: the entries of a hand or round do not follow one another, or the book followed another ledger.
    """
    starts, _ = window(day)
    size = store.head().size
    build = Follower(store, views, Accounts, told=lambda at: told(Progress("booked", at, size))).catch_up(size)
    size = build.position  # of another follower, perhaps, which is further
    opened = opening(views, build, day)
    start = min(store.size_at(starts - 1), opened.log_index)
    closed, rate_bp = closed_days(store), rate(day)[0]
    night = Night(day, opened, _told(store), {name: one.size for name, one in closed.items()})
    for _, last in Book(opened.book).open_tables():
        night.before([row for row in store.stream_rows(last) if row.index < start] if last else [])
    known, then = closed.get(day), computed((), 0, rate_bp)
    for first, stop in _chunks(start, size, None if known is None else known.size):
        if known is not None and first == known.size:
            then = computed(night.totals(), night.hours.total(), rate_bp)
        for row, line in read(store.rows_of(None, first, stop)):
            night.step(row, line)
        told(Progress("reconciled", stop - start, size - start))
    night.finish()
    problems, counts = list(night.problems), dict(night.counts)
    now = computed(night.totals(), night.hours.total(), rate_bp)
    late = () if known is None else differences(store, known, then, now)
    for problem in (*late, *_book_problems(views, build, night, start, size)):
        counts[problem.check] = counts.get(problem.check, 0) + 1
        problems.append(problem)
    return Reconciliation(
        day=day,
        start=start,
        size=size,
        entries=night.entries,
        totals=night.totals(),
        rate_bp=rate_bp,
        opening=trial_balance(opened.balances),
        closing=trial_balance(night.held),
        hours=tuple((label, night.hours[instant // HOUR]) for instant, label in hours(day)),
        findings=dict(sorted(night.findings.items())),
        incidents=night.incidents(),
        closed=known,
        counts=counts,
        problems=tuple(problems),
    )


def _chunks(start: int, size: int, cut: int | None) -> Iterator[tuple[int, int]]:
    """The indices from ``start`` to ``size`` in pieces, one of which begins at ``cut`` if that is among them."""
    while start < size:
        stop = min(start + CHUNK, size)
        stop = cut if cut is not None and start < cut < stop else stop
        yield start, stop
        start = stop


def _told(store: Store) -> Told:
    def row(stream: str, version: int) -> Row | None:
        found = store.stream_rows(stream, gt=version - 1, lte=version)
        return found[0] if found else None

    def incident(name: str, index: int) -> Incident | None:
        state: Incident | None = None
        rows = [one for one in store.stream_rows(incident_stream(name)) if one.index < index]
        for _, line in read(rows):
            state = evolve_incident(state, line.event)
        return state

    def tournament(name: str, index: int) -> tuple[str, ...]:
        mapper = CanonicalMapper(store.origin)
        read, as_of = (lambda stream: map(mapper.to_entry, store.stream_rows(stream))), AsOf(log_index=index)
        view = tournament_view(name, read, as_of)
        prizes, refunds = prize_table(view.followed), refund_table(view)
        return (*prizes.differences, *(() if refunds is None else refunds.differences))

    return Told(row, incident, tournament)


def _book_problems(views: Views, build: Build, night: Night, start: int, size: int) -> list[Problem]:
    """Where the followed book is not the one the entries give, or does not chain."""
    kept = balances(views, build, size)
    differ = sorted(holder for holder in {*kept, *night.held} if kept.get(holder, 0) != night.held.get(holder, 0))
    found = [
        Problem("book", f"{where}: {said}; 'tombo views rebuild accounts'", (index,))
        for where, index, said in breaks(views, build, start, BREAKS_MAX)
    ]
    for where, has, last in altered(views, build, BREAKS_MAX):
        text = f"{where} has {has} cents; its last posting leaves {last}; 'tombo views rebuild accounts'"
        found.append(Problem("book", text, (), abs(has - last)))
    for holder in differ[:BREAKS_MAX]:
        has, due = kept.get(holder, 0), night.held.get(holder, 0)
        text = f"{holder} has {has} cents in the followed book; its entries give {due}; 'tombo views rebuild accounts'"
        found.append(Problem("book", text, (), abs(has - due)))
    return found
