"""R809 where póquer sintético is not hold'em: its deck, the straddles, the open cards (r.4b, r.50-59). One function a rule.

What R809 shares with R806 stands in the modules of R806 and cites R809 by ``ledger/terms/citation.py``. Of R809 r.51 (its end)
to r.76 are seen; r.50, the deck and who may straddle are [A]: docs/decisions/0006-sintetico.md.
"""

from __future__ import annotations

from collections.abc import Sequence

from tombo.ledger.core.cards import card_id, card_text
from tombo.ledger.core.findings import Finding
from tombo.ledger.games.poker.events import BetPlaced, BlindPosted, BoardDealt
from tombo.ledger.games.poker.rules.r806_dealing import BOARD_RULES
from tombo.ledger.games.poker.said import sintetico as said
from tombo.ledger.games.poker.said.words import POSTS, STREETS
from tombo.ledger.games.poker.state import Hand
from tombo.ledger.games.poker.streets import FIVE_STREETS
from tombo.ledger.games.poker.strength.stripped import DECK
from tombo.ledger.games.poker.turns import turn
from tombo.ledger.terms.poker import Terms


def cards_are_of_the_deck(terms: Terms, cards: Sequence[int]) -> Finding | None:
    """R809 r.4b ([A]): póquer sintético is played with the 28 cards from eight to ace."""
    strange = [] if terms.sintetico is None else [card for card in cards if card not in DECK]
    if not strange:
        return None
    return Finding("R809 r.4b", said.CARD_OUTSIDE_STRIPPED_DECK(card=card_text(strange[0]), deck=len(DECK)))


def open_card_is_of_the_deck(hand: Hand, dealt: BoardDealt) -> Finding | None:
    """R809 r.4b ([A]): the open cards too are of the 28."""
    return cards_are_of_the_deck(hand.terms, [card_id(card) for card in dealt.cards])


def open_cards_come_one_by_one(hand: Hand, dealt: BoardDealt) -> Finding | None:
    """R809 r.54-59: five open cards, each turned alone, and each followed by a street."""
    due = FIVE_STREETS[min(hand.street + 1, len(FIVE_STREETS) - 1)]
    if len(dealt.cards) == 1 and dealt.street == due and hand.street + 1 < len(FIVE_STREETS):
        return None
    told = said.OPEN_CARD_NOT_ALONE(cards=len(dealt.cards), street=STREETS[dealt.street], board=len(hand.board))
    return Finding(BOARD_RULES[dealt.street], told)


def straddles_are_blind(hand: Hand, posted: BlindPosted) -> Finding | None:
    """R809 r.54: a straddle is posted between the last closed card and the first open one, before the cards are seen.

    r.50-53 stand between the dealing and the seeing of the cards ([A]: that is why they are blind).
    """
    if hand.outcome == "open" and hand.dealt and not hand.street:
        return None
    return Finding("R809 r.54", said.STRADDLE_OUT_OF_PLACE(seat=posted.seat, post=POSTS[posted.post]))


def straddler(hand: Hand) -> int:
    """The position that may straddle: the first left of the big blind ([A], as is the custom)."""
    return (hand.small_blind + 2) % len(hand.seats)


def straddle_stands_left_of_big_blind(hand: Hand, posted: BlindPosted) -> Finding | None:
    """R809 r.50 ([A]): the first seat left of the big blind may straddle, once."""
    if posted.post != "straddle":
        return None
    if hand.highest > hand.terms.big_blind:
        return Finding("R809 r.50", said.STRADDLE_TWICE(seat=posted.seat))
    due = hand.seats[straddler(hand)]
    if posted.seat == due:
        return None
    return Finding("R809 r.50", said.STRADDLE_OF_OTHER_SEAT(seat=posted.seat, due=due))


def straddle_amount(hand: Hand, post: str) -> int:
    """What a straddle comes to in all: as many big blinds as the terms say ([A]); the restraddle doubles it (R809 r.51)."""
    rules = hand.terms.sintetico
    amount = 0 if rules is None else rules.straddle * hand.terms.big_blind
    return 2 * amount if post == "restraddle" else amount


def restraddle_answers_a_straddle(hand: Hand, posted: BlindPosted) -> Finding | None:
    """R809 r.51: instead of matching a straddle a player may double it; once, and where his turn to match has come ([A])."""
    if posted.post != "restraddle":
        return None
    position = turn(hand)
    if position is None:
        return Finding("R809 r.51", said.RESTRADDLE_WITHOUT_STRADDLE(seat=posted.seat))
    if hand.highest > straddle_amount(hand, "straddle"):
        return Finding("R809 r.51", said.RESTRADDLE_TWICE(seat=posted.seat))
    due = hand.seats[position]
    if posted.seat == due:
        return None
    return Finding("R809 r.51", said.RESTRADDLE_OUT_OF_TURN(seat=posted.seat, due=due))


def straddle_has_its_amount(hand: Hand, posted: BlindPosted) -> Finding | None:
    """R809 r.51: a straddle has its amount, and the restraddle doubles it; who has less can match one (r.53), not post it."""
    position = hand.seats.index(posted.seat)
    stack = hand.stacks[position]
    total, due = hand.bets[position] + posted.paid, straddle_amount(hand, posted.post)
    if total == due and (stack is None or posted.paid <= stack):
        return None
    to, expected, has = map(hand.terms.unit.sum, (total, due, hand.bets[position] + (stack or 0)))
    told = said.STRADDLE_OF_OTHER_AMOUNT(seat=posted.seat, to=to, post=POSTS[posted.post], has=has, due=expected)
    return Finding("R809 r.51", told)


def straddles_are_matched_or_left(hand: Hand, act: BetPlaced) -> Finding | None:
    """R809 r.52: a straddle is matched, or the player takes no part; raising begins with the first street (r.54)."""
    if hand.street or not hand.dealt or act.action == "call":
        return None
    return Finding("R809 r.52", said.RAISES_AGAINST_STRADDLE(seat=act.seat))
