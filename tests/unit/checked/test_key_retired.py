"""A key that was retired or revoked by another process: whatever lets a door hear of it, it signs nothing any more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest

from tests.worlds.floor import PLATFORM
from tests.worlds.two_doors import ACCOUNT, Doors, deposit, verdict
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.errors import KeyFileError, UsageError
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.money import Money
from tombo.ledger.house.account.commands import Withdraw
from tombo.ledger.house.account.events import Deposited
from tombo.ledger.live.group import GroupWriter
from tombo.ledger.live.ledger import Acknowledgement, Ledger
from tombo.ledger.operate import keyring as keyring_module
from tombo.ledger.operate.eventkeys import unregistered
from tombo.ledger.operate.keyring import inscribe, open_ledger, revoke, rotate
from tombo.ledger.operate.publish import publish
from tombo.ledger.seal.keys import PrivateKey
from tombo.ledger.verify import Code


def refused(door: Ledger) -> None:
    """A withdrawal of more than there is."""
    command = Withdraw(amount=Money(10**6), player="p-1", reference="bank")
    assert isinstance(door.handle(Envelope(command, PLATFORM, "too much", None)), Refused)


HEARS: Final[dict[str, Callable[[Doors], object]]] = {
    "a refusal": lambda doors: refused(doors.second),
    "catching up": lambda doors: doors.second.store.catch_up(),
    "the end of the log": lambda doors: doors.second.store.head(),
    "a publisher": lambda doors: publish(doors.second.store, doors.keyring.signer()),
    "reading": lambda doors: doors.second.entries(ACCOUNT),
    "a list": lambda doors: doors.second.store.streams("key"),
    "nothing": lambda _: None,
}


@pytest.mark.parametrize("hears", HEARS)
@pytest.mark.parametrize("by_many", [True, False], ids=["in a queue", "alone"])
def test_a_door_that_heard_of_a_rotation_signs_with_the_next_key(doors: Doors, hears: str, *, by_many: bool) -> None:
    """Red before: heard of between two commits, the retirement was forgotten, and the door went on with the retired key.

    What it acknowledged nobody believed, and every door, reader and publisher stopped: TAMPERED, for good.
    """
    doors.second.handle(deposit("before"))
    doors.rotate()
    doors.first.handle(deposit("a"))
    HEARS[hears](doors)
    if by_many:
        with GroupWriter(doors.second) as writer:
            tickets = [writer.submit(deposit(f"b-{number}", "p-2")) for number in range(300)]
            assert {type(ticket.wait()) for ticket in tickets} == {Acknowledgement}
    else:
        assert isinstance(doors.second.handle(deposit("b")), Acknowledgement)
    assert isinstance(doors.first.handle(deposit("c")), Acknowledgement)
    assert doors.second.sealing.key.key_id == doors.first.sealing.key.key_id
    assert verdict(doors) is Code.OK


def test_a_queue_that_begins_with_a_refusal_signs_with_the_next_key(doors: Doors) -> None:
    """Red before: a round that was sent ahead chose its key before it had heard of what its own refusals had let it read."""
    doors.second.handle(deposit("before"))
    doors.rotate()
    doors.first.handle(deposit("a"))
    command = Withdraw(amount=Money(10**6), player="p-1", reference="bank")
    jobs = [Envelope(command, PLATFORM, "too much", None), *(deposit(f"b-{number}", "p-2") for number in range(300))]
    writer = GroupWriter(doors.second)
    tickets = [writer.submit(job) for job in jobs]
    with writer:
        assert [type(ticket.wait()) for ticket in tickets] == [Refused, *[Acknowledgement] * 300]
    assert verdict(doors) is Code.OK


@pytest.mark.parametrize("hears", HEARS)
def test_a_door_whose_key_was_revoked_signs_nothing_with_it(doors: Doors, hears: str) -> None:
    """As of a rotation: it goes on with the key that took its place."""
    doors.second.handle(deposit("before"))
    key = doors.first.sealing.key.key_id.hex()
    revoke(doors.first, doors.keyring, doors.keyring.root, key, doors.first.store.head().size - 1, "lost")
    doors.first.handle(deposit("a"))
    HEARS[hears](doors)
    assert isinstance(doors.second.handle(deposit("b")), Acknowledgement)
    assert verdict(doors) is Code.OK


def test_a_rotation_that_waited_while_another_came_first_is_refused(doors: Doors) -> None:
    """Red before: at the prompt for the passphrase of the root key it did not notice, and retired the same key once more.

    "A key is retired once": nobody believed the ledger from then on.
    """
    waited = doors.second
    doors.rotate()
    size = doors.first.store.head().size
    with pytest.raises(UsageError, match="another rotation came first"):
        rotate(waited, doors.keyring, doors.keyring.root)
    assert doors.first.store.head().size == size
    assert isinstance(waited.handle(deposit("b")), Acknowledgement)
    rotate(waited, doors.keyring, doors.keyring.root)
    assert isinstance(waited.handle(deposit("c")), Acknowledgement)
    assert verdict(doors) is Code.OK


@pytest.mark.parametrize("which", [rotate, revoke])
def test_what_contradicts_the_record_of_a_key_is_not_recorded(
    doors: Doors, monkeypatch: pytest.MonkeyPatch, which: Callable[..., object]
) -> None:
    """The other one comes between the last look and the commit: what is retired is not retired again; revoked it may be."""
    late, made = [doors.rotate], unregistered

    def overtaken(*given: Any, **named: Any) -> PrivateKey:
        if late:
            late.pop()()
        return made(*given, **named)

    monkeypatch.setattr(keyring_module, "unregistered", overtaken)
    key = doors.second.sealing.key.key_id.hex()
    if which is rotate:
        with pytest.raises(UsageError, match="is retired already"):
            rotate(doors.second, doors.keyring, doors.keyring.root)
    else:
        revoke(doors.second, doors.keyring, doors.keyring.root, key, doors.second.store.size - 1, "lost")
    assert isinstance(doors.second.handle(deposit("c")), Acknowledgement)
    assert verdict(doors) is Code.OK


def test_without_another_key_nothing_is_recorded(doors: Doors) -> None:
    """The next key is not in this folder: the door says so, and acknowledges nothing."""
    doors.rotate()
    doors.first.handle(deposit("a"))
    doors.second.store.catch_up()
    number = max(doors.keyring.event_numbers())
    aside = doors.keyring.event(number).with_suffix(".aside")
    doors.keyring.event(number).rename(aside)
    size = doors.second.store.head().size
    with pytest.raises(KeyFileError, match="retired"):
        doors.second.handle(deposit("b"))
    assert doors.second.store.head().size == size
    aside.rename(doors.keyring.event(number))
    with open_ledger(doors.second.store.url, doors.keyring).store as store:
        assert store.head().size == size


def test_an_entry_of_another_type_in_the_stream_of_a_key_stops_no_reader(doors: Doors) -> None:
    """Red before: a bare AssertionError, of the door that sealed it and of every reader after it. It is named by the verifier."""
    stream = f"key:{doors.first.sealing.key.key_id.hex()}"
    inscribe(doors.first, "thief/1", [(stream, Deposited(amount=Money(1), reference="bank"))])
    doors.reader.catch_up()
    assert doors.reader.size == doors.first.store.size
    assert verdict(doors) is not Code.OK
    rotate(doors.second, doors.keyring, doors.keyring.root)  # and the key can be taken out of use
    revoke(doors.second, doors.keyring, doors.keyring.root, stream.removeprefix("key:"), 3, "stolen")
    assert isinstance(doors.second.handle(deposit("after")), Acknowledgement)


STALE: Final = ("nothing", "catching up", "a refusal")


@pytest.mark.parametrize("hears", STALE)
@pytest.mark.parametrize("number", [1, 2])
def test_no_key_seals_its_own_revocation(doors: Doors, hears: str, number: int) -> None:
    """Red before: a door of before a rotation took up the new key to seal the revocation of that very key: acknowledged, and TAMPERED."""
    doors.second.handle(deposit("before"))
    doors.rotate()
    doors.first.handle(deposit("a"))
    HEARS[hears](doors)
    key = doors.keyring.public(doors.keyring.event(number)).key_id.hex()
    last_good = doors.first.store.head().size - 1
    assert not revoke(doors.second, doors.keyring, doors.keyring.root, key, last_good, "stolen").repeated
    assert isinstance(doors.second.handle(deposit("b")), Acknowledgement)
    with open_ledger(doors.second.store.url, doors.keyring, clock=doors.clock).store as store:
        assert store.head().size == doors.second.store.size
    assert verdict(doors) is Code.OK


def test_where_no_other_key_is_left_a_new_one_seals_the_revocation(doors: Doors) -> None:
    """The door's own key is retired, and the one after it is in another folder: the revocation of that one brings a third."""
    doors.second.handle(deposit("before"))
    doors.rotate()
    path = doors.keyring.event(2)
    key, last_good = doors.keyring.public(path).key_id.hex(), doors.first.store.head().size - 1
    path.unlink()
    revoke(doors.second, doors.keyring, doors.keyring.root, key, last_good, "stolen")
    assert doors.second.sealing.key.name.endswith("/event/3")
    assert isinstance(doors.second.handle(deposit("b")), Acknowledgement)
    assert verdict(doors) is Code.OK


def test_a_rotation_that_waited_while_its_key_was_revoked_is_refused(doors: Doors) -> None:
    """Red before: it retired the key that was revoked, and brought a third one beside that which had taken its place."""
    waited, key = doors.second, doors.first.sealing.key.key_id.hex()
    revoke(doors.first, doors.keyring, doors.keyring.root, key, doors.first.store.head().size - 1, "lost")
    size = doors.first.store.head().size
    with pytest.raises(UsageError, match=r"is revoked after index .* came first"):
        rotate(waited, doors.keyring, doors.keyring.root)
    assert doors.first.store.head().size == size
    assert isinstance(waited.handle(deposit("b")), Acknowledgement)
    assert verdict(doors) is Code.OK
