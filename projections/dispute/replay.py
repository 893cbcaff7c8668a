"""What a dispute is about, computed again: a hand or round that is over, what came back to whom, and the rules that decided.

From entries alone, but for the cards of a showdown that were not turned: those come from the openings, and whoever asks for
them goes on record before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from tombo.ledger.core.entry import Entry
from tombo.ledger.core.errors import UsageError
from tombo.ledger.core.said import Told
from tombo.ledger.games.again import of_later_program
from tombo.ledger.games.every import BANKED_GAMES, TABLE_GAMES
from tombo.ledger.games.game import ReceivedByPlayer
from tombo.ledger.house.rules import together
from tombo.ledger.terms.unit import Unit
from tombo.projections.round.acts import RoundView

_NONE: Final[Mapping[int, int]] = {}


class Replay(NamedTuple):
    """A hand or round up to ``version``, computed again. Amounts are in ``unit``; no difference, and the record is as it should be."""

    stream: str
    version: int
    revision: int | None
    """The rules revision it was played under; a tournament has none."""
    unit: Unit
    told: tuple[Told, ...]
    amounts: tuple[ReceivedByPlayer, ...]
    """What came back to every player, won, returned and refunded, less what was taken back."""
    rules: tuple[str, ...]
    """Those that decided what is on record, in their order."""
    decidable: bool = True

    @property
    def differences(self) -> tuple[str, ...]:
        """What is told, in English."""
        return tuple(one.text() for one in self.told)


def replayed(view: RoundView[Any], cards: Mapping[int, int] = _NONE, before: Sequence[Entry] = ()) -> Replay:
    """The hand or round of ``view``, which is over, computed again.

    ``cards``: closed ones by slot, of those that its game names as ``unturned``. ``before``: the round before it at its table, of
    which this one has to have taken over what it left.

    Raises:
        UsageError: it was played under a rules revision of a later program.
        OutOfPlaceError: no door recorded it so: an entry cannot follow what is before it.
    """
    banked, terms = BANKED_GAMES.get(view.game), view.opened.terms
    later = of_later_program(view.stream, view.opened)
    if later is not None:
        raise UsageError(later)
    with together(view.stream):
        found = TABLE_GAMES[view.game].again(view.entries, cards)
        told = found.told
        if before and banked is not None and banked.carry is not None:
            left = banked.carry.left([entry.event for entry in before])
            told += tuple(banked.carry.taken(left, view.opened))
    return Replay(
        view.stream,
        view.entries[-1].version,
        terms.revision,
        terms.unit,
        told,
        found.received,
        found.rules,
        found.decidable,
    )
