"""Whether the times that entries claim can be: held against when they were recorded, and against what their stream has, or what they are about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final

from tombo.ledger.catalogue import MAY_LAST, goes_back, lasts
from tombo.ledger.core.clock import FROM_FILES, LATENESS, SKEW, stands_at
from tombo.ledger.core.entry import EventBase
from tombo.ledger.core.said import Said, Told
from tombo.ledger.games.again import ENDS
from tombo.ledger.house.dispute.events import DisputeOpened, DisputeOpenedV2
from tombo.ledger.house.dispute.when import untimely
from tombo.ledger.kinds import EVENTS
from tombo.ledger.store import Row
from tombo.projections.line import AnyLine, Line, lines, reader
from tombo.projections.reconciliation.model import PROBLEMS_MAX, Check, Problem
from tombo.projections.reconciliation.said import times as said

_LAST_WORDS: Final = frozenset({*ENDS, "closed", "ended", "finished"})
_LAST: Final = frozenset(kind for kind in EVENTS if kind.split(".")[1] in _LAST_WORDS)
"""The last kinds of a stream: nothing is asked of its times afterwards."""

_MAY_LAST: Final = frozenset(kind for kind, event in EVENTS.items() if event in MAY_LAST)
"""Kinds that may say until when something lasts."""
OF_COMPLAINTS: Final = frozenset({"dispute.opened.v1", "dispute.opened.v2"})
"""Kinds that say when somebody complained, and of what."""


class Times:
    """The times that entries claim, in the order of the log. ``window``: the day of which problems are told; ``row``: of a stream at a version."""

    def __init__(self, window: tuple[int, int], row: Callable[[str, int], Row | None]) -> None:
        self._window, self._row = window, row
        self._latest: dict[str, int] = {}
        """By stream that goes on: the latest time at which something stands there."""
        self.problems: list[Problem] = []
        self.counts = Counter[Check]()
        """How many there are; one by one are told no more than ``PROBLEMS_MAX``."""

    def step(self, line: AnyLine) -> None:
        """The next entry."""
        _, stream, _, kind, claimed, recorded, _, _, _ = line
        if kind in OF_COMPLAINTS:
            self._complaint(line)
        if stream.startswith(FROM_FILES):
            return
        if claimed is None and kind in _MAY_LAST and _lasts(line):
            self._found(line, recorded, said.CLAIMS_NO_TIME(stream=stream, version=line.version, kind=kind))
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

    def _complaint(self, line: Line[DisputeOpened | DisputeOpenedV2]) -> None:
        """That nobody complains of what had not begun, nor later than it is on record."""
        about, complained = line.event.about, line.event.complained
        wrong = untimely(complained, line.recorded, about, None if about is None else self._began(about))
        if wrong is not None:
            told = said.COMPLAINT_NOT_THEN(
                stream=line.stream, version=line.version, kind=line.kind, wrong=wrong.finding.told
            )
            self._found(line, line.instant, told)

    def _began(self, stream: str) -> int | None:
        """When the first entry of ``stream`` is said to have happened, no later than it was recorded; None where nobody says."""
        row = self._row(stream, 1)
        if row is None:
            return None
        (first,) = lines([row], {row.kind: reader(row.kind, ())})
        return None if first.occurred is None else min(first.occurred, first.recorded)

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


def _lasts(line: Line[EventBase]) -> bool:
    return lasts(line.event)


def _told(row: Said, line: AnyLine, claimed: int, **more: int) -> Told:
    return row(stream=line.stream, version=line.version, kind=line.kind, claimed=claimed, **more)
