"""R803 over a round: one function a rule, asked in ``decide`` before anything is recorded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Final

from tombo.ledger.core.clock import SECOND, of_length
from tombo.ledger.core.findings import EACH_SEAT, Finding, Reading
from tombo.ledger.games.sem_descarte import said
from tombo.ledger.games.sem_descarte.events import CardsDealt, DecisionRequested, TimeExtended
from tombo.ledger.games.sem_descarte.state import Box, SemDescarteRound
from tombo.ledger.house.incident.decide import Deals
from tombo.ledger.house.questions import Gives

CARDS_EACH: Final = 5
GIVES: Final[Gives] = {DecisionRequested: False, TimeExtended: True}
"""R803 r.21, r.31: a seat is asked, and has extra time."""
DEALS: Final[Deals] = (CardsDealt,)
"""R803 r.19: how cards come."""


def round_is_open(state: SemDescarteRound) -> Finding | None:
    """R803 r.2e: a round ends with the bets collected and the prizes paid; nothing happens to it after that."""
    if state.outcome == "open":
        return None
    return Finding("R803 r.2e", said.SEM_DESCARTE_ROUND_OVER(outcome=said.OUTCOMES[state.outcome]))


def betting_time_is_granted(state: SemDescarteRound, occurred: int | None) -> Finding | None:
    """R803 r.14: where several play, the time to bet is the operator's, the same for all, and announced."""
    deadline, terms = state.opened.deadline, state.terms
    if terms.table_kind == "single":
        return None
    if deadline is None:
        return Finding("R803 r.14", said.SEM_DESCARTE_BETTING_END_UNANNOUNCED())
    due = terms.betting_seconds * SECOND
    if occurred is None or of_length(deadline - occurred, due):
        return None
    return Finding("R803 r.14", said.SEM_DESCARTE_BETTING_TIME_OTHERWISE(given=deadline - occurred, due=due))


def ante_is_in_time(state: SemDescarteRound, at: int) -> Finding | None:
    """R803 r.14: antes are placed until *jogo feito, nada mais*."""
    late = state.opened.deadline is not None and at > state.opened.deadline
    if not state.closed and not late:
        return None
    return Finding("R803 r.14", said.ANTE_AFTER_BETTING_TIME())


def bets_close_once(state: SemDescarteRound) -> Finding | None:
    """R803 r.14: the betting is closed once."""
    return Finding("R803 r.14", said.SEM_DESCARTE_BETS_CLOSED_BEFORE()) if state.closed else None


def betting_time_is_over(state: SemDescarteRound, at: int) -> Finding | None:
    """R803 r.14: the betting ends when its time is over for all; a player alone may end it before (r.15)."""
    deadline = state.opened.deadline
    if deadline is None or at >= deadline:
        return None
    return Finding("R803 r.14", said.SEM_DESCARTE_BETTING_TIME_LEFT(left=deadline - at))


def one_ante_a_seat(state: SemDescarteRound, seat: int) -> Finding | None:
    """R803 r.6a: a seat has one box for the ante."""
    if state.box(seat) is None:
        return None
    return Finding("R803 r.6a", said.ANTE_TWICE(seat=seat))


def ante_is_within_limits(state: SemDescarteRound, amount: int) -> Finding | None:
    """R803 r.16: the ante is neither below the minimum nor above the maximum."""
    terms = state.terms
    if terms.ante_min <= amount <= terms.ante_max:
        return None
    ante, least, most = (terms.unit.sum(each) for each in (amount, terms.ante_min, terms.ante_max))
    return Finding("R803 r.16", said.ANTE_OUT_OF_LIMITS(ante=ante, least=least, most=most))


def cards_follow_bets(state: SemDescarteRound) -> Finding | None:
    """R803 r.19: the cards are dealt once, when the time to bet is over, to the seats that have bet."""
    if state.closed and not state.dealt and state.within("open"):
        return None
    return Finding("R803 r.19", said.SEM_DESCARTE_CARDS_OUT_OF_TURN())


