"""What may be asked of a day."""

from typing import Literal

from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.ids import Hex32
from tombo.ledger.core.money import Amount
from tombo.ledger.house.day.events import Date, DayCheckpoint, Problems, Rate, Totals
from tombo.ledger.house.fields import Index


class CloseDay(CommandBase):
    """The night job, or a manager, closes a day with what it came to.

    ``statement``: the SHA-256 of the wallet statement it was held against; None where none was asked.
    """

    base: Amount
    checkpoint: DayCheckpoint | None = None
    date: Date
    hands: Index
    index: Index
    kind: Literal["close_day"] = "close_day"
    problems: Problems
    rate_bp: Rate | None
    statement: Hex32 | None = None
    tax: Amount | None
    totals: Totals
