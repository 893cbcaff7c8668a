"""``tombo status``: how a ledger stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import typer

from tombo.cli.followed import kept, lag_json, lags
from tombo.cli.invocation import invocation
from tombo.cli.terminal.output import warn
from tombo.ledger.core.clock import SystemClock
from tombo.ledger.core.errors import LedgerError, OutOfPlaceError
from tombo.ledger.core.ids import local
from tombo.ledger.operate.publisher import PublisherFiles
from tombo.projections.follow import Lag
from tombo.projections.search.fold import Search
from tombo.reports import status as status_report
from tombo.reports.shown.reading import Reader
from tombo.reports.shown.status import status as standing


def status(ctx: typer.Context) -> None:
    """Size, unsigned tail, last checkpoint and publisher, play and incidents open, findings by rule, how far projections follow.

    Exit status 1 where an incident cannot be read: it is told with its place, beside all the rest.
    """
    call = invocation(ctx)
    with call.reading() as reader:
        followed = _followed(reader, call.url)  # as it is before this follows anything
        with kept(call, reader, Search) as rows:
            document, lost = standing(reader, rows), dict[str, OutOfPlaceError]()
        document["open_incidents"] = list(_open_incidents(reader, lost))
    document["publisher"] = publisher_json(PublisherFiles(call.keyring.signer_state))
    document["projections"] = None if followed is None else [lag_json(one) for one in followed]
    if lost:
        document["incidents_not_readable"] = [
            {"incident": name, "log_index": why.index, "tampered": str(why)} for name, why in lost.items()
        ]
    call.report(document, status_report.document(document, followed, SystemClock().now()))
    if lost:
        raise typer.Exit(1)


def _open_incidents(reader: Reader, lost: dict[str, OutOfPlaceError]) -> Iterator[dict[str, Any]]:
    """Those that are open; into ``lost`` goes each that cannot be read, by name, and why: one entry hides no other incident.

    Of each its name, where it began, since when in microseconds, and its tables by local id, None for all.
    """
    for stream in reader.streams("incident"):
        try:
            incident = reader(stream)
        except OutOfPlaceError as error:
            lost[local(stream)] = error
            continue
        if incident.open:
            tables = None if incident.scope is None else list(incident.scope)
            begun = {"origin": incident.origin, "since": incident.first_instant, "tables": tables}
            yield {"incident": local(stream), **begun}


def publisher_json(place: PublisherFiles) -> dict[str, Any]:
    """The publisher of this signer, for programs: what its status says, and who holds its place now, None where nobody does."""
    status = place.read()
    return {"holder": place.holder(), **(status.model_dump() if status is not None else {"state": None})}


def _followed(reader: Reader, url: str) -> list[Lag] | None:
    """How far projections follow; None where what they keep cannot be read, which is no matter of the ledger's."""
    try:
        return lags(reader.store, url)
    except LedgerError as error:
        warn(error.words)
        return None
