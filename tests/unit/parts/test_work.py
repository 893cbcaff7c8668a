"""Whoever does the parts of a job changes nothing but the time: a worker that dies, hangs, fails, lies; a run that stops (issue 15)."""

from __future__ import annotations

import os
import pickle
import shutil
import signal
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from tombo.ledger.parts import Done, Here, KeptParts, Means, Processes, Work
from tombo.ledger.parts.job import do, forget

PARTS: Final = 40
FIRST: Final = 7
"""The part at which something happens."""


class Squares(NamedTuple):
    """A job whose parts are numbers; in ``folder`` each leaves a mark, and ``killed`` ends the process at one of them, once."""

    folder: Path
    killed: bool = False
    wrong: int | None = None

    def open(self) -> Squarer:
        return Squarer(self)


class Squarer:
    """Squares."""

    def __init__(self, job: Squares) -> None:
        self.job = job

    def __call__(self, part: int) -> int:
        if part == self.job.wrong:
            raise ValueError(f"{part} cannot be squared")
        once = self.job.folder / "killed"
        if self.job.killed and part == FIRST and not once.exists():
            once.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        with (self.job.folder / f"{part}").open("a") as mark:
            mark.write("x")
        return part * part

    def accuses(self, result: int) -> bool:
        return result < 0

    def close(self) -> None:
        (self.job.folder / "closed").touch()


class Fake:
    """Workers in this process, each of which does as ``acts`` says: of the name of the worker and its part, or None for as it should."""

    many = 2
    patience = 20_000

    def __init__(self, acts: Callable[[str, int, Any], Future[Done] | None], sample: int = 4) -> None:
        self.sample, self.acts, self.banned = sample, acts, set[str]()
        self.asked = 0
        self.closed = self.broken = False

    def submit(self, function: Callable[..., Any], *words: Any) -> Future[Any]:
        if self.broken:
            raise BrokenExecutor
        names = [name for name in ("a", "b", "c") if name not in self.banned]
        worker, self.asked = names[self.asked % len(names)], self.asked + 1
        found = self.acts(worker, words[1], self)
        if found is None:
            done = function(*words)
            assert isinstance(done, Done)
            found = answered(done._replace(worker=worker))
        return found

    def mend(self) -> bool:
        return False

    def without(self, worker: str) -> bool:
        self.banned.add(worker)
        return len(self.banned) < 3

    def close(self) -> None:
        self.closed = True


def answered(done: Done) -> Future[Done]:
    future: Future[Done] = Future()
    future.set_result(done)
    return future


def lost() -> Future[Done]:
    future: Future[Done] = Future()
    future.set_exception(BrokenExecutor("killed"))
    return future


def squares(work: Work[Squarer]) -> list[int]:
    return list(work.in_order(range(PARTS)))


def entropy(_: int) -> bytes:
    """Of the sample every part is one."""
    return bytes(8)


RIGHT: Final = [number * number for number in range(PARTS)]


def dies(worker: str, part: int, _: Fake) -> Future[Done] | None:
    return lost() if worker == "b" and part >= FIRST else None


def hangs(worker: str, part: int, _: Fake) -> Future[Done] | None:
    return Future() if worker == "b" and part >= FIRST else None


def fails(worker: str, part: int, _: Fake) -> Future[Done] | None:
    return answered(Done(worker, trouble="no such table")) if worker == "b" and part >= FIRST else None


def is_lost_whole(worker: str, part: int, crew: Fake) -> Future[Done] | None:
    crew.broken = part >= FIRST
    return None


def lies(worker: str, part: int, _: Fake) -> Future[Done] | None:
    return answered(Done(worker, part * part + 1)) if worker == "b" and part >= FIRST else None


def all_lie(worker: str, part: int, _: Fake) -> Future[Done] | None:
    return answered(Done(worker, -1 - part))


def says_nonsense(worker: str, part: int, _: Fake) -> Future[Any] | None:
    future: Future[Any] = Future()
    future.set_result("no Done at all" if worker == "b" else Done(worker, part * part))
    return future


@pytest.mark.parametrize("acts", [dies, hangs, fails, is_lost_whole, lies, all_lie, says_nonsense])
def test_whatever_a_worker_does_the_result_is_the_same(acts: Any, tmp_path: Path) -> None:
    """Done by others, or here; who lies is named, and asked no more."""
    told: list[str] = []
    crew = Fake(acts)
    found = Means(crew, KeptParts(tmp_path / "parts", "test"), told.append, entropy).run(Squares(tmp_path), squares)
    assert found == RIGHT
    assert told == {lies: ["b"], all_lie: ["a", "b", "c"]}.get(acts, [])
    assert list((tmp_path / "parts").iterdir()) == []


