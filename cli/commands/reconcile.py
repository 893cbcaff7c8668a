"""``tombo reconcile``: the nightly job."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from tombo.cli.files import ready
from tombo.cli.invocation import Invocation, invocation, send
from tombo.cli.means import ByWhom, ClusterAddress, JobsOfAll, means_of, url_for
from tombo.cli.nights import NightFile, keep_night
from tombo.cli.signing import StaffName, acting
from tombo.cli.terminal.output import note, warn
from tombo.cli.terminal.page_file import PAGE, write_page
from tombo.cli.terminal.progress import Bar
from tombo.ledger.core.errors import NotFoundError, UsageError
from tombo.ledger.core.lisbon import HOUR, window
from tombo.ledger.house.staff.state import MANAGER
from tombo.ledger.house.wallet import OPERATIONS, Movement, WalletDifference, movement_of
from tombo.ledger.parts import Means
from tombo.ledger.store import Row, Store, Views, find_views
from tombo.projections.reconciliation.model import Closed, DayVerdict, Reconciliation, to_json, verdict
from tombo.projections.reconciliation.run import CHUNK, Nights, Progress
from tombo.projections.reconciliation.run import reconcile as reconciled
from tombo.projections.strangers import at_home
from tombo.projections.tie_out import LoadedStatement, TieOut, difference_json, read
from tombo.reports import reconciliation as reconciliation_report
from tombo.reports.pages.reconciliation import reconciliation_page
from tombo.reports.said.commands import common
from tombo.reports.said.commands import reconcile as said
from tombo.reports.shown.days import going_on
from tombo.reports.shown.house.nights import Looked, closing_act, closing_id, kept_night
from tombo.reports.shown.reading import Reader

DIFFERENCES_MAX: Final = 10_000
"""Differences from the wallet statement that are told one by one."""

DayName = Annotated[str, typer.Option("--day", metavar="DATE", help="The Lisbon day, for example 2026-07-15.")]


def reconcile(
    ctx: typer.Context,
    day: DayName,
    wallet: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The operator's wallet statement of the day, CSV as docs/wallet.md has it."),
    ] = None,
    close: Annotated[
        bool,
        typer.Option(
            "--close", help="Put on record that the day is closed, with its totals; what comes later is late."
        ),
    ] = False,
    page: Annotated[
        Path | None,
        typer.Option("--html", metavar="FILE", help="Also write the report as a page to print.", callback=ready(PAGE)),
    ] = None,
    whole: Annotated[
        bool,
        typer.Option("--whole", help="Compare what projections keep from the first entry on, whatever nights did."),
    ] = False,
    staff: StaffName = None,
    jobs: JobsOfAll = None,
    cluster: ClusterAddress = None,
) -> None:
    """A day reconciled: every hand, round and tournament conserved and paid as its rules say, every account as its causes say.

    Numbers without a gap, balances that chain, nothing unfinished, nothing void without an incident, the wallet statement
    line by line, every row that projections keep; then the day's money by game and the base of the tax. Exit status 1 where
    anything does not tie.

    Closing a day twice changes nothing. For example: tombo reconcile --day 2026-07-15 --wallet wallet.csv --close.
    """
    call = invocation(ctx)
    window(day)
    by = ByWhom(jobs, cluster)
    call = replace(call, url=url_for(call.url, by))
    with means_of(by, counted=True) as means, call.reading() as reader, _kept(call) as views:
        if not reader.store.head().size:
            raise NotFoundError(said.NO_ENTRIES(origin=reader.store.origin))
        going = going_on(call.clock, reader.store, day, day) is not None
        with _read(wallet, day) as statement:
            found = _reconciled(reader.store, views, day, NightFile(call.keyring.night, whole=whole), means)
            tied = None if statement is None else _tied(reader, found, statement)
            differences = _first(tied)
            if close and not found.counts.get("views"):
                found = _closed(call, reader, Looked(found, tied, differences), staff)
            looked = Looked(found, tied, differences)
            keep_night(call.keyring.nights, kept_night(reader, looked, call.clock.now()))
            if page is not None:
                write_page(call, reader, page, reconciliation_page(found, tied, differences, going=going))
                note(common.WROTE(file=str(page)))
            _tell(call, found, tied, differences, going=going)
            came_to = verdict(found, tied)
    if close and found.counts.get("views"):
        warn(said.NOT_CLOSED(day=day))
    if came_to is DayVerdict.DIFFERS:
        raise typer.Exit(1)


def _reconciled(store: Store, views: Views | None, day: str, nights: Nights, means: Means) -> Reconciliation:
    """What is found, with a bar while it is looked for."""
    bar = Bar(common.ENTRIES)

    def told(progress: Progress) -> None:
        bar(progress.done, progress.of)

    found = reconciled(store, views, day, told, nights, means=means)
    bar.clear()
    return found


@contextmanager
def _kept(call: Invocation) -> Iterator[Views | None]:
    """What projections keep of this ledger, only to be read; None where nothing was ever kept."""
    views = find_views(call.url)
    try:
        yield views
    finally:
        if views is not None:
            views.close()


def _tell(
    call: Invocation,
    found: Reconciliation,
    tied: TieOut | None,
    differences: list[WalletDifference],
    *,
    going: bool,
) -> None:
    wallet = None if tied is None else _wallet_json(tied, differences)
    told = {**to_json(found, tied), "goes_on": going, "wallet": wallet}
    call.report(told, reconciliation_report.document(found, tied, differences, going=going))


def _wallet_json(tied: TieOut, differences: list[WalletDifference]) -> dict[str, Any]:
    return {
        "here": tied.here._asdict(),
        "there": tied.there._asdict(),
        "matched": tied.matched._asdict(),
        "balances": tied.balances,
        "sha256": tied.sha256,
        "totals": {kind: total._asdict() for kind, total in tied.totals.items()},
        "differences": [difference_json(one) for one in differences],
    }


def _first(tied: TieOut | None) -> list[WalletDifference]:
    """The differences that are told one by one."""
    if tied is None:
        return []
    return [one for _, one in zip(range(DIFFERENCES_MAX), tied.differences(), strict=False)]


@contextmanager
def _read(wallet: Path | None, day: str) -> Iterator[LoadedStatement | None]:
    """The statement, where there is one: read before anything else, for what is no statement holds nobody up."""
    if wallet is None:
        yield None
        return
    with read(wallet, window(day)) as statement:
        yield statement


def _tied(reader: Reader, found: Reconciliation, statement: LoadedStatement) -> TieOut:
    """The tie-out with the statement, of movements and of balances."""
    opening = Counter(found.wallets)
    return statement.tied(movements(reader, found, opening), opening.__getitem__)


def movements(reader: Reader, found: Reconciliation, opening: Counter[str]) -> Iterator[Movement]:
    """The movements of the day on the accounts, with the commands they came from.

    ``opening``: what wallets held at ``found.start``; they are brought to what the day began with by what was recorded on another day
    than it happened on.
    """
    starts, ends = window(found.day)
    kinds = tuple(OPERATIONS)
    for start in range(reader.store.size_at(starts - HOUR), found.size, CHUNK):
        for row in at_home(reader.store.rows_of(kinds, start, min(start + CHUNK, found.size))):
            entry = reader.entry(Row._make(row))
            moved = movement_of(entry, entry.command.id if entry.command else "")
            if moved is None:
                continue
            before, due = entry.index < found.start, moved.instant < starts
            if before != due:
                opening[moved.player] += moved.change if due else -moved.change
            if starts <= moved.instant < ends:
                yield moved


def _closed(call: Invocation, reader: Reader, looked: Looked, staff: str | None) -> Reconciliation:
    """The day put on record as closed; as it is where it was closed before."""
    found = looked.found
    if found.closed is not None:
        note(said.CLOSED_BEFORE(day=found.day, index=found.closed.log_index))
        return found
    if call.clock.now() < window(found.day)[1]:
        raise UsageError(said.DAY_NOT_OVER(day=found.day))
    command = closing_act(reader, looked)
    with call.writing() as ledger:
        receipt = send(ledger, command, acting(call.keyring, staff, MANAGER), closing_id(command))
    return found._replace(closed=Closed(receipt.entries[0].index, found.size, says=True, statement=command.statement))
