"""What is said of the rules at work in a round of whichever game against the house; no entry holds it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.core.said import Said

ROUND_NOTE_ASKED_IN_ROUND: Final = Said(
    "round_note_asked_in_round",
    "he is shown what he may decide, and has the time the rules give",
    "é-lhe mostrado o que pode decidir, e tem o tempo que as regras dão",
)
ROUND_NOTE_BET_DECIDED: Final = Said("round_note_bet_decided", "the bet is decided", "a aposta está decidida")
ROUND_NOTE_BETS_CLOSED: Final = Said(
    "round_note_bets_closed",
    "the time to bet is over, the same for all",
    "terminou o tempo para apostar, igual para todos",
)
ROUND_NOTE_BETTING_TIME: Final = Said(
    "round_note_betting_time",
    "bets are taken in the time set for them",
    "as apostas são aceites no tempo fixado para elas",
)
ROUND_NOTE_EXTRA_TIME: Final = Said("round_note_extra_time", "time is added to his", "é-lhe acrescentado tempo")
ROUND_NOTE_FINDING: Final = Said(
    "round_note_finding",
    "this rule is read in two ways; what the other would have given is said",
    "esta regra objeta, ou lê-se de duas maneiras; não moveu nada",
)
ROUND_NOTE_HOUSE_SHOWS: Final = Said(
    "round_note_house_shows",
    "everybody has decided: the house shows its cards",
    "todos decidiram: a banca mostra as suas cartas",
)
ROUND_NOTE_PLAYERS_SIDE_OF_ROUND: Final = Said(
    "round_note_players_side_of_round",
    "a connection on the player's side voids nothing",
    "uma ligação do lado do jogador não anula nada",
)
ROUND_NOTE_ROUND_SETTLED: Final = Said(
    "round_note_round_settled", "every bet is paid back or collected", "cada aposta é paga ou recolhida"
)
ROUND_NOTE_ROUND_VOID: Final = Said(
    "round_note_round_void",
    "an outage of the operator's system: bets go back",
    "uma falha do sistema da entidade exploradora: as apostas são devolvidas",
)
ROUND_NOTE_TURNED_DOWN: Final = Said(
    "round_note_turned_down",
    "a bet that the rules forbid is not taken; it moved nothing",
    "uma aposta que as regras proíbem não é aceite; não moveu nada",
)
ROUND_NOTE_WITHIN_LIMITS: Final = Said(
    "round_note_within_limits", "the bet is within the limits of the table", "a aposta está dentro dos limites da mesa"
)
NOTED: Final[Mapping[str, Said]] = {
    "asked_in_round": ROUND_NOTE_ASKED_IN_ROUND,
    "bet_decided": ROUND_NOTE_BET_DECIDED,
    "bets_closed": ROUND_NOTE_BETS_CLOSED,
    "betting_time": ROUND_NOTE_BETTING_TIME,
    "extra_time": ROUND_NOTE_EXTRA_TIME,
    "finding": ROUND_NOTE_FINDING,
    "house_shows": ROUND_NOTE_HOUSE_SHOWS,
    "players_side_of_round": ROUND_NOTE_PLAYERS_SIDE_OF_ROUND,
    "round_settled": ROUND_NOTE_ROUND_SETTLED,
    "round_void": ROUND_NOTE_ROUND_VOID,
    "turned_down": ROUND_NOTE_TURNED_DOWN,
    "within_limits": ROUND_NOTE_WITHIN_LIMITS,
}
"""By the name of what is said of a rule."""
