"""What may be asked of a table: opening and closing, seats, top-ups, rests, the button (R806 r.6-15, r.46, r.68)."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.command import Decide, Decision, Envelope, View
from tombo.ledger.core.entry import By, EventBase
from tombo.ledger.core.findings import Refused
from tombo.ledger.house.account.decide import debited
from tombo.ledger.house.log.decide import demo_refusal
from tombo.ledger.house.rules import first_breach, house
from tombo.ledger.house.ruleset.decide import opened_under, withdrawn_refusal
from tombo.ledger.house.session.decide import entered, session_refusal
from tombo.ledger.house.staff.authority import may
from tombo.ledger.house.table import said
from tombo.ledger.house.table.commands import (
    CloseTable,
    DrawButton,
    EndRest,
    LeaveTable,
    OpenTable,
    RegisterPlayer,
    ReturnToSeat,
    SeatPlayer,
    SitOut,
    TopUp,
)
from tombo.ledger.house.table.events import (
    ButtonDrawn,
    LeaveRequested,
    PlayerSeated,
    RestEnded,
    Returned,
    SatOut,
    SatOutV2,
    StackToppedUp,
    TableClosed,
    TableOpened,
)
from tombo.ledger.house.table.r806 import (
    button_falls_to_a_player,
    button_is_to_be_drawn,
    player_has_no_other_seat,
    player_is_registered,
    rest_is_over,
    seat_is_of_the_table,
    session_still_takes_players,
    stack_commission,
    stack_reaches_minimum_bet,
    table_has_players,
    top_up_is_between_hands,
    top_up_keeps_to_the_limit,
)
from tombo.ledger.house.table.r810 import absent_stays_in_play, chips_come_from_the_tournament, seats_are_drawn
from tombo.ledger.house.table.sessions import closed_session, hours_of, hours_refusal, register_player
from tombo.ledger.house.table.state import SeatState, Table, last_hand_over, seat_left, table_stream
from tombo.ledger.house.times import heard, passed
from tombo.ledger.terms.poker import REGULATIONS, Terms

STACK_MAX: Final = 10**12
"""The largest initial stack or top-up limit: thousands of the largest stacks still add up below 2**53."""


def _found(view: View, table: str) -> Table | Refused:
    """The table by its local id, while it is open."""
    found: Table | None = view(table_stream(table))
    if found is None:
        return house("table", said.NO_TABLE(table=table))
    if found.closed:
        return house("table", said.TABLE_CLOSED(table=table))
    return found


def _seat_found(view: View, by: By, table: str, seat: int) -> tuple[Table, SeatState] | Refused:
    """The open table and who sits on ``seat``, if ``by`` is that player, or the platform."""
    found = _found(view, table)
    if isinstance(found, Refused):
        return found
    taken = found.at(seat)
    if taken is None:
        return house("seat", said.SEAT_EMPTY(seat=seat, table=table))
    return may(view, by, player=taken.player, platform=True) or (found, taken)


def open_table(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``open_table``: by the platform, under approved rules in force, with a stack one can play with (r.8, r.14)."""
    command: OpenTable = envelope.command
    stream = table_stream(command.table)
    under = opened_under(view, envelope, stream, command.ruleset)
    if isinstance(under, Refused):
        return under
    terms, reference = under
    if not isinstance(terms, Terms):
        return house("ruleset", said.TABLE_UNDER_BANKED_RULESET(ruleset=command.ruleset))
    objection = (
        demo_refusal(view, terms.unit, REGULATIONS[terms.variant])
        or _stakes_refusal(terms, command)
        or hours_refusal(view, envelope, command)
    )
    if objection:
        return objection
    opened = TableOpened(
        buy_in=command.buy_in, mode=command.mode, ruleset=reference, terms=terms, top_up_max=command.top_up_max
    )
    return Decision(((stream, opened), *hours_of(command)))


def _stakes_refusal(terms: Terms, command: OpenTable) -> Refused | None:
    """The objection to the stacks of a table: too small to play with, or beyond what adds up."""
    largest = max(command.buy_in, command.top_up_max)
    if largest > STACK_MAX:
        return house("movement", said.STACK_TOO_LARGE(stack=largest, most=STACK_MAX))
    chips = command.buy_in - stack_commission(terms, command.buy_in)
    return first_breach(stack_reaches_minimum_bet(terms, min(chips, command.top_up_max)))


