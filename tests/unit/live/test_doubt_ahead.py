"""Commands in doubt, and retries of recorded ones, are denied to nobody: not in a commit sent ahead of an answer, nor for a key file (G1)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.worlds.floor import PLATFORM
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.errors import KeyFileError, LedgerError, StoreUnavailableError, TamperedError
from tombo.ledger.core.money import Money
from tombo.ledger.house.account.commands import Deposit, OpenAccount
from tombo.ledger.live import group as writer_module
from tombo.ledger.live.group import GroupWriter
from tombo.ledger.live.ledger import Acknowledgement, Ledger, Outcome
from tombo.ledger.operate.keyring import Keyring, create_ledger, open_ledger
from tombo.ledger.operate.publish import publish
from tombo.ledger.store import OutcomeUnknownError

ORIGIN = "operator.example/1"


@pytest.fixture
def keyring(tmp_path: Path) -> Keyring:
    """Where the test's keys go."""
    return Keyring(tmp_path / "keys")


@pytest.fixture
def ledger(store_url: str, keyring: Keyring) -> Any:
    """A published ledger with four accounts, on each store in turn."""
    made = create_ledger(store_url, keyring, origin=ORIGIN, clock=SteppingClock())
    with made.store:
        for number in range(4):
            made.handle(opened(f"open/{number}", number))
        publish(made.store, keyring.signer())
        yield made


def deposit(name: str, player: int = 0) -> Envelope:
    """One cent to the account of a player."""
    return Envelope(Deposit(amount=Money(1), player=f"q-{player}", reference="bank"), PLATFORM, name, None)


def opened(name: str, player: int) -> Envelope:
    """An account; sent again it is refused on what the first one left, and looked for then."""
    return Envelope(OpenAccount(player=f"q-{player}"), PLATFORM, name, None)


def queued(ledger: Ledger, envelopes: Sequence[Envelope]) -> list[Outcome]:
    """The answers to ``envelopes``, all of which wait before the first is taken."""
    writer = GroupWriter(ledger)
    tickets = [writer.submit(envelope) for envelope in envelopes]
    with writer:
        return [ticket.wait() for ticket in tickets]


def at_once(ledger: Ledger, envelopes: Sequence[Envelope]) -> list[Outcome]:
    """The answers to ``envelopes``, nothing of which is sent ahead of another's answer."""
    return ledger.handle_many(envelopes)


def raising(error: Exception) -> Callable[..., Any]:
    """A call that fails."""

    def fails(*_: Any, **__: Any) -> Any:
        raise error

    return fails


def put_away(keyring: Keyring) -> Path:
    """The signer's file cannot be read: a folder stands there. Where the file is now."""
    kept = keyring.signer_state.rename(keyring.signer_state.with_name("away"))
    keyring.signer_state.mkdir()
    return kept


def put_back(keyring: Keyring, kept: Path) -> None:
    """As it was."""
    keyring.signer_state.rmdir()
    kept.rename(keyring.signer_state)


def recorded(outcomes: Sequence[Outcome]) -> list[bool]:
    """Of each whether it is the first receipt, told again."""
    assert {type(outcome) for outcome in outcomes} == {Acknowledgement}
    return [outcome.repeated for outcome in outcomes if isinstance(outcome, Acknowledgement)]


@pytest.mark.parametrize("send", [queued, at_once])
def test_g1_what_is_in_the_log_is_denied_to_nobody_while_the_signers_file_is_away(
    ledger: Ledger, keyring: Keyring, monkeypatch: pytest.MonkeyPatch, send: Callable[..., list[Outcome]]
) -> None:
    """Durable, the answer lost, the file unreadable. Red before, sent ahead: status 2, "do not send it again", the second time."""
    monkeypatch.setattr(writer_module, "JOBS_MAX", 2)
    jobs = [deposit(f"d-{number}", number % 4) for number in range(6)]
    recorder: Any = ledger.store.recorder
    insert, kept = recorder.insert_events, []

    def insert_events(*args: Any, **kwargs: Any) -> Any:
        insert(*args, **kwargs)
        kept.append(put_away(keyring))
        raise OutcomeUnknownError("the answer is lost")

    with monkeypatch.context() as patch:
        patch.setattr(recorder, "insert_events", insert_events)
        send(ledger, jobs)
    for _ in range(3):
        again = send(ledger, jobs)
        there = {row[0] for row in recorder.fetch("SELECT command_id FROM commands")}
        assert {type(told) for job, told in zip(jobs, again, strict=True) if job.command_id in there} == {
            OutcomeUnknownError
        }
    put_back(keyring, *kept)
    assert any(recorded(send(ledger, jobs)))


