"""``tombo table``: which tables there are, and one as it stood."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from cli.invocation import invocation
from cli.options import At, as_of
from cli.output import say, say_json
from cli.reading import Reader
from cli.table_text import banked_lines, table_lines
from ledger.core.ids import local
from projections.follow import AsOf
from projections.table import banked_state, table_state

app = typer.Typer(help="Tables: which there are, and one as it stood.")


TableName = Annotated[str, typer.Argument(metavar="TABLE", help="The table, for example mesa-1.")]


@app.command("list")
def list_tables(ctx: typer.Context) -> None:
    """Every table, one a line: stakes, players, the hand or round in play."""
    call = invocation(ctx)
    with call.reading() as reader:
        for stream in (*reader.streams("table"), *reader.streams("banked")):
            document, lines = _table(reader, stream, AsOf())
            if call.json:
                say_json(document)
            else:
                say(lines[0])


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
        document, lines = _table(reader, stream, as_of(at))
    call.result(document, "\n".join(lines))


def _table(reader: Reader, stream: str, as_of_: AsOf) -> tuple[dict[str, Any], list[str]]:
    """A table for programs, and for people; the first line of those says it all in short."""
    if stream.startswith("banked:"):
        banked = banked_state(local(stream), reader.entries, as_of_)
        return banked.to_json(), banked_lines(banked)
    state = table_state(local(stream), reader.entries, as_of_)
    return state.to_json(), table_lines(state)
