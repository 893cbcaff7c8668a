"""What the pages of hands and of rounds say alike: their labels, who looks, how it stands, where it is on record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from tombo.ledger.core.said import Said, Word
from tombo.projections.follow import Role

PLAYED_GAME: Final = Said("played_game", "Game", "Jogo")
PLAYED_TABLE: Final = Said("played_table", "Table", "Mesa")
PLAYED_NUMBER: Final = Said("played_number", "Number", "Número")
PLAYED_WHEN: Final = Said("played_when", "When", "Quando")
PLAYED_RULES: Final = Said("played_rules", "Ruleset", "Regras específicas")
PLAYED_OUTCOME: Final = Said("played_outcome", "Outcome", "Desfecho")
PLAYED_PLAYER: Final = Said("played_player", "Player", "Jogador")
PLAYED_SEAT: Final = Said("played_seat", "Seat", "Lugar")
PLAYED_STAKED: Final = Said("played_staked", "Staked", "Apostado")
PLAYED_REFUNDED: Final = Said("played_refunded", "Refunded", "Reembolsado")
PLAYED_RESULT: Final = Said("played_result", "Profit or loss", "Lucro ou perda")
PLAYED_HAPPENED: Final = Said("played_happened", "What happened", "O que aconteceu")
PLAYED_REMARKS: Final = Said("played_remarks", "Remarks", "Notas")
PLAYED_SEEN_BY: Final = Said("played_seen_by", "As seen by", "Para")
PLAYED_ON_RECORD: Final = Said("played_on_record", "On record", "No registo")
PLAYED_OUTCOMES: Final[Mapping[Literal["open", "settled", "voided"], Word]] = {
    "open": Word("played_open", "In play", "Em curso"),
    "settled": Word("played_settled", "Settled", "Liquidada"),
    "voided": Word("played_void", "Void", "Jogada nula"),
}
LOOKERS: Final[Mapping[Role, Word]] = {
    "outsider": Word(
        "seen_by_anybody", "anybody: only the cards that were shown", "qualquer pessoa: só as cartas mostradas"
    ),
    "auditor": Word("seen_by_auditor", "an auditor: only the cards that were shown", "auditor: só as cartas mostradas"),
    "officer": Word("seen_by_officer", "a disputes officer: all cards", "responsável por litígios: todas as cartas"),
}
"""Who looks, but for a player, and what he gets to see."""
SEEN_BY_PLAYER: Final = Said(
    "seen_by_player", "{player}: with his own closed cards", "{player}: com as suas cartas fechadas"
)
PLAYED_ENTRIES: Final = Said(
    "played_entries",
    "{stream}, versions 1 to {version}, between log indices {first} and {last}",
    "{stream}, versões 1 a {version}, entre os índices {first} e {last} do registo",
)
