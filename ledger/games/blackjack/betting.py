"""What a round of blackjack itself objects to in a bet: asked at the door, and of a bet that was turned down."""

from __future__ import annotations

from tombo.ledger.core.findings import Refused
from tombo.ledger.games.blackjack.r805 import bet_within_limits, bets_are_open
from tombo.ledger.games.blackjack.said import door as said
from tombo.ledger.games.blackjack.state import BlackjackRound
from tombo.ledger.house.rules import first_breach, house


def bet_objection(round_: BlackjackRound, seat: int, amount: int, at: int) -> Refused | None:
    """The objection to a bet of ``amount`` on ``seat`` ``at`` an instant: in time, within the limits, the first there (r.9, r.12)."""
    objection = first_breach(bets_are_open(round_, at), bet_within_limits(round_.terms, amount))
    if objection is None and round_.hand(seat, 1) is not None:
        return house("seat", said.BLACKJACK_BET_TWICE(seat=seat))
    return objection
