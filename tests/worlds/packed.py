"""Ledgers whose old play is packed, and what their tables have of it then."""

from __future__ import annotations

from tests.worlds.operator import Operator
from tombo.ledger.core.clock import INSTANT_MAX
from tombo.ledger.operate.pack import Packed, pack_before
from tombo.ledger.store import open_store
from tombo.ledger.store.packed import is_packed
from tombo.ledger.store.store import AS_ROW
from tombo.ledger.store.types import Row

_RAW = "SELECT notification_id - 1, originator_id, originator_version, topic, state FROM stored_events ORDER BY 1"


def run(operator: Operator, before: int = INSTANT_MAX) -> Packed:
    """One run of ``tombo period pack``."""
    return pack_before(operator.url, operator.keyring, before)


def raw_rows(url: str) -> list[Row]:
    """The rows of the ledger at ``url`` as the table has them."""
    with open_store(url, read_only=True) as store:
        return list(map(AS_ROW, store.recorder.fetch(_RAW)))


def packed_rows(operator: Operator) -> list[int]:
    """The log indices of the rows that are packed in the database."""
    return [row.index for row in raw_rows(operator.url) if is_packed(row.state)]
