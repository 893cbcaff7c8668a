"""The closed lists of words in what is said about hands: streets, posts, what a hand waits for and how it ended, and who acts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from tombo.ledger.core.entry import Actor
from tombo.ledger.core.said import Word
from tombo.ledger.games.poker.events import Street

STREETS: Final[Mapping[Street, Word]] = {
    "preflop": Word("preflop", "preflop", "pré-flop"),
    "flop": Word("flop", "flop", "flop"),
    "turn": Word("turn", "turn", "turn"),
    "river": Word("river", "river", "river"),
    "straddle": Word("straddle", "straddle", "estardilho"),
    "first_street": Word("first_street", "first street", "primeiro turno"),
    "second_street": Word("second_street", "second street", "segundo turno"),
    "third_street": Word("third_street", "third street", "terceiro turno"),
    "fourth_street": Word("fourth_street", "fourth street", "quarto turno"),
    "fifth_street": Word("fifth_street", "fifth street", "quinto turno"),
}
POSTS: Final[Mapping[str, Word]] = {
    "small": Word("post_small", "small", "pequena aposta"),
    "big": Word("post_big", "big", "grande aposta"),
    "ante": Word("post_ante", "ante", "ante"),
    "extra": Word("post_extra", "extra", "grande aposta adicional"),
    "dead": Word("post_dead", "dead", "entregue ao pote"),
    "straddle": Word("post_straddle", "straddle", "estardilho"),
    "restraddle": Word("post_restraddle", "restraddle", "restardilho"),
}
OUTCOMES: Final[Mapping[Literal["open", "settled", "voided"], Word]] = {
    "open": Word("hand_open", "open", "está em curso"),
    "settled": Word("hand_settled", "settled", "está liquidada"),
    "voided": Word("hand_voided", "voided", "é nula"),
}
NEXT: Final[Mapping[str, Word]] = {
    "blinds": Word("next_closed_cards", "the closed cards", "a distribuição das cartas fechadas"),
    "betting": Word("next_bet", "a bet", "uma aposta"),
    "board": Word("next_open_card", "an open card", "uma carta comum"),
    "over": Word("next_nothing", "nothing, it is over", "nada, porque terminou"),
}
"""What a hand waits for (``turns.Phase``) that is not at its showdown."""
ORIGINS: Final[Mapping[str, Word]] = {
    "operator_system": Word(
        "from_operator_system", "operator_system", "no sistema técnico de jogo da entidade exploradora"
    ),
    "player_equipment": Word("from_player_equipment", "player_equipment", "no equipamento de um jogador"),
    "player_network": Word("from_player_network", "player_network", "na rede usada por um jogador"),
}
"""Where a failure began."""
ACTORS: Final[Mapping[Actor, Word]] = {
    "player": Word("by_player", "player", "o jogador"),
    "platform": Word("by_platform", "platform", "a plataforma"),
    "staff": Word("by_staff", "staff", "o funcionário"),
    "import": Word("by_import", "import", "a importação"),
}
