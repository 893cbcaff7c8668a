"""``tombo tournament``: what a tournament is and how it stands, its prizes, its refunds (R810)."""

from __future__ import annotations

from typing import Annotated

import typer

from tombo.cli.days import as_of
from tombo.cli.invocation import invocation
from tombo.cli.listing import tell_lost
from tombo.cli.options import At
from tombo.cli.terminal.output import say, say_json
from tombo.cli.terminal.progress import progress
from tombo.ledger.core.errors import NotFoundError, OutOfPlaceError, UsageError
from tombo.ledger.core.ids import is_stream, local
from tombo.projections.tournament.prizes import prize_table
from tombo.projections.tournament.prizes import to_json as prizes_json
from tombo.projections.tournament.refunds import refund_differences, refund_table
from tombo.projections.tournament.refunds import to_json as refunds_json
from tombo.projections.tournament.shown import summary
from tombo.projections.tournament.shown import to_json as view_json
from tombo.projections.tournament.view import followed, held_by_hands, tournament_view
from tombo.reports.said.commands import common as said
from tombo.reports.tournament import prizes as tournament_prizes
from tombo.reports.tournament import refunds as tournament_refunds
from tombo.reports.tournament import standing as tournament_report

app = typer.Typer(help="Tournaments: which there are, how one stands, its prizes, its refunds.")

Name = Annotated[str, typer.Argument(metavar="TOURNAMENT", help="The tournament, for example domingo-50.")]


@app.command("list")
def list_tournaments(ctx: typer.Context, at: At = None) -> None:
    """Every tournament, one a line: how it stands, its fee, who entered, its pool. With --json: JSON Lines.

    Exit status 1 where an entry of one cannot follow: it is told in its place. For example: tombo tournament list
    --at 2026-07-14T19:05:00Z.
    """
    call, lost = invocation(ctx), False
    with call.reading() as reader:
        then = as_of(call, at, reader.store)
        streams = reader.streams("tournament")
        for stream in progress(streams, said.TOURNAMENTS, len(streams)):
            try:
                found = followed(local(stream), reader.follow, then)
            except NotFoundError:
                continue  # it was not announced by then
            except OutOfPlaceError as error:
                lost = True
                tell_lost(call, {"tournament": local(stream)}, local(stream), error)
                continue
            if call.json:
                say_json(summary(found))
            else:
                say(tournament_report.in_a_line(found))
    if lost:
        raise typer.Exit(1)


@app.command()
def show(ctx: typer.Context, tournament: Name, at: At = None) -> None:
    """A tournament as it stands, or stood: its structure in words, level, tables, standings, what was bought.

    Each line names the rule of R810 it follows. Stacks are those between hands. Exit status 1 where what was won or fixed is not
    what the rules give. For example: tombo tournament show domingo-50 --at 2026-07-14T19:05:00Z.
    """
    call = invocation(ctx)
    with call.reading() as reader:
        view = tournament_view(_named(tournament), reader.follow, as_of(call, at, reader.store))
    call.report(view_json(view), tournament_report.document(view))
    if prize_table(view.followed).differences:
        raise typer.Exit(1)


@app.command()
def prizes(ctx: typer.Context, tournament: Name, at: At = None) -> None:
    """The prizes: the pool, the share of each place to the cent, who won what, and what is credited in which entry.

    All of it is computed again from what was bought and who went out when. Exit status 1 where the record is not what the rules
    give. For example: tombo tournament prizes domingo-50; tombo --json tournament prizes domingo-50 --at 170.
    """
    call = invocation(ctx)
    with call.reading() as reader:
        found = followed(_named(tournament), reader.follow, as_of(call, at, reader.store))
        held_by_hands(found, reader.follow)
    table = prize_table(found)
    call.report(prizes_json(found, table), tournament_prizes.document(found, table))
    if table.differences:
        raise typer.Exit(1)


@app.command()
def refunds(ctx: typer.Context, tournament: Name, at: At = None) -> None:
    """The refunds of a cancelled tournament, entry by entry; of one that goes on, what they would be if cancelled now.

    With the case of R810 r.36, the common sum, the share of each by chips, and the other readings where they give something
    else. Exit status 1 where the record is not what the rules give. For example: tombo tournament refunds domingo-50; tombo
    tournament refunds domingo-50 --at 170, if it had been cancelled then.
    """
    call = invocation(ctx)
    with call.reading() as reader:
        view = tournament_view(_named(tournament), reader.follow, as_of(call, at, reader.store))
    table = refund_table(view)
    call.report(refunds_json(view, table), tournament_refunds.document(view, table))
    if refund_differences(view, table):
        raise typer.Exit(1)


def _named(tournament: str) -> str:
    """``tournament``, which may be one.

    Raises:
        UsageError: no possible name.
    """
    if not is_stream(f"tournament:{tournament}"):
        raise UsageError(said.NO_NAME_OF(typed=repr(tournament), what=said.TOURNAMENT))
    return tournament
