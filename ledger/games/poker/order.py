"""The order of a live hand, in which no door writes otherwise: whose turn it is, when cards come, when a pot is given out.

``state`` asks it before it folds an entry of a hand in play. Of a bet that is that it is matched and lies in the stack; how much it may be is
the rules' to say (``play_audit``). An imported hand was played elsewhere: what is out of order there, its findings tell.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from tombo.ledger.games.poker.events import (
    BetPlaced,
    BlindPosted,
    BoardDealt,
    CardsMucked,
    CardsShown,
    Checked,
    CommissionTaken,
    DecisionRequested,
    DecisionTimedOut,
    Folded,
    HoleCardsDealt,
    PotAwarded,
    Settled,
    TimeExtended,
    UncalledBetReturned,
)
from tombo.ledger.games.poker.hand import NOBODY, Hand
from tombo.ledger.games.poker.pots import uncalled
from tombo.ledger.games.poker.straddles import STRADDLES
from tombo.ledger.games.poker.streets import BOARD_SIZES, STREET_NUMBERS
from tombo.ledger.games.poker.turns import is_turn_of, nobody_acts

Asks = Callable[[Hand, Any], object]


def _blind(hand: Hand, event: BlindPosted) -> None:
    """Small blind, big blind, then the cards (R806 r.48); a straddle behind them, a restraddle in its turn (R809 r.50-54)."""
    if event.post in STRADDLES:
        if hand.terms.sintetico is None or not hand.dealt or hand.street:
            raise ValueError(f"no {event.post} is posted now")
        if event.post == "restraddle":
            _in_turn(hand, event)
        elif hand.highest > hand.terms.big_blind:
            raise ValueError("a straddle was posted before")
    elif hand.dealt or hand.last != NOBODY or (event.post == "small" and hand.small_blind != NOBODY):
        raise ValueError("the blinds are posted")


def _hole_cards(hand: Hand, _: HoleCardsDealt) -> None:
    """The closed cards follow the blinds (r.49). A deal said again is passed over, and the audit's to name."""
    if hand.last == NOBODY:
        raise ValueError("cards before the blinds")


def _board(hand: Hand, event: BoardDealt) -> None:
    """The next street, once the betting of this one is over (r.53-57; R809 r.54-59)."""
    if not hand.dealt or hand.live.count(True) == 1 or not nobody_acts(hand):
        raise ValueError("the betting is not over, or nobody is left to bet")
    street = STREET_NUMBERS[event.street]
    due = BOARD_SIZES[street] if hand.terms.sintetico is None else street
    if street != hand.street + 1 or len(hand.board) + len(event.cards) != due:
        raise ValueError(f"{len(event.cards)} of the {event.street} follow {len(hand.board)} open cards")


def _in_turn(hand: Hand, event: Folded | Checked | BetPlaced | BlindPosted | DecisionRequested) -> int:
    """Whoever acts, or is asked to, is the seat whose turn it is (r.51, r.54, r.56, r.58); its position."""
    position = hand.seats.index(event.seat)
    if not hand.dealt or not is_turn_of(hand, position) or any(hand.returned):
        raise ValueError(f"it is not the turn of seat {event.seat}")
    return position


def _check(hand: Hand, event: Checked) -> None:
    """Where nobody has bet more (r.34b)."""
    if hand.bets[_in_turn(hand, event)] < hand.highest:
        raise ValueError(f"seat {event.seat} has a bet to match")


def _bet(hand: Hand, event: BetPlaced) -> None:
    """It lies in the stack, and matches what was bet unless it is all of it (r.34c, r.37, r.39)."""
    position = _in_turn(hand, event)
    stack, paid = hand.stacks[position], event.paid
    if stack is not None and (paid > stack or event.all_in != (paid == stack)):
        raise ValueError(f"seat {event.seat} has {stack}")
    if hand.bets[position] + paid < hand.highest and not event.all_in:
        raise ValueError(f"seat {event.seat} has more to match")


def _asked(hand: Hand, event: TimeExtended | DecisionTimedOut) -> None:
    """Time is added, or is up, for who was asked to decide (r.44-45)."""
    if hand.pending == NOBODY or hand.seats[hand.pending] != event.seat:
        raise ValueError(f"seat {event.seat} was not asked")


def _returned(hand: Hand, event: UncalledBetReturned) -> None:
    """What nobody matched goes back to who bet it, once the betting of a street is over (r.40)."""
    _betting_is_over(hand)
    excess = uncalled(hand.staked)
    if excess is None or excess[0] != hand.seats.index(event.seat) or excess[1] < event.amount:
        raise ValueError(f"seat {event.seat} has bet nothing like it that nobody matched")


def _betting_is_over(hand: Hand) -> None:
    """What nobody matched went back, which ends all betting, or nobody has to act."""
    if not hand.dealt or not (any(hand.returned) or nobody_acts(hand)):
        raise ValueError("the betting is not over")


def _ends(hand: Hand) -> None:
    """The board is complete and nobody has to act, or one is left (r.36, r.59)."""
    _betting_is_over(hand)
    if len(hand.board) < BOARD_SIZES[-1] and hand.live.count(True) > 1:
        raise ValueError("the board is not complete")


def _showdown(hand: Hand, event: CardsShown | CardsMucked) -> None:
    """In a hand in play cards are turned or mucked at the showdown, once, by who is still in it (r.11d, r.59)."""
    _ends(hand)
    position = hand.seats.index(event.seat)
    if not hand.live[position] or hand.live.count(True) == 1 or hand.shown[position] or hand.mucked[position]:
        raise ValueError(f"seat {event.seat} has nothing to show")


def _gives_out(hand: Hand, _: CommissionTaken | PotAwarded | Settled) -> None:
    """A pot is given out behind the showdown (r.59-63). How much, and who had to show, the audit says; a hand at rest goes no further (``begun``)."""
    if not (hand.awards or hand.fees):  # else it was asked before
        _ends(hand)


def begun(hand: Hand) -> bool:
    """Whether the end of ``hand`` is begun and not recorded, which a door does in one commit: so who finds it at rest goes no further."""
    return hand.outcome == "open" and bool(hand.awards or hand.fees or any(hand.mucked) or any(hand.shown))


ORDER: Final[dict[type, Asks]] = {
    BlindPosted: _blind,
    HoleCardsDealt: _hole_cards,
    BoardDealt: _board,
    DecisionRequested: _in_turn,
    TimeExtended: _asked,
    Folded: _in_turn,
    Checked: _check,
    BetPlaced: _bet,
    DecisionTimedOut: _asked,
    UncalledBetReturned: _returned,
    CardsShown: _showdown,
    CardsMucked: _showdown,
    CommissionTaken: _gives_out,
    PotAwarded: _gives_out,
    Settled: _gives_out,
}
"""By event what it asks of a hand in play. It raises ``ValueError`` where no door writes it. The others may come at any time."""
