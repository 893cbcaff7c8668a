"""Checks of what the operator's own failures did: what was void by them, and whom they kept from playing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple, Protocol

from tombo.ledger.core.clock import LATENESS, SECOND, stands_at
from tombo.ledger.core.entry import EventBase
from tombo.ledger.core.ids import table_of
from tombo.ledger.core.said import Told
from tombo.ledger.games.every import TABLE_GAMES
from tombo.ledger.games.game import SILENT_MAX
from tombo.ledger.house.incident.said import ORIGINS
from tombo.ledger.house.incident.state import Incident, covers
from tombo.ledger.house.questions import Pending, TimeGiven, granted
from tombo.ledger.kinds import misplaced
from tombo.ledger.store import Row
from tombo.projections.line import AnyLine, Line
from tombo.projections.reconciliation.model import Problem
from tombo.projections.reconciliation.said import people as said
from tombo.projections.round.stored import asked_in, event_of

SILENCES: Final = {
    kind.model_fields["kind"].default: decides
    for game in TABLE_GAMES.values()
    for kind, decides in game.silences.items()
}
"""By kind, whether silence decides there for a player."""


class Silence(Protocol):
    """What decides for a seat by its silence."""

    seat: int


class Question(NamedTuple):
    """An event that gives a seat time: the time it stands at, and when it was recorded."""

    event: EventBase
    stands: int
    recorded: int


class Outages:
    """What incidents are asked for.

    ``incident``: one by its local id, as it was before a log index; ``open_at``: one of the operator's own system that was open at a
    table before a log index, by its local id; ``over_at``: when the last of those was over there, by the ledger's clock; ``row``: that of a
    stream at a version.
    """

    def __init__(
        self,
        incident: Callable[[str, int], Incident | None],
        open_at: Callable[[str, int], str | None],
        over_at: Callable[[str, int], int | None],
        row: Callable[[str, int], Row | None],
    ) -> None:
        self._incident, self._open_at, self._over_at, self._row = incident, open_at, over_at, row

    def silence(self, line: Line[Silence]) -> Iterator[Problem]:
        """Silence decides nothing while the operator's own system fails at the table, nor before what that took is given once more.

        R806 r.72, R803 r.33, R805 r.27.
        """
        if not SILENCES[line.kind](line.event):
            return
        open_at = self._open_at(table_of(line.stream), line.index)
        told = self._cut_short(line)
        if open_at is not None:
            told = said.SILENT_DURING_OUTAGE(stream=line.stream, version=line.version, incident=open_at)
        if told is not None:
            yield Problem("void", told, (line.index,))

    def _cut_short(self, line: Line[Silence]) -> Told | None:
        """What is said of silence that decides before the time is up that an outage gave once more; that it was up without, the audit asks."""
        ended = self._over_at(table_of(line.stream), line.index)
        if ended is None or line.recorded > ended + SILENT_MAX * SECOND + LATENESS:  # then all that was given is over
            return None
        asked = self._asked(line)
        given: TimeGiven | None = None
        plain: TimeGiven | None = None
        since = ended if asked and ended >= asked[0].stands else None
        for one in asked:
            given = granted(given, one.event, one.stands, one.recorded, since)
            plain = granted(plain, one.event, one.stands, one.recorded)
        if given is None or plain is None:
            return None
        at = Pending(given, None).passed(line.occurred, line.recorded)
        if at > given.deadline or Pending(plain, None).passed(line.occurred, line.recorded) <= plain.deadline:
            return None
        when = line.recorded if line.occurred is None else min(line.occurred, line.recorded)
        return said.SILENT_BEFORE_TIME(
            stream=line.stream, version=line.version, at=when, ended=ended, until=max(given.again, given.until)
        )

    def _asked(self, line: Line[Silence]) -> list[Question]:
        """What was put to the seat before ``line``, and extra time that it was given since, oldest first."""
        game, found = line.stream.partition(":")[0], list[Question]()
        gives = TABLE_GAMES[game].gives
        for version in range(line.version - 1, 0, -1):
            row = self._row(line.stream, version)
            if row is None or misplaced(*row[1:4]) is not None:
                continue
            event = event_of(game, row.state, f"{line.stream} version {version}")
            adds = gives.get(type(event))
            if adds is None or event.seat != line.event.seat:
                continue
            by = asked_in(row.state)
            found.append(Question(event, stands_at(by.occurred, by.recorded), by.recorded))
            if not adds:
                break
        return found[::-1]

    def void(self, line: AnyLine) -> Iterator[Problem]:
        """Only an incident of the operator's own system voids anything (R806 r.72-73, R803 r.33-34, R804 r.20, R805 r.27)."""
        name, stream = line.event.incident, line.stream
        incident = self._incident(name, line.index)
        told = None
        if incident is None:
            told = said.VOID_UNKNOWN(stream=stream, incident=name)
        elif incident.origin != "operator_system":
            told = said.VOID_OF_PLAYER(stream=stream, incident=name, origin=ORIGINS[incident.origin])
        elif not incident.open:
            told = said.VOID_CLOSED(stream=stream, incident=name)
        elif not covers(incident, table_of(stream)):
            told = said.VOID_ELSEWHERE(stream=stream, incident=name, table=table_of(stream))
        elif stream not in dict(incident.hands):
            told = said.VOID_UNLISTED(stream=stream, incident=name)
        else:
            told = self._went_on(line, name, dict(incident.hands)[stream])
        if told is not None:
            yield Problem("void", told, (line.index,))

    def _went_on(self, line: AnyLine, incident: str, version: int) -> Told | None:
        """What is said of a void of what went on after its incident had found it at ``version``: by a player, or by a card that was dealt."""
        game = line.stream.partition(":")[0]
        for later in range(version + 1, line.version):
            row = self._row(line.stream, later)
            if row is None or misplaced(*row[1:4]) is not None:
                continue
            event = event_of(game, row.state, f"{line.stream} version {later}")
            if asked_in(row.state).by.actor == "player" or isinstance(event, TABLE_GAMES[game].deals):
                return said.VOID_WENT_ON(stream=line.stream, incident=incident, version=later, found=version)
        return None


UNASKED: Final = Outages(*[lambda _, __: None] * 4)
"""Where only the kinds of what is asked matter."""
