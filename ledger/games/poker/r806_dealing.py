"""R806 on seats, blinds and cards (r.4-9, r.15, r.20-22, r.25, r.46-50, r.53-57). One function a rule."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from ledger.core.cards import card_id, card_text
from ledger.core.findings import Finding, Reading
from ledger.games.poker.events import BlindPosted, BoardDealt, HandStarted, HoleCardsDealt, Street
from ledger.games.poker.readings import judged
from ledger.games.poker.state import NOBODY, Hand
from ledger.games.poker.streets import BOARD_SIZES, STREETS, spoken
from ledger.games.poker.turns import live_count, turn
from ledger.games.poker.variants import VARIANTS

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


def one_seat_a_player(started: HandStarted) -> Finding | None:
    """R806 r.9: a player has one seat at a table, and a seat one player."""
    players = {seated.player for seated in started.seats}
    seats = {seated.seat for seated in started.seats}
    if len(players) == len(seats) == len(started.seats):
        return None
    return Finding("R806 r.9", f"{len(started.seats)} are dealt in, on {len(seats)} seats, {len(players)} players")


def stacks_reach_minimum(started: HandStarted) -> Finding | None:
    """R806 r.15: who has less than the minimum bet must top up before he plays on; in a tournament he plays to the last chip (R810 r.31)."""
    if started.tournament is not None:
        return None
    least = started.terms.min_bet
    short = [seated.seat for seated in started.seats if seated.stack is not None and seated.stack < least]
    if not short:
        return None
    said = f"seats {short} are dealt in with less than the minimum bet of {started.terms.written(least)}"
    return Finding("R806 r.15", said)


def blinds_are_the_only_posts(hand: Hand, posted: BlindPosted) -> Finding | None:
    """R806 r.21: the small and the big blind are the only obligatory bets: no ante, no straddle, no missed blind."""
    if posted.post in {"small", "big"}:
        return None
    paid = hand.terms.written(posted.paid)
    return Finding("R806 r.21", f"seat {posted.seat} posts {paid} ({posted.post}); expected two blinds only")


def blind_has_its_amount(hand: Hand, posted: BlindPosted) -> Finding | None:
    """R806 r.22: the big blind is the minimum bet, the small blind what the operator fixed; less only all-in."""
    due = {"small": hand.terms.small_blind, "big": hand.terms.big_blind}.get(posted.post)
    stack = hand.stacks[hand.seats.index(posted.seat)]
    if due is None or posted.paid == due or (posted.paid < due and posted.paid == stack):
        return None
    paid, expected = hand.terms.written(posted.paid), hand.terms.written(due)
    return Finding("R806 r.22", f"seat {posted.seat} posts a {posted.post} blind of {paid}; expected {expected}")


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
        return Finding("R806 r.48", f"seat {posted.seat} posts the big blind; expected seat {due}", in_force)
    if posted.post != "small":
        return None
    objections: list[str | None] = []
    for reading in (Reading.LETTER, Reading.PRACTICE):
        due = hand.seats[blind_positions(len(hand.seats), reading)[0]]
        said = f"seat {posted.seat} posts the small blind; expected seat {due}"
        objections.append(said if posted.seat != due else None)
    letter, practice = objections
    return judged("R806 r.48", in_force, letter=letter, practice=practice)


def blinds_come_before_cards(hand: Hand, _: BlindPosted) -> Finding | None:
    """R806 r.48: the blinds are posted before the closed cards are dealt."""
    return Finding("R806 r.48", "a blind is posted after the cards were dealt") if hand.dealt else None


def dealing_order(hand: Hand) -> tuple[int, ...]:
    """R806 r.49-50: the positions in the order of dealing: from the small blind clockwise, one card each, then again."""
    count = len(hand.seats)
    first = max(hand.small_blind, 0)
    return tuple((first + step) % count for step in range(count)) * VARIANTS[hand.terms.variant].hole_cards


def cards_follow_blinds(hand: Hand, _: HoleCardsDealt) -> Finding | None:
    """R806 r.49: the closed cards are dealt once, after the blinds are posted."""
    if hand.outcome == "open" and not hand.dealt and hand.last != NOBODY:
        return None
    return Finding("R806 r.49", "the closed cards are dealt once, after the blinds and before any bet")


def closed_cards_each(hand: Hand, dealt: HoleCardsDealt) -> Finding | None:
    """R806 r.25: two closed cards to each player; by R811 four (r.59; that r.25 says so is [A])."""
    each = VARIANTS[hand.terms.variant].hole_cards
    if len(dealt.seats) == len(dealt.commitments) and all(dealt.seats.count(seat) == each for seat in hand.seats):
        return None
    expected = each * len(hand.seats)
    return Finding("R806 r.25", f"{len(dealt.seats)} closed cards to {len(hand.seats)} players; expected {expected}")


def dealing_begins_at_small_blind(hand: Hand, dealt: HoleCardsDealt) -> Finding | None:
    """R806 r.49-50: one card each from the small blind clockwise, then a second in the same order (Omaha: on to the fourth)."""
    expected = [hand.seats[position] for position in dealing_order(hand)]
    if list(dealt.seats) == expected:
        return None
    return Finding("R806 r.49", f"cards dealt to seats {list(dealt.seats)}; expected {expected}")


def no_card_twice(cards: Sequence[int], known: Collection[int] = (), deck: int = 52) -> Finding | None:
    """R806 r.4b: one deck of 52 cards, of R809 28; no card is dealt twice. ``known`` are the cards already dealt."""
    twice = [card for place, card in enumerate(cards) if card in known or card in cards[:place]]
    if not twice:
        return None
    return Finding("R806 r.4b", f"{card_text(twice[0])} is dealt twice; expected {deck} different cards")


def board_card_is_new(hand: Hand, dealt: BoardDealt) -> Finding | None:
    """R806 r.4b: no card of the board is dealt twice."""
    return no_card_twice([card_id(card) for card in dealt.cards], hand.board, VARIANTS[hand.terms.variant].deck)


def board_follows_betting(hand: Hand, dealt: BoardDealt) -> Finding | None:
    """R806 r.53, r.55, r.57 and R809 r.54-59: the next open cards are turned once the betting of the street is over."""
    rule, street = BOARD_RULES[dealt.street], spoken(dealt.street)
    if hand.outcome != "open" or not hand.dealt or live_count(hand) < _HEADS_UP:
        return Finding(rule, f"the {street} is dealt in a hand that has no betting left, or none yet")
    position = turn(hand)
    if position is not None:
        return Finding(rule, f"the {street} is dealt while seat {hand.seats[position]} is to act")
    return None


def board_has_its_size(hand: Hand, dealt: BoardDealt) -> Finding | None:
    """R806 r.53, r.55, r.57: three cards on the flop, one on the turn, one on the river, in that order."""
    number = STREETS.index(dealt.street)
    expected = BOARD_SIZES[number] - len(hand.board)
    in_order = number == hand.street + 1 and len(hand.board) == BOARD_SIZES[hand.street]
    if in_order and len(dealt.cards) == expected:
        return None
    found = f"{len(dealt.cards)} for the {dealt.street} on a board of {len(hand.board)}"
    return Finding(BOARD_RULES[dealt.street], f"open cards: {found}; expected three, then one, then one")
