"""The statement of a player session, followed: total staked and resulting profit or loss, hand by hand.

R803 r.39, R804 r.26, R805 r.33, R806 r.67, R809 r.68 owe it to the player.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import ClassVar, Final

from pydantic import TypeAdapter
from typing_extensions import TypedDict

from tombo.ledger.house.rules import why_not
from tombo.ledger.store import ViewTable
from tombo.projections.behind import CANNOT_FOLD, Fetch
from tombo.projections.follow import Projection, Row
from tombo.projections.line import AnyLine, Line, Wanted
from tombo.projections.session_statement import banked, poker, tournaments
from tombo.projections.session_statement.lines import ENDS, LINES, SESSIONS, RowStep, check_rows, on
from tombo.projections.strangers import Passed, PassesOver

Sessions = dict[str, int]
"""Player sessions that are not over, by name: the log index at which each began."""


class _Started(TypedDict):
    player: str
    regulation: str


class _Ended(TypedDict):
    cause: str


def _started(sessions: Sessions, line: Line[_Started], rows: list[Row]) -> None:
    event = line.event
    sessions[line.stream[8:]] = line.index
    rows.append((line.stream[8:], line.index, event["player"], event["regulation"], line.instant))


def _ended(sessions: Sessions, line: Line[_Ended], rows: list[Row]) -> None:
    """A session ends once (``SessionEnded``)."""
    if sessions.pop(line.stream[8:], None) is None:
        raise LookupError("no session of that name is begun and not over")
    rows.append((line.stream[8:], line.index, line.instant, line.event["cause"]))


_BEGINS: Final = "session.started.v1"
_SESSIONS: Final[Mapping[str, RowStep[Sessions]]] = {
    _BEGINS: on(_Started, _started),
    "session.ended.v1": on(_Ended, _ended),
    "session.ended.v2": on(_Ended, _ended),
}


@dataclass(slots=True)
class InPlay:
    """What a later entry needs to know, and nothing that is over."""

    poker_tables: poker.Tables = field(default_factory=dict)
    banked_tables: banked.Tables = field(default_factory=dict)
    running: tournaments.Tournaments = field(default_factory=dict)
    sessions: Sessions = field(default_factory=dict)


_IN_PLAY: Final = TypeAdapter(InPlay)


def in_play(state: str) -> InPlay:
    """What a build's state says."""
    return _IN_PLAY.validate_json(state) if state else InPlay()


class SessionStatement(PassesOver, Projection):
    """A line for every hand, round and movement of an entry, within the player session it happened in.

    An entry of what is not there, or is over, makes no row: else who has an event key would stop everybody's statement with one.
    """

    name: ClassVar[str] = "session_statement"
    version: ClassVar[int] = 6
    tables: ClassVar[tuple[ViewTable, ...]] = (LINES, SESSIONS, ENDS)
    reads: ClassVar[Mapping[str, Wanted]] = {
        kind: step.wants
        for steps in (_SESSIONS, poker.STEPS, banked.STEPS, tournaments.STEPS)
        for kind, step in steps.items()
    }

    def __init__(self) -> None:
        self._lines: list[Row] = []
        self._sessions: list[Row] = []
        self._ends: list[Row] = []
        self.passed: list[Passed] = []
        self._begin(InPlay())

    def begin(self, state: str, fetch: Fetch) -> None:  # noqa: ARG002  # all it needs is in its state
        """Go on from ``state``."""
        self._begin(in_play(state))

    def _begin(self, known: InPlay) -> None:
        self._in_play = known
        lines = self._lines
        self._steps: dict[str, tuple[Callable[[AnyLine, list[Row]], None], list[Row]]] = {
            **{kind: (partial(step.does, known.sessions), self._of_sessions(kind)) for kind, step in _SESSIONS.items()},
            **{kind: (partial(step.does, known.poker_tables), lines) for kind, step in poker.STEPS.items()},
            **{kind: (partial(step.does, known.banked_tables), lines) for kind, step in banked.STEPS.items()},
            **{kind: (partial(step.does, known.running), lines) for kind, step in tournaments.STEPS.items()},
        }
        """By kind: what to do, with what is known, and where its rows go."""

    def _of_sessions(self, kind: str) -> list[Row]:
        return self._sessions if kind == _BEGINS else self._ends

    def step(self, line: AnyLine) -> None:
        """The next line of the log."""
        step, rows = self._steps[line.kind]
        before = len(rows)
        try:
            step(line, rows)
            check_rows(rows, before)
        except CANNOT_FOLD as error:
            self.passed.append(Passed(line.index, line.stream, line.kind, line.instant, why_not(error)))

    def take(self) -> Mapping[ViewTable, Sequence[Row]]:
        """The rows since the last call."""
        taken = {LINES: self._lines[:], SESSIONS: self._sessions[:], ENDS: self._ends[:]}
        for rows in (self._lines, self._sessions, self._ends, self.passed):
            rows.clear()
        return taken

    def state(self) -> str:
        """What is in play, as JSON."""
        return _IN_PLAY.dump_json(self._in_play).decode()
