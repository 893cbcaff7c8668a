"""What players did: each entry of play, and each movement of an account, told as the file AJOG has it.

Play is told as slips (``tombo.ledger.house.slips``). An entry of an account follows what it is one side of, in one commit (guarantee 3), so
that an operation waits for it: it says the balances. A movement that no operation is told with, what a complaint gave, stands for itself.
"""

from __future__ import annotations

import operator
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from tombo.ledger.core.errors import NotReportableError
from tombo.ledger.games.every import GAMES, TABLE_GAMES
from tombo.ledger.house.rules import OUT_OF_PLACE, stranger
from tombo.ledger.house.slips import Slip, SlipActs, SlipPart, Through
from tombo.ledger.house.table.slips import begun as table_begun
from tombo.ledger.kinds import EVENTS
from tombo.projections.line import AnyLine
from tombo.reports.regulators.portugal import operations
from tombo.reports.regulators.portugal.amounts import euros
from tombo.reports.regulators.portugal.known import Balances, Known, MovedBalances, Place
from tombo.reports.regulators.portugal.operations import Event, Values
from tombo.reports.said.regulators import common as said

BEGINS: Final = {game.kinds.begin_kind: game for game in GAMES.values()}
"""By kind of the first entry of a hand, round or tournament: its game."""
PLAYED_IN: Final = frozenset(kind for kind in EVENTS if kind.partition(".")[0] in GAMES)
"""The kinds of hands, rounds and tournaments."""
MOVES: Final = frozenset(kind for game in TABLE_GAMES.values() for kind in game.money)
"""Those of hands and rounds that move something."""
HAND_OVER: Final = frozenset({"hand.settled.v1", "hand.voided.v1"})
OVER: Final = HAND_OVER | {"tournament.cancelled.v1", "tournament.finished.v1"}
"""Behind which nothing moves any more, but in the same commit what a tournament gives. What zero imprisoned in a spin may come back behind its end."""
AT_TABLES: Final = ("table.player_left.v1", "table.player_seated.v1", "table.stack_topped_up.v1")
PLAYED: Final = (*AT_TABLES, *PLAYED_IN)
OUTSIDE: Final = frozenset({"account.deposited.v1", "account.withdrawn.v1"})
"""Told in TRAN, with balances of their own."""
_THROUGH: Final[Mapping[str, Through]] = {
    "account.credited.v1": "cash",
    "account.debited.v1": "cash",
    "account.ticket_granted.v1": "entry",
    "account.ticket_returned.v1": "entry",
    "account.ticket_used.v1": "entry",
}


class Sums(NamedTuple):
    """What operations come to, in cents, as the totals of RESF have it."""

    bets: int = 0
    won: int = 0
    back: int = 0
    """What was given back, and of that what nobody had matched:"""
    uncalled: int = 0
    fees: int = 0

    def plus(self, other: Sums) -> Sums:
        """Both together."""
        return Sums(*map(operator.add, self, other))


class Play(NamedTuple):
    """A record of AJOG: whose, his account, and each operation with the element it is."""

    player: str
    account: Values
    operations: tuple[Values, ...] = ()
    regulation: str = ""
    """Of the game that they are of; with no operation nothing."""
    sums: Sums = Sums()


class _Waiting(NamedTuple):
    event: Event
    line: AnyLine
    acts: SlipActs
    place: Place | None
    parts: int
    """How many parts of the entry are told before these."""


