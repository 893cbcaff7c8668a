"""What the entries of a round of póquer sem descarte move between players and the house: of every kind here, once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tombo.ledger.house.moves import Flows, Moved


def _ante(event: Any) -> Flows:
    return ((event["seat"], "staked", event["amount"], False),)


def _continued(event: Any) -> Flows:
    return ((event["seat"], "staked", event["bet2"], False),)


def _paid(event: Any) -> Flows:
    seat = event["seat"]
    return (
        (seat, "prize", event["ante_prize"], False),
        (seat, "prize", event["bet2_prize"], False),
        (seat, "returned", event["returned"], False),
    )


def _lost(event: Any) -> Flows:
    return ((event["seat"], "lost", event["amount"], False),)


def _refunded(event: Any) -> Flows:
    return [(refund["seat"], "refunded", refund["amount"], False) for refund in event["refunds"]]


ANTE: Final = "sem_descarte.ante_placed.v1"
"""The kind that says who plays on a seat."""
MONEY: Final[Mapping[str, Moved]] = {
    ANTE: Moved(("amount", "player", "seat"), frozenset({"staked"}), _ante),
    "sem_descarte.collected.v1": Moved(("amount", "seat"), frozenset({"lost"}), _lost),
    "sem_descarte.continued.v1": Moved(("bet2", "seat"), frozenset({"staked"}), _continued, plays_on=True),
    "sem_descarte.paid.v1": Moved(
        ("ante_prize", "bet2_prize", "returned", "seat"), frozenset({"prize", "returned"}), _paid
    ),
    "sem_descarte.voided.v1": Moved(("refunds.amount", "refunds.seat"), frozenset({"refunded"}), _refunded),
}
"""By kind; a kind that is not here moves nothing."""
