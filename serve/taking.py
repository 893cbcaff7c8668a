"""Whether the store takes what is recorded: told by what became of commands, so that nobody who asks writes anything."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.clock import SECOND, Clock
from tombo.ledger.core.errors import StoreUnavailableError
from tombo.ledger.live.ledger import Acknowledgement, Outcome

REFUSED_SECONDS: Final = 30
"""How long the store counts as refusing after it last did. Then commands are let come again, for only they show whether it takes them."""


class StoreTakes:
    """What became of the commands that were last handed to the store."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._refused: int | None = None
        """When it last refused one, by the clock that only goes on; None once it took another."""

    def answered(self, outcome: Outcome) -> None:
        """Hear of the outcome of a command. A first receipt is of one that was written; a repeated one, or a refusal, says nothing of the store."""
        match outcome:
            case StoreUnavailableError():
                self._refused = self._clock.monotonic()
            case Acknowledgement(repeated=False):
                self._refused = None
            case _:
                pass

    def refuses(self) -> bool:
        """Whether the store refused the last of them, and not too long ago: its disk is full, it takes only reads, or it is out of reach."""
        refused = self._refused
        return refused is not None and self._clock.monotonic() - refused < REFUSED_SECONDS * SECOND
