"""Keys in turn: an append is sealed by a key that may still sign after it, also in a process that records meanwhile."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Thread
from typing import Any, Final

import pytest

from tests.worlds.two_doors import ORIGIN, Doors, deposit, verdict
from tombo.ledger.core.entry import EventBase
from tombo.ledger.core.errors import StoreUnavailableError, UsageError
from tombo.ledger.exchange.door import ImportJob
from tombo.ledger.house.key import KeyRetired, KeyRevoked
from tombo.ledger.live.group import GroupWriter
from tombo.ledger.live.ledger import Acknowledgement, Ledger
from tombo.ledger.operate import keyring as keyring_module
from tombo.ledger.operate.eventkeys import registration, unregistered
from tombo.ledger.operate.keyring import OPERATOR, inscribe, open_ledger, revoke, rotate
from tombo.ledger.seal.registry import sign_retirement, sign_revocation
from tombo.ledger.verify import Code


def said_of(doors: Doors, number: int, last_good: int | None) -> tuple[str, EventBase]:
    """That the ``number``-th event key is retired, or revoked after ``last_good``."""
    root = doors.keyring.load_root(doors.keyring.root)
    key_id = doors.keyring.public(doors.keyring.event(number)).key_id
    if last_good is None:
        signature = sign_retirement(ORIGIN, key_id, root)
        return f"key:{key_id.hex()}", KeyRetired(key=key_id.hex(), root_signature=signature)
    signature = sign_revocation(ORIGIN, key_id, last_good, root)
    revoked = KeyRevoked(key=key_id.hex(), last_good=last_good, reason="stolen", root_signature=signature)
    return f"key:{key_id.hex()}", revoked


def sent_ahead(door: Ledger, job: ImportJob) -> None:
    """As a queue sends it."""
    with ThreadPoolExecutor(1) as pool:
        door.handle_ahead([job], pool, lambda *_: None)
        door.land()


WAYS: Final[dict[str, Callable[[Ledger, ImportJob], object]]] = {
    "sent ahead": sent_ahead,
    "alone": lambda door, job: door.record([job]),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("good", [[None], [0], [4], [10_000, 5]], ids=["retired", "revoked", "lately", "twice"])
def test_what_takes_a_key_away_is_not_sealed_by_it(doors: Doors, good: list[int | None], way: str) -> None:
    """Red before: whatever touched the stream of the key in use was sealed with it."""
    door, size = doors.second, doors.second.store.head().size
    assert size == 5  # so that the last of two revocations lets the first entry stand, and not itself
    job = ImportJob("taken-away", "00" * 16, OPERATOR, None, [said_of(doors, 1, last_good) for last_good in good], {})
    with pytest.raises(UsageError, match="would seal"):
        WAYS[way](door, job)
    assert door.store.head().size == size
    assert isinstance(door.handle(deposit("b")), Acknowledgement)
    assert verdict(doors) is Code.OK


@pytest.mark.parametrize("good", [None, 10_000])
def test_a_key_seals_the_append_in_which_it_hands_over(doors: Doors, good: int | None) -> None:
    """What the registry believes is no reason to refuse: an append that begins before the retirement, or ends before the last good index."""
    door, keyring = doors.second, doors.keyring
    new = unregistered(door.store, keyring, os.urandom)
    registered = registration(ORIGIN, keyring.load_root(keyring.root), new, "event")
    inscribe(door, "handed-over", [registered, said_of(doors, 1, good)])
    assert isinstance(door.handle(deposit("b")), Acknowledgement)
    assert door.sealing.key.key_id == new.key_id
    assert verdict(doors) is Code.OK


def test_a_revocation_overtaken_by_a_retirement_is_refused(doors: Doors, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two keys may sign, and the one that was to seal the revocation of the other is retired at the last moment."""
    door, keyring = doors.second, doors.keyring
    door.handle(deposit("before"))
    new = unregistered(door.store, keyring, os.urandom)
    inscribe(door, "two", [registration(ORIGIN, keyring.load_root(keyring.root), new, "event")])
    third = open_ledger(door.store.url, keyring, clock=doors.clock)
    made = keyring_module.inscribe

    def overtaken(*given: Any) -> Acknowledgement:
        made(third, "retired", [said_of(doors, 1, None)])
        return made(*given)

    monkeypatch.setattr(keyring_module, "inscribe", overtaken)
    key, size = third.sealing.key.key_id.hex(), door.store.head().size
    with pytest.raises(UsageError, match="would seal"):
        revoke(door, keyring, keyring.root, key, size - 1, "stolen")
    assert door.store.head().size == size + 1
    assert isinstance(door.handle(deposit("b")), Acknowledgement)
    third.store.close()
    assert verdict(doors) is Code.OK


