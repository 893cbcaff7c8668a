"""What players did: each entry of play, with what it did to an account; the same for every country, whose own words come behind.

Play is told as slips (``tombo.ledger.house.slips``). An entry of an account follows what it is one side of, in one commit (guarantee 3), so
that an operation waits for it: it says the balances. A movement that no operation is told with, what a complaint gave, stands for itself.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, Generic, NamedTuple, TypeVar

from tombo.ledger.core.errors import NotReportableError
from tombo.ledger.games.every import GAMES, TABLE_GAMES
from tombo.ledger.house.rules import OUT_OF_PLACE, stranger
from tombo.ledger.house.slips import Slip, SlipActs, SlipPart, Through
from tombo.ledger.house.table.events import TableOpened
from tombo.ledger.house.table.slips import begun as table_begun
from tombo.ledger.kinds import EVENTS
from tombo.projections.line import AnyLine
from tombo.reports.regulators.known import Balances, Known, MovedBalances, Place
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


class Playing:
    """A slip that goes on, and who takes part in it. A country may keep more of it: ``Plays`` is told how one begins."""

    def __init__(self, begun: AnyLine, slip: Slip) -> None:
        self.begun = begun
        """Its first entry."""
        self.slip = slip
        self.entered: dict[str, int] = {}
        """By player: the log index of the first entry that does something of his; at a table, that by which he came there first."""


G = TypeVar("G", bound=Playing)
G_co = TypeVar("G_co", bound=Playing, covariant=True)


class Acted(NamedTuple, Generic[G_co]):
    """What an entry did of one player's, with what it moved on his account."""

    playing: G_co
    line: AnyLine
    acts: SlipActs
    place: Place | None
    """Where he plays that; None where it is not on record."""
    number: int
    """How many parts of the entry are told before these."""
    first: bool
    """Whether it is the first that he does in it."""
    moved: MovedBalances
    """Before and behind; the same where it moves nothing."""


class PartBalance(NamedTuple):
    """A part, and what it was taken from or came to, before and behind, in cents: the account, or the stack before a seat."""

    part: SlipPart
    before: int
    after: int


class Plays(Generic[G]):
    """The fold of play: tell it every line of an account, and of hands, rounds and tournaments from their first."""

    def __init__(self, known: Known, begins: Callable[[AnyLine, Slip], G]) -> None:
        self._known, self._make = known, begins
        self._events: dict[str, G | None] = {}
        """By stream: what goes on; None where it is played for chips."""
        self._over = list[AnyLine]()
        """The ends of tournaments, each until its commit is over: what they give back follows in it."""
        self._newest: dict[str, str] = {}
        """By place: its newest hand until that is over, or its newest round until the next begins."""
        self._waiting: dict[tuple[str, int, str, Through], deque[Acted[G]]] = {}

    @property
    def waits_for(self) -> list[tuple[str, int, str, Through]]:
        """The entries of accounts that were not seen: by cause, its version, player, and what they move."""
        return list(self._waiting)

    def goes_on(self, lines: Iterable[AnyLine]) -> None:
        """Go on with what is in play: its lines up to here. What they moved is on the accounts."""
        for line in lines:
            self.played(line)
            self._waiting.clear()

    def since(self) -> dict[str, int]:
        """By stream of a table or tournament: the log index with which what goes on there began."""
        return since_of(
            (stream, 0, None) if playing is None else (stream, playing.begun.index, playing.slip)
            for stream, playing in self._events.items()
            if playing is None or not isinstance(playing.begun.event, TableOpened)
        )

    def going(self, stream: str) -> G | None:
        """What goes on in a stream; None of what is played for chips, or is over."""
        return self._events.get(stream)

    def whole(self, recorded: int | None = None) -> None:
        """That nothing waits of what was recorded before ``recorded``; nothing at all, where that is not said.

        Raises:
            OutOfPlaceError: an entry moves something, and no account says so in its commit.
        """
        if self._waiting:
            line = next(iter(self._waiting.values()))[0].line
            if recorded is None or line.recorded < recorded:
                raise stranger(line.index, line.stream, line.kind, "no account says in its commit what it moves")

    def played(self, line: AnyLine) -> Sequence[Acted[G]]:
        """The next line of play, and what of it waits for no account.

        Raises:
            OutOfPlaceError: it cannot follow what is on record, or what was before it has no account.
        """
        self.whole(line.recorded)
        while self._over and self._over[0].recorded < line.recorded:
            self._ends(self._over.pop(0).stream)
        game = BEGINS.get(line.kind)
        if game is not None:
            self._begins(line, game.slip(line.stream, line.event))
            return ()
        playing = self._at_table(line) if line.kind in AT_TABLES else self._going(line)
        if line.kind in HAND_OVER:
            self._ends(line.stream)
        elif line.kind in OVER:
            self._over.append(line)
        if playing is None:
            return ()
        try:
            acts = playing.slip.step(line.event)
        except OUT_OF_PLACE as error:
            raise stranger(line.index, line.stream, line.kind, str(error)) from error
        return list(self._acted(playing, line, acts))

    def moved(self, line: AnyLine, moved: MovedBalances) -> Acted[G] | None:
        """The next line of an account, and what it is one side of; None of what stands for itself.

        Raises:
            OutOfPlaceError: it is one side of something that is not there, or what was before it has no account.
        """
        self.whole(line.recorded)
        through = _THROUGH.get(line.kind, "none")
        stream, version = moved.cause or ("", 0)
        key = stream, version, moved.player, through
        waiting = self._waiting.get(key)
        if not waiting:
            if moved.cause is not None:
                raise stranger(line.index, line.stream, line.kind, "nothing in its commit moves that")
            return None
        first = waiting.popleft()
        if not waiting:
            del self._waiting[key]
        return first._replace(moved=moved)

    def _begins(self, line: AnyLine, slip: Slip | None) -> None:
        self._ends(self._newest.get(place_of(line.stream), ""))
        self._events[line.stream] = None if slip is None else self._make(line, slip)
        self._newest[place_of(line.stream)] = line.stream

    def _ends(self, stream: str) -> None:
        self._events.pop(stream, None)
        if self._newest.get(place_of(stream)) == stream:
            del self._newest[place_of(stream)]

    def _going(self, line: AnyLine) -> G | None:
        """The hand, round or tournament that an entry is of; None of what is played for chips, and of what is over."""
        if line.kind in MOVES and line.stream not in self._events:
            raise stranger(line.index, line.stream, line.kind, "nothing is played there any more")
        return self._events.get(line.stream)

    def _at_table(self, line: AnyLine) -> G | None:
        """An open table of poker: who sits there is known."""
        playing, opened = self._events.get(line.stream), self._known.tables.get(line.stream)
        if playing is None and opened is not None:
            slip = table_begun(opened.stream, opened.event)
            if slip is not None:
                for seated in self._known.seated.get(line.stream, {}).values():
                    slip.step(seated.event)
                playing = self._events[line.stream] = self._make(opened, slip)
        return playing

    def _acted(self, playing: G, line: AnyLine, acts: Sequence[SlipActs]) -> Iterator[Acted[G]]:
        parts = 0
        for each in acts:
            player, first = each.player, each.player not in playing.entered
            place = self._known.places.get((playing.slip.head.table, player, each.seat))
            playing.entered.setdefault(player, self._known.entered.get((line.stream, player), line.index))
            now = self._known.balances.get(player, Balances())
            acted = Acted(playing, line, each, place, parts, first, MovedBalances(player, now, now))
            parts += len(each.parts)
            if each.through == "none":
                yield acted
            else:
                key = line.stream, line.version, player, each.through
                self._waiting.setdefault(key, deque()).append(acted)


