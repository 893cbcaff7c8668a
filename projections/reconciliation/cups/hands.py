"""What R810 asks before a hand begins at a table of a tournament (r.2g, r.10, r.27, r.47, r.49, r.52), by what was on record before its commit.

Ordinary hands do not touch their tournament: it is looked at once for all the hands between two entries of it, and the streams of its
tables are read only once its time is up, and where a button is not simply the next.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from tombo.ledger.core.clock import DECIDING
from tombo.ledger.core.findings import Finding
from tombo.ledger.core.ids import local
from tombo.ledger.games.tournament.prizes import POOL_RULE
from tombo.ledger.games.tournament.r810 import (
    goes_hand_by_hand,
    hand_is_of_a_level,
    sale_ends_itself,
    tables_are_even,
    tables_play_hand_by_hand,
    time_allows_a_hand,
    time_ends_itself,
)
from tombo.ledger.games.tournament.running import BUTTON_RULE, DEALT_RULE, HAND_BY_HAND_RULE, TIME_RULE
from tombo.ledger.games.tournament.state import Tournament
from tombo.ledger.games.tournament.timed import plays_on
from tombo.ledger.house.table.events import TableHandStarted
from tombo.ledger.house.table.state import next_button
from tombo.ledger.terms.citation import cited
from tombo.ledger.terms.poker import Variant
from tombo.projections.line import Line
from tombo.projections.reconciliation.lawful import passed
from tombo.projections.reconciliation.said import cups as said
from tombo.projections.reconciliation.tables.standing import KEPT_MAX, View

SALE_CLOSED: Final = "tournament.registration_closed.v1"
TIME_CALLED: Final = "tournament.time_called.v1"


class _Asked(NamedTuple):
    """What a tournament gives for every hand that begins before its next entry."""

    state: Tournament
    found: tuple[Finding, ...]
    even: bool
    """No table has two players more than another, or all begin together, hand by hand."""
    seats: Mapping[str, Sequence[int]]
    """By table: the seats with chips, in order."""


class CupHands:
    """The hands of tournaments, as the night comes to them."""

    def __init__(self) -> None:
        self._asked: dict[str, _Asked] = {}
        """By local id: what was found of it last, and of which state."""
        self._buttons: dict[str, int] = {}
        """By stream of a table: where the button of its newest hand lay."""

    def over(self, name: str) -> None:
        """The tournament ``name`` is over: nothing of it is asked any more."""
        self._asked.pop(name, None)

    def __call__(
        self, name: str, state: Tournament, begun: Line[TableHandStarted], view: View, beside: Collection[str]
    ) -> Iterator[Finding]:
        """What the rules object to in a hand of the tournament ``name``, which was ``state`` before its commit; ``beside``: the kinds in that."""
        table, number = local(begun.stream), begun.event.number
        asked = self._asked.get(name)
        if asked is None or asked.state is not state:
            if len(self._asked) >= KEPT_MAX:
                self._asked.clear()
            asked = self._asked[name] = _of_all(state)
        yield from asked.found
        yield from self._dealt(asked.seats.get(table, ()), begun, view, state.structure.terms.variant)
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

    def _dealt(
        self, able: Sequence[int], begun: Line[TableHandStarted], view: View, variant: Variant
    ) -> Iterator[Finding]:
        """Whoever has a chip is dealt in (R810 r.26-27), and the button moves (R806 r.64): where it is not simply the next, its table is read."""
        seats, button = begun.event.seats, begun.event.button
        if sorted(seats) != list(able):
            yield Finding(DEALT_RULE, said.DEALT_OTHERWISE(told=tuple(sorted(seats)), due=tuple(able)))
        last = self._buttons.get(begun.stream)
        if len(self._buttons) >= KEPT_MAX:
            self._buttons.clear()  # a table whose last button is not known is read
        self._buttons[begun.stream] = button
        if last is not None and able and button == next((seat for seat in able if seat > last), able[0]):
            return
        lies = view(begun.stream)
        due = button if lies is None else next_button(lies)
        if due is not None and due != button:
            yield cited(Finding(BUTTON_RULE, said.BUTTON_NOT_MOVED(told=button, due=due)), variant)


def _of_all(state: Tournament) -> _Asked:
    found = [one] if (one := hand_is_of_a_level(state)) is not None else []
    if goes_hand_by_hand(state):
        found.append(Finding(HAND_BY_HAND_RULE, said.HAND_BY_HAND_NOT_STARTED(players=len(state.active))))
    seats: dict[str, list[int]] = {}
    for entry in state.active:
        if entry.table is not None and entry.seat is not None and entry.status == "playing":
            insort(seats.setdefault(entry.table, []), entry.seat)
    even = state.hand_by_hand or tables_are_even(state, *state.tables) is None
    return _Asked(state, tuple(found), even, seats)
