"""A player as a person: that he was erased. One stream a person, ``player:p-7f3a``, begun by his erasure.

His pseudonym stays in the entries, with every amount and outcome; what was sealed under his key opens no more once it is destroyed.
"""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from pydantic import Field

from ledger.core.entry import EventBase
from ledger.core.ids import LocalId
from ledger.house.dispute_events import ONE_LINE

Basis = Annotated[str, Field(max_length=200, pattern=ONE_LINE)]
"""The law that has a person erased, and the number of the request. It stays readable for ever: it names nobody."""


class PlayerErased(EventBase):
    """A person was erased: the secret his names and words are sealed under is destroyed, as soon as this is on record.

    ``second`` is the member of staff who asked for it with the one in ``by``.
    """

    basis: Basis
    kind: Literal["player.erased.v1"] = "player.erased.v1"
    second: LocalId


class Player(NamedTuple):
    """A person who was erased, and on which basis."""

    basis: str


def evolve(player: Player | None, event: PlayerErased) -> Player:
    """``player`` after ``event``. Erased twice he is erased once: the first basis stays."""
    return player or Player(event.basis)


def player_stream(person: str) -> str:
    """The stream of a person: ``player:p-7f3a``."""
    return f"player:{person}"
