"""``tombo table``: which tables there are, and one as it stood."""

from __future__ import annotations

from typing import Annotated

import typer

from tombo.cli.days import as_of
from tombo.cli.invocation import invocation
from tombo.cli.options import At
from tombo.cli.terminal.output import say, say_json
from tombo.ledger.core.errors import OutOfPlaceError
from tombo.ledger.core.ids import local
from tombo.projections.follow import AsOf
from tombo.projections.table import BankedState, TableState, banked_state, table_state
from tombo.reports import table as table_report
from tombo.reports.shown.reading import Reader

app = typer.Typer(help="Tables: which there are, and one as it stood.")


TableName = Annotated[str, typer.Argument(metavar="TABLE", help="The table, for example mesa-1.")]


@app.command("list")
def list_tables(ctx: typer.Context) -> None:
    """Every table, one a line: stakes, players, the hand or round in play."""
    call, sound = invocation(ctx), True
    with call.reading() as reader:
        for stream in (*reader.streams("table"), *reader.streams("banked")):
            try:
                state = _state(reader, stream, AsOf())
                document, lost = state.to_json(), state.lost
                line = table_report.in_a_line(state)
            except OutOfPlaceError as error:
                document, lost = {"table": stream, "tampered": str(error)}, str(error)
            if lost is not None:
                sound, line = False, table_report.lost(stream, lost)
            if call.json:
                say_json(document)
            else:
                say(line)
    if not sound:
        raise typer.Exit(1)


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
        banked = not reader.version(f"table:{table}") and reader.version(f"banked:{table}")
        stream = table if table.startswith("banked:") else f"{'banked' if banked else 'table'}:{table}"
        state = _state(reader, stream, as_of(call, at, reader.store))
    call.report(state.to_json(), table_report.document(stream, state))
    if state.lost is not None:
        raise typer.Exit(1)


def _state(reader: Reader, stream: str, as_of_: AsOf) -> TableState | BankedState:
    """The table of that stream: of poker, or against the house."""
    read = banked_state if stream.startswith("banked:") else table_state
    return read(local(stream), reader.entries, as_of_)
