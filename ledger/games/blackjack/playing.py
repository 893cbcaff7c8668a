"""What a player asks: his bet and his decisions (R805 r.9, r.15, r.20b-23); and what is decided when his time is up."""

from __future__ import annotations

from tombo.ledger.core.command import Decision
from tombo.ledger.core.entry import By
from tombo.ledger.core.findings import Finding, Refused, refused
from tombo.ledger.core.ids import table_of
from tombo.ledger.games.blackjack.betting import bet_objection
from tombo.ledger.games.blackjack.case import BlackjackCase, acted, by_platform
from tombo.ledger.games.blackjack.commands import (
    DecideBlackjackHand,
    PlaceBlackjackBet,
    ReportBlackjackBetRefused,
    RequestBlackjackDecision,
    TimeOutBlackjackHand,
)
from tombo.ledger.games.blackjack.events import BetPlaced, BlackjackBetRefused, DecisionMade, DecisionRequested
from tombo.ledger.games.blackjack.hands import BlackjackHand
from tombo.ledger.games.blackjack.r805 import (
    GIVES,
    ace_stays_one,
    decided_in_silence,
    decides_in_time,
    decision_time_is_granted,
    hand_may_decide,
    may_be_decided,
    time_is_up,
)
from tombo.ledger.games.blackjack.said import door as said
from tombo.ledger.house.banked.refusals import forbidden
from tombo.ledger.house.banked.state import BankedTable, banked_stream
from tombo.ledger.house.incident.outage import silence_in_outage
from tombo.ledger.house.questions import pending
from tombo.ledger.house.rules import first_breach, house
from tombo.ledger.house.session.decide import session_refusal
from tombo.ledger.house.staff.authority import may
from tombo.ledger.house.times import heard


def place_bet(case: BlackjackCase, command: PlaceBlackjackBet) -> Decision | Refused:
    """A player's initial bet on a seat of his, within the limits and in time (r.7, r.9, r.12)."""
    table: BankedTable = case.view(banked_stream(table_of(case.stream)))
    place = next((place for place in table.places if place.seat == command.seat), None)
    if place is None:
        return house("seat", said.BLACKJACK_SEAT_EMPTY(seat=command.seat))
    objection = (
        may(case.view, case.by, player=place.player)
        or session_refusal(case.view, place.session, place.player, "R805")
        or bet_objection(case.round, command.seat, command.amount, heard(case.occurred, case.view))
    )
    return objection or acted(case, [BetPlaced(amount=command.amount, player=place.player, seat=command.seat)])


def report_refused(case: BlackjackCase, command: ReportBlackjackBetRefused) -> Decision | Refused:
    """A bet that the platform turned down, judged as if the player had placed it; it moves nothing."""
    objection = by_platform(case)
    if objection:
        return objection
    bet = PlaceBlackjackBet(amount=command.amount, round=command.round, seat=command.seat)
    judged = place_bet(case._replace(by=By(actor="player", id=command.player)), bet)
    refused_bet = BlackjackBetRefused(
        amount=command.amount,
        forbids=forbidden(judged),
        player=command.player,
        rule=command.rule,
        seat=command.seat,
    )
    return acted(case, [refused_bet])


def _hand_of(case: BlackjackCase, seat: int, number: int) -> BlackjackHand | Refused:
    found = case.round.hand(seat, number)
    return refused("R805 r.15", said.BLACKJACK_HAND_UNKNOWN(hand=number, seat=seat)) if found is None else found


def request_decision(case: BlackjackCase, command: RequestBlackjackDecision) -> Decision | Refused:
    """The platform asks a hand to decide (r.24)."""
    hand = _hand_of(case, command.seat, command.hand)
    if isinstance(hand, Refused):
        return hand
    objection = by_platform(case) or first_breach(
        hand_may_decide(case.round, hand),
        decision_time_is_granted(case.round, command.deadline, case.occurred),
    )
    asked = DecisionRequested(deadline=command.deadline, hand=command.hand, seat=command.seat)
    return objection or acted(case, [asked])


def _too_late(case: BlackjackCase, seat: int, number: int, at: int) -> Finding | None:
    """Whether the time of a hand is up at ``at``, what the operator's own failure took from it given once more."""
    put = pending(case.view, case.stream, seat, GIVES)
    return None if put.outage else decides_in_time(case.round, seat, number, put.decided(at))


def decide_hand(case: BlackjackCase, command: DecideBlackjackHand) -> Decision | Refused:
    """A player's decision, if it is open to his hand (r.15, r.20b-23)."""
    round_ = case.round
    hand = _hand_of(case, command.seat, command.hand)
    if isinstance(hand, Refused):
        return hand
    at = heard(case.occurred, case.view)
    objection = may(case.view, case.by, player=hand.player) or first_breach(
        hand_may_decide(round_, hand),
        decides_in_time(round_, command.seat, command.hand, at) and _too_late(case, command.seat, command.hand, at),
    )
    if objection:
        return objection
    if (command.amount is not None) != (command.decision == "insure"):
        return house("movement", said.INSURANCE_AMOUNT_MISPLACED())
    objection = first_breach(may_be_decided(round_, hand, command.decision, command.amount or 0))
    if objection:
        return objection
    made = DecisionMade(
        ace_as_one=command.decision == "double" and ace_stays_one(hand, round_.terms),
        cause="player",
        decision=command.decision,
        hand=command.hand,
        paid=hand.stake if command.decision in {"double", "split"} else command.amount or 0,
        player=hand.player,
        seat=command.seat,
    )
    return acted(case, [made])


def time_out(case: BlackjackCase, command: TimeOutBlackjackHand) -> Decision | Refused:
    """A hand's time is up: a card up to 11, else it stands; insurance and even money are not taken (rules.md 2.4)."""
    round_ = case.round
    hand = _hand_of(case, command.seat, command.hand)
    if isinstance(hand, Refused):
        return hand
    put = pending(case.view, case.stream, command.seat, GIVES)
    objection = by_platform(case) or first_breach(
        hand_may_decide(round_, hand),
        silence_in_outage(put.outage, command.seat, "R805 r.27"),
        time_is_up(round_, command.seat, command.hand, put.passed(case.occurred, case.view.now())),
    )
    if objection:
        return objection
    made = DecisionMade(
        ace_as_one=False,
        cause="time_out",
        decision=decided_in_silence(hand),
        hand=command.hand,
        paid=0,
        player=hand.player,
        seat=command.seat,
    )
    return acted(case, [made])
