"""The rules at work in a step of a replay, in words; the projections name them (``projections.notes``)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from cli.text import figure, timed
from ledger.core.clock import SECOND
from ledger.core.entry import Entry
from ledger.core.regulation import Unit
from projections.notes import Decided, Note

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
    "minimum": "at least {least}; he has {to}",
    "minimum_below": "at least {least}; he has {to}, which only an all-in may be",
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
"""By the name of what is said of a rule in a hand; a test holds it to those that ``projections.hand_notes`` knows."""
WHY: Final = {"time_out": ", time being up", "absent": ", nobody being there"}
"""What to add where the platform decided instead of a player."""


def noted(notes: Iterable[Note], unit: Unit) -> Iterator[str]:
    """A line for each rule at work."""
    for note in notes:
        amounts = {name: figure(amount, unit) for name, amount in note.amounts.items()}
        yield f"{note.rule}: {HAND_SAID[note.about].format(**amounts)}"


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
