"""What the entries of a spin move between players and the house: of every kind here, once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tombo.ledger.house.moves import Flows, Moved, What

_PAID: Final[tuple[What, ...]] = ("prize", "returned")
"""What is paid of a chip, which is also how the amounts are called."""


def _staked(event: Any) -> Flows:
    player = event["player"]
    return [(player, "staked", chip["amount"], False) for chip in event["chips"]]


def _lost(event: Any) -> Flows:
    player = event["player"]
    return [(player, "lost", chip["amount"], False) for chip in event["chips"]]


def _paid(event: Any) -> Flows:
    player = event["player"]
    return [(player, what, payment[what], False) for payment in event["payments"] for what in _PAID]


def _imprisoned(event: Any) -> Flows:
    return ((event["prisoner"]["player"], "imprisoned", event["prisoner"]["amount"], False),)


def _prisoner_lost(event: Any) -> Flows:
    return ((event["prisoner"]["player"], "lost", event["prisoner"]["amount"], True),)


def _released(event: Any) -> Flows:
    """What does not come back of a stake in prison is lost."""
    player, amount, returned = event["prisoner"]["player"], event["prisoner"]["amount"], event["returned"]
    return (player, "returned", returned, True), (player, "lost", amount - min(returned, amount), True)


def _refunded(event: Any) -> Flows:
    return [(refund["player"], "refunded", refund["amount"], False) for refund in event["refunds"]]


_PRISONER: Final = ("prisoner.amount", "prisoner.player")
MONEY: Final[Mapping[str, Moved]] = {
    "roulette.bet_imprisoned.v1": Moved(_PRISONER, frozenset({"imprisoned"}), _imprisoned),
    "roulette.bet_placed.v1": Moved(("chips.amount", "player"), frozenset({"staked"}), _staked),
    "roulette.bet_released.v1": Moved((*_PRISONER, "returned"), frozenset({"lost", "returned"}), _released, held=True),
    "roulette.collected.v1": Moved(("chips.amount", "player"), frozenset({"lost"}), _lost),
    "roulette.paid.v1": Moved(
        ("payments.prize", "payments.returned", "player"), frozenset({"prize", "returned"}), _paid
    ),
    "roulette.prisoner_lost.v1": Moved(_PRISONER, frozenset({"lost"}), _prisoner_lost, held=True),
    "roulette.voided.v1": Moved(("refunds.amount", "refunds.player"), frozenset({"refunded"}), _refunded),
}
"""By kind; a kind that is not here moves nothing."""
