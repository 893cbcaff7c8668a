"""R806, as far as it concerns tables, seats and sessions: one function a rule, over the states of the house.

What is decided by form needs no function: a player enters with the table's initial stack and no other (r.8), since
``seat_player`` names no amount; he leaves at any time with what he has (r.10), since nothing refuses it.
"""

from __future__ import annotations

from typing import Final

from ledger.core.findings import Finding
from ledger.core.money import percent
from ledger.core.regulation import Terms
from ledger.house.table import Table, eligible

PLAYERS_MIN: Final = 2
"""R806 r.7."""


def seat_is_of_the_table(table: Table, seat: int) -> Finding | None:
    """R806 r.4a: a table has two to ten seats, as many as its terms say."""
    if seat <= table.terms.seats:
        return None
    return Finding("R806 r.4a", f"seat {seat} at a table of {table.terms.seats} seats")


def table_has_players(table: Table) -> Finding | None:
    """R806 r.7: a table starts and goes on with at least two players."""
    able = len(eligible(table))
    if able >= PLAYERS_MIN:
        return None
    return Finding("R806 r.7", f"{able} of the seats can play; expected at least {PLAYERS_MIN}")


def player_has_no_other_seat(table: Table, player: str) -> Finding | None:
    """R806 r.9: a player has one seat at a table."""
    seat = table.seat_of(player)
    return (
        None
        if seat is None
        else Finding("R806 r.9", f"{player} sits on seat {seat} already; expected one seat a player")
    )


def top_up_is_between_hands(table: Table, seat: int) -> Finding | None:
    """R806 r.11b: nobody tops up during a hand he is in."""
    if seat not in table.hand_seats:
        return None
    return Finding("R806 r.11b", f"seat {seat} is in {table.hand}; a top-up waits for its end")


def top_up_keeps_to_the_limit(table: Table, stack: int) -> Finding | None:
    """R806 r.14: the operator fixes how far a top-up may bring a stack back."""
    if stack <= table.top_up_max:
        return None
    said, most = table.terms.written(stack), table.terms.written(table.top_up_max)
    return Finding("R806 r.14", f"the top-up would bring the stack to {said}; expected at most {most}")


def stack_reaches_minimum_bet(terms: Terms, stack: int) -> Finding | None:
    """R806 r.15: who has less than the minimum bet cannot play on, so no table opens with less."""
    if stack >= terms.min_bet:
        return None
    said, least = terms.written(stack), terms.written(terms.min_bet)
    return Finding("R806 r.15", f"a stack of {said} is below the minimum bet of {least}; expected a larger one")


def button_is_to_be_drawn(table: Table) -> Finding | None:
    """R806 r.46: the button is drawn as a table starts or starts again; between it moves by r.64."""
    if table.button is None:
        return None
    return Finding("R806 r.46", f"the button is on seat {table.button}; expected a draw only as the table starts")


def button_falls_to_a_player(table: Table, seat: int) -> Finding | None:
    """R806 r.46-47: the draw is among the players, those able to play."""
    able = [taken.seat for taken in eligible(table)]
    if seat in able:
        return None
    return Finding("R806 r.46", f"the button was drawn to seat {seat}; expected one of {able}, who can play")


def inactivity_was_warned_of(*, warned: bool) -> Finding | None:
    """R806 r.71: a session ends for inactivity only once the operator has warned of it."""
    if warned:
        return None
    return Finding("R806 r.71", "the session would end for inactivity unwarned; expected 'warn_inactivity' before")


def stack_commission(terms: Terms, paid: int) -> int:
    """What commission mode (b) takes of a buy-in or top-up of ``paid`` (R806 r.17b); nothing in the other modes.

    "Deducted" is read as out of the amount: 5000 at 10 % brings 4500 chips (rules.md H8).
    """
    commission = terms.commission
    if commission.mode != "stack":
        return 0
    taken = percent(paid, commission.rate_bp)
    return taken if commission.cap is None else min(taken, commission.cap)
