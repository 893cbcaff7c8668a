"""Plays a transcript: the ledger's own deciders and folds over a world in memory, one line after the other."""

from __future__ import annotations

from typing import Any, ClassVar

from tests.transcripts.language import UnreadableLineError, Words, meets, parse
from tests.worlds.world import PLATFORM, World
from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.command import CommandBase, Decision
from tombo.ledger.core.entry import By
from tombo.ledger.core.findings import Finding, Refused, Severity
from tombo.ledger.said import told
from tombo.ledger.terms.blackjack import BlackjackTerms
from tombo.ledger.terms.roulette import RouletteTerms
from tombo.ledger.terms.sem_descarte import SemDescarteTerms


class Played:
    """The state of a transcript being played. Each game's own says its words, its checks, and what must hold at its end."""

    words: ClassVar[Words]
    """What a line can say."""
    checks: ClassVar[Words]
    """What can be asked after ``->``."""

    def __init__(self, text: str, world: World) -> None:
        self.lines = [line for row in text.splitlines() if (line := parse(row)) is not None]
        if not self.lines:
            raise UnreadableLineError("a transcript that says nothing shows nothing")
        self.world = world
        self.line = self.lines[0]

    def play(self) -> None:
        """Every line, each held to what it announces; then what holds of every round of the game."""
        for line in self.lines:
            self.line, self.world.clock = line, line.at
            method, words = self.words.understand(line.statement, line.text)
            meets(line, found_in(method(self, *words)))
            for check in line.checks:
                verdict, told = self.checks.understand(check, line.text)
                actual, expected = verdict(self, *told)
                if actual != expected:
                    raise AssertionError(f"{line.text}\n  found: {actual}, expected: {expected}")
        self.hold()

    def hold(self) -> None:
        """Whatever the transcript is about: replay gives the same state, and money is conserved."""
        raise NotImplementedError

    def announced(self, terms: SemDescarteTerms | BlackjackTerms | RouletteTerms, until: str | None) -> int | None:
        """Until when bets are taken: as the line says, else for the time of the terms; at a table of one for as long as it takes."""
        if until is not None:
            seconds = until.removeprefix(" until ").removesuffix("s")
            return int(seconds) * SECOND if seconds.isdigit() else None
        return None if terms.table_kind == "single" else (self.line.at or 0) + terms.betting_seconds * SECOND

    def ask(self, command: CommandBase, by: By = PLATFORM) -> Decision | Refused:
        """``command``, with the circumstances of the line."""
        if self.line.by is not None:
            kind, _, name = self.line.by.partition("/")
            by = By(actor=kind, id=name, role="officer" if kind == "staff" else None)  # type: ignore[arg-type]
        return self.world.ask(command, by, self.line.at)


def found_in(outcome: Any) -> list[Finding]:
    """The findings in what a statement returned: a refusal, a decision with notices, or findings themselves."""
    match outcome:
        case None:
            return []
        case Refused():
            return [outcome.finding]
        case Decision():
            notices: list[Any] = [event for _, event in outcome.events if type(event).__name__ == "FindingRecordedV2"]
            return [Finding(e.rule, told(e), e.reading, getattr(e, "severity", Severity.NOTICE)) for e in notices]
        case _:
            return list(outcome)
