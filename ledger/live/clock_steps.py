"""When the clock stands behind the ledger's time, that goes on record: once each time it does."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from typing import Final

from tombo.ledger.core.clock_watch import TOLERANCE
from tombo.ledger.core.entry import By
from tombo.ledger.exchange.door import ImportJob
from tombo.ledger.house.log.events import ClockStepped
from tombo.ledger.house.log.state import LOG_STREAM
from tombo.ledger.live.batch import Acknowledgement, Job, Outcome
from tombo.ledger.store.sealing import Batch

_CLOCK: Final = By(actor="platform", id="clock")


class ClockSteps:
    """What one writer has on record of its clock."""

    def __init__(self) -> None:
        self._is_behind = False

    def record(self, batch: Batch, handle: Callable[[Job], Outcome]) -> None:
        """Put on record by ``handle`` that the clock stands behind the ledger's time; what fails here is no matter of whom ``batch`` is of."""
        step, outcome = self.after(batch), None
        if step is not None:
            with suppress(Exception):
                outcome = handle(step)
            if not isinstance(outcome, Acknowledgement):
                self.missed()

    def after(self, batch: Batch) -> ImportJob | None:
        """What is to be recorded now that ``batch`` is durable; None where nothing is, or it is on record, or on its way there."""
        was_behind, self._is_behind = (
            self._is_behind,
            batch.clock_behind > TOLERANCE,
        )  # hosts have each their own small error
        if was_behind or not self._is_behind:
            return None
        step = ClockStepped(clock=batch.recorded - batch.clock_behind, floor=batch.recorded)
        digest = sha256(step.model_dump_json().encode()).hexdigest()[:32]
        return ImportJob(f"clock-stepped/{batch.first}", digest, _CLOCK, None, [(LOG_STREAM, step)], {})

    def missed(self) -> None:
        """It could not be recorded: to be tried again with the next commit."""
        self._is_behind = False
