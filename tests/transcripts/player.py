"""A transcript of poker: hands over a world in memory, with the cards it names and others it does not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from tests.transcripts.language import Words
from tests.transcripts.played import Played
from tests.worlds.world import TABLE, World, poker_terms, seat_player
from tombo.ledger.core.cards import CARD_IDS, CARD_TEXTS
from tombo.ledger.core.command import CommandBase, Decision
from tombo.ledger.core.findings import Refused
from tombo.ledger.games.poker.audit import differences
from tombo.ledger.games.poker.state import Hand, evolve
from tombo.ledger.games.poker.strength.stripped import DECK

_CARD: Final = re.compile(r"[2-9TJQKA][cdhs]")
WORDS: Final = Words()
"""What a line can say; ``live``, ``elsewhere`` and ``setting`` fill it."""
CHECKS: Final = Words()
"""What can be asked after ``->``; ``checks`` fills it."""


class Transcript(Played):
    """The state of a transcript of poker being played."""

    words = WORDS
    checks = CHECKS

    def __init__(self, text: str) -> None:
        super().__init__(text, World())
        named = set(_CARD.findall(" ".join(line.statement for line in self.lines)))
        self.unnamed = [card for card in CARD_TEXTS if card not in named]
        self.spare = list(self.unnamed)
        """What is left of them in the hand in play."""
        self.terms = poker_terms()
        self.table = TABLE
        """Where the hand in play is played, or the last one."""
        self.number = 0

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
        return f"{self.table}/{self.number}"

    @property
    def hand(self) -> Hand:
        """The hand in play, or the last one."""
        return self.world.hand(self.number, self.table)

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
