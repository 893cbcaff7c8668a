"""A lost command that turns out to be recorded: what waited for it is decided on the state that it left (D5)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bench.play import hand, house
from tests.worlds.floor import PLATFORM
from tests.worlds.staff import signed
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.errors import LedgerError, NotDecidedError, StoreUnavailableError
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.money import Money
from tombo.ledger.house.account.commands import Deposit, Withdraw
from tombo.ledger.live.group import GroupWriter
from tombo.ledger.live.ledger import Acknowledgement, Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger, open_ledger

ORIGIN = "operator.example/1"
MONEY = [
    Envelope(what(amount=Money(10**9), player="p-1", reference="bank"), PLATFORM, name, None)
    for what, name in ((Deposit, "deposit"), (Withdraw, "withdrawal"))
]
PLAY = hand(0, 1)[2:4]


@pytest.fixture
def ledger(store_url: str, tmp_path: Path) -> Iterator[Ledger]:
    """A ledger with a hand in play, on each store in turn."""
    made = create_ledger(store_url, Keyring(tmp_path / "keys"), origin=ORIGIN, clock=SteppingClock())
    with made.store:
        opening = [*(signed(asked, ORIGIN) for asked in house(1)), *hand(0, 1)[:2]]
        assert {type(outcome) for outcome in made.handle_many(opening)} == {Acknowledgement}
        yield made


@pytest.mark.parametrize("asked", [PLAY, MONEY], ids=["play", "money"])
def test_d5_what_another_door_recorded_is_seen_at_once(
    ledger: Ledger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: list[Envelope]
) -> None:
    """The first is lost, the second waits, another door records the first. Red before: the second was refused, and recorded the next time."""
    first, second = asked

    def insert_events(*_: Any, **__: Any) -> Any:
        monkeypatch.undo()
        raise StoreUnavailableError("the disk is full; nothing was recorded")

    monkeypatch.setattr(ledger.store.recorder, "insert_events", insert_events)
    assert [type(said) for said in ledger.handle_many([first])] == [StoreUnavailableError]
    assert [type(said) for said in ledger.handle_many([second])] == [NotDecidedError]
    other = open_ledger(ledger.store.url, Keyring(tmp_path / "keys"), clock=ledger.clock)
    with other.store:
        assert isinstance(other.handle(first), Acknowledgement)
    assert isinstance(ledger.handle(second), Acknowledgement)


@pytest.mark.parametrize("asked", [PLAY, MONEY], ids=["play", "money"])
@pytest.mark.parametrize("noted", [False, True], ids=["not noted", "noted"])
def test_d5b_what_this_door_recorded_and_did_not_note_is_seen_at_once(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch, asked: list[Envelope], *, noted: bool
) -> None:
    """After the commit of the first an error that nobody planned. Red before: the second was refused, decided on what was there before it."""
    first, second = asked
    note = ledger.store.appended

    def appended(*given: Any) -> None:
        monkeypatch.undo()
        if noted:
            note(*given)
        raise RuntimeError("nobody planned this")

    ledger.view()("hand:mesa-0/1"), ledger.view()("account:p-1")
    monkeypatch.setattr(ledger.store, "appended", appended)
    with pytest.raises(RuntimeError):
        ledger.handle(first)
    assert isinstance(ledger.handle(second), Acknowledgement)
    assert isinstance(ledger.handle(first), Acknowledgement)


def test_d5b_a_batch_behind_it_is_refused_nothing(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole hand, one command after the other, each commit in turn not noted: no refusal, and all is recorded."""
    asked = hand(0, 1)[2:]
    note, calls = ledger.store.appended, [0]

    def appended(*given: Any) -> None:
        calls[0] += 1
        if calls[0] % 2:
            raise RuntimeError("nobody planned this")
        note(*given)

    monkeypatch.setattr(ledger.store, "appended", appended)
    with GroupWriter(ledger) as writer:
        said = [writer.submit(envelope).wait() for envelope in asked]
    assert not any(isinstance(outcome, Refused | LedgerError) for outcome in said)
