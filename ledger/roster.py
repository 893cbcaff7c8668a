"""Every game there is, one line each: where its terms stand, and the package of its other rooms. Nothing else lists games.

Read once, while modules are loaded: the union of terms (``tombo.ledger.terms.every``), the kinds that the store and the verifier know
(``tombo.ledger.kinds``) and the games themselves (``tombo.ledger.games.every``) are made of it and closed then. No option, file or variable of
the environment adds a line: a version of tombo knows the games of its own release, and so does its verifier
(``docs/adding-a-game.md``).
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, NamedTuple


class GameRooms(NamedTuple):
    """A game, by where it stands."""

    terms: str
    """The module that says what the house asks of its terms: ``RULED``."""
    rooms: str
    """The package with its ``events``, which say ``KINDS``, and its ``game``, which says ``GAME``."""


GAMES: tuple[GameRooms, ...] = (
    GameRooms("tombo.ledger.terms.citation", "tombo.ledger.games.poker"),
    GameRooms("tombo.ledger.terms.roulette", "tombo.ledger.games.roulette"),
    GameRooms("tombo.ledger.terms.sem_descarte", "tombo.ledger.games.sem_descarte"),
    GameRooms("tombo.ledger.terms.blackjack", "tombo.ledger.games.blackjack"),
    GameRooms("tombo.ledger.terms.r810", "tombo.ledger.games.tournament"),
)


def ruled() -> tuple[Any, ...]:
    """``RULED`` of every game: its laws and its terms."""
    return tuple(import_module(game.terms).RULED for game in GAMES)


def kinds() -> tuple[Any, ...]:
    """``KINDS`` of every game; of its rooms this loads the events alone, and nobody who decides."""
    return tuple(import_module(f"{game.rooms}.events").KINDS for game in GAMES)


def games() -> tuple[Any, ...]:
    """``GAME`` of every game: all of it."""
    return tuple(import_module(f"{game.rooms}.game").GAME for game in GAMES)
