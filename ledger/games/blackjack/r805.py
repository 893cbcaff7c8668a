"""R805 in play: bets, cards, decisions (r.4-24). One function a rule; what is paid stands in ``payout`` (r.25)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from ledger.core.cards import card_text
from ledger.core.clock import SECOND, display_duration
from ledger.core.findings import Finding, Reading
from ledger.core.money import display
from ledger.games.blackjack.cards import TWENTY_ONE, hard_total, is_ace, same_rank, value
from ledger.games.blackjack.events import DECK
from ledger.games.blackjack.payout import hole_decides
from ledger.games.blackjack.state import Hand, Round
from ledger.terms.blackjack import BlackjackTerms

DOUBLES: Final = range(9, 12)
"""The totals on which one may double (r.15b)."""
MUST_HIT: Final = 11
"""Up to this total one must ask for a card to stay in (r.15a)."""


def written(terms: BlackjackTerms, amount: int) -> str:
    """``amount`` as people write it."""
    return display(amount, terms.unit.currency, terms.unit.decimals)


def bet_within_limits(terms: BlackjackTerms, amount: int) -> Finding | None:
    """R805 r.9: no bet is below the minimum or above the maximum. Doubles, splits and insurance follow the initial bet."""
    if terms.bet_min <= amount <= terms.bet_max:
        return None
    least, most = written(terms, terms.bet_min), written(terms, terms.bet_max)
    return Finding("R805 r.9", f"a bet of {written(terms, amount)}; expected {least} to {most}")


def bets_are_open(round_: Round, occurred: int | None) -> Finding | None:
    """R805 r.12: bets are taken in the time set for them, the same for all players."""
    if round_.closed:
        return Finding("R805 r.12", "the bets are closed")
    deadline = round_.opened.deadline
    if occurred is None or deadline is None or occurred <= deadline:
        return None
    return Finding("R805 r.12", f"a bet {display_duration(occurred - deadline)} after the time for bets was up")


def betting_time_is_granted(terms: BlackjackTerms, deadline: int | None, occurred: int | None) -> Finding | None:
    """R805 r.12: where several play, the time for bets is the operator's, or more, the same for all, and its end announced."""
    if deadline is None:
        if terms.table_kind == "single":
            return None
        return Finding("R805 r.12", "no end of the betting is announced; expected 'deadline' at a table of several")
    if occurred is None or deadline - occurred >= terms.betting_seconds * SECOND:
        return None
    given = display_duration(deadline - occurred)
    return Finding("R805 r.12", f"{given} to bet; these rules give {terms.betting_seconds} seconds")


def betting_time_is_over(round_: Round, occurred: int | None) -> Finding | None:
    """R805 r.12: the platform keeps to the time it announced; a player alone may end it before (r.13)."""
    deadline = round_.opened.deadline
    if deadline is None or occurred is None or occurred >= deadline:
        return None
    return Finding("R805 r.12", f"{display_duration(deadline - occurred)} are left to bet")


def deal_follows_a_bet(round_: Round) -> Finding | None:
    """R805 r.13: at a table of one the player himself starts the deal once he has bet."""
    if round_.hands:
        return None
    return Finding("R805 r.13", "nothing is bet; expected a bet before the player starts the deal")


def first_cards_follow_bets(round_: Round, cards: int) -> Finding | None:
    """R805 r.14: once the bets are placed, two cards to every player and two to the house, the last face down."""
    if not round_.closed or round_.dealt:
        return Finding("R805 r.14", "the first cards are dealt once, after the bets are closed")
    expected = 2 * len(round_.hands) + 1
    if cards == expected:
        return None
    return Finding("R805 r.14", f"{cards} cards face up for {len(round_.hands)} seats; expected {expected}")


def shoe_holds(round_: Round, cards: Sequence[int], hole: Sequence[int]) -> Finding | None:
    """R805 r.4b: the cards come from four, six or eight decks, in however many rounds. ``hole`` lies face down, of this shoe."""
    if round_.shoe is None:
        return Finding("R805 r.4b", "no shoe is shuffled; expected 'shuffle_blackjack_shoe' before")
    size = round_.terms.decks * DECK
    if round_.shoe_dealt + len(cards) > size:
        return Finding(
            "R805 r.4b", f"{round_.shoe_dealt} of the {size} cards of {round_.shoe} are dealt; shuffle before"
        )
    now = Counter((*hole, *cards))
    times = {card: round_.seen[card] + now[card] for card in cards}
    over = next((card for card in cards if times[card] > round_.terms.decks), None)
    if over is None:
        return None
    if over in hole:  # told without saying which card lies there
        return Finding("R805 r.4b", f"a card is dealt more often than there are decks, {round_.terms.decks}")
    return Finding("R805 r.4b", f"{card_text(over)} is dealt {times[over]} times from {round_.terms.decks} decks")


