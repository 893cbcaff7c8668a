"""A day of a house: many tables at once in virtual time, each asking in its turn, through one door.

Every answer is compared with what was expected of it. Whatever else comes, a refusal, an acceptance, an error, is a failure
with its place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from heapq import heappop, heappush
from random import Random
from typing import Final, NamedTuple, Protocol

from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.command import Decision, Envelope
from tombo.ledger.core.errors import LedgerError, UsageError
from tombo.ledger.core.findings import Refused
from tombo.ledger.live.ledger import Acknowledgement, Outcome
from tombo.ledger.terms.tournament import Structure
from tombo.simulator import tournament
from tombo.simulator.ask import Ask, Play, Scene, Told, View
from tombo.simulator.chance import chance
from tombo.simulator.house import opens
from tombo.simulator.life import life
from tombo.simulator.rules import Ruleset, by_game
from tombo.simulator.trouble import outage

BATCH: Final = 64
"""The most commands handed over at once, each of another table."""
TOGETHER: Final = 2 * SECOND
"""How far apart, in virtual time, the commands of one batch may be."""
REPEATS: Final = 0.004
"""How often a batch has a command sent twice, as after a lost acknowledgement; and how often under one id another command."""


class Door(Protocol):
    """Where commands go: a ledger, or a world in memory."""

    remembers: bool
    """Whether it knows a command again by its id."""
    origin: str
    """Of the ledger."""

    def view(self, stream: str) -> object:
        """The newest state of a stream."""
        ...

    def version(self, stream: str) -> int:
        """How many entries a stream has."""
        ...

    def at(self, instant: int) -> None:
        """It is ``instant`` now."""
        ...

    def handle(self, envelopes: Sequence[Envelope]) -> Sequence[Outcome | Decision]:
        """What becomes of each, in order."""
        ...


class Failure(NamedTuple):
    """What happened and nobody had provoked, and where: table, command id, what was asked."""

    place: str
    what: str


class Plan(NamedTuple):
    """What is played."""

    seed: int
    begins: int
    """The first instant."""
    ends: int
    """No round begins after this."""
    tables: int
    games: tuple[str, ...] = ()
    """Which games; none for all there are."""
    pace: int = 6
    """Rounds of a table in an hour, on an average of the day."""
    malice: float = 0.02
    trouble: float = 0.02
    outages: int = 0
    """How often the operator's system fails at several tables at once."""


class Due(NamedTuple):
    """What a table asks for next, and when. No table is queued twice, so that asks are never compared."""

    instant: int
    number: int
    """The table's."""
    ask: Ask


class Table:
    """One table's play, and where it has come to."""

    def __init__(self, name: str, ruleset: Ruleset, instant: int) -> None:
        self.name = name
        self.ruleset = ruleset
        self.instant = instant
        self.begun = 0
        self.sent = 0
        self.play: Play | None = None
        """None once it is closed, or has failed."""

    def rests(self, wait: int) -> None:
        """Nothing is asked for at this table for ``wait`` microseconds."""
        self.instant += wait


