"""``tombo schema``: what a command or an entry looks like, as JSON Schema, from the same classes that read them."""

from __future__ import annotations

from typing import Annotated

import typer

from tombo.cli.terminal.output import say_json
from tombo.ledger.catalogue import COMMANDS, Wire
from tombo.ledger.core.errors import UsageError
from tombo.ledger.kinds import EVENTS, Body
from tombo.reports.said.commands import common as said

app = typer.Typer(help="JSON Schemas of commands and events.")

Kind = Annotated[str | None, typer.Argument(metavar="KIND", help="Only this kind.")]


@app.command()
def commands(kind: Kind = None) -> None:
    """What 'tombo record' takes: a command in its envelope, or one kind of command."""
    if kind is None:
        say_json(Wire.model_json_schema(mode="validation"))
    elif kind in COMMANDS:
        say_json(COMMANDS[kind].model_json_schema(mode="validation"))
    else:
        raise UsageError(said.NO_SUCH_KIND(what=said.COMMAND, typed=repr(kind), there=tuple(sorted(COMMANDS))))


@app.command()
def events(kind: Kind = None) -> None:
    """The signed body of an entry: every kind by its name, or one."""
    if kind is not None and kind not in EVENTS:
        raise UsageError(said.NO_SUCH_KIND(what=said.KIND, typed=repr(kind), there=tuple(sorted(EVENTS))))
    schemas = {
        name: Body[cls].model_json_schema(mode="serialization")  # type: ignore[valid-type]  # built from the list
        for name, cls in EVENTS.items()
        if kind in {None, name}
    }
    say_json(schemas if kind is None else schemas[kind])
