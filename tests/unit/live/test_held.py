"""After a store error what came behind the lost command waits for it: nothing is decided on a state that lacks it (G10)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from bench.play import hand, house
from tests.worlds.floor import PLATFORM
from tests.worlds.staff import signed
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.command import Decision, Envelope
from tombo.ledger.core.errors import (
    IdUsedError,
    LedgerError,
    NotDecidedError,
    StoreUnavailableError,
    TamperedError,
)
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.money import Money
from tombo.ledger.house.account.commands import Deposit, Withdraw
from tombo.ledger.live import held as held_module
from tombo.ledger.live.batch import Round
from tombo.ledger.live.group import GroupWriter
from tombo.ledger.live.held import HeldCommands, place_of, places_of
from tombo.ledger.live.ledger import Acknowledgement, Ledger, Outcome
from tombo.ledger.operate.keyring import Keyring, create_ledger, open_ledger
from tombo.ledger.store import OutcomeUnknownError

ORIGIN = "operator.example/1"


@pytest.fixture
def ledger(store_url: str, tmp_path: Path) -> Iterator[Ledger]:
    """A ledger with two tables of four, on each store in turn."""
    made = create_ledger(store_url, Keyring(tmp_path / "keys"), origin=ORIGIN, clock=SteppingClock())
    with made.store:
        assert {type(outcome) for outcome in made.handle_many([signed(asked, ORIGIN) for asked in house(2)])} == {
            Acknowledgement
        }
        yield made


def sent(ledger: Ledger, envelopes: Sequence[Envelope]) -> list[Outcome]:
    """The answers to ``envelopes``, each sent when the one before was answered."""
    with GroupWriter(ledger) as writer:
        return [writer.submit(envelope).wait() for envelope in envelopes]


def lose(ledger: Ledger, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """The commit ``number``, from 1, does not reach the store; those after it do."""
    insert: Any = ledger.store.recorder.insert_events
    commits: list[int] = []

    def insert_events(*args: Any, **kwargs: Any) -> Any:
        commits.append(1)
        if len(commits) == number:
            raise StoreUnavailableError("the disk is full; nothing was recorded")
        return insert(*args, **kwargs)

    monkeypatch.setattr(ledger.store.recorder, "insert_events", insert_events)


def test_g10_what_comes_after_a_lost_command_waits_and_is_recorded_when_all_is_sent_again(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One error; the rest of its hand and the next hand of its table are not decided; the other table plays on; then all goes in."""
    first, second, elsewhere = hand(0, 1), hand(0, 2), hand(1, 1)
    lose(ledger, monkeypatch, 3)
    answers = sent(ledger, [*first, *second])
    assert [type(answer) for answer in answers[:3]] == [Acknowledgement, Acknowledgement, StoreUnavailableError]
    assert {type(answer) for answer in answers[3:]} == {NotDecidedError}
    assert f"because the command {first[2].command_id} before it" in str(answers[-1])
    assert {type(answer) for answer in sent(ledger, elsewhere)} == {Acknowledgement}
    assert {type(answer) for answer in sent(ledger, [*first, *second])} == {Acknowledgement}


