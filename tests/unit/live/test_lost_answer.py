"""A commit that arrived and whose answer was lost: what was decided in it stands, refusals as well (D1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from bench.play import hand, house
from tests.worlds.floor import PLATFORM
from tests.worlds.staff import signed
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.errors import KeyFileError, LedgerError, StoreUnavailableError, TamperedError, UnwritableError
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.money import Money
from tombo.ledger.games.poker.commands import Fold
from tombo.ledger.house.account.commands import Deposit, OpenAccount, Withdraw
from tombo.ledger.live import batch as batch_module
from tombo.ledger.live import group as writer_module
from tombo.ledger.live import ledger as app_module
from tombo.ledger.live.acts import judge
from tombo.ledger.live.group import GroupWriter
from tombo.ledger.live.ledger import Acknowledgement, Ledger, Outcome
from tombo.ledger.operate.keyring import Keyring, create_ledger
from tombo.ledger.store import IntegrityError, OutcomeUnknownError

ORIGIN = "operator.example/1"
LOST = (OutcomeUnknownError, RuntimeError, MemoryError)


@pytest.fixture
def ledger(store_url: str, tmp_path: Path) -> Iterator[Ledger]:
    """A ledger with two tables of four and an account with nothing on it, on each store in turn."""
    made = create_ledger(store_url, Keyring(tmp_path / "keys"), origin=ORIGIN, clock=SteppingClock())
    with made.store:
        opening = [*(signed(asked, ORIGIN) for asked in house(2)), *hand(0, 1)[:2]]
        opening.append(Envelope(OpenAccount(player="q-1"), PLATFORM, "open/q-1", None))
        assert {type(outcome) for outcome in made.handle_many(opening)} == {Acknowledgement}
        yield made


def batch() -> list[Envelope]:
    """Refused and lawful: a fold out of turn and the call, a withdrawal of money that is not there and the deposit."""
    call, bet = hand(0, 1)[2:4]
    early = Envelope(Fold(hand=bet.command.hand, seat=bet.command.seat), bet.by, "early", None)
    return [early, call, move("withdrawal", -500), move("deposit", 500)]


def move(name: str, cents: int) -> Envelope:
    """A deposit, or where ``cents`` is negative a withdrawal."""
    what = Deposit if cents > 0 else Withdraw
    return Envelope(what(amount=Money(abs(cents)), player="q-1", reference="bank"), PLATFORM, name, None)


def answers_lost(ledger: Ledger, monkeypatch: pytest.MonkeyPatch, *lost: type[Exception] | None) -> None:
    """The next commits are durable and end with these errors, one each."""
    recorder: Any = ledger.store.recorder
    insert, left = recorder.insert_events, list(lost)

    def insert_events(*args: Any, **kwargs: Any) -> Any:
        done = insert(*args, **kwargs)
        if left and (error := left.pop(0)):
            raise error("the answer is lost")
        return done

    monkeypatch.setattr(recorder, "insert_events", insert_events)


def queued(ledger: Ledger, envelopes: Sequence[Envelope]) -> list[Outcome]:
    """The answers to ``envelopes``, all of which wait before the first is taken."""
    writer = GroupWriter(ledger)
    tickets = [writer.submit(envelope) for envelope in envelopes]
    with writer:
        return [ticket.wait() for ticket in tickets]


def kinds(outcomes: Sequence[Outcome]) -> list[type]:
    """What the answers are."""
    return [type(outcome) for outcome in outcomes]


def players_acts(ledger: Ledger) -> list[str]:
    """The ids of what was recorded of the hand and of the account, in the order of the log."""
    return [
        ledger.store.entry(row).command.id  # type: ignore[union-attr]  # the condition below says so
        for row in ledger.store.rows()
        if row.stream in {"hand:mesa-0/1", "account:q-1"} and ledger.store.entry(row).command
    ]


@pytest.mark.parametrize("error", LOST, ids=lambda error: error.__name__)
def test_d1_a_refusal_in_a_commit_whose_answer_was_lost_stands(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    """Nobody sent anything again. Red before: the fold was recorded behind the call, and the withdrawal was paid."""
    answers_lost(ledger, monkeypatch, error)
    assert kinds(queued(ledger, batch())) == [Refused, Acknowledgement, Refused, Acknowledgement]
    assert not {"early", "withdrawal"} & set(players_acts(ledger))


@pytest.mark.parametrize("error", LOST, ids=lambda error: error.__name__)
def test_d1_so_does_one_in_a_commit_that_was_under_way(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    """The next commands were decided on top of it. Red before, as above."""
    monkeypatch.setattr(writer_module, "JOBS_MAX", 4)
    answers_lost(ledger, monkeypatch, error)
    asked = [*batch(), move("later", -500), move("too much", -1)]
    assert kinds(queued(ledger, asked)) == [
        Refused,
        Acknowledgement,
        Refused,
        Acknowledgement,
        Acknowledgement,
        Refused,
    ]


@pytest.mark.parametrize("error", [KeyFileError, StoreUnavailableError, RuntimeError])
def test_d1_a_commit_that_arrived_and_was_not_noted_stands_when_all_of_it_is_sent_again(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    """After the commit the door's own note of it fails. Red before: sent again, in order, the fold and the withdrawal were recorded."""
    with monkeypatch.context() as patch:

        def appended(*_: Any) -> None:
            patch.undo()
            raise error("not noted")

        patch.setattr(ledger.store, "appended", appended)
        said = queued(ledger, batch())
    if any(isinstance(outcome, LedgerError) for outcome in said):
        assert not any(isinstance(outcome, Refused) for outcome in said)
        said = queued(ledger, batch())
    assert kinds(said) == [Refused, Acknowledgement, Refused, Acknowledgement]


