"""Whether the times that entries claim can be: held against when they were recorded, and against what their stream has."""

from __future__ import annotations

from collections import Counter
from typing import Final

from tombo.ledger.catalogue import goes_back
from tombo.ledger.core.clock import FROM_FILES, LATENESS, SKEW, stands_at
from tombo.ledger.core.said import Said, Told
from tombo.ledger.games.again import ENDS
from tombo.ledger.kinds import EVENTS
from tombo.projections.line import AnyLine
from tombo.projections.reconciliation.model import PROBLEMS_MAX, Check, Problem
from tombo.projections.reconciliation.said import times as said

_LAST_WORDS: Final = frozenset({*ENDS, "closed", "ended", "finished"})
_LAST: Final = frozenset(kind for kind in EVENTS if kind.split(".")[1] in _LAST_WORDS)
"""The last kinds of a stream: nothing is asked of its times afterwards."""


class Times:
    """The times that entries claim, in the order of the log. ``window``: the day of which problems are told."""

    def __init__(self, window: tuple[int, int]) -> None:
        self._window = window
        self._latest: dict[str, int] = {}
        """By stream that goes on: the latest time at which something stands there."""
        self.problems: list[Problem] = []
        self.counts = Counter[Check]()
        """How many there are; one by one are told no more than ``PROBLEMS_MAX``."""

    def step(self, line: AnyLine) -> None:
        """The next entry."""
        _, stream, _, kind, claimed, recorded, _ = line
        if stream.startswith(FROM_FILES):
            return
        if claimed is not None and not -SKEW <= recorded - claimed <= LATENESS:
            self._cannot_be(line, claimed)
            return
        stands = stands_at(claimed, recorded)
        latest = self._latest.get(stream, stands)
        if claimed is not None and claimed < latest and claimed < latest - goes_back(stream):
            self._found(line, claimed, _told(said.CLAIMS_BACK, line, claimed, latest=latest))
        if kind in _LAST:
            self._latest.pop(stream, None)
        elif stands >= latest:
            self._latest[stream] = stands

    def _cannot_be(self, line: AnyLine, claimed: int) -> None:
        ahead = claimed > line.recorded
        row, most = (said.CLAIMS_AHEAD, SKEW) if ahead else (said.CLAIMS_LONG_AGO, LATENESS)
        told = _told(row, line, claimed, recorded=line.recorded, most=most)
        self._found(line, claimed, told)

    def _found(self, line: AnyLine, claimed: int, told: Told) -> None:
        """Told of the day to which the entry belongs, and of that which it claims."""
        starts, ends = self._window
        if not (starts <= line.instant < ends or starts <= claimed < ends):
            return
        self.counts["time"] += 1
        if len(self.problems) < PROBLEMS_MAX:
            self.problems.append(Problem("time", told, (line.index,)))


def _told(row: Said, line: AnyLine, claimed: int, **more: int) -> Told:
    return row(stream=line.stream, version=line.version, kind=line.kind, claimed=claimed, **more)