def close_table(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``close_table``: by the platform, once nobody sits there; a session table at its end (R806 r.2s)."""
    command: CloseTable = envelope.command
    objection = may(view, envelope.by, platform=True)
    if objection:
        return objection
    table = _found(view, command.table)
    if isinstance(table, Refused):
        return table
    if table.hours is not None:
        last_hand_over(view, command.table, table)
        return closed_session(envelope, view, table, table_stream(command.table))
    if table.seats:
        seats = tuple(taken.seat for taken in table.seats)
        return house("table", said.TABLE_TAKEN(seats=seats, table=command.table))
    return Decision(((table_stream(command.table), TableClosed()),))


def seat_player(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``seat_player``: a free seat, one a player (r.9), with the table's initial stack (r.8), from his account."""
    command: SeatPlayer = envelope.command
    table = _found(view, command.table)
    if isinstance(table, Refused):
        return table
    objection = (
        may(view, envelope.by, player=command.player, platform=True)
        or first_breach(seats_are_drawn(table))
        or _place_refusal(table, command)
        or session_refusal(view, command.session, command.player, REGULATIONS[table.terms.variant])
        or first_breach(
            player_is_registered(table, command.player),
            session_still_takes_players(table, heard(envelope.occurred, view)),
        )
    )
    if objection:
        return objection
    seated = PlayerSeated(
        buy_in=table.buy_in,
        commission=stack_commission(table.terms, table.buy_in),
        player=command.player,
        seat=command.seat,
        session=command.session,
    )
    paid = _paid(view, table, command.table, seated, player=command.player, amount=table.buy_in)
    if isinstance(paid, Refused):
        return paid
    return Decision((*paid.events, *entered(view, command.session, table_stream(command.table))))


def _place_refusal(table: Table, command: SeatPlayer) -> Refused | None:
    """The objection to a player on a seat: no such seat, another seat already, somebody there."""
    objection = first_breach(seat_is_of_the_table(table, command.seat), player_has_no_other_seat(table, command.player))
    if objection:
        return objection
    taken = table.at(command.seat)
    if taken is not None:
        return house("seat", said.SEAT_TAKEN(seat=command.seat, table=command.table, player=taken.player))
    return None


def top_up(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``top_up``: between hands (r.11b), up to the operator's limit (r.12, r.14), from his account."""
    command: TopUp = envelope.command
    found = _seat_found(view, envelope.by, command.table, command.seat)
    if isinstance(found, Refused):
        return found
    table, taken = found
    last_hand_over(view, command.table, table)
    objection = first_breach(chips_come_from_the_tournament(table))
    if objection:
        return objection
    commission = stack_commission(table.terms, command.amount)
    stack = taken.stack + command.amount - commission
    objection = first_breach(top_up_is_between_hands(table, command.seat), top_up_keeps_to_the_limit(table, stack))
    if objection:
        return objection
    event = StackToppedUp(amount=command.amount, commission=commission, seat=command.seat)
    return _paid(view, table, command.table, event, player=taken.player, amount=command.amount)


def _paid(
    view: View, table: Table, name: str, event: PlayerSeated | StackToppedUp, *, player: str, amount: int
) -> Decision | Refused:
    """``event`` with the movement of ``amount`` from the account that pays for it, where chips have face values.

    No commission of it under rules that were withdrawn: no further hand begins under them (R806 r.17b, preamble 2-4).
    """
    objection = withdrawn_refusal(view, table.ruleset.id) if table.ruleset is not None and event.commission else None
    if objection:
        return objection
    stream = table_stream(name)
    events: list[tuple[str, EventBase]] = [(stream, event)]
    if table.in_euro:
        movement = debited(view, player, amount, cause=stream, cause_version=view.version(stream) + 1)
        if isinstance(movement, Refused):
            return movement
        events.append(movement)
    return Decision(tuple(events))


def sit_out(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``sit_out`` (R806 r.68): a rest from the next hand on; the hand in play goes on with its own clock.

    Where the rules of the table say how long one rests, it is counted from the later of the source's clock and of the ledger's.
    """
    command: SitOut = envelope.command
    found = _seat_found(view, envelope.by, command.table, command.seat)
    if isinstance(found, Refused):
        return found
    table, taken = found
    if taken.sitting_out:
        return house("seat", said.SEAT_RESTS(seat=command.seat, table=command.table))
    rests: SatOut | SatOutV2 = SatOut(seat=command.seat)
    if table.terms.rest_seconds is not None and table.tournament is None:
        now = max(view.now(), envelope.occurred or 0)
        rests = SatOutV2(seat=command.seat, until=taken.rests_until or now + table.terms.rest_seconds * SECOND)
    return Decision(((table_stream(command.table), rests),))


def end_rest(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``end_rest`` (R806 r.68): by the platform, once the rest is over by both clocks. The player leaves with his stack."""
    command: EndRest = envelope.command
    objection = may(view, envelope.by, platform=True)
    if objection:
        return objection
    found = _seat_found(view, envelope.by, command.table, command.seat)
    if isinstance(found, Refused):
        return found
    table, taken = found
    last_hand_over(view, command.table, table)
    objection = first_breach(absent_stays_in_play(table))
    if objection:
        return objection
    if not taken.sitting_out:
        return house("seat", said.SEAT_DOES_NOT_REST(seat=command.seat, table=command.table))
    objection = first_breach(rest_is_over(table, taken, passed(envelope.occurred, view)))
    if objection:
        return objection
    stream = table_stream(command.table)
    left = seat_left(stream, view.version(stream) + 2, taken, in_euro=table.in_euro)
    return Decision(((stream, RestEnded(seat=command.seat)), *left))


def return_to_seat(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``return_to_seat``: of a seat that rests."""
    command: ReturnToSeat = envelope.command
    found = _seat_found(view, envelope.by, command.table, command.seat)
    if isinstance(found, Refused):
        return found
    if not found[1].sitting_out:
        return house("seat", said.SEAT_DOES_NOT_REST(seat=command.seat, table=command.table))
    return Decision(((table_stream(command.table), Returned(seat=command.seat)),))


def leave_table(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``leave_table`` (R806 r.10): at any time, with the stack as it stands.

    Who is in the hand in play leaves as it ends, and gives it up (r.35, rules.md 3.1): from now on he folds in his turn and
    does nothing else, or the platform does it for him, by ``act_for_absent``. This entry moves no chip of the hand.
    """
    command: LeaveTable = envelope.command
    found = _seat_found(view, envelope.by, command.table, command.seat)
    if isinstance(found, Refused):
        return found
    table, taken = found
    last_hand_over(view, command.table, table)
    objection = first_breach(absent_stays_in_play(table))
    if objection:
        return objection
    stream = table_stream(command.table)
    if taken.leaving:
        return house("seat", said.SEAT_LEAVING(seat=command.seat, hand=str(table.hand)))
    if command.seat in table.hand_seats:
        return Decision(((stream, LeaveRequested(seat=command.seat)),))
    return Decision(tuple(seat_left(stream, view.version(stream) + 1, taken, in_euro=table.in_euro)))


def draw_button(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``draw_button`` (R806 r.46): as the table starts or starts again, among the seats able to play (r.7)."""
    command: DrawButton = envelope.command
    objection = may(view, envelope.by, platform=True)
    if objection:
        return objection
    table = _found(view, command.table)
    if isinstance(table, Refused):
        return table
    objection = first_breach(
        button_is_to_be_drawn(table), table_has_players(table), button_falls_to_a_player(table, command.seat)
    )
    if objection:
        return objection
    return Decision(((table_stream(command.table), ButtonDrawn(seat=command.seat)),))


DECIDERS: Final[dict[type, Decide]] = {
    CloseTable: close_table,
    DrawButton: draw_button,
    EndRest: end_rest,
    LeaveTable: leave_table,
    OpenTable: open_table,
    RegisterPlayer: register_player,
    ReturnToSeat: return_to_seat,
    SeatPlayer: seat_player,
    SitOut: sit_out,
    TopUp: top_up,
}
