"""What is said of the rules at work in a spin alone; no entry holds it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.core.said import Said

ROUND_NOTE_IMPRISONED: Final = Said(
    "round_note_imprisoned",
    "zero imprisons simple chances; the next spin decides them",
    "o zero põe em prisão as chances simples; decide-as o lançamento seguinte",
)
ROUND_NOTE_LOSERS_FIRST: Final = Said(
    "round_note_losers_first",
    "losing bets are collected before winners are paid",
    "as apostas perdidas são recolhidas antes de se pagar às ganhas",
)
ROUND_NOTE_NUMBER_MARKED: Final = Said(
    "round_note_number_marked",
    "the number is drawn once, and decides every bet",
    "o número é determinado uma vez, e decide todas as apostas",
)
ROUND_NOTE_PRISON_DECIDED: Final = Said(
    "round_note_prison_decided",
    "a stake in prison is decided, or given back by half to who leaves",
    "uma aposta em prisão é decidida, ou metade é devolvida a quem sai",
)
ROUND_NOTE_WINNERS_THEN: Final = Said(
    "round_note_winners_then",
    "winning bets are paid, and their stakes stay the player's",
    "as apostas ganhas são pagas, e continuam a pertencer ao jogador",
)
NOTED: Final[Mapping[str, Said]] = {
    "imprisoned": ROUND_NOTE_IMPRISONED,
    "losers_first": ROUND_NOTE_LOSERS_FIRST,
    "number_marked": ROUND_NOTE_NUMBER_MARKED,
    "prison_decided": ROUND_NOTE_PRISON_DECIDED,
    "winners_then": ROUND_NOTE_WINNERS_THEN,
}
"""By the name of what is said of a rule."""
