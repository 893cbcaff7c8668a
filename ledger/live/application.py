"""The event-store library's application over a store that is open already: what it saves is sealed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from eventsourcing.application import Application

from tombo.ledger.checked import CheckedStore
from tombo.ledger.core.clock import Clock
from tombo.ledger.seal.keys import PrivateKey
from tombo.ledger.seal.sealed_opening import OpeningKey
from tombo.ledger.store.factory import RecorderFactory
from tombo.ledger.store.mapper import CanonicalMapper
from tombo.ledger.store.sealing import SealingEventStore


class SealingApplication(Application[str]):
    """What the library asks of an application, answered by ``store``."""

    name = "tombo"

    def __init__(
        self,
        store: CheckedStore,
        key: PrivateKey,
        clock: Clock,
        openings: OpeningKey | None,
        entropy: Callable[[int], bytes],
    ) -> None:
        self.store = store
        self.clock = clock
        self.entry_mapper = CanonicalMapper(store.origin)
        self.sealing = SealingEventStore(
            self.entry_mapper,
            store.recorder,
            origin=store.origin,
            key=key,
            clock=clock,
            openings=openings,
            entropy=entropy,
        )
        super().__init__()

    def construct_factory(self, env: Any) -> RecorderFactory:  # noqa: ARG002  # the store is open already
        """The way to the recorder of the store that is already open."""
        return self.store.factory

    def construct_mapper(self) -> CanonicalMapper:
        """Canonical bytes and explicit topics."""
        return self.entry_mapper

    def construct_event_store(self) -> SealingEventStore:
        """Sealing happens at the one place that every commit passes."""
        return self.sealing
