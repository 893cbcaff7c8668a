"""What is said about the terms of roulette: one row a meaning, a column a language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.core.said import Said, Word

AMERICAN: Final = Word("game_r804", "American roulette", "roleta americana")
FRENCH: Final = Word("game_r807", "French roulette", "roleta francesa")
"""The games within a sentence."""
AMERICAN_IN_FULL: Final = Word("full_game_r804", "American roulette", "Roleta americana")
FRENCH_IN_FULL: Final = Word("full_game_r807", "French roulette", "Roleta francesa")
"""The games as the law has them."""
CHANCES: Final[Mapping[str, Word]] = {
    "straight_up": Word("chance_straight_up", "straight up", "pleno"),
    "split": Word("chance_split", "split", "cavalo"),
    "street": Word("chance_street", "street", "rua"),
    "corner": Word("chance_corner", "corner", "quadro"),
    "line": Word("chance_line", "line", "linha"),
    "dozen": Word("chance_dozen", "dozen", "dúzia"),
    "column": Word("chance_column", "column", "coluna"),
    "double_dozen": Word("chance_double_dozen", "double dozen", "cavalo de dúzia"),
    "double_column": Word("chance_double_column", "double column", "cavalo de coluna"),
    "even": Word("chance_even", "even", "par"),
    "odd": Word("chance_odd", "odd", "ímpar"),
    "low": Word("chance_low", "low", "menor"),
    "high": Word("chance_high", "high", "maior"),
    "red": Word("chance_red", "red", "encarnado"),
    "black": Word("chance_black", "black", "preto"),
    "simple": Word("chance_simple", "simple", "chances simples"),
}
"""The chances by their names in R804 r.7; the simple ones have one name for the limits that they share."""
WHEELS: Final[Mapping[str, Word]] = {
    "american_37": Word("wheel_american_37", "american_37", "americana de 37 números"),
    "american_38": Word("wheel_american_38", "american_38", "americana de 38 números"),
    "french_37": Word("wheel_french_37", "french_37", "francesa de 37 números"),
}
ZERO: Final[Mapping[str, Word]] = {
    "lose": Word("zero_lose", "lose", "perda"),
    "partage": Word("zero_partage", "partage", "perda de metade"),
    "prison": Word("zero_prison", "prison", "prisão"),
}
"""What zero may mean for simple chances."""

ROULETTE_STAKES_NOT_IN_EURO: Final = Said(
    "roulette_stakes_not_in_euro",
    "stakes in {currency} with {decimals:decimal|decimals}; expected EUR with 2",
    "apostas em {currency} com {decimals:casa decimal|casas decimais}; esperava-se EUR com 2",
)
WHEEL_OF_ANOTHER_REGULATION: Final = Said(
    "wheel_of_another_regulation",
    "the wheel {wheel:word} is not one of {regulation}",
    "a roleta {wheel:word} não é uma das do {regulation}",
)
RED_NUMBERS_NOT_HALF: Final = Said(
    "red_numbers_not_half",
    "{numbers} as red numbers; expected 18 different ones from 1 to 36",
    "{numbers} como números encarnados; esperavam-se 18 diferentes, de 1 a 36",
)
NO_RED_NUMBERS: Final = Said(
    "no_red_numbers",
    "no red numbers; expected 18 different ones from 1 to 36",
    "nenhum número encarnado; esperavam-se 18 diferentes, de 1 a 36",
)
NEIGHBOURS_OF_ONE_COLOUR: Final = Said(
    "neighbours_of_one_colour", "neighbours of one colour: {pairs}", "números vizinhos da mesma cor: {pairs}"
)
CALL_BETS_AT_AMERICAN_WHEEL: Final = Said(
    "call_bets_at_american_wheel",
    "call bets at an American roulette; expected the chances of this rule",
    "«call bets» numa roleta americana; esperavam-se as chances desta regra",
)
CHANCE_MINIMUM_ABOVE_MAXIMUM: Final = Said(
    "chance_minimum_above_maximum",
    "{chance:word}: the minimum {least} is above the maximum {most}",
    "{chance:word}: a aposta mínima, {least}, é superior à máxima, {most}",
)
CHANCE_MAXIMUM_OUT_OF_PROPORTION: Final = Said(
    "chance_maximum_out_of_proportion",
    "{chance:word}: the maximum {most}; expected at most {times} times its minimum, {allowed}",
    "{chance:word}: aposta máxima de {most}; esperava-se no máximo {times} vezes a sua aposta mínima, {allowed}",
)
TOTAL_BELOW_EVERY_MINIMUM: Final = Said(
    "total_below_every_minimum",
    "a total of at most {total}, and no bet is below {least}",
    "um total de {total} no máximo, e nenhuma aposta é inferior a {least}",
)
ZERO_TAKES_LESS_THAN_ALL: Final = Said(
    "zero_takes_less_than_all",
    "zero means {zero:word}; expected {expected:word}",
    "o zero significa {zero:word}; esperava-se {expected:word}",
)
ZERO_READ_AS_LOSS: Final = Said(
    "zero_read_as_loss",
    "zero takes simple chances whole; the rule is taken to say that half is lost",
    "o zero recolhe por inteiro as apostas em chances simples; entende-se que a regra diz que se perde metade",
)
ZERO_READ_AS_PRISON: Final = Said(
    "zero_read_as_prison",
    "zero imprisons simple chances; the rule is taken to say that half is lost",
    "o zero põe em prisão as apostas em chances simples; entende-se que a regra diz que se perde metade",
)
WHEEL_HAS_NO_SEATS: Final = Said(
    "wheel_has_no_seats",
    "a wheel has no seats; expected 'seat' null",
    "uma roleta não tem lugares; esperava-se 'seat' null",
)
ROULETTE_STAKES: Final = Said(
    "roulette_stakes",
    "roulette under {regulation}, from {least} on a number",
    "roleta segundo {regulation}, a partir de {least} num número",
)
PLACE_AT_WHEEL: Final = Said("place_at_wheel", "At the wheel", "À roleta")
