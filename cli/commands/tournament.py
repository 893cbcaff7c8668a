"""``tombo tournament``: what a tournament is and how it stands, its prizes, its refunds (R810)."""

from __future__ import annotations

from typing import Annotated

import typer

from tombo.cli.invocation import invocation
from tombo.cli.options import At
from tombo.cli.terminal.progress import progress
from tombo.reports.said.commands import common as said
from tombo.reports.shown import tournaments
from tombo.reports.shown.days import as_of

app = typer.Typer(help="Tournaments: which there are, how one stands, its prizes, its refunds.")

Name = Annotated[str, typer.Argument(metavar="TOURNAMENT", help="The tournament, for example domingo-50.")]


@app.command("list")
def list_tournaments(ctx: typer.Context, at: At = None) -> None:
    """Every tournament, one a line: how it stands, its fee, who entered, its pool. With --json: JSON Lines.

    Exit status 1 where an entry of one cannot follow: it is told in its place. For example: tombo tournament list
    --at 2026-07-14T19:05:00Z.
    """
    call = invocation(ctx)
    with call.reading() as reader:
        then = as_of(call.clock, at, reader.store)
        streams = tournaments.names(reader)
        going = progress(streams, said.TOURNAMENTS, len(streams))
        call.show_each(tournaments.line(reader, stream, then) for stream in going)


@app.command()
def show(ctx: typer.Context, tournament: Name, at: At = None) -> None:
    """A tournament as it stands, or stood: its structure in words, level, tables, standings, what was bought.

    Each line names the rule of R810 it follows. Stacks are those between hands. Exit status 1 where what was won or fixed is not
    what the rules give. For example: tombo tournament show domingo-50 --at 2026-07-14T19:05:00Z.
    """
    call = invocation(ctx)
    with call.reading() as reader:
        shown = tournaments.standing(reader, tournament, as_of(call.clock, at, reader.store))
    call.show(shown)


@app.command()
def prizes(ctx: typer.Context, tournament: Name, at: At = None) -> None:
    """The prizes: the pool, the share of each place to the cent, who won what, and what is credited in which entry.

    All of it is computed again from what was bought and who went out when. Exit status 1 where the record is not what the rules
    give. For example: tombo tournament prizes domingo-50; tombo --json tournament prizes domingo-50 --at 170.
    """
    call = invocation(ctx)
    with call.reading() as reader:
        shown = tournaments.prizes(reader, tournament, as_of(call.clock, at, reader.store))
    call.show(shown)


@app.command()
def refunds(ctx: typer.Context, tournament: Name, at: At = None) -> None:
    """The refunds of a cancelled tournament, entry by entry; of one that goes on, what they would be if cancelled now.

    With the case of R810 r.36, the common sum, the share of each by chips, and the other readings where they give something
    else. Exit status 1 where the record is not what the rules give. For example: tombo tournament refunds domingo-50; tombo
    tournament refunds domingo-50 --at 170, if it had been cancelled then.
    """
    call = invocation(ctx)
    with call.reading() as reader:
        shown = tournaments.refunds(reader, tournament, as_of(call.clock, at, reader.store))
    call.show(shown)
