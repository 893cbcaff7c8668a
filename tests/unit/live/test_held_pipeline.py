"""Commands sent without waiting for the answers, and a store that fails at every call in turn: nothing is refused for nothing (G10)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from bench.play import hand, house
from tests.worlds.staff import signed
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.errors import LedgerError, NotDecidedError, StoreUnavailableError
from tombo.ledger.live import group as writer_module
from tombo.ledger.live.group import GroupWriter
from tombo.ledger.live.ledger import Acknowledgement, Ledger, Outcome
from tombo.ledger.operate.keyring import Keyring, create_ledger
from tombo.ledger.store import OutcomeUnknownError

ORIGIN = "operator.example/1"
BATCH = 5
"""Commands a commit: fewer than wait, so that each next commit is decided while the one before is on its way."""
TRIES = 12
"""How often a platform sends again what was answered with an error."""


@pytest.fixture
def ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Ledger]:
    """A ledger with two tables of four, and the first hand of the first played."""
    monkeypatch.setattr(writer_module, "JOBS_MAX", BATCH)
    made = create_ledger(
        f"sqlite:///{tmp_path / 'l.db'}", Keyring(tmp_path / "keys"), origin=ORIGIN, clock=SteppingClock()
    )
    with made.store:
        opening = [*(signed(asked, ORIGIN) for asked in house(2)), *hand(0, 1)]
        assert {type(outcome) for outcome in made.handle_many(opening)} == {Acknowledgement}
        yield made


def pipelined(ledger: Ledger, envelopes: Sequence[Envelope]) -> list[Outcome]:
    """The answers to ``envelopes``, all of which were sent before the first was taken."""
    writer = GroupWriter(ledger)
    tickets = [writer.submit(envelope) for envelope in envelopes]
    with writer:
        return [ticket.wait() for ticket in tickets]


def played(ledger: Ledger, envelopes: Sequence[Envelope]) -> None:
    """``envelopes`` are sent, and those answered with an error again, in order, until each has its receipt.

    Raises:
        AssertionError: one was refused, or is not recorded in the end.
    """
    todo = list(envelopes)
    for _ in range(TRIES):
        answers = pipelined(ledger, todo)
        refused = [(sent.command_id, said) for sent, said in zip(todo, answers, strict=True) if not _is_fair(said)]
        assert not refused, refused
        todo = [sent for sent, said in zip(todo, answers, strict=True) if isinstance(said, LedgerError)]
        if not todo:
            return
    raise AssertionError(f"never recorded: {[sent.command_id for sent in todo]}")


def _is_fair(outcome: Outcome) -> bool:
    return isinstance(outcome, Acknowledgement | NotDecidedError | StoreUnavailableError)


def fails(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch, calls: range, commit: type[LedgerError], *, kept: bool
) -> list[int]:
    """The calls of the store with these numbers fail, a commit with the error ``commit`` and, if so, recorded all the same."""
    recorder = ledger.store.recorder
    insert, fetch = recorder.insert_events, recorder.fetch
    made: list[int] = [0]

    def due() -> bool:
        made[0] += 1
        return made[0] - 1 in calls

    def insert_events(*args: Any, **kwargs: Any) -> Any:
        if not due():
            return insert(*args, **kwargs)
        if kept:
            insert(*args, **kwargs)
        raise commit("the connection was lost")

    def fetched(*args: Any, **kwargs: Any) -> Any:
        if due():
            raise StoreUnavailableError("nothing was read")
        return fetch(*args, **kwargs)

    monkeypatch.setattr(recorder, "insert_events", insert_events)
    monkeypatch.setattr(recorder, "fetch", fetched)
    return made


@pytest.mark.parametrize("length", [1, 2, 5])
@pytest.mark.parametrize(
    ("commit", "kept"),
    [(StoreUnavailableError, False), (OutcomeUnknownError, False), (OutcomeUnknownError, True)],
    ids=["not sent", "unanswered and lost", "unanswered and kept"],
)
def test_g10_whichever_call_of_the_store_fails_nothing_is_refused(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch, commit: type[LedgerError], *, kept: bool, length: int
) -> None:
    """Two hands of a table with another's between them, what was recorded long ago sent once more in the middle, and once more what waits."""
    start, calls = 2, 1
    first = 0
    while first < calls:
        second, third, other = hand(0, start), hand(0, start + 1), hand(1, start // 2)
        old = hand(0, 1)
        asked = [*second[:9], *other[:4], second[4], *second[9:], old[3], *third[:7], old[9], *other[4:], *third[7:]]
        with monkeypatch.context() as patch:
            made = fails(ledger, patch, range(first, first + length), commit, kept=kept)
            played(ledger, asked)
            calls = max(calls, made[0])
        start, first = start + 2, first + 1
