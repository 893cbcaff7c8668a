"""What the history of a spin says: rows of what is shown, and never recorded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.core.said import Said, Word

ON_CHANCES: Final[Mapping[str, Word]] = {
    "straight_up": Word("on_straight_up", "straight up", "no pleno"),
    "split": Word("on_split", "split", "no cavalo"),
    "street": Word("on_street", "street", "na rua"),
    "corner": Word("on_corner", "corner", "no quadro"),
    "line": Word("on_line", "line", "na linha"),
    "dozen": Word("on_dozen", "dozen", "na dúzia"),
    "column": Word("on_column", "column", "na coluna"),
    "double_dozen": Word("on_double_dozen", "double dozen", "no cavalo de dúzia"),
    "double_column": Word("on_double_column", "double column", "no cavalo de coluna"),
    "even": Word("on_even", "even", "no par"),
    "odd": Word("on_odd", "odd", "no ímpar"),
    "low": Word("on_low", "low", "no menor"),
    "high": Word("on_high", "high", "no maior"),
    "red": Word("on_red", "red", "no encarnado"),
    "black": Word("on_black", "black", "no preto"),
}
"""Where a bet stands: the chances by their names in R804 r.7, in Portuguese with the preposition."""
ON_NUMBERS: Final = Said("on_numbers", "{chance:word} {numbers}", "{chance:word} {numbers}")
ON_ROW_OF_NUMBERS: Final = Said(
    "on_row_of_numbers", "{chance:word} {first} to {last}", "{chance:word} {first} a {last}"
)
ON_CHANCE: Final = Said("on_chance", "{chance:word}", "{chance:word}")
ON_CHANCE_IN_PRISON: Final = Said("on_chance_in_prison", "{chance:word}, in prison", "{chance:word}, em prisão")

WHEELS: Final[Mapping[str, Word]] = {
    "american_37": Word("title_american_37", "American roulette, 37 numbers", "Roleta americana, 37 números"),
    "american_38": Word("title_american_38", "American roulette, 38 numbers", "Roleta americana, 38 números"),
    "french_37": Word("title_french_37", "French roulette, 37 numbers", "Roleta francesa, 37 números"),
}
ZERO: Final[Mapping[str, Word]] = {
    "lose": Word("title_zero_lose", "zero takes simple chances whole", "o zero recolhe por inteiro as chances simples"),
    "partage": Word(
        "title_zero_partage", "zero takes half of simple chances", "o zero recolhe metade das chances simples"
    ),
    "prison": Word("title_zero_prison", "zero imprisons simple chances", "o zero põe em prisão as chances simples"),
}
SERIES: Final[Mapping[str, Word]] = {
    "series_0_2_3": Word("called_series_0_2_3", "series 0-2-3", "série 0-2-3"),
    "series_5_8": Word("called_series_5_8", "series 5-8", "série 5-8"),
    "orphans": Word("called_orphans", "the orphans", "os órfãos"),
}
SPIN_TITLE: Final = Said("spin_title", "{wheel:word}, {zero:word} ({rule})", "{wheel:word}, {zero:word} ({rule})")
COLOURED: Final = Said("coloured", "{number} {colour:word}", "{number} {colour:word}")
IN_PRISON_BEFORE: Final = Said(
    "in_prison_before",
    "In prison from the spin before: {amount:figure} of {player} on {bet:told}",
    "Em prisão desde o lançamento anterior: {amount:figure} de {player} {bet:told}",
)
CHIPS_ON: Final = Said("chips_on", "{amount:figure} on {bet:told}", "{amount:figure} {bet:told}")
SPIN_STAKES: Final = Said("spin_stakes", "{player}: stakes {bets:listed}", "{player}: aposta {bets:listed}")
SPIN_CALLS: Final = Said(
    "spin_calls",
    "{player}: calls {call:told} (R807 r.8): stakes {bets:listed}",
    "{player}: anuncia {call:told} (R807 r.8): aposta {bets:listed}",
)
CALLED_NEIGHBOURS: Final = Said(
    "called_neighbours",
    "{number} and its {neighbours} neighbours, chips of {chip:figure}",
    "{number} e os seus {neighbours} vizinhos, fichas de {chip:figure}",
)
CALLED_FINALS: Final = Said(
    "called_finals",
    "the finals of {digit}, chips of {chip:figure}",
    "os finais de {digit}, fichas de {chip:figure}",
)
CALLED_SERIES: Final = Said(
    "called_series", "{series:word}, chips of {chip:figure}", "{series:word}, fichas de {chip:figure}"
)
SPIN_NO_MORE_BETS: Final = Said("spin_no_more_bets", "No more bets ({rule})", "Jogo feito, nada mais ({rule})")
BALL_LANDS: Final = Said("ball_lands", "*** BALL *** [{number:told}]", "A bola imobiliza-se no {number:told}")
SPIN_CUT_OFF: Final = Said(
    "spin_cut_off",
    "{player}: connection lost. The fault is on the player's side: his bets are valid ({rule})",
    "{player}: ligação perdida. A falha é do lado do jogador: as suas apostas são válidas ({rule})",
)
SPIN_BACK: Final = Said(
    "spin_back", "{player}: connection restored ({rule})", "{player}: ligação restabelecida ({rule})"
)
SPIN_TURNED_DOWN: Final = Said(
    "spin_turned_down",
    "{player}: a bet is turned down ({rule}): {bets}",
    "{player}: é recusada uma aposta ({rule}): {bets}",
)
SPIN_CALL_TURNED_DOWN: Final = Said(
    "spin_call_turned_down",
    "{player}: a bet is turned down ({rule}): {call:told}",
    "{player}: é recusada uma aposta ({rule}): {call:told}",
)
SPIN_NUMBER: Final = Said("spin_number", "Number {number:told}", "Número {number:told}")
SPIN_WITHOUT_NUMBER: Final = Said(
    "spin_without_number", "No number was determined", "Não foi determinado nenhum número"
)
ROULETTE_REPLAYED: Final = Said(
    "roulette_replayed", "{count:round|rounds} of roulette ({ended})", "{count:jogada|jogadas} de roleta ({ended})"
)
MOVED_IMPRISONED: Final = Said(
    "moved_imprisoned",
    "has {amount:figure} on {on:told} in prison: the next spin decides it",
    "fica com {amount:figure} {on:told} em prisão: decide o lançamento seguinte",
)
