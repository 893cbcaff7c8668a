"""R805 in play: bets, cards, decisions (r.4-24). One function a rule; what is paid stands in ``payout`` (r.25)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, assert_never

from tombo.ledger.core.cards import card_text
from tombo.ledger.core.clock import SECOND, of_length
from tombo.ledger.core.findings import Finding, Reading
from tombo.ledger.games.blackjack.cards import TWENTY_ONE, hard_total, is_ace, same_rank, value
from tombo.ledger.games.blackjack.events import DECK, CardDealt, Choice, DecisionRequested, HoleCardDealt
from tombo.ledger.games.blackjack.hands import BlackjackHand
from tombo.ledger.games.blackjack.revisions import deciding
from tombo.ledger.games.blackjack.said import door as said
from tombo.ledger.games.blackjack.state import BlackjackRound
from tombo.ledger.house.incident.decide import Deals
from tombo.ledger.house.questions import Gives
from tombo.ledger.terms.blackjack import BlackjackTerms

GIVES: Final[Gives] = {DecisionRequested: False}
"""R805 r.24: a hand is asked."""
DEALS: Final[Deals] = (CardDealt, HoleCardDealt)
"""R805 r.14, r.20: how cards come."""
DOUBLES: Final = range(9, 12)
"""The totals on which one may double (r.15b)."""
MUST_HIT: Final = 11
"""Up to this total one must ask for a card to stay in (r.15a)."""


def bet_within_limits(terms: BlackjackTerms, amount: int) -> Finding | None:
    """R805 r.9: no bet is below the minimum or above the maximum. Doubles, splits and insurance follow the initial bet."""
    if terms.bet_min <= amount <= terms.bet_max:
        return None
    bet, least, most = (terms.unit.sum(each) for each in (amount, terms.bet_min, terms.bet_max))
    return Finding("R805 r.9", said.BLACKJACK_BET_OUT_OF_LIMITS(bet=bet, least=least, most=most))


def bets_are_open(round_: BlackjackRound, at: int) -> Finding | None:
    """R805 r.12: bets are taken in the time set for them, the same for all players."""
    if round_.closed:
        return Finding("R805 r.12", said.BLACKJACK_BETS_CLOSED())
    deadline = round_.opened.deadline
    if deadline is None or at <= deadline:
        return None
    return Finding("R805 r.12", said.BLACKJACK_BET_LATE(late=at - deadline))


def betting_time_is_granted(terms: BlackjackTerms, deadline: int | None, occurred: int | None) -> Finding | None:
    """R805 r.12: where several play, the time for bets is the operator's, the same for all, and its end announced."""
    if deadline is None:
        if terms.table_kind == "single":
            return None
        return Finding("R805 r.12", said.BLACKJACK_BETTING_END_UNANNOUNCED())
    due = terms.betting_seconds * SECOND
    if occurred is None or of_length(deadline - occurred, due):
        return None
    return Finding("R805 r.12", said.BLACKJACK_BETTING_TIME_OTHERWISE(given=deadline - occurred, due=due))


def betting_time_is_over(round_: BlackjackRound, at: int) -> Finding | None:
    """R805 r.12: the platform keeps to the time it announced; a player alone may end it before (r.13)."""
    deadline = round_.opened.deadline
    if deadline is None or at >= deadline:
        return None
    return Finding("R805 r.12", said.BLACKJACK_BETTING_TIME_LEFT(left=deadline - at))


def deal_follows_a_bet(round_: BlackjackRound) -> Finding | None:
    """R805 r.13: at a table of one the player himself starts the deal once he has bet."""
    if round_.hands:
        return None
    return Finding("R805 r.13", said.DEAL_WITHOUT_A_BET())


def first_cards_follow_bets(round_: BlackjackRound, cards: int) -> Finding | None:
    """R805 r.14: once the bets are placed, two cards to every player and two to the house, the last face down."""
    if not round_.closed or round_.dealt:
        return Finding("R805 r.14", said.BLACKJACK_FIRST_CARDS_OUT_OF_TURN())
    seats = len(round_.hands)
    expected = 2 * seats + 1
    if cards == expected:
        return None
    told = said.BLACKJACK_FIRST_CARDS_MISCOUNTED(cards=cards, seats=seats, expected=expected)
    return Finding("R805 r.14", told)


