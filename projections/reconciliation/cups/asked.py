"""What R810 asks of an entry of a tournament and of its tables together, by what was on record before its commit (r.2j, r.49, r.52).

The door asks the same rules before it writes. Whoever seals past the door has nobody to ask, so the night asks them again.
"""

from __future__ import annotations

from collections.abc import Iterator

from tombo.ledger.core.clock import DECIDING
from tombo.ledger.core.entry import Entry
from tombo.ledger.core.findings import Finding
from tombo.ledger.games.tournament.events import (
    Cancelled,
    Finished,
    HandByHandStarted,
    MayDeal,
    PlayerMoved,
    Rebought,
    SynchronizedHandStarted,
    TournamentEvent,
)
from tombo.ledger.games.tournament.r810 import (
    every_table_has_played,
    goes_hand_by_hand,
    is_not_decided,
    rebuy_is_offered,
    sale_ends_itself,
    somebody_has_won,
    tables_are_even,
)
from tombo.ledger.games.tournament.running import HAND_BY_HAND_RULE
from tombo.ledger.games.tournament.state import Tournament
from tombo.projections.reconciliation.cups.tables import stack_of, there, unplayed, waited_for
from tombo.projections.reconciliation.lawful import against, passed
from tombo.projections.reconciliation.said import cups as said
from tombo.projections.reconciliation.tables.standing import View
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
        case Rebought():
            entry_of = state.entries[event.entry - 1]
            return [rebuy_is_offered(state, entry_of, stack_of(entry_of, view))]
        case SynchronizedHandStarted():
            return [*_together(state, event, view)]
        case PlayerMoved():
            return [every_table_has_played(state, waited_for(state, view))]
        case HandByHandStarted() if not goes_hand_by_hand(state):
            return [Finding(HAND_BY_HAND_RULE, said.HAND_BY_HAND_TOO_EARLY())]
        case _:
            return []


def _together(state: Tournament, event: SynchronizedHandStarted, view: View) -> Iterator[Finding | None]:
    """The next hand of all tables: each has ended its last, none has too many players, and each begins the one after (R810 r.47, r.49)."""
    yield every_table_has_played(state, waited_for(state, view))
    yield tables_are_even(state, *state.tables)
    tables = there(state, view)
    if event.tables != [MayDeal(number=table.number + 1, table=name) for name, table in tables.items()]:
        yield Finding(HAND_BY_HAND_RULE, said.DEALS_OTHERWISE())


def _held(event: Cancelled | Finished) -> dict[int, int]:
    """The chips that the end says of each entry in play."""
    return {one.entry: one.stack for one in event.stacks}
