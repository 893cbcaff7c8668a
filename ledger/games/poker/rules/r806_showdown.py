"""R806 on how a hand ends (r.11d, r.17-18, r.28, r.32, r.40, r.59, r.72-73). One function a rule."""

from __future__ import annotations

from collections.abc import Collection

from tombo.ledger.core.cards import Combination
from tombo.ledger.core.findings import Finding, other
from tombo.ledger.core.said import Fact
from tombo.ledger.games.poker.events import CardsMucked, UncalledBetReturned
from tombo.ledger.games.poker.pots import Settlement, uncalled
from tombo.ledger.games.poker.rules.readings import notice
from tombo.ledger.games.poker.rules.revisions import deciding
from tombo.ledger.games.poker.said import showdown as said
from tombo.ledger.games.poker.said import words
from tombo.ledger.games.poker.settlement import HoleCards, paid_to, settled, stakes_of, strengths_of
from tombo.ledger.games.poker.state import Hand
from tombo.ledger.games.poker.strength.ranking import combination
from tombo.ledger.games.poker.turns import phase
from tombo.ledger.house.incident.state import Incident, covers
from tombo.ledger.house.said import READINGS
from tombo.ledger.terms.poker import Terms

_PERCENT_BP = 100


def return_is_the_excess(hand: Hand, returned: UncalledBetReturned) -> Finding | None:
    """R806 r.40: at the end of a street all have wagered the same but those all-in; what nobody matched goes back."""
    excess = uncalled(hand.staked)
    due = None if excess is None else (hand.seats[excess[0]], excess[1])
    if due == (returned.seat, returned.amount):
        return None
    seat, amount = returned.seat, hand.terms.unit.sum(returned.amount)
    if due is None:
        return Finding("R806 r.40", said.RETURNED_THOUGH_MATCHED(amount=amount, seat=seat))
    told = said.RETURNED_TO_OTHER(amount=amount, seat=seat, due=hand.terms.unit.sum(due[1]), due_seat=due[0])
    return Finding("R806 r.40", told)


def showdown_is_due(hand: Hand) -> Finding | None:
    """R806 r.59: the cards are turned once the last street's betting is over and the board is complete (r.57-58)."""
    waits = phase(hand)
    if waits == "showdown":
        return None
    return Finding("R806 r.59", said.SHOWDOWN_NOT_DUE(next=words.NEXT[waits]))


def mucking_is_allowed(hand: Hand, mucked: CardsMucked) -> Finding | None:
    """R806 r.59: all who are still in play turn their cards, unless the specific rules say otherwise."""
    if hand.terms.showdown == "losers_may_muck":
        return None
    return Finding("R806 r.59", said.MUCKS_UNDER_ALL_SHOW(seat=mucked.seat))


def winner_shows(hand: Hand, settlement: Settlement, mucks: Collection[int]) -> Finding | None:
    """R806 r.28: who has the best hand cannot renounce the pot, so a winner's cards are not mucked."""
    renouncing = [seat for seat in paid_to(hand, settlement) if seat in mucks]
    if not renouncing:
        return None
    return Finding("R806 r.28", said.WINNER_MUCKS(seat=renouncing[0]))


def cards_are_shown_after_the_end(hand: Hand, seat: int) -> Finding | None:
    """R806 r.11d: a player shows nobody his closed cards while the hand is in play; after its end it is no breach."""
    if phase(hand) == "over":
        return None
    return Finding("R806 r.11d", said.SHOWS_DURING_HAND(seat=seat))


