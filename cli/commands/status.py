"""``tombo status``: how a ledger stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

import typer

from tombo.cli.followed import lag_json, lags
from tombo.cli.invocation import invocation
from tombo.cli.terminal.output import warn
from tombo.ledger.core.clock import SystemClock
from tombo.ledger.core.errors import LedgerError, OutOfPlaceError
from tombo.ledger.core.ids import called, local
from tombo.ledger.house.incident.decide import open_hands
from tombo.ledger.kinds import EVENTS
from tombo.ledger.operate.publisher import PublisherFiles
from tombo.ledger.seal.checkpoint import parse_checkpoint
from tombo.ledger.seal.entry import unpack
from tombo.ledger.seal.note import parse_note
from tombo.projections.follow import Lag
from tombo.projections.tournament.ends import ends_by
from tombo.reports import status as status_report
from tombo.reports.shown.reading import Reader

FINDINGS: Final = tuple(kind for kind in EVENTS if ".finding_recorded." in kind)


TYPES: Final = ("table", "banked", "account", "session", "incident", "ruleset")
"""The types of stream that are counted."""


def status(ctx: typer.Context) -> None:
    """Size, unsigned tail, last checkpoint and publisher, play and incidents open, findings by rule, how far projections follow.

    Exit status 1 where an incident cannot be read: it is told with its place, beside all the rest.
    """
    call = invocation(ctx)
    with call.reading() as reader:
        document, lost = _status(reader), dict[str, OutOfPlaceError]()
        document["open_incidents"] = list(_open_incidents(reader, lost))
        followed = _followed(reader, call.url)
    document["publisher"] = publisher_json(PublisherFiles(call.keyring.signer_state))
    document["projections"] = None if followed is None else [lag_json(one) for one in followed]
    if lost:
        document["incidents_not_readable"] = [
            {"incident": name, "log_index": why.index, "tampered": str(why)} for name, why in lost.items()
        ]
    call.report(document, status_report.document(document, followed, SystemClock().now()))
    if lost:
        raise typer.Exit(1)


def _status(reader: Reader) -> dict[str, Any]:
    store = reader.store
    head, note = store.head(), store.last_checkpoint()
    size = parse_checkpoint(parse_note(note.encode()).text).size if note is not None else None
    return {
        "origin": store.origin,
        "entries": head.size,
        "recorded": head.recorded or None,
        "last_checkpoint": size,
        "unpublished": head.size - (size or 0),
        "streams": {kind: len(store.streams(kind)) for kind in TYPES},
        "open_hands": [called(found.hand) for found in open_hands(reader, None)],
        "open_incidents": [],
        "unfinished_tournaments": list(unfinished_tournaments(reader, head.recorded)),
        "findings": _findings(reader, head.size),
    }


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


def unfinished_tournaments(reader: Reader, now: int) -> Iterator[str]:
    """The tournaments that are not over and should be by ``now``; one that cannot be read is told where it is asked for."""
    for stream in reader.streams("tournament"):
        row = reader.store.last_row(stream)
        try:
            due = None if row is None else ends_by(reader(stream), unpack(row.state).recorded)
        except OutOfPlaceError:
            continue
        if due is not None and due < now:
            yield local(stream)


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


def _findings(reader: Reader, size: int) -> dict[str, int]:
    """How often each rule objected to something that was recorded, the most frequent first."""
    rules = (reader.entry(row).event.rule for row in reader.newest(FINDINGS, size))
    return dict(Counter(rules).most_common())