def dealing_order(state: SemDescarteRound) -> tuple[int | None, ...]:
    """R803 r.19b-c: the closed cards in the order of dealing: every seat clockwise, then the house, five times over.

    The last card is the house's and lies face up, so that it is not among them.
    """
    return ((*(box.seat for box in state.within("open")), None) * CARDS_EACH)[:-1]


def cards_have_their_number(state: SemDescarteRound, cards: int) -> Finding | None:
    """R803 r.19b: five cards to each player and to the house."""
    expected = len(dealing_order(state))
    if cards == expected:
        return None
    seats = len(state.within("open"))
    return Finding("R803 r.19b", said.CLOSED_CARDS_MISCOUNTED(cards=cards, seats=seats, expected=expected))


def no_card_twice(cards: Sequence[str]) -> Finding | None:
    """R803 r.6b: one deck of 52 cards."""
    twice = tuple(card for card, count in Counter(cards).items() if count > 1)
    return Finding("R803 r.6b", said.SEM_DESCARTE_CARD_TWICE(cards=twice)) if twice else None


def decision_is_due(state: SemDescarteRound, box: Box) -> Finding | None:
    """R803 r.20: who has seen his cards decides once: to fold or to continue."""
    if state.dealt and box.decision == "open":
        return None
    if box.decision == "open":
        return Finding("R803 r.20", said.SEM_DESCARTE_DECISION_BEFORE_CARDS())
    told = said.SEM_DESCARTE_DECIDED_BEFORE(seat=box.seat, decision=said.DECISIONS[box.decision])
    return Finding("R803 r.20", told)


def decision_time_is_granted(state: SemDescarteRound, box: Box, deadline: int, occurred: int | None) -> Finding | None:
    """R803 r.21: a seat is asked once, and has the time the operator set, no less and no more."""
    if box.deadline is not None:
        return Finding("R803 r.21", said.SEM_DESCARTE_ASKED_BEFORE(seat=box.seat, rule="R803 r.31"))
    due = state.terms.decision_seconds * SECOND
    if occurred is None or of_length(deadline - occurred, due):
        return None
    return Finding("R803 r.21", said.SEM_DESCARTE_DECISION_TIME_OTHERWISE(given=deadline - occurred, due=due))


def warning_follows_time(box: Box, at: int) -> Finding | None:
    """R803 r.31: the warning comes once, when a player was asked and has not decided in his time."""
    if box.deadline is None:
        return Finding("R803 r.31", said.WARNING_WITHOUT_REQUEST(seat=box.seat, rule="R803 r.21"))
    if box.warned:
        return Finding("R803 r.31", said.WARNED_BEFORE(seat=box.seat))
    if at < box.deadline:
        return Finding("R803 r.31", said.SEM_DESCARTE_DECISION_TIME_LEFT(seat=box.seat, left=box.deadline - at))
    return None


def extra_time_follows_warning(
    state: SemDescarteRound, box: Box, deadline: int, occurred: int | None
) -> Finding | None:
    """R803 r.31: the warning is followed by extra time, which is given once, is what the operator set, and takes nothing away."""
    if not box.warned:
        return Finding("R803 r.31", said.EXTRA_TIME_WITHOUT_WARNING(seat=box.seat))
    if box.extended:
        return Finding("R803 r.31", said.EXTRA_TIME_TWICE(seat=box.seat))
    due = state.terms.extra_seconds * SECOND
    least = max(box.deadline or 0, occurred or 0)
    if of_length(deadline - least, due):
        return None
    return Finding("R803 r.31", said.EXTRA_TIME_OTHERWISE(given=deadline - least, due=due))


def second_bet(box: Box) -> int:
    """R803 r.23: the second bet is exactly twice the ante."""
    return 2 * box.ante


