"""What people say of the clock, in the log's own stream."""

from __future__ import annotations

from typing import Literal

from ledger.core.clock import Instant
from ledger.core.entry import EventBase
from ledger.house.events import Text


class ClockConfirmed(EventBase):
    """A person looked at the clock and found it right: the ledger goes on by it, and its time stands until the clock is there.

    ``clock`` is what the machine said, ``floor`` the ledger's own time: the newest recorded one, or ``clock`` where that is
    later. Entries up to ``floor`` may lie ahead of the clock from here on, and the clock may have leapt.
    """

    clock: Instant
    floor: Instant
    kind: Literal["log.clock_confirmed.v1"] = "log.clock_confirmed.v1"
    reason: Text
