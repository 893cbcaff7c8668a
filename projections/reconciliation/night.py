"""The fold of a night: every entry from the beginning of the day on, booked, audited, and held against what it must tie with.

Memory holds the balances that are not zero and what is in play; a day of ten million hands needs no more than an hour's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from tombo.ledger.core.clock import happened
from tombo.ledger.core.ids import local
from tombo.ledger.core.lisbon import HOUR, day_of, window
from tombo.ledger.exchange.phh.said import CONTRADICTS_ANOTHER
from tombo.ledger.games.again import ENDS
from tombo.ledger.games.every import TABLE_GAMES
from tombo.ledger.house.day.events import DAY_CLOSED
from tombo.ledger.kinds import misplaced
from tombo.ledger.seal.entry import HEADER_SIZE, RECORDED
from tombo.projections.accounts.followed import Accounts
from tombo.projections.compensations.judged import COMPENSATED, TAKEN_BACK
from tombo.projections.line import AnyLine, by_field
from tombo.projections.reconciliation import commits
from tombo.projections.reconciliation.commits import Part, Stored
from tombo.projections.reconciliation.leaving import ACTS
from tombo.projections.reconciliation.model import PROBLEMS_MAX, Check, Closed, GameTotals, IncidentTold, Problem
from tombo.projections.reconciliation.play import TableChecks
from tombo.projections.reconciliation.said import night as said
from tombo.projections.reconciliation.shared.reading import RowRead, read, read_beside, sort_and_word
from tombo.projections.reconciliation.sources import NightSources
from tombo.projections.reconciliation.tables.doers import OF_A_PLAYER, OF_NO_OTHER, by_a_player
from tombo.projections.reconciliation.tickets import OF_TICKETS
from tombo.projections.reconciliation.totals import DayTotals
from tombo.projections.reconciliation.tournaments import TournamentChecks
from tombo.projections.round.audit import Audited, Auditor
from tombo.projections.round.brief import BriefHand

_TABLES: Final = frozenset({"banked", "table"})
_OF_CLAIMS: Final = frozenset({COMPENSATED, TAKEN_BACK})
IDLE_DAYS: Final = 90
"""Within how many days an unfinished game has to be resolved (Reg. 903-B/2015, 6.3.2)."""
OWN: Final = ("wallet:", "bonus:", "stack:", "pot:", "stake:", "prison:", "pool:", "bounty:", "tickets:")
"""How holders begin that have what they have, and no more: players, and what lies in play."""


class Night:
    """One day's fold. Feed it the rows from the day's beginning to the end of the log, in order; then ask for what it found.

    ``closed``: the closed days, by day.
    """

    def __init__(self, day: str, accounts: Accounts, told: NightSources, closed: Mapping[str, Closed]) -> None:
        self._starts, self._ends = window(day)
        self._day, self._closed, self._told = day, closed, told
        self._accounts, self._book = accounts, accounts.book
        self._booked = frozenset(self._book.reads)
        self._through: list[Part] = []
        """What went through transit in the commit at hand: which movement, log index, cents."""
        self._auditor = Auditor(told.row)
        rules = self._auditor.rules
        self._play = TableChecks(
            accounts.has, self._book, told.outages, told.row, self._auditor.last, rules=rules, table=told.tables.at
        )
        self._tournaments = TournamentChecks(accounts.has, self._book, told, rules.tournament)
        self._checks = self._play.checks
        for table, last in self._book.open_tables():
            self._play.knows(table, last)
        self._in_day, self._last, self._newest = False, -1, 0
        """Whether the entry at hand is of the day, the log index of the newest that is, and when the newest of all was recorded."""
        self._command: Final = commits.Commands()
        self.problems: list[Problem] = []
        self.counts: Counter[Check] = Counter()
        self.findings: Counter[str] = Counter()
        self.undecided = self.contradicting = 0
        self.kinds: Counter[str] = Counter()
        """How many entries of the day there are of each kind."""
        self.hours: Counter[int] = Counter()
        self._totals = DayTotals()
        self._incidents: dict[str, tuple[int, str, dict[str, str], bool]] = {}
        """Opened in the day: log index, origin, the hands listed and what became of them, whether it is closed."""
        self._listed: dict[str, list[str]] = {}
        """Hands that they list and that still have no end, with these incidents."""

    def before(self, rows: Sequence[Stored], at_table: Sequence[Stored]) -> None:
        """Rows from before the beginning, of a hand or round that may still be in play, and of its table."""
        for _, line in read(at_table):
            if misplaced(line.stream, line.version, line.kind) is None:
                self._play.before(line)
        for row, line in read(rows):
            self._auditor.step(row, line.event)  # what is over was over then, and is an earlier day's
            if line.version == 1:
                self._play.began[line.stream] = line.instant, line.index
            if sort_and_word(line.kind)[1] in ENDS and misplaced(line.stream, line.version, line.kind) is None:
                self._play.began.pop(line.stream, None)

    def clears(self, hands: Collection[str], brief: Iterable[BriefHand] = ()) -> None:
        """Of these hands and rounds, which begin and end in what comes next, nothing is wrong by themselves: somebody else looked at them.

        ``brief``: those that are told in short, of which every entry is of the day. What comes after the day was closed is heard all the same.
        """
        self._auditor.cleared = hands
        short = () if self._day in self._closed else brief
        self._auditor.brief = {one.stream: one for one in short if one.stream in hands}

    def reads(self, rows: Sequence[Stored]) -> Sequence[RowRead]:
        """The next rows of the log with their lines, each then for ``step``, or for ``passes``."""
        return read_beside(rows, self._auditor.brief)

    def passes(self, row: Stored, line: AnyLine) -> None:
        """The next row of the log, of a hand that is told in short, and its line by field: nothing is asked but what it moves, and of who leaves.

        Each is of the day. What else is asked of its times, its place and its play whoever looked at it has asked.
        """
        index, stream, _, kind, state = row
        self._newest = int.from_bytes(state[RECORDED], "big")
        if not state.startswith(self._command.source, HEADER_SIZE):
            self._commands(row)
        self._in_day, self._last = True, index
        self.kinds[kind] += 1
        if kind in OF_NO_OTHER and state.startswith(OF_A_PLAYER, HEADER_SIZE):
            self._done(row, line)
        if kind in self._booked:
            self._booking(line, line)
        if kind in ACTS and self._play.leavers.heeds(stream):
            for _, act in read([row]):
                for problem in self._play.played(act, sort_and_word(kind)[1]):
                    self._problem(problem)
        self._commits(row)

    def step(self, row: Stored, line: AnyLine) -> None:
        """The next row of the log, and its line."""
        index, stream, version, kind, occurred, self._newest, _, _, _ = line
        state = row[4]
        if kind == commits.HAND_STARTED or not state.startswith(self._command.source, HEADER_SIZE):
            self._commands(row)
        instant, at_home = happened(occurred, self._newest, stream), misplaced(stream, version, kind) is None
        of = self._newest if kind in _OF_CLAIMS else instant  # whoever seals a payment says any time he likes
        self._in_day = self._starts <= of < self._ends
        if self._in_day:
            self.kinds[kind] += 1
            self._last = index
        if self._closed and instant < self._ends:
            self._is_late(line)
        if kind in OF_NO_OTHER and state.startswith(OF_A_PLAYER, HEADER_SIZE):
            self._done(row, line)
        if at_home and kind in self._booked:
            self._booking(line, by_field(line))
        sort, word = sort_and_word(kind)
        if not at_home:
            self._stranger(row, line)
        elif sort in TABLE_GAMES:
            self._played(row, line, word)
        else:
            self._beside(line, sort, word)
            if check := self._checks.get(kind):
                for problem in check(line):
                    self._problem(problem)
        self._commits(row)

    def _commits(self, row: Stored) -> None:
        """Behind a row: where it ends a commit of which something is still to be asked, that is."""
        play = self._play
        waits = self._through or self._tournaments.heard or play.over or play.took or play.closed
        if waits and commits.ends_commit(row):
            self._committed(row)

    def _done(self, row: Stored, line: AnyLine) -> None:
        """What no player asks for, or another alone, asked for by a player."""
        for problem in by_a_player(row, line, self._command.begun):
            self._problem(problem)

    def _booking(self, line: AnyLine, fields: AnyLine) -> None:
        """What the book has of a line, which it reads by its ``fields``: told to the accounts, and moved."""
        moved = self._book(fields)
        for holder, lacking in self._accounts.post(fields, moved):
            if holder.startswith(OWN):
                told = said.BELOW_ZERO(holder=holder, cents=lacking)
                self._problem(Problem("chain", told, (line.index,), lacking))
        if moved:
            self._through += commits.passes_through(line.index, moved)
        if self._in_day and (regulation := self._book.regulation(line.stream)) is not None:
            self._totals.count(regulation, moved)
        if line.kind in OF_TICKETS and self._in_day:
            for told in self._told.ticket(line, sum(cents for _, _, cents, _ in moved)):
                self._found(Problem("payout", told, (line.index,)))

    def _stranger(self, row: Stored, line: AnyLine) -> None:
        """An entry in a stream of another type, which no door records: it is named, and counts nowhere."""
        if line.stream.partition(":")[0] in TABLE_GAMES:
            self._audits(self._auditor.step(row, line.event))
        else:
            self._problem(Problem("accounts", said.STRANGER(kind=line.kind, stream=line.stream), (line.index,)))

    def _beside(self, line: AnyLine, sort: str, word: str) -> None:
        """An entry of what is not played at a table."""
        if sort in _TABLES and word != "closed" and line.version > 1 and not self._play.is_open(line.stream):
            self._problem(Problem("chain", said.BEHIND_CLOSING(kind=line.kind, table=line.stream), (line.index,)))
        if sort == "table":
            self._told.tables.heard(line)
        if sort == "incident":
            self._incident(line, word)
        elif sort == "dispute":
            self._told.disputed(line.stream)
        elif sort in {"table", "tournament"}:
            self._tournaments.step(line)
        elif line.kind in _OF_CLAIMS and self._in_day and (wrong := self._told.claim(line.index)) is not None:
            self._problem(Problem("claims", said.AS_FOUND(found=wrong.told), (line.index,)))

    def _audits(self, ended: Iterable[Audited]) -> None:
        for over in ended:
            self.undecided += self._in_day and over.outcome == "not_decidable"
            for found in over.told:
                self._problem(Problem("payout", said.AS_FOUND(found=found), (over.at,)))

    def _played(self, row: Stored, line: AnyLine, word: str) -> None:
        if ended := self._auditor.follow(row, line.event, line):
            self._audits(ended)
        if word in ENDS:
            self._over(line, word)
        for problem in self._play.played(line, word):
            self._problem(problem)
        if word == "finding_recorded" and self._in_day:
            self.findings[f"{line.event.rule} {line.event.reading}"] += 1
            self.contradicting += getattr(line.event, "about", None) == CONTRADICTS_ANOTHER.about

    def finish(self) -> None:
        """The end of the log."""
        left = ((found, one.at) for one in self._auditor.rest() if one.at <= self._last for found in one.told)
        wrong = [Problem("payout", said.AS_FOUND(found=found), (at,)) for found, at in left]
        for problem in (*wrong, *self._play.cash.sessions.never_ended(min(self._ends, self._newest))):
            self._found(problem)
        for stream, (began, index) in self._play.began.items():
            if began < self._ends:
                old = began < self._ends - IDLE_DAYS * 24 * HOUR
                told = said.UNFINISHED_LONG(stream=stream, days=IDLE_DAYS) if old else said.UNFINISHED(stream=stream)
                self._found(Problem("unfinished", told, (index,)))
        for stream in self._book.tournaments_under_way():
            if (late := self._told.unfinished(local(stream), min(self._ends, self._newest))) is not None:
                self._found(Problem("unfinished", late[1], (late[0],)))
        for stream, names in self._listed.items():
            for name in names:
                index, origin, _, _ = self._incidents[name]
                if origin == "operator_system":
                    told = said.LISTED_WITHOUT_END(stream=stream, incident=name)
                    self._found(Problem("incident", told, (index,)))

    def totals(self) -> tuple[GameTotals, ...]:
        """The day's money by game, in order of regulation."""
        return self._totals.told()

    def incidents(self) -> tuple[IncidentTold, ...]:
        """The incidents opened in the day, in order."""
        return tuple(
            IncidentTold(name, index, origin, dict(Counter(outcomes.values())), over)
            for name, (index, origin, outcomes, over) in self._incidents.items()
        )

    def _committed(self, row: Stored) -> None:
        """A commit is over: what went through transit in it is zero, or an account and its cause do not agree."""
        left: dict[str, int] = {}
        for holder, _, cents in self._through:
            left[holder] = left.get(holder, 0) + cents
        parts, self._through = self._through, []
        first = commits.first_of(row)
        if self._play.over or self._play.took:
            self._of_several(self._play.committed(), first)
        if self._tournaments.heard:
            self._commanded(max(first, self._command.since), row[0])
        while self._play.closed:
            self._auditor.closed(local(self._play.closed.pop()))
        if any(left.values()):
            self._of_several(commits.astray(left, parts, first, self._told.row), first)

    def _commands(self, row: Stored) -> None:
        """Before a row of another source than the one before it, which may begin another command, or with which a hand begins, which does."""
        command = self._command
        if row[3] != commits.HAND_STARTED and command.goes_on(row):
            return
        if self._tournaments.heard:
            self._commanded(command.since, row[0] - 1)
        command.begins(row)

    def _commanded(self, first: int, last: int) -> None:
        """A command is over, from its first log index to its last: tournaments are asked what they say in it, by what was on record before."""
        self._command.over()
        self._of_several(self._tournaments.committed(first, last), first)

    def _of_several(self, problems: Iterable[Problem], first: int) -> None:
        """Problems of the entries from a log index to the one at hand together: of this day's report if one of those is of the day."""
        for problem in problems:
            if self._last >= first:
                self._found(problem)

    def _over(self, line: AnyLine, word: str) -> None:
        for name in self._listed.pop(line.stream, ()):
            self._incidents[name][2][line.stream] = word
        if self._in_day:
            self.hours[line.instant // HOUR] += 1
            regulation = self._book.regulation(line.stream)
            if regulation is not None:
                self._totals.over(regulation, word)

    def _incident(self, line: AnyLine, word: str) -> None:
        name = local(line.stream)
        if word == "opened" and self._in_day:
            self._incidents[name] = line.index, line.event.origin, {}, False
        elif name not in self._incidents:
            return
        elif word == "hands_listed":
            for listed in line.event.hands:
                self._incidents[name][2][listed.hand] = "open"
                self._listed.setdefault(listed.hand, []).append(name)
        elif word == "closed":
            self._incidents[name] = (*self._incidents[name][:3], True)

    def _is_late(self, line: AnyLine) -> None:
        day = day_of(line.instant)
        covered = self._closed.get(day)
        if covered is not None and line.index >= covered.size and line.kind not in DAY_CLOSED:
            told = said.CAME_LATE(stream=line.stream, version=line.version, kind=line.kind, day=day)
            self._found(Problem("late", told, (line.index,)))

    def _problem(self, problem: Problem) -> None:
        """A problem of the entry at hand: of this day's report if the entry is of the day."""
        if self._in_day:
            self._found(problem)

    def _found(self, problem: Problem) -> None:
        self.counts[problem.check] += 1
        if len(self.problems) < PROBLEMS_MAX:
            self.problems.append(problem)
