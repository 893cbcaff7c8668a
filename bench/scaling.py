"""How a batch job gains by workers: a verification, an audit and a night with 1, 2, 4 and 8 of them, on a machine that has not so many cores.

Each part is done once, and the processor time that it took is written down. Then the same job is run again with so many processes as workers, which
answer what was answered then, after as long. What is left is what does not shrink with workers: who asks, what is sent, what is merged. Beside
it stands what ``foretold`` says of the processor time of who asks and that of the parts.
"""

from __future__ import annotations

import os
import pickle
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from functools import partial
from hashlib import sha256
from heapq import heapreplace
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final, NamedTuple

from bench.common import Line, report, scaled, scratch
from bench.projections import DAY, simulated
from tombo.ledger.games.every import TABLE_GAMES
from tombo.ledger.operate.keyring import Keyring, open_checked
from tombo.ledger.parts import Crew, Done, Here, Means
from tombo.ledger.parts.crew import PATIENCE
from tombo.ledger.seal.policy import parse_policy
from tombo.ledger.store import open_store, open_views
from tombo.ledger.verify import verify
from tombo.projections import registry
from tombo.projections.compensations.judged import COMPENSATED
from tombo.projections.follow import Follower
from tombo.projections.reconciliation.run import reconcile
from tombo.projections.round.audit_parts import AuditJob, audited_in_parts

TABLES: Final = scaled(60)
WORKERS: Final = (1, 2, 4, 8)
EMPTY: Final = scaled(2_000)
"""Parts without anything to do, to see what a part costs by itself."""


class Part(NamedTuple):
    """What came of a part, and the processor time that it took, in seconds."""

    answer: Any
    seconds: float


def _place(folder: Path, job: bytes, part: Any) -> Path:
    return folder / sha256(pickle.dumps((job, part))).hexdigest()


class Recording:
    """Does parts in this process as they are asked for, and writes each into ``folder``."""

    many = 8
    sample = 0
    patience = PATIENCE

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.seconds: Final[list[float]] = []
        """Of each part, opening the source left out: a worker does that once."""
        self._opened = set[bytes]()

    def submit(self, function: Callable[..., Any], *words: Any) -> Future[Any]:
        """Do it."""
        job, part = words
        if job not in self._opened:
            self._opened.add(job)
            function(job, part)
        began = time.process_time()
        answer = function(job, part)
        spent = time.process_time() - began
        if isinstance(answer, Done) and answer.trouble is not None:
            raise RuntimeError(f"a part failed: {answer.trouble}")
        _place(self._folder, job, part).write_bytes(pickle.dumps(Part(answer, spent)))
        self.seconds.append(spent)
        done = Future[Any]()
        done.set_result(answer)
        return done

    def mend(self) -> bool:
        """Nobody was lost."""
        return False

    def without(self, worker: str) -> bool:  # noqa: ARG002 - the port's
        """Nobody else is there."""
        return False

    def close(self) -> None:
        """Nobody to let go."""


def answered(place: Path) -> Any:
    """What a worker does here: answer what was answered, after as long as it took."""
    part: Part = pickle.loads(place.read_bytes())  # this very program's
    time.sleep(part.seconds)
    return part.answer


class Playing:
    """``many`` processes that answer what is in ``folder``, each after as long as it took."""

    sample = 0
    patience = PATIENCE

    def __init__(self, folder: Path, many: int) -> None:
        self._folder, self.many = folder, many
        self._pool = ProcessPoolExecutor(many, mp_context=get_context("spawn"))
        for one in [self._pool.submit(os.getpid) for _ in range(many * 8)]:
            one.result()

    def submit(self, function: Callable[..., Any], *words: Any) -> Future[Any]:  # noqa: ARG002 - the port's
        """Have it answered."""
        place = _place(self._folder, *words)
        if not place.exists():
            raise RuntimeError(
                "a part was asked for that was not done before: parts depend on how many workers there are"
            )
        return self._pool.submit(answered, place)

    def mend(self) -> bool:
        """Nobody is replaced."""
        return False

    def without(self, worker: str) -> bool:  # noqa: ARG002 - the port's
        """They are this program."""
        return False

    def close(self) -> None:
        """End them."""
        self._pool.shutdown(cancel_futures=True)


