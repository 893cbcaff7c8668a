"""Several publishers at once: honest races are conflicts at most, and what is signed last covers everything."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Self

from tests.worlds.deposits import deposit
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.errors import ConflictError, StoreUnavailableError
from tombo.ledger.operate.keyring import Keyring, create_ledger
from tombo.ledger.operate.publish import publish, sign_head
from tombo.ledger.store import open_store

PUBLISHERS = 6
APPENDS = 60


class Publishers:
    """Threads that publish one ledger without a pause, each over connections of its own, until somebody stops them."""

    def __init__(self, url: str, keyring: Keyring) -> None:
        self.url = url
        self.keyring = keyring
        self.stopping = threading.Event()
        self.signed = 0
        self.conflicts = 0
        self.wrong: list[BaseException] = []
        self.threads = [threading.Thread(target=self._publish, name=f"publisher-{at}") for at in range(PUBLISHERS)]

    def _publish(self) -> None:
        with open_store(self.url) as store:
            signer = self.keyring.signer()
            while not self.stopping.is_set():
                try:
                    sign_head(store, signer)
                    self.signed += 1
                except (ConflictError, StoreUnavailableError):
                    self.conflicts += 1
                except Exception as error:  # noqa: BLE001  # whatever it is, the test says it
                    self.wrong.append(error)
                    return

    def __enter__(self) -> Self:
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stopping.set()
        for thread in self.threads:
            thread.join()


def test_g4_honest_publishers_that_race_are_never_accused(store_url: str, tmp_path: Path) -> None:
    """G4: six publishers beside a writer: nobody says TAMPERED of honest entries, and the last checkpoint covers all."""
    keyring = Keyring(tmp_path / "keys")
    ledger = create_ledger(store_url, keyring, origin="operator.example/ledger/1", clock=SteppingClock())
    with ledger.store:
        with Publishers(store_url, keyring) as publishers:
            for number in range(APPENDS):
                deposit(ledger, f"deposit-{number}", 2, f"p-{number % 7}")
        assert publishers.wrong == []
        assert publishers.signed
        publish(ledger.store, keyring.signer())
        assert keyring.signer().last().size == ledger.store.head().size
