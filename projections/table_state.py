"""A table as it stood at a log index or an instant: seats, stacks, button, and the hand in play.

While a hand is played its stacks are the hand's own; between hands they are the table's. Cards are no part of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple

from ledger.core.entry import Entry
from ledger.core.errors import NotFoundError
from ledger.games.poker.events import Street
from ledger.games.poker.state import Hand
from ledger.games.poker.state import evolve as evolve_hand
from ledger.games.poker.streets import streets_of
from ledger.games.poker.turns import pot_total
from ledger.house.table.state import Table, table_stream
from ledger.house.table.state import evolve as evolve_table
from ledger.terms.poker import Terms
from projections.follow import AsOf

SeatStatus = Literal["in hand", "folded", "all in", "waiting", "resting", "below minimum", "leaving"]


class SeatLine(NamedTuple):
    """A taken seat. ``stack`` is what lies before it now, ``bet`` what it has staked in the hand in play."""

    seat: int
    player: str
    stack: int
    bet: int
    status: SeatStatus


class TableState(NamedTuple):
    """A table as of an entry of the log, the newest that concerned it."""

    table: str
    log_index: int
    recorded: int
    terms: Terms
    ruleset: str
    closed: bool
    button: int | None
    """None where it has to be drawn (R806 r.46)."""
    seats: tuple[SeatLine, ...]
    hands: int
    """How many hands have begun."""
    hand: str | None
    """The stream of the hand in play."""
    street: Street | None
    pot: int
    """All that is staked in the hand in play."""


def table_state(table: str, read: Callable[[str], Sequence[Entry]], as_of: AsOf = AsOf()) -> TableState:  # noqa: B008
    """The table named ``table``, folded from what ``read`` gives of its stream and of the hand in play.

    Raises:
        NotFoundError: the ledger had no such table by then.
    """
    entries = [entry for entry in read(table_stream(table)) if as_of.reaches(entry)]
    state: Table | None = None
    for entry in entries:
        state = evolve_table(state, entry.event)
    if state is None:
        raise NotFoundError(f"there is no table {table} as of then; 'tombo table list' shows those there are now")
    newest, hand = entries[-1], None
    for entry in read(state.hand) if state.hand else ():
        if as_of.reaches(entry):
            hand, newest = evolve_hand(hand, entry.event), entry
    return TableState(
        table=table,
        log_index=newest.index,
        recorded=newest.recorded,
        terms=state.terms,
        ruleset=f"of tournament {state.tournament}" if state.ruleset is None else state.ruleset.id,
        closed=state.closed,
        button=state.button,
        seats=_lines(state, hand),
        hands=state.number,
        hand=state.hand,
        street=None if hand is None else streets_of(hand.terms)[hand.street],
        pot=0 if hand is None else pot_total(hand),
    )


def _lines(table: Table, hand: Hand | None) -> tuple[SeatLine, ...]:
    lines = []
    for taken in table.seats:
        stack, bet = taken.stack, 0
        status: SeatStatus = "waiting"
        if hand is not None and taken.seat in hand.seats:
            position = hand.seats.index(taken.seat)
            stack = hand.stacks[position] or 0
            bet = hand.staked[position] + hand.antes[position] + hand.deads[position]
            status = "in hand" if hand.live[position] else "folded"
            if hand.live[position] and hand.all_in[position]:
                status = "all in"
        elif taken.sitting_out:
            status = "resting"
        elif taken.stack < table.terms.min_bet:
            status = "below minimum"  # R806 r.15: a top-up before the next hand
        lines.append(SeatLine(taken.seat, taken.player, stack, bet, "leaving" if taken.leaving else status))
    return tuple(lines)


def to_json(state: TableState) -> dict[str, Any]:
    """The table as JSON: amounts in minor units of its unit."""
    return {
        "table": state.table,
        "log_index": state.log_index,
        "recorded": state.recorded,
        "ruleset": state.ruleset,
        "unit": state.terms.unit.model_dump(),
        "closed": state.closed,
        "button": state.button,
        "hands": state.hands,
        "hand": state.hand,
        "street": state.street,
        "pot": state.pot,
        "seats": [line._asdict() for line in state.seats],
    }
