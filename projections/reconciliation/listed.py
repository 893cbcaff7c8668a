"""What an incident lists: what was in play at its tables as it was opened, all of it, and where it stood (R806 r.72, R803 r.33, R804 r.20, R805 r.27).

A void rests on that list. Who seals one past the door could leave a hand out, name another, or name an entry that comes later.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from tombo.ledger.core.clock import SKEW
from tombo.ledger.core.ids import local, table_of
from tombo.ledger.core.said import Told
from tombo.ledger.house.incident.events import HandsListed, IncidentClosed, IncidentOpened, OpenHand
from tombo.ledger.house.incident.state import covers, evolve
from tombo.ledger.seal.entry import unpack
from tombo.ledger.store import Row
from tombo.projections.line import AnyLine, Line, lines, reader
from tombo.projections.reconciliation.model import Problem
from tombo.projections.reconciliation.said import listed as said

LISTED: Final = "incident.hands_listed.v1"
CLOSED: Final = "incident.closed.v1"
_READS: Final = {LISTED: reader(LISTED)}
Found = Iterator[Problem]


class IncidentLists:
    """``row``: that of a stream at a version; ``began``: the hands and rounds in play, by stream."""

    def __init__(self, row: Callable[[str, int], Row | None], began: Mapping[str, tuple[int, int]]) -> None:
        self._row = row
        self._began = began
        self.checks: Final[Mapping[str, Callable[[AnyLine], Found]]] = {
            "incident.opened.v1": self._opened,
            LISTED: self._listed,
            CLOSED: self._closed,
        }

    def _opened(self, line: Line[IncidentOpened]) -> Found:
        """It has begun, by the ledger's clock; and what it lists in its commit is what was in play, at the entry where that stood."""
        name, incident = local(line.stream), evolve(None, line.event)
        hands = list(self._lists(line))
        listed = {hand.hand for hand in hands}
        wrong: list[Told] = []
        if incident.first_instant > line.recorded + SKEW:
            first, recorded = incident.first_instant, line.recorded
            wrong.append(said.INCIDENT_BEGINS_LATER(incident=name, first=first, recorded=recorded))
        for stream, version in ((hand.hand, hand.version) for hand in hands):
            if not covers(incident, table_of(stream)):
                wrong.append(said.INCIDENT_LISTS_OTHER_TABLE(incident=name, stream=stream))
            elif stream not in self._began:
                wrong.append(said.INCIDENT_LISTS_NOT_IN_PLAY(incident=name, stream=stream))
            elif not self._stood_at(stream, version, line.index):
                wrong.append(said.INCIDENT_LISTS_ANOTHER_ENTRY(incident=name, stream=stream, version=version))
        wrong += [
            said.INCIDENT_LEFT_OUT(incident=name, stream=stream)
            for stream in self._began
            if stream not in listed and covers(incident, table_of(stream))
        ]
        return (Problem("incident", told, (line.index,)) for told in wrong)

    def _listed(self, line: Line[HandsListed]) -> Found:
        """A list is of the commit that opens its incident: what begins later, that one did not interrupt."""
        opened = self._row(line.stream, 1)
        own = self._row(line.stream, line.version)
        if opened is None or own is None or unpack(opened.state).first != unpack(own.state).first:
            yield Problem("incident", said.INCIDENT_LISTED_LATER(incident=local(line.stream)), (line.index,))

    def _closed(self, line: Line[IncidentClosed]) -> Found:
        """An incident is over once."""
        before = (self._row(line.stream, version) for version in range(2, line.version))
        if any(row is not None and row.kind == CLOSED for row in before):
            yield Problem("incident", said.INCIDENT_CLOSED_AGAIN(incident=local(line.stream)), (line.index,))

    def _lists(self, line: Line[IncidentOpened]) -> Iterator[OpenHand]:
        """The hands that it lists in the commit in which it is opened; of many there are several lists."""
        own = self._row(line.stream, line.version)
        version = line.version + 1
        while own is not None and (row := self._row(line.stream, version)) is not None:
            if row.kind != LISTED or unpack(row.state).first != unpack(own.state).first:
                return
            event: HandsListed = next(lines([(row.index, line.stream, version, row.kind, row.state)], _READS)).event
            yield from event.hands
            version += 1

    def _stood_at(self, stream: str, version: int, index: int) -> bool:
        """Whether the newest entry of ``stream`` before a log index was that of ``version``."""
        newest, later = self._row(stream, version), self._row(stream, version + 1)
        return newest is not None and newest.index < index and (later is None or later.index > index)
