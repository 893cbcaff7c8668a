"""``tombo ruleset``: the operator's specific rules, as they were approved."""

from __future__ import annotations

from typing import Annotated

import typer

from tombo.cli.invocation import invocation
from tombo.reports.shown.house import rulesets

app = typer.Typer(help="Specific rules (regras específicas): which were approved, and what one says.")

Name = Annotated[str, typer.Argument(metavar="RULESET", help="The ruleset, for example holdem-1-2.")]


@app.command("list")
def list_rulesets(ctx: typer.Context) -> None:
    """Every ruleset ever approved, one a line: regulation, from when, by which reference, whether withdrawn.

    Exit status 1 where an entry of one cannot follow: it is told in its place.
    """
    call = invocation(ctx)
    with call.reading() as reader:
        call.show_each(rulesets.line(reader, stream) for stream in rulesets.names(reader))


@app.command()
def show(ctx: typer.Context, ruleset: Name) -> None:
    """One ruleset: its approval, every term as every hand or round copies it, and what was told of it at approval."""
    call = invocation(ctx)
    with call.reading() as reader:
        shown = rulesets.ruleset(reader, ruleset)
    call.show(shown)
