"""Entries that no door wrote, behind what is on record, sealed with a stolen event key."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.worlds.floor import PLATFORM
from tests.worlds.reported import NOON
from tombo.ledger.core.clock import SECOND, SteppingClock
from tombo.ledger.core.entry import CommandRef
from tombo.ledger.operate.keyring import Keyring, open_ledger
from tombo.ledger.store import CommandRow
from tombo.ledger.store.mapper import Draft
from tombo.ledger.store.sealing import Batch


def planted(batches: Sequence[Sequence[tuple[str, int, Any]]], since: int = NOON) -> None:
    """Commits, a second apart from ``since`` on, each of entries by their stream, version and event; in the ledger of the folder."""
    clock = SteppingClock(since, step=0)
    ledger = open_ledger("sqlite:///ledger.db", Keyring(Path("keys")), clock=clock)
    heads = dict[str, bytes]()
    for number, drafts in enumerate(batches, 1):
        clock.instant = since + number * SECOND
        batch, command = Batch(), f"thief/{number}"
        for stream, version, event in drafts:
            ref = CommandRef(digest="00" * 16, id=command)
            batch.drafts.append(Draft(stream, version, event, PLATFORM, ref, None))
            head = ledger.store.head_of(stream)
            assert head is not None
            batch.heads[stream] = heads.get(stream, head.hash)
        batch.commands.append(CommandRow(command, bytes(16), 0, len(drafts)))
        ledger.sealing.put(batch.drafts, batch=batch)
        heads |= {stream: digest for (stream, _, _), digest in zip(drafts, batch.hashes, strict=True)}
    ledger.store.close()
