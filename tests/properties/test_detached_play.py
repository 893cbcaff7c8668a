"""Whatever is played goes on without what left the database: no command asks for it (decision 0045)."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest

from tests.worlds.detached import cut_in
from tests.worlds.staff import signed
from tombo.ledger.core.clock import INSTANT_MAX, SteppingClock
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.entry import By
from tombo.ledger.house.log.commands import DetachPeriod
from tombo.ledger.live.ledger import Acknowledgement, Outcome
from tombo.ledger.operate.backup import back_up
from tombo.ledger.operate.cold import NotHereError
from tombo.ledger.operate.detach import boundary, cut_plays, read_back, still_read
from tombo.ledger.operate.keyring import Keyring, open_checked
from tombo.ledger.seal.policy import load_policy
from tombo.simulator.day import Plan
from tombo.simulator.run import BEGINS, HOUR, ORIGIN, LedgerDoor, play

PLAN: Final = Plan(seed=45, begins=BEGINS, ends=BEGINS + HOUR, tables=10, pace=4, malice=0.05, trouble=0.1, outages=1)
EVERY: Final = 300
"""After so many commands all play that is over is detached."""
MANAGER: Final = By(actor="staff", id="s-1", role="manager")


class Detaching(LedgerDoor):
    """A door that detaches all that is over, again and again, and finds the copy nowhere afterwards."""

    def __init__(self, folder: Path) -> None:
        super().__init__(f"sqlite:///{folder / 'ledger.db'}", Keyring(folder / "keys"), PLAN.seed)
        self.copy = folder / "copy"
        self.copy.mkdir()
        self.missed = list[Outcome]()
        self.cut = self.commands = 0

    def handle(self, envelopes: Sequence[Envelope]) -> list[Outcome]:
        """Decide and record; then detach, if it is time."""
        outcomes = super().handle(envelopes)
        self.missed += [one for one in outcomes if isinstance(one, NotHereError)]
        self.commands += len(envelopes)
        if self.commands > EVERY:
            self.commands = 0
            self._detach()
        return outcomes

    def _detach(self) -> None:
        policy, named = load_policy(self.keyring.policy), (str(self.copy),)
        self.publish()
        self.keyring.cold_given = named
        with open_checked(self.url, self.keyring, read_only=True) as store:
            back_up(store, self.copy, policy, SteppingClock())
        up_to = boundary(self.ledger.store, INSTANT_MAX, policy)
        root = b64encode(up_to.root).decode()
        asked = DetachPeriod(reason="an hour is kept", root=root, second="s-2", size=up_to.size)
        envelope = signed(Envelope(asked, MANAGER, f"period/{up_to.size}", None), ORIGIN, "s-2")
        assert isinstance(self.ledger.handle(envelope), Acknowledgement)
        copy = read_back(str(self.copy), up_to)
        self.cut += cut_plays(self.ledger.store, copy, up_to.size, still_read(self.ledger))[0]
        self.keyring.cold_given = ()
        self.reopens()


@pytest.mark.once
def test_the_door_never_asks_for_what_left(tmp_path: Path) -> None:
    """Of every game, with tournaments, complaints, outages and a platform that is killed and recovers: nothing is missed, refused or lost."""
    door = Detaching(tmp_path)
    try:
        done = play(PLAN, door, kills=1)
    finally:
        door.ledger.store.close()
    assert (done.day.failures, door.missed) == ([], [])
    assert door.cut == len(cut_in(door.url))
    assert door.cut > 200
