"""What R810 asks before a hand begins at a table of a tournament (r.2g, r.10, r.47, r.49, r.52), by what was on record before its commit.

Ordinary hands do not touch their tournament: it is looked at once for all the hands between two entries of it, and the streams of its
tables are read only once its time is up.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final, NamedTuple

from tombo.ledger.core.findings import Finding
from tombo.ledger.core.ids import local
from tombo.ledger.games.tournament.prizes import POOL_RULE
from tombo.ledger.games.tournament.r810 import (
    HAND_BY_HAND,
    goes_hand_by_hand,
    hand_is_of_a_level,
    sale_ends_itself,
    tables_are_even,
    tables_play_hand_by_hand,
    time_allows_a_hand,
    time_ends_itself,
)
from tombo.ledger.games.tournament.running import TIME_RULE
from tombo.ledger.games.tournament.state import Tournament
from tombo.ledger.games.tournament.timed import plays_on
from tombo.ledger.house.table.events import TableHandStarted
from tombo.projections.line import Line
from tombo.projections.reconciliation.cups.tables import View
from tombo.projections.reconciliation.lawful import DECIDING, passed
from tombo.projections.reconciliation.said import cups as said

SALE_CLOSED: Final = "tournament.registration_closed.v1"
TIME_CALLED: Final = "tournament.time_called.v1"


class _Asked(NamedTuple):
    """What a tournament gives for every hand that begins before its next entry."""

    state: Tournament
    found: tuple[Finding, ...]
    even: bool
    """No table has two players more than another, or all begin together, hand by hand."""


class CupHands:
    """The hands of tournaments, as the night comes to them."""

    def __init__(self) -> None:
        self._asked: dict[str, _Asked] = {}
        """By local id: what was found of it last, and of which state."""

    def __call__(
        self, name: str, state: Tournament, begun: Line[TableHandStarted], view: View, beside: Collection[str]
    ) -> Iterator[Finding]:
        """What the rules object to in a hand of the tournament ``name``, which was ``state`` before its commit; ``beside``: the kinds in that."""
        table, number = local(begun.stream), begun.event.number
        asked = self._asked.get(name)
        if asked is None or asked.state is not state:
            asked = self._asked[name] = _of_all(state)
        yield from asked.found
        now = passed(begun) - DECIDING
        found = [
            None if asked.even else tables_are_even(state, table),
            tables_play_hand_by_hand(state, table, number),
        ]
        if state.time_called is not None and (lies := view(begun.stream)) is not None:
            found.append(time_allows_a_hand(state, table, number - 1, plays_on=plays_on(state, lies, view)))
        yield from (one for one in found if one is not None)
        if sale_ends_itself(state, now) and SALE_CLOSED not in beside:
            yield Finding(POOL_RULE, said.SALE_NOT_CLOSED())
        if time_ends_itself(state, now) and TIME_CALLED not in beside:
            yield Finding(TIME_RULE, said.TIME_NOT_CALLED(until=state.ends or 0))


def _of_all(state: Tournament) -> _Asked:
    found = [one] if (one := hand_is_of_a_level(state)) is not None else []
    if goes_hand_by_hand(state):
        found.append(Finding(HAND_BY_HAND, said.HAND_BY_HAND_NOT_STARTED(players=len(state.active))))
    return _Asked(state, tuple(found), state.hand_by_hand or tables_are_even(state, *state.tables) is None)