TURNS: Final[dict[str, Callable[[Doors], object]]] = {
    "rotate": lambda doors: rotate(doors.second, doors.keyring, doors.keyring.root),
    "revoke": lambda doors: revoke(
        doors.second, doors.keyring, doors.keyring.root, doors.second.sealing.key.key_id.hex(), 10_000, "lost"
    ),
}


@pytest.mark.parametrize("turn", TURNS)
def test_a_commit_under_way_is_sealed_with_the_key_it_began_with(
    doors: Doors, monkeypatch: pytest.MonkeyPatch, turn: str
) -> None:
    """Red before: while it waited for the store, a rotation in the same process gave it a key that nobody had registered yet."""
    door, told, go = doors.second, list[Any](), Event()
    insert, land = door.store.recorder.insert_events, door.land

    def waits(*given: Any, **named: Any) -> Any:
        assert go.wait(30)
        return insert(*given, **named)

    def landing() -> bool:
        go.set()  # not before somebody waits for it
        return land()

    with ThreadPoolExecutor(1) as pool, monkeypatch.context() as within:
        within.setattr(door.store.recorder, "insert_events", waits)
        door.handle_ahead([deposit("a")], pool, lambda _, outcomes: told.extend(outcomes or [None]))
        within.setattr(door, "land", landing)
        TURNS[turn](doors)
    assert [type(outcome) for outcome in told] == [Acknowledgement]
    assert door.sealing.key.name.endswith("/event/2")
    assert isinstance(door.handle(deposit("b")), Acknowledgement)
    assert verdict(doors) is Code.OK


@pytest.mark.parametrize("turn", TURNS)
def test_keys_take_turns_while_others_record(doors: Doors, turn: str) -> None:
    """Red before: a commit of the queue was sealed with a key that nobody had registered yet, and acknowledged."""
    told, stop, began = list[object](), Event(), Event()
    with GroupWriter(doors.second) as writer:

        def feed(player: str) -> None:
            number = 0
            while not stop.is_set():
                tickets = [writer.submit(deposit(f"{player}/{number + more}", player)) for more in range(20)]
                number += 20
                told.extend(ticket.wait() for ticket in tickets)
                began.set()

        feeders = [Thread(target=feed, args=(player,)) for player in ("p-1", "p-2")]
        for feeder in feeders:
            feeder.start()
        try:
            assert began.wait(30)
            for _ in range(2):
                TURNS[turn](doors)
        finally:
            stop.set()
            for feeder in feeders:
                feeder.join()
    assert {type(outcome) for outcome in told} == {Acknowledgement}
    assert doors.second.sealing.key.name.endswith("/event/3")
    assert verdict(doors) is Code.OK


def test_a_key_that_did_not_arrive_signs_nothing(doors: Doors, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rotation that failed leaves the key that was in use, and the next one takes the new key up again."""
    door = doors.second

    def fails(*_: Any, **__: Any) -> Any:
        raise StoreUnavailableError("away")

    with monkeypatch.context() as within:
        within.setattr(door.store.recorder, "insert_events", fails)
        with pytest.raises(StoreUnavailableError):
            rotate(door, doors.keyring, doors.keyring.root)
    assert door.sealing.key.name.endswith("/event/1")
    assert isinstance(door.handle(deposit("a")), Acknowledgement)
    assert rotate(door, doors.keyring, doors.keyring.root).key.name.endswith("/event/2")
    assert verdict(doors) is Code.OK
