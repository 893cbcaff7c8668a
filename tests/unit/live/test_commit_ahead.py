"""Deciding on top of a commit that is still under way: same outcomes as one by one, whatever becomes of that commit."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.worlds.floor import Floor
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.entry import By
from tombo.ledger.core.errors import KeyFileError, LedgerError, StoreUnavailableError
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.money import Money
from tombo.ledger.exchange.door import ImportJob
from tombo.ledger.house.account import commands as house
from tombo.ledger.house.account.state import Account
from tombo.ledger.live.group import JOBS_MAX, GroupWriter
from tombo.ledger.live.ledger import Acknowledgement, Ledger, Outcome
from tombo.ledger.operate.keyring import Keyring, create_ledger, open_ledger, revoke, rotate
from tombo.ledger.seal.policy import parse_policy
from tombo.ledger.store import IntegrityError, OutcomeUnknownError, open_evidence
from tombo.ledger.verify import Code, verify

PLATFORM = By(actor="platform", id="platform")
ERRORS = (OutcomeUnknownError, IntegrityError, RuntimeError)


@pytest.fixture
def keyring(tmp_path: Path) -> Keyring:
    """Where the test's keys go."""
    return Keyring(tmp_path / "keys")


@pytest.fixture
def ledger(store_url: str, keyring: Keyring) -> Iterator[Ledger]:
    """A new ledger with one empty account, on each store in turn."""
    made = create_ledger(store_url, keyring, origin="operator.example/ledger/1", clock=SteppingClock())
    Floor(made.handle, "open").do(house.OpenAccount(player="p-1"))
    yield made
    made.store.close()


@pytest.fixture
def pool() -> Iterator[Executor]:
    """The thread in which commits are under way."""
    with ThreadPoolExecutor(1) as made:
        yield made


def move(name: str, cents: int) -> Envelope:
    """A deposit, or where ``cents`` is negative a withdrawal."""
    amount = Money(abs(cents))
    deposit = house.Deposit(amount=amount, player="p-1", reference="bank")
    withdraw = house.Withdraw(amount=amount, player="p-1", reference="bank")
    return Envelope(deposit if cents > 0 else withdraw, PLATFORM, name, None)


def failing(recorder: Any, schedule: Sequence[tuple[type[Exception], bool] | None]) -> Callable[[], None]:
    """Let commits fail by ``schedule``: with an error, after they were durable or before; and how to end that."""
    insert, left = recorder.insert_events, list(schedule)

    def insert_events(*args: Any, **kwargs: Any) -> Any:
        planned = left.pop(0) if left else None
        if planned is None:
            return insert(*args, **kwargs)
        error, durable = planned
        if durable:
            insert(*args, **kwargs)
        raise error("as planned")

    recorder.insert_events = insert_events

    def end() -> None:
        recorder.insert_events = insert

    return end


class Caller:
    """Sends commands ahead, in pieces, and keeps what each was told."""

    def __init__(self, ledger: Ledger, pool: Executor) -> None:
        self.ledger = ledger
        self.pool = pool
        self.told: list[Outcome] = []

    def send(self, jobs: Sequence[Envelope]) -> None:
        """Send ``jobs``, however many commits that takes."""
        left = list(jobs)
        while left:
            sent = tuple(left)

            def deliver(taken: int, outcomes: list[Outcome] | None, sent: Sequence[Envelope] = sent) -> None:
                self.told += self.ledger.handle_many(sent[:taken]) if outcomes is None else outcomes

            del left[: self.ledger.handle_ahead(sent, self.pool, deliver)]


def objections(ledger: Ledger, keyring: Keyring) -> list[str]:
    """What an auditor finds wrong with the ledger."""
    policy = parse_policy(keyring.policy.read_text(encoding="utf-8"))
    report = verify(partial(open_evidence, ledger.store.url), policy)
    assert report.problems or report.verdict is Code.UNWITNESSED
    return [str(problem) for problem in report.problems]


def balance(ledger: Ledger) -> int:
    """What the account holds, folded from the stored entries."""
    account = ledger.known.load("account:p-1").state
    assert isinstance(account, Account)
    return account.balance


def test_what_is_under_way_is_decided_upon(ledger: Ledger, keyring: Keyring, pool: Executor) -> None:
    """A withdrawal of money whose deposit is not durable yet is accepted, and one beyond it is not."""
    caller = Caller(ledger, pool)
    caller.send([move("a", 100)])
    assert caller.told == []
    caller.send([move("b", -60), move("c", -60)])
    assert [type(outcome) for outcome in caller.told] == [Acknowledgement]
    assert ledger.land()
    assert [type(outcome) for outcome in caller.told] == [Acknowledgement, Acknowledgement, Refused]
    assert balance(ledger) == 40
    assert objections(ledger, keyring) == []


def test_a_retry_of_what_is_under_way_gets_its_receipt(ledger: Ledger, pool: Executor) -> None:
    """The command sent twice is recorded once; the second sender hears so once it is durable."""
    caller = Caller(ledger, pool)
    caller.send([move("a", 100)])
    caller.send([move("a", 100), move("b", 5)])
    ledger.land()
    repeated = [outcome.repeated for outcome in caller.told if isinstance(outcome, Acknowledgement)]
    assert repeated == [False, True, False]
    assert balance(ledger) == 105


