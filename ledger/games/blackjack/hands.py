"""The parts of a round of blackjack: a hand of a seat, an insurance, and who was asked."""

from __future__ import annotations

from typing import NamedTuple

from tombo.ledger.games.blackjack.cards import is_blackjack, player_total
from tombo.ledger.games.blackjack.events import Choice


class BlackjackHand(NamedTuple):
    """One hand of a seat, and the bet on it."""

    player: str
    seat: int
    number: int
    stake: int
    cards: tuple[int, ...] = ()
    split: bool = False
    """It came of a split, and makes no blackjack (r.19)."""
    aces: bool = False
    """It came of a split of aces, and gets one card (r.21)."""
    ace_fixed: bool = False
    """An ace of its first two cards counts 1, which is how it was doubled (r.8a-ii)."""
    last: Choice | None = None
    """Its last decision; insurance is none of them."""
    special: bool = False
    """Its special prize is paid (r.25i)."""
    settled: bool = False
    """Its bet is decided."""

    @property
    def total(self) -> int:
        """The total of its cards."""
        return player_total(self.cards, ace_fixed=self.ace_fixed)

    @property
    def original(self) -> int:
        """What of its stake is the initial bet of the seat: not what was doubled (r.15b), nor what was split off (r.21)."""
        if self.number > 1:
            return 0
        return self.stake // 2 if self.last == "double" else self.stake

    @property
    def blackjack(self) -> bool:
        """Whether it is a blackjack (r.19)."""
        return not self.split and is_blackjack(self.cards)


class Insurance(NamedTuple):
    """A bet that the house has a blackjack (r.15f)."""

    player: str
    seat: int
    stake: int
    settled: bool = False


class Asked(NamedTuple):
    """The hand that was asked to decide, and until when."""

    seat: int
    number: int
    deadline: int
