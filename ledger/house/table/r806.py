"""R806, as far as it concerns tables, seats and sessions: one function a rule, over the states of the house.

What is decided by form needs no function: a player enters with the table's initial stack and no other (r.8), since
``seat_player`` names no amount; he leaves at any time with what he has (r.10), since nothing refuses it.
"""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.findings import Finding
from tombo.ledger.core.money import percent
from tombo.ledger.house.table import said
from tombo.ledger.house.table.state import SeatState, Table, eligible
from tombo.ledger.terms.poker import Terms

PLAYERS_MIN: Final = 2
"""R806 r.7."""


IDLE_HANDS: Final = 6
"""More than five (R806 r.70b)."""


def seat_is_of_the_table(table: Table, seat: int) -> Finding | None:
    """R806 r.4a: a table has two to ten seats, as many as its terms say."""
    if seat <= table.terms.seats:
        return None
    return Finding("R806 r.4a", said.SEAT_BEYOND_TABLE(seat=seat, seats=table.terms.seats))


def table_has_players(table: Table) -> Finding | None:
    """R806 r.7: a table starts and goes on with at least two players."""
    able = len(eligible(table))
    if able >= PLAYERS_MIN:
        return None
    return Finding("R806 r.7", said.PLAYERS_TOO_FEW(able=able, least=PLAYERS_MIN))


def session_has_a_start(mode: str, starts: int | None, at: int) -> Finding | None:
    """R806 r.2m: of a session table start and end are fixed before; a table that goes on has neither (r.6a)."""
    if mode != "session":
        return None if starts is None else Finding("R806 r.6a", said.CONTINUOUS_HAS_NO_START())
    if starts is None:
        return Finding("R806 r.2m", said.SESSION_WITHOUT_START())
    return None if starts >= at else Finding("R806 r.2m", said.SESSION_STARTED_BEFORE(starts=starts, at=at))


def player_is_registered(table: Table, player: str) -> Finding | None:
    """R806 r.6b: who takes part in a session, from its start or on a seat that falls vacant, is registered before."""
    if table.hours is None or player in table.hours.registered:
        return None
    return Finding("R806 r.6b", said.PLAYER_NOT_REGISTERED(player=player))


def session_still_takes_players(table: Table, at: int) -> Finding | None:
    """R806 r.6b: seats of a session are taken in the course of it, and no longer once its hour is over."""
    if table.hours is None or at < table.hours.ends:
        return None
    return Finding("R806 r.6b", said.SESSION_TAKES_NOBODY(ends=table.hours.ends, at=at))


def session_has_begun(table: Table, at: int) -> Finding | None:
    """R806 r.2m: nobody plays at a session table before its start."""
    if table.hours is None or at >= table.hours.starts:
        return None
    return Finding("R806 r.2m", said.SESSION_NOT_BEGUN(starts=table.hours.starts, at=at))


def round_is_complete(table: Table, at: int) -> Finding | None:
    """R806 r.2s: once the hour is over, only the hands are played in which everybody completes the round then in course.

    A round is complete once each of those able to play has had the button in a hand of it that was not void.
    """
    if table.hours is None or at < table.hours.ends or not table.hours.complete(_able(table)):
        return None
    return Finding("R806 r.2s", said.SESSION_PLAYED_OUT(ends=table.hours.ends, at=at))


def session_is_over(table: Table, at: int, *, goes_on: bool = True) -> Finding | None:
    """R806 r.2s: a session lasts an hour, and until everybody has completed the round, where two can still play.

    ``goes_on``: whether another hand may begin there, which it may not under rules that were withdrawn.
    """
    hours = table.hours
    if hours is None:
        return None
    if at < hours.ends:
        return Finding("R806 r.2s", said.SESSION_HOUR_NOT_OVER(ends=hours.ends, at=at))
    if table.hand is not None:
        return Finding("R806 r.2s", said.SESSION_HAND_IN_PLAY(hand=table.hand))
    waits = _able(table) - hours.had
    if not goes_on or hours.complete(_able(table)) or len(_able(table)) < PLAYERS_MIN:
        return None
    return Finding("R806 r.2s", said.SESSION_ROUND_IN_COURSE(players=tuple(sorted(waits))))


def _able(table: Table) -> frozenset[str]:
    """The players able to play the next hand of ``table``."""
    return frozenset(taken.player for taken in eligible(table))


def player_has_no_other_seat(table: Table, player: str) -> Finding | None:
    """R806 r.9: a player has one seat at a table."""
    seat = table.seat_of(player)
    return None if seat is None else Finding("R806 r.9", said.PLAYER_SEATED(player=player, seat=seat))


def leaver_only_folds(table: Table, seat: int) -> Finding | None:
    """R806 r.10, r.35: who has asked to leave gives the hand in play up; he neither checks, calls nor bets in it any more."""
    taken = table.at(seat)
    if taken is None or not taken.leaving:
        return None
    return Finding("R806 r.10", said.LEAVER_PLAYS_ON(seat=seat, hand=str(table.hand)))


def top_up_is_between_hands(table: Table, seat: int) -> Finding | None:
    """R806 r.11b: nobody tops up during a hand he is in."""
    if seat not in table.hand_seats:
        return None
    return Finding("R806 r.11b", said.TOP_UP_DURING_HAND(seat=seat, hand=str(table.hand)))


