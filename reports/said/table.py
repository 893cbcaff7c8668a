"""What is said of a table: of poker, and against the house."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.core.said import Said, Word
from tombo.projections.table import SeatStatus

TABLE_OF_POKER: Final = Said(
    "table_of_poker",
    "Table {table}: blinds {small:figure}/{big}, {players:player|players} on {seats} seats,"
    " {hands:hand|hands} begun, {play:told}",
    "Mesa {table}: pequena e grande aposta de {small:figure}/{big}, {players:jogador|jogadores} em {seats} lugares,"
    " {hands:jogada iniciada|jogadas iniciadas}, {play:told}",
)
TABLE_HAND: Final = Said(
    "table_hand",
    "hand {hand} on the {street:word}, pot {pot:figure}",
    "jogada {hand} no {street:word}, pote de {pot:figure}",
)
TABLE_BETWEEN_HANDS: Final = Said("table_between_hands", "between hands", "entre jogadas")
TABLE_NOW_CLOSED: Final = Said("table_now_closed", "closed", "fechada")
TABLE_AS_OF: Final = Said(
    "table_as_of",
    "As of log index {index}, recorded {recorded:dated}; ruleset {ruleset}",
    "Registo até à entrada {index}, registada em {recorded:dated}; regras específicas {ruleset}",
)
TABLE_AS_OF_TOURNAMENT: Final = Said(
    "table_as_of_tournament",
    "As of log index {index}, recorded {recorded:dated}; ruleset of tournament {tournament}",
    "Registo até à entrada {index}, registada em {recorded:dated}; regras do torneio {tournament}",
)
TABLE_SESSION: Final = Said(
    "table_session",
    "Session from {starts:dated} to {ends:dated}, and until the round then in course is complete; {players:player|players} registered",
    "Sessão de {starts:dated} a {ends:dated}, e até todos completarem a mão então em curso; {players:jogador inscrito|jogadores inscritos}",
)
TABLE_SEAT: Final = Said(
    "table_seat",
    "Seat {seat}: {player} ({stack:figure}), {stands}",
    "Lugar {seat}: {player} ({stack:figure}), {stands}",
)
IN_THE_POT: Final = Said("in_the_pot", "{bet:figure} in the pot", "{bet:figure} no pote")
TABLE_BUTTON: Final = Said("table_button", "button", "botão")
TABLE_BUTTON_TO_DRAW: Final = Said(
    "table_button_to_draw", "The button is to be drawn ({rule})", "O botão está por sortear ({rule})"
)
SEAT_STATUSES: Final[Mapping[SeatStatus, Word]] = {
    "in hand": Word("seat_now_in_hand", "in hand", "na jogada"),
    "folded": Word("seat_now_folded", "folded", "desistiu"),
    "all in": Word("seat_now_all_in", "all in", "em all in"),
    "waiting": Word("seat_now_waiting", "waiting", "à espera"),
    "resting": Word("seat_now_resting", "resting", "em descanso"),
    "below minimum": Word("seat_now_below_minimum", "below minimum", "abaixo do mínimo"),
    "leaving": Word("seat_now_leaving", "leaving", "a sair"),
}
"""How a seat stands."""
RESTING_UNTIL: Final = Said("resting_until", "resting until {until:dated}", "em descanso até {until:dated}")
TABLE_OF_THE_HOUSE: Final = Said(
    "table_of_the_house",
    "Table {table}: {stakes:told}, {players:player|players}, {rounds:round|rounds} begun, {play:told}",
    "Mesa {table}: {stakes:told}, {players:jogador|jogadores}, {rounds:jogada iniciada|jogadas iniciadas}, {play:told}",
)
TABLE_ROUND: Final = Said("table_round", "round {round}, {staked} staked", "jogada {round}, {staked} em apostas")
TABLE_BETWEEN_ROUNDS: Final = Said("table_between_rounds", "between rounds", "entre jogadas")
TABLE_PLACE: Final = Said("table_place", "{where:told}: {stands}", "{where:told}: {stands}")
PLACE_ON_SEAT: Final = Said("place_on_seat", "Seat {seat}", "Lugar {seat}")
PLACE_ON_NO_SEAT: Final = Said("place_on_no_seat", "On no seat", "Sem lugar")
STAKED_IN_ROUND: Final = Said(
    "staked_in_round", "{staked:figure} staked in the round", "{staked:figure} em apostas nesta jogada"
)
TABLE_LOST: Final = Said("table_lost", "{stream}: {lost}", "{stream}: {lost}")
