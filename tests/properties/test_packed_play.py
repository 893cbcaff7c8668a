"""Whatever is played goes on over play that is packed again and again, and its record is the one it would have been (decision 0047)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

import pytest

from tests.worlds.backups import in_ledger
from tests.worlds.packed import raw_rows
from tombo.ledger.core.clock import INSTANT_MAX
from tombo.ledger.core.command import Envelope
from tombo.ledger.live.ledger import Outcome
from tombo.ledger.operate.keyring import Keyring
from tombo.ledger.operate.openings import open_opened
from tombo.ledger.operate.pack import pack_before
from tombo.ledger.seal.policy import load_policy
from tombo.ledger.store.packed import is_packed
from tombo.ledger.verify import Code, verify
from tombo.simulator.day import Plan
from tombo.simulator.run import BEGINS, HOUR, ORIGIN, LedgerDoor, play

PLAN: Final = Plan(seed=46, begins=BEGINS, ends=BEGINS + HOUR, tables=10, pace=4, malice=0.05, trouble=0.1, outages=1)
EVERY: Final = 300
"""After so many commands all play that is over is packed."""


class Packing(LedgerDoor):
    """A door that publishes again and again, and has what is over packed where it is told to."""

    def __init__(self, folder: Path, *, packs: bool) -> None:
        folder.mkdir()
        super().__init__(f"sqlite:///{folder / 'ledger.db'}", Keyring(folder / "keys"), PLAN.seed)
        self.packs = packs
        self.packed = self.commands = 0

    def handle(self, envelopes: Sequence[Envelope]) -> list[Outcome]:
        """Decide and record; then pack, if it is time."""
        outcomes = super().handle(envelopes)
        self.commands += len(envelopes)
        if self.commands > EVERY:
            self.commands = 0
            self.publish()
            if self.packs:
                self.packed += pack_before(self.url, self.keyring, INSTANT_MAX).packed
        return outcomes


@pytest.mark.once
def test_the_record_is_the_one_it_would_have_been(tmp_path: Path) -> None:
    """Of every game, with tournaments, complaints, outages and a platform that is killed and recovers: entry for entry, byte for byte."""
    doors = [Packing(tmp_path / name, packs=name == "packed") for name in ("whole", "packed")]
    for door in doors:
        try:
            done = play(PLAN, door, kills=1)
        finally:
            door.ledger.store.close()
        assert done.day.failures == []
    whole, packed = doors
    assert sum(is_packed(row.state) for row in raw_rows(packed.url)) == packed.packed > 1_000
    assert in_ledger(packed.url)[:2] == in_ledger(whole.url)[:2]
    source = partial(open_opened, packed.url, packed.keyring.opening_secret(ORIGIN))
    held = packed.keyring.signer_state.read_bytes()
    assert verify(source, load_policy(packed.keyring.policy), checkpoint=held).verdict is Code.OK