def commission_reaches_floor(terms: Terms, settlement: Settlement) -> Finding | None:
    """R806 r.17: the commission is at least 1 % of what it is taken from; a cap in money can bring it below."""
    low = [fee for fee in settlement.fees if fee.amount < fee.base // _PERCENT_BP]
    if not low or terms.commission.cap is None:
        return None
    fee = low[0]
    amounts = (terms.commission.cap, fee.amount, fee.base, fee.base // _PERCENT_BP)
    cap, taken, base, least = map(terms.unit.sum, amounts)
    return notice("R806 r.17a", said.CAP_BELOW_COMMISSION(cap=cap, taken=taken, base=base, least=least))


def exemption_readings_agree(hand: Hand) -> Finding | None:
    """R806 r.18: no commission where the hand ends on the flop street without voluntary bets.

    Card rooms also exempt what ends on the blinds alone. Where that changes the commission, both results are told.
    A raise that ends the hand before the flop is commissioned under both readings (rules.md section 11, number 4).
    """
    if sum(hand.live) > 1 or hand.street or hand.voluntary:
        return None
    terms = hand.terms
    in_force = terms.readings.flop_exemption
    against = other(in_force)
    swapped = terms.model_copy(update={"readings": terms.readings.model_copy(update={"flop_exemption": against})})
    here, there = (deciding(each).settle(stakes_of(hand), each, None) for each in (terms, swapped))
    if paid_to(hand, here) == paid_to(hand, there):
        return None
    taken, otherwise_taken = (terms.unit.sum(sum(fee.amount for fee in result.fees)) for result in (here, there))
    told = said.EXEMPTION_READINGS_DIFFER(
        in_force=READINGS[in_force],
        taken=taken,
        paid=_paid(terms, paid_to(hand, here)),
        against=READINGS[against],
        otherwise_taken=otherwise_taken,
        otherwise_paid=_paid(terms, paid_to(hand, there)),
    )
    return notice("R806 r.18", told, against)


def flush_readings_agree(hand: Hand, holes: HoleCards) -> Finding | None:
    """R806 r.32d: of two flushes the one with the highest card wins, and the text goes no further: then they divide.

    Card rooms compare all five cards. Where that changes who is paid what, both results are told.
    """
    terms = hand.terms
    in_force = terms.readings.flush_tie
    ranked = [value for value in strengths_of(hand, holes, in_force) if value is not None]
    if sum(combination(value) is Combination.FLUSH for value in ranked) < 2:  # noqa: PLR2004  # no tie of one
        return None
    against = other(in_force)
    swapped = terms.model_copy(update={"readings": terms.readings.model_copy(update={"flush_tie": against})})
    here, there = paid_to(hand, settled(hand, holes)), paid_to(hand, settled(hand, holes, swapped))
    if here == there:
        return None
    told = said.FLUSH_READINGS_DIFFER(
        in_force=READINGS[in_force],
        paid=_paid(terms, here),
        against=READINGS[against],
        otherwise_paid=_paid(terms, there),
    )
    return notice("R806 r.32d", told, against)


def _paid(terms: Terms, payments: dict[int, int]) -> tuple[Fact, ...]:
    """Payments by seat, as a fact."""
    return tuple(said.PAID_TO_SEAT(seat=seat, amount=terms.unit.sum(paid)) for seat, paid in sorted(payments.items()))


def outage_is_the_operators(incident: Incident | None, name: str, table: str) -> Finding | None:
    """R806 r.72: a hand is void by a failure that began in the operator's own system, on record, open, at this table."""
    if incident is None:
        return Finding("R806 r.72", said.VOIDED_WITHOUT_INCIDENT(incident=name))
    if incident.origin != "operator_system":
        return None
    if not incident.open:
        return Finding("R806 r.72", said.VOIDED_BY_CLOSED_INCIDENT(incident=name))
    if not covers(incident, table):
        return Finding("R806 r.72", said.VOIDED_BY_INCIDENT_ELSEWHERE(incident=name, table=table))
    return None


def players_failure_voids_nothing(incident: Incident | None, name: str) -> Finding | None:
    """R806 r.73: a failure of the player's equipment voids nothing: he checks or folds when his time is up (r.45).

    A failure of a carrier's network is neither; it did not begin in the operator's system, so it voids nothing ([A]).
    """
    if incident is None or incident.origin == "operator_system":
        return None
    found, due = words.ORIGINS[incident.origin], words.ORIGINS["operator_system"]
    return Finding("R806 r.73", said.VOIDED_BY_PLAYERS_FAILURE(incident=name, origin=found, due=due))


def cards_are_lost(lost: Collection[int]) -> Finding | None:
    """R806 r.72: a showdown without the cards of the slots ``lost`` cannot be completed; so the void hand says which they were."""
    return notice("R806 r.72", said.VOIDED_WITHOUT_CARDS(slots=tuple(lost))) if lost else None


def hand_can_still_be_voided(hand: Hand, lost: Collection[int] = ()) -> Finding | None:
    """R806 r.72: void is what cannot be completed; a hand that is over, or whose cards fix the result, is not.

    Cards of which nobody kept the openings fix none: the slots ``lost``.
    """
    waits = phase(hand)
    if waits == "over":
        return Finding("R806 r.72", said.VOIDED_AFTER_END(outcome=words.OUTCOMES[hand.outcome]))
    if waits == "showdown" and not lost:
        return Finding("R806 r.72", said.VOIDED_AT_SHOWDOWN())
    return None
