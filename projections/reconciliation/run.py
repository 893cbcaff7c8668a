"""A day reconciled: how it began, every entry through the fold, and every row that projections keep held against the entries."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from typing import Final, NamedTuple, Protocol

from tombo.ledger.core.errors import TamperedError
from tombo.ledger.core.ids import local
from tombo.ledger.core.lisbon import HOUR, hours, window
from tombo.ledger.house.day.tax import rate
from tombo.ledger.house.incident.state import Incident, covers, incident_stream
from tombo.ledger.house.incident.state import evolve as evolve_incident
from tombo.ledger.parts import Means, Work, in_short
from tombo.ledger.seal.entry import unpack
from tombo.ledger.store import Row, Store, Views
from tombo.projections.accounts.holders import wallet
from tombo.projections.accounts.reading import trial_balance
from tombo.projections.compensations.judged import Payments
from tombo.projections.line import TOGETHER
from tombo.projections.reconciliation.again import Again
from tombo.projections.reconciliation.closing import (
    Figures,
    closed_days,
    computed,
    differences,
    impossible,
    impossible_releases,
    left_open,
    reports_in,
)
from tombo.projections.reconciliation.commits import HAND_STARTED, Stored
from tombo.projections.reconciliation.looked import looked_at
from tombo.projections.reconciliation.model import Closed, Problem, Reconciliation
from tombo.projections.reconciliation.night import Night
from tombo.projections.reconciliation.opening import BookOpening
from tombo.projections.reconciliation.outages import Outages
from tombo.projections.reconciliation.persons.credentials import unsigned_credentials
from tombo.projections.reconciliation.shared.crewed import Crewed, grouped
from tombo.projections.reconciliation.shared.parts import NightShare, NightWorker, ReadOtherwiseError
from tombo.projections.reconciliation.shared.reading import read
from tombo.projections.reconciliation.sources import NightSources, RowsNear
from tombo.projections.reconciliation.tables.standing import KEPT_MAX, TablesBefore
from tombo.projections.reconciliation.tickets import Tickets
from tombo.projections.reconciliation.times import Times
from tombo.projections.reconciliation.tournaments import Tournaments
from tombo.projections.strangers import at_home

CHUNK: Final = 4_096
WALLET: Final = wallet("")


class Progress(NamedTuple):
    """How far a run is: what it does, how many entries of how many."""

    what: str
    done: int
    of: int


Tell = Callable[[Progress], None]


class Nights(Protocol):
    """What a night leaves for the next one, out of reach of whoever writes the databases."""

    def last(self, store: Store) -> BookOpening | None:
        """How things stood where the last night's day began; None where nobody knows."""
        ...

    def keep(self, opening: BookOpening, store: Store) -> None:
        """Keep that for the next night."""
        ...


def reconcile(
    store: Store,
    views: Views | None,
    day: str,
    told: Tell = lambda _: None,
    nights: Nights | None = None,
    *,
    means: Means | None = None,
) -> Reconciliation:
    """The Lisbon day ``day``, up to the end of the log; ``views`` is what projections keep, None where nothing is kept.

    What is kept is only compared: how the day begins is computed from the entries before it. With ``nights`` it goes on from where an
    earlier night was, whose day began before, and leaves the same for the next; without, from the first entry. ``means``: who does it, else
    this process alone; the report is the same. Others open the ledger and what is kept by their addresses.

    Raises:
        UsageError: no day.
        TamperedError: the entries of a hand or round do not follow one another.
    """
    window(day)
    job = NightShare(store.url, views is not None, store.cold_places)

    def night(work: Work[NightWorker]) -> Reconciliation:
        return _reconciled(store, views, day, told, nights, work=work)

    means = means or Means()
    try:
        return means.run(job, night, lambda found: not found.ties)
    except ReadOtherwiseError as error:
        why = in_short(error)
    return means.anew(why, lambda: Means().run(job, night))


