"""Every game there is. A game is added here by its line, its kinds in ``ledger.kinds`` by theirs: a test holds the two together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ledger.games.blackjack import game as blackjack
from ledger.games.game import BankedGame, Game, TableGame
from ledger.games.poker import game as poker
from ledger.games.roulette import game as roulette
from ledger.games.sem_descarte import game as sem_descarte
from ledger.games.tournament import game as tournament
from ledger.house.moves import Moved

GAMES: Final[Mapping[str, Game]] = {
    game.kinds.stream: game for game in (poker.GAME, roulette.GAME, sem_descarte.GAME, blackjack.GAME, tournament.GAME)
}
"""By the type of their streams."""
TABLE_GAMES: Final[Mapping[str, TableGame]] = {
    name: game.at_table for name, game in GAMES.items() if game.at_table is not None
}
"""What is played at a table, hand by hand or round by round, by the type of its streams."""
BANKED_GAMES: Final[Mapping[str, BankedGame]] = {
    name: game.banked for name, game in GAMES.items() if game.banked is not None
}
"""What is played against the house, by the type of its streams."""
BANKED_MONEY: Final[Mapping[str, Moved]] = {
    kind: moved for name in BANKED_GAMES for kind, moved in TABLE_GAMES[name].money.items()
}
"""By kind of a round against the house, what it moves."""
