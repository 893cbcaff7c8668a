"""``tombo table``: which tables there are, and one as it stood."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from cli.invocation import invocation
from cli.options import At, as_of
from cli.output import say, say_json
from cli.reading import Reader
from cli.table_text import banked_lines, table_lines
from ledger.core.errors import OutOfPlaceError
from ledger.core.ids import local
from projections.follow import AsOf
from projections.table import BankedState, TableState, banked_state, table_state

app = typer.Typer(help="Tables: which there are, and one as it stood.")


TableName = Annotated[str, typer.Argument(metavar="TABLE", help="The table, for example mesa-1.")]


@app.command("list")
def list_tables(ctx: typer.Context) -> None:
    """Every table, one a line: stakes, players, the hand or round in play."""
    call, sound = invocation(ctx), True
    with call.reading() as reader:
        for stream in (*reader.streams("table"), *reader.streams("banked")):
            try:
                document, lines, whole = _table(reader, stream, AsOf())
            except OutOfPlaceError as error:
                document, lines, whole = {"table": stream, "tampered": str(error)}, [f"{stream}: {error}"], False
            sound = sound and whole
            if call.json:
                say_json(document)
            else:
                say(lines[0] if whole else lines[-1])
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
        document, lines, whole = _table(reader, stream, as_of(at))
    call.result(document, "\n".join(lines))
    if not whole:
        raise typer.Exit(1)


def _table(reader: Reader, stream: str, as_of_: AsOf) -> tuple[dict[str, Any], list[str], bool]:
    """A table for programs, and for people, and whether all of it can be followed.

    The first line for people says it all in short; where something cannot follow, the last one says what.
    """
    state: BankedState | TableState
    if stream.startswith("banked:"):
        state = banked = banked_state(local(stream), reader.entries, as_of_)
        lines = banked_lines(banked)
    else:
        state = poker = table_state(local(stream), reader.entries, as_of_)
        lines = table_lines(poker)
    if state.lost is not None:
        lines.append(f"{stream}: {state.lost}")
    return state.to_json(), lines, state.lost is None
