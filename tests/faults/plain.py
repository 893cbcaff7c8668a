"""Batches for tests of the store alone: sealed in form, signed by nobody."""

from __future__ import annotations

from collections.abc import Sequence

from eventsourcing.persistence import StoredEvent

from ledger.seal.entry import pack
from ledger.store import CommandRow, Head, OpeningRow

KIND = "hand.checked.v1"
DEALT = "hand.hole_cards_dealt.v1"


class PlainSealing:
    """Writes the real header with an empty signature, a second after the last one, and remembers each head it saw."""

    def __init__(self) -> None:
        self.heads: list[Head] = []

    def seal(self, head: Head, events: Sequence[StoredEvent]) -> list[bytes]:
        self.heads.append(head)
        recorded = head.recorded + 1_000_000
        return [
            pack(bytes(8), bytes(32), head.size, len(events), recorded, 0, bytes(64), event.state) for event in events
        ]


def event(stream: str, version: int, body: bytes = b"{}", kind: str = KIND) -> StoredEvent:
    """One event as the mapper hands it over."""
    return StoredEvent(stream, version, kind, body)


def run_of(stream: str, count: int, first: int = 1) -> list[StoredEvent]:
    """``count`` events of ``stream`` from version ``first``."""
    return [event(stream, version) for version in range(first, first + count)]


def command(name: str, first: int = 0, count: int = 1) -> CommandRow:
    """The row of a command whose digest is made from its name."""
    return CommandRow(name, name.encode().ljust(16, b".")[:16], first, count)


def opening(stream: str, version: int, slot: int = 0) -> OpeningRow:
    """The opening of a card."""
    return OpeningRow(stream, version, slot, 51 - slot, bytes([slot]) * 32)
