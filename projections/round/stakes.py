"""Where the money of a round against the house is after an entry: what each player has at stake, what is decided, what the house holds.

Checked at every step: nobody gets back more than he staked, and once the round is over nothing stays at stake but what is in
prison (guarantee 3).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from tombo.ledger.games.every import BANKED_GAMES
from tombo.ledger.house.moves import Move, What
from tombo.projections.round.acts import RoundAct


class PlayerMoney(NamedTuple):
    """One player's money in the round so far. ``carried``: what a spin before left in prison; ``at_stake``: not decided yet.

    ``won`` are prizes, ``returned`` stakes that came back, ``refunded`` those of a void. ``taken_back`` are prizes that a void
    reversed, ``waived`` those it could not.
    """

    player: str
    carried: int = 0
    staked: int = 0
    at_stake: int = 0
    won: int = 0
    returned: int = 0
    lost: int = 0
    refunded: int = 0
    taken_back: int = 0
    waived: int = 0

    @property
    def house(self) -> int:
        """What the house has of him, less what it paid him; below zero where it paid more."""
        put_in = self.carried + self.staked + self.taken_back
        return put_in - self.returned - self.won - self.refunded - self.at_stake


class StakePlaces(NamedTuple):
    """A round after one of its entries: the money of each player, what lies open for everybody, and whether all of it fits."""

    moves: tuple[Move, ...]
    places: tuple[PlayerMoney, ...]
    open_cards: Mapping[str, list[str]]
    """Cards by whose they are, and the number of a spin."""
    conserved: bool

    @property
    def at_stake(self) -> int:
        """What the house holds for the players: all that is not decided yet."""
        return sum(place.at_stake for place in self.places)

    @property
    def house(self) -> int:
        """What the house won so far, below zero where it lost."""
        return sum(place.house for place in self.places)

    def to_json(self) -> dict[str, Any]:
        """In minor units of the round's unit."""
        return {
            "moves": [move.to_json() for move in self.moves],
            "players": [place._asdict() for place in self.places],
            "at_stake": self.at_stake,
            "house": self.house,
            "open_cards": dict(self.open_cards),
        }


_FIELDS: Final[Mapping[What, tuple[str, int]]] = {
    "staked": ("staked", 1),
    "prize": ("won", 0),
    "returned": ("returned", -1),
    "lost": ("lost", -1),
    "refunded": ("refunded", 0),
    "taken_back": ("taken_back", 0),
    "waived": ("waived", 0),
}
"""What a move adds to, and what it does to the stake; what is imprisoned stays at stake."""


class Staking:
    """The money of a round, an act after the other."""

    def __init__(self, game: str) -> None:
        self._lying = BANKED_GAMES[game].lying
        self._places: dict[str, PlayerMoney] = {}

    def after(self, act: RoundAct[Any]) -> StakePlaces:
        """The money after the next act."""
        for held in getattr(act.entry.event, "imprisoned", ()):
            place = self._place(held.player)
            self._places[held.player] = place._replace(
                carried=place.carried + held.amount, at_stake=place.at_stake + held.amount
            )
        before = dict(self._places)
        for move in act.moves:
            self._add(move)
        fits, held_on = True, in_prison(act.after)
        if act.before.outcome == "open" and act.after.outcome == "voided":
            self._places = {name: place._replace(at_stake=held_on.get(name, 0)) for name, place in self._places.items()}
            fits = all(_void_fits(before.get(name, PlayerMoney(name)), place) for name, place in self._places.items())
        places = tuple(self._places.values())
        over = act.after.outcome != "open"  # then only prison holds stakes
        fits = fits and all(place.at_stake >= 0 for place in places)
        fits = fits and not (over and any(place.at_stake != held_on.get(place.player, 0) for place in places))
        return StakePlaces(act.moves, places, self._lying(act.after), fits)

    def _place(self, player: str) -> PlayerMoney:
        return self._places.get(player, PlayerMoney(player))

    def _add(self, move: Move) -> None:
        """One move more of a player."""
        place = self._place(move.player)
        if move.what != "imprisoned":
            field, staked = _FIELDS[move.what]
            moved = {field: getattr(place, field) + move.amount, "at_stake": place.at_stake + staked * move.amount}
            place = place._replace(**moved)
        self._places[move.player] = place


def in_prison(state: Any) -> dict[str, int]:
    """What each player has in prison; only a spin has one."""
    held: dict[str, int] = {}
    for prisoner in getattr(state, "prisoners", ()):
        held[prisoner.player] = held.get(prisoner.player, 0) + prisoner.amount
    return held


def _void_fits(before: PlayerMoney, after: PlayerMoney) -> bool:
    """Whether a void gave back what it may: all that is undecided, or, where decided bets go with it, everything (#19).

    What lies in prison from a spin before stays there (R804 r.21).
    """
    undecided = before.at_stake - after.at_stake
    stands = after.refunded == undecided and not after.taken_back and not after.waived
    return stands or after.house == -after.waived