class Scaled(NamedTuple):
    """A job with so many workers: seconds by the clock, and processor seconds of who asked."""

    clock: float
    asker: float


def timed(run: Callable[[Means], object], crew: Crew) -> Scaled:
    """The job by ``crew``."""
    began, used = time.perf_counter(), time.process_time()
    run(Means(crew))
    return Scaled(time.perf_counter() - began, time.process_time() - used)


def foretold(parts: Sequence[float], asker: float, workers: int) -> float:
    """How long a job takes: who asks and the workers are at it side by side, each worker takes the next part as it is free, and the slower of both decides."""
    free = [0.0] * workers
    for seconds in parts:
        heapreplace(free, free[0] + seconds)
    return max(asker, *free)


def lines_of(what: str, size: int, run: Callable[[Means], object]) -> list[Line]:
    """The job by one process, and by each number of workers beside what is foretold."""
    with scratch() as folder:
        alone = timed(run, Here())
        recording = Recording(folder)
        run(Means(recording))
        lines = [Line(f"{what}, this process alone", size / alone.clock, "entries/s", note=f"{size:,} entries")]
        for workers in WORKERS:
            crew = Playing(folder, workers)
            try:
                found = min((timed(run, crew) for _ in range(3)), key=lambda one: one.clock)
            finally:
                crew.close()
            said = foretold(recording.seconds, found.asker, workers)
            note = (
                f"of one process; {found.clock:.2f} s, foretold {said:.2f} s; who asks {found.asker:.2f} s,"
                f" {len(recording.seconds)} parts {sum(recording.seconds):.2f} s"
            )
            lines.append(
                Line(
                    f"{what}, {workers} simulated workers",
                    size / found.clock,
                    "entries/s",
                    size / alone.clock,
                    None,
                    note,
                )
            )
    return lines


def cost_of_a_part() -> Line:
    """What a part costs who asks by itself: sent, answered, taken."""
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        list(pool.map(abs, range(16)))
        began = time.process_time()
        for one in [pool.submit(abs, each) for each in range(EMPTY)]:
            one.result()
        spent = time.process_time() - began
    return Line("a part by itself, of the time of who asks", spent / EMPTY * 1e6, "us")


def main() -> None:
    """Measure and print."""
    with scratch() as folder:
        url = simulated(folder, TABLES)
        keyring = Keyring(folder / "keys")
        with open_checked(url, keyring) as store, open_views(url) as views:
            for projection in registry.FOLLOWED:
                Follower(store, views, projection).catch_up()
            size, checkpoint = store.head().size, store.last_checkpoint()
        policy = parse_policy(keyring.policy.read_text(encoding="utf-8"))
        source = partial(open_store, url, read_only=True)

        def verified(means: Means) -> object:
            return verify(source, policy, checkpoint=str(checkpoint).encode(), means=means)

        def audited(means: Means) -> object:
            with open_checked(url, keyring, read_only=True) as store:
                job = AuditJob(url, 0, tuple(TABLE_GAMES), COMPENSATED, store.cold_places)
                return audited_in_parts(means, job, store, size, lambda _, __: None)

        def night(means: Means) -> object:
            with open_checked(url, keyring, read_only=True) as store, open_views(url) as views:
                return reconcile(store, views, DAY, means=means)

        lines = [
            *lines_of("verification", size, verified),
            *lines_of("audit", size, audited),
            *lines_of("night", size, night),
        ]
    report("Workers that answer what was answered, after as long", [*lines, cost_of_a_part()], 1)


if __name__ == "__main__":
    main()
