"""Checks of tables, hands and rounds: numbers, stacks, what lies in the middle at the end, and why something is void."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from tombo.ledger.core.ids import IMPORT_TABLE, table_of
from tombo.ledger.games.again import ENDS
from tombo.ledger.house.banked.refusals import WORD
from tombo.ledger.house.table.events import (
    ChipsAdded,
    LeaveRequested,
    PlayerLeft,
    PlayerPlaced,
    PlayerSeated,
    TableEvent,
    TableHandEnded,
    TableHandStarted,
)
from tombo.ledger.house.table.state import Table
from tombo.ledger.kinds import misplaced
from tombo.ledger.store import Row
from tombo.projections.accounts import holders as h
from tombo.projections.accounts.book import Book
from tombo.projections.line import AnyLine, Line
from tombo.projections.reconciliation.hands import HandsTold
from tombo.projections.reconciliation.leaving import ACTS, Leavers
from tombo.projections.reconciliation.listed import IncidentLists
from tombo.projections.reconciliation.model import Problem
from tombo.projections.reconciliation.outages import SILENCES, Outages
from tombo.projections.reconciliation.people import People
from tombo.projections.reconciliation.persons.bonuses import BETS
from tombo.projections.reconciliation.said import night as said
from tombo.projections.reconciliation.said import people as people_said
from tombo.projections.reconciliation.said import times as times_said
from tombo.projections.reconciliation.tables.cash import CashTables, TablesKnown
from tombo.projections.round.rules_held import RulesHeld

Found = Iterator[Problem]
SEATS_MAX: Final = 10
"""Seats of a table (R806 r.5)."""


class TableChecks:
    """What is known of the tables that play.

    ``has``: the balance of a holder, as ``book`` has it; ``row``: that of a stream at a version; ``last``: the hand that was over last at a table;
    ``rules``: what tables opened under; ``table``: one of poker by its stream, as it stood before a log index.
    """

    def __init__(
        self,
        has: Callable[[str], int],
        book: Book,
        outages: Outages,
        row: Callable[[str, int], Row | None],
        last: Callable[[str], tuple[str, object] | None],
        *,
        rules: RulesHeld,
        table: Callable[[str, int], Table | None],
    ) -> None:
        self._has = has
        self._book = book
        self._outages = outages
        self._row = row
        self._numbers: dict[str, int] = {}
        """By stream of a table: the number of its last hand or round."""
        self._stacks: dict[str, dict[int, int]] = {}
        """By stream of a table: what lay before the seats as the hand in play began."""
        self._chips: dict[str, dict[int, int]] = {}
        """By stream of a tournament's table: what lies before its seats, as far as it is known."""
        self.began: dict[str, tuple[int, int]] = {}
        """Hands and rounds in play: when they began, and at which log index."""
        self.leavers: Final = Leavers(row)  # the night asks of whom it heeds what he does
        self._people: Final = People(book, has, row)
        self._rules: Final = rules
        self._hands: Final = HandsTold(last)
        self.took: Final = self._people.took
        """Places of which their sessions did not say so yet."""
        self.over: dict[str, tuple[str, int]] = {}
        """By stream of a table: the hand or round that ended there, with which entry, and of which the table did not say so yet."""
        self.closed: Final[list[str]] = []
        """The tables of poker that closed in the commit at hand, by stream."""
        self.checks: Final[dict[str, Callable[[AnyLine], Found]]] = {
            "banked.closed.v1": self._closed,
            "banked.opened.v1": self._opened,
            "banked.player_joined.v1": self._people.joined,
            "banked.player_left.v1": self._people.parted,
            "banked.round_ended.v1": self._hand_ended,
            "banked.round_started.v1": self._numbered,
            **IncidentLists(row, self.began).checks,
            **self._people.of_sessions,
            "table.blinds_set.v1": self._of_tournaments,
            "table.chips_added.v1": self._chips_added,
            "table.closed.v1": self._closed,
            "table.hand_ended.v1": self._hand_ended,
            "table.hand_started.v1": self._hand_started,
            "table.leave_requested.v1": self._asks_to_leave,
            "table.opened.v1": self._opened,
            "table.player_left.v1": self._left,
            "table.player_placed.v1": self._placed,
            "table.player_seated.v1": self._seated,
            "table.stack_topped_up.v1": self._of_cash,
            "table.tournament_opened.v1": self._opened,
            "tournament.reentered.v1": self._people.enters,
            "tournament.registered.v1": self._people.enters,
        }
        known = TablesKnown(has, self._hands.plays, self._numbers.get, self._people.seats)
        self.cash: Final = CashTables(row, self._rules, known, table)
        self.cash.join(self.checks)

    def is_open(self, table: str) -> bool:
        """Whether a table, by its stream, was opened and is not closed."""
        return table in self._numbers

    def knows(self, table: str, last: str | None) -> None:
        """A table that was open at the beginning, by its stream, and its last hand or round; None before the first."""
        self._people.knows(table, *self._book.people_at(table))
        self.cash.knows(table)
        number = "0" if last is None else last.rpartition("/")[2]
        if number.isdecimal():
            self._numbers[table] = int(number)

    def before(self, line: Line[TableEvent]) -> None:
        """An entry of a table that was open at the beginning, from before it: who sits there, with what chips, and how the hand in play began."""
        event, chips = line.event, self._chips_of(line.stream)
        self._hands.told(line)
        match event:
            case TableHandStarted():
                self._hands.began(line.stream, event, self._people.seats(line.stream))
                if chips is not None:
                    self._stacks[line.stream] = dict(chips)
            case TableHandEnded():
                self.leavers.ends(line.stream)
                self._hands.over(line.stream)
                self._stacks.pop(line.stream, None)
                if chips is not None:
                    chips.update({net.seat: net.after for net in event.stacks})
            case LeaveRequested():
                self.leavers.asks(line.stream, event, None)
            case PlayerPlaced() if chips is not None:
                chips[event.seat] = event.stack
                self._hands.sits(line.stream, event.seat, event.player)
            case ChipsAdded() if chips is not None and event.seat in chips:
                chips[event.seat] += event.chips
            case PlayerLeft() if chips is not None:
                chips.pop(event.seat, None)
                self._hands.sits(line.stream, event.seat, None)
            case _:
                pass
        self.cash.before(line)

    def played(self, line: AnyLine, word: str) -> Iterable[Problem]:
        """What does not tie with an entry of a hand or round, once the book has it."""
        if word in ENDS:
            self._people.ended = line.stream, word
            return self._ended(line)
        if line.kind in SILENCES:
            return self._silent(line)
        if line.kind in BETS:
            return self._people.bets(line)
        if word == WORD:
            return self._people.turned_down(line)
        return self.leavers.acted(line, tournament=self._book.of_tournament) if line.kind in ACTS else ()

    def _silent(self, line: AnyLine) -> Found:
        """What may be decided by silence."""
        yield from self._outages.silence(line)
        if line.kind in BETS:
            yield from self._people.bets(line)
        yield from self.leavers.acted(line, tournament=self._book.of_tournament)

    def committed(self) -> Found:
        """A commit is over: of what ended in it its table has said so."""
        for table, (stream, index) in self.over.items():
            yield Problem("chain", said.END_NOT_TOLD(table=table, stream=stream), (index,))
        self.over.clear()
        yield from self._people.committed()

    def _ended(self, line: AnyLine) -> Found:
        sort, word, _ = line.kind.split(".")
        if self.began.pop(line.stream, None) is not None:
            table = f"{'table' if sort == 'hand' else 'banked'}:{table_of(line.stream)}"
            self.over[table] = line.stream, line.index
            yield from self._middle(line, sort)
        if word == "voided":
            yield from self._outages.void(line)

    def _euro(self, table: str) -> bool:
        return self._book.regulation(table) is not None

    def _chips_of(self, table: str) -> dict[int, int] | None:
        """What lies before the seats of a tournament's table, as far as it is known; None of another table."""
        return self._chips.setdefault(table, {}) if self._book.of_tournament(table) else None

    # Numbers.

    def _opened(self, line: AnyLine) -> Found:
        self._numbers[line.stream] = 0
        self._rules.opened(line)
        self._hands.told(line)
        wrong = self._rules.unapproved(line.stream)
        if wrong is not None:
            yield Problem("payout", wrong, (line.index,))
        if line.stream.partition(":")[2] == IMPORT_TABLE:
            yield Problem("chain", times_said.OPENED_TABLE_OF_FILES(table=line.stream), (line.index,))

    def _closed(self, line: AnyLine) -> Found:
        """Nothing lies at a table that is closed (R806 r.10: who leaves takes his stack with him), and it was open."""
        if line.stream not in self._numbers:
            yield Problem("chain", people_said.CLOSED_NOT_OPEN(table=line.stream), (line.index,))
        for known in (self._numbers, self._stacks, self._chips):
            known.pop(line.stream, None)
        if line.kind == "table.closed.v1":
            self.closed.append(line.stream)
        self._people.closed(line.stream)
        self._hands.closed(line.stream)
        table = line.stream.partition(":")[2]
        for holder in (*(h.stack(table, seat) for seat in range(1, SEATS_MAX + 1)), f"prison:{table}"):
            left = self._has(holder)
            if left > 0:
                told = said.LEFT_AT_CLOSED(table=line.stream, cents=left, holder=holder)
                yield Problem("conservation", told, (line.index,), left)

    def _numbered(self, line: AnyLine) -> Found:
        event = line.event
        stream, number = vars(event).get("hand") or event.round, event.number
        last = self._numbers.get(line.stream)
        if (last is None or number <= last) and self._was_over(stream, line.index):
            yield Problem("numbers", said.BEGUN_AGAIN(stream=stream, table=line.stream), (line.index,))
            return
        self.began[stream] = line.instant, line.index
        self._numbers[line.stream] = number
        if last is not None and number != last + 1:
            told = said.NUMBER_FOLLOWS(stream=stream, last=last, expected=last + 1)
            yield Problem("numbers", told, (line.index,))
        if not stream.endswith(f":{line.stream.partition(':')[2]}/{number}"):
            told = said.NUMBER_SAID(stream=stream, number=number, table=line.stream)
            yield Problem("numbers", told, (line.index,))

    def _was_over(self, stream: str, index: int) -> bool:
        """Whether a hand or round was over before a log index: asked only where its table says a number that it had, or is closed."""
        version = 1
        while (row := self._row(stream, version)) is not None and row.index < index:
            if row.kind.split(".")[1] in ENDS and misplaced(stream, version, row.kind) is None:
                return True
            version += 1
        return False

    # Stacks.

    def _hand_started(self, line: AnyLine) -> Found:
        table = line.stream.partition(":")[2]
        known = self._chips_of(line.stream)
        if self._euro(line.stream):
            known = {seat: self._has(h.stack(table, seat)) for seat in line.event.seats}
        self._stacks[line.stream] = dict(known or {})
        self._hands.began(line.stream, line.event, self._people.seats(line.stream))
        return self._numbered(line)

    def _hand_ended(self, line: AnyLine) -> Found:
        table, event = line.stream.partition(":")[2], line.event
        yield from self._told_over(line, vars(event).get("hand") or event.round)
        self.leavers.ends(line.stream)
        if line.kind == "banked.round_ended.v1":  # no chips lie there
            yield from self._people.betted(line)
            return
        began, chips = self._stacks.pop(line.stream, {}), self._chips_of(line.stream)
        euro = self._euro(line.stream)
        yield from self._hands.ended(line, chips=not euro)
        for net in event.stacks:
            lay = began.get(net.seat)
            if lay is not None and lay != net.before:
                told = said.BEGAN_WITH(hand=event.hand, seat=net.seat, before=net.before, lay=lay)
                yield Problem("chain", told, (line.index,), abs(lay - net.before))
            if chips is not None:
                chips[net.seat] = net.after
            elif euro:
                lies = self._has(h.stack(table, net.seat))
                if net.after != lies:
                    told = said.ENDS_WITH(hand=event.hand, seat=net.seat, after=net.after, lies=lies)
                    yield Problem("conservation", told, (line.index,), abs(net.after - lies))
        before, after = sum(net.before for net in event.stacks), sum(net.after for net in event.stacks)
        if chips is not None and before != after:  # at other tables for chips a commission is taken, as it is in euro
            told = said.CHIPS_DIFFER(hand=event.hand, before=before, after=after)
            yield Problem("conservation", told, (line.index,), abs(before - after))

    def _told_over(self, line: AnyLine, stream: str) -> Found:
        """A table says once of a hand or round that it is over: behind its own end, in the commit of that (r.6)."""
        if self.over.get(line.stream, ("", 0))[0] == stream:
            del self.over[line.stream]
        else:
            yield Problem("chain", said.ENDS_NOTHING(table=line.stream, stream=stream), (line.index,))

    def _placed(self, line: AnyLine) -> Found:
        self._chips.setdefault(line.stream, {})[line.event.seat] = line.event.stack
        self._hands.sits(line.stream, line.event.seat, line.event.player)
        return self._of_tournaments(line)

    def _chips_added(self, line: AnyLine) -> Found:
        known = self._chips.get(line.stream, {})
        if line.event.seat in known:
            known[line.event.seat] += line.event.chips
        return self._of_tournaments(line)

    def _of_tournaments(self, line: AnyLine) -> Found:
        """Seats, chips and blinds that a tournament gives are of its own tables alone (R810 r.5, r.39)."""
        self._hands.told(line)
        if not self._book.of_tournament(line.stream):
            yield Problem("chain", said.AT_NO_TOURNAMENT(kind=line.kind, table=line.stream), (line.index,))

    def _of_cash(self, line: AnyLine) -> Found:
        """At a table of a tournament nobody buys a seat or chips, or leaves of his own accord (R810 r.5, r.27, r.39)."""
        if self._book.of_tournament(line.stream):
            yield Problem("chain", said.AT_TOURNAMENT(kind=line.kind, table=line.stream), (line.index,))

    def _seated(self, line: Line[PlayerSeated]) -> Found:
        yield from self._of_cash(line)
        yield from self._people.seated(line)

    def _asks_to_leave(self, line: Line[LeaveRequested]) -> Found:
        if told := self.leavers.asks(line.stream, line.event, self._people.seats(line.stream)):
            yield Problem("people", told, (line.index,))
        yield from self._of_cash(line)

    def _left(self, line: AnyLine) -> Found:
        seat, chips = line.event.seat, self._chips_of(line.stream)
        self._hands.sits(line.stream, seat, None)
        if chips is not None:
            lay = chips.pop(seat, line.event.stack)
            if lay != line.event.stack:
                told = said.LEAVES_WITH_CHIPS(seat=seat, table=line.stream, stack=line.event.stack, lay=lay)
                yield Problem("chain", told, (line.index,), abs(lay - line.event.stack))
            return
        yield from self._people.left(line)
        left = self._has(h.stack(line.stream.partition(":")[2], seat))
        if left > 0 and self._euro(line.stream):  # below zero is told already
            stack = line.event.stack
            told = said.LEAVES_WITH(seat=seat, table=line.stream, stack=stack, lay=left + stack)
            yield Problem("chain", told, (line.index,), left)

    # Ends.

    def _middle(self, line: AnyLine, sort: str) -> Found:
        """Nothing is left in the middle of a hand or at stake in a round that is over."""
        left = self._has(h.pot(line.stream) if sort == "hand" else h.stake(line.stream))
        if left:
            told = (said.LEFT_IN_POT if sort == "hand" else said.LEFT_AT_STAKE)(stream=line.stream, cents=left)
            yield Problem("conservation", told, (line.index,), abs(left))