@pytest.mark.parametrize("error", [KeyFileError, StoreUnavailableError])
@pytest.mark.parametrize("place", [0, 2, 4])
def test_g1_a_command_in_doubt_stays_so_wherever_it_stands_among_others(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch, error: type[LedgerError], place: int
) -> None:
    """Nobody can mark it. Red before: sent again among others it was told "nothing was recorded"."""
    monkeypatch.setattr(writer_module, "JOBS_MAX", 2)
    recorder: Any = ledger.store.recorder
    insert = recorder.insert_events

    def insert_events(*args: Any, **kwargs: Any) -> Any:
        monkeypatch.setattr(recorder, "insert_events", insert)
        insert(*args, **kwargs)
        raise OutcomeUnknownError("the answer is lost")

    with monkeypatch.context() as patch:
        patch.setattr(ledger.store, "acknowledged", raising(error("not marked; nothing was recorded")))
        monkeypatch.setattr(recorder, "insert_events", insert_events)
        assert type(ledger.handle_many([opened("a", 9)])[0]) is OutcomeUnknownError
        jobs = [deposit(f"d-{number}", 1 + number % 3) for number in range(4)]
        jobs.insert(place, opened("a", 9))
        assert type(queued(ledger, jobs)[place]) is OutcomeUnknownError
    assert recorded(queued(ledger, jobs))[place]


@pytest.mark.parametrize("error", [KeyFileError, StoreUnavailableError])
def test_g1_a_retry_keeps_its_receipt_when_the_commit_it_came_with_fails(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch, error: type[LedgerError]
) -> None:
    """It was recorded before. Red before: it was told the error of the others, "nothing was recorded"."""
    jobs = [deposit("a"), opened("open/1", 1), deposit("b")]
    with monkeypatch.context() as patch:
        patch.setattr(ledger.store.recorder, "insert_events", raising(error("away; nothing was recorded")))
        told = ledger.handle_many(jobs)
    assert [type(outcome) for outcome in told] == [error, Acknowledgement, error]
    assert recorded(ledger.handle_many(jobs)) == [False, True, False]


def test_g1_no_receipt_is_told_from_a_log_that_is_not_what_was_sealed(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was looked up before that was seen."""
    monkeypatch.setattr(ledger.store.recorder, "insert_events", raising(TamperedError("TAMPERED: cut off")))
    told = ledger.handle_many([deposit("a"), opened("open/1", 1)])
    assert {type(outcome) for outcome in told} == {TamperedError}


@pytest.mark.parametrize("send", [queued, at_once])
def test_g1_a_door_that_opens_again_denies_nothing_for_a_key_file(
    ledger: Ledger, keyring: Keyring, monkeypatch: pytest.MonkeyPatch, send: Callable[..., list[Outcome]]
) -> None:
    """It was killed before it marked a commit; then the signer's file fails. Red before: status 2 for what is in the log."""
    unmarked = keyring.trusted.mark.read_bytes()
    assert recorded(send(ledger, [deposit("a"), deposit("b", 1)])) == [False, False]
    ledger.store.close()
    keyring.trusted.mark.write_bytes(unmarked)
    door = open_ledger(ledger.store.url, keyring, clock=SteppingClock(1_763_000_100_000_000))
    with door.store:
        with monkeypatch.context() as patch:
            patch.setattr(door.store, "acknowledged", raising(KeyFileError("signer cannot be read")))
            told = send(door, [deposit("a"), deposit("b", 1)])
        assert [getattr(outcome, "exit_status", None) for outcome in told] == [3, 3]
        assert all("it is not known whether the command" in str(outcome) for outcome in told)
        assert recorded(send(door, [deposit("a"), deposit("b", 1)])) == [True, True]
        assert door.store.trust.reached().size == door.store.head().size