@pytest.mark.parametrize("error", [KeyFileError, StoreUnavailableError, UnwritableError])
@pytest.mark.parametrize("size", [1, 2], ids=["one command", "two in one commit"])
def test_g1_a_commit_that_could_not_be_marked_is_answered_as_recorded(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch, error: type[Exception], size: int
) -> None:
    """Not sent ahead of another. Red before: the caller was told an error for commands that are in the log."""
    with monkeypatch.context() as patch:

        def appended(*_: Any) -> None:
            patch.undo()
            raise error("not marked")

        patch.setattr(ledger.store, "appended", appended)
        outcomes = ledger.handle_many([move("a", 1), move("b", 1)][:size])
    assert kinds(outcomes) == [Acknowledgement] * size
    assert players_acts(ledger)[-size:] == ["a", "b"][:size]
    assert ledger.store.trust.reached().size == ledger.store.head().size


@pytest.mark.parametrize("error", [KeyFileError, StoreUnavailableError])
def test_g1_a_commit_that_nobody_can_mark_is_denied_to_nobody(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    """The disk of the mark stays full. Red before: the callers were told what reads as if nothing had been recorded."""
    jobs = [move("a", 1), move("b", 1)]
    with monkeypatch.context() as patch:
        patch.setattr(ledger.store, "appended", raising(error("not marked")))
        patch.setattr(ledger.store, "acknowledged", raising(error("not marked")))
        outcomes = ledger.handle_many(jobs)
        assert kinds(outcomes) == [OutcomeUnknownError] * 2
        assert all("Send it again, under the same id" in str(outcome) for outcome in outcomes)
    again = ledger.handle_many(jobs)
    assert [getattr(outcome, "repeated", None) for outcome in again] == [True, True]
    assert players_acts(ledger)[-2:] == ["a", "b"]
    assert ledger.store.trust.reached().size == ledger.store.head().size


@pytest.mark.parametrize("error", LOST, ids=lambda error: error.__name__)
@pytest.mark.parametrize("unmarked", [KeyFileError, StoreUnavailableError])
def test_g1_a_commit_that_ended_in_any_way_and_cannot_be_marked_is_denied_to_nobody(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch, error: type[Exception], unmarked: type[Exception]
) -> None:
    """Durable, then an error that nobody planned, then no mark. Red before, but for the one that was foreseen: status 2, "do not send it again"."""
    jobs = [move("a", 1), move("b", 1)]
    with monkeypatch.context() as patch:
        answers_lost(ledger, patch, error)
        patch.setattr(ledger.store, "acknowledged", raising(unmarked("not marked")))
        assert kinds(queued(ledger, jobs)) == [OutcomeUnknownError] * 2
    assert [getattr(outcome, "repeated", None) for outcome in queued(ledger, jobs)] == [True, True]
    assert players_acts(ledger)[-2:] == ["a", "b"]


def test_g1_it_is_not_known_as_long_as_nobody_can_look(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """However often it is asked. Red before: the second time "nothing was recorded" was said of what is in the log."""
    jobs = [move("a", 1), move("b", 1)]
    with monkeypatch.context() as patch:
        answers_lost(ledger, patch, OutcomeUnknownError)
        patch.setattr(ledger.store, "acknowledged", raising(StoreUnavailableError("not marked; nothing was recorded")))
        for _ in range(3):
            assert kinds(queued(ledger, jobs)) == [OutcomeUnknownError] * 2
    assert [getattr(outcome, "repeated", None) for outcome in queued(ledger, jobs)] == [True, True]


def test_g1_a_commit_that_is_certainly_void_is_not_called_unknown(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database refused it for a unique key: nothing of it is there. Then the store is out of reach."""
    recorder: Any = ledger.store.recorder
    errors: list[Exception] = [
        IntegrityError("unique"),
        *(StoreUnavailableError("down; nothing was recorded") for _ in range(9)),
    ]
    with monkeypatch.context() as patch:
        patch.setattr(recorder, "insert_events", lambda *_, **__: raising(errors.pop(0))())
        outcomes = queued(ledger, [move("a", 1)])
    assert kinds(outcomes) == [StoreUnavailableError]
    assert players_acts(ledger)[-1:] != ["a"]


def test_g1_what_was_tampered_with_is_called_that(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is no matter of sending it again."""
    monkeypatch.setattr(ledger.store, "appended", raising(TamperedError("TAMPERED: the log ends early")))
    assert kinds(ledger.handle_many([move("a", 1)])) == [TamperedError]


def test_d1_nobody_can_look_and_it_stands_when_all_of_it_is_sent_again(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server is gone with the answer. Red before: sent again, in order, the fold and the withdrawal were recorded."""
    recorder: Any = ledger.store.recorder
    fetch, away = recorder.fetch, [False]

    def fetched(*args: Any, **kwargs: Any) -> Any:
        if away[0]:
            raise StoreUnavailableError("the server is away; nothing was read")
        return fetch(*args, **kwargs)

    answers_lost(ledger, monkeypatch, OutcomeUnknownError)
    insert = recorder.insert_events

    def insert_events(*args: Any, **kwargs: Any) -> Any:
        away[0] = True
        return insert(*args, **kwargs)

    monkeypatch.setattr(recorder, "fetch", fetched)
    monkeypatch.setattr(recorder, "insert_events", insert_events)
    assert all(isinstance(outcome, LedgerError) for outcome in ledger.handle_many(batch()))
    away[0] = False
    monkeypatch.setattr(recorder, "insert_events", insert)
    assert kinds(ledger.handle_many(batch())) == [Refused, Acknowledgement, Refused, Acknowledgement]


def test_d1_of_a_commit_that_did_not_arrive_nothing_stands(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything is decided again, in order; a refusal that is told is no answer to the next time it is asked."""
    recorder: Any = ledger.store.recorder
    insert = recorder.insert_events

    def insert_events(events: Any, **given: Any) -> Any:
        monkeypatch.setattr(recorder, "insert_events", insert)
        insert(events, **{**given, "sealing": Sealed(given["sealing"])})

    monkeypatch.setattr(recorder, "insert_events", insert_events)
    assert kinds(ledger.handle_many(batch())) == [Refused, Acknowledgement, Refused, Acknowledgement]
    assert isinstance(ledger.handle(move("withdrawal", -500)), Acknowledgement)


class Sealed:
    """Seals, and loses what was sealed."""

    def __init__(self, sealing: Any) -> None:
        self.sealing = sealing
        self.states: list[bytes] = []

    def seal(self, *given: Any) -> Any:
        """Seal; then the connection is lost before the commit."""
        self.states = self.sealing.seal(*given)
        raise OutcomeUnknownError("the connection was lost while committing")


def test_d1_a_refused_id_that_is_sent_with_another_command_is_decided(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was refused is that command, not its id."""
    with monkeypatch.context() as patch:
        patch.setattr(ledger.store, "appended", raising(RuntimeError("nobody planned this")))
        with pytest.raises(RuntimeError, match="nobody planned this"):
            ledger.handle_many(batch())
    asked = batch()
    asked[2] = move("withdrawal", 7)
    assert kinds(ledger.handle_many(asked)) == [Refused, Acknowledgement, Acknowledgement, Acknowledgement]


def raising(error: Exception) -> Callable[..., Any]:
    """A call that fails."""

    def fails(*_: Any, **__: Any) -> Any:
        raise error

    return fails


def test_d1_what_an_earlier_commit_of_a_call_refused_stands_when_a_later_one_fails(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What waits takes two commits, and nobody planned how the second ends. Red before: the withdrawal was paid the second time."""
    monkeypatch.setattr(batch_module, "DRAFTS_MAX", 1)
    answers_lost(ledger, monkeypatch, None, RuntimeError)
    asked = [move("withdrawal", -500), move("deposit", 500), move("more", 100)]
    assert kinds(queued(ledger, asked)) == [Refused, Acknowledgement, Acknowledgement]


def test_d1_a_commit_that_arrives_after_the_door_has_looked_stands(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server was still at it when the connection was lost. Red before: the fold and the withdrawal were recorded."""
    recorder: Any = ledger.store.recorder
    insert = recorder.insert_events
    late: list[Callable[[], Any]] = []

    def insert_events(events: Any, **given: Any) -> Any:
        monkeypatch.setattr(recorder, "insert_events", insert)
        sealing = Sealed(given["sealing"])
        late.append(lambda: insert(events, **{**given, "sealing": Arriving(sealing.states)}))
        return insert(events, **{**given, "sealing": sealing})

    def judged(*given: Any) -> Any:
        if late:
            late.pop()()
        return judge(*given)

    monkeypatch.setattr(recorder, "insert_events", insert_events)
    monkeypatch.setattr(app_module, "judge", judged)
    assert kinds(ledger.handle_many(batch())) == [Refused, Acknowledgement, Refused, Acknowledgement]


class Arriving:
    """Has sealed before."""

    def __init__(self, states: list[bytes]) -> None:
        self.states = states

    def seal(self, *_: Any) -> list[bytes]:
        """What was sealed."""
        return self.states
