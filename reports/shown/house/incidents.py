"""Outages on record: which there are, and one from its beginning to its end."""

from __future__ import annotations

from typing import Any

from tombo.ledger.core.errors import NotFoundError, OutOfPlaceError, UsageError
from tombo.ledger.core.ids import called, is_stream, local
from tombo.ledger.house.incident.state import Incident
from tombo.projections.follow import entry_json
from tombo.reports.said.commands import common as said
from tombo.reports.shown.reading import NOT_SIGNED, Reader


def names(reader: Reader) -> list[str]:
    """The streams of all incidents, in order of name."""
    return reader.streams("incident")


def line(reader: Reader, stream: str) -> dict[str, Any]:
    """One of the list, or that an entry of it cannot follow."""
    try:
        return _in_short(reader, stream, reader(stream))
    except OutOfPlaceError as error:
        return {"incident": local(stream), "log_index": error.index, "tampered": str(error)}


def incident(reader: Reader, name: str) -> dict[str, Any]:
    """One, with its entries.

    Raises:
        UsageError: no possible name.
        NotFoundError: there is none.
        OutOfPlaceError: an entry that cannot follow.
    """
    stream = f"incident:{name}"
    if not is_stream(stream):
        raise UsageError(said.NO_NAME_OF(typed=repr(name), what=said.INCIDENT))
    found = reader(stream)
    if found is None:
        raise NotFoundError(said.NO_SUCH_HERE(what=said.INCIDENT, name=name, origin=reader.store.origin))
    return {**_in_short(reader, stream, found), "entries": [entry_json(entry) for entry in reader.entries(stream)]}


def _in_short(reader: Reader, stream: str, found: Incident) -> dict[str, Any]:
    """Where it began, since when in microseconds, its tables by local id, None for all, and what was in play; and what of it staff is said to have asked for and did not sign."""
    wrong = [row.index for row in reader.store.stream_rows(stream) if reader.signers(row).wrong]
    return {
        "incident": local(stream),
        "origin": found.origin,
        "since": found.first_instant,
        "tables": None if found.scope is None else list(found.scope),
        "open": found.open,
        "hands": [called(hand) for hand, _ in found.hands],
        **({NOT_SIGNED: wrong} if wrong else {}),
    }
