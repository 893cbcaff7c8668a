"""What a hand or round in play waits for, and what its players may ask of it: each game says it of its own by its rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from tombo.ledger.core.command import CommandBase


class Offer(NamedTuple):
    """Something that a player may ask of a hand or round as it stands, by its rules; whether the house lets him, only the door can say.

    One that takes no amount has neither ``least`` nor ``most``, and ``asks`` looks at none.
    """

    player: str
    asks: Callable[[int], CommandBase]
    """The command, for an amount in the unit of the hand or round."""
    seat: int | None = None
    field: str = ""
    """Where the amount stands in the command, as ``total`` or ``chips.0.amount``."""
    least: int | None = None
    most: int | None = None
    costs: int = 0
    """What it stakes, where it takes no amount and stakes something."""
    until: int | None = None
    """Until when, where he was asked or it was announced: microseconds since 1970."""


class Awaited(NamedTuple):
    """What a hand or round in play waits for, and what players may ask of it then."""

    what: Literal["bets", "cards", "decision", "result"]
    """``decision``: of the seats that ``offers`` name. ``result``: the number, the showdown, the payment."""
    offers: tuple[Offer, ...] = ()
