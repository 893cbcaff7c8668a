"""The library's way to the recorder of an open store."""

from __future__ import annotations

from eventsourcing.persistence import InfrastructureFactory, TrackingRecorder

from tombo.ledger.core.errors import UsageError
from tombo.ledger.store.types import LedgerRecorder


class RecorderFactory(InfrastructureFactory[TrackingRecorder]):
    """The library's way to its recorders, for an ``Application`` on an open store: there is one, and it is given.

    Closing the application leaves the store open: it is closed by who opened it.
    """

    def __init__(self, recorder: LedgerRecorder) -> None:
        super().__init__(env=None)
        self._recorder = recorder

    def application_recorder(self) -> LedgerRecorder:
        """The store's recorder."""
        return self._recorder

    def process_recorder(self) -> LedgerRecorder:
        """The store's recorder."""
        return self._recorder

    def tracking_recorder(
        self,
        tracking_recorder_class: type[TrackingRecorder] | None = None,  # noqa: ARG002 - the library's signature
    ) -> TrackingRecorder:
        """The store's recorder."""
        return self._recorder

    def aggregate_recorder(self, purpose: str = "events") -> LedgerRecorder:
        """Refused: snapshots would be a second truth."""
        raise UsageError(f"the ledger keeps no {purpose} apart from its entries: leave snapshotting off")
