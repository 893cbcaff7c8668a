"""``tombo status``: how a ledger stands."""

from __future__ import annotations

import typer

from tombo.cli.followed import kept
from tombo.cli.invocation import invocation
from tombo.cli.terminal.output import warn
from tombo.ledger.core.clock import SystemClock
from tombo.ledger.core.errors import LedgerError
from tombo.ledger.operate.publisher import PublisherFiles
from tombo.projections.follow import Lag
from tombo.projections.search.fold import Search
from tombo.reports import status as status_report
from tombo.reports.shown.followed import lags
from tombo.reports.shown.reading import Reader
from tombo.reports.shown.status import sound, standing


def status(ctx: typer.Context) -> None:
    """Size, unsigned tail, last checkpoint and publisher, play and incidents open, findings by rule, how far projections follow.

    Exit status 1 where an incident cannot be read, or is said to be an act of staff and nobody signed it: it is told with its place,
    beside all the rest.
    """
    call = invocation(ctx)
    with call.reading() as reader:
        followed = _followed(reader, call.url)  # as it is before this follows anything
        with kept(call, reader, Search) as rows:
            document = standing(reader, rows, followed, PublisherFiles(call.keyring.signer_state))
    call.report(document, status_report.document(document, followed, SystemClock().now()))
    if not sound(document):
        raise typer.Exit(1)


def _followed(reader: Reader, url: str) -> list[Lag] | None:
    """How far projections follow; None where what they keep cannot be read, which is no matter of the ledger's."""
    try:
        return lags(reader.store, url)
    except LedgerError as error:
        warn(error.words)
        return None
