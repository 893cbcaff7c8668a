"""A slip (*ficha*): a hand, a round, a table or a tournament as what its players staked, won and got back in it, bet by bet.

Each game tells its own (``slips.py`` in its folder); whoever reports play to a regulator tells it in that country's words. Amounts are euro
cents. What is played for chips has no slip.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from tombo.ledger.core.said import Told

Through = Literal["cash", "entry", "none"]
"""What a part moves beside the game: money of the account, an entry won, or nothing of the account."""
Decided = Literal["", "all_in", "lost", "tied", "won"]
"""What became of a bet with it; nothing where it is still open."""


class SlipHead(NamedTuple):
    """What holds of every part of a slip."""

    regulation: str
    """Of the game: ``R806``."""
    rules: str
    """The approval of the specific rules; of a tournament its own name."""
    table: str
    """The stream of the table where it is played; of a tournament its own."""
    between_players: bool
    """Whether they play against each other, and not against the house."""
    least_players: int | None = None
    most_players: int | None = None
    least_bet: int | None = None
    most_bet: int | None = None
    fee: tuple[int, int] | None = None
    """Of a tournament: what an entry costs, and what of it goes into prizes and bounties."""
    chips: int | None = None
    """Of a tournament: the starting stack, in chips."""


class SlipPart(NamedTuple):
    """What an event does to one bet or entry of a player."""

    bet: int = 0
    won: int = 0
    """The prize, with what comes back of the stake."""
    back: int = 0
    """What is given back: uncalled, void or cancelled."""
    fee: int = 0
    """What of it the operator takes; below 0 where it is given back."""
    aside: int = 0
    """What comes back from a table, or, below 0, goes to it: no bet and no prize."""
    uncalled: bool = False
    """Whether nobody had matched what is given back, so that it is no part of what was staked."""
    held: int | None = None
    """What lay before the seat; None where the balance is the account's."""
    on: Told | None = None
    """Which bet, where a game has several."""
    decided: Decided = ""
    ends: bool = False
    """Whether it is the end of the slip, or behind it."""


class SlipCards(NamedTuple):
    """What lay open: of the table or the house, and of the player."""

    table: Sequence[str] = ()
    player: Sequence[str] = ()


class SlipActs(NamedTuple):
    """The parts of one player in one event, told together; ``seat``: 0 at a wheel, in a tournament the number of the entry."""

    player: str
    seat: int
    through: Through
    parts: Sequence[SlipPart]
    cards: SlipCards = SlipCards()
    drawn: tuple[str, str] | None = None
    """The number of a wheel, and ``red``, ``black`` or nothing."""
    button: bool | None = None
    stack: int | None = None
    """What lay before the seat as the hand began, or what chips are bought or taken away."""
    overlay: int = 0
    """What the operator added to the prizes of a tournament so far."""


class Slip(ABC):
    """A slip under way: tell it every event of its stream behind the first."""

    head: SlipHead
    dealt: Sequence[tuple[int, str]] = ()
    """Who takes part from its beginning though he may stake nothing: seat and player. Empty where whoever stakes takes part."""

    @abstractmethod
    def step(self, event: Any) -> Sequence[SlipActs]:
        """What the next event does to whom."""
