"""What lies in the files of event keys: what may not sign is named and registered by nobody, and keeps no good key from signing."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from tests.forgeries.thefts import OTHER
from tests.worlds.two_doors import ORIGIN, Doors, deposit, verdict
from tombo.ledger.core.entry import EventBase
from tombo.ledger.core.errors import KeyFileError, UsageError
from tombo.ledger.live.ledger import Acknowledgement, Ledger
from tombo.ledger.operate.eventkeys import registration
from tombo.ledger.operate.keyring import Keyring, inscribe, open_checked, open_ledger, revoke, rotate
from tombo.ledger.seal.keyfile import save_encrypted_key
from tombo.ledger.seal.keys import PrivateKey
from tombo.ledger.seal.registry import event_key_name
from tombo.ledger.verify import Code

NEXT: Final = event_key_name(ORIGIN, 2)


def empty(keyring: Keyring, path: Path) -> None:
    """Left by who was killed where there are no links."""
    path.touch(mode=0o600)


def open_to_all(keyring: Keyring, path: Path) -> None:
    """A whole key of a rotation that did not finish, copied without its mode."""
    keyring.save(path, PrivateKey.generate(NEXT, os.urandom))
    path.chmod(0o644)


def under_another(keyring: Keyring, path: Path) -> None:
    """Of a backup of before the passphrase was changed."""
    save_encrypted_key(path, PrivateKey.generate(NEXT, os.urandom), b"an older passphrase", log_cost=1)


def of_another_ledger(keyring: Keyring, path: Path) -> None:
    """Under the same passphrase."""
    keyring.save(path, PrivateKey.generate("other.example/1/event/2", os.urandom))


LEFT: Final[dict[str, Callable[[Keyring, Path], object]]] = {
    "empty": empty,
    "readable by others": open_to_all,
    "another passphrase": under_another,
    "another ledger": of_another_ledger,
    "a copy of event-1.key": lambda keyring, path: shutil.copy(keyring.event(1), path),
    "a copy of checkpoint.key": lambda keyring, path: shutil.copy(keyring.checkpoint, path),
    "a copy of root.key": lambda keyring, path: shutil.copy(keyring.root, path),
    "a link to nowhere": lambda _, path: path.symlink_to("nowhere"),
}


@pytest.mark.parametrize("left", LEFT)
def test_a_file_that_is_not_the_next_key_is_named_and_not_registered(doors: Doors, left: str) -> None:
    """Red before: another ledger's key was committed, and the ledger TAMPERED for good; the root key became an event key.

    A file that could not be read kept every new door from recording, and the rotation gave no way on.
    """
    keyring, size = doors.keyring, doors.second.store.head().size
    LEFT[left](keyring, keyring.event(2))
    with open_ledger(doors.first.store.url, keyring, clock=doors.clock).store as store:
        assert store.head().size == size
    with pytest.raises(KeyFileError, match=r"event-2\.key.* put that file away and run it again"):
        rotate(doors.second, keyring, keyring.root)
    assert doors.second.store.head().size == size
    assert isinstance(doors.second.handle(deposit("a")), Acknowledgement)
    keyring.event(2).unlink()  # put away
    assert rotate(doors.second, keyring, keyring.root).key.name == NEXT
    assert isinstance(doors.second.handle(deposit("b")), Acknowledgement)
    assert verdict(doors) is Code.OK


@pytest.mark.parametrize("left", LEFT)
def test_a_stolen_key_is_revoked_whatever_was_left(doors: Doors, left: str) -> None:
    """Red before: what could not wait did, for a file that nobody needs. The key that takes its place is the one after."""
    keyring, key = doors.keyring, doors.first.sealing.key.key_id.hex()
    LEFT[left](keyring, keyring.event(2))
    revoke(doors.second, keyring, keyring.root, key, doors.second.store.head().size - 1, "stolen")
    assert doors.second.sealing.key.name == event_key_name(ORIGIN, 3)
    assert isinstance(doors.second.handle(deposit("a")), Acknowledgement)
    assert rotate(doors.second, keyring, keyring.root).key.name == event_key_name(ORIGIN, 4)
    assert verdict(doors) is Code.OK


def test_what_is_revoked_already_is_called_that(doors: Doors) -> None:
    """Red before: for another reason it said that the id of the command, which nobody chose, was used for another one."""
    keyring, key = doors.keyring, doors.first.sealing.key.key_id.hex()
    rotate(doors.second, keyring, keyring.root)
    revoke(doors.second, keyring, keyring.root, key, 4, "stolen")
    size = doors.second.store.head().size
    with pytest.raises(UsageError, match=r"is revoked already.* after index 4; nothing was recorded"):
        revoke(doors.second, keyring, keyring.root, key, 4, "stolen by another")
    assert revoke(doors.second, keyring, keyring.root, key, 4, "stolen").repeated
    assert doors.second.store.head().size == size
    assert not revoke(doors.second, keyring, keyring.root, key, 3, "earlier than that").repeated
    assert verdict(doors) is Code.KEY_REVOKED


def test_where_none_may_sign_the_newest_file_is_named(doors: Doors) -> None:
    """A file that cannot be read is named as it was, where no other key signs."""
    empty(doors.keyring, doors.keyring.event(2))
    doors.keyring.event(1).unlink()
    with pytest.raises(KeyFileError, match=r"event-2\.key is no tombo/keyfile"):
        open_ledger(doors.first.store.url, doors.keyring)


def test_a_rotation_retires_a_key_whose_file_is_lost(doors: Doors) -> None:
    """Red before: it said that the one before was retired, and who had that file went on recording with it."""
    keyring = doors.keyring
    lost = keyring.load(keyring.event(1))
    keyring.event(1).unlink()
    again = open_ledger(doors.first.store.url, keyring, clock=doors.clock, to_rotate=True)
    new, retired = rotate(again, keyring, keyring.root)
    assert [key.key for key in retired] == [lost.key_id.hex()]
    thief = Ledger(open_checked(again.store.url, keyring), lost, clock=doors.clock)
    with thief.store, pytest.raises(KeyFileError, match="is retired"):
        thief.handle(deposit("thief/1"))
    assert isinstance(again.handle(deposit("a")), Acknowledgement)
    assert again.sealing.key.key_id == new.key_id
    again.store.close()
    assert verdict(doors) is Code.OK


def test_after_a_rotation_one_key_signs(doors: Doors) -> None:
    """Red before: of a ledger in which two may sign, as a rotation without the file left it, the one not in use went on."""
    keyring = doors.keyring
    root, other = keyring.load_root(keyring.root), PrivateKey.generate(NEXT, os.urandom)
    inscribe(doors.second, "two", [registration(ORIGIN, root, other, "event")])
    new, retired = rotate(doors.second, keyring, keyring.root)
    assert {key.key for key in retired} == {doors.first.sealing.key.key_id.hex(), other.key_id.hex()}
    assert new.name == event_key_name(ORIGIN, 3)
    assert isinstance(doors.second.handle(deposit("a")), Acknowledgement)
    assert verdict(doors) is Code.OK


def test_a_key_made_again_is_the_one_in_its_file(doors: Doors, monkeypatch: pytest.MonkeyPatch) -> None:
    """Red before: put away between two tries of one process, the key of the first was registered, and lay in no file."""
    keyring = doors.keyring
    with monkeypatch.context() as within:
        within.setattr(Ledger, "record", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            rotate(doors.second, keyring, keyring.root)
    keyring.event(2).unlink()
    assert rotate(doors.second, keyring, keyring.root).key.public == keyring.public(keyring.event(2))


def test_a_number_that_is_none_stops_no_rotation(doors: Doors) -> None:
    """Red before: `ValueError: invalid literal for int()`, of a ledger in which root.key had been registered as an event key."""
    keyring = doors.keyring
    root = keyring.load_root(keyring.root)
    inscribe(doors.second, "root", [registration(ORIGIN, root, root, "event")])
    new, retired = rotate(doors.second, keyring, keyring.root)
    assert (new.name, root.key_id.hex() in {key.key for key in retired}) == (NEXT, True)
    assert verdict(doors) is Code.OK


FORGED: Final[dict[str, Callable[[PrivateKey], tuple[str, EventBase]]]] = {
    "another ledger's": lambda root: registration(
        "other.example/1", root, PrivateKey.generate("other.example/1/e", os.urandom), "event"
    ),
    "under another root": lambda _: registration(ORIGIN, OTHER, PrivateKey.generate(NEXT, os.urandom), "event"),
}


@pytest.mark.parametrize("forged", FORGED)
def test_what_the_registry_refuses_is_not_committed(doors: Doors, forged: str) -> None:
    """Red before: the append was committed, and nobody believed the ledger any more: every door and reader stopped, for good."""
    keyring, size = doors.keyring, doors.second.store.head().size
    with pytest.raises(UsageError, match="nothing was recorded"):
        inscribe(doors.second, "forged", [FORGED[forged](keyring.load_root(keyring.root))])
    assert doors.second.store.head().size == size
    assert isinstance(doors.second.handle(deposit("a")), Acknowledgement)
    assert verdict(doors) is Code.OK
