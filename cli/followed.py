"""Followed projections as commands read them: caught up first, with a bar; or computed where nothing can be kept."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tombo.cli.invocation import Invocation
from tombo.cli.terminal.output import warn
from tombo.cli.terminal.progress import Bar
from tombo.ledger.store import Build, Views
from tombo.projections.follow import Projection
from tombo.projections.rows import KeptRows
from tombo.reports.said.commands import common as said
from tombo.reports.shown import followed as shown
from tombo.reports.shown.kept import kept_already
from tombo.reports.shown.reading import Reader


@contextmanager
def followed(call: Invocation, reader: Reader, projection: type[Projection]) -> Iterator[tuple[Views, Build]]:
    """``projection``, caught up with the ledger; computed from its first entry for this use where nothing can be kept."""
    bar = Bar(said.ENTRIES)
    try:
        with shown.followed(reader, call.url, projection, warn, bar) as found:
            bar.clear()
            yield found
    finally:
        bar.clear()


@contextmanager
def kept(call: Invocation, reader: Reader, projection: type[Projection]) -> Iterator[KeptRows | None]:
    """``projection`` where it is kept already, caught up with the ledger; None where it is not, so that the log is read."""
    bar = Bar(said.ENTRIES)
    try:
        with kept_already(reader, call.url, projection, warn, bar) as found:
            bar.clear()
            yield found
    finally:
        bar.clear()
