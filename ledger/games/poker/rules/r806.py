"""R806, R811 and R809 over a hand: which rules look at which event, in the order in which they report.

Both doors ask ``findings`` before an event happens to a hand. The live door refuses a breach; the import door records it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from tombo.ledger.core.findings import Finding
from tombo.ledger.games.poker.events import (
    BetPlaced,
    BlindPosted,
    BoardDealt,
    CardsMucked,
    Checked,
    Folded,
    HandEvent,
    HandStarted,
    HoleCardsDealt,
    UncalledBetReturned,
)
from tombo.ledger.games.poker.rules import r806_betting as betting
from tombo.ledger.games.poker.rules import r806_dealing as dealing
from tombo.ledger.games.poker.rules import r806_showdown as showdown
from tombo.ledger.games.poker.rules import r809
from tombo.ledger.games.poker.state import Hand
from tombo.ledger.games.poker.straddles import STRADDLES
from tombo.ledger.terms.poker import limit_is_of_the_regulation

Rule = Callable[[Hand, Any], Finding | None]

OPENING: Final[tuple[Callable[[HandStarted], Finding | None], ...]] = (
    dealing.one_seat_a_player,
    dealing.stacks_reach_minimum,
    lambda started: limit_is_of_the_regulation(started.terms),
)
RULES: Final[dict[type, tuple[Rule, ...]]] = {
    BlindPosted: (
        dealing.blinds_come_before_cards,
        dealing.blinds_are_the_only_posts,
        dealing.blinds_stand_left_of_button,
        dealing.blind_has_its_amount,
    ),
    HoleCardsDealt: (dealing.cards_follow_blinds, dealing.closed_cards_each, dealing.dealing_begins_at_small_blind),
    BoardDealt: (dealing.board_follows_betting, dealing.board_has_its_size, dealing.board_card_is_new),
    Folded: (betting.hand_is_in_play, betting.acts_in_turn),
    Checked: (betting.hand_is_in_play, betting.acts_in_turn, betting.check_is_unbet),
    BetPlaced: (
        betting.hand_is_in_play,
        betting.acts_in_turn,
        betting.bet_is_covered,
        betting.all_in_is_the_stack,
        betting.call_equals_bet,
        betting.raises_are_within_number,
        betting.raising_is_open,
        betting.bet_reaches_minimum,
        betting.raise_reaches_minimum,
        betting.bet_is_within_maximum,
        betting.bet_has_its_size,
    ),
    UncalledBetReturned: (showdown.return_is_the_excess,),
    CardsMucked: (showdown.mucking_is_allowed,),
}
"""The rules of each event, most telling first: the live door names the first breach."""
SINTETICO: Final[dict[type, tuple[Rule, ...]]] = {
    **RULES,
    BoardDealt: (
        dealing.board_follows_betting,
        r809.open_cards_come_one_by_one,
        r809.open_card_is_of_the_deck,
        dealing.board_card_is_new,
    ),
    BetPlaced: (RULES[BetPlaced][0], RULES[BetPlaced][1], r809.straddles_are_matched_or_left, *RULES[BetPlaced][2:]),
}
"""Those of póquer sintético (R809)."""
POSTED: Final[tuple[Rule, ...]] = (
    r809.straddles_are_blind,
    r809.straddle_stands_left_of_big_blind,
    r809.restraddle_answers_a_straddle,
    r809.straddle_has_its_amount,
)
"""Those of its straddles, which are no blinds."""


def _rules(hand: Hand, event: HandEvent) -> tuple[Rule, ...]:
    """The rules that look at ``event``."""
    if hand.started.terms.sintetico is None:
        return RULES.get(type(event), ())
    if isinstance(event, BlindPosted) and event.post in STRADDLES:
        return POSTED
    return SINTETICO.get(type(event), ())


def findings(hand: Hand | None, event: HandEvent) -> tuple[Finding, ...]:
    """What R806 objects to in ``event`` happening to ``hand``. Looks at nothing after it."""
    if isinstance(event, HandStarted):
        return tuple([finding for opening in OPENING if (finding := opening(event)) is not None])
    if hand is None:
        return ()
    return tuple([finding for rule in _rules(hand, event) if (finding := rule(hand, event)) is not None])
