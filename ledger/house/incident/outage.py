"""The operator's own failure and silence: while it lasts, nobody's silence is held against him (R806 r.72, R803 r.33, R805 r.27)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tombo.ledger.core.clock import LATENESS
from tombo.ledger.core.command import View
from tombo.ledger.core.findings import Finding
from tombo.ledger.core.ids import local
from tombo.ledger.house.incident import said
from tombo.ledger.house.incident.state import Incident, covers


class Outage(NamedTuple):
    """What there was at a table, since some moment, of incidents of the operator's own system."""

    open: str | None = None
    """One that is open, by its local id."""
    ended: int | None = None
    """When the last one was over, by the ledger's clock."""


def _outages(view: View, table: str) -> Iterator[tuple[str, Incident]]:
    """The incidents of the operator's own system at ``table``, open or not, each with its stream."""
    for stream in view.streams("incident"):
        found: Incident = view(stream)
        if found.origin == "operator_system" and covers(found, table):
            yield stream, found


def outage_at(view: View, table: str) -> str | None:
    """An incident of the operator's own system that is open at ``table``, by its local id; None where there is none.

    While it lasts, what is interrupted there is interrupted by it, and not by what a player uses.
    """
    return next((local(stream) for stream, found in _outages(view, table) if found.open), None)


def outage_since(view: View, table: str, moment: int) -> Outage:
    """What there was at ``table`` since ``moment``: what a source says late, it says by ``LATENESS`` late at most."""
    ended: int | None = None
    for stream, found in _outages(view, table):
        if found.open:
            return Outage(local(stream))
        if view.stands(stream) + LATENESS >= moment:
            closed = view.place(stream, view.version(stream)).recorded
            ended = closed if closed >= moment and (ended is None or closed > ended) else ended
    return Outage(None, ended)


def silence_in_outage(outage: str | None, seat: int, rule: str) -> Finding | None:
    """Silence decides nothing for ``seat`` while the operator's own system fails at its table, by the incident ``outage``."""
    return None if outage is None else Finding(rule, said.SILENT_IN_OUTAGE(seat=seat, incident=outage))