def test_what_the_others_did_is_kept_when_one_lied(tmp_path: Path) -> None:
    """Only what the liar did, and what was not done yet, is done again."""
    crew = Fake(lies, sample=0)
    finished = KeptParts(tmp_path / "parts", "test")

    def body(work: Work[Squarer]) -> list[int]:
        if not crew.banned:
            crew.sample = 0
            assert squares(work) != RIGHT
            crew.sample = 1
            work.compare(FIRST + 1, Done("b", -1))
        return squares(work)

    assert Means(crew, finished, entropy=entropy).run(Squares(tmp_path), body) == RIGHT
    done_twice = [part for part in range(PARTS) if (tmp_path / str(part)).read_text() == "xx"]
    assert {part for part in range(PARTS) if part % 3 == 1 and part >= FIRST} >= set(done_twice) - {FIRST + 1}
    assert all((tmp_path / str(part)).read_text() == "x" for part in (0, 2, 3, 5, 6, 8 + 3))


def test_the_first_part_of_each_worker_is_compared_whatever_the_sample(tmp_path: Path) -> None:
    """Nothing of a worker is believed before that."""
    told: list[str] = []

    def other(worker: str, part: int, _: Fake) -> Future[Done] | None:
        return answered(Done(worker, -1)) if worker == "c" else None

    def never(_: int) -> bytes:
        return (1).to_bytes(8, "big")

    assert Means(Fake(other, sample=1_000), None, told.append, never).run(Squares(tmp_path), squares) == RIGHT
    assert told == ["c"]


def test_an_accusation_is_compared_whatever_the_sample(tmp_path: Path) -> None:
    """What is in order is not said to be wrong because a worker reads an older copy, or lies."""
    told: list[str] = []

    def other(worker: str, part: int, _: Fake) -> Future[Done] | None:
        return answered(Done(worker, -1)) if worker == "c" and part > FIRST else None

    def never(_: int) -> bytes:
        return (1).to_bytes(8, "big")

    assert Means(Fake(other, sample=1_000), None, told.append, never).run(Squares(tmp_path), squares) == RIGHT
    assert told == ["c"]


def test_a_run_that_stops_is_gone_on_with(tmp_path: Path) -> None:
    """What was done is not done again; the size is that of when it began; afterwards nothing is kept."""
    parts = tmp_path / "parts"

    def stops(work: Work[Squarer]) -> list[int]:
        assert work.of_size(100) == 100
        list(work.in_order(range(FIRST)))
        raise KeyboardInterrupt

    def is_told_of_more(work: Work[Squarer]) -> None:
        assert (work.of_size(200, 100), work.of_size(200, 101), work.of_size(300)) == (100, 200, 200)
        raise KeyboardInterrupt

    def goes_on(work: Work[Squarer]) -> list[int]:
        assert (work.of_size(200), work.of_size(50)) == (100, 50)
        return squares(work)

    with pytest.raises(KeyboardInterrupt):
        Means(Fake(lambda *_: None), KeptParts(parts, "1")).run(Squares(tmp_path), stops)
    shutil.copytree(parts, tmp_path / "more")
    (tmp_path / "more").chmod(0o700)
    with pytest.raises(KeyboardInterrupt):
        Means(Here(), KeptParts(tmp_path / "more", "1")).run(Squares(tmp_path), is_told_of_more)
    (tmp_path / "5").unlink()
    assert Means(Here(), KeptParts(parts, "1")).run(Squares(tmp_path), goes_on) == RIGHT
    assert not (tmp_path / "5").exists(), "it was done already"
    assert list(parts.iterdir()) == []


def test_a_process_that_is_killed_is_replaced(tmp_path: Path) -> None:
    """The pool breaks with all that is under way in it; each part is done all the same, in order."""
    crew = Processes(2)
    try:
        assert Means(crew).run(Squares(tmp_path, killed=True), squares) == RIGHT
    finally:
        crew.close()
    assert (tmp_path / "killed").exists() and (tmp_path / str(FIRST)).read_text() == "x"


