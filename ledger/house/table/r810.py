"""R810, as far as it concerns the tables of a tournament: what may not be asked of them. One function a rule.

Seats, stacks and levels come from the tournament itself (``tombo.ledger.games.tournament``).
"""

from __future__ import annotations

from tombo.ledger.core.findings import Finding
from tombo.ledger.house.table import said
from tombo.ledger.house.table.state import Table


def seats_are_drawn(table: Table) -> Finding | None:
    """R810 r.39: the players are put on their seats by a draw, and nobody takes or changes one himself."""
    if table.tournament is None:
        return None
    return Finding("R810 r.39", said.SEATS_ARE_DRAWN(tournament=table.tournament))


def chips_come_from_the_tournament(table: Table) -> Finding | None:
    """R810 r.5: tournament chips are not bought for money at the table; rebuys and add-ons are the tournament's (r.2a, r.2j)."""
    if table.tournament is None:
        return None
    return Finding("R810 r.5", said.CHIPS_WITHOUT_PRICE(tournament=table.tournament))


def absent_stays_in_play(table: Table) -> Finding | None:
    """R810 r.27: whoever leaves or is not there stays in play, and pays blinds until he is back or has no chip left.

    So he neither leaves the table with his chips nor is warned of inactivity (R806 r.70).
    """
    if table.tournament is None:
        return None
    return Finding("R810 r.27", said.ABSENT_STAYS_IN_PLAY(tournament=table.tournament))


def decides_for_the_absent(table: Table | None, seat: int) -> Finding | None:
    """R810 r.26-27: the platform acts at once only for a player of a tournament who sits out; elsewhere for who leaves (R806 r.10)."""
    taken = None if table is None else table.at(seat)
    if table is not None and taken is not None and (taken.sitting_out if table.tournament else taken.leaving):
        return None
    return Finding("R810 r.26", said.SEAT_NOT_ABSENT(seat=seat))
