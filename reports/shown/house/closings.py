"""Days that were closed: what was signed of each, as it was."""

from __future__ import annotations

from typing import Any

from tombo.ledger.core.entry import Entry
from tombo.ledger.core.errors import NotFoundError, OutOfPlaceError
from tombo.ledger.core.ids import local
from tombo.ledger.core.lisbon import window
from tombo.ledger.house.day.state import day_stream
from tombo.ledger.house.rules import stranger
from tombo.projections.follow import entry_json
from tombo.projections.reconciliation.closing import closing_of
from tombo.reports.said.commands import reconcile as said
from tombo.reports.shown.reading import Reader


def names(reader: Reader) -> list[str]:
    """The streams of the days that were closed, the first day first."""
    return reader.streams("day")


def line(reader: Reader, stream: str) -> dict[str, Any]:
    """The day whose stream this is, or that no door closed it so, or nobody signed that."""
    try:
        return closing(reader, local(stream))
    except OutOfPlaceError as error:
        return {"day": local(stream), "log_index": error.index, "tampered": str(error)}


def closing(reader: Reader, day: str) -> dict[str, Any]:
    """What was signed of ``day`` as it was closed: its totals, the base of the tax, and how often a check failed.

    Raises:
        UsageError: no day.
        NotFoundError: it is not closed.
        OutOfPlaceError: no door wrote its closing, or who is said to have closed it did not sign that.
    """
    window(day)
    entry: Entry | None = next(iter(reader.entries(day_stream(day), lte=1)), None)
    if entry is None or closing_of(reader.store, day) is None:
        raise NotFoundError(said.NOT_CLOSED_YET(day=day))
    if any(reader.signers(row).wrong for row in reader.store.stream_rows(day_stream(day), lte=1)):
        raise stranger(entry.index, entry.stream, entry.kind, "who is said to have closed the day did not sign it")
    return {"day": day, **entry_json(entry)}
