"""What the entries of a hand move between the stacks of its seats, its pots and the operator: of every kind here, once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from ledger.house.moves import Flow, Moved


def _posted(event: Any) -> Iterator[Flow]:
    yield Flow(event["seat"], "posted", event["paid"])


def _staked(event: Any) -> Iterator[Flow]:
    yield Flow(event["seat"], "staked", event["paid"])


def _uncalled(event: Any) -> Iterator[Flow]:
    yield Flow(event["seat"], "uncalled", event["amount"])


def _awarded(event: Any) -> Iterator[Flow]:
    yield Flow(event["seat"], "prize", event["amount"])


def _commission(event: Any) -> Iterator[Flow]:
    """Of the payment of a seat, or of a whole pot: of nobody (R806 r.17a, r.19)."""
    yield Flow("" if event["seat"] is None else event["seat"], "commission", event["amount"])


def _refunded(event: Any) -> Iterator[Flow]:
    return (Flow(refund["seat"], "refunded", refund["amount"]) for refund in event["refunds"])


MONEY: Final[Mapping[str, Moved]] = {
    "hand.bet_placed.v1": Moved(("paid", "seat"), frozenset({"staked"}), _staked),
    "hand.blind_posted.v1": Moved(("paid", "seat"), frozenset({"posted"}), _posted),
    "hand.commission_taken.v1": Moved(("amount", "seat"), frozenset({"commission"}), _commission),
    "hand.pot_awarded.v1": Moved(("amount", "seat"), frozenset({"prize"}), _awarded),
    "hand.uncalled_bet_returned.v1": Moved(("amount", "seat"), frozenset({"uncalled"}), _uncalled),
    "hand.voided.v1": Moved(("refunds.amount", "refunds.seat"), frozenset({"refunded"}), _refunded),
}
"""By kind; a kind that is not here moves nothing."""