def shoe_holds(round_: BlackjackRound, cards: Sequence[int], hole: Sequence[int]) -> Finding | None:
    """R805 r.4b: the cards come from four, six or eight decks, in however many rounds. ``hole`` lies face down, of this shoe."""
    if round_.shoe is None:
        return Finding("R805 r.4b", said.SHOE_NOT_SHUFFLED())
    decks = round_.terms.decks
    size = decks * DECK
    if round_.shoe_dealt + len(cards) > size:
        return Finding("R805 r.4b", said.SHOE_RUNS_OUT(dealt=round_.shoe_dealt, size=size, shoe=round_.shoe))
    now = Counter((*hole, *cards))
    times = {card: round_.seen[card] + now[card] for card in cards}
    over = next((card for card in cards if times[card] > decks), None)
    if over is None:
        return None
    if over in hole:  # told without saying which card lies there
        return Finding("R805 r.4b", said.SHOE_CARD_BEYOND_DECKS(decks=decks))
    told = said.SHOE_NAMED_CARD_BEYOND_DECKS(card=card_text(over), times=times[over], decks=decks)
    return Finding("R805 r.4b", told)


def shuffled_between_rounds(round_: BlackjackRound) -> Finding | None:
    """R805 r.4b: a shoe is shuffled before cards are dealt of it, and while they are only where it has run out."""
    out = round_.shoe_dealt >= round_.terms.decks * DECK
    if not round_.dealt or out:
        return None
    return Finding("R805 r.4b", said.SHOE_IN_PLAY(shoe=round_.shoe or ""))


def cards_are_due(round_: BlackjackRound) -> Finding | None:
    """R805 r.15, r.17: a card goes to a hand that asked for one, or to the house once its hole card is shown."""
    if round_.due or round_.revealed:
        return None
    rule = "R805 r.15" if round_.dealt else "R805 r.14"
    return Finding(rule, said.NOBODY_WAITS_FOR_A_CARD())


def hand_may_decide(round_: BlackjackRound, hand: BlackjackHand) -> Finding | None:
    """R805 r.15: decisions follow the first cards, one after the other, while the hand has any to take (r.15d, r.20-21)."""
    seat, number = hand.seat, hand.number
    if not round_.dealt:
        return Finding("R805 r.15", said.BLACKJACK_DECISION_BEFORE_CARDS(seat=seat))
    if round_.revealed:
        return Finding("R805 r.15", said.BLACKJACK_DECISION_AFTER_HOUSE(seat=seat))
    if round_.due:
        return Finding("R805 r.15", said.DECISION_BEFORE_CARD_DUE(seat=round_.due[0][0]))
    if round_.open(hand):
        return None
    if hand.aces and not hand.settled:
        return Finding("R805 r.21", said.SPLIT_ACES_TAKE_ONE_CARD(hand=number, seat=seat))
    if hand.total >= TWENTY_ONE:
        return Finding("R805 r.15d", said.DECISION_FROM_TWENTY_ONE(hand=number, seat=seat, total=hand.total))
    return Finding("R805 r.15", said.DECISION_AFTER_THE_LAST(hand=number, seat=seat))


def blackjack_decides_nothing(hand: BlackjackHand, decision: Choice, terms: BlackjackTerms) -> Finding | None:
    """R805 r.15: its decisions are for hands without blackjack, insurance among them by the LETTER (rules.md #17).

    Against an ace a blackjack takes even money (r.20b) or waits for the house.
    """
    insures = decision == "insure" and terms.readings.insured_blackjack is Reading.PRACTICE
    if not hand.blackjack or decision in {"even_money", "stand"} or insures:
        return None
    told = said.BLACKJACK_IN_HAND_DECIDES_NOTHING(seat=hand.seat, decision=said.CHOICES[decision])
    return Finding("R805 r.15", told)


def may_be_decided(round_: BlackjackRound, hand: BlackjackHand, decision: Choice, amount: int) -> Finding | None:
    """R805 r.15, r.20b-23: what the rule of ``decision`` itself objects to; asked by the door and, of what is on record, by the audit.

    ``amount``: what an insurance stakes, in cents.
    """
    found = blackjack_decides_nothing(hand, decision, round_.terms)
    if found is not None:
        return found
    match decision:
        case "hit":
            return None
        case "stand":
            return None if hand.blackjack else stands_above_eleven(hand)
        case "double":
            return may_double(hand, round_.terms)
        case "split":
            return may_split(round_, hand)
        case "surrender":
            return may_surrender(round_, hand)
        case "insure":
            return may_insure(round_, hand, amount)
        case "even_money":
            return may_take_even_money(round_, hand)
        case _:
            assert_never(decision)


