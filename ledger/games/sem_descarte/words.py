"""What the history of a round of póquer sem descarte says: rows of what is shown, and never recorded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.core.cards import Combination
from tombo.ledger.core.said import Said, Word

FOLDS: Final[Mapping[str, Word]] = {
    "player": Word("folds_himself", "(R803 r.22)", "(R803 r.22)"),
    "time": Word("folds_by_time", "because his time ran out (R803 r.32)", "porque o seu tempo terminou (R803 r.32)"),
    "disconnected": Word(
        "folds_cut_off",
        "because he was cut off before the second bet (R803 r.35)",
        "porque a ligação foi interrompida antes da segunda aposta (R803 r.35)",
    ),
}
"""Why a seat folds."""
COMBINATIONS: Final[Mapping[Combination, Word]] = {
    Combination.HIGH_CARD: Word("shown_high_card", "high card", "cartas maiores"),
    Combination.PAIR: Word("shown_pair", "pair", "par"),
    Combination.TWO_PAIR: Word("shown_two_pair", "two pair", "dois pares"),
    Combination.TRIPS: Word("shown_trips", "trips", "trio"),
    Combination.STRAIGHT: Word("shown_straight", "straight", "sequência"),
    Combination.FLUSH: Word("shown_flush", "flush", "cor"),
    Combination.FULL_HOUSE: Word("shown_full_house", "full house", "fullen"),
    Combination.QUADS: Word("shown_quads", "quads", "póquer"),
    Combination.STRAIGHT_FLUSH: Word("shown_straight_flush", "straight flush", "sequência de cor"),
    Combination.ROYAL: Word("shown_royal", "royal", "sequência máxima de cor"),
}
"""The combinations, in Portuguese by their names in R803 r.7."""
ACE_AND_KING: Final = Word("shown_ace_and_king", "ace and king", "ás e rei")
"""The high card with which the house plays (r.7k, r.25)."""
REASONS: Final[Mapping[str, Word]] = {
    "folded": Word("why_folded", "folded", "desistiu"),
    "higher": Word("why_higher", "his cards are higher", "o jogo dele é superior"),
    "house_out": Word("why_house_out", "the house does not play", "a banca não vai a jogo"),
    "lower": Word("why_lower", "the house's cards are higher", "o jogo da banca é superior"),
    "tie": Word("why_tie", "a tie", "empate"),
}
"""Why something was paid or taken, by the reason on record; a test holds them to the events."""

ON_ANTE: Final = Said("on_ante", "ante", "na aposta inicial (ante)")
ON_SECOND_BET: Final = Said("on_second_bet", "bet", "na segunda aposta (bet)")
ON_BOTH_BETS: Final = Said("on_both_bets", "ante and bet", "na aposta inicial e segunda aposta")

SEM_DESCARTE_TITLE: Final = Said(
    "sem_descarte_title",
    "póquer sem descarte, antes of {least:figure} to {most:figure}",
    "Póquer sem descarte, apostas iniciais (ante) de {least:figure} a {most:figure}",
)
SEM_DESCARTE_PLAYER: Final = Said("sem_descarte_player", "{player} (seat {seat})", "{player} (lugar {seat})")
ANTE_STAKED: Final = Said(
    "ante_staked",
    "{who:told}: ante {amount:figure}",
    "{who:told}: aposta inicial (ante) de {amount:figure}",
)
SEM_DESCARTE_NO_MORE_BETS: Final = Said(
    "sem_descarte_no_more_bets", "No more bets (R803 r.14-15)", "Jogo feito, nada mais (R803 r.14-15)"
)
CARDS_LIE_OPEN: Final = Said(
    "cards_lie_open",
    "*** CARDS *** [{discard}] to the discard; the house's last card [{card}] (R803 r.19)",
    "Cartas distribuídas: [{discard}] para o canto de descarte; última carta da banca [{card}] (R803 r.19)",
)
CARDS_LIE_CLOSED: Final = Said(
    "cards_lie_closed",
    "{cards:card|cards} face down, as many commitments on record",
    "{cards:carta tapada|cartas tapadas}, e outros tantos compromissos registados",
)
DEALT_TO_PLAYER: Final = Said(
    "dealt_to_player", "Dealt to {player} {cards:cards}", "Distribuídas a {player} {cards:cards}"
)
DEALT_TO_HOUSE: Final = Said("dealt_to_house", "Dealt to the house {cards:cards}", "Distribuídas à banca {cards:cards}")
SEM_DESCARTE_ASKED: Final = Said(
    "sem_descarte_asked",
    "{who:told}: to decide by {deadline:timed}",
    "{who:told}: tem de decidir até às {deadline:timed}",
)
SEM_DESCARTE_WARNED: Final = Said(
    "sem_descarte_warned",
    "{who:told}: is warned that he has to decide (R803 r.31)",
    "{who:told}: recebe o pré-aviso de que tem de tomar uma decisão (R803 r.31)",
)
SEM_DESCARTE_EXTENDED: Final = Said(
    "sem_descarte_extended",
    "{who:told}: gets extra time, until {deadline:timed} (R803 r.31)",
    "{who:told}: recebe um período de tempo suplementar, até às {deadline:timed} (R803 r.31)",
)
SEM_DESCARTE_FOLDS: Final = Said("sem_descarte_folds", "{who:told}: folds {why:word}", "{who:told}: desiste {why:word}")
SEM_DESCARTE_GOES_ON: Final = Said(
    "sem_descarte_goes_on",
    "{who:told}: goes on with {amount:figure}, twice his ante (R803 r.23)",
    "{who:told}: continua com {amount:figure}, o dobro da aposta inicial (R803 r.23)",
)
SEM_DESCARTE_CUT_OFF: Final = Said(
    "sem_descarte_cut_off",
    "{who:told}: connection lost. The fault is on the player's side: the round is not void (R803 r.34)",
    "{who:told}: ligação perdida. A falha é do lado do jogador: a jogada não é nula (R803 r.34)",
)
SEM_DESCARTE_TURNED_DOWN: Final = Said(
    "sem_descarte_turned_down",
    "{player}: an ante of {amount:figure} on seat {seat} is turned down ({rule})",
    "{player}: é recusada uma aposta inicial de {amount:figure} no lugar {seat} ({rule})",
)
SEM_DESCARTE_BACK: Final = Said(
    "sem_descarte_back", "{who:told}: connection restored (R803 r.34)", "{who:told}: ligação restabelecida (R803 r.34)"
)
SEM_DESCARTE_HOUSE_SHOWS: Final = Said(
    "sem_descarte_house_shows",
    "*** HOUSE *** {cards:cards}: {held:told}",
    "A banca mostra {cards:cards}: {held:told}",
)
HOUSE_WITHOUT_HAND: Final = Said("house_without_hand", "no hand", "sem jogo")
HOUSE_IS_OUT: Final = Said(
    "house_is_out",
    "neither ace and king nor a combination, so that it does not play (R803 r.25-26)",
    "sem ás e rei nem combinação superior, pelo que não vai a jogo (R803 r.25-26)",
)
HOUSE_PLAYS: Final = Said(
    "house_plays", "{combination:word}: it plays (R803 r.25)", "{combination:word}: vai a jogo (R803 r.25)"
)
PLAYER_SHOWS: Final = Said(
    "player_shows",
    "{who:told}: shows {cards:cards}: {combination:word} (R803 r.27)",
    "{who:told}: mostra {cards:cards}: {combination:word} (R803 r.27)",
)
SEM_DESCARTE_HOUSE: Final = Said("sem_descarte_house", "House {cards:cards}", "Banca {cards:cards}")
SEM_DESCARTE_SEAT: Final = Said(
    "sem_descarte_seat",
    "{who:told} {cards:cards}, ante {ante:figure}, {decided:told}",
    "{who:told} {cards:cards}, ante {ante:figure}, {decided:told}",
)
SEAT_UNDECIDED: Final = Said("seat_undecided", "undecided", "por decidir")
SEAT_HAS_FOLDED: Final = Said("seat_has_folded", "folded", "desistiu")
SEAT_WENT_ON: Final = Said("seat_went_on", "went on with {amount:figure}", "continuou com {amount:figure}")
SEM_DESCARTE_REPLAYED: Final = Said(
    "sem_descarte_replayed",
    "{count:round|rounds} of póquer sem descarte ({ended})",
    "{count:jogada|jogadas} de póquer sem descarte ({ended})",
)
