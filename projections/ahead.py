"""What a fold reads, read by other processes while it folds what lay before (docs/decisions/0043, 14).

What an entry comes to in a projection rests on what was before it, so no fold is cut by range. What it reads is: who reads here opens the ledger himself and
checks it as every command does, leaves out the kinds that are not folded, and decodes the others. Who folds takes the lines in the order of the log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import starmap
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

from tombo.ledger.operate.keyring import Keyring, open_checked
from tombo.ledger.parts import FEW, Means, Work
from tombo.ledger.store import Store
from tombo.projections.follow import Follower, LinesOf, Projection, Stretch
from tombo.projections.line import AS_LINE, AnyLine

R = TypeVar("R")

READERS: Final = 2
"""Processes that read for one that folds: two read faster than it folds and writes."""


class StretchPart(NamedTuple):
    """A stretch of the log, of which the lines are wanted: from a log index, and before which it ends."""

    start: int
    stop: int


class ReadingJob(NamedTuple):
    """The lines that ``projection`` reads of the ledger at ``url``, as its own house reads it: by what lies in the folder ``keys``, no key among it.

    ``cold``: where copies lie that have what was detached from it, as this call was told. Processes of this machine do it.
    """

    url: str
    keys: Path
    projection: type[Projection]
    cold: tuple[str, ...] = ()

    def open(self) -> StretchReader:
        """What does its parts, with the ledger opened here."""
        keyring = Keyring(self.keys)
        keyring.cold_given = self.cold
        return StretchReader(open_checked(self.url, keyring, read_only=True), self.projection)


class StretchReader:
    """Reads stretches of a ledger for a projection, checked."""

    def __init__(self, store: Store, projection: type[Projection]) -> None:
        self._store = store
        self._lines = LinesOf(store, projection)

    def __call__(self, part: StretchPart) -> list[tuple[object, ...]]:
        """The lines of a stretch, each as a plain tuple: so it is sent by what it says, and not by its class.

        Raises:
            LedgerError: an entry there is not what was sealed, or cannot be read.
        """
        return [tuple(line) for line in self._lines(part.start, part.stop)]

    def accuses(self, result: list[tuple[object, ...]]) -> bool:  # noqa: ARG002 - the port's
        """Nothing is objected to: what cannot be read is raised."""
        return False

    def close(self) -> None:
        """Let go of the ledger."""
        self._store.close()


class _Ahead:
    """Reads stretches for a follower, by whoever does the ``work``: a few are under way while one is folded."""

    def __init__(self, work: Work[StretchReader]) -> None:
        self._work = work

    def __call__(self, stretches: Sequence[Stretch]) -> Iterator[Iterator[AnyLine]]:
        """Of each stretch its lines, in order."""
        return (map(AS_LINE, found) for found in self._work.in_order(starmap(StretchPart, stretches)))


def reading_ahead(means: Means, job: ReadingJob, follower: Follower, follow: Callable[[Follower], R]) -> R:
    """What ``follow`` makes of ``follower``, to which ``means`` read, where it is far behind; it reads for itself else, or where nobody is there to.

    Raises:
        LedgerError: it cannot be followed; as far as it came it stays.
    """
    if not means.several:
        return follow(follower)
    return means.run(job, lambda work: follow(follower._replace(ahead=_Ahead(work), few=FEW)))
