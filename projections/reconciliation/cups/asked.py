"""What R810 asks of an entry of a tournament and of its tables together, by what was on record before its commit (r.52).

The door asks the same rules before it writes. Whoever seals past the door has nobody to ask, so the night asks them again.
"""

from __future__ import annotations

from collections.abc import Iterator

from tombo.ledger.core.entry import Entry
from tombo.ledger.core.findings import Finding
from tombo.ledger.games.tournament.events import Cancelled, Finished, TournamentEvent
from tombo.ledger.games.tournament.r810 import is_not_decided, sale_ends_itself, somebody_has_won
from tombo.ledger.games.tournament.state import Tournament
from tombo.projections.reconciliation.cups.tables import View, unplayed
from tombo.projections.reconciliation.lawful import DECIDING, against, passed
from tombo.projections.reconciliation.tied import NotDue


def with_tables(state: Tournament, entry: Entry, view: View) -> Iterator[NotDue]:
    """What is wrong with ``entry``, which followed ``state``; ``view``: the tables before its commit."""
    return against((one for one in _asked(state, entry, view) if one is not None), entry)


def _asked(state: Tournament, entry: Entry, view: View) -> list[Finding | None]:
    event: TournamentEvent = entry.event
    match event:
        case Finished():
            return [somebody_has_won(state, _held(event), unplayed(state, view))]
        case Cancelled() if state.phase == "playing":
            over = state._replace(closed=state.closed or sale_ends_itself(state, passed(entry) - DECIDING))
            return [is_not_decided(over, _held(event), unplayed(state, view))]
        case _:
            return []


def _held(event: Cancelled | Finished) -> dict[int, int]:
    """The chips that the end says of each entry in play."""
    return {one.entry: one.stack for one in event.stacks}
