"""Several projections brought forward side by side, each by a process of its own (docs/decisions/0043).

What an entry comes to in a projection rests on what was before it, so none is cut by range: each is a chain of parts, and the next is asked for when the one
before it is done. Where its rows stand is in the database, with them: whoever does a part goes on from there, and whoever is killed leaves it to the next.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from tombo.ledger.operate.keyring import Keyring, open_checked
from tombo.ledger.parts import FEW, Means, PartAsked, Work
from tombo.ledger.store import Store, Views, open_views
from tombo.projections.follow import BATCH, Follower, Projection

BATCHES: Final = 5
"""Transactions of a part: some seconds of work, and what is known of what was before is read once for all of them."""
Heard = Callable[[int, int], object]
"""Told how many entries were folded of how many, of all projections together."""


class ProjectionWanted(NamedTuple):
    """A projection that is to be brought forward: what takes the place of its build numbered ``before``; 0 where the one that is read goes on."""

    projection: type[Projection]
    before: int


class ForwardPart(NamedTuple):
    """A projection brought forward to the first ``upto`` entries of the log."""

    wanted: ProjectionWanted
    upto: int


class ForwardJob(NamedTuple):
    """The projections of the ledger at ``url``, read as its own house reads it: by what lies in the folder ``keys``, no key among it. Processes of this machine do it.

    ``cold``: where copies lie that have what was detached from it, as this call was told. ``batch``: entries of a transaction, the same for whoever goes on: of a hand
    that is over what it had as one ends is kept, and of one that begins and ends within none.
    """

    url: str
    keys: Path
    cold: tuple[str, ...] = ()
    batch: int = BATCH

    def open(self) -> Forwarder:
        """What does its parts, with the ledger opened here."""
        keyring = Keyring(self.keys)
        keyring.cold_given = self.cold
        return Forwarder(self, open_checked(self.url, keyring, read_only=True))


class Forwarder:
    """Brings projections forward, from checked entries."""

    def __init__(self, job: ForwardJob, store: Store) -> None:
        self._job, self._store = job, store

    def __call__(self, part: ForwardPart) -> int:
        """How far its rows are then: as far as they were, if that is further.

        Their database is let go of behind each part: who asked closes it last, and leaves it in one file.
        """
        with open_views(self._job.url) as views:
            follower = Follower(self._store, views, part.wanted.projection, self._job.batch)
            return follower.forward(part.wanted.before, part.upto).position

    def accuses(self, result: int) -> bool:  # noqa: ARG002 - the port's
        """Nothing is objected to."""
        return False

    def close(self) -> None:
        """Let go of the ledger."""
        self._store.close()


def far_behind(store: Store, views: Views, wanted: Sequence[ProjectionWanted]) -> Sequence[ProjectionWanted]:
    """Those that are so far behind that others had better bring them forward: none, where it is fewer than two.

    Raises:
        UsageError: a newer tombo follows one.
    """
    size = store.head().size
    far = [one for one in wanted if size - Follower(store, views, one.projection).stands(one.before) > FEW]
    return far if len(far) > 1 else ()


def bring_forward(means: Means, job: ForwardJob, wanted: Sequence[ProjectionWanted], size: int, heard: Heard) -> None:
    """Bring what is ``wanted`` forward to the first ``size`` entries of the log, as ``means`` do it; whatever has its place stays what is read.

    Raises:
        LedgerError: one cannot be followed; the others may not be all the way yet.
    """

    def body(work: Work[Forwarder]) -> None:
        reached = dict.fromkeys(wanted, 0)
        under_way = {work.ask(ForwardPart(one, 0)): one for one in wanted}  # where do its rows stand?
        while under_way:
            done: PartAsked = work.first_of([*under_way])
            one = under_way.pop(done)
            position: int = done.result()
            reached[one] = position
            heard(sum(min(each, size) for each in reached.values()), len(wanted) * size)
            if position < size:
                upto = min(position + BATCHES * job.batch, size)
                under_way[work.ask(ForwardPart(one, upto))] = one

    means.run(job, body)