def shuffled_between_rounds(round_: Round) -> Finding | None:
    """R805 r.4b: a shoe is shuffled before cards are dealt of it, and while they are only where it has run out."""
    out = round_.shoe_dealt >= round_.terms.decks * DECK
    if not round_.dealt or out:
        return None
    return Finding("R805 r.4b", f"{round_.shoe} is in play; expected the end of the round before it is shuffled")


def cards_are_due(round_: Round) -> Finding | None:
    """R805 r.15, r.17: a card goes to a hand that asked for one, or to the house once its hole card is shown."""
    if round_.due or round_.revealed:
        return None
    rule = "R805 r.15" if round_.dealt else "R805 r.14"
    return Finding(rule, "nobody waits for a card; expected a decision, or the house revealed")


def hand_may_decide(round_: Round, hand: Hand) -> Finding | None:
    """R805 r.15: decisions follow the first cards, one after the other, while the hand has any to take (r.15d, r.20-21)."""
    seat, number = hand.seat, hand.number
    if not round_.dealt or round_.revealed:
        when = "before the first cards" if not round_.dealt else "after the house showed its cards"
        return Finding("R805 r.15", f"a decision of seat {seat} {when}")
    if round_.due:
        return Finding(
            "R805 r.15", f"seat {round_.due[0][0]} waits for its card; expected that before another decision"
        )
    if round_.open(hand):
        return None
    if hand.aces and not hand.settled:
        return Finding("R805 r.21", f"hand {number} of seat {seat} came of a split of aces; expected one card, no more")
    if hand.total >= TWENTY_ONE:
        return Finding("R805 r.15d", f"hand {number} of seat {seat} has {hand.total}; from 21 on nothing is decided")
    return Finding("R805 r.15", f"hand {number} of seat {seat} has taken its last decision")


def blackjack_decides_nothing(hand: Hand, decision: str, terms: BlackjackTerms) -> Finding | None:
    """R805 r.15: its decisions are for hands without blackjack, insurance among them by the LETTER (rules.md #17).

    Against an ace a blackjack takes even money (r.20b) or waits for the house.
    """
    insures = decision == "insure" and terms.readings.insured_blackjack is Reading.PRACTICE
    if not hand.blackjack or decision in {"even_money", "stand"} or insures:
        return None
    return Finding("R805 r.15", f"seat {hand.seat} has a blackjack; expected even money or to stand, not {decision}")


def stands_above_eleven(hand: Hand) -> Finding | None:
    """R805 r.15c: one stands only on more than 11; up to that a card must be asked for (r.15a)."""
    if hand.total > MUST_HIT:
        return None
    return Finding("R805 r.15c", f"hand {hand.number} of seat {hand.seat} has {hand.total}; expected a card up to 11")


def may_double(hand: Hand, terms: BlackjackTerms) -> Finding | None:
    """R805 r.15b: on 9, 10 or 11 of two cards, after a split too (r.23); on any total where the rules say so (r.16a)."""
    rule = "R805 r.23" if hand.split else "R805 r.15b"
    if len(hand.cards) != 2:  # noqa: PLR2004  # two cards
        return Finding(
            rule, f"hand {hand.number} of seat {hand.seat} has {len(hand.cards)} cards; expected two to double"
        )
    hard = hard_total(hand.cards)  # no two cards make 9, 10 or 11 with an ace as 11
    if terms.double == "any" or hard in DOUBLES:
        return None
    return Finding(rule, f"hand {hand.number} of seat {hand.seat} has {hand.total}; expected 9, 10 or 11 to double")


def may_surrender(round_: Round, hand: Hand) -> Finding | None:
    """R805 r.15e: with the first two cards, if the card of the house is no ace."""
    if is_ace(round_.house[0]):
        return Finding("R805 r.15e", "the house shows an ace; nobody surrenders against it")
    if len(hand.cards) == 2 and not hand.split:  # noqa: PLR2004  # two cards
        return None
    return Finding("R805 r.15e", f"hand {hand.number} of seat {hand.seat} is played; expected its first two cards")


def may_insure(round_: Round, hand: Hand, amount: int) -> Finding | None:
    """R805 r.15f: against an ace, with the first two cards, once, for up to half the initial bet; not where r.16d says so."""
    terms = round_.terms
    if not terms.insurance:
        return Finding("R805 r.16d", "these rules have no insurance")
    if not is_ace(round_.house[0]):
        return Finding("R805 r.15f", f"the house shows {card_text(round_.house[0])}; expected an ace to insure against")
    if hand.split or len(hand.cards) > 2 or round_.insurance(hand.seat):  # noqa: PLR2004  # two cards
        return Finding("R805 r.15f", f"seat {hand.seat} may insure once, with its first two cards")
    if 2 * amount <= hand.stake:
        return None
    said = f"{written(terms, amount)} to insure a bet of {written(terms, hand.stake)}; expected half of it at most"
    return Finding("R805 r.15f", said)


