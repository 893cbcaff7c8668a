"""``tombo player``: the last hand and the statement that the regulation owes a player."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, Final

import typer

from tombo.cli.card_readings import seen_by
from tombo.cli.followed import followed, kept
from tombo.cli.invocation import Invocation, invocation
from tombo.cli.options import At, PlayerName, Reason
from tombo.cli.signing import StaffName
from tombo.cli.terminal.output import note, say, say_json
from tombo.cli.terminal.page_file import PageFile, save, write_page
from tombo.cli.terminal.sheet import SheetFile, sheet
from tombo.ledger.core.clock import display_instant, happened
from tombo.projections.round.last import LastHand
from tombo.projections.round.last import to_json as last_hand_json
from tombo.projections.round.view import AnyView
from tombo.projections.search.fold import Search
from tombo.projections.session_statement.reading import (
    StatementLine,
)
from tombo.reports import statement as statement_report
from tombo.reports.pages.statement import statement_pages
from tombo.reports.play.last import essential
from tombo.reports.said.commands import common
from tombo.reports.shown import last_hands, rounds
from tombo.reports.shown.days import as_of
from tombo.reports.shown.house import statements
from tombo.reports.shown.reading import Reader
from tombo.reports.text import text_lines

app = typer.Typer(help="What the regulation owes a player.")

LAST_HAND_AMOUNTS: Final = ("staked", "won", "returned", "refunded", "result")
LAST_HAND: Final = ("stream", "began", "outcome", "incident", "currency", *LAST_HAND_AMOUNTS, "rule")
"""The columns of a last hand in a spreadsheet."""


@app.command("last-hand")
def last_hand(
    ctx: typer.Context,
    player: PlayerName,
    at: At = None,
    last: Annotated[int, typer.Option("--last", min=1, max=100, metavar="N", help="So many, the newest first.")] = 1,
    reason: Reason = None,
    staff: StaffName = None,
    page: PageFile = None,
    csv_file: SheetFile = None,
) -> None:
    """The last hand or round a player took part in, as he may see it: its result, and what he staked.

    In whichever game it was (R803 r.37, R804 r.24, R805 r.31, R806 r.65), a tournament's too. With the cards that were shown; with
    his own closed ones for an officer who acts for him (--staff, --reason), on record. After it what he is in the middle of, if
    anything. With --json: one document a hand. For example: tombo player last-hand p-7 --last 3; tombo player last-hand p-7 --staff
    s-2 --reason 'he asked for it'.
    """
    call = invocation(ctx)
    with call.reading() as reader, kept(call, reader, Search) as rows:
        found = last_hands.last_played(reader, rows, player, as_of(call.clock, at, reader.store), last)
    seen = found.outsider
    if reason is not None and found.closed:
        seen = seen_by(call, seen.viewer, found.closed, reason, staff)
    with call.reading() as reader:
        views = last_hands.views(reader, found, seen)  # before a file is written
        with sheet(csv_file, LAST_HAND) as write:
            for one in found.told:
                write(_last_cells(one))
        if page is not None and found.told:
            pages = (rounds.page_of(view, rounds.incident_of(reader, view)) for view in views)
            save(call, reader, page, seen.viewer, *pages)
        for place, (one, view) in enumerate(zip(found.told, views, strict=True) if page is None else ()):
            if place and not call.json:
                say("")
            _tell_last(call, reader, one, view)
    last_hands.there_are(found)


def _last_cells(found: LastHand) -> dict[str, Any]:
    """The essential elements for a spreadsheet; what is in play has no result yet."""
    row, unit = last_hand_json(found), found.entries[0].event.terms.unit
    amounts = {name: "" if row[name] is None else unit.sum(row[name]) for name in LAST_HAND_AMOUNTS}
    first = found.entries[0]
    began = happened(first.occurred, first.recorded, first.stream)
    return {**row, **amounts, "began": display_instant(began), "currency": unit.currency or "chips"}


def _tell_last(call: Invocation, reader: Reader, found: LastHand, view: AnyView) -> None:
    """Print a hand or a round as it stood, and what it brought its player."""
    if call.json:
        say_json(last_hands.in_json(reader, found, view))
        return
    for line in text_lines(rounds.document(view, rounds.incident_of(reader, view)), call.language):
        say(line)
    say(essential(found, view.viewer.player or "", view.unit))


AMOUNTS: Final = ("ticket", "staked", "won", "returned", "refunded", "commission", "result", "running")


COLUMNS: Final = (
    *(name for name in StatementLine._fields if name not in {"unit", *AMOUNTS}),
    "currency",
    *AMOUNTS,
)


DayName = Annotated[str | None, typer.Option(metavar="DATE", help="One day in Lisbon, for example 2026-07-14.")]


@app.command("statement")
def player_statement(
    ctx: typer.Context,
    player: PlayerName,
    session: Annotated[str | None, typer.Option(metavar="SESSION", help="One session, for example p-1/3.")] = None,
    day: DayName = None,
    from_: Annotated[
        str | None, typer.Option("--from", metavar="DATE", help="The first day; else 12 months before the last.")
    ] = None,
    to: Annotated[
        str | None, typer.Option("--to", metavar="DATE", help="The last day; else that of the newest entry.")
    ] = None,
    at: At = None,
    csv_file: SheetFile = None,
    page: PageFile = None,
) -> None:
    """Every hand and round of a player's sessions: staked, won, returned, refunded, commission, result, and the totals.

    Owed by R803 r.39, R804 r.26, R805 r.33 and R806 r.67. Days are days in Lisbon, and a hand belongs to the day it ended on.
    Exit status 1 where an entry of one of his tournaments cannot follow: it is named, and not counted.
    For example: tombo player statement p-1 --from 2026-07-01 --to 2026-07-31.
    """
    call = invocation(ctx)
    asked = statements.StatementWanted(player, session, *statements.days_of(day, from_, to), at)
    with call.reading() as reader:
        told = statements.player_statement(reader, partial(followed, call, reader), call.clock, asked)
    found, account = told.found, told.account
    with sheet(csv_file, COLUMNS) as write:
        for line in found.lines:
            write(_cells(line))
    if page is not None:
        write_page(call, reader, page, *statement_pages(found, told.at_stake, account, told.going))
        note(common.WROTE(file=str(page)))
    wallet, bonus = ((), ()) if account is None else (account.lines, account.bonus)
    document = statement_report.document(found, told.at_stake, wallet, told.going, bonus)
    call.report(statements.in_json(told), document)
    if found.passed:
        raise typer.Exit(1)


def _cells(line: StatementLine) -> dict[str, Any]:
    """A line for a spreadsheet: its currency beside its amounts."""
    cells = line._asdict()
    instants = {name: display_instant(cells[name]) for name in ("recorded", "at")}
    amounts = {name: line.unit.sum(cells[name]) for name in AMOUNTS}
    return cells | instants | amounts | {"currency": line.unit.currency or "chips"}
