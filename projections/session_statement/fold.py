"""The statement of a player session, followed: total staked and resulting profit or loss, hand by hand.

R803 r.39, R804 r.26, R805 r.33, R806 r.67, R809 r.68 owe it to the player.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from pydantic import TypeAdapter

from ledger.store import ViewTable
from projections.behind import Fetch
from projections.follow import Projection
from projections.line import Line
from projections.session_statement import banked, poker, tournaments
from projections.session_statement.lines import ENDS, LINES, SESSIONS, Row


@dataclass(slots=True)
class InPlay:
    """What a later entry needs to know, and nothing that is over."""

    poker_tables: poker.Tables = field(default_factory=dict)
    banked_tables: banked.Tables = field(default_factory=dict)
    running: tournaments.Tournaments = field(default_factory=dict)


_IN_PLAY: Final = TypeAdapter(InPlay)


def in_play(state: str) -> InPlay:
    """What a build's state says."""
    return _IN_PLAY.validate_json(state) if state else InPlay()


class SessionStatement(Projection):
    """A line for every hand, round and movement of an entry, within the player session it happened in."""

    name: ClassVar[str] = "session_statement"
    version: ClassVar[int] = 3
    tables: ClassVar[tuple[ViewTable, ...]] = (LINES, SESSIONS, ENDS)
    reads: ClassVar[Mapping[str, tuple[str, ...] | None]] = {
        "session.started.v1": ("player", "regulation"),
        "session.ended.v1": ("cause",),
        "session.ended.v2": ("cause",),
        **{
            kind: fields
            for steps in (poker.STEPS, banked.STEPS, tournaments.STEPS)
            for kind, (fields, _) in steps.items()
        },
    }

    def __init__(self) -> None:
        self._lines: list[Row] = []
        self._sessions: list[Row] = []
        self._ends: list[Row] = []
        self._begin(InPlay())

    def begin(self, state: str, fetch: Fetch) -> None:  # noqa: ARG002  # all it needs is in its state
        """Go on from ``state``."""
        self._begin(in_play(state))

    def _begin(self, known: InPlay) -> None:
        self._in_play = known
        lines = self._lines
        self._steps: dict[str, tuple[Callable[[Any, Line, list[Row]], None], Any, list[Row]]] = {
            "session.started.v1": (_started, None, self._sessions),
            "session.ended.v1": (_ended, None, self._ends),
            "session.ended.v2": (_ended, None, self._ends),
            **{kind: (step, known.poker_tables, lines) for kind, (_, step) in poker.STEPS.items()},
            **{kind: (step, known.banked_tables, lines) for kind, (_, step) in banked.STEPS.items()},
            **{kind: (step, known.running, lines) for kind, (_, step) in tournaments.STEPS.items()},
        }
        """By kind: what to do, with what is known, and where its rows go."""

    def step(self, line: Line) -> None:
        """The next line of the log."""
        step, known, rows = self._steps[line.kind]
        step(known, line, rows)

    def take(self) -> Mapping[ViewTable, Sequence[tuple[Any, ...]]]:
        """The rows since the last call."""
        taken = {LINES: self._lines[:], SESSIONS: self._sessions[:], ENDS: self._ends[:]}
        for rows in (self._lines, self._sessions, self._ends):
            rows.clear()
        return taken

    def state(self) -> str:
        """What is in play, as JSON."""
        return _IN_PLAY.dump_json(self._in_play).decode()


def _started(_: None, line: Line, rows: list[Row]) -> None:
    event = line.event
    rows.append((line.stream[8:], line.index, event["player"], event["regulation"], line.instant))


def _ended(_: None, line: Line, rows: list[Row]) -> None:
    rows.append((line.stream[8:], line.index, line.instant, line.event["cause"]))
