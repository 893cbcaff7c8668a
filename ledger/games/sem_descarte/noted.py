"""What is said of the rules at work in a round of póquer sem descarte alone; no entry holds it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.core.said import Said

ROUND_NOTE_ANTE_GIVEN_UP: Final = Said(
    "round_note_ante_given_up", "he gives up, and his ante with it", "desiste, e com isso da aposta inicial"
)
ROUND_NOTE_CARDS_COMPARED: Final = Said(
    "round_note_cards_compared",
    "the house plays, so his cards are turned and compared",
    "a banca vai a jogo, e por isso as cartas dele são viradas e comparadas",
)
ROUND_NOTE_CUT_OFF_FOLDS: Final = Said(
    "round_note_cut_off_folds",
    "cut off before the second bet: it counts as a fold",
    "sem ligação antes da segunda aposta: conta como desistência",
)
ROUND_NOTE_FIVE_EACH: Final = Said(
    "round_note_five_each",
    "five cards to everybody, the last of the house face up",
    "cinco cartas a cada um, a última da banca virada",
)
ROUND_NOTE_HOUSE_OUT: Final = Said(
    "round_note_house_out",
    "less than ace and king: the house does not play",
    "menos do que ás e rei: a banca não vai a jogo",
)
ROUND_NOTE_HOUSE_PLAYS: Final = Said(
    "round_note_house_plays", "ace and king or better: the house plays", "ás e rei ou melhor: a banca vai a jogo"
)
ROUND_NOTE_TIME_FOLDS: Final = Said(
    "round_note_time_folds",
    "warned, and his extra time is up: it counts as a fold",
    "avisado, e terminado o tempo adicional: conta como desistência",
)
ROUND_NOTE_TWICE_THE_ANTE: Final = Said(
    "round_note_twice_the_ante",
    "the second bet is exactly twice the ante: {paid:figure}",
    "a segunda aposta é exatamente o dobro da inicial: {paid:figure}",
)
ROUND_NOTE_WARNED: Final = Said(
    "round_note_warned", "he is warned before time decides for him", "é avisado antes de o tempo decidir por ele"
)
NOTED: Final[Mapping[str, Said]] = {
    "ante_given_up": ROUND_NOTE_ANTE_GIVEN_UP,
    "cards_compared": ROUND_NOTE_CARDS_COMPARED,
    "cut_off_folds": ROUND_NOTE_CUT_OFF_FOLDS,
    "five_each": ROUND_NOTE_FIVE_EACH,
    "house_out": ROUND_NOTE_HOUSE_OUT,
    "house_plays": ROUND_NOTE_HOUSE_PLAYS,
    "time_folds": ROUND_NOTE_TIME_FOLDS,
    "twice_the_ante": ROUND_NOTE_TWICE_THE_ANTE,
    "warned": ROUND_NOTE_WARNED,
}
"""By the name of what is said of a rule."""
