"""The simulator's door to the world in memory: real deciders and folds, no store, thousands of rounds a minute."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ledger.core.command import Decision, Envelope
from ledger.core.findings import Refused
from tests.world import World


class WorldDoor:
    """A world as the simulator's tables know it."""

    remembers = False

    def __init__(self, world: World) -> None:
        self.world = world

    def view(self, stream: str) -> Any:
        """The newest state of a stream."""
        return self.world(stream)

    def at(self, instant: int) -> None:
        """A world has no clock: what happened when is what its commands say."""

    def handle(self, envelopes: Sequence[Envelope]) -> list[Decision | Refused]:
        """Judge and record each in turn."""
        return [self.world.ask(envelope.command, envelope.by, envelope.occurred) for envelope in envelopes]
