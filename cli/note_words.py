"""The rules at work in a step of a replay, in words; the projections name them (``projections.notes``)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from cli.text import figure, timed
from ledger.core.clock import SECOND
from ledger.core.entry import Entry
from ledger.core.visible import visible
from ledger.games.game import RuleNote
from ledger.terms.unit import Unit
from projections.round.replay import Decided

HAND_SAID: Final = {
    "absent_checks": "nobody is there and there is nothing to match: the platform checks",
    "absent_folds": "nobody is there and {owed} is to be matched: the platform folds",
    "all_in": "he may stake all he has, {paid}",
    "all_in_for_less": "{due} is due; who has less stakes what he has, {paid}",
    "asked": "he has the time that the rules of the table give",
    "bet": "he opens with {to}",
    "best_hand": "the best hand of this pot takes it: {amount}",
    "big_blind": "the big blind is {due}",
    "button": "the button is drawn at the start, and then moves",
    "call": "{due} equals the bet before him",
    "check": "nobody has bet before him",
    "closed_cards": "one card each from the small blind, then the next",
    "commission_cap": "a hand gives at most {cap}, which is reached",
    "commission_of_payment": "somebody is all-in: commission comes off each payment",
    "commission_of_pot": "commission comes off the pot before it divides",
    "commission_of_stack": "commission was taken of buy-ins; the pot gives none",
    "exempt_before_the_flop": "no commission: it ended before the flop without a voluntary bet, and these rules exempt that too",
    "exempt_on_the_flop": "no commission: it ended on the flop street without a bet",
    "extra_time": "time is added to his",
    "finding": "this rule objects, or is read in two ways; it moved nothing",
    "fixed_bet": "bets and raises have one size a street; {to} is to it",
    "fold": "he gives up",
    "last_player": "one player is left, and the hand ends: {amount} is his without showing",
    "main_pot": "the main pot, {pot}",
    "maximum": "at most {most}; he has {to}",
    "maximum_broken": "at most {most}; he has {to}, which is more than this rule lets him",
    "minimum": "at least {least}; he has {to}",
    "minimum_below": "at least {least}; he has {to}, which only an all-in may be",
    "minimum_broken": "at least {least}; he has {to}, which is less than this rule asks",
    "not_exempt": "commission is due though no flop was turned: exempt is what ends on the flop street without a bet",
    "not_shown": "the table's rules let who does not win keep his cards closed",
    "all_paid": "every pot is paid",
    "odd_unit": "the pot did not divide: the odd unit is his, left of the button",
    "open_cards": "open cards, once the street before is over",
    "other_post": "an obligatory bet besides the two blinds, {paid}",
    "players": "two players at the least",
    "players_side": "a connection on the player's side voids nothing",
    "raise": "he adds {added} to the bet before him",
    "raises": "the number of raises a street is limited; this is within it",
    "refused": "refused under this rule",
    "restraddle": "the straddle is doubled: {paid}",
    "shown": "the cards of who is still in play are turned",
    "shown_after_the_end": "the hand is over, so he may show",
    "shown_first": "nobody bet on the last street: the first left of the button shows first",
    "shown_first_aggressor": "the last to bet or raise on the last street shows first",
    "shown_next": "his turn to show, clockwise",
    "side_pot": "a side pot, {pot}: only who matched that much may win it",
    "small_blind": "the small blind is {due}",
    "stakes_stay": "what he staked stays in the pot",
    "straddle": "a bet before the cards are seen, {paid}",
    "tie": "equal hands divide the pot: {amount} is his part",
    "time_out": "his time is up",
    "time_out_checks": "his time is up and there is nothing to match: it counts as a check",
    "time_out_folds": "his time is up and {owed} is to be matched: it counts as a fold",
    "uncalled": "nobody matched more than {matched}: {amount} goes back, without commission",
    "void": "an outage of the operator's system: every bet goes back, {refunded}",
}
"""By the name of what is said of a rule in a hand; a test holds it to those that ``ledger.games.poker.notes`` knows."""
ROUND_SAID: Final = {
    "ante_given_up": "he gives up, and his ante with it",
    "asked_in_round": "he is shown what he may decide, and has the time the rules give",
    "bet_decided": "the bet is decided",
    "bets_closed": "the time to bet is over, the same for all",
    "betting_time": "bets are taken in the time set for them",
    "card_due": "a card he asked for, or that a split hand is due",
    "cards_compared": "the house plays, so his cards are turned and compared",
    "cut_off_folds": "cut off before the second bet: it counts as a fold",
    "doubles": "he may double on these cards: {paid}",
    "even_money": "a blackjack against an ace may take its value at once",
    "extra_time": "time is added to his",
    "finding": "this rule is read in two ways; what the other would have given is said",
    "first_cards": "two cards to everybody, once the bets are placed",
    "five_each": "five cards to everybody, the last of the house face up",
    "hits": "he asks for a card",
    "hole_card": "the second card of the house lies face down",
    "house_draws": "the house draws to 17",
    "house_out": "less than ace and king: the house does not play",
    "house_plays": "ace and king or better: the house plays",
    "house_shows": "everybody has decided: the house shows its cards",
    "imprisoned": "zero imprisons simple chances; the next spin decides them",
    "insures": "against an ace, up to half of the bet: {paid}",
    "losers_first": "losing bets are collected before winners are paid",
    "number_marked": "the number is drawn once, and decides every bet",
    "players_side_of_round": "a connection on the player's side voids nothing",
    "prison_decided": "a stake in prison is decided, or given back by half to who leaves",
    "round_settled": "every bet is paid back or collected",
    "round_void": "an outage of the operator's system: bets go back",
    "shuffled": "a shoe is shuffled before cards are dealt of it",
    "splits": "two cards of one value may be split: {paid}",
    "stands": "he stands on more than 11",
    "surrenders": "with two cards against no ace, he may give up half of the bet",
    "time_decides": "his time is up: it is decided for him",
    "time_folds": "warned, and his extra time is up: it counts as a fold",
    "twice_the_ante": "the second bet is exactly twice the ante: {paid}",
    "warned": "he is warned before time decides for him",
    "winners_then": "winning bets are paid, and their stakes stay the player's",
    "within_limits": "the bet is within the limits of the table",
}
"""The same of a banked round."""
WHY: Final = {"time_out": ", time being up", "absent": ", nobody being there"}
"""What to add where the platform decided instead of a player."""


def noted(notes: Iterable[RuleNote], unit: Unit, said: Mapping[str, str] = HAND_SAID) -> Iterator[str]:
    """A line for each rule at work, in the words ``said`` for a hand or for a round."""
    for note in notes:
        amounts = {name: figure(amount, unit) for name, amount in note.amounts.items()}
        yield f"{visible(note.rule)}: {said[note.about].format_map(defaultdict(str, amounts))}"


def by_whom(decided: Decided, actor: str) -> str:
    """Whose decision it was: ``by player p-1``, ``by platform games, time being up``, ``by staff s-2 as officer``."""
    return f"by {actor} {decided.id}" + (f" as {decided.role}" if decided.role else "") + WHY.get(decided.by, "")


def placed(entry: Entry) -> str:
    """Where an entry stands in the log."""
    return f"index {entry.index}, version {entry.version}"


def occurred(entry: Entry) -> str:
    """When it happened by the word of the source, where that is not the second in which it was recorded."""
    if entry.occurred is None or entry.occurred // SECOND == entry.recorded // SECOND:
        return ""
    return f", occurred {timed(entry.occurred)}"
