"""What an audit does with each kind of entry of a hand or round."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from tombo.ledger.core.entry import EventBase
from tombo.ledger.games.again import ENDS, FINDING, word
from tombo.ledger.games.every import BANKED_GAMES, GAMES, TABLE_GAMES
from tombo.ledger.games.game import Carry, Shows, TableGame

_CARRIES: Final = {name: game.carry for name, game in BANKED_GAMES.items()}


class KindPlan(NamedTuple):
    """What is done with a kind: of which game, what that carries over, the event that begins a round there, and the word if it ends one.

    ``shows``: what is asked of the entries of a hand that show cards, as they come. A round is asked when its events are folded.
    """

    game: TableGame
    carry: Carry | None
    begins: type[EventBase]
    ends: str | None
    shows: Mapping[type[EventBase], Shows]


@cache
def plan_of(kind: str) -> KindPlan:
    """What is done with ``kind``."""
    sort, named = kind.partition(".")[0], word(kind)
    game, ends = TABLE_GAMES[sort], named if named in ENDS else None
    shows = {} if sort in BANKED_GAMES else game.shows
    return KindPlan(game, _CARRIES.get(sort), GAMES[sort].kinds.begins, ends, shows)


def may_stand_behind(game: TableGame, kind: str) -> bool:
    """Whether an entry of ``kind`` may stand behind the end of its hand or round."""
    return word(kind) == FINDING or word(kind) in game.behind


def numbered(stream: str) -> tuple[str, int]:
    """The table of a hand or round, by the beginning of its stream, and the number there; 0 where the name has none."""
    table, _, number = stream.rpartition("/")
    return table, int(number) if number.isdecimal() else 0
