"""Who comes while a commit is on its way is decided into the next one, which goes as soon as that has its answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from tests.worlds.floor import PLATFORM
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.errors import UsageError
from tombo.ledger.core.money import Money
from tombo.ledger.house.account.commands import Deposit, OpenAccount
from tombo.ledger.live import group as writer_module
from tombo.ledger.live.group import GroupWriter, Waiting
from tombo.ledger.live.ledger import Acknowledgement, Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger
from tombo.ledger.store import IntegrityError, OutcomeUnknownError

BATCH = 4
PATIENCE = 60.0


@pytest.fixture
def ledger(store_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Ledger]:
    """A ledger with one empty account, on each store in turn."""
    monkeypatch.setattr(writer_module, "JOBS_MAX", BATCH)
    made = create_ledger(
        store_url, Keyring(tmp_path / "keys"), origin="operator.example/ledger/1", clock=SteppingClock()
    )
    with made.store:
        made.handle(Envelope(OpenAccount(player="p-1"), PLATFORM, "open", None))
        yield made


def deposit(number: int) -> Envelope:
    """A cent."""
    return Envelope(Deposit(amount=Money(1), player="p-1", reference="bank"), PLATFORM, f"d-{number}", None)


class Held:
    """A store whose first commit has its answer only once ``let`` is set; ``sizes`` of all commits, in entries."""

    def __init__(self, ledger: Ledger, fails: Callable[[Callable[[], Any]], Any] = lambda insert: insert()) -> None:
        self.sizes: list[int] = []
        self.begun, self.let = Event(), Event()
        recorder: Any = ledger.store.recorder
        insert = recorder.insert_events

        def insert_events(events: Any, **given: Any) -> Any:
            self.sizes.append(len(events))
            if len(self.sizes) > 1:
                return insert(events, **given)
            self.begun.set()
            assert self.let.wait(PATIENCE)
            return fails(lambda: insert(events, **given))

        recorder.insert_events = insert_events


def begun(ledger: Ledger, held: Held, waiting: int) -> tuple[GroupWriter, list[Waiting]]:
    """A writer whose first commit is on its way, with ``waiting`` commands behind it."""
    writer = GroupWriter(ledger)
    tickets = [writer.submit(deposit(number)) for number in range(BATCH + waiting)]
    writer.__enter__()
    assert held.begun.wait(PATIENCE)
    return writer, tickets


def told(tickets: list[Waiting]) -> list[int]:
    """The log index of each, once all are answered with a first receipt."""
    for ticket in tickets:
        assert ticket._done.acquire(timeout=PATIENCE), f"{ticket.job.command_id} waits for ever"
        ticket._done.release()
    outcomes = [ticket.wait() for ticket in tickets]
    assert {type(outcome) for outcome in outcomes} == {Acknowledgement}
    return [outcome.entries[0].index for outcome in outcomes if isinstance(outcome, Acknowledgement)]


def test_those_who_come_one_by_one_while_a_commit_is_on_its_way_go_together(ledger: Ledger) -> None:
    """Two wait behind it, and two come later. Red before, mostly: the two that waited had a commit of their own, and those after them too."""
    held = Held(ledger)
    writer, tickets = begun(ledger, held, waiting=2)
    tickets += [writer.submit(deposit(number)) for number in (6, 7)]
    held.let.set()
    first, *_ = indices = told(tickets)
    writer.__exit__()
    assert indices == list(range(first, first + 2 * BATCH))
    assert held.sizes == [BATCH, BATCH]


def test_nobody_who_came_meanwhile_waits_for_somebody_else(ledger: Ledger) -> None:
    """One comes while a commit is on its way, and then nobody: it goes when that one has its answer."""
    held = Held(ledger)
    writer, tickets = begun(ledger, held, waiting=1)
    held.let.set()
    told(tickets)
    assert held.sizes == [BATCH, 1]
    told([writer.submit(deposit(9))])
    writer.__exit__()


def test_nobody_waits_for_somebody_else_who_has_no_one_behind_him(ledger: Ledger) -> None:
    """All of a commit that was sent ahead are answered when it arrives, though nobody sends anything after it."""
    held = Held(ledger)
    writer, tickets = begun(ledger, held, waiting=0)
    held.let.set()
    told(tickets)
    writer.__exit__()
    assert held.sizes == [BATCH]


def test_a_writer_that_closes_while_others_are_awaited_answers_all(ledger: Ledger) -> None:
    """It is told to close in the middle of a commit; those behind it are recorded, and whoever comes later is told."""
    held = Held(ledger)
    writer, tickets = begun(ledger, held, waiting=2)
    closing = Thread(target=writer.__exit__)
    closing.start()
    held.let.set()
    told(tickets)
    closing.join(PATIENCE)
    assert not closing.is_alive()
    assert not isinstance(ledger.receipt(deposit(0)), UsageError | None)


@pytest.mark.parametrize("durable", [True, False], ids=["committed", "not committed"])
@pytest.mark.parametrize("error", [OutcomeUnknownError, IntegrityError, RuntimeError], ids=lambda error: error.__name__)
def test_what_came_while_a_commit_failed_is_decided_again(
    ledger: Ledger, error: type[Exception], *, durable: bool
) -> None:
    """The commit below ends with an error, after others came in on top of it: each is recorded once, in order, and told so."""

    def fails(insert: Callable[[], Any]) -> Any:
        if durable:
            insert()
        raise error("as planned")

    held = Held(ledger, fails)
    writer, tickets = begun(ledger, held, waiting=2)
    tickets += [writer.submit(deposit(number)) for number in (6, 7)]
    held.let.set()
    for ticket in tickets:
        assert ticket._done.acquire(timeout=PATIENCE)
        ticket._done.release()
    writer.__exit__()
    receipts = [ticket.wait() for ticket in tickets]
    assert {type(receipt) for receipt in receipts} == {Acknowledgement}
    indices = [receipt.entries[0].index for receipt in receipts if isinstance(receipt, Acknowledgement)]
    assert indices == list(range(indices[0], indices[0] + 2 * BATCH))
    assert ledger.known.load("account:p-1").state.balance == 2 * BATCH
