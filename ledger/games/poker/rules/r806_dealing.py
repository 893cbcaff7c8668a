"""R806 on seats, blinds and cards (r.4-9, r.15, r.20-22, r.25, r.46-50, r.53-57). One function a rule."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from tombo.ledger.core.cards import card_id, card_text
from tombo.ledger.core.findings import Finding, Reading
from tombo.ledger.core.said import Told
from tombo.ledger.games.poker.events import BlindPosted, BoardDealt, HandStarted, HoleCardsDealt, Street
from tombo.ledger.games.poker.rules.readings import judged
from tombo.ledger.games.poker.said import dealing as said
from tombo.ledger.games.poker.said import words
from tombo.ledger.games.poker.state import NOBODY, Hand
from tombo.ledger.games.poker.streets import BOARD_SIZES, STREETS
from tombo.ledger.games.poker.turns import live_count, turn
from tombo.ledger.games.poker.variants import VARIANTS
from tombo.ledger.house.incident.decide import Deals

_HEADS_UP: Final = 2
BOARD_RULES: Final[Mapping[Street, str]] = {
    "preflop": "R806 r.51",
    "flop": "R806 r.53",
    "turn": "R806 r.55",
    "river": "R806 r.57",
    "straddle": "R809 r.54",
    "first_street": "R809 r.54",
    "second_street": "R809 r.55",
    "third_street": "R809 r.57",
    "fourth_street": "R809 r.58",
    "fifth_street": "R809 r.59",
}
"""Where the card of each street is turned."""
DEALS: Final[Deals] = (HoleCardsDealt, BoardDealt)
"""R806 r.50, r.53-57: how cards come."""


def one_seat_a_player(started: HandStarted) -> Finding | None:
    """R806 r.9: a player has one seat at a table, and a seat one player."""
    players = {seated.player for seated in started.seats}
    seats = {seated.seat for seated in started.seats}
    if len(players) == len(seats) == len(started.seats):
        return None
    told = said.DEALT_IN_TWICE(dealt=len(started.seats), seats=len(seats), players=len(players))
    return Finding("R806 r.9", told)


def stacks_reach_minimum(started: HandStarted) -> Finding | None:
    """R806 r.15: who has less than the minimum bet must top up before he plays on; in a tournament he plays to the last chip (R810 r.31)."""
    if started.tournament is not None:
        return None
    least = started.terms.min_bet
    short = [seated.seat for seated in started.seats if seated.stack is not None and seated.stack < least]
    if not short:
        return None
    told = said.DEALT_IN_BELOW_MINIMUM(seats=tuple(short), least=started.terms.unit.sum(least))
    return Finding("R806 r.15", told)


def blinds_are_the_only_posts(hand: Hand, posted: BlindPosted) -> Finding | None:
    """R806 r.21: the small and the big blind are the only obligatory bets: no ante, no straddle, no missed blind."""
    if posted.post in {"small", "big"}:
        return None
    paid = hand.terms.unit.sum(posted.paid)
    told = said.POST_BESIDES_BLINDS(seat=posted.seat, paid=paid, post=words.POSTS[posted.post])
    return Finding("R806 r.21", told)


def blind_has_its_amount(hand: Hand, posted: BlindPosted) -> Finding | None:
    """R806 r.22: the big blind is the minimum bet, the small blind what the operator fixed; less only all-in."""
    due = {"small": hand.terms.small_blind, "big": hand.terms.big_blind}.get(posted.post)
    stack = hand.stacks[hand.seats.index(posted.seat)]
    if due is None or posted.paid == due or (posted.paid < due and posted.paid == stack):
        return None
    paid, expected = hand.terms.unit.sum(posted.paid), hand.terms.unit.sum(due)
    told = said.BLIND_OF_OTHER_AMOUNT(seat=posted.seat, post=words.POSTS[posted.post], paid=paid, due=expected)
    return Finding("R806 r.22", told)


def blind_positions(players: int, reading: Reading) -> tuple[int, int]:
    """R806 r.48: the positions of the small and the big blind: first and second left of the button.

    Of two players the first left of the button is the other one and the second the button itself, which is the LETTER.
    PRACTICE has the button post the small blind, act first before the flop and last after it.
    """
    return (1, 0) if players == _HEADS_UP and reading is Reading.PRACTICE else (0, 1)


def blinds_stand_left_of_button(hand: Hand, posted: BlindPosted) -> Finding | None:
    """R806 r.48: the first and the second seat left of the button post the small and the big blind.

    Of two players the readings differ (``blind_positions``); the small blind tells it, so that one hand has one notice.
    """
    in_force = hand.terms.readings.heads_up_blinds
    if posted.post == "big":
        due = hand.seats[blind_positions(len(hand.seats), in_force)[1]]
        if posted.seat == due:
            return None
        return Finding("R806 r.48", said.BIG_BLIND_OF_OTHER_SEAT(seat=posted.seat, due=due), in_force)
    if posted.post != "small":
        return None
    objections: list[Told | None] = []
    for reading in (Reading.LETTER, Reading.PRACTICE):
        due = hand.seats[blind_positions(len(hand.seats), reading)[0]]
        elsewhere = posted.seat != due
        objections.append(said.SMALL_BLIND_OF_OTHER_SEAT(seat=posted.seat, due=due) if elsewhere else None)
    letter, practice = objections
    return judged("R806 r.48", in_force, letter=letter, practice=practice)


def blinds_come_before_cards(hand: Hand, _: BlindPosted) -> Finding | None:
    """R806 r.48: the blinds are posted before the closed cards are dealt."""
    return Finding("R806 r.48", said.BLIND_AFTER_CARDS()) if hand.dealt else None


def dealing_order(hand: Hand) -> tuple[int, ...]:
    """R806 r.49-50: the positions in the order of dealing: from the small blind clockwise, one card each, then again."""
    count = len(hand.seats)
    first = max(hand.small_blind, 0)
    return tuple((first + step) % count for step in range(count)) * VARIANTS[hand.terms.variant].hole_cards


def cards_follow_blinds(hand: Hand, _: HoleCardsDealt) -> Finding | None:
    """R806 r.49: the closed cards are dealt once, after the blinds are posted."""
    if hand.outcome == "open" and not hand.dealt and hand.last != NOBODY:
        return None
    return Finding("R806 r.49", said.CLOSED_CARDS_OUT_OF_PLACE())


def closed_cards_each(hand: Hand, dealt: HoleCardsDealt) -> Finding | None:
    """R806 r.25: two closed cards to each player; by R811 four (r.59; that r.25 says so is [A])."""
    each = VARIANTS[hand.terms.variant].hole_cards
    if len(dealt.seats) == len(dealt.commitments) and all(dealt.seats.count(seat) == each for seat in hand.seats):
        return None
    players = len(hand.seats)
    told = said.CLOSED_CARDS_UNEQUAL(cards=len(dealt.seats), players=players, due=each * players)
    return Finding("R806 r.25", told)


def dealing_begins_at_small_blind(hand: Hand, dealt: HoleCardsDealt) -> Finding | None:
    """R806 r.49-50: one card each from the small blind clockwise, then a second in the same order (Omaha: on to the fourth)."""
    seats, due = tuple(dealt.seats), tuple(hand.seats[position] for position in dealing_order(hand))
    return None if seats == due else Finding("R806 r.49", said.CLOSED_CARDS_OUT_OF_ORDER(seats=seats, due=due))


def no_card_twice(cards: Sequence[int], known: Collection[int] = (), deck: int = 52) -> Finding | None:
    """R806 r.4b: one deck of 52 cards, of R809 28; no card is dealt twice. ``known`` are the cards already dealt."""
    twice = [card for place, card in enumerate(cards) if card in known or card in cards[:place]]
    if not twice:
        return None
    return Finding("R806 r.4b", said.HAND_CARD_DEALT_TWICE(card=card_text(twice[0]), deck=deck))


def board_card_is_new(hand: Hand, dealt: BoardDealt) -> Finding | None:
    """R806 r.4b: no card of the board is dealt twice."""
    return no_card_twice([card_id(card) for card in dealt.cards], hand.board, VARIANTS[hand.terms.variant].deck)


def board_follows_betting(hand: Hand, dealt: BoardDealt) -> Finding | None:
    """R806 r.53, r.55, r.57 and R809 r.54-59: the next open cards are turned once the betting of the street is over."""
    rule, street = BOARD_RULES[dealt.street], words.STREETS[dealt.street]
    if hand.outcome != "open" or not hand.dealt or live_count(hand) < _HEADS_UP:
        return Finding(rule, said.BOARD_WITHOUT_BETTING(street=street))
    position = turn(hand)
    if position is not None:
        return Finding(rule, said.BOARD_DURING_BETTING(street=street, seat=hand.seats[position]))
    return None


def board_has_its_size(hand: Hand, dealt: BoardDealt) -> Finding | None:
    """R806 r.53, r.55, r.57: three cards on the flop, one on the turn, one on the river, in that order."""
    number = STREETS.index(dealt.street)
    expected = BOARD_SIZES[number] - len(hand.board)
    in_order = number == hand.street + 1 and len(hand.board) == BOARD_SIZES[hand.street]
    if in_order and len(dealt.cards) == expected:
        return None
    street = words.STREETS[dealt.street]
    told = said.BOARD_OF_OTHER_SIZE(cards=len(dealt.cards), street=street, board=len(hand.board))
    return Finding(BOARD_RULES[dealt.street], told)
