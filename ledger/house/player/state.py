"""A player as a person: that he was erased. One stream a person, ``player:p-7f3a``, begun by his erasure.

His pseudonym stays in the entries, with every amount and outcome; what was sealed under his key opens no more once it is destroyed.
"""

from __future__ import annotations

from typing import NamedTuple

from tombo.ledger.house.player.events import PlayerErased


class Player(NamedTuple):
    """A person who was erased, and on which basis."""

    basis: str


def evolve(player: Player | None, event: PlayerErased) -> Player:
    """``player`` after ``event``. Erased twice he is erased once: the first basis stays."""
    return player or Player(event.basis)


def player_stream(person: str) -> str:
    """The stream of a person: ``player:p-7f3a``."""
    return f"player:{person}"