def test_a_pool_that_breaks_again_and_again_is_done_without(tmp_path: Path) -> None:
    """After two new ones this process goes on alone."""
    crew = Processes(1)
    try:
        with Work(Squares(tmp_path), crew, entropy) as work:
            for left in (True, True, False):
                pid = crew.submit(os.getpid).result()
                with pytest.raises(BrokenExecutor):
                    crew.submit(os.kill, pid, signal.SIGKILL).result()
                assert crew.mend() is left
            assert squares(work) == RIGHT
            assert work.submit(3) is None and work.ask(3).result() == 9
    finally:
        crew.close()


def test_where_nobody_answers_any_more_this_process_does_the_rest(tmp_path: Path) -> None:
    """Patience is lost three times, and not with each part for ever."""
    crew = Fake(lambda _, part, __: Future() if part >= FIRST else None)
    assert Means(crew).run(Squares(tmp_path), squares) == RIGHT
    assert crew.asked < FIRST + 2 * crew.many + 3 * 3 + 3


def test_answers_of_no_use_are_not_what_ends_a_run(tmp_path: Path) -> None:
    """What comes of them breaks the merge: this process does it all, and only what is raised then is raised."""

    def nothing(worker: str, part: int, _: Fake) -> Future[Done] | None:
        return answered(Done(worker)) if part >= FIRST else None

    def never(_: int) -> bytes:
        return (1).to_bytes(8, "big")

    def total(work: Work[Squarer]) -> int:
        return sum(squares(work))

    kept = KeptParts(tmp_path / "parts", "1")
    assert Means(Fake(nothing, sample=1_000), kept, entropy=never).run(Squares(tmp_path), total) == sum(RIGHT)
    with pytest.raises(ZeroDivisionError):
        Means(Fake(nothing)).run(Squares(tmp_path), lambda _: 1 // 0)


def test_what_goes_wrong_everywhere_is_raised_here(tmp_path: Path) -> None:
    """Not as a worker tells it: a part that nobody can do is done here last, and fails here."""
    with pytest.raises(ValueError, match="7 cannot be squared"):
        Means(Fake(lambda *_: None)).run(Squares(tmp_path, wrong=7), squares)


def test_a_worker_has_one_job_open_at_a_time(tmp_path: Path) -> None:
    """It lets go of the one before: of a cluster it outlives them all."""
    one, other = (Squares(tmp_path / name) for name in "ab")
    for job in (one, other):
        job.folder.mkdir()
        assert do(pickle.dumps(job), 3).result == 9
    assert [(job.folder / "closed").exists() for job in (one, other)] == [True, False]
    forget()
    assert (other.folder / "closed").exists()


@pytest.mark.parametrize("crew", [Here(), Fake(lambda worker, *_: answered(Done(worker, trouble="no such table")))])
def test_what_this_process_did_is_kept_too(tmp_path: Path, crew: Any) -> None:
    """Where nobody works beside it, or nobody else can. Red before: ``--jobs 1 --parts`` began anew each time."""
    kept = KeptParts(tmp_path / "parts", "1")

    def stops(work: Work[Squarer]) -> list[int]:
        list(work.in_order(range(FIRST)))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Means(crew, kept, entropy=entropy).run(Squares(tmp_path), stops)
    assert Means(crew, kept, entropy=entropy).run(Squares(tmp_path), squares) == RIGHT
    assert [(tmp_path / str(part)).read_text() for part in range(FIRST)] == ["x"] * FIRST


def test_whichever_is_done_first_is_taken_first(tmp_path: Path) -> None:
    """Of parts under way; one that nobody answers is waited for no longer than patience, and done here."""
    slow: Future[Any] = Future()
    crew = Fake(lambda _, part, __: slow if part == 0 else None, sample=0)
    with Work(Squares(tmp_path), crew, entropy) as work:
        asked = [work.ask(part) for part in (0, 3, 5)]
        first = work.first_of(asked)
        assert (first, first.result()) == (asked[1], 9)
        assert work.first_of(asked[::2]) is asked[2]
        assert work.first_of(asked[:1]) is asked[0]
        assert asked[0].result() == 0


def test_what_nobody_works_on_is_to_be_done_here(tmp_path: Path) -> None:
    """Where nobody is beside this process, and where what was asked is kept."""
    with Work(Squares(tmp_path), Here(), entropy) as work:
        asked = [work.ask(part) for part in (2, 4)]
        assert work.first_of(asked) is asked[0]
        assert asked[0].result() == 4
