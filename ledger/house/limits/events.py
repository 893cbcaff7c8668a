"""What can happen to the house's limits."""

from typing import Literal

from tombo.ledger.core.entry import EventBase
from tombo.ledger.core.money import Money


class LimitsSet(EventBase):
    """From here on the house gives at most so much for a claim, and one person alone at most so much.

    ``compensation_alone``: for one claim. ``compensation_alone_sum``: for all claims together, since somebody last signed a resolution with him.
    ``compensation_most``: for one claim, by however many.
    """

    compensation_alone: Money
    compensation_alone_sum: Money
    compensation_most: Money
    kind: Literal["house.limits_set.v1"] = "house.limits_set.v1"
