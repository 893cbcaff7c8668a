"""What may be asked of the house's limits."""

from typing import Literal

from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.money import Money


class SetLimits(CommandBase):
    """Two managers set the limits anew."""

    compensation_alone: Money
    compensation_alone_sum: Money
    compensation_most: Money
    kind: Literal["set_limits"] = "set_limits"