def stands_above_eleven(hand: BlackjackHand) -> Finding | None:
    """R805 r.15c: one stands only on more than 11; up to that a card must be asked for (r.15a)."""
    if hand.total > MUST_HIT:
        return None
    return Finding("R805 r.15c", said.STANDS_UP_TO_ELEVEN(hand=hand.number, seat=hand.seat, total=hand.total))


def may_double(hand: BlackjackHand, terms: BlackjackTerms) -> Finding | None:
    """R805 r.15b: on 9, 10 or 11 of two cards, after a split too (r.23); on any total where the rules say so (r.16a)."""
    rule = "R805 r.23" if hand.split else "R805 r.15b"
    if len(hand.cards) != 2:  # noqa: PLR2004  # two cards
        told = said.DOUBLE_WITHOUT_TWO_CARDS(hand=hand.number, seat=hand.seat, cards=len(hand.cards))
        return Finding(rule, told)
    hard = hard_total(hand.cards)  # no two cards make 9, 10 or 11 with an ace as 11
    if terms.double == "any" or hard in DOUBLES:
        return None
    return Finding(rule, said.DOUBLE_ON_OTHER_TOTAL(hand=hand.number, seat=hand.seat, total=hand.total))


def may_surrender(round_: BlackjackRound, hand: BlackjackHand) -> Finding | None:
    """R805 r.15e: with the first two cards, if the card of the house is no ace."""
    if is_ace(round_.house[0]):
        return Finding("R805 r.15e", said.SURRENDER_AGAINST_ACE())
    if len(hand.cards) == 2 and not hand.split:  # noqa: PLR2004  # two cards
        return None
    return Finding("R805 r.15e", said.SURRENDER_AFTER_FIRST_CARDS(hand=hand.number, seat=hand.seat))


def may_insure(round_: BlackjackRound, hand: BlackjackHand, amount: int) -> Finding | None:
    """R805 r.15f: against an ace, with the first two cards, once, for up to half the initial bet; not where r.16d says so."""
    terms = round_.terms
    if not terms.insurance:
        return Finding("R805 r.16d", said.RULES_WITHOUT_INSURANCE())
    if not is_ace(round_.house[0]):
        return Finding("R805 r.15f", said.INSURANCE_WITHOUT_ACE(card=card_text(round_.house[0])))
    if hand.split or len(hand.cards) > 2 or round_.insurance(hand.seat):  # noqa: PLR2004  # two cards
        return Finding("R805 r.15f", said.INSURANCE_OUT_OF_TURN(seat=hand.seat))
    if 2 * amount <= hand.stake:
        return None
    insured, bet = terms.unit.sum(amount), terms.unit.sum(hand.stake)
    return Finding("R805 r.15f", said.INSURANCE_ABOVE_HALF_THE_BET(insured=insured, bet=bet))


def may_take_even_money(round_: BlackjackRound, hand: BlackjackHand) -> Finding | None:
    """R805 r.20b: a blackjack against an ace, before the hole card is known; not for a bet that is insured (rules.md #17)."""
    if hand.blackjack and is_ace(round_.house[0]) and round_.insurance(hand.seat) is None:
        return None
    return Finding("R805 r.20b", said.EVEN_MONEY_NOT_OPEN(seat=hand.seat))


def may_split(round_: BlackjackRound, hand: BlackjackHand) -> Finding | None:
    """R805 r.21: two cards of one value, again and again (r.22), as far as r.16b and r.16c leave it."""
    terms = round_.terms
    if len(hand.cards) != 2 or value(hand.cards[0]) != value(hand.cards[1]):  # noqa: PLR2004  # two cards
        return Finding("R805 r.21", said.SPLIT_WITHOUT_ONE_VALUE(hand=hand.number, seat=hand.seat))
    if terms.split == "pairs" and not same_rank(*hand.cards):
        return Finding("R805 r.16b", said.SPLIT_WITHOUT_PAIR(hand=hand.number, seat=hand.seat))
    splits = sum(other.seat == hand.seat for other in round_.hands) - 1
    if splits < terms.splits_max:
        return None
    return Finding("R805 r.16c", said.SPLITS_USED_UP(seat=hand.seat, splits=splits, allowed=terms.splits_max))


