"""Streams of keys and of the log, in which whoever has an event key seals what he likes: he must not keep his key from being revoked."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Final

import pytest

from tests.tools.cli_run import tombo
from tests.worlds.two_doors import ORIGIN, Doors, deposit, verdict
from tombo.ledger.core.command import Decision
from tombo.ledger.core.entry import EventBase
from tombo.ledger.core.errors import UsageError
from tombo.ledger.house.account.events import AccountOpened
from tombo.ledger.house.key import KeyRegistered, KeyRetired
from tombo.ledger.house.log.events import LogOpened
from tombo.ledger.house.log.state import LOG_STREAM
from tombo.ledger.live.ledger import Acknowledgement
from tombo.ledger.operate.keyring import Keyring, inscribe, open_ledger, revoke, rotate
from tombo.ledger.operate.openings import open_opened
from tombo.ledger.operate.publish import publish
from tombo.ledger.seal.keys import PrivateKey
from tombo.ledger.seal.policy import load_policy
from tombo.ledger.seal.registry import sign_registration
from tombo.ledger.verify import Code, verify

Planted = Callable[["Stolen"], tuple[str, EventBase]]


class Stolen(Doors):
    """Two doors that go on with a second event key; the first was revoked as a precaution, and the second is a thief's too."""

    def __init__(self, url: str, keyring: Keyring) -> None:
        super().__init__(url, keyring)
        self.old = self.first.sealing.key.key_id.hex()
        self.rotate()
        self.stolen = self.first.sealing.key.key_id.hex()
        revoke(self.first, keyring, keyring.root, self.old, 6, "precaution")
        self.second.handle(deposit("honest"))

    def plant(self, *planted: tuple[str, EventBase], command: str = "thief/1") -> int:
        """What a door of the thief's seals, whose own checks are off; the log index of the first of it."""
        with pytest.MonkeyPatch.context() as thief:
            door = open_ledger(self.first.store.url, self.keyring, clock=self.clock)
            thief.setattr(
                "tombo.ledger.live.ledger.inscribed", lambda job, _: Decision(tuple(job.events), job.openings)
            )
            thief.setattr(door._committer, "_choose_key", lambda _: False)
            index = inscribe(door, command, list(planted)).entries[0].index
            door.store.close()
        return index

    def named(self) -> set[tuple[Code, int | None]]:
        """What the verifier says of the whole log, once it is published, and where."""
        publish(self.first.store, self.keyring.signer())
        source = partial(open_opened, self.first.store.url, self.keyring.opening_secret(ORIGIN))
        report = verify(source, load_policy(self.keyring.policy), checkpoint=self.keyring.signer_state.read_bytes())
        return {(problem.code, problem.first) for problem in report.problems}


@pytest.fixture
def stolen(store_url: str, tmp_path: Path) -> Iterator[Stolen]:
    """On both stores."""
    made = Stolen(store_url, Keyring(tmp_path / "keys"))
    yield made
    made.close()


def _revocation(made: Stolen) -> EventBase:
    event: EventBase = made.first.entries(f"key:{made.old}")[-1].event
    return event


def _retirement(made: Stolen) -> EventBase:
    return next(entry.event for entry in made.first.entries(f"key:{made.old}") if isinstance(entry.event, KeyRetired))


def _appointed() -> tuple[str, EventBase]:
    """A key of the thief's, for which the root key did not vouch."""
    key = PrivateKey(f"{ORIGIN}/event/9", bytes([0x39] * 32))
    said = sign_registration(ORIGIN, "event", key, key)
    return f"key:{said.key}", KeyRegistered(**said._asdict())


def _again(made: Stolen, *, demo: bool) -> EventBase:
    root = b64encode(made.keyring.public(made.keyring.event(1)).raw).decode()
    return LogOpened(demo=demo, origin=ORIGIN, root=root)


UNSIGNED: Final = b64encode(bytes(64)).decode()
PLANTED: Final[dict[str, Planted]] = {
    "a revocation of another key": lambda made: (f"key:{made.stolen}", _revocation(made)),
    "a registration of another key": lambda made: (
        f"key:{made.stolen}",
        made.first.entries(f"key:{made.old}")[0].event,
    ),
    "a revocation in a stream of no key": lambda made: ("key:0", _revocation(made)),
    "a revocation in a stream of no keys": lambda made: ("account:p-1", _revocation(made)),
    "an account in a stream of no key": lambda _: ("key:zzz", AccountOpened(player="p-9")),
    "the log opened again": lambda made: (LOG_STREAM, _again(made, demo=False)),
    "the log opened again as demo": lambda made: (LOG_STREAM, _again(made, demo=True)),
    "an account in the log": lambda _: (LOG_STREAM, AccountOpened(player="p-9")),
    "a retirement a second time": lambda made: (f"key:{made.old}", _retirement(made)),
    "a registration a second time": lambda made: (f"key:{made.old}", made.first.entries(f"key:{made.old}")[0].event),
    "its own registration again": lambda made: (
        f"key:{made.stolen}",
        made.first.entries(f"key:{made.stolen}")[0].event,
    ),
    "a revocation nobody signed": lambda made: (
        f"key:{made.old}",
        _revocation(made).model_copy(update={"last_good": 2}),
    ),
    "a retirement nobody signed": lambda made: (
        f"key:{made.stolen}",
        KeyRetired(key=made.stolen, root_signature=UNSIGNED),
    ),
    "a retirement of no key": lambda _: ("key:" + "aa" * 8, KeyRetired(key="aa" * 8, root_signature=UNSIGNED)),
    "a registration nobody signed": lambda _: _appointed(),
}