@pytest.mark.parametrize("durable", [True, False], ids=["committed", "not committed"])
@pytest.mark.parametrize("error", ERRORS, ids=lambda error: error.__name__)
def test_a_commit_under_way_that_fails_takes_nothing_with_it(
    ledger: Ledger, keyring: Keyring, pool: Executor, error: type[Exception], *, durable: bool
) -> None:
    """What was decided on top of it is decided again; everything is recorded once and answered once, in order."""
    caller = Caller(ledger, pool)
    end = failing(ledger.store.recorder, [None, (error, durable)])
    for number in range(5):
        caller.send([move(f"a{number}", 100), move(f"b{number}", -30)])
    ledger.land()
    end()
    assert [type(outcome) for outcome in caller.told] == [Acknowledgement] * 10
    indices = [outcome.entries[0].index for outcome in caller.told if isinstance(outcome, Acknowledgement)]
    assert indices == list(range(indices[0], indices[0] + 10))
    assert balance(ledger) == 350
    assert objections(ledger, keyring) == []


def test_another_process_may_come_between(ledger: Ledger, keyring: Keyring, pool: Executor, store_url: str) -> None:
    """Money that another process took is not paid out again on what was believed while a commit was under way."""
    ledger.handle(move("start", 100))
    other = open_ledger(store_url, keyring, clock=ledger.clock)
    caller = Caller(ledger, pool)
    caller.send([move("a", 10)])
    assert ledger.land()
    assert isinstance(other.handle(move("theirs", -110)), Acknowledgement)
    caller.send([move("b", -20)])
    caller.send([move("c", 7)])
    ledger.land()
    other.store.close()
    assert [type(outcome) for outcome in caller.told] == [Acknowledgement, Refused, Acknowledgement]
    assert balance(ledger) == 7
    assert objections(ledger, keyring) == []


def test_a_key_retired_between_two_commits_signs_no_more(
    ledger: Ledger, keyring: Keyring, pool: Executor, store_url: str
) -> None:
    """The next commit is sealed with the next key; nothing is sealed with one that was revoked."""
    mine = open_ledger(store_url, keyring, clock=ledger.clock)
    other = open_ledger(store_url, keyring, clock=ledger.clock)
    caller = Caller(mine, pool)
    caller.send([move("a", 10)])
    mine.land()
    old = mine.sealing.key.key_id
    rotate(other, keyring, keyring.root)
    revoke(other, keyring, keyring.root, old.hex(), ledger.store.head().size - 1, "lost")
    other.store.close()
    for number in range(3):
        caller.send([move(f"b{number}", 1)])
    mine.land()
    mine.store.close()
    assert [type(outcome) for outcome in caller.told] == [Acknowledgement] * 4
    assert mine.sealing.key.key_id != old
    assert objections(ledger, keyring) == []


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: error.__name__)
def test_the_writer_answers_everybody_whatever_happens_to_a_commit(
    ledger: Ledger, keyring: Keyring, error: type[Exception]
) -> None:
    """More commands than a commit takes, and the second commit fails: each is recorded once, in the order it came."""
    end = failing(ledger.store.recorder, [None, (error, False), None, (error, True)])
    count = 5 * JOBS_MAX
    with GroupWriter(ledger) as writer:
        tickets = [writer.submit(move(f"d{number}", 1)) for number in range(count)]
        outcomes = [ticket.wait() for ticket in tickets]
    end()
    indices = [outcome.entries[0].index for outcome in outcomes if isinstance(outcome, Acknowledgement)]
    assert indices == list(range(indices[0], indices[0] + count))
    assert balance(ledger) == count
    assert objections(ledger, keyring) == []


