"""What the terms of every game are made of: what amounts count, seats, notices, and the ruleset they are of."""

from typing import Annotated, Final, Literal

from pydantic import Field

from tombo.ledger.core.entry import Record
from tombo.ledger.core.findings import Reading
from tombo.ledger.core.ids import Hex32, LocalId
from tombo.ledger.core.said import Sum

Seat = Annotated[int, Field(ge=1, le=10)]


class Unit(Record):
    """What the hand's integers count: minor units of ``currency`` (``EUR`` with 2 decimals = cents), or chips.

    No currency means chips. Only ``EUR`` with two decimals ever reaches an account.
    """

    currency: Annotated[str, Field(pattern=r"^[A-Z]{3}$")] | None
    decimals: Annotated[int, Field(ge=0, le=6)]

    @property
    def in_euro(self) -> bool:
        """Whether it is the cent, the one unit that accounts know."""
        return self.currency == "EUR" and self.decimals == 2  # noqa: PLR2004  # cents

    def sum(self, amount: int) -> Sum:
        """``amount`` in this unit, as a fact of what is said."""
        return Sum(amount, self.currency, self.decimals)


EURO: Final = Unit(currency="EUR", decimals=2)
"""The cent."""


class Notice(Record):
    """What an approval is told of its terms: they are lawful, and ``rule``, read as ``reading``, has to be known of them."""

    message: Annotated[str, Field(max_length=500)]
    reading: Reading
    rule: Annotated[str, Field(max_length=40)]


class RulesetRef(Record):
    """The approval a hand was played under: stream, log index and entry hash of ``ruleset.approved``."""

    hash: Hex32
    id: LocalId
    index: Annotated[int, Field(ge=0, le=2**53 - 1)]


Revision = Annotated[int, Field(ge=1, le=2**53 - 1)]
NEWEST_REVISION: Final = 1
"""The newest rules revision that this code plays by. A change of outcomes adds one; every earlier one stays."""


Seconds = Annotated[int, Field(ge=1, le=600)]


BonusUse = Literal["first", "last"]
"""Which wallet a stake against the house leaves where both cover it: the player's bonus, or his cash."""


TableKind = Literal["single", "multi"]
"""A table of one player or of several (*mesa individual*, *mesa múltipla*, R803 r.4, R804 r.4, R805 r.4)."""
