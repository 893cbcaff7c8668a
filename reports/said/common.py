"""What several reports say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.core.entry import Actor
from tombo.ledger.core.findings import EACH_SEAT, EachSeat, Reading
from tombo.ledger.core.said import Said, Word
from tombo.ledger.house.staff.state import MANAGER, OFFICER

AT: Final = Said("at", "{at:moment}", "{at:moment}")
AS_OF_INDEX: Final = Said("as_of_index", "As of log index {index}", "Registo até à entrada {index}")
AS_OF_BEGINNING: Final = Said(
    "as_of_beginning", "As of the beginning: nothing is recorded", "No princípio: nada está registado"
)
AT_LOG_INDEX: Final = Said("at_log_index", "log index {index}", "entrada {index} do registo")
DAY_GOES_ON: Final = Said(
    "day_goes_on",
    "{day} is not over and goes on: these are its figures so far",
    "{day} ainda não acabou: são os valores até agora",
)
CANCELLATION_CAUSES: Final[Mapping[str, Word]] = {
    "too_few_players": Word("too_few_players", "too few players", "falta de jogadores"),
    "technical": Word("technical", "a technical fault", "uma falha técnica"),
    "force_majeure": Word("force_majeure", "force majeure", "força maior"),
}
ORIGINS: Final[Mapping[str, Word]] = {
    "operator_system": Word(
        "origin_operator_system",
        "the operator's technical system",
        "no sistema técnico de jogo da entidade exploradora",
    ),
    "player_equipment": Word("origin_player_equipment", "a player's equipment", "no equipamento de um jogador"),
    "player_network": Word("origin_player_network", "the network a player uses", "na rede que um jogador usa"),
}
POKER_LIMITS: Final[Mapping[str, Word]] = {
    "no_limit": Word("no_limit", "no limit", "sem limite"),
    "pot_limit": Word("pot_limit", "pot limit", "com limite de pote"),
    "half_pot": Word("half_pot", "half-pot limit", "com limite de metade do pote"),
    "fixed_raises": Word("fixed_raises", "limited raises", "com número limitado de subidas"),
    "fixed_bets": Word("fixed_bets", "fixed limit", "com apostas fixas"),
}
"""How far one may raise, by the kind of limit."""
RECORDED_IN_ENGLISH: Final = Word("recorded_in_english", "", "o texto registado está em inglês")
"""Stands for a sentence of before each meaning had a name; its English is the sentence that was recorded."""
READINGS: Final[Mapping[Reading | EachSeat, Word]] = {
    Reading.LETTER: Word("by_letter", "the letter", "a letra"),
    Reading.PRACTICE: Word("by_practice", "the practice of card rooms", "a prática das salas de jogo"),
    EACH_SEAT: Word("by_each_seat", "the reading of each seat for itself", "a leitura de cada lugar por si"),
}
"""The readings of a rule, after a "by"."""
BY_ACTORS: Final[Mapping[Actor, Word]] = {
    "player": Word("done_by_player", "player", "pelo jogador"),
    "platform": Word("done_by_platform", "platform", "pela plataforma"),
    "staff": Word("done_by_staff", "staff", "pelo funcionário"),
    "import": Word("done_by_import", "import", "pela importação"),
}
"""Who did something, after a "by"."""
ROLES: Final[Mapping[str, Word]] = {
    MANAGER: Word("role_manager", "manager", "gestor"),
    OFFICER: Word("role_officer", "officer", "responsável por litígios"),
}
"""The roles of staff."""
RECORDED_BY: Final = Said(
    "recorded_by",
    "by {actor:word} {who} (log index {index})",
    "{actor:word} {who} (entrada {index} do registo)",
)
RECORDED_BY_ROLE: Final = Said(
    "recorded_by_role",
    "by {actor:word} {who} as {role:word} (log index {index})",
    "{actor:word} {who} como {role:word} (entrada {index} do registo)",
)
ACTORS: Final[Mapping[Actor, Word]] = {
    "player": Word("actor_player", "player", "jogador"),
    "platform": Word("actor_platform", "platform", "plataforma"),
    "staff": Word("actor_staff", "staff", "funcionário"),
    "import": Word("actor_import", "import", "importação"),
}
"""Who acts."""
MARKED: Final = Said(
    "marked",
    "[index {index}, version {version}, {actor:word} {who}] {what:told}",
    "[índice {index}, versão {version}, {actor:word} {who}] {what:told}",
)
MARK: Final = Said(
    "mark",
    "index {index}, version {version}, {actor:word} {who}",
    "índice {index}, versão {version}, {actor:word} {who}",
)
