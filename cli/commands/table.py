"""``tombo table``: which tables there are, one as it stood, and what one waits for."""

from __future__ import annotations

from typing import Annotated

import typer

from tombo.cli.invocation import invocation
from tombo.cli.options import At
from tombo.reports.shown import tables, turns
from tombo.reports.shown.days import as_of

app = typer.Typer(help="Tables: which there are, one as it stood, and what one waits for.")


TableName = Annotated[str, typer.Argument(metavar="TABLE", help="The table, for example mesa-1.")]


@app.command("list")
def list_tables(ctx: typer.Context) -> None:
    """Every table, one a line: stakes, players, the hand or round in play."""
    call = invocation(ctx)
    with call.reading() as reader:
        call.show_each(tables.line(reader, stream) for stream in tables.names(reader))


@app.command()
def show(
    ctx: typer.Context,
    table: TableName,
    at: At = None,
) -> None:
    """Seats, stacks, button and the hand in play: now, or as of a log index or an instant.

    Of a table against the house: who plays there, the round in play and what is staked in it. Where a table of poker has the
    same name, 'banked:' stands before it. For example: tombo table show roleta-1 --at 2026-07-14T19:05:00Z.
    """
    call = invocation(ctx)
    with call.reading() as reader:
        shown = tables.table(reader, table, as_of(call.clock, at, reader.store))
    call.show(shown)


@app.command()
def turn(ctx: typer.Context, table: TableName) -> None:
    """What a table waits for now, and what each player may do: the amounts from the least to the most, and until when.

    Each act is judged as the door would judge it now. Of a chance with several combinations one is named: all have its limits.
    For example: tombo table turn mesa-1 --json.
    """
    call = invocation(ctx)
    with call.reading() as reader:
        shown = turns.to_act(reader, table, call.clock)
    call.show(shown)