class Day:
    """Plays ``plan`` through ``door``. Call ``begins``, then ``runs`` once or several times."""

    def __init__(self, plan: Plan, door: Door, *, manager: bool = False) -> None:
        """``manager``: the ledger has one already."""
        self.plan = plan
        self.door = door
        self.failures: list[Failure] = []
        self.refusals: Counter[str] = Counter()
        """Refusals provoked, by rule."""
        self.commands = 0
        self.accepted: Counter[str] = Counter()
        """Commands accepted, by kind."""
        self.repeated = 0
        self.instant = plan.begins
        self.on_commit: Callable[[Envelope, Told], None] = lambda _envelope, _told: None
        self._chance: Random = chance(plan.seed, "day")
        self._manager = manager
        self._queue: list[Due] = []
        self._last: list[Envelope] = []
        self._trouble = 0
        games = by_game()
        chosen = plan.games or tuple(games)
        self.tables: list[Table] = []
        for number in range(plan.tables):
            game = chosen[number % len(chosen)]
            rulesets = games[game]
            ruleset = rulesets[number // len(chosen) % len(rulesets)]
            self.tables.append(Table(f"{game.replace('_', '-')}-{number + 1}", ruleset, plan.begins))

    @property
    def view(self) -> View:
        """The newest states, as the door knows them."""
        return lambda stream: self.door.view(stream)  # noqa: PLW0108  # the door may change: a ledger opened again

    def begins(self) -> None:
        """The house opens, and the tables with it."""
        used = {table.ruleset.name: table.ruleset for table in self.tables}
        self.beside("house", opens([*used.values()], self.door.origin, first=not self._manager))
        for number, table in enumerate(self.tables):
            table.instant = self.instant
            self._start(number)

    def runs(self, until: int | None = None, progress: Callable[[int], None] = lambda _instant: None) -> None:
        """Play until every table is closed, or until the instant ``until``."""
        while self._queue and (until is None or self._queue[0].instant < until):
            due = self._due(until)
            envelopes = [self._envelope(each) for each in due]
            for each, envelope, outcome in zip(due, envelopes, self._handled(envelopes), strict=True):
                self._answer(each, envelope, outcome)
            progress(self.instant)

    def _due(self, until: int | None) -> list[Due]:
        """The next asks, no table twice, close together in time."""
        latest = self._queue[0].instant + TOGETHER
        latest = latest if until is None else min(latest, until - 1)
        due = [heappop(self._queue)]
        while self._queue and len(due) < BATCH and self._queue[0].instant <= latest:
            due.append(heappop(self._queue))
        return due

    def _envelope(self, due: Due) -> Envelope:
        table = self.tables[due.number]
        table.sent += 1
        return Envelope(due.ask.command, due.ask.by, f"{table.name}/{table.begun}/{table.sent}", due.instant)

    def _handled(self, envelopes: Sequence[Envelope]) -> Sequence[Outcome | Decision]:
        """``envelopes`` handed over, now and then with one that was sent before."""
        self.instant = max(self.instant, *(envelope.occurred or 0 for envelope in envelopes))
        self.door.at(self.instant)
        self.commands += len(envelopes)
        again = [*self._again()]
        outcomes = self.door.handle([*envelopes, *again])
        for envelope, outcome in zip(again, outcomes[len(envelopes) :], strict=True):
            self._compare_again(envelope, outcome)
        self._last = [
            envelope
            for envelope, outcome in zip(envelopes, outcomes, strict=False)
            if isinstance(outcome, Acknowledgement)
        ]
        return outcomes[: len(envelopes)]

    def _again(self) -> Iterable[Envelope]:
        """A command of the batch before once more, as it was, or under its id another."""
        if self.door.remembers and self._last and self._chance.random() < REPEATS:
            sent = self._chance.choice(self._last)
            yield sent
            other = self._chance.choice(self._last)
            if other.command != sent.command:
                yield other._replace(command_id=sent.command_id)

    def _compare_again(self, envelope: Envelope, outcome: Outcome | Decision) -> None:
        first = any(envelope == sent for sent in self._last)
        wanted = isinstance(outcome, Acknowledgement) and outcome.repeated if first else isinstance(outcome, UsageError)
        if wanted:
            self.repeated += 1
        else:
            self.failures.append(Failure(f"{envelope.command_id} sent again", f"{envelope.command}: {outcome}"))

    def _answer(self, due: Due, envelope: Envelope, outcome: Outcome | Decision) -> None:
        """What became of a table's ask; its next one is queued."""
        table = self.tables[due.number]
        table.instant = due.instant
        told = self._told(envelope, due.ask, outcome)
        if told is None or table.play is None:
            table.play = None  # what it would do next rests on what did not happen: its round stays open, and is told
            return
        self.on_commit(envelope, told)
        try:
            ask = table.play.send(told)
        except StopIteration:
            table.play = None
            return
        heappush(self._queue, Due(table.instant + ask.after, due.number, ask))

    def _told(self, envelope: Envelope, ask: Ask, outcome: Outcome | Decision) -> Told | None:
        """``outcome``, if it is the one expected of ``ask``; else a failure goes on record."""
        if isinstance(outcome, Refused):
            if outcome.finding.rule in {ask.expects, ask.unless}:
                self.refusals[outcome.finding.rule] += 1
                return outcome
            said = f"refused under {outcome.finding.rule}: {outcome.message}"
        elif isinstance(outcome, LedgerError):
            said = f"{type(outcome).__name__}: {outcome}"
        elif ask.expects is None:
            self.accepted[str(envelope.command.kind)] += 1
            return outcome
        else:
            said = "accepted"
        expected = f"a refusal under {ask.expects}" if ask.expects else "acceptance"
        what = f"{envelope.command!r} by {envelope.by.id}: {said}; expected {expected}"
        self.failures.append(Failure(envelope.command_id, what))
        return None

    def _start(self, number: int) -> None:
        """A table's play from wherever its ledger stands."""
        table = self.tables[number]
        table.begun += 1
        table.sent = 0
        plan = self.plan
        scene = Scene(
            table=table.name,
            ruleset=table.ruleset.name,
            chance=chance(plan.seed, f"{table.name}/{table.begun}"),
            view=self.view,
            version=lambda stream: self.door.version(stream),  # noqa: PLW0108  # as for view
            now=lambda: table.instant,
            rests=table.rests,
            until=plan.ends,
            pace=plan.pace,
            malice=plan.malice,
            trouble=plan.trouble,
        )
        of = table.ruleset.approve
        table.play = tournament.life(scene, of) if isinstance(of, Structure) else life(scene)
        ask = next(table.play, None)
        if ask is None:  # a room where the last tournament is over
            table.play = None
            return
        heappush(self._queue, Due(table.instant + ask.after, number, ask))

    def hears_no_answer(self) -> list[tuple[Envelope, Ask, bool]]:
        """The platform dies over its next commands: half arrive, and it hears of none. Each with whether it arrived."""
        due = self._due(None) if self._queue else []
        sent = [self._envelope(each) for each in due]
        arrived = len(sent) - len(sent) // 2
        self.instant = max([self.instant, *(each.instant for each in due)])
        self.door.at(self.instant)
        self.door.handle(sent[:arrived])
        for each in due:
            heappush(self._queue, each)
        return [
            (envelope, each.ask, place < arrived) for place, (each, envelope) in enumerate(zip(due, sent, strict=True))
        ]

    def asks_again(self, unheard: Sequence[tuple[Envelope, Ask, bool]]) -> None:
        """Ask once more what it heard nothing of: what had arrived gets its first receipt again."""
        outcomes = self.door.handle([envelope for envelope, _, _ in unheard])
        for (envelope, ask, arrived), outcome in zip(unheard, outcomes, strict=True):
            self.commands += 1
            told = self._told(envelope, ask, outcome)
            if told is not None:
                self.on_commit(envelope, told)
            if isinstance(told, Acknowledgement) and told.repeated is not arrived:
                self.failures.append(Failure(envelope.command_id, f"arrived: {arrived}; said again: {told.repeated}"))

    def starts_again(self, numbers: Iterable[int]) -> None:
        """The play of these tables is thrown away and begun anew, where they are not closed yet."""
        again = {number for number in numbers if self.tables[number].play is not None}
        self._queue = sorted(due for due in self._queue if due.number not in again)
        for number in sorted(again):
            self.tables[number].instant = max(self.tables[number].instant, self.instant)
            self._start(number)

    def fails(self) -> None:
        """The operator's system fails at some of the tables at once; their play begins anew."""
        self._trouble += 1
        there = [
            number
            for number, table in enumerate(self.tables)
            if table.play is not None and table.sent > 1 and self._tables_of(table)
        ]
        hit = self._chance.sample(there, len(there) // 3)
        if hit:
            scope = [name for number in hit for name in self._tables_of(self.tables[number])]
            self._queue = sorted(due for due in self._queue if due.number not in hit)
            self.beside(f"outage-{self._trouble}", outage(self.view, f"outage-{self._trouble}", scope, self.instant))
            self.starts_again(hit)

    def _tables_of(self, table: Table) -> list[str]:
        """The table, or the tables a tournament is played at."""
        return (
            tournament.tables_of(self.view, table.name)
            if isinstance(table.ruleset.approve, Structure)
            else [table.name]
        )

    def beside(self, name: str, play: Iterable[Ask] | Play) -> None:
        """Play something beside the tables, which play on meanwhile: a source that is late is not believed that time ran out."""
        for number, ask in enumerate(play, 1):
            instant = self.instant + ask.after
            self.runs(instant)
            envelope = Envelope(ask.command, ask.by, f"{name}/{number}", instant)
            outcome = self._handled([envelope])[0]
            told = self._told(envelope, ask, outcome)
            if told is None:
                return
            self.on_commit(envelope, told)