def _reconciled(
    store: Store, views: Views | None, day: str, told: Tell, nights: Nights | None, *, work: Work[NightWorker]
) -> Reconciliation:
    size, (starts, ends) = store.head().size, window(day)
    start, end = store.size_at(starts - 1), store.size_at(ends - 1)
    closed, rate_bp = closed_days(store), rate(day)[0]
    known, then = closed.get(day), computed((), 0, rate_bp)
    before = None if nights is None else nights.last(store)
    again = Again(store, views, size, _of_before(before, start), (starts, ends))
    _come_to(start, again, store, told, work)
    _keep(nights if work.believed else None, before, again, store, start)
    cuts = {end, *again.compared.values(), *(() if known is None else (known.size,))}
    opening = closing = trial_balance(began := again.accounts.balances())
    night = _begun(Night(day, again.accounts, _told(store, near := RowsNear(store)), closed), again, store, start)
    times = Times((starts, ends), near)
    stretches = list(_chunks(start, size, cuts))
    crewed = Crewed(work, grouped(stretches, nightly=True), (starts, ends))
    touched = set[str]()
    for stop, rows in _through(store, stretches, _Folds(night, times, again, near), crewed):
        touched |= reports_in(rows) if stop <= end else set()
        if known is not None and stop == known.size:
            then = computed(night.totals(), night.hours.total(), rate_bp)
        closing = trial_balance(again.accounts.balances()) if stop == end else closing
        told(Progress("reconciled", stop - start, size - start))
    night.finish()
    again.finish()
    released = impossible_releases(store, (starts, ends), closed, touched)
    unsigned = unsigned_credentials(store, (starts, ends))
    more = (*_against(known, then, night, day, store), *released, *unsigned, *again.problems())
    return Reconciliation(
        day=day,
        start=start,
        size=size,
        entries=night.kinds.total(),
        totals=night.totals(),
        rate_bp=rate_bp,
        opening=opening,
        closing=closing,
        wallets={holder[len(WALLET) :]: cents for holder, cents in began.items() if holder.startswith(WALLET)},
        hours=tuple((label, night.hours[instant // HOUR]) for instant, label in hours(day)),
        findings=dict(sorted(night.findings.items())),
        undecided=night.undecided,
        contradicting=night.contradicting,
        incidents=night.incidents(),
        closed=known,
        compared_from=again.start,
        compared=again.compared,
        counts=dict(night.counts + times.counts + Counter(problem.check for problem in more)),
        problems=(*night.problems, *times.problems, *more),
        looked=looked_at(night.kinds),
        left_open=left_open(store, start, closed.keys()),
    )


class _Folds(NamedTuple):
    """What every entry of the night goes through, and what is told of every stretch."""

    night: Night
    times: Times
    again: Again
    near: RowsNear


def _through(
    store: Store, stretches: Iterable[tuple[int, int]], folds: _Folds, crewed: Crewed
) -> Iterator[tuple[int, Sequence[Stored]]]:
    """The stretches of the log through every fold of the night: where each stops, and its rows."""
    again = folds.again
    again.gives_away(crewed)
    for first, stop in stretches:
        rows = store.rows_of(None, first, stop)
        crewed.read(rows, stop)
        folds.near.read(rows)
        if (looked := crewed.cleared(first)) is not None:
            folds.night.clears(frozenset(looked.clear), looked.brief)
        _goes_through(rows, folds.night, folds.times, again)
        again.compare(first, stop)
        crewed.until(stop)
        yield stop, rows
    again.takes_back(crewed)


def _goes_through(rows: Sequence[Stored], night: Night, times: Times, again: Again) -> None:
    """Rows of the log, in order, through every fold of the night."""
    for at in range(0, len(rows), TOGETHER):
        part = night.reads(rows[at : at + TOGETHER])
        for _, line, passed in part:
            if not passed:
                times.step(line)
        for row, line, passed in part:
            (night.passes if passed else night.step)(row, line)
        for _, line, _ in part if again.hears else ():
            if line.kind in again.hears:
                again.heard(line)


def _begun(night: Night, again: Again, store: Store, start: int) -> Night:
    """``night``, which knows what is in play at the tables that are open as the day begins."""
    for table, last in again.accounts.book.open_tables():
        rows = [row for row in store.stream_rows(last) if row.index < start] if last else []
        night.before(rows, _at_table(table, rows, again, store, start))
    return night


def _at_table(table: str, hand: Sequence[Row], again: Again, store: Store, start: int) -> list[Row]:
    """What a table of poker has on record: of a tournament's all of it, else since its last ``hand`` began, in the commit of which it says so."""
    if not table.startswith("table:"):
        return []
    since = 0
    if not again.accounts.book.of_tournament(table):
        begun = unpack(hand[0].state) if hand else None
        told = [] if begun is None else store.rows_of(None, begun.first, begun.first + begun.count)
        versions = [version for _, stream, version, kind, _ in told if (stream, kind) == (table, HAND_STARTED)]
        if not versions:
            return []
        since = versions[0] - 1
    return [row for row in store.stream_rows(table, gt=since) if row.index < start]


def _against(known: Closed | None, then: Figures, night: Night, day: str, store: Store) -> Iterator[Problem]:
    """What differs from how the day was closed, if it was; and the closings recorded on it that cannot be."""
    if known is not None:
        yield from differences(store, known, then, computed(night.totals(), night.hours.total(), rate(day)[0]))
    yield from impossible(store, window(day))


def _of_before(kept: BookOpening | None, start: int) -> BookOpening | None:
    """How things stood where the last night's day began, if that is not after this day's ``start``."""
    return kept if kept is not None and kept.size <= start else None


def _keep(nights: Nights | None, before: BookOpening | None, again: Again, store: Store, start: int) -> None:
    """Leave for the next night how this day begins, unless a newer one is kept or what lies before has problems."""
    if nights is not None and again.start < start and not again.problems() and (before is None or before.size < start):
        nights.keep(again.opening(start), store)


def _come_to(start: int, again: Again, store: Store, told: Tell, work: Work[NightWorker]) -> None:
    """Have ``again`` fold and compare what lies before the day."""
    stretches = list(_chunks(again.start, start, again.compared.values()))
    crewed = Crewed(work, grouped(stretches, nightly=False))
    again.gives_away(crewed)
    for first, stop in stretches:
        rows = store.rows_of(None, first, stop)
        crewed.read(rows, stop)
        again.step(rows, first, stop)
        crewed.until(stop)
        told(Progress("compared", stop, start))
    again.takes_back(crewed)


def _chunks(start: int, size: int, cuts: Collection[int]) -> Iterator[tuple[int, int]]:
    """The indices from ``start`` to ``size`` in pieces, one of which begins at each of ``cuts`` that is among them."""
    while start < size:
        stop = min(start + CHUNK, size, *(cut for cut in cuts if cut > start))
        yield start, stop
        start = stop


class _Fault(NamedTuple):
    """An incident of the operator's own system: its local id, the log indices of its beginning and end, when it was over, and what it is."""

    name: str
    began: int
    ended: int
    over: int
    state: Incident


def _outages(store: Store) -> Iterator[_Fault]:
    """The incidents of the operator's own system there ever were."""
    for stream in store.streams("incident"):
        state: Incident | None = None
        found = list(at_home(store.stream_rows(stream)))
        ended, over = sys.maxsize, 0
        for row, line in read(found):
            with suppress(TamperedError):  # an entry that cannot follow is told by the verifier
                state = evolve_incident(state, line.event)
                if not state.open and row[0] < ended:
                    ended, over = row[0], line.recorded
        if state is not None and state.origin == "operator_system":
            yield _Fault(local(stream), found[0].index, ended, over, state)


def _told(store: Store, row: RowsNear) -> NightSources:
    def incident(name: str, index: int) -> Incident | None:
        state: Incident | None = None
        rows = [one for one in at_home(store.stream_rows(incident_stream(name))) if one.index < index]
        for _, line in read(rows):
            with suppress(TamperedError):  # an entry that cannot follow is told by the verifier
                state = evolve_incident(state, line.event)
        return state

    tables = TablesBefore(store)
    payments, cups = Payments(store, heard=True), Tournaments(store, tables)
    outages = cache(lambda: tuple(_outages(store)))

    @lru_cache(maxsize=KEPT_MAX)
    def of_table(table: str) -> tuple[_Fault, ...]:
        return tuple(one for one in outages() if covers(one.state, table))

    def outage(table: str, index: int) -> str | None:
        return next((one.name for one in of_table(table) if one.began < index < one.ended), None)

    def over(table: str, index: int) -> int | None:
        return max((one.over for one in of_table(table) if one.ended < index), default=None)

    return NightSources(
        row,
        tables,
        Outages(incident, outage, over, row),
        cups,
        cups.hand,
        payments.untied_at,
        Tickets(store),
        cups.unfinished,
        payments.changed,
    )
