"""What the entries of a round of blackjack move between players and the house: of every kind here, once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tombo.ledger.house.moves import Flows, Moved, What


def _staked(event: Any) -> Flows:
    return ((event["player"], "staked", event["amount"], False),)


def _decided(event: Any) -> Flows:
    return ((event["player"], "staked", event["paid"], False),)


def _paid(event: Any) -> Flows:
    player = event["player"]
    return (player, "prize", event["prize"], False), (player, "returned", event["returned"], False)


def _lost(event: Any) -> Flows:
    return ((event["player"], "lost", event["amount"], False),)


def _voided(event: Any) -> Flows:
    """By the letter prizes are taken back, as far as he has them (R805 r.28)."""
    parts: tuple[What, ...] = ("refunded", "taken_back", "waived")
    return [(refund["player"], what, refund[what], False) for refund in event["refunds"] for what in parts]


MONEY: Final[Mapping[str, Moved]] = {
    "blackjack.bet_placed.v1": Moved(("amount", "player"), frozenset({"staked"}), _staked),
    "blackjack.collected.v1": Moved(("amount", "player"), frozenset({"lost"}), _lost),
    "blackjack.decision_made.v1": Moved(("paid", "player"), frozenset({"staked"}), _decided, plays_on=True),
    "blackjack.paid.v1": Moved(("player", "prize", "returned"), frozenset({"prize", "returned"}), _paid),
    "blackjack.voided.v1": Moved(
        ("refunds.player", "refunds.refunded", "refunds.taken_back", "refunds.waived"),
        frozenset({"refunded", "taken_back", "waived"}),
        _voided,
        undoes=True,
    ),
}
"""By kind; a kind that is not here moves nothing."""
