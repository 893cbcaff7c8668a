"""Checks of tournaments: each entry may follow, ties with the tables, gives what is due in its commit and by the rules; nothing follows their end."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Final

from tombo.ledger.core.entry import Entry
from tombo.ledger.core.errors import OutOfPlaceError
from tombo.ledger.core.ids import local
from tombo.ledger.core.said import Told
from tombo.ledger.games.tournament.events import MayDeal, TimeCalled, TournamentEvent
from tombo.ledger.games.tournament.state import Tournament, tournament_stream
from tombo.ledger.house.table.events import TableHandStarted
from tombo.ledger.house.table.state import table_stream
from tombo.ledger.store import Store
from tombo.ledger.store.mapper import CanonicalMapper
from tombo.projections.accounts.book import Book
from tombo.projections.line import AnyLine, Line, asker
from tombo.projections.reconciliation.before import followed_before
from tombo.projections.reconciliation.cups.asked import with_tables
from tombo.projections.reconciliation.cups.askers import asked_by_other
from tombo.projections.reconciliation.cups.hands import SALE_CLOSED, CupHands
from tombo.projections.reconciliation.lawful import Lawful, against, passed
from tombo.projections.reconciliation.model import Problem
from tombo.projections.reconciliation.owed import owed, staying
from tombo.projections.reconciliation.said import night as said
from tombo.projections.reconciliation.sources import NightSources
from tombo.projections.reconciliation.tables.standing import TablesBefore
from tombo.projections.reconciliation.tickets import Tickets
from tombo.projections.reconciliation.tied import (
    CLOSED,
    OF_TOURNAMENTS,
    Commit,
    NotDue,
    TableTold,
    Tied,
    of_each,
    table_told,
    uncaused,
)
from tombo.projections.strangers import at_home
from tombo.projections.tournament import said as cups_said
from tombo.projections.tournament.ends import ends_by
from tombo.projections.tournament.prizes import prize_table
from tombo.projections.tournament.refunds import refund_differences, refund_table
from tombo.projections.tournament.view import Followed, TournamentView, follow

_ENDS: Final = frozenset({"tournament.cancelled.v1", "tournament.finished.v1"})
_OVER: Final = frozenset({"cancelled", "finished"})
_HAND_ENDED: Final = "table.hand_ended.v1"
_HAND_STARTED: Final = "table.hand_started.v1"
_FIXED: Final = "tournament.prizes_fixed.v1"
_LEFT: Final = "table.player_left.v1"
_WON: Final = frozenset(f"tournament.{word}_awarded.v1" for word in ("bounty", "prize", "ticket"))
_OCCASIONS: Final[Mapping[str, str]] = {
    "tournament.overlay_added.v1": SALE_CLOSED,
    "tournament.refunded.v1": "tournament.cancelled.v1",
}
"""What the house gives, and what it follows in the same commit (R810 r.7m, r.36)."""
_DETERMINES: Final = _ENDS | {
    "tournament.eliminated.v1",
    SALE_CLOSED,
    "tournament.synchronized_hand_started.v1",
}
"""With what a prize is determined, or nobody can change it any more, besides the end of a hand (R810 r.10, r.49-54)."""


class Tournaments:
    """Tournaments followed as the night comes to their commits: each entry is read once, and what is wrong is told once."""

    def __init__(self, store: Store, tables: TablesBefore) -> None:
        self._store, self._mapper, self._tickets = store, CanonicalMapper(store.origin), Tickets(store)
        self._tables: Final = tables
        self._begun: Final = CupHands()
        self._kept: dict[str, tuple[int, Followed | None, frozenset[str]]] = {}
        """By local id: up to which version it is followed, what it is then, and what was told of it."""
        self._goes_on: dict[str, Followed | None] = {}
        """By local id: those of which a hand began before the night came to an entry of theirs, as they were then."""

    def __call__(self, name: str, version: int, commit: Commit) -> tuple[NotDue, ...]:
        """See ``NightSources.tournament``."""
        self._goes_on.pop(name, None)
        last, found, told = self._kept.get(name, (0, None, frozenset()))
        wrong, tied, lawful = list[NotDue](), Tied(commit), Lawful()
        gave = determined = False
        for entry in self._behind(name, last, commit.lines):
            before = None if found is None else found.state
            try:
                found = follow(found, entry, name)
            except OutOfPlaceError:
                wrong.append(NotDue(said.OUT_OF_PHASE(kind=entry.kind, stream=entry.stream), entry.index))
            else:
                if entry.index >= commit.first:
                    wrong += lawful.step(before, entry)
                    wrong += against(self._tickets.announced(entry), entry)
                if before is not None and entry.index >= commit.first:
                    by = asked_by_other(before, entry, begins=entry.index == commit.first)
                    wrong += () if by is None else (NotDue(by, entry.index),)
                    wrong += with_tables(before, entry, self._tables.view(commit.first))
                    wrong += (NotDue(one, entry.index) for one in self._tickets.entered(before, entry, name))
                    wrong += tied.step(before, entry.event, entry.index, entry.stream)
                    wrong += self._early(before, entry, commit.first)
            determined = determined or entry.kind in _DETERMINES
            gave = gave or entry.kind in _WON or entry.kind in _ENDS or entry.kind == _FIXED
        wrong += lawful.rest()
        wrong += tied.rest(None if found is None else found.state)
        if found is not None:
            differing = {one.text(): NotDue(one) for one in _differences(found)} if gave else {}
            lacking = (*staying(found.state), *(owed(found) if determined else ()))
            differing |= {one.text(): NotDue(one) for one in lacking}
            wrong += (one for text, one in differing.items() if text not in told)
            told |= differing.keys()
        self._kept[name] = version, found, told
        if found is not None and found.state.phase in _OVER:
            del self._kept[name]  # nothing of it is asked any more
            self._begun.over(name)
        return tuple(wrong)

    def _behind(self, name: str, last: int, heard: Sequence[AnyLine]) -> Iterator[Entry]:
        """A tournament behind the version to which it is followed: the commit at hand, as it was ``heard``, and before it what the night was not shown."""
        unheard = range(last + 1, heard[0].version)
        if unheard:
            rows = self._store.stream_rows(tournament_stream(name), gt=last, lte=unheard[-1])
            yield from map(self._mapper.to_entry, at_home(rows))
        yield from map(_entry, heard)

    def hand(self, name: str, begun: Line[TableHandStarted], first: int, beside: Collection[str]) -> tuple[NotDue, ...]:
        """See ``NightSources.cup_hand``."""
        if name not in self._kept and name not in self._goes_on:
            self._goes_on[name] = followed_before(self._store, self._mapper, name, first)
        found = self._kept[name][1] if name in self._kept else self._goes_on[name]
        if found is None:
            return ()
        view = self._tables.view(first)
        wrong = self._begun(name, found.state, begun, view, beside)
        facts = {"kind": begun.kind, "stream": begun.stream}
        return tuple(
            NotDue(cups_said.AGAINST_RULE(rule=one.rule, found=one.told, **facts), begun.index) for one in wrong
        )

    def unfinished(self, name: str, until: int) -> tuple[int, Told] | None:
        """See ``NightSources.unfinished``."""
        _, found, _ = self._kept.get(name, (0, None, frozenset()))
        for row in at_home(self._store.stream_rows(tournament_stream(name))) if found is None else ():
            try:
                found = follow(found, self._mapper.to_entry(row), name)
            except OutOfPlaceError:
                continue  # told of the day it is of
        due = None if found is None else ends_by(found.state, found.recorded)
        if found is None or due is None or due >= until:
            return None
        return found.log_index, cups_said.TOURNAMENT_UNFINISHED(stream=tournament_stream(name), due=due)

    def _early(self, state: Tournament, entry: Entry, first: int) -> Iterator[NotDue]:
        """What is wrong with a call of time: it comes when the time is up, and every table plays until everybody has had the button again (r.52)."""
        event: TournamentEvent = entry.event
        if not isinstance(event, TimeCalled):
            return
        last = [
            MayDeal(number=self._hands(table, first) + sum(one.table == table for one in state.active), table=table)
            for table in state.tables
        ]
        early = state.ends is not None and passed(entry) < state.ends
        if early or event.tables != last:
            yield NotDue(said.TIME_NOT_UP(kind=entry.kind, stream=entry.stream), entry.index)

    def _hands(self, table: str, index: int) -> int:
        """How many hands began at ``table`` before a log index."""
        rows = self._store.stream_rows(table_stream(table))
        return sum(row.kind == _HAND_STARTED and row.index < index for row in rows)


def _entry(line: AnyLine) -> Entry:
    """A line that was read with who asked and with which command, as an entry: its hashes nobody asks for here."""
    index, stream, version, kind, occurred, recorded, event, _, command = line
    return Entry(index, stream, version, kind, asker(line), command, occurred, recorded, event, b"", b"")


def _differences(found: Followed) -> Iterator[Told]:
    """Where it is not what the rules give; of refunds that is asked of what is over."""
    yield from prize_table(found).differences
    if found.state.phase in _OVER:
        stacks = {stack.entry: stack.stack for stack in found.state.stacks}
        view = TournamentView(found, found.log_index, found.recorded, (), stacks, cut=False)
        yield from refund_differences(view, refund_table(view))


class TournamentChecks:
    """What tournaments say in the commit at hand.

    ``has``: the balance of a holder, as ``book`` has it; ``told``: what is wrong with a tournament and its hands; ``of_table``: the
    stream of the tournament that a table is of, by its stream; empty for another table.
    """

    def __init__(
        self,
        has: Callable[[str], int],
        book: Book,
        told: NightSources,
        tournament: Callable[[str], str | None],
    ) -> None:
        self._has, self._book, self._told, self._tournament = has, book, told, tournament
        self._hand_ended: set[str] = set()
        """The tables of tournaments where a hand ended, by stream."""
        self._said: list[AnyLine] = []
        self._tables: list[TableTold] = []
        """What tables are told that a tournament says too."""
        self._begun: list[Line[TableHandStarted]] = []
        self.heard = False
        """Whether the commit at hand has anything of a tournament: asked with every entry of the night."""

    def step(self, line: AnyLine) -> None:
        """A line of a tournament, or of a table."""
        if line.kind.startswith("tournament."):
            self._said.append(line)
        elif line.kind in OF_TOURNAMENTS or line.kind == CLOSED:
            self._tables += table_told(line)
        elif line.kind == _HAND_STARTED and self._book.of_tournament(line.stream):
            self._begun.append(line)
        elif line.kind in {_HAND_ENDED, _LEFT} and self._book.of_tournament(line.stream):
            self._tables += table_told(line)
            if line.kind == _HAND_ENDED:
                self._hand_ended.add(line.stream)
        self.heard = bool(self._hand_ended or self._said or self._tables or self._begun)

    def committed(self, first: int, last: int) -> Iterator[Problem]:
        """What is wrong with the commit from index ``first`` to ``last``, once the book has it."""
        self.heard = False
        lines, self._said = self._said, []
        hands, self._hand_ended = self._hand_ended, set[str]()
        told_tables, self._tables = self._tables, []
        tables = of_each((self._of_table(one.stream), one) for one in told_tables)
        ends: dict[str, AnyLine] = {}
        for begun in self._begun:
            yield from self._begins(begun, first, lines)
        self._begun.clear()
        yield from self._alone(lines, hands, first, ends)
        for stream in sorted(
            tables.keys() - ends.keys() - {""}
        ):  # a cash table closes on its own, and of the rest it is asked elsewhere
            for one in tables[stream]:
                yield Problem("chain", uncaused(one).told, (one.index,))
        said_by: dict[str, list[AnyLine]] = {}
        for line in lines:
            said_by.setdefault(line.stream, []).append(line)
        for stream, line in ends.items():
            commit = Commit(first, tables.get(stream, ()), said_by[stream])
            for wrong in self._told.tournament(local(stream), line.version, commit):
                if wrong.entry is None or first <= wrong.entry <= last:
                    at = line.index if wrong.entry is None else wrong.entry
                    yield Problem("payout", said.AS_FOUND(found=wrong.told), (at,))

    def _of_table(self, table: str) -> str:
        """The stream of the tournament that a table is of; empty of another table."""
        of = self._tournament(table)
        return tournament_stream(of) if of else ""

    def _begins(self, begun: Line[TableHandStarted], first: int, lines: list[AnyLine]) -> Iterator[Problem]:
        """A hand begins at a table of a tournament, in a commit with these lines of tournaments."""
        stream = self._of_table(begun.stream)
        beside = {line.kind for line in lines if line.stream == stream}
        for wrong in self._told.cup_hand(local(stream), begun, first, beside):
            yield Problem("payout", said.AS_FOUND(found=wrong.told), (begun.index,))

    def _alone(self, lines: list[AnyLine], hands: set[str], first: int, ends: dict[str, AnyLine]) -> Iterator[Problem]:
        """What is wrong with lines of tournaments by themselves; the last of each that is under way goes into ``ends``."""
        for line in lines:
            over = self._book.tournament_over(line.stream)
            if over is not None and over < first:
                told = said.NOT_UNDER_WAY(kind=line.kind, stream=line.stream)
                yield Problem("payout", told, (line.index,))
                continue
            ends[line.stream] = line
            if line.kind in _ENDS and over == line.index:
                yield from self._left(line)
            elif line.kind in _ENDS:
                yield Problem("payout", said.NOT_UNDER_WAY(kind=line.kind, stream=line.stream), (line.index,))
            elif not _is_due(line, lines, lambda of: of in map(self._of_table, hands)):
                told = said.GIVEN_WITHOUT_CAUSE(kind=line.kind, stream=line.stream)
                yield Problem("payout", told, (line.index,))

    def _left(self, line: AnyLine) -> Iterator[Problem]:
        for pot in ("pool", "bounty"):
            rest = self._has(f"{pot}:{local(line.stream)}")
            if rest > 0:  # below zero is told already
                told = said.LEFT_IN_TOURNAMENT[pot](stream=line.stream, cents=rest)
                yield Problem("conservation", told, (line.index,), rest)


def _is_due(given: AnyLine, lines: list[AnyLine], hand_ended: Callable[[str], bool]) -> bool:
    """Whether something in the commit gives occasion for what is ``given``; of what is no gift nothing is asked.

    ``hand_ended``: whether a hand ended in the commit at a table of a tournament, by its stream.

    A prize may follow from the end of a hand alone, at a table of its tournament: at the last table of a synchronized hand nobody
    need be out (r.50).
    """
    there = [line for line in lines if line.stream == given.stream]
    if given.kind in _OCCASIONS:
        return any(line.kind == _OCCASIONS[given.kind] for line in there if line.index < given.index)
    if given.kind in _WON:
        return any(line.kind in _DETERMINES for line in there) or hand_ended(given.stream)
    return True
