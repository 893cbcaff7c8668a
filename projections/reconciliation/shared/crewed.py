"""The night's side of what others do of it: it asks for parts as it comes to them, and takes what comes of them where it stands then."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, repeat
from typing import Final

from tombo.ledger.parts import FEW, PartAsked, Work
from tombo.ledger.store import Build
from tombo.projections.reconciliation.commits import Stored
from tombo.projections.reconciliation.shared.parts import (
    FoldedFurther,
    FoldPart,
    HandsLooked,
    HandsPart,
    NightWorker,
    ReadOtherwiseError,
    Stretches,
    digest,
)
from tombo.projections.reconciliation.shared.refold import FoldStanding, Found, order_of

WIDTH: Final = 64
"""Stretches of a part, at most: what is in play at its edges is looked at by the night itself."""
SHARE: Final = 8
"""Of a log that is not so long a part is this share: more would only cut hands, and with fewer somebody waits for the last."""
OWN: Final = 2
"""Parts, from the beginning, whose hands the night looks at itself: by then others have looked at those of the next one."""


def grouped(stretches: Iterable[tuple[int, int]], *, nightly: bool) -> Iterator[Stretches]:
    """Stretches that follow one another, together as even parts.

    The first stretch is a part by itself, and so is one behind the first of them: a worker of a cluster is believed after its first part, which is done
    again here, and of the folds that is the first one, of hands the first that is not ``OWN``.
    """
    each = list(stretches)
    width, at = min(WIDTH, -(-len(each) // SHARE)), 0
    for most in chain((1, -(-width // 2), 1), repeat(width)):
        part = each[at : at + most]
        if not part:
            return
        yield Stretches(part[0][0], tuple(stop for _, stop in part), nightly)
        at += most


class _Chain:
    """Projections folded by others, part after part: each goes on from where the one before was. One reads the log for all of them."""

    def __init__(self, work: Work[NightWorker], first: FoldPart, groups: Iterable[Stretches]) -> None:
        self.standings = first.standings
        self.found: list[Found] = []
        self._work, self._groups, self._first = work, iter(groups), first
        self._asked: tuple[Stretches, PartAsked] | None = None
        self._ask()

    def _ask(self) -> None:
        group = next(self._groups, None)
        part = None if group is None else self._first._replace(standings=self.standings, group=group)
        self._asked = None if group is None else (group, self._work.ask(part))

    @property
    def start(self) -> int:
        """Where the part begins that is under way; behind the log once all is done."""
        return sys.maxsize if self._asked is None else self._asked[0].start

    def until(self, stop: int, *, over: bool) -> Iterator[tuple[Stretches, Sequence[bytes]]]:
        """Take what is done of what lies before a log index, and what was read there; all of it, where the night is ``over``.

        Raises:
            ReadOtherwiseError: somebody compares no more and says nothing of why: whoever went on from there would find nothing.
        """
        while self._asked is not None and self._asked[0].stop <= stop:
            group, asked = self._asked
            if asked.waits and not over:
                return
            folded: FoldedFurther = asked.result()
            told = {one.place[2] for one in folded.found}
            for before, now in zip(self.standings, folded.standings, strict=True):
                if _compares(now) != _compares(before) and order_of(before.of) not in told:
                    raise ReadOtherwiseError
            self.standings = folded.standings
            self.found += folded.found
            yield group, folded.read
            self._ask()


def _compares(standing: FoldStanding) -> tuple[str, bool, Build | None]:
    """What of where a projection is changes only with something found: which it is, whether it goes on, and what is compared."""
    return standing.of, standing.state is None, standing.build


class Crewed:
    """Who does what of some parts of the log. ``work``: who; ``groups``: the parts, in order; ``day``: the instants of the day.

    Where nobody works beside this process nothing is asked of anybody.
    """

    def __init__(self, work: Work[NightWorker], groups: Iterable[Stretches], day: tuple[int, int] = (0, 0)) -> None:
        self._work = work
        each = list(groups)
        little = sum(one.stop - one.start for one in each) <= FEW
        self._groups: Final = [] if work.alone(little=little) else each
        nightly = [one for one in self._groups if one.nightly]
        nightly = nightly[OWN:] or nightly
        self._begins = deque(nightly)
        self._day = day
        self._looks: Iterator[HandsLooked] = iter(())
        self._looked = deque[tuple[Stretches, HandsLooked]]()
        """Those parts whose hands are cleared and that are not over."""
        self._chain: _Chain | None = None
        self._seen: dict[int, bytes] = {}
        """By where a stretch stops that was read here: what it is told by."""

    @property
    def works(self) -> bool:
        """Whether anything is done elsewhere."""
        return bool(self._groups)

    @property
    def first(self) -> Stretches:
        """The first part."""
        return self._groups[0]

    def fold(self, given: FoldPart) -> None:
        """Have projections folded over all of it, ``given`` of the ``first`` part; and hands and rounds looked at, from now on."""
        self._chain = _Chain(self._work, given, self._groups)
        self._looks = self._work.in_order([HandsPart(one, self._day) for one in self._begins])

    def cleared(self, start: int) -> HandsLooked | None:
        """The hands and rounds of the part that begins at a log index, by themselves; None where none begins there."""
        if not self._begins or self._begins[0].start != start:
            return None
        looked = next(self._looks)
        self._looked.append((self._begins.popleft(), looked))
        return looked

    def read(self, rows: Sequence[Stored], stop: int) -> None:
        """A stretch was read here, and checked: its rows, up to a log index."""
        if self.works:
            self._seen[stop] = digest(rows)

    def until(self, stop: int) -> None:
        """The night has come to a log index: what others did of what lies before it is taken; of the folds, which nothing here waits for, what is done.

        Raises:
            ReadOtherwiseError: they read something else.
        """
        self._folded(stop, over=False)
        while self._looked and self._looked[0][0].stop <= stop:
            group, looked = self._looked.popleft()
            self._same(group, looked.read)
        if not self._looked and (self._chain is None or self._chain.start >= stop):
            self._seen.clear()

    def back(self) -> tuple[Sequence[FoldStanding], Sequence[Found]]:
        """How far the projections are at the end, and what was found of them.

        Raises:
            ReadOtherwiseError: somebody read something else.
        """
        self._folded(sys.maxsize, over=True)
        return ((), ()) if self._chain is None else (self._chain.standings, self._chain.found)

    def _folded(self, stop: int, *, over: bool) -> None:
        for group, seen in self._chain.until(stop, over=over) if self._chain is not None else ():
            self._same(group, seen)

    def _same(self, group: Stretches, seen: Sequence[bytes]) -> None:
        if [self._seen.get(stop) for stop in group.stops] != list(seen):
            raise ReadOtherwiseError(
                f"log index {group.start} to {group.stop - 1} were read otherwise than they are here"
            )
