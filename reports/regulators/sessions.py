"""A day's play by player session, which is how countries want it that ask for no single bet: staked, won, given back, taken, and in how many rounds.

A session that goes on over midnight is told in parts, one for each day on which something was done in it, so that the parts of a day come
to what the day was closed with. What was done behind its end, a refund by the letter of a rule, is told on the day on which it was done.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from tombo.ledger.core.errors import NotReportableError
from tombo.ledger.house.rules import stranger
from tombo.ledger.house.slips import SlipHead
from tombo.projections.line import AnyLine
from tombo.reports.regulators.known import TELLS, TOURNAMENTS, Known, Place, PlayedAccess, PlayedSession
from tombo.reports.regulators.plays import BEGINS, OVER, PLAYED, Acted, Playing, Plays, balanced, in_bonus
from tombo.reports.regulators.sealed import where
from tombo.reports.regulators.totals import Sums, summed
from tombo.reports.said.regulators import common as said

NOTHING: Final = Sums()
STARTED: Final = "tournament.started.v1"
_TOLD: Final = frozenset(TELLS)


@dataclass(slots=True)
class TablePart:
    """What was done in a session at one table on one day. ``first`` and ``last``: the instants of its first and last act, in UTC."""

    head: SlipHead
    first: int
    last: int
    sums: Sums = NOTHING
    bonus: Sums = NOTHING
    """Of ``sums``, what moved the bonus, and not money."""
    rounds: int = 0
    """Hands or rounds that he took part in, each counted where he first did."""


@dataclass(slots=True)
class SessionPart:
    """What a player did in one session on one day."""

    name: str
    player: str
    access: PlayedAccess | None
    """Through which it was played last; None of who is not registered."""
    tables: dict[str, TablePart] = field(default_factory=dict)
    """By stream of the table."""

    @property
    def first(self) -> int:
        """The instant of its first act on the day."""
        return min(part.first for part in self.tables.values())

    @property
    def last(self) -> int:
        """The instant of its last act on the day."""
        return max(part.last for part in self.tables.values())


class DayPlay:
    """The fold of a day's play: tell it every line it reads, in log order, from the first of the ledger."""

    reads = frozenset({*TELLS, *PLAYED})

    def __init__(self) -> None:
        self.known = Known()
        self.plays: Plays[Playing] = Plays(self.known, Playing)
        self.parts: dict[str, SessionPart] = {}
        """By session: what was done in it on the day; play in tournaments is none of it."""
        self.sums: dict[str, Sums] = {}
        """By regulation, all of the day, that of tournaments too."""
        self.started: list[AnyLine] = []
        """The tournaments that started on the day, by that entry."""
        self.over: list[AnyLine] = []
        """Those that finished or were cancelled on the day, by that entry."""

    def step(self, line: AnyLine, *, wanted: bool) -> Iterator[Acted[Playing]]:
        """What the next line does of whom; nothing of one that is not ``wanted``, and is known all the same.

        Raises:
            NotReportableError: it comes to another amount than the account beside it, or is played in no session.
            OutOfPlaceError: it cannot follow what is on record of its stream.
        """
        moved = self.known.step(line) if line.kind in _TOLD else None
        found = self.plays.played(line) if moved is None else (self.plays.moved(line, moved),)
        if not wanted:
            return
        if line.stream.startswith(TOURNAMENTS):
            self._tournament(line)
        if line.kind in BEGINS:
            self._deals(line)
        for acted in found:
            if acted is not None:
                self._counts(acted)
                yield acted

    def forget(self, since: Mapping[str, int]) -> None:
        """Forget what can be told of no more: see ``Known.forget``. The sessions of the day, and its tournaments, are told when it is over."""
        self.known.forget({**since, **{line.stream: 0 for line in self.over}}, self.parts)

    def session(self, name: str) -> PlayedSession:
        """A session, by its name."""
        return self.known.sessions[name]

    def _tournament(self, line: AnyLine) -> None:
        if line.kind == STARTED:
            self.started.append(line)
        elif line.kind in OVER:
            self.over.append(line)

    def _counts(self, acted: Acted[Playing]) -> None:
        regulation, sums = acted.playing.slip.head.regulation, NOTHING
        for part, _, _ in balanced(acted):
            sums = sums.plus(summed(part))
        self.sums[regulation] = self.sums.get(regulation, NOTHING).plus(sums)
        if acted.playing.slip.head.fee is None:
            self._in_session(acted, sums)

    def _deals(self, line: AnyLine) -> None:
        """A hand begins: whoever is dealt in takes part, though he may stake nothing."""
        playing = self.plays.going(line.stream)
        if playing is not None:
            head = playing.slip.head
            for seat, player in playing.slip.dealt:
                place = self.known.places.get((head.table, player, seat))
                self._at(line, head, player, place).rounds += 1

    def _in_session(self, acted: Acted[Playing], sums: Sums) -> None:
        line, slip = acted.line, acted.playing.slip
        at = self._at(line, slip.head, acted.acts.player, acted.place)
        at.sums = at.sums.plus(sums)
        if in_bonus(acted.moved):
            at.bonus = at.bonus.plus(sums)
        if acted.first and line.stream != slip.head.table and not slip.dealt:
            at.rounds += 1

    def _at(self, line: AnyLine, head: SlipHead, player: str, place: Place | None) -> TablePart:
        """The part that an entry is told in: of the session that its player has at the table."""
        if place is None or place.session not in self.known.sessions:
            raise NotReportableError(said.IN_NO_SESSION(where=where(line), player=player))
        name = place.session
        if self.session(name).player != player:
            raise stranger(line.index, line.stream, line.kind, "it is played in another player's session")
        part = self.parts.setdefault(name, SessionPart(name, player, None))
        part.access = self.known.access_of(name)
        at = part.tables.setdefault(head.table, TablePart(head, line.instant, line.instant))
        at.first, at.last = min(at.first, line.instant), max(at.last, line.instant)
        return at
