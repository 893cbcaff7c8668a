"""What a tournament asks of its tables: which have players, what they have played, and what lies before an entry (R810 r.2j, r.49, r.52)."""

from __future__ import annotations

from tombo.ledger.games.tournament.running import unfinished
from tombo.ledger.games.tournament.state import EntryState, Tournament
from tombo.ledger.games.tournament.timed import plays_on
from tombo.ledger.house.table.state import Table, table_stream
from tombo.projections.reconciliation.tables.standing import View


def there(state: Tournament, view: View) -> dict[str, Table]:
    """The tables with players, by name."""
    return {name: table for name in state.tables if (table := view(table_stream(name))) is not None}


def unplayed(state: Tournament, view: View) -> list[str]:
    """The tables of a tournament whose time is up that have a hand to play yet (R810 r.52); of another nothing is looked up."""
    if state.time_called is None:
        return []
    return [name for name, table in there(state, view).items() if plays_on(state, table, view)]


def waited_for(state: Tournament, view: View) -> list[str]:
    """The tables that have a hand to end, or to begin, before the next of all (R810 r.49); of who does not play so nothing is looked up."""
    return unfinished(state, there(state, view), view) if state.hand_by_hand else []


def stack_of(entry: EntryState, view: View) -> int:
    """The chips before an entry."""
    table = None if entry.table is None or entry.status != "playing" else view(table_stream(entry.table))
    taken = None if table is None or entry.seat is None else table.at(entry.seat)
    return 0 if taken is None else taken.stack