def disconnection_is_news(box: Box) -> Finding | None:
    """R803 r.34: a seat whose player is cut off is reported once, until he is back."""
    if box.disconnected:
        return Finding("R803 r.34", said.SEM_DESCARTE_DISCONNECTION_TWICE(seat=box.seat))
    return None


def disconnection_was_reported(box: Box) -> Finding | None:
    """R803 r.34: who is back was cut off before, and that is on record."""
    if box.disconnected:
        return None
    return Finding("R803 r.34", said.SEM_DESCARTE_NOT_CUT_OFF(seat=box.seat))


def disconnection_is_the_players(box: Box, outage: str | None) -> Finding | None:
    """R803 r.33-35: only a failure of the player's own equipment makes him fold, none while the operator's system fails.

    ``outage``: the incident of the operator's system that is open at the table.
    """
    if outage is None or box.decision != "open":
        return None
    return Finding("R803 r.33", said.SEM_DESCARTE_CUT_OFF_IN_OUTAGE(seat=box.seat, incident=outage, rule="R803 r.35"))


def decides_in_time(box: Box, at: int) -> Finding | None:
    """R803 r.32: a player decides until his extra time is over; before that no silence decides for him."""
    if not box.extended or box.deadline is None or at <= box.deadline:
        return None
    return Finding("R803 r.32", said.SEM_DESCARTE_DECISION_LATE(seat=box.seat, late=at - box.deadline))


def extra_time_is_over(box: Box, at: int) -> Finding | None:
    """R803 r.32: a player counts as folded only when he was warned, had extra time (r.31), and it is over."""
    if not box.extended or box.deadline is None:
        return Finding("R803 r.32", said.FOLD_WITHOUT_EXTRA_TIME(seat=box.seat, rule="R803 r.31"))
    if at < box.deadline:
        return Finding("R803 r.32", said.SEM_DESCARTE_DECISION_TIME_LEFT(seat=box.seat, left=box.deadline - at))
    return None


def bets_are_made(state: SemDescarteRound) -> bool:
    """Whether nobody is left to bet: r.36 speaks of the time after the second bet."""
    return state.closed and not state.within("open")


def every_seat_has_decided(state: SemDescarteRound) -> Finding | None:
    """R803 r.24: the house shows its cards when the decisions are taken; the round is settled then."""
    if not state.closed:
        return Finding("R803 r.24", said.SETTLED_BEFORE_BETS_CLOSED())
    waiting = tuple(box.seat for box in state.within("open"))
    if not waiting:
        return None
    return Finding("R803 r.24", said.SETTLED_BEFORE_DECISIONS(seats=waiting))


def bets_that_stand(state: SemDescarteRound) -> tuple[Box, ...]:
    """The boxes whose bets are decided though the round is void, who folded first (rules.md #8 and #19 of section 11).

    Those that had decided where r.33 is read so; by r.36, read of each seat for itself, those with their second bet.
    """
    readings, continued = state.terms.readings, state.within("continued")
    if readings.decided_bets is Reading.PRACTICE:
        return (*state.within("folded"), *continued)
    return continued if readings.second_bets == EACH_SEAT else ()


def round_cannot_be_completed(state: SemDescarteRound, undetermined: Collection[int] = ()) -> Finding | None:
    """R803 r.36: once every second bet is made the cards on record decide, whatever fails, and the bets are valid.

    Not where one was not made because of the failure itself, or cards that decide are lost: ``undetermined`` are the seats of these.

    r.36 says so of an outage of r.33, which r.33 itself makes void. LETTER and EACH_SEAT: a round that can be completed is
    settled. PRACTICE: r.36 means the failures of r.34, and r.33 voids what is not settled (rules.md #8 of section 11).
    """
    if undetermined or not bets_are_made(state) or state.terms.readings.second_bets is Reading.PRACTICE:
        return None
    return Finding("R803 r.36", said.SEM_DESCARTE_ROUND_HAS_A_RESULT())
