"""What the entries of a round of blackjack move between players and the house: of every kind here, once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from ledger.house.moves import Flow, Moved


def _staked(event: Any) -> Iterator[Flow]:
    yield Flow(event["player"], "staked", event["amount"])


def _decided(event: Any) -> Iterator[Flow]:
    yield Flow(event["player"], "staked", event["paid"])


def _paid(event: Any) -> Iterator[Flow]:
    yield Flow(event["player"], "prize", event["prize"])
    yield Flow(event["player"], "returned", event["returned"])


def _lost(event: Any) -> Iterator[Flow]:
    yield Flow(event["player"], "lost", event["amount"])


def _voided(event: Any) -> Iterator[Flow]:
    """By the letter prizes are taken back, as far as he has them (R805 r.28)."""
    for refund in event["refunds"]:
        yield Flow(refund["player"], "refunded", refund["refunded"])
        yield Flow(refund["player"], "taken_back", refund["taken_back"])
        yield Flow(refund["player"], "waived", refund["waived"])


MONEY: Final[Mapping[str, Moved]] = {
    "blackjack.bet_placed.v1": Moved(("amount", "player"), frozenset({"staked"}), _staked),
    "blackjack.collected.v1": Moved(("amount", "player"), frozenset({"lost"}), _lost),
    "blackjack.decision_made.v1": Moved(("paid", "player"), frozenset({"staked"}), _decided),
    "blackjack.paid.v1": Moved(("player", "prize", "returned"), frozenset({"prize", "returned"}), _paid),
    "blackjack.voided.v1": Moved(
        ("refunds.player", "refunds.refunded", "refunds.taken_back", "refunds.waived"),
        frozenset({"refunded", "taken_back", "waived"}),
        _voided,
        undoes=True,
    ),
}
"""By kind; a kind that is not here moves nothing."""