def top_up_keeps_to_the_limit(table: Table, stack: int) -> Finding | None:
    """R806 r.14: the operator fixes how far a top-up may bring a stack back."""
    if stack <= table.top_up_max:
        return None
    unit = table.terms.unit
    return Finding("R806 r.14", said.TOP_UP_ABOVE_LIMIT(stack=unit.sum(stack), most=unit.sum(table.top_up_max)))


def stack_reaches_minimum_bet(terms: Terms, stack: int) -> Finding | None:
    """R806 r.15: who has less than the minimum bet cannot play on, so no table opens with less."""
    if stack >= terms.min_bet:
        return None
    unit = terms.unit
    return Finding("R806 r.15", said.STACK_BELOW_MINIMUM_BET(stack=unit.sum(stack), least=unit.sum(terms.min_bet)))


def button_is_to_be_drawn(table: Table) -> Finding | None:
    """R806 r.46: the button is drawn as a table starts or starts again; between it moves by r.64."""
    if table.button is None:
        return None
    return Finding("R806 r.46", said.BUTTON_DRAWN(seat=table.button))


def button_falls_to_a_player(table: Table, seat: int) -> Finding | None:
    """R806 r.46-47: the draw is among the players, those able to play."""
    able = tuple(taken.seat for taken in eligible(table))
    if seat in able:
        return None
    return Finding("R806 r.46", said.BUTTON_OUT_OF_PLAY(seat=seat, seats=able))


def rest_is_over(table: Table, taken: SeatState, at: int) -> Finding | None:
    """R806 r.68: a player who rests keeps his seat for as long as the rules of the table say; he rests from the next hand on."""
    if taken.seat in table.hand_seats:
        return Finding("R806 r.68", said.RESTS_AFTER_HAND(seat=taken.seat, hand=str(table.hand)))
    if taken.rests_until is None:
        return Finding("R806 r.68", said.REST_WITHOUT_LENGTH(seat=taken.seat))
    if at >= taken.rests_until:
        return None
    return Finding("R806 r.68", said.REST_NOT_OVER(seat=taken.seat, until=taken.rests_until, at=at))


def stack_stays_short(table: Table, taken: SeatState) -> Finding | None:
    """R806 r.70a: idle is whose stack is below the minimum bet, and who has not topped up after the hand."""
    if taken.stack < table.terms.min_bet and taken.seat not in table.hand_seats:
        return None
    unit = table.terms.unit
    stack, least = unit.sum(taken.stack), unit.sum(table.terms.min_bet)
    return Finding("R806 r.70a", said.STACK_NOT_SHORT(seat=taken.seat, stack=stack, least=least))


def hands_pass_without_a_bet(table: Table, taken: SeatState, enough: int) -> Finding | None:
    """R806 r.70b: idle is who has not bet in more than five hands in a row, or fewer; a blind is a bet (r.20-21).

    Counted are the settled hands dealt to him; ``enough`` of them are six, or what the specific rules expressly have.
    """
    if taken.seat in table.hand_seats:
        return Finding("R806 r.70b", said.MAY_STILL_BET(seat=taken.seat, hand=str(table.hand)))
    if taken.idle.passed >= enough:
        return None
    return Finding("R806 r.70b", said.BET_TOO_LATELY(seat=taken.seat, passed=taken.idle.passed, least=enough))


def _hands_over(table: Table) -> int:
    """The number of the last hand of ``table`` that is over."""
    return table.number if table.hand is None else table.number - 1


def no_top_up_after_the_warning(table: Table, taken: SeatState, warned_at: int) -> Finding | None:
    """R806 r.71: whose stack is short has until the end of the next hand to top up; ``warned_at`` was the last one begun."""
    if taken.idle.seen > warned_at:
        return Finding("R806 r.71", said.TOPPED_UP_AND_PLAYED(seat=taken.seat))
    if _hands_over(table) > warned_at:
        return None
    return Finding("R806 r.71", said.NO_HAND_AFTER_WARNING(number=warned_at))


def no_bet_after_the_warning(table: Table, taken: SeatState, warned_at: int) -> Finding | None:
    """R806 r.71: who does not bet has the next hand to do so; ``warned_at`` was the last one begun.

    That is the next one dealt to him, or the next one of the table that begins while he rests: a rest (r.68) takes no warning back.
    """
    if taken.idle.bet >= warned_at:
        return Finding("R806 r.71", said.BET_AFTER_WARNING(seat=taken.seat))
    if taken.idle.seen > warned_at or warned_at < taken.missed <= _hands_over(table):
        return None
    return Finding("R806 r.71", said.NOT_DEALT_AFTER_WARNING(seat=taken.seat, number=warned_at))


def stack_commission(terms: Terms, paid: int) -> int:
    """What commission mode (b) takes of a buy-in or top-up of ``paid`` (R806 r.17b); nothing in the other modes.

    "Deducted" is read as out of the amount: 5000 at 10 % brings 4500 chips (rules.md H8).
    """
    commission = terms.commission
    if commission.mode != "stack":
        return 0
    taken = percent(paid, commission.rate_bp)
    return taken if commission.cap is None else min(taken, commission.cap)