def house_plays_last(round_: BlackjackRound) -> Finding | None:
    """R805 r.17: the second card of the house is shown once the players have theirs."""
    if not round_.dealt or round_.revealed:
        return Finding("R805 r.17", said.HOUSE_REVEALED_OUT_OF_TURN())
    waiting = [hand for hand in round_.hands if round_.open(hand)]
    if round_.due or waiting:
        seat = round_.due[0][0] if round_.due else waiting[0].seat
        return Finding("R805 r.17", said.HOUSE_BEFORE_PLAYERS(seat=seat))
    return None


def result_is_not_determined(round_: BlackjackRound, hole: int | None) -> Finding | None:
    """R805 r.27: void is only a round whose cards cannot be compared; ``hole`` is the card that lies face down, if it is kept."""
    if not deciding(round_.terms).cards_decide(round_, hole):
        return None
    return Finding("R805 r.27", said.BLACKJACK_ROUND_HAS_A_RESULT())


def decision_time_is_granted(round_: BlackjackRound, deadline: int, occurred: int | None) -> Finding | None:
    """R805 r.24: the decisions open to a player are his to choose from, for the time these rules give."""
    due = round_.terms.decision_seconds * SECOND
    if occurred is None or of_length(deadline - occurred, due):
        return None
    return Finding("R805 r.24", said.BLACKJACK_DECISION_TIME_OTHERWISE(given=deadline - occurred, due=due))


def decides_in_time(round_: BlackjackRound, seat: int, number: int, at: int) -> Finding | None:
    """R805 r.24: who was asked decides until his time is up; after that it is decided for him (rules.md 2.4)."""
    asked = round_.asked
    if asked is None or asked[:2] != (seat, number) or at <= asked.deadline:
        return None
    return Finding("R805 r.24", said.BLACKJACK_DECISION_LATE(seat=seat, late=at - asked.deadline))


def time_is_up(round_: BlackjackRound, seat: int, number: int, at: int) -> Finding | None:
    """R805 r.24: it is decided for a hand only once it was asked and its time is up (rules.md 2.4)."""
    asked = round_.asked
    if asked is None or asked[:2] != (seat, number):
        return Finding("R805 r.24", said.BLACKJACK_HAND_NOT_ASKED(hand=number, seat=seat))
    if at <= asked.deadline:
        left = asked.deadline - at
        return Finding("R805 r.24", said.BLACKJACK_DECISION_TIME_LEFT(seat=seat, left=left))
    return None


def connection_fails_after_the_bet(round_: BlackjackRound, player: str) -> Finding | None:
    """R805 r.29: a failure on the player's side is one that comes after his bet; it is reported once, until he is back."""
    if player not in round_.bettors:
        return Finding("R805 r.29", said.BLACKJACK_CONNECTION_WITHOUT_BET(player=player))
    if player in round_.cut_off:
        return Finding("R805 r.29", said.BLACKJACK_CONNECTION_TWICE(player=player))
    return None


def connection_was_lost(round_: BlackjackRound, player: str) -> Finding | None:
    """R805 r.29: who is back was cut off before, and that is on record."""
    if player in round_.cut_off:
        return None
    return Finding("R805 r.29", said.BLACKJACK_CONNECTION_NOT_LOST(player=player))


def decided_in_silence(hand: BlackjackHand) -> Choice:
    """R805 r.24: what is decided for a hand whose time is up: a card up to 11, else it stands (rules.md 2.4)."""
    return "hit" if hand.total <= MUST_HIT else "stand"


def ace_has_to_count_one(hand: BlackjackHand, terms: BlackjackTerms) -> bool:
    """Whether the two cards of ``hand`` can be doubled only with an ace counted as 1 (r.8a-ii, r.15b).

    Where any total may be doubled (r.16a) none has to, and the ace stays free.
    """
    return terms.double == "nine_to_eleven" and any(map(is_ace, hand.cards[:2]))


def ace_stays_one(hand: BlackjackHand, terms: BlackjackTerms) -> bool:
    """Whether ``hand``, doubled now, keeps an ace of its two cards as 1: by the LETTER of r.8a-ii (rules.md #11)."""
    return ace_has_to_count_one(hand, terms) and terms.readings.ace_on_double is Reading.LETTER
