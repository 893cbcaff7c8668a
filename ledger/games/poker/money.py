"""What the entries of a hand move between the stacks of its seats, its pots and the operator: of every kind here, once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tombo.ledger.house.moves import Flows, Moved


def _posted(event: Any) -> Flows:
    return ((event["seat"], "posted", event["paid"], False),)


def _staked(event: Any) -> Flows:
    return ((event["seat"], "staked", event["paid"], False),)


def _uncalled(event: Any) -> Flows:
    return ((event["seat"], "uncalled", event["amount"], False),)


def _awarded(event: Any) -> Flows:
    return ((event["seat"], "prize", event["amount"], False),)


def _commission(event: Any) -> Flows:
    """Of the payment of a seat, or of a whole pot: of nobody (R806 r.17a, r.19)."""
    return (("" if event["seat"] is None else event["seat"], "commission", event["amount"], False),)


def _refunded(event: Any) -> Flows:
    return [(refund["seat"], "refunded", refund["amount"], False) for refund in event["refunds"]]


MONEY: Final[Mapping[str, Moved]] = {
    "hand.bet_placed.v1": Moved(("paid", "seat"), frozenset({"staked"}), _staked),
    "hand.blind_posted.v1": Moved(("paid", "seat"), frozenset({"posted"}), _posted),
    "hand.commission_taken.v1": Moved(("amount", "seat"), frozenset({"commission"}), _commission),
    "hand.pot_awarded.v1": Moved(("amount", "seat"), frozenset({"prize"}), _awarded),
    "hand.uncalled_bet_returned.v1": Moved(("amount", "seat"), frozenset({"uncalled"}), _uncalled),
    "hand.voided.v1": Moved(("refunds.amount", "refunds.seat"), frozenset({"refunded"}), _refunded),
}
"""By kind; a kind that is not here moves nothing."""
