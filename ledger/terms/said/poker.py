"""What is said about the terms of poker: one row a meaning, a column a language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.core.said import Said, Word

CALLED: Final[Mapping[str, Word]] = {
    "R806": Word("game_r806", "hold'em", "hold'em"),
    "R809": Word("game_r809", "póquer sintético", "póquer sintético"),
    "R811": Word("game_r811", "Omaha", "Omaha"),
}
"""The games within a sentence, by their regulation."""
IN_FULL: Final[Mapping[str, Word]] = {
    "R806": Word("full_game_r806", "Non-banked poker, hold'em", "Póquer não bancado, hold'em"),
    "R809": Word("full_game_r809", "Non-banked poker, sintético", "Póquer não bancado, sintético"),
    "R811": Word("full_game_r811", "Non-banked poker, Omaha", "Póquer não bancado, Omaha"),
}
"""The games as the law has them."""
POKER_CHIPS_WITHOUT_CURRENCY: Final = Said(
    "poker_chips_without_currency",
    "chips have no currency: demo play only",
    "as fichas não têm moeda: só servem para demonstração",
)
POKER_CHIPS_NOT_IN_EURO: Final = Said(
    "poker_chips_not_in_euro",
    "chips in {currency} with {decimals:decimal|decimals}; expected EUR with 2",
    "fichas em {currency} com {decimals:casa decimal|casas decimais}; esperava-se EUR com 2",
)
NO_COMMISSION_CHARGED: Final = Said(
    "no_commission_charged",
    "no commission; expected one of the pot or one of the stack ({rule})",
    "sem comissão; esperava-se uma sobre o pote ou sobre a cave ({rule})",
)
POT_COMMISSION_OUT_OF_BAND: Final = Said(
    "pot_commission_out_of_band",
    "{rate:percent} of the pot; expected {least:percent} to {most:percent}",
    "{rate:percent} do pote; esperava-se entre {least:percent} e {most:percent}",
)
STACK_COMMISSION_OUT_OF_BAND: Final = Said(
    "stack_commission_out_of_band",
    "{rate:percent} of the stack; expected {least:percent} to {most:percent}",
    "{rate:percent} da cave; esperava-se entre {least:percent} e {most:percent}",
)
COMMISSION_CAP_BELOW_FLOOR: Final = Said(
    "commission_cap_below_floor",
    "the cap of {cap} is less than {least:percent} of anything above {above}",
    "o máximo de {cap} é inferior a {least:percent} de qualquer valor acima de {above}",
)
ANTE_ASKED: Final = Said("ante_asked", "an ante of {ante}; expected none", "um ante de {ante}; não se esperava nenhum")
BIG_BLIND_NOT_MINIMUM_BET: Final = Said(
    "big_blind_not_minimum_bet",
    "a big blind of {big}; expected the minimum bet, {least}",
    "uma grande aposta de {big}; esperava-se a aposta mínima, {least}",
)
SMALL_BLIND_ABOVE_BIG: Final = Said(
    "small_blind_above_big",
    "a small blind of {small}; expected at most {big}",
    "uma pequena aposta de {small}; esperava-se no máximo {big}",
)
FIXED_BETS_NOT_OF_REGULATION: Final = Said(
    "fixed_bets_not_of_regulation",
    "fixed bets of {small} and {big}; expected half the pot, a number of raises, the pot, or no limit",
    "apostas fixas de {small} e {big}; esperava-se metade do pote, um número de subidas, o pote, ou nenhum limite",
)
HALF_POT_BELOW_LEAST_BET: Final = Said(
    "half_pot_below_least_bet",
    "half the blinds is {half}, the least bet {least}: the least bet stands",
    "metade da pequena e da grande aposta é {half}, a aposta mínima {least}: vale a aposta mínima",
)
HEADS_UP_BLINDS_READ_BY_PRACTICE: Final = Said(
    "heads_up_blinds_read_by_practice",
    "of two players the button posts the small blind; the letter: the big blind",
    "entre dois jogadores, o que tem o botão faz a pequena aposta; segundo a letra, a grande aposta",
)
FLUSH_TIES_READ_BY_PRACTICE: Final = Said(
    "flush_ties_read_by_practice",
    "flushes are compared to the fifth card; the letter: the highest card only",
    "as cores são comparadas até à quinta carta; segundo a letra, só a carta mais alta",
)
EXEMPTION_READ_BY_PRACTICE: Final = Said(
    "exemption_read_by_practice",
    "hands that end on the blinds alone pay no commission; the letter exempts the flop",
    "as jogadas que terminam só com a pequena e a grande aposta não pagam comissão; segundo a letra, a isenção é"
    " do flop",
)
MINIMUM_RAISE_READ_BY_PRACTICE: Final = Said(
    "minimum_raise_read_by_practice",
    "a raise is at least the last one; the letter: at least the minimum bet more",
    "uma subida é pelo menos igual à última; segundo a letra, pelo menos mais a aposta mínima",
)
MAXIMUM_BET_READ_BY_PRACTICE: Final = Said(
    "maximum_bet_read_by_practice",
    "the maximum bet counts the call into the pot; the letter: the pot as it lies",
    "a aposta máxima conta no pote o valor para acompanhar; segundo a letra, conta o pote tal como está",
)
