"""Lists that grow with the log, a page at a time, as they are printed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Final

import typer

from tombo.cli.invocation import Invocation
from tombo.cli.terminal.output import note, say, say_json
from tombo.ledger.core.errors import OutOfPlaceError
from tombo.ledger.core.said import fact_of
from tombo.reports.play.listing import lost, older
from tombo.reports.shown.listing import Listed

PAGE: Final = 50
"""How many are listed at once, unless somebody asks for more."""

Limit = Annotated[int, typer.Option("--limit", min=1, metavar="N", help="So many, the newest first.")]
After = Annotated[
    str | None, typer.Option("--after", metavar="NAME", help="Go on behind this one, the last of the page before.")
]


def tell_lost(call: Invocation, called: Mapping[str, str], name: str, error: OutOfPlaceError) -> None:
    """In the place of a line of a list: what cannot be followed, and where; ``called`` is its name for programs."""
    if call.json:
        say_json({**called, "log_index": error.index, "tampered": str(error)})
    else:
        say(lost(name, fact_of(error)))


def tell_more(call: Invocation, command: str, listed: Listed, called: Callable[[str], str]) -> None:
    """Say how to go on where there is more, behind the last as it is ``called``: among the lines for people, beside them for programs."""
    if listed.more:
        (note if call.json else say)(older(command, called(listed.streams[-1])))
