"""What this process did because others could not is told, once there is an answer: nothing else would show it but the time it took (issue 15)."""

from __future__ import annotations

import os
import pickle
import signal
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from pydantic import BaseModel, ValidationError

from tests.unit.parts.test_work import FIRST, PARTS, RIGHT, Fake, Squares, answered, dies, entropy, fails, lies, squares
from tombo.ledger.parts import Done, DoneHere, Means, Processes, Work, in_short
from tombo.ledger.parts.job import do, forget


class Fails(NamedTuple):
    """A job that nobody can do but the process ``own``: elsewhere something goes wrong, or the process dies (``dies``)."""

    own: int
    dies: bool = False

    def open(self) -> Failing:
        return Failing(self)


class Failing:
    """Squares, at home."""

    def __init__(self, job: Fails) -> None:
        self.job = job

    def __call__(self, part: int) -> int:
        if os.getpid() == self.job.own:
            return part * part
        if self.job.dies:
            os.kill(os.getpid(), signal.SIGKILL)
        raise KeyError("hand")

    def accuses(self, result: int) -> bool:
        return result < 0

    def close(self) -> None:
        """Nothing is open."""


def all_of(work: Work[Failing]) -> list[int]:
    return list(work.in_order(range(PARTS)))


@pytest.mark.parametrize(("dies", "why"), [(False, "KeyError: 'hand'"), (True, "BrokenProcessPool")])
def test_processes_that_can_do_nothing_are_told(*, dies: bool, why: str) -> None:
    """Once, with how many parts it were and what went wrong; the result is the same."""
    told, crew = list[DoneHere](), Processes(2)
    try:
        assert Means(crew, done_here=told.append).run(Fails(os.getpid(), dies), all_of) == RIGHT
    finally:
        crew.close()
    (here,) = told
    assert here.parts == PARTS
    assert here.why.startswith(why)


def hangs_all(_: str, part: int, __: Fake) -> Future[Done] | None:
    return Future() if part >= FIRST else None


def fails_all(worker: str, part: int, _: Fake) -> Future[Done] | None:
    return answered(Done(worker, trouble="no such table")) if part >= FIRST else None


def breaks(_: str, part: int, crew: Fake) -> Future[Done] | None:
    crew.broken = part >= FIRST
    return None


@pytest.mark.parametrize(
    ("acts", "why"), [(hangs_all, "no answer"), (fails_all, "no such table"), (breaks, "BrokenExecutor")]
)
@pytest.mark.parametrize("sample", [0, 4])
def test_workers_that_can_do_nothing_are_told(acts: Any, why: str, sample: int, tmp_path: Path) -> None:
    """Who hangs, fails and is lost."""
    told = list[DoneHere]()
    means = Means(Fake(acts, sample), entropy=entropy, done_here=told.append)
    assert means.run(Squares(tmp_path), squares) == RIGHT
    (here,) = told
    assert PARTS - FIRST - 1 <= here.parts <= PARTS - FIRST
    assert here.why == why


@pytest.mark.parametrize("acts", [dies, fails, lies, lambda *_: None])
def test_what_others_did_is_not_told(acts: Any, tmp_path: Path) -> None:
    """A part that another worker did after the first was asked in vain, or after one lied, took nobody's time but theirs."""
    told = list[DoneHere]()
    assert Means(Fake(acts), entropy=entropy, done_here=told.append).run(Squares(tmp_path), squares) == RIGHT
    assert told == []


def test_an_answer_that_broke_the_merge_is_told(tmp_path: Path) -> None:
    """All of it was done again here."""

    def nothing(worker: str, part: int, _: Fake) -> Future[Done] | None:
        return answered(Done(worker)) if part >= FIRST else None

    def never(_: int) -> bytes:
        return (1).to_bytes(8, "big")

    told = list[DoneHere]()
    means = Means(Fake(nothing, sample=1_000), entropy=never, done_here=told.append)
    assert means.run(Squares(tmp_path), lambda work: sum(squares(work))) == sum(RIGHT)
    (here,) = told
    assert (here.parts, here.why.partition(":")[0]) == (0, "TypeError")


def test_where_nothing_is_answered_nothing_is_told() -> None:
    """What is raised says what there is to say."""
    told = list[DoneHere]()

    def raises() -> None:
        raise ValueError("no such day")

    means = Means(done_here=told.append)
    with pytest.raises(ValueError, match="no such day"):
        means.anew("KeyError", raises)
    assert told == []
    assert means.anew("KeyError", lambda: 7) == 7
    assert told == [DoneHere(0, "KeyError")]


class Told(BaseModel):
    """Something that is read."""

    amount: int


def test_what_went_wrong_is_told_without_what_was_read() -> None:
    """In one line, no longer than a line; neither a document nor a card in it."""
    with pytest.raises(ValidationError) as found:
        Told.model_validate({"amount": "of Ana"})
    assert in_short(found.value) == "ValidationError"
    assert (
        in_short(ValueError("no place for AhTd, nor for '2c'\nbut here")) == "ValueError: no place for ??, nor for '??'"
    )
    assert in_short(KeyError()) == "KeyError"
    assert len(in_short(OSError("x" * 5_000))) < 250


def test_a_source_that_went_away_is_opened_anew(tmp_path: Path) -> None:
    """A database that was begun again answers: not every part of the worker that had it open fails from then on."""
    job: Callable[[int | None], bytes] = lambda wrong: pickle.dumps(Squares(tmp_path, wrong=wrong))  # noqa: E731 - two of one job
    try:
        assert do(job(3), 2).result == 4
        assert do(job(3), 3).trouble == "ValueError: 3 cannot be squared"
        assert (tmp_path / "closed").exists()
        assert do(job(3), 4).result == 16
    finally:
        forget()