def since_of(playing: Iterable[tuple[str, int, Slip | None]]) -> dict[str, int]:
    """By stream of a table or tournament: the log index with which the oldest of ``playing`` began, each its stream, that index and its slip.

    What has no slip is played for chips: all of it may be told.
    """
    found = dict[str, int]()
    for stream, index, slip in playing:
        table, begun = (stream, 0) if slip is None else (slip.head.table, index)
        found[table] = min(found.get(table, begun), begun)
    return found


def place_of(stream: str) -> str:
    """Where a hand or round is played, which the next one there follows: ``hand:mesa-1`` of ``hand:mesa-1/42``; a tournament is its own."""
    return stream if stream.startswith("tournament:") else stream.rpartition("/")[0]


def in_bonus(moved: MovedBalances) -> bool:
    """Whether it is the bonus that moved."""
    return moved.before.bonus != moved.after.bonus


def balanced(acted: Acted[G]) -> list[PartBalance]:
    """The parts of an entry in their order, each with its balance.

    Raises:
        NotReportableError: they come to another amount than the entry of the account.
        OutOfPlaceError: there is less to take one from, or no such entry was won.
    """
    _, line, acts, _, _, _, moved = acted
    if acts.through == "entry" and not 0 <= moved.after.entries != moved.before.entries:
        raise stranger(line.index, line.stream, line.kind, "no such entry was won")
    bonus, found = in_bonus(moved), list[PartBalance]()
    balance = moved.before.bonus if bonus else moved.before.cash
    for part in acts.parts:
        before = balance if part.held is None else part.held
        change = part.won + part.back + part.aside - part.bet
        after = before + change if acts.through == "cash" or part.held is not None else before
        if after < 0:
            raise stranger(line.index, line.stream, line.kind, "there is less to take it from")
        found.append(PartBalance(part, before, after))
        balance = after if part.held is None else balance
    if acts.through == "cash" and balance != (moved.after.bonus if bonus else moved.after.cash):
        raise NotReportableError(said.MOVED_OTHERWISE_HERE(where=said.ENTRY_AT(index=line.index, kind=line.kind)))
    return found
