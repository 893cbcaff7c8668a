"""What ends the writer's thread leaves nobody waiting for ever, whoever's commit it came out of (D6)."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.worlds.floor import PLATFORM
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.errors import LedgerError, StoreUnavailableError
from tombo.ledger.core.money import Money
from tombo.ledger.house.account.commands import Deposit, OpenAccount
from tombo.ledger.live import group as writer_module
from tombo.ledger.live.group import GroupWriter, Waiting
from tombo.ledger.live.ledger import Acknowledgement, Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger

COUNT = 12
BATCH = 4


@pytest.fixture
def ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Ledger]:
    """A ledger with one empty account; what ends a thread is not told on stderr."""
    monkeypatch.setattr(threading, "excepthook", lambda _told: None)
    monkeypatch.setattr(writer_module, "JOBS_MAX", BATCH)
    made = create_ledger(
        f"sqlite:///{tmp_path / 'l.db'}",
        Keyring(tmp_path / "keys"),
        origin="operator.example/ledger/1",
        clock=SteppingClock(),
    )
    with made.store:
        made.handle(Envelope(OpenAccount(player="p-1"), PLATFORM, "open", None))
        yield made


def deposits() -> list[Envelope]:
    """Three commits' worth."""
    return [
        Envelope(Deposit(amount=Money(1), player="p-1", reference="bank"), PLATFORM, f"d-{number}", None)
        for number in range(COUNT)
    ]


def answered(ticket: Waiting) -> bool:
    """Whether ``ticket`` is answered; with an error where the writer stopped."""
    assert ticket._done.acquire(timeout=5), f"{ticket.job.command_id} waits for ever"
    ticket._done.release()
    if ticket._outcome is None:
        with pytest.raises(StoreUnavailableError, match=r"not known whether .* send it again, under the same id"):
            ticket.wait()
        return False
    return isinstance(ticket.wait(), Acknowledgement)


@pytest.mark.parametrize("durable", [True, False], ids=["committed", "not committed"])
@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("ends", [asyncio.CancelledError, SystemExit, KeyboardInterrupt])
def test_d6_a_commit_that_is_cancelled_leaves_nobody_waiting(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch, ends: type[BaseException], number: int, *, durable: bool
) -> None:
    """Of three commits one is cancelled. Red before: who was in that one waited for ever. All is recorded when it is sent again."""
    insert: Any = ledger.store.recorder.insert_events
    commits: list[int] = []

    def insert_events(*args: Any, **kwargs: Any) -> Any:
        commits.append(1)
        if len(commits) != number:
            return insert(*args, **kwargs)
        if durable:
            insert(*args, **kwargs)
        raise ends("cancelled")

    monkeypatch.setattr(ledger.store.recorder, "insert_events", insert_events)
    writer = GroupWriter(ledger)
    tickets = [writer.submit(asked) for asked in deposits()]
    with writer:
        writer._thread.join(timeout=20)
        assert [answered(ticket) for ticket in tickets] == [place < (number - 1) * BATCH for place in range(COUNT)]
        assert not answered(writer.submit(deposits()[0]))
    assert {type(said) for said in ledger.handle_many(deposits())} == {Acknowledgement}
    account = ledger.view()("account:p-1")
    assert account.balance == COUNT


def test_d6_so_does_one_that_is_taken_again(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """A commit under way fails, and when it is taken again it is cancelled. Red before: who was in it waited for ever."""
    insert: Any = ledger.store.recorder.insert_events
    ends: list[BaseException] = [RuntimeError("nobody planned this"), SystemExit("cancelled")]

    def insert_events(*args: Any, **kwargs: Any) -> Any:
        if ends:
            raise ends.pop(0)
        return insert(*args, **kwargs)

    monkeypatch.setattr(ledger.store.recorder, "insert_events", insert_events)
    writer = GroupWriter(ledger)
    tickets = [writer.submit(asked) for asked in deposits()]
    with writer:
        writer._thread.join(timeout=20)
    assert not any(answered(ticket) for ticket in tickets)
    assert not any(isinstance(said, LedgerError) for said in ledger.handle_many(deposits()))
