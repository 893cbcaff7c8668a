"""A key that was registered after a process looked last: it catches up before it says that there is no such key."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

from tests.worlds.two_doors import ACCOUNT, ORIGIN, Doors, deposit
from tombo.ledger.checked.published import PublishedTree
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.errors import StoreUnavailableError, TamperedError
from tombo.ledger.live.group import GroupWriter
from tombo.ledger.live.ledger import Acknowledgement, Ledger
from tombo.ledger.operate.publish import publish
from tombo.ledger.seal.keys import PrivateKey
from tombo.ledger.seal.registry import event_key_name


@pytest.mark.parametrize("published", [True, False], ids=["published", "unpublished"])
def test_who_was_open_before_a_rotation_reads_what_the_new_key_signed(doors: Doors, *, published: bool) -> None:
    """Red before: TAMPERED, "the key is not registered", each time again until something else let it catch up."""
    doors.rotate()
    assert isinstance(doors.first.handle(deposit("a")), Acknowledgement)
    if published:
        publish(doors.first.store, doors.keyring.signer())
    assert isinstance(doors.second.handle(deposit("b")), Acknowledgement)
    assert [entry.version for entry in doors.reader.entries(ACCOUNT)] == [1, 2, 3]


def test_a_queue_goes_on_after_a_rotation(doors: Doors) -> None:
    """Red before: the first command met the alarm, and those behind it waited for it."""
    doors.rotate()
    doors.rotate()
    assert isinstance(doors.first.handle(deposit("a")), Acknowledgement)
    with GroupWriter(doors.second) as writer:
        tickets = [writer.submit(deposit(f"b-{number}")) for number in range(5)]
        assert {type(ticket.wait()) for ticket in tickets} == {Acknowledgement}


def test_what_comes_while_a_door_catches_up_is_not_left_out(doors: Doors, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between its read of the account and its look at the log one more is recorded there: what it decides on is not older than what it knows."""
    doors.rotate()
    doors.first.handle(deposit("a"))
    source: Any = doors.second.store.unchecked
    read, late = source.stream_rows, [deposit("late")]

    def stream_rows(*given: Any) -> Any:
        found = read(*given)
        if late:
            doors.first.handle(late.pop())
        return found

    monkeypatch.setattr(source, "stream_rows", stream_rows)
    known = doors.second.known.get(ACCOUNT)
    assert (known.version, known.state.balance) == (3, 2)
    assert doors.second.store.size == doors.first.store.size


@pytest.mark.parametrize("name", ["root_at", "leaf"])
@pytest.mark.parametrize("nth", range(6))
@pytest.mark.parametrize("published", [True, False], ids=["published", "unpublished"])
def test_an_outage_within_what_is_caught_up_with_leaves_no_alarm(
    doors: Doors, monkeypatch: pytest.MonkeyPatch, name: str, nth: int, *, published: bool
) -> None:
    """Red before: the append of a rotation was taken in by halves, and the next try said of an honest log that a key is registered twice."""
    doors.rotate()
    doors.first.handle(deposit("a"))
    if published:
        publish(doors.first.store, doors.keyring.signer())
    good, asked = getattr(PublishedTree, name), []

    def fails_once(tree: PublishedTree, *given: Any) -> Any:
        asked.append(given)
        if len(asked) == nth + 1:
            raise StoreUnavailableError("an outage")
        return good(tree, *given)

    with monkeypatch.context() as within:
        within.setattr(PublishedTree, name, fails_once)
        with suppress(StoreUnavailableError):
            doors.reader.catch_up()
    doors.reader.catch_up()
    assert doors.reader.size == doors.first.store.size
    assert [entry.version for entry in doors.reader.entries(ACCOUNT)] == [1, 2]


def by_no_key(door: Ledger, envelope: Envelope) -> None:
    """Recorded under a key of the right name that nobody registered."""
    door.sealing.key = PrivateKey(event_key_name(ORIGIN, 2), b"k" * 32)
    door._committer._choose_key = lambda round_: False  # type: ignore[method-assign]  # as a thief's own program would
    assert isinstance(door.handle(envelope), Acknowledgement)


@pytest.mark.parametrize("after", [True, False], ids=["after a rotation", "without one"])
def test_a_key_that_nobody_registered_is_believed_by_nobody(doors: Doors, *, after: bool) -> None:
    """Caught up or not, the first time and the second; and nothing is recorded behind it."""
    if after:
        doors.rotate()
        doors.first.handle(deposit("a"))
    by_no_key(doors.first, deposit("forged"))
    size = doors.first.store.size
    for number in range(2):
        with pytest.raises(TamperedError, match=r"TAMPERED: log index \d+: found an append by .* is not registered"):
            doors.reader.entries(ACCOUNT)
        with pytest.raises(TamperedError, match="is not registered"):
            doors.second.handle(deposit(f"b-{number}"))
    assert doors.second.store.unchecked.head().size == size


def test_nor_one_that_is_registered_only_behind_what_it_signed(doors: Doors) -> None:
    """The root key vouches for it later: what it signed before stays what nobody sealed."""
    by_no_key(doors.first, deposit("forged"))
    doors.rotate()
    assert doors.first.store.head_of(f"key:{doors.first.sealing.key.key_id.hex()}") is not None
    with pytest.raises(TamperedError, match="TAMPERED"):
        doors.reader.entries(ACCOUNT)