@pytest.mark.parametrize("what", PLANTED)
def test_nothing_planted_keeps_a_stolen_key(stolen: Stolen, what: str) -> None:
    """Red before: doors stopped, rotation and revocation were refused, or retired nothing; the verifier was silent."""
    index = stolen.plant(PLANTED[what](stolen))
    if not what.endswith("of no keys"):  # an account's own stream is refused, with its place
        for number, door in enumerate((stolen.first, stolen.second)):
            assert isinstance(door.handle(deposit(f"after/{number}")), Acknowledgement)
    assert stolen.named() == {(Code.POLICY_FAIL, index)}
    listed = tombo("--ledger", stolen.first.store.url, "--keys", str(stolen.keyring.directory), "keys", "list")
    assert (listed.status, listed.err) == (0, "")
    row = next(line for line in listed.out.splitlines() if line.startswith(stolen.stolen))
    assert "not to be believed" not in row
    assert ", retired" not in row
    assert any("retired at 6, not to be believed after 6" in line for line in listed.out.splitlines())
    assert len(listed.out.splitlines()) == 3
    old = stolen.first.view()(f"key:{stolen.old}")
    assert (old.retired, old.last_good) == (True, 6)
    third = rotate(stolen.first, stolen.keyring, stolen.keyring.root)
    assert stolen.first.view()(f"key:{stolen.stolen}").retired
    revoke(stolen.second, stolen.keyring, stolen.keyring.root, stolen.stolen, index - 1, "stolen")
    assert stolen.second.view()(f"key:{stolen.stolen}").last_good == index - 1
    door = open_ledger(stolen.first.store.url, Keyring(stolen.keyring.directory), clock=stolen.clock)
    assert isinstance(door.handle(deposit("new", "p-2")), Acknowledgement)
    assert door.sealing.key.key_id == third.key.key_id
    door.store.close()
    assert (Code.POLICY_FAIL, index) in stolen.named()


@pytest.mark.parametrize("taken", ["keys/rotate/3", "keys/revoke/{stolen}/7"])
def test_no_command_id_that_was_taken_keeps_a_stolen_key(stolen: Stolen, taken: str) -> None:
    """Red before: who sealed something under the id of the next rotation or revocation had it refused for ever."""
    stolen.plant(("account:p-77", AccountOpened(player="p-77")), command=taken.format(stolen=stolen.stolen))
    rotate(stolen.first, stolen.keyring, stolen.keyring.root)
    assert stolen.first.view()(f"key:{stolen.stolen}").retired
    assert not revoke(stolen.second, stolen.keyring, stolen.keyring.root, stolen.stolen, 7, "stolen").repeated
    assert revoke(stolen.second, stolen.keyring, stolen.keyring.root, stolen.stolen, 7, "stolen").repeated
    assert stolen.second.view()(f"key:{stolen.stolen}").last_good == 7
    assert isinstance(stolen.second.handle(deposit("new", "p-2")), Acknowledgement)


def test_a_stolen_key_that_was_retired_seals_nothing(stolen: Stolen) -> None:
    """Red before: what retired it was passed over, because another key's revocation stood in its stream."""
    stolen.plant((f"key:{stolen.stolen}", _revocation(stolen)))
    rotate(stolen.first, stolen.keyring, stolen.keyring.root)
    assert "retired" in str(stolen.first.store._checks.keys.objection(bytes.fromhex(stolen.stolen), 10**6, 1))


@pytest.mark.parametrize("stream", ["key:0", "key:{stolen}", "account:p-1"])
def test_the_import_door_takes_what_is_said_of_a_key_in_its_own_stream_alone(stolen: Stolen, stream: str) -> None:
    """Red before: taken, if the stream was that of some key."""
    size = stolen.first.store.head().size
    with pytest.raises(UsageError, match="in its own stream"):
        inscribe(stolen.first, "elsewhere", [(stream.format(stolen=stolen.stolen), _revocation(stolen))])
    assert stolen.first.store.head().size == size
    assert verdict(stolen) is Code.OK


def test_the_checkpoint_key_is_not_revoked(stolen: Stolen) -> None:
    """Red before: accepted, and nothing came of it: docs/keys.md says that it cannot be replaced."""
    key, size = stolen.keyring.public(stolen.keyring.checkpoint).key_id.hex(), stolen.first.store.head().size
    with pytest.raises(UsageError, match=r"checkpoint key.*begins a new ledger"):
        revoke(stolen.first, stolen.keyring, stolen.keyring.root, key, 3, "stolen")
    assert stolen.first.store.head().size == size


def test_no_key_is_good_beyond_the_end_of_the_log(stolen: Stolen) -> None:
    """Red before: with a slip of the pen a stolen key was believed for another thousand million entries."""
    size = stolen.first.store.head().size
    words = ("--ledger", stolen.first.store.url, "--keys", str(stolen.keyring.directory), "keys", "revoke")
    for last_good in (size, 10**9):
        told = tombo(*words, stolen.stolen, "--last-good", str(last_good), "--reason", "typo")
        assert (told.status, f"the log ends at {size - 1}; nothing was recorded" in told.err) == (2, True), told
        assert stolen.first.store.head().size == size
    told = tombo(*words, stolen.stolen, "--last-good", str(size - 1), "--reason", "stolen")
    assert told.status == 0, told
    assert verdict(stolen) is Code.OK
