"""Sealing: what an append is made of before the store has it."""

from __future__ import annotations

from typing import Any, NoReturn

import pytest

from tests.conftest import ORIGIN
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.entry import By
from tombo.ledger.core.errors import TamperedError
from tombo.ledger.games.poker.events import Checked
from tombo.ledger.seal.keys import PrivateKey
from tombo.ledger.store.mapper import CanonicalMapper, Draft
from tombo.ledger.store.sealing import Batch, SealingEventStore


class Untouched:
    """A recorder to which nothing comes."""

    def insert_events(self, *_: Any, **__: Any) -> NoReturn:
        raise RuntimeError("it was to be refused before")


@pytest.mark.parametrize("head", [b"", bytes(31), bytes(33)])
def test_an_entry_follows_a_hash_of_its_whole_length(head: bytes) -> None:
    """A state is joined of its parts: one of another length would move all that stands behind it."""
    store = SealingEventStore(
        CanonicalMapper(ORIGIN), Untouched(), origin=ORIGIN, key=PrivateKey("a", bytes(32)), clock=SteppingClock()
    )
    batch = Batch()
    batch.drafts = [Draft("hand:a/1", 2, Checked(seat=1), By(actor="player", id="p-1"), None, None)]
    batch.heads = {"hand:a/1": head}
    with pytest.raises(TamperedError, match="nothing was recorded"):
        store.put(batch.drafts, batch=batch)
