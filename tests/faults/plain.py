"""Batches for tests of the store alone: sealed in form, signed by nobody."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import psycopg
from eventsourcing.persistence import StoredEvent

from tests.conftest import run_raw
from tombo.ledger.seal.entry import pack
from tombo.ledger.seal.sealed_opening import SEALED_SIZE
from tombo.ledger.store import CommandRow, Head, OpeningRow, Store
from tombo.ledger.store.postgres.recorder import PostgresLedgerRecorder

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


class LoosePostgres(PostgresLedgerRecorder):
    """The tables of ``store``, without the schema being held to anything: what is left is that an append is read again."""

    def __init__(self, store: Store) -> None:
        recorder = store.recorder
        if not isinstance(recorder, PostgresLedgerRecorder):
            raise TypeError(f"found {type(recorder).__name__}, expected a ledger on PostgreSQL")
        super().__init__(recorder._params, recorder.schema)

    def _hold(self, connection: psycopg.Connection[Any]) -> None:
        """To nothing."""


class Meanwhile:
    """Runs SQL on another connection while the append holds the lock, then seals as if nothing had happened."""

    def __init__(self, store: Store, sql: str) -> None:
        self._url = store.url
        self._sql = sql

    def seal(self, head: Head, events: Sequence[StoredEvent]) -> list[bytes]:
        run_raw(self._url, self._sql)
        return PlainSealing().seal(head, events)


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
    """The opening of a card, as the store keeps it: bytes that mean nothing to it."""
    return OpeningRow(stream, version, slot, bytes([slot]) * SEALED_SIZE)
