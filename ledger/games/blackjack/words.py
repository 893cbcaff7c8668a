"""What the history of a round of blackjack says: rows of what is shown, and never recorded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.core.said import Said, Word
from tombo.ledger.games.blackjack.events import Choice

CHOICES: Final[Mapping[Choice, Said]] = {
    "hit": Said("hits", "takes a card", "pede carta"),
    "stand": Said("stands", "stands", "fica, não pede carta"),
    "surrender": Said("surrenders", "surrenders (R805 r.15e)", "desiste (R805 r.15e)"),
    "even_money": Said(
        "takes_even_money",
        "takes even money (R805 r.20b)",
        "opta por receber o valor da sua aposta, even money (R805 r.20b)",
    ),
}
"""Decisions that stake nothing."""
STAKING_CHOICES: Final[Mapping[Choice, Said]] = {
    "double": Said(
        "doubles", "doubles for {paid:figure} (R805 r.15b)", "dobra a aposta com {paid:figure} (R805 r.15b)"
    ),
    "split": Said("splits", "splits for {paid:figure} (R805 r.21)", "desdobra o par com {paid:figure} (R805 r.21)"),
    "insure": Said("insures", "insures for {paid:figure} (R805 r.15f)", "faz um seguro de {paid:figure} (R805 r.15f)"),
}
"""Decisions that stake more."""
REASONS: Final[Mapping[str, Word]] = {
    "blackjack": Word("why_blackjack", "blackjack", "blackjack"),
    "bust": Word("why_bust", "above 21", "mais de 21 pontos"),
    "even_money": Word("why_even_money", "even money", "even money"),
    "insurance": Word("why_insurance", "insurance", "seguro"),
    "lost": Word("why_lost", "beaten by the house", "a banca ganha"),
    "original_only": Word("why_original_only", "original only", "a banca com blackjack recolhe só a aposta inicial"),
    "push": Word("why_push", "a tie", "empate"),
    "special": Word("why_special", "special prize", "prémio especial"),
    "surrender": Word("why_surrender", "surrendered", "desistiu"),
    "win": Word("why_win", "beats the house", "ganha à banca"),
}
"""Why something was paid or taken, by the reason on record; a test holds them to the events."""
HOUSE_ABOVE_21: Final = Word("why_house_above_21", "the house is above 21", "a banca tem mais de 21 pontos")

ON_BLACKJACK_SEAT: Final = Said("on_blackjack_seat", "seat {seat}", "no lugar {seat}")
ON_BLACKJACK_HAND: Final = Said("on_blackjack_hand", "seat {seat} hand {hand}", "no lugar {seat}, jogo {hand}")
ON_BLACKJACK_PRIZES: Final = Said("on_blackjack_prizes", "prizes", "nos prémios")

BLACKJACK_TITLE: Final = Said(
    "blackjack_title",
    "blackjack, {decks} decks, bets of {least:figure} to {most:figure}",
    "Blackjack/21, {decks} baralhos, apostas de {least:figure} a {most:figure}",
)
BLACKJACK_PLAYER: Final = Said("blackjack_player", "{player} ({hand:told})", "{player} ({hand:told})")
BLACKJACK_CUT_OFF: Final = Said(
    "blackjack_cut_off",
    "{player}: connection lost. The fault is on the player's side: the round is valid (R805 r.29)",
    "{player}: ligação perdida. A falha é do lado do jogador: a jogada é válida (R805 r.29)",
)
BLACKJACK_BACK: Final = Said(
    "blackjack_back", "{player}: connection restored (R805 r.29)", "{player}: ligação restabelecida (R805 r.29)"
)
BLACKJACK_TURNED_DOWN: Final = Said(
    "blackjack_turned_down",
    "{player}: a bet of {amount:figure} on seat {seat} is turned down ({rule})",
    "{player}: é recusada uma aposta de {amount:figure} no lugar {seat} ({rule})",
)
SHOE_IN_USE: Final = Said(
    "shoe_in_use",
    "Shoe {shoe}: {cards:card|cards} dealt before",
    "Sabot {shoe}: {cards:carta já distribuída|cartas já distribuídas}",
)
SHOE_IS_SHUFFLED: Final = Said(
    "shoe_is_shuffled",
    "Shoe {shoe}: {decks} decks shuffled (R805 r.4b)",
    "Sabot {shoe}: {decks} baralhos baralhados (R805 r.4b)",
)
SHOE_IS_SHUFFLED_AND_COMMITTED: Final = Said(
    "shoe_is_shuffled_and_committed",
    "Shoe {shoe}: {decks} decks shuffled, order committed to by {root} (R805 r.4b)",
    "Sabot {shoe}: {decks} baralhos baralhados, ordem comprometida por {root} (R805 r.4b)",
)
BLACKJACK_BET: Final = Said(
    "blackjack_bet", "{player}: bets {amount:figure} on seat {seat}", "{player}: aposta {amount:figure} no lugar {seat}"
)
BLACKJACK_NO_MORE_BETS: Final = Said(
    "blackjack_no_more_bets", "No more bets (R805 r.12)", "Jogo feito, nada mais (R805 r.12)"
)
CARD_TO_HOUSE: Final = Said(
    "card_to_house", "House: is dealt {card} {held:told}", "Banca: recebe [{card}]; tem {held:told}"
)
CARD_TO_HAND: Final = Said(
    "card_to_hand", "{who:told}: is dealt {card} {held:told}", "{who:told}: recebe [{card}]; tem {held:told}"
)
HOLE_CARD_TO_HOUSE: Final = Said(
    "hole_card_to_house",
    "House: is dealt a card face down {held:told}; its commitment is on record",
    "Banca: recebe uma carta tapada {held:told}; o seu compromisso está registado",
)
HOLDS: Final = Said("holds", "{cards:cards} {total}", "{cards:cards} {total} pontos")
HOLDS_ONE: Final = Said("holds_one", "{cards:cards} 1", "{cards:cards} 1 ponto")
"""A lone ace of the house."""
HOLDS_BLACKJACK: Final = Said(
    "holds_blackjack", "{cards:cards} {total} blackjack", "{cards:cards} {total} pontos, blackjack"
)
HOLDS_HIDDEN: Final = Said("holds_hidden", "{cards:cards}", "{cards:cards}")
"""With the hole card face down, its total is not told."""
BLACKJACK_ASKED: Final = Said(
    "blackjack_asked",
    "{who:told}: to decide by {deadline:timed}",
    "{who:told}: tem de decidir até às {deadline:timed}",
)
BLACKJACK_DECIDED: Final = Said("blackjack_decided", "{who:told}: {done}", "{who:told}: {done}")
ACE_AS_ONE: Final = Said("ace_as_one", "an ace counted as 1 (R805 r.8a)", "contando um ás como 1 (R805 r.8a)")
OUT_OF_TIME: Final = Said("out_of_time", "because his time ran out", "porque o seu tempo terminou")
BLACKJACK_HOUSE_SHOWS: Final = Said("blackjack_house_shows", "*** HOUSE *** {held:told}", "A banca mostra {held:told}")
BLACKJACK_HOUSE: Final = Said("blackjack_house", "House {held:told}", "Banca {held:told}")
BLACKJACK_HAND: Final = Said(
    "blackjack_hand", "{who:told} {held:told}, bet {stake:figure}", "{who:told} {held:told}, aposta {stake:figure}"
)
BLACKJACK_REPLAYED: Final = Said(
    "blackjack_replayed",
    "{count:round|rounds} of blackjack ({ended})",
    "{count:jogada|jogadas} de blackjack ({ended})",
)