def test_g10_a_command_recorded_before_gets_its_receipt_while_its_table_waits(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A retry is no new decision."""
    first = hand(0, 1)
    lose(ledger, monkeypatch, 3)
    sent(ledger, first)
    (again,) = sent(ledger, first[:1])
    assert isinstance(again, Acknowledgement)
    assert again.repeated


def test_g10_a_batch_that_is_lost_waits_as_a_whole(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many commands of two tables in one commit that fails: each is an error, and what follows waits for the first of its table."""
    hands = [hand(0, 1), hand(1, 1)]
    lose(ledger, monkeypatch, 1)
    lost = ledger.handle_many([*hands[0][:6], *hands[1][:6]])
    assert {type(outcome) for outcome in lost} == {StoreUnavailableError}
    later = ledger.handle_many([hands[0][6], hands[1][6]])
    assert {type(outcome) for outcome in later} == {NotDecidedError}
    assert {type(outcome) for outcome in ledger.handle_many(hands[0])} == {Acknowledgement}
    assert {type(outcome) for outcome in ledger.handle_many(hands[1][6:])} == {NotDecidedError}
    assert {type(outcome) for outcome in ledger.handle_many(hands[1])} == {Acknowledgement}


def test_g10_what_was_refused_in_a_batch_that_is_lost_is_decided_again_with_the_others(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first was to be refused: what came after it waits for it, and, sent again together, it holds up nobody."""
    moves = [
        Envelope(kind(amount=Money(cents), player="p-1", reference="bank"), PLATFORM, f"money/{at}", None)
        for at, (kind, cents) in enumerate([(Withdraw, 10**9), (Deposit, 5), (Withdraw, 10**9 + 1), (Deposit, 6)])
    ]
    lose(ledger, monkeypatch, 1)
    assert {type(outcome) for outcome in ledger.handle_many(moves)} == {StoreUnavailableError}
    assert [type(said) for said in ledger.handle_many(moves[1:])] == [NotDecidedError] * 3
    assert [type(said) for said in ledger.handle_many(moves)] == [Refused, Acknowledgement, Refused, Acknowledgement]


def no_reading(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch, error: type[LedgerError] = StoreUnavailableError
) -> None:
    """The next query ends with ``error``; those after it are answered."""
    fetch: Any = ledger.store.recorder.fetch
    tries: list[int] = []

    def fetch_or_fail(*args: Any, **kwargs: Any) -> Any:
        tries.append(1)
        if len(tries) == 1:
            raise error("nothing was read")
        return fetch(*args, **kwargs)

    monkeypatch.setattr(ledger.store.recorder, "fetch", fetch_or_fail)


@pytest.mark.parametrize("error", [StoreUnavailableError, TamperedError])
def test_g10_a_command_that_could_not_be_decided_is_waited_for(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch, error: type[LedgerError]
) -> None:
    """What it rests on could not be read: it is as missing as if its commit had failed, and the rest of its hand waits."""
    first, elsewhere = hand(0, 1), hand(1, 1)
    ledger.known.clear()
    no_reading(ledger, monkeypatch, error)
    answers = sent(ledger, first)
    assert {type(answer) for answer in answers[:1]} == {error}
    assert {type(answer) for answer in answers[1:]} == {NotDecidedError}
    assert {type(answer) for answer in sent(ledger, elsewhere)} == {Acknowledgement}
    assert {type(answer) for answer in sent(ledger, first)} == {Acknowledgement}


def test_g10_money_that_could_not_be_decided_is_waited_for(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """The log itself cannot be read, before anything of the account was looked at: the account waits, others do not."""
    first, second, other = (
        Envelope(Deposit(amount=Money(5), player=name, reference="bank"), PLATFORM, f"money/{at}", None)
        for at, name in enumerate(("p-1", "p-1", "p-2"))
    )
    ledger.known.clear()
    no_reading(ledger, monkeypatch)
    answers = sent(ledger, [first, second, other, first, second])
    assert [type(answer) for answer in answers] == [
        StoreUnavailableError,
        NotDecidedError,
        Acknowledgement,
        Acknowledgement,
        Acknowledgement,
    ]


def test_g10_a_command_whose_fate_nobody_could_look_up_is_waited_for(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection was lost at the commit, and the server is away when the door looks: the rest of the hand waits."""
    first = hand(0, 1)
    assert {type(answer) for answer in sent(ledger, first[:2])} == {Acknowledgement}

    def insert_events(*_: Any, **__: Any) -> Any:
        monkeypatch.undo()
        no_reading(ledger, monkeypatch)
        raise OutcomeUnknownError("the connection was lost while committing")

    monkeypatch.setattr(ledger.store.recorder, "insert_events", insert_events)
    answers = sent(ledger, first[2:])
    assert {type(answer) for answer in answers[:1]} == {OutcomeUnknownError}
    assert {type(answer) for answer in answers[1:]} == {NotDecidedError}
    assert {type(answer) for answer in sent(ledger, first)} == {Acknowledgement}


def told(held: HeldCommands, **undecided: list[str]) -> None:
    """A round is told in which these commands could not be decided, for what these streams belong to."""
    round_ = empty()
    round_.undecided = {name.replace("_", "-"): places_of(streams) for name, streams in undecided.items()}
    held.told(round_)


def empty() -> Round:
    """A round in which nothing is decided yet."""
    view: Any = None
    return Round(view, 0)


NOTHING: Final = Decision(())


def test_a_command_sent_again_that_is_refused_lets_the_others_go_on() -> None:
    """The platform heard what became of it; what it does then is its own matter."""
    held = HeldCommands()
    told(held, c_1=["hand:mesa-1/1"])
    assert held.before("c-2", ["account:p-1", "log:main"], NOTHING, empty()) is None
    missing = held.before("c-2", ["hand:mesa-1/2"], NOTHING, empty())
    assert missing == ("c-1", frozenset({"table:mesa-1"}))
    held.settle(["c-1"])
    assert held.before("c-2", ["hand:mesa-1/2"], NOTHING, empty()) is None


def test_what_is_missing_comes_again_in_its_order_and_no_two_wait_for_each_other() -> None:
    """The earliest of all may always be decided, whatever places it shares with the others."""
    held = HeldCommands()
    told(held, c_1=["table:a"], c_2=["table:b"])
    told(held, c_2=["table:a"], c_1=["table:b"])
    streams = ["table:a", "table:b"]
    assert held.before("c-1", streams, NOTHING, empty()) is None
    assert held.before("c-2", streams, NOTHING, empty()) == ("c-1", frozenset(streams))
    assert held.before("c-3", ["table:b"], NOTHING, empty()) == ("c-1", frozenset({"table:b"}))


def test_g10_what_was_recorded_through_another_door_is_waited_for_no_more(
    ledger: Ledger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A platform that goes over to another door has its receipt, and no reason to send the command to this one again."""
    first = hand(0, 1)
    lose(ledger, monkeypatch, 1)
    assert isinstance(ledger.handle_many(first[:1])[0], StoreUnavailableError)
    other = open_ledger(ledger.store.url, Keyring(tmp_path / "keys"), clock=ledger.clock)
    with other.store:
        assert isinstance(other.handle(first[0]), Acknowledgement)
    assert {type(said) for said in ledger.handle_many(first[1:])} == {Acknowledgement}


def test_g10_a_command_whose_id_is_anothers_holds_up_nobody(
    ledger: Ledger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lost here, and its id taken by another command elsewhere: it is never recorded, and nobody waits for it."""
    lost, *later = (
        Envelope(Deposit(amount=Money(cents), player="p-1", reference="bank"), PLATFORM, name, None)
        for cents, name in ((5, "money/1"), (6, "money/2"))
    )
    lose(ledger, monkeypatch, 1)
    assert isinstance(ledger.handle_many([lost])[0], StoreUnavailableError)
    other = open_ledger(ledger.store.url, Keyring(tmp_path / "keys"), clock=ledger.clock)
    with other.store:
        assert isinstance(other.handle(lost._replace(command=later[0].command)), Acknowledgement)
    assert [type(said) for said in ledger.handle_many([lost, *later])] == [IdUsedError, Acknowledgement]


@pytest.mark.parametrize("error", [RuntimeError, MemoryError, OSError])
def test_g10_an_error_that_nobody_planned_holds_up_what_comes_after_it(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    """While it is decided: the command is as missing as if its commit had failed."""
    first = hand(0, 1)
    assert {type(said) for said in sent(ledger, first[:2])} == {Acknowledgement}
    ledger.known.clear()
    fetch: Any = ledger.store.recorder.fetch
    tries: list[int] = []

    def fails_twice(*args: Any, **kwargs: Any) -> Any:
        tries.append(1)
        if len(tries) <= 2:
            raise error("nobody planned this")
        return fetch(*args, **kwargs)

    monkeypatch.setattr(ledger.store.recorder, "fetch", fails_twice)
    answers = sent(ledger, first[2:])
    assert isinstance(answers[0], LedgerError)
    assert not any(isinstance(said, Refused) for said in answers)
    assert {type(said) for said in sent(ledger, first)} == {Acknowledgement}


def test_g10_what_could_not_be_decided_beside_an_inscription_is_missing_too() -> None:
    """A round that inscribes is lost: what it inscribes rests on nothing, and what it could not decide is waited for."""
    held, round_ = HeldCommands(), empty()
    round_.inscribes = True
    round_.undecided = {"c-1": places_of(["hand:mesa-1/1"])}
    held.lost(round_)
    missing = held.before("c-2", ["hand:mesa-1/2"], NOTHING, empty())
    assert missing is not None
    assert missing.command_id == "c-1"


def test_what_is_kept_of_missing_commands_has_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """A store out of reach for hours fills no memory; every place waits all the same."""
    monkeypatch.setattr(held_module, "MISSING_MAX", 3)
    held = HeldCommands()
    for number in range(10):
        told(held, **{f"c_{number}": ["account:p-1"], f"d_{number}": [f"account:q-{number % 2}"]})
    assert list(held._missing) == ["c-0", "d-0", "c-1", "d-1"]
    missing = held.before("x", ["account:q-1"], NOTHING, empty())
    assert missing is not None
    assert missing.command_id == "d-1"


def test_a_confirmation_of_the_clock_holds_up_nobody() -> None:
    """Sent again later it names a clock that has gone on: whoever signed it signs another one, which is decided."""
    held = HeldCommands()
    told(held, c_1=["log:main", "staff:s-1"])
    assert held.before("c-2", ["log:main", "staff:s-1"], NOTHING, empty()) is None


@pytest.mark.parametrize(
    ("stream", "place"),
    [
        ("hand:mesa-1/42", "table:mesa-1"),
        ("roulette:roleta-1/7", "banked:roleta-1"),
        ("table:mesa-1", "table:mesa-1"),
        ("account:p-1", "account:p-1"),
    ],
)
def test_a_hand_belongs_to_its_table(stream: str, place: str) -> None:
    """So the next hand of the table waits as well."""
    assert place_of(stream) == place
