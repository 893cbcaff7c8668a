"""What several reports say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ledger.core.said import Said, Word

AT: Final = Said("at", "{at:moment}", "{at:moment}")
AS_OF_INDEX: Final = Said("as_of_index", "As of log index {index}", "Registo até à entrada {index}")
AS_OF_BEGINNING: Final = Said(
    "as_of_beginning", "As of the beginning: nothing is recorded", "No princípio: nada está registado"
)
AT_LOG_INDEX: Final = Said("at_log_index", "log index {index}", "entrada {index} do registo")
GAMES: Final[Mapping[str, Word]] = {
    "R803": Word("game_r803", "póquer sem descarte", "póquer sem descarte"),
    "R804": Word("game_r804", "American roulette", "roleta americana"),
    "R805": Word("game_r805", "blackjack/21", "blackjack/21"),
    "R806": Word("game_r806", "hold'em", "hold'em"),
    "R807": Word("game_r807", "French roulette", "roleta francesa"),
    "R809": Word("game_r809", "póquer sintético", "póquer sintético"),
    "R810": Word("game_r810", "tournaments", "torneios"),
    "R811": Word("game_r811", "Omaha", "Omaha"),
}
"""The games by their regulation."""
CANCELLATION_CAUSES: Final[Mapping[str, Word]] = {
    "too_few_players": Word("too_few_players", "too few players", "falta de jogadores"),
    "technical": Word("technical", "a technical fault", "uma falha técnica"),
    "force_majeure": Word("force_majeure", "force majeure", "força maior"),
}
ORIGINS: Final[Mapping[str, Word]] = {
    "operator_system": Word(
        "origin_operator_system", "the operator's technical system", "no sistema técnico da entidade exploradora"
    ),
    "player_equipment": Word("origin_player_equipment", "a player's equipment", "no equipamento de um jogador"),
    "player_network": Word("origin_player_network", "the network a player uses", "na rede que um jogador usa"),
}
