"""Amounts: whole minor units, never a float.

``Money`` is euro cents, ``Chips`` is tournament or play chips; they do not add to one another
(architecture, decision 3). Inside a hand amounts are plain integers in the hand's ``Unit``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from pydantic import Field

AMOUNT_MAX: Final = 2**53 - 1
"""The largest integer the canonical encoding carries (RFC 8785 section 3.2.2.3)."""

Amount = Annotated[int, Field(ge=0, le=AMOUNT_MAX)]
"""An unsigned amount in the minor units of the hand's or table's ``Unit``."""

PositiveAmount = Annotated[int, Field(ge=1, le=AMOUNT_MAX)]
"""As ``Amount``, but a movement of nothing is no movement."""


@dataclass(frozen=True, slots=True, order=True)
class Money:
    """Euro cents, unsigned; the direction of a movement belongs to the kind of its event."""

    cents: Amount

    def __post_init__(self) -> None:
        if type(self.cents) is not int or not 0 <= self.cents <= AMOUNT_MAX:
            raise ValueError(f"cents are a whole number from 0 to {AMOUNT_MAX}, not {self.cents!r}")

    def __reduce__(self) -> tuple[type[Money], tuple[int]]:
        """Sent to another process it is made there anew, and so looked at: half the cost of the parts that a dataclass is sent by."""
        return Money, (self.cents,)

    def __add__(self, other: Money) -> Money:
        if not isinstance(other, Money):
            return NotImplemented
        return Money(self.cents + other.cents)

    def __sub__(self, other: Money) -> Money:
        if not isinstance(other, Money):
            return NotImplemented
        return Money(self.cents - other.cents)

    def __str__(self) -> str:
        return f"{self.cents // 100}.{self.cents % 100:02d} EUR"


@dataclass(frozen=True, slots=True, order=True)
class Chips:
    """Tournament or play chips: no monetary value (R810 r.5)."""

    count: Amount

    def __post_init__(self) -> None:
        if type(self.count) is not int or not 0 <= self.count <= AMOUNT_MAX:
            raise ValueError(f"chips are a whole number from 0 to {AMOUNT_MAX}, not {self.count!r}")

    def __add__(self, other: Chips) -> Chips:
        if not isinstance(other, Chips):
            return NotImplemented
        return Chips(self.count + other.count)

    def __sub__(self, other: Chips) -> Chips:
        if not isinstance(other, Chips):
            return NotImplemented
        return Chips(self.count - other.count)

    def __str__(self) -> str:
        return f"{self.count} chips"


def percent(amount: int, basis_points: int) -> int:
    """``basis_points`` (1 % = 100) of ``amount``, rounded down: no charge is ever rounded up (rules.md 2.5)."""
    return amount * basis_points // 10_000


def display(amount: int, currency: str | None, decimals: int) -> str:
    """``amount`` minor units as people write it: ``12.50 EUR``, ``225 chips``."""
    scale = 10**decimals
    whole = f"{amount // scale}.{amount % scale:0{decimals}d}" if decimals else str(amount)
    return f"{whole} {currency or 'chips'}"