def test_g1_an_error_after_the_commit_leaves_nobody_waiting(
    ledger: Ledger, keyring: Keyring, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Recorded, and not marked as acknowledged: it is looked for again, marked, and answered as recorded before."""
    arrived, calls = ledger.store.appended, iter(range(9))

    def appended(*given: Any) -> None:
        if next(calls) == 1:
            raise KeyFileError("the file mark cannot be written")
        arrived(*given)

    monkeypatch.setattr(ledger.store, "appended", appended)
    with GroupWriter(ledger) as writer:
        tickets = [writer.submit(move(f"d{number}", 1)) for number in range(2 * JOBS_MAX)]
        outcomes = [ticket.wait() for ticket in tickets]
    assert {type(outcome) for outcome in outcomes} == {Acknowledgement}
    assert balance(ledger) == 2 * JOBS_MAX
    assert ledger.store.trust.reached().size == ledger.store.head().size
    assert objections(ledger, keyring) == []


def test_g5_a_writer_that_ends_leaves_nobody_waiting(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error that nobody planned, in the writer itself: whoever waits hears of it, and whoever comes later too."""

    def fails(_tickets: Any) -> bool:
        raise RuntimeError("nobody planned this")

    with GroupWriter(ledger) as writer:
        monkeypatch.setattr(writer, "_stopped", fails)
        monkeypatch.setattr(threading, "excepthook", lambda _told: None)
        tickets = [writer.submit(move("a", 1))]
        with pytest.raises(StoreUnavailableError, match="the writer stopped before"):
            tickets[0].wait()
        with pytest.raises(StoreUnavailableError, match="the writer stopped before"):
            writer.submit(move("b", 1)).wait()


def test_g5_a_step_of_the_clock_that_cannot_be_recorded_is_nobody_elses_matter(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is tried again with the next commit; the command whose commit it follows is answered."""
    ledger.handle(move("a", 1))
    step = ImportJob("clock-stepped/9", "0" * 32, PLATFORM, None, [], {})
    monkeypatch.setattr(ledger._steps, "after", lambda _batch: step)
    monkeypatch.setattr(
        ledger, "_handle_alone", lambda _job: (_ for _ in ()).throw(RuntimeError("nobody planned this"))
    )
    with GroupWriter(ledger) as writer:
        outcomes = [
            ticket.wait() for ticket in [writer.submit(move(f"d{number}", 1)) for number in range(2 * JOBS_MAX)]
        ]
    assert {type(outcome) for outcome in outcomes} == {Acknowledgement}


@pytest.mark.parametrize("durable", [True, False], ids=["committed", "not committed"])
def test_g1_a_command_alone_in_its_batch_is_answered_by_what_became_of_it(
    ledger: Ledger, keyring: Keyring, *, durable: bool
) -> None:
    """An exception nobody planned follows the commit of one command: the writer looks for it before it answers."""
    end = failing(ledger.store.recorder, [(RuntimeError, durable)])
    with GroupWriter(ledger) as writer:
        outcome = writer.submit(move("alone", 1)).wait()
    end()
    assert isinstance(outcome, Acknowledgement if durable else LedgerError)
    assert balance(ledger) == int(durable)
    assert objections(ledger, keyring) == []


def test_g1_where_nobody_can_look_the_answer_says_that_it_is_not_known(ledger: Ledger) -> None:
    """The store is gone after the commit: neither recorded nor lost is claimed, and sending it again finds out."""
    end = failing(ledger.store.recorder, [(RuntimeError, True)])
    found, ledger.store.recorder.fetch = ledger.store.recorder.fetch, unreadable  # type: ignore[method-assign]
    with GroupWriter(ledger) as writer:
        outcome = writer.submit(move("alone", 1)).wait()
    ledger.store.recorder.fetch = found  # type: ignore[method-assign]
    end()
    assert isinstance(outcome, StoreUnavailableError)
    assert "not known" in str(outcome)
    again = ledger.handle(move("alone", 1))
    assert isinstance(again, Acknowledgement)
    assert again.repeated


def unreadable(*_: Any, **__: Any) -> Any:
    """A store that cannot be read."""
    raise StoreUnavailableError("gone")


PIECES = st.lists(
    st.lists(st.tuples(st.integers(0, 12), st.integers(-90, 90).filter(bool)), min_size=1, max_size=5), max_size=8
)
FAILURES = st.lists(
    st.sampled_from([None, *((error, False) for error in ERRORS[:2]), (OutcomeUnknownError, True)]), max_size=8
)
"""Before they are durable, or, with an answer that is lost, after."""


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(pieces=PIECES, schedule=FAILURES)
@example(pieces=[[(0, 8)], [(0, -9), (0, -9), (0, 1)]], schedule=[None, (OutcomeUnknownError, True)])  # refused twice
@example(pieces=[[(0, -9), (1, 9), (0, -9)]], schedule=[(OutcomeUnknownError, True)])  # refused, then not
def test_outcomes_are_those_of_one_command_after_the_other(
    tmp_path: Path, pieces: list[list[tuple[int, int]]], schedule: list[tuple[type[Exception], bool] | None]
) -> None:
    """Any commands, retries among them, in any pieces, with any commits failing: accepted and refused as by an account book (D1)."""
    folder = tmp_path / str(len(list(tmp_path.iterdir())))
    folder.mkdir()
    ring = Keyring(folder / "keys")
    url = f"sqlite:///{folder / 'ledger.db'}"
    ledger = create_ledger(url, ring, origin="operator.example/ledger/1", clock=SteppingClock())
    with ledger.store, ThreadPoolExecutor(1) as pool:
        Floor(ledger.handle, "open").do(house.OpenAccount(player="p-1"))
        end = failing(ledger.store.recorder, schedule)
        caller = Caller(ledger, pool)
        expected: list[str] = []
        held, recorded = 0, set()
        for piece in pieces:
            caller.send([move(f"{number}/{cents}", cents) for number, cents in piece])
            for said in piece:
                fits = said in recorded or held + said[1] >= 0
                held += said[1] if fits and said not in recorded else 0
                recorded |= {said} if fits else set()
                expected.append("Acknowledgement" if fits else "Refused")
        ledger.land()
        end()
        assert [type(outcome).__name__ for outcome in caller.told] == expected
        assert balance(ledger) == held
        assert objections(ledger, ring) == []
