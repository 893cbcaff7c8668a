"""What a ledger recorded, changed and sealed again with the key it was sealed with, and what the night says of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.worlds.forged_ledger import Commit, commits, sealed
from tombo.ledger.core.lisbon import day_of
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.seal.entry import unpack
from tombo.ledger.store import Store
from tombo.projections.reconciliation.run import reconcile
from tombo.simulator.run import entries


class Resealed:
    """The entries of a ledger, which is closed then; ``at``: an instant of the day that is asked for."""

    def __init__(self, folder: Path, ledger: Ledger, at: int) -> None:
        self._folder, self._day, self._origin = folder, day_of(at), ledger.store.origin
        self._key = ledger.sealing.key
        self._entries = list(entries(ledger.store))
        self._ends = sorted({(header := unpack(row.state)).first + header.count for row in ledger.store.rows()})
        ledger.store.close()

    def night(self, name: str, change: Callable[[list[Commit]], None]) -> list[tuple[str, str]]:
        """What the night says of the day, by check, after ``change``."""
        with self.forged(name, change) as store:
            return [(one.check, one.text) for one in reconcile(store, None, self._day).problems]

    def forged(self, name: str, change: Callable[[list[Commit]], None]) -> Store:
        """The ledger after ``change``."""
        found = commits(self._entries, self._ends)
        change(found)
        return sealed(found, f"sqlite:///{self._folder / name}.db", self._origin, self._key)
