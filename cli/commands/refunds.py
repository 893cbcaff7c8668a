"""``tombo refunds``: what void hands and rounds and cancelled tournaments gave back."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, Final

import typer

from tombo.cli.followed import followed
from tombo.cli.invocation import invocation
from tombo.cli.options import At
from tombo.cli.terminal.progress import Bar
from tombo.cli.terminal.sheet import SheetFile, sheet
from tombo.ledger.core.clock import display_instant
from tombo.ledger.core.errors import UsageError
from tombo.projections.refunds.reading import Occasion, RefundRow, refund_json
from tombo.reports import refunds as refunds_report
from tombo.reports.said.commands import common
from tombo.reports.shown.days import as_of, going_on
from tombo.reports.shown.house import refunds as shown

COLUMNS: Final = (
    *(name for name in RefundRow._fields if name != "unit"),
    *("currency", "incident", "origin", "cause", "case"),
)
AMOUNTS: Final = ("cents", "share", "taken_back", "waived")
INSTANTS: Final = ("at", "recorded")

DayName = Annotated[str | None, typer.Option(metavar="DATE", help="One day in Lisbon, for example 2026-07-14.")]


def refunds(
    ctx: typer.Context,
    day: DayName = None,
    from_: Annotated[str | None, typer.Option("--from", metavar="DATE", help="The first day.")] = None,
    to: Annotated[str | None, typer.Option("--to", metavar="DATE", help="The last day.")] = None,
    player: Annotated[str | None, typer.Option(metavar="PLAYER", help="Only what this player got back.")] = None,
    incident: Annotated[str | None, typer.Option(metavar="INCIDENT", help="Only what this incident made void.")] = None,
    tournament: Annotated[
        str | None, typer.Option(metavar="TOURNAMENT", help="Only this tournament: its refunds, and its void hands.")
    ] = None,
    game: Annotated[str | None, typer.Option(metavar="REGULATION", help="Only this game, for example R806.")] = None,
    at: At = None,
    csv_file: SheetFile = None,
) -> None:
    """Every refund of a void hand or round and of a cancelled tournament: whose, how much, by which incident and rule.

    Days are days in Lisbon, by the time its source gives. An entry taken back before the start is no refund (R810 r.24-25): it
    is in the player's statement. For example: tombo refunds --day 2026-07-14; tombo refunds --incident power --json.
    """
    call = invocation(ctx)
    if day is not None and (from_ is not None or to is not None):
        raise UsageError(common.DAY_IS_A_PERIOD())
    days = (day or from_, day or to)
    wanted, bar = shown.wanted(days, player, incident, tournament, game), Bar(common.ENTRIES)
    with call.reading() as reader:
        going = going_on(call.clock, reader.store, *days)
        then, follow = as_of(call.clock, at, reader.store), partial(followed, call, reader)
        found = shown.refunds(reader, follow, wanted, then, going, told=bar, done=bar.clear)
    with sheet(csv_file, COLUMNS) as write:
        for one in found.rows:
            write(_cells(one, found.why))
    call.report(shown.in_json(found), refunds_report.document(found.rows, found.why, wanted, found.size, going))


def _cells(one: RefundRow, why: dict[str, Occasion]) -> dict[str, Any]:
    row = refund_json(one, why)
    amounts = {name: one.unit.sum(row[name]) for name in AMOUNTS}
    return row | amounts | {name: display_instant(row[name]) for name in INSTANTS}
