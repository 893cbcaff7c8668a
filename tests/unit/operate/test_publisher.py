"""The supervised publisher: what passes is tried again and told, what does not ends it, and one process is the one."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.conftest import run_past
from tests.worlds.deposits import deposit
from tombo.ledger.checked import CheckedStore
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.errors import ConflictError, KeyFileError, LedgerError, StoreUnavailableError, TamperedError
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger, open_checked
from tombo.ledger.operate.publisher import RETRY_FIRST, Publisher, PublisherFiles, Status, checkpoint_now
from tombo.ledger.seal import lockfile
from tombo.ledger.seal.lockfile import holder, locked

MYSELF = f"process {os.getpid()} on "


class House:
    """A ledger of a few entries, and what its publisher said."""

    def __init__(self, url: str, folder: Path) -> None:
        self.url = url
        self.keyring = Keyring(folder / "keys")
        self.ledger: Ledger = create_ledger(url, self.keyring, origin="operator.example/1", clock=SteppingClock())
        self.place = PublisherFiles(self.keyring.signer_state)
        self.told: list[Status] = []
        self.waits: list[float] = []

    def publisher(self, open_: Callable[[], CheckedStore] | None = None) -> Publisher:
        """A publisher of this ledger."""
        opened = open_ or partial(open_checked, self.url, self.keyring)
        return Publisher(self.place, opened, self.keyring.signer, clock=SteppingClock(), told=self.told.append)

    def rounds(self, count: int) -> Callable[[float], bool]:
        """Waits no time, and asks to stop after ``count`` rounds."""

        def wait(seconds: float) -> bool:
            self.waits.append(seconds)
            return len(self.waits) == count

        return wait


@pytest.fixture
def house(sqlite_url: str, tmp_path: Path) -> Iterator[House]:
    """A new ledger."""
    made = House(sqlite_url, tmp_path)
    yield made
    made.ledger.store.close()


def test_every_round_covers_what_came_since(house: House) -> None:
    """Each round signs the head of the log, says so in the status, and the last thing said is that it stopped."""
    sizes = []

    def wait(_seconds: float) -> bool:
        assert house.place.holder() is not None
        sizes.append(house.keyring.signer().last().size)
        deposit(house.ledger, f"d-{len(sizes)}", 2)
        return len(sizes) == 3

    house.publisher().run(1.0, wait)
    assert sizes == [3, 5, 7]
    status = house.place.read()
    assert status == house.told[-1]
    assert status is not None
    assert (status.state, status.size, status.errors, status.error, status.pid) == ("stopped", 7, 0, None, os.getpid())
    assert house.place.holder() is None


def test_g5_what_passes_is_told_at_once_and_tried_again_after_growing_pauses(house: House) -> None:
    """G5: a store out of reach is an error in the status after the first round already; then it signs, and the errors are over."""
    tries = iter(range(5))

    def opened() -> CheckedStore:
        if next(tries) < 3:
            raise StoreUnavailableError("the server is not reachable")
        return open_checked(house.url, house.keyring)

    house.publisher(opened).run(9.0, house.rounds(5))
    assert [(status.state, status.errors) for status in house.told] == [
        ("running", 1),
        ("running", 2),
        ("running", 3),
        ("running", 0),
        ("running", 0),
        ("stopped", 0),
    ]
    assert [status.exit_status for status in house.told][:4] == [3, 3, 3, None]
    assert "not reachable" in (house.told[0].error or "")
    assert house.waits == [RETRY_FIRST, 2 * RETRY_FIRST, 4 * RETRY_FIRST, 9.0, 9.0]


def test_g5_a_publisher_stopped_while_it_fails_says_so(house: House) -> None:
    """G5: what came since the last good round is not signed: whoever ends the publisher then learns it by its error."""

    def opened() -> CheckedStore:
        raise StoreUnavailableError("the server is not reachable")

    with pytest.raises(StoreUnavailableError, match="not reachable"):
        house.publisher(opened).run(1.0, house.rounds(2))
    status = house.place.read()
    assert status is not None
    assert (status.state, status.errors, status.forged) == ("stopped", 2, False)


def test_a_forgery_ends_the_publisher_and_stays_in_its_status(house: House) -> None:
    """A tail that no event key signed: TAMPERED at once, nothing signed, and whoever reads the status later knows."""
    deposit(house.ledger, "d-1", 2)
    run_past(house.url, "UPDATE stored_events SET topic = 'account.withdrawn.v1' WHERE notification_id = 5")
    before = house.keyring.signer_state.read_bytes()
    with pytest.raises(TamperedError, match="log index 3"):
        house.publisher().run(1.0, house.rounds(9))
    status = house.place.read()
    assert status is not None
    assert (status.state, status.exit_status, status.forged, status.errors) == ("failed", 1, True, 1)
    assert "log index 3" in (status.error or "")
    assert (house.keyring.signer_state.read_bytes(), house.waits) == (before, [])


def test_a_key_that_is_not_there_ends_it_and_accuses_nobody(house: House) -> None:
    """Without the checkpoint key there is no publisher; that is in the status, and no reason for a door to stop."""
    house.keyring.checkpoint.unlink()
    with pytest.raises(KeyFileError, match=r"checkpoint\.key"):
        house.publisher().run(1.0, house.rounds(9))
    status = house.place.read()
    assert status is not None
    assert (status.state, status.exit_status, status.forged) == ("failed", 2, False)


def test_a_fault_of_ours_is_in_the_status_too(house: House) -> None:
    """Whatever nobody foresaw ends the publisher, and is not an end in silence."""

    def opened() -> CheckedStore:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        house.publisher(opened).run(1.0, house.rounds(9))
    status = house.place.read()
    assert status is not None
    assert (status.state, status.error, status.exit_status) == ("failed", "ZeroDivisionError", 3)


def test_g4_a_second_publisher_is_told_who_is_the_first(house: House) -> None:
    """G4: one process publishes for a signer; another is told which, in bounded time, and accuses nobody."""
    seen = []

    def wait(_seconds: float) -> bool:
        with pytest.raises(ConflictError, match=f"held by {MYSELF}.* since .*try again"):
            house.publisher().once()
        seen.append(checkpoint_now(house.place, partial(open_checked, house.url, house.keyring), house.keyring.signer))
        return True

    first = house.publisher()
    first.run(1.0, wait)
    assert seen == [first.note]


@pytest.mark.parametrize(
    ("fault", "status"),
    [(errno.EROFS, 3), (errno.ENOSPC, 3), (errno.EACCES, 2)],
    ids=["read-only", "full", "another's"],
)
def test_c10_a_folder_that_cannot_be_written_now_is_no_wrong_usage(
    house: House, monkeypatch: pytest.MonkeyPatch, fault: int, status: int
) -> None:
    """Before: of a read-only file system the publisher alone ended with the status of a wrong option."""

    def fails(*_: object, **__: object) -> None:
        raise OSError(fault, os.strerror(fault))

    monkeypatch.setattr("tombo.ledger.operate.publisher.locked", fails)
    with pytest.raises(LedgerError, match="cannot be written: ") as refused:
        house.publisher().once()
    assert refused.value.exit_status == status


def test_g5_the_signers_lock_has_a_time_out_that_says_who_holds_it(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """G5: a signer held for ever, by a process that was stopped, is an error that names it, and is tried again."""
    monkeypatch.setattr(lockfile, "PATIENCE", 0.05)
    lock = house.keyring.signer_state.with_name("signer.lock")
    with locked(lock, "the test's own"):
        assert (holder(lock) or "").startswith(MYSELF)
        with pytest.raises(ConflictError, match=f"the signer .* is held by {MYSELF}.* since 20.*0.05 seconds"):
            house.publisher().once()
    assert holder(lock) is None
    assert house.told[-1].errors == 1
    house.publisher().once()
    assert house.told[-1].errors == 0


def test_a_status_that_cannot_be_written_is_told_and_tried_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk under the status file is an error like any other that passes: told to whoever listens."""
    with monkeypatch.context() as full:
        full.setattr("pathlib.Path.replace", _no_space)
        with pytest.raises(StoreUnavailableError, match="cannot be written"):
            house.publisher().once()
    assert any(status.errors == 1 for status in house.told)
    assert house.place.read() is None
    house.publisher().once()
    assert house.place.read() is not None


def _no_space(*_: object) -> None:
    raise OSError(28, "No space left on device")


def test_a_folder_that_is_not_there_is_said(house: House, tmp_path: Path) -> None:
    """The signer's folder is named where it is missing."""
    publisher = Publisher(
        PublisherFiles(tmp_path / "no" / "signer"),
        partial(open_checked, house.url, house.keyring),
        house.keyring.signer,
    )
    with pytest.raises(KeyFileError, match=r"signer\.publisher cannot be written"):
        publisher.once()


def test_a_damaged_status_is_none(house: House) -> None:
    """What cannot be read says nothing: it accuses nobody and stops no door."""
    assert house.place.read() is None
    assert house.place.stamp() == (0, 0)
    house.place.status.write_text('{"state": "failed"', encoding="utf-8")
    assert house.place.read() is None
    assert house.place.stamp() != (0, 0)
