"""Whether an incident voids a round of a banked game: only an outage of the operator's own system does."""

from __future__ import annotations

from ledger.core.command import View
from ledger.core.entry import By
from ledger.core.findings import Finding, Refused
from ledger.house.banked import table_of_round
from ledger.house.incident import Incident, covers, incident_stream
from ledger.house.rules import first_breach
from ledger.house.staff import OFFICER, may


def void_objection(view: View, by: By, stream: str, incident: str, *, operator: str, player: str) -> Refused | None:
    """The objection to voiding the round ``stream`` for ``incident``.

    ``operator`` cites the rule by which an outage of the operator's own system voids (``R803 r.33``), ``player`` the one by
    which a failure on the player's side does not (``R803 r.34``).
    """
    found: Incident | None = view(incident_stream(incident))
    return may(view, by, platform=True, roles=(OFFICER,)) or first_breach(
        _outage(found, incident, table_of_round(stream), operator=operator, player=player)
    )


def _outage(found: Incident | None, name: str, table: str, *, operator: str, player: str) -> Finding | None:
    if found is None:
        return Finding(operator, f"there is no incident {name}; expected one of the operator's system")
    if found.origin != "operator_system":
        return Finding(player, f"the incident {name} is one of {found.origin}; expected operator_system")
    if not found.open or not covers(found, table):
        why = "closed" if not found.open else f"not about the table {table}"
        return Finding(operator, f"the incident {name} is {why}; expected an open one that covers the table")
    return None