class Activity:
    """The fold of play: tell it every line of an account, and of hands, rounds and tournaments from their first."""

    def __init__(self, known: Known, origin_of: Callable[[AnyLine, Place | None, str], Values]) -> None:
        self._known, self._origin_of = known, origin_of
        self._events: dict[str, Event | None] = {}
        """By stream: what goes on; None where it is played for chips."""
        self._newest: dict[str, str] = {}
        """By place: its newest hand until that is over, or its newest round until the next begins."""
        self._waiting: dict[tuple[str, int, str, Through], deque[_Waiting]] = {}

    @property
    def waits_for(self) -> list[tuple[str, int, str, Through]]:
        """The entries of accounts that were not seen: by cause, its version, player, and what they move."""
        return list(self._waiting)

    def goes_on(self, lines: Iterable[AnyLine]) -> None:
        """Go on with what is in play: its lines up to here. What they moved is on the accounts."""
        for line in lines:
            self.played(line)
            self._waiting.clear()

    def whole(self, recorded: int | None = None) -> None:
        """That nothing waits of what was recorded before ``recorded``; nothing at all, where that is not said.

        Raises:
            OutOfPlaceError: an entry moves something, and no account says so in its commit.
        """
        if self._waiting:
            line = next(iter(self._waiting.values()))[0].line
            if recorded is None or line.recorded < recorded:
                raise stranger(line.index, line.stream, line.kind, "no account says in its commit what it moves")

    def played(self, line: AnyLine) -> Sequence[Play]:
        """The next line of play, and what is told of it at once.

        Raises:
            OutOfPlaceError: it cannot follow what is on record, or what was before it has no account.
        """
        self.whole(line.recorded)
        game = BEGINS.get(line.kind)
        if game is not None:
            self._begins(line, game.slip(line.stream, line.event))
            return ()
        event = self._at_table(line) if line.kind in AT_TABLES else self._going(line)
        if line.kind in HAND_OVER:
            self._ends(line.stream)
        if event is None:
            return ()
        try:
            acts = event.slip.step(line.event)
        except OUT_OF_PLACE as error:
            raise stranger(line.index, line.stream, line.kind, str(error)) from error
        return list(self._acted(event, line, acts))

    def moved(self, line: AnyLine, moved: MovedBalances) -> Sequence[Play]:
        """The next line of an account, and what is told with it.

        Raises:
            OutOfPlaceError: it is one side of something that is not there, or what was before it has no account.
        """
        self.whole(line.recorded)
        if line.kind in OUTSIDE:
            return ()
        through = _THROUGH.get(line.kind, "none")
        stream, version = moved.cause or ("", 0)
        key = stream, version, moved.player, through
        waiting = self._waiting.get(key)
        if not waiting:
            if moved.cause is not None:
                raise stranger(line.index, line.stream, line.kind, "nothing in its commit moves that")
            return (Play(moved.player, _account(moved)),)
        first = waiting.popleft()
        if not waiting:
            del self._waiting[key]
        return (self._told(first, moved),)

    def _begins(self, line: AnyLine, slip: Slip | None) -> None:
        self._ends(self._newest.get(place_of(line.stream), ""))
        self._events[line.stream] = None if slip is None else operations.event(line, slip, self._known)
        self._newest[place_of(line.stream)] = line.stream

    def _ends(self, stream: str) -> None:
        self._events.pop(stream, None)
        if self._newest.get(place_of(stream)) == stream:
            del self._newest[place_of(stream)]

    def _going(self, line: AnyLine) -> Event | None:
        """The hand, round or tournament that an entry is of; None of what is played for chips, and of what is over."""
        if line.kind in MOVES and line.stream not in self._events:
            raise stranger(line.index, line.stream, line.kind, "nothing is played there any more")
        return self._events.get(line.stream)

    def _at_table(self, line: AnyLine) -> Event | None:
        """The event that an open table of poker is: who sits there is known."""
        event, opened = self._events.get(line.stream), self._known.tables.get(line.stream)
        if event is None and opened is not None:
            slip = table_begun(opened.stream, opened.event)
            if slip is not None:
                for seated in self._known.seated.get(line.stream, {}).values():
                    slip.step(seated.event)
                event = self._events[line.stream] = operations.event(opened, slip, self._known)
        return event

    def _acted(self, event: Event, line: AnyLine, acts: Sequence[SlipActs]) -> Iterator[Play]:
        parts = 0
        for each in acts:
            place = self._known.places.get((event.slip.head.table, each.player, each.seat))
            event.enters(each.player, self._known.entered.get((line.stream, each.player), line.index))
            waiting = _Waiting(event, line, each, place, parts)
            parts += len(each.parts)
            if each.through == "none":
                now = self._known.balances.get(each.player, Balances())
                yield self._told(waiting, MovedBalances(each.player, now, now))
            else:
                key = line.stream, line.version, each.player, each.through
                self._waiting.setdefault(key, deque()).append(waiting)

    def _told(self, waiting: _Waiting, moved: MovedBalances) -> Play:
        event, line, acts, place, number = waiting
        common = {**event.told(line, acts, place), **self._origin_of(line, place, acts.player)}
        entries = _entries(moved) if acts.through == "entry" else {}
        if entries and not 0 <= moved.after.entries != moved.before.entries:
            raise stranger(line.index, line.stream, line.kind, "no such entry was won")
        bonus = moved.before.bonus != moved.after.bonus
        balance, told, sums = moved.before.bonus if bonus else moved.before.cash, list[Values](), Sums()
        for place_in_entry, part in enumerate(acts.parts, number):
            before = balance if part.held is None else part.held
            change = part.won + part.back + part.aside - part.bet
            after = before + change if acts.through == "cash" or part.held is not None else before
            if after < 0:
                raise stranger(line.index, line.stream, line.kind, "there is less to take it from")
            own = operations.part(event, line, part, place_in_entry)
            cash = moved.before.cash if bonus else None
            told.append({**common, **own, **operations.amounts(part, before, after, cash), **entries})
            balance = after if part.held is None else balance
            sums = sums.plus(_summed(part))
        if acts.through == "cash" and balance != (moved.after.bonus if bonus else moved.after.cash):
            raise NotReportableError(said.MOVED_OTHERWISE_HERE(where=said.ENTRY_AT(index=line.index, kind=line.kind)))
        return Play(acts.player, _account(moved), tuple(told), event.slip.head.regulation, sums)


def place_of(stream: str) -> str:
    """Where a hand or round is played, which the next one there follows: ``hand:mesa-1`` of ``hand:mesa-1/42``; a tournament is its own."""
    return stream if stream.startswith("tournament:") else stream.rpartition("/")[0]


def _summed(part: SlipPart) -> Sums:
    return Sums(part.bet, part.won, part.back, part.back if part.uncalled else 0, part.fee)


def _entries(moved: MovedBalances) -> Values:
    """The wallet of entries won, before, moved and after."""
    before, after = moved.before.entries, moved.after.entries
    return {"pinscr_ini": euros(before), "pinscr_mov": euros(after - before), "pinscr_fim": euros(after)}


def _account(moved: MovedBalances) -> Values:
    """The balances of an account: before, moved, after. A movement that leaves it is below 0."""
    before, after = moved.before, moved.after
    return {
        "saldo_ini": euros(before.cash),
        "saldo_mov": euros(after.cash - before.cash),
        "saldo_fim": euros(after.cash),
        "bonus_ini": euros(before.bonus),
        "bonus_mov": euros(after.bonus - before.bonus),
        "bonus_fim": euros(after.bonus),
        **_entries(moved),
    }
