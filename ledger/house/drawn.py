"""How a round against the house lies on its table, for who draws it: boxes with cards and stakes, or a cloth with chips.

Each game tells its own, by the state of a round (``BankedGame.drawn``). Nothing here says how it looks: colours, sizes and
movement are for the page.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from tombo.ledger.core.said import Fact, Told

CELL: Final = 60
"""The width of one number on a cloth, in its units. It divides by two, three, four and five, so that chips lie on whole units."""
Stage = Literal["bets", "closed", "decisions", "result", "over"]
"""What a round is at: bets are taken, no more of them, players decide, what decides it lies open, it has ended. ``banked.words.STAGES`` has its words."""


class DrawnStake(NamedTuple):
    """A stake in a box: which it is, and its amount in the unit of the round's terms."""

    name: Fact
    amount: int


class DrawnBox(NamedTuple):
    """A place on the table with the cards and stakes of one hand; ``player``: None of the house."""

    player: str | None
    name: Fact
    """Which place it is."""
    cards: tuple[str | int, ...] = ()
    """One that lies open by its text, one that lies face down by its slot."""
    stakes: tuple[DrawnStake, ...] = ()
    """Those that are not decided yet."""
    told: tuple[Fact, ...] = ()
    """What is said of it: what its cards count, what was decided."""
    out: bool = False
    """It plays no more."""
    asked: bool = False
    """It is asked to decide."""


class DrawnField(NamedTuple):
    """A field of a cloth, its corner and size in units of it."""

    label: Fact
    colour: Literal["red", "black", "green", "plain"]
    x: int
    y: int
    width: int
    height: int
    hit: bool = False
    """The result lies on it."""


class DrawnChip(NamedTuple):
    """What one player has on one combination, and where its middle lies; ``out``: lost, or gone back. ``held``: in prison."""

    player: str
    amount: int
    x: int
    y: int
    out: bool = False
    held: bool = False


class Cloth(NamedTuple):
    """A cloth of fields with chips on them, in units."""

    width: int
    height: int
    fields: tuple[DrawnField, ...]
    chips: tuple[DrawnChip, ...]


class DrawnRound(NamedTuple):
    """A round as it lies on its table."""

    stage: Stage
    boxes: tuple[DrawnBox, ...] = ()
    """The house's first, then those of players, clockwise."""
    apart: tuple[tuple[Told, tuple[str, ...]], ...] = ()
    """Cards that are nobody's, with what they are."""
    cloth: Cloth | None = None
