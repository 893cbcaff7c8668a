"""What the views of hands and rounds have in common: the viewer, and the acts in order, each between the states around it.

A hand of poker is a round (*jogada*) as every other; people call it a hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from tombo.ledger.core.entry import Entry
from tombo.ledger.games.every import BANKED_GAMES, followed
from tombo.ledger.house.moves import Move
from tombo.ledger.house.rules import following
from tombo.ledger.terms.unit import Unit
from tombo.projections.follow import Viewer

S = TypeVar("S")
"""The state of a game's round."""


class RoundAct(NamedTuple, Generic[S]):
    """One entry of a hand or round, the states around it, and what it moved against the house.

    At the opening both states are the one after.
    """

    entry: Entry
    before: S
    after: S
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundView(Generic[S]):
    """A hand or round, for one viewer."""

    stream: str
    viewer: Viewer
    acts: tuple[RoundAct[S], ...]

    @property
    def game(self) -> str:
        """The type of stream, which names the game."""
        return self.stream.partition(":")[0]

    @property
    def opened(self) -> Any:
        """The event it began with."""
        return self.acts[0].entry.event

    @property
    def state(self) -> S:
        """The hand or round after its last act."""
        return self.acts[-1].after

    @property
    def unit(self) -> Unit:
        """What its amounts count."""
        unit: Unit = self.opened.terms.unit
        return unit

    @property
    def entries(self) -> list[Entry]:
        """Its entries, oldest first."""
        return [act.entry for act in self.acts]


def acts(entries: Sequence[Entry]) -> Iterator[RoundAct[Any]]:
    """The entries of one hand or round, oldest first, each between the states around it.

    Raises:
        OutOfPlaceError: an entry that speaks of what is not there, or shows a card that was not dealt so.
    """
    game = entries[0].stream.partition(":")[0]
    banked = BANKED_GAMES.get(game)
    state: Any = None
    for entry in entries:
        after = followed(state, entry)
        with following(entry):
            moved = () if banked is None else tuple(banked.moves(after, entry.event))
        yield RoundAct(entry, state or after, after, moved)
        state = after
