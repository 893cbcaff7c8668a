"""Plays a transcript: the ledger's own deciders and folds over a world in memory, one line after the other."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from ledger.core.cards import CARD_IDS, CARD_TEXTS
from ledger.core.command import CommandBase, Decision
from ledger.core.entry import By
from ledger.core.findings import Finding, Refused
from ledger.games.poker.audit import differences
from ledger.games.poker.events import FindingRecorded
from ledger.games.poker.state import Hand, evolve
from ledger.games.poker.stripped import DECK
from tests.transcripts.language import UnreadableLineError, Words, meets, parse
from tests.world import PLATFORM, TABLE, World, poker_terms, seat_player

_CARD: Final = re.compile(r"[2-9TJQKA][cdhs]")
WORDS: Final = Words()
"""What a line can say; ``live``, ``elsewhere`` and ``setting`` fill it."""
CHECKS: Final = Words()
"""What can be asked after ``->``; ``checks`` fills it."""


class Transcript:
    """The state of a transcript being played."""

    def __init__(self, text: str) -> None:
        self.lines = [line for row in text.splitlines() if (line := parse(row)) is not None]
        if not self.lines:
            raise UnreadableLineError("a transcript that says nothing shows nothing")
        named = set(_CARD.findall(" ".join(line.statement for line in self.lines)))
        self.spare = [card for card in CARD_TEXTS if card not in named]
        self.world = World()
        self.terms = poker_terms()
        self.number = 0
        self.line = self.lines[0]

    def play(self) -> None:
        """Every line, each held to what it announces; then what holds of every hand."""
        for line in self.lines:
            self.line = line
            method, words = WORDS.understand(line.statement, line.text)
            meets(line, found_in(method(self, *words)))
            for check in line.checks:
                verdict, told = CHECKS.understand(check, line.text)
                actual, expected = verdict(self, *told)
                if actual != expected:
                    raise AssertionError(f"{line.text}\n  found: {actual}, expected: {expected}")
        self.hold()

    def hold(self) -> None:
        """Whatever the transcript is about: replay gives the same hand, the audit agrees, and money is conserved."""
        for stream in self.world.streams("hand"):
            hand = replayed(event for name, event in self.world.events if name == stream)
            assert hand == self.world(stream)
            if hand.outcome != "open" and hand.started.door == "live":
                assert differences(hand) == ()
                before = sum(seated.stack or 0 for seated in hand.started.seats)
                after = sum(stack or 0 for stack in hand.stacks) + sum(amount for *_, amount in hand.fees)
                assert before == after

    @property
    def name(self) -> str:
        """The hand's local id."""
        return f"{TABLE}/{self.number}"

    @property
    def hand(self) -> Hand:
        """The hand in play, or the last one."""
        return self.world.hand(self.number)

    def ask(self, command: CommandBase, by: By = PLATFORM) -> Decision | Refused:
        """``command``, with the circumstances of the line."""
        if self.line.by is not None:
            kind, _, name = self.line.by.partition("/")
            by = By(actor=kind, id=name, role="officer" if kind == "staff" else None)  # type: ignore[arg-type]
        return self.world.ask(command, by, self.line.at)

    def as_player(self, seat: str, command: CommandBase) -> Decision | Refused:
        """``command`` by the player on ``seat``."""
        return self.ask(command, seat_player(int(seat)))

    def unused(self) -> Iterator[str]:
        """Cards the transcript does not name."""
        deck = DECK if self.terms.sintetico else range(len(CARD_TEXTS))
        while True:
            card = self.spare.pop()
            if CARD_IDS[card] in deck:
                yield card


def replayed(events: Iterable[Any]) -> Hand:
    """The hand folded from its events as they come back from their bytes."""
    hand: Hand | None = None
    for event in events:
        hand = evolve(hand, type(event).model_validate_json(event.model_dump_json()))
    assert hand is not None
    return hand


def found_in(outcome: Any) -> list[Finding]:
    """The findings in what a statement returned: a refusal, a decision with notices, or findings themselves."""
    match outcome:
        case None:
            return []
        case Refused():
            return [outcome.finding]
        case Decision():
            events = [event for _, event in outcome.events if isinstance(event, FindingRecorded)]
            return [Finding(e.rule, e.message, e.reading, e.severity) for e in events]
        case _:
            return list(outcome)
