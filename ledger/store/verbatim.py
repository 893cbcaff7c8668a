"""Entries that were sealed before, put into a new database byte for byte."""

from __future__ import annotations

from collections.abc import Sequence

from eventsourcing.persistence import StoredEvent

from tombo.ledger.store.store import Store
from tombo.ledger.store.types import CommandRow, Head, OpeningRow, Row


class _Verbatim:
    """Seals nothing: the states are those that were sealed."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = rows

    def seal(self, head: Head, events: Sequence[StoredEvent]) -> Sequence[bytes]:  # noqa: ARG002 - the port's
        """The states as they are."""
        return [row.state for row in self.rows]


def put_verbatim(
    store: Store, rows: Sequence[Row], commands: Sequence[CommandRow], openings: Sequence[OpeningRow]
) -> None:
    """Add ``rows`` at the end of the log, with what accompanies them; ``commands`` count from the first of them.

    Raises:
        IntegrityError: the library's; something of it is there already.
        StoreUnavailableError: it cannot be written.
    """
    events = [StoredEvent(row.stream, row.version, row.kind, b"") for row in rows]
    store.recorder.insert_events(events, sealing=_Verbatim(rows), commands=commands, openings=openings)
