"""What the entries of a spin move between players and the house: of every kind here, once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from ledger.house.moves import Flow, Moved


def _staked(event: Any) -> Iterator[Flow]:
    return (Flow(event["player"], "staked", chip["amount"]) for chip in event["chips"])


def _lost(event: Any) -> Iterator[Flow]:
    return (Flow(event["player"], "lost", chip["amount"]) for chip in event["chips"])


def _paid(event: Any) -> Iterator[Flow]:
    for payment in event["payments"]:
        yield Flow(event["player"], "prize", payment["prize"])
        yield Flow(event["player"], "returned", payment["returned"])


def _imprisoned(event: Any) -> Iterator[Flow]:
    yield Flow(event["prisoner"]["player"], "imprisoned", event["prisoner"]["amount"])


def _prisoner_lost(event: Any) -> Iterator[Flow]:
    yield Flow(event["prisoner"]["player"], "lost", event["prisoner"]["amount"], held=True)


def _released(event: Any) -> Iterator[Flow]:
    """What does not come back of a stake in prison is lost."""
    player, amount, returned = event["prisoner"]["player"], event["prisoner"]["amount"], event["returned"]
    yield Flow(player, "returned", returned, held=True)
    yield Flow(player, "lost", amount - min(returned, amount), held=True)


def _refunded(event: Any) -> Iterator[Flow]:
    return (Flow(refund["player"], "refunded", refund["amount"]) for refund in event["refunds"])


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
