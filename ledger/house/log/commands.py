"""What may be asked of the log."""

from typing import Literal

from tombo.ledger.core.clock import Instant
from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.ids import Base64, LocalId
from tombo.ledger.house.fields import Index, Why


class DeclareLoss(CommandBase):
    """A manager declares a loss, with ``second`` beside him: the fields of the event. He does not ask for it alone, nor without the root key."""

    abandoned_root: Base64
    abandoned_size: Index
    acknowledged: Index
    first_lost: Index
    kind: Literal["declare_loss"] = "declare_loss"
    reason: Why
    root: Base64
    root_signature: Base64
    second: LocalId
    size: Index
    staff: LocalId


class DetachPeriod(CommandBase):
    """A manager and a second member of staff let what was played up to ``size`` entries leave the database: the fields of the event."""

    kind: Literal["detach_period"] = "detach_period"
    reason: Why
    root: Base64
    second: LocalId
    size: Index


class ConfirmClock(CommandBase):
    """A manager looked at the clock after it stopped the door, or before the ledger is to stand still for long.

    ``clock`` is what this machine says, ``floor`` the time of the newest entry, or ``clock`` where that is later.
    """

    clock: Instant
    floor: Instant
    kind: Literal["confirm_clock"] = "confirm_clock"
    reason: Why