def may_take_even_money(round_: Round, hand: Hand) -> Finding | None:
    """R805 r.20b: a blackjack against an ace, before the hole card is known; not for a bet that is insured (rules.md #17)."""
    if hand.blackjack and is_ace(round_.house[0]) and round_.insurance(hand.seat) is None:
        return None
    return Finding("R805 r.20b", f"seat {hand.seat} has no even money; expected an uninsured blackjack against an ace")


def may_split(round_: Round, hand: Hand) -> Finding | None:
    """R805 r.21: two cards of one value, again and again (r.22), as far as r.16b and r.16c leave it."""
    terms = round_.terms
    if len(hand.cards) != 2 or value(hand.cards[0]) != value(hand.cards[1]):  # noqa: PLR2004  # two cards
        return Finding("R805 r.21", f"hand {hand.number} of seat {hand.seat}: expected two cards of one value to split")
    if terms.split == "pairs" and not same_rank(*hand.cards):
        return Finding("R805 r.16b", f"hand {hand.number} of seat {hand.seat} is no pair, which these rules ask for")
    splits = sum(other.seat == hand.seat for other in round_.hands) - 1
    if splits < terms.splits_max:
        return None
    return Finding("R805 r.16c", f"seat {hand.seat} has split {splits} times; these rules allow {terms.splits_max}")


def house_plays_last(round_: Round) -> Finding | None:
    """R805 r.17: the second card of the house is shown once the players have theirs."""
    if not round_.dealt or round_.revealed:
        return Finding("R805 r.17", "the house shows its second card once, after the players' cards")
    waiting = [hand for hand in round_.hands if round_.open(hand)]
    if round_.due or waiting:
        seat = round_.due[0][0] if round_.due else waiting[0].seat
        return Finding("R805 r.17", f"seat {seat} is not done; expected the players before the house")
    return None


def result_is_not_determined(round_: Round, hole: int | None) -> Finding | None:
    """R805 r.27: void is only a round whose cards cannot be compared; ``hole`` is the card that lies face down, if it is kept."""
    if hole is None or not hole_decides(round_, hole):
        return None
    said = "every card is dealt and on record; expected 'reveal_blackjack_house', for the round is valid"
    return Finding("R805 r.27", said)


def decision_time_is_granted(round_: Round, deadline: int, occurred: int | None) -> Finding | None:
    """R805 r.24: the decisions open to a player are his to choose from, for the time these rules give."""
    due = round_.terms.decision_seconds
    if occurred is None or deadline - occurred >= due * SECOND:
        return None
    given = display_duration(deadline - occurred)
    return Finding("R805 r.24", f"{given} to decide; these rules give {due} seconds")


def decides_in_time(round_: Round, seat: int, number: int, occurred: int | None) -> Finding | None:
    """R805 r.24: who was asked decides until his time is up; after that it is decided for him (rules.md 2.4)."""
    asked = round_.asked
    if asked is None or asked[:2] != (seat, number) or occurred is None or occurred <= asked.deadline:
        return None
    late = display_duration(occurred - asked.deadline)
    return Finding("R805 r.24", f"seat {seat} decides {late} after its time was up")


def time_is_up(round_: Round, seat: int, number: int, occurred: int | None) -> Finding | None:
    """R805 r.24: it is decided for a hand only once it was asked and its time is up (rules.md 2.4)."""
    asked = round_.asked
    if asked is None or asked[:2] != (seat, number):
        return Finding(
            "R805 r.24", f"hand {number} of seat {seat} was not asked; expected 'request_blackjack_decision'"
        )
    if occurred is not None and occurred <= asked.deadline:
        left = display_duration(asked.deadline - occurred)
        return Finding("R805 r.24", f"seat {seat} has {left} left to decide")
    return None


def ace_has_to_count_one(hand: Hand, terms: BlackjackTerms) -> bool:
    """Whether the two cards of ``hand`` can be doubled only with an ace counted as 1 (r.8a-ii, r.15b).

    Where any total may be doubled (r.16a) none has to, and the ace stays free.
    """
    return terms.double == "nine_to_eleven" and any(map(is_ace, hand.cards[:2]))


def ace_stays_one(hand: Hand, terms: BlackjackTerms) -> bool:
    """Whether ``hand``, doubled now, keeps an ace of its two cards as 1: by the LETTER of r.8a-ii (rules.md #11)."""
    return ace_has_to_count_one(hand, terms) and terms.readings.ace_on_double is Reading.LETTER
