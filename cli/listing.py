"""Lists that grow with the log, a page at a time: the newest first, found by the entry each one begins with."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Annotated, Final, NamedTuple

import typer

from tombo.cli.invocation import Invocation
from tombo.cli.reading import Reader
from tombo.cli.terminal.output import note, say, say_json
from tombo.ledger.core.errors import NotFoundError, OutOfPlaceError
from tombo.ledger.core.ids import local
from tombo.ledger.core.said import fact_of
from tombo.reports.play.listing import lost, older
from tombo.reports.said.commands import common as said

PAGE: Final = 50
"""How many are listed at once, unless somebody asks for more."""

Limit = Annotated[int, typer.Option("--limit", min=1, metavar="N", help="So many, the newest first.")]
After = Annotated[
    str | None, typer.Option("--after", metavar="NAME", help="Go on behind this one, the last of the page before.")
]


def in_order(stream: str) -> tuple[str, int, str]:
    """By table, then by number: hand 10 comes after hand 9."""
    table, _, number = stream.rpartition("/")
    return (table, int(number) if number.isdecimal() else 0, stream)


class Listed(NamedTuple):
    """A page of streams, the newest first, and whether there are older ones."""

    streams: tuple[str, ...]
    more: bool


def page(reader: Reader, kinds: Sequence[str], wanted: Callable[[str], bool], limit: int, after: str | None) -> Listed:
    """The ``limit`` newest streams that begin with an entry of ``kinds`` and are ``wanted``; older than ``after`` if given.

    Raises:
        NotFoundError: there is no stream ``after``.
    """
    below = None
    if after is not None:
        first = reader.store.stream_rows(after, lte=1)
        if not first:
            raise NotFoundError(said.NOTHING_BEFORE(name=local(after) or after))
        below = first[0].index
    found = (row.stream for row in reader.newest(kinds, below) if wanted(row.stream))
    names = tuple(islice(found, min(limit, sys.maxsize - 1) + 1))
    return Listed(names[:limit], len(names) > limit)


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
