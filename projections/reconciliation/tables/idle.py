"""Sessions that end because their player was idle: he was warned at the table where he plays, and had what a warning gives (R806 r.70-71, R803 r.41-42).

How many hands or rounds he let pass the door counts; it is not counted again here (docs/threat-model.md).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.said import Told
from tombo.ledger.house.session.events import InactivityWarned, SessionEnded, SessionStarted
from tombo.ledger.house.session.idleness import GRACE_SECONDS
from tombo.ledger.house.session.state import ends_by
from tombo.ledger.store import Row
from tombo.ledger.terms.every import regulation_of, shared_of
from tombo.ledger.terms.poker import Terms
from tombo.projections.line import AnyLine, Line, lines, reader
from tombo.projections.reconciliation.lawful import passed
from tombo.projections.reconciliation.model import Problem
from tombo.projections.reconciliation.said import idle as said
from tombo.projections.round.rules_held import RulesHeld

Found = Iterator[Problem]
STARTED: Final = "session.started.v1"
WARNED: Final = "session.inactivity_warned.v1"
_READS: Final = {kind: reader(kind) for kind in (STARTED, WARNED)}


class IdleSessions:
    """``row``: that of a stream at a version; ``rules``: what tables opened under; ``number``: of the last hand or round begun at an open table."""

    def __init__(
        self, row: Callable[[str, int], Row | None], rules: RulesHeld, number: Callable[[str], int | None]
    ) -> None:
        self._row, self._rules, self._number = row, rules, number
        self._games: dict[str, str] = {}
        """By stream of a session that was seen to begin, and goes on: the regulation of its game."""
        self._warnings: dict[str, InactivityWarned] = {}
        """By stream of a session that goes on: its last warning, where that was seen."""
        self.checks: Final[Mapping[str, Callable[[AnyLine], Found]]] = {
            STARTED: self._started,
            WARNED: self._warned,
            "session.ended.v1": self._ended,
        }

    def _started(self, line: Line[SessionStarted]) -> Found:
        """A session begins."""
        if line.version == 1:
            self._games[line.stream] = line.event.regulation
        return iter(())

    def _game(self, stream: str) -> str | None:
        """The regulation of the game of a session that is over; None of one that never began."""
        game = self._games.pop(stream, None)
        started = self._event(stream, 1, STARTED) if game is None else None
        return started.regulation if isinstance(started, SessionStarted) else game

    def _warned(self, line: Line[InactivityWarned]) -> Found:
        """A warning is of an open table, of its last hand or round, when it was given, by the rule that its players have."""
        event, number = line.event, self._number(line.event.table)
        self._warnings[line.stream] = event
        if number != event.number:
            last = said.NO_TABLE if number is None else number
            told = said.WARNED_AT_ANOTHER_HAND(session=line.stream, table=event.table, told=event.number, last=last)
            yield Problem("people", told, (line.index,))
        if event.at != line.occurred:
            yield Problem("time", said.WARNED_AT_ANOTHER_TIME(session=line.stream), (line.index,))
        lawful = self._idle_rules(event.table)
        if event.rule not in lawful:
            told = said.WARNED_BY_ANOTHER_RULE(session=line.stream, told=event.rule, due=lawful or said.NO_RULE)
            yield Problem("people", told, (line.index,))

    def _idle_rules(self, table: str) -> tuple[str, ...]:
        """The rules by which a player of ``table`` may be idle; none at one of a tournament, where who is away stays in play (R810 r.27)."""
        under = self._rules.of_table(table)
        if under is None:
            return ()
        idle = shared_of(regulation_of(under.terms)).idle
        if isinstance(under.terms, Terms):
            return f"{idle}a", f"{idle}b"
        return (f"{idle}a",) if under.terms.table_kind == "single" else (f"{idle}b",)

    def _ended(self, line: Line[SessionEnded]) -> Found:
        """A session ends under the rule of its cause; for inactivity only after a warning, and what that leaves its player."""
        event, game, warning = line.event, self._game(line.stream), self._warnings.pop(line.stream, None)
        if game is None:
            return
        due = ends_by(event.cause, game)
        if event.rule != due:
            told = said.ENDED_BY_ANOTHER_RULE(
                session=line.stream, told=event.rule or said.NO_RULE, due=due or said.NO_RULE
            )
            yield Problem("people", told, (line.index,))
        if event.cause == "inactivity" and (wrong := self._too_soon(line, warning, shared_of(game).warned)) is not None:
            yield Problem("people", wrong, (line.index,))

    def _too_soon(self, line: Line[SessionEnded], warning: InactivityWarned | None, rule: str) -> Told | None:
        """What is said of an end for inactivity without a warning, or before what that leaves is over: a minute, or a hand or round."""
        warning = warning or self._warned_before(line)
        if warning is None:
            return said.ENDED_WITHOUT_WARNING(session=line.stream, rule=rule)
        under = self._rules.of_table(warning.table)
        if under is not None and not isinstance(under.terms, Terms) and under.terms.table_kind == "single":
            over = warning.at is not None and passed(line) - warning.at > GRACE_SECONDS * SECOND
        else:
            number = self._number(warning.table)
            over = number is not None and number > warning.number
        return None if over else said.ENDED_TOO_SOON_AFTER_WARNING(session=line.stream, rule=rule)

    def _warned_before(self, line: Line[SessionEnded]) -> InactivityWarned | None:
        """The last warning of a session, from the log: of one that was warned before the day."""
        versions = range(line.version - 1, 1, -1)
        found = next((one for at in versions if (one := self._event(line.stream, at, WARNED)) is not None), None)
        return found if isinstance(found, InactivityWarned) else None

    def _event(self, stream: str, version: int, kind: str) -> object:
        """The event of ``kind`` at a version; None of another kind."""
        row = self._row(stream, version)
        if row is None or row.kind != kind:
            return None
        return next(lines([(row.index, stream, version, row.kind, row.state)], _READS)).event
