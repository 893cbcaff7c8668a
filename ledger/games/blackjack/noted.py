"""What is said of the rules at work in a round of blackjack alone; no entry holds it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.core.said import Said

ROUND_NOTE_CARD_DUE: Final = Said(
    "round_note_card_due",
    "a card he asked for, or that a split hand is due",
    "uma carta que pediu, ou devida a um jogo desdobrado",
)
ROUND_NOTE_DOUBLES: Final = Said(
    "round_note_doubles", "he may double on these cards: {paid:figure}", "pode dobrar com estas cartas: {paid:figure}"
)
ROUND_NOTE_EVEN_MONEY: Final = Said(
    "round_note_even_money",
    "a blackjack against an ace may take its value at once",
    "um blackjack contra um ás pode receber logo o seu valor",
)
ROUND_NOTE_FIRST_CARDS: Final = Said(
    "round_note_first_cards",
    "two cards to everybody, once the bets are placed",
    "duas cartas a cada um, feitas as apostas",
)
ROUND_NOTE_HITS: Final = Said("round_note_hits", "he asks for a card", "pede carta")
ROUND_NOTE_HOLE_CARD: Final = Said(
    "round_note_hole_card", "the second card of the house lies face down", "a segunda carta da banca fica tapada"
)
ROUND_NOTE_HOUSE_DRAWS: Final = Said(
    "round_note_house_draws", "the house draws to 17", "a banca tira cartas até aos 17"
)
ROUND_NOTE_INSURES: Final = Said(
    "round_note_insures",
    "against an ace, up to half of the bet: {paid:figure}",
    "contra um ás, até metade da aposta: {paid:figure}",
)
ROUND_NOTE_SHUFFLED: Final = Said(
    "round_note_shuffled",
    "a shoe is shuffled before cards are dealt of it",
    "um sabot é baralhado antes de se distribuírem cartas dele",
)
ROUND_NOTE_SPLITS: Final = Said(
    "round_note_splits",
    "two cards of one value may be split: {paid:figure}",
    "duas cartas do mesmo valor podem ser desdobradas: {paid:figure}",
)
ROUND_NOTE_STANDS: Final = Said("round_note_stands", "he stands on more than 11", "fica com mais de 11")
ROUND_NOTE_SURRENDERS: Final = Said(
    "round_note_surrenders",
    "with two cards against no ace, he may give up half of the bet",
    "com duas cartas e sem ás da banca, pode desistir de metade da aposta",
)
ROUND_NOTE_TIME_DECIDES: Final = Said(
    "round_note_time_decides", "his time is up: it is decided for him", "o seu tempo terminou: é decidido por ele"
)
NOTED: Final[Mapping[str, Said]] = {
    "card_due": ROUND_NOTE_CARD_DUE,
    "doubles": ROUND_NOTE_DOUBLES,
    "even_money": ROUND_NOTE_EVEN_MONEY,
    "first_cards": ROUND_NOTE_FIRST_CARDS,
    "hits": ROUND_NOTE_HITS,
    "hole_card": ROUND_NOTE_HOLE_CARD,
    "house_draws": ROUND_NOTE_HOUSE_DRAWS,
    "insures": ROUND_NOTE_INSURES,
    "shuffled": ROUND_NOTE_SHUFFLED,
    "splits": ROUND_NOTE_SPLITS,
    "stands": ROUND_NOTE_STANDS,
    "surrenders": ROUND_NOTE_SURRENDERS,
    "time_decides": ROUND_NOTE_TIME_DECIDES,
}
"""By the name of what is said of a rule."""
