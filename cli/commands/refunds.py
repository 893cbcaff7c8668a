"""``tombo refunds``: what void hands and rounds and cancelled tournaments gave back."""

from __future__ import annotations

from typing import Annotated, Any, Final

import typer

from tombo.cli.followed import followed
from tombo.cli.invocation import invocation
from tombo.cli.options import At
from tombo.cli.terminal.progress import Bar
from tombo.cli.terminal.sheet import SheetFile, sheet
from tombo.ledger.core.clock import display_instant
from tombo.ledger.core.errors import NotFoundError, UsageError
from tombo.ledger.core.ids import is_stream
from tombo.ledger.core.lisbon import window
from tombo.ledger.terms.every import LAWS
from tombo.projections.refunds.checked import checked_refunds
from tombo.projections.refunds.followed import Refunds
from tombo.projections.refunds.reading import FOREVER, Occasion, RefundRow, Wanted, occasions, refund_json, to_json
from tombo.projections.refunds.reading import refunds as read
from tombo.projections.rows import KeptRows
from tombo.reports import refunds as refunds_report
from tombo.reports.said.commands import common
from tombo.reports.said.commands import reconcile as said
from tombo.reports.shown.days import as_of, going_on
from tombo.reports.shown.reading import Reader

GAMES: Final = tuple(LAWS)
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
    since, until = _period(day, from_, to)
    for kind, name in (("account", player), ("incident", incident), ("tournament", tournament)):
        if name is not None and not is_stream(f"{kind}:{name}"):
            raise UsageError(common.NO_NAME(typed=repr(name)))
    if game is not None and game not in GAMES:
        raise UsageError(said.NO_REGULATION(typed=repr(game), there=tuple(GAMES)))
    wanted = Wanted(since, until, player, incident, tournament, game)
    with call.reading() as reader, followed(call, reader, Refunds) as (views, build):
        going = going_on(call.clock, reader.store, day or from_, day or to)
        size, bar = as_of(call.clock, at, reader.store).size(reader.store), Bar(common.ENTRIES)
        with checked_refunds(reader.store, KeptRows(views, build), size, wanted, bar) as made:
            bar.clear()
            found = read(reader.store, made.views, made.build, size, wanted)
            if not found:
                _there_are(reader, player, incident, tournament)
            streams = [one.occasion for one in found] + ([] if incident is None else [f"incident:{incident}"])
            why = occasions(made.views, made.build, size, streams)
    with sheet(csv_file, COLUMNS) as write:
        for one in found:
            write(_cells(one, why))
    told = {**to_json(found, why, size), "goes_on": going is not None}
    call.report(told, refunds_report.document(found, why, wanted, size, going))


def _there_are(reader: Reader, player: str | None, incident: str | None, tournament: str | None) -> None:
    """That the log knows whom and what is asked for.

    Raises:
        NotFoundError: it does not: who got nothing back, and who is not there, are two answers.
    """
    if player is not None and not reader.knows(player):
        raise NotFoundError(common.NO_SUCH_HERE(what=common.PLAYER, name=player, origin=reader.store.origin))
    named = (("incident", common.INCIDENT, incident), ("tournament", common.TOURNAMENT, tournament))
    for sort, what, name in named:
        if name is not None and not reader.version(f"{sort}:{name}"):
            raise NotFoundError(common.NO_SUCH_HERE(what=what, name=name, origin=reader.store.origin))


def _period(day: str | None, first: str | None, last: str | None) -> tuple[int, int]:
    """The instants between which the list tells.

    Raises:
        UsageError: no days, or a day and a period.
    """
    if day is not None and (first is not None or last is not None):
        raise UsageError(common.DAY_IS_A_PERIOD())
    since = 0 if day is None and first is None else window(day or first or "")[0]
    until = FOREVER if day is None and last is None else window(day or last or "")[1]
    if since >= until:
        raise UsageError(common.FROM_AFTER_TO(first=str(first), last=str(last)))
    return since, until


def _cells(one: RefundRow, why: dict[str, Occasion]) -> dict[str, Any]:
    row = refund_json(one, why)
    amounts = {name: one.unit.sum(row[name]) for name in AMOUNTS}
    return row | amounts | {name: display_instant(row[name]) for name in INSTANTS}
