"""What is said about the terms of póquer sem descarte: one row a meaning, a column a language."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said, Word

CALLED: Final = Word("game_r803", "póquer sem descarte", "póquer sem descarte")
IN_FULL: Final = Word("full_game_r803", "Póquer sem descarte", "Póquer sem descarte")
"""The game within a sentence, and as the law has it."""
SEM_DESCARTE_SEVERAL_PLAYERS_ONE_SEAT: Final = Said(
    "sem_descarte_several_players_one_seat",
    "a table of several players with one seat; expected two at least",
    "uma mesa de múltiplos jogadores com um só lugar; esperavam-se pelo menos dois",
)
ANTE_MAXIMUM_BEYOND_RECORD: Final = Said(
    "ante_maximum_beyond_record",
    "a maximum ante of {most}; expected at most {bound}, of which the highest prize can be recorded",
    "uma aposta inicial máxima de {most}; esperava-se no máximo {bound}, cujo prémio mais alto pode ser registado",
)
ANTE_LIMITS_REVERSED: Final = Said(
    "ante_limits_reversed",
    "a minimum ante of {least} and a maximum of {most}; expected no more than the maximum",
    "uma aposta inicial mínima de {least} e uma máxima de {most}; esperava-se que não excedesse a máxima",
)
ANTES_NOT_IN_EURO: Final = Said(
    "antes_not_in_euro",
    "amounts in {currency} with {decimals:decimal|decimals}; expected cents of the euro",
    "valores em {currency} com {decimals:casa decimal|casas decimais}; esperavam-se cêntimos de euro",
)
ANTE_MAXIMUM_ABOVE_RATIO: Final = Said(
    "ante_maximum_above_ratio",
    "a maximum ante of {most}; expected at most {times} times the minimum, {bound}",
    "uma aposta inicial máxima de {most}; esperava-se no máximo {times} vezes a mínima, {bound}",
)
FLUSH_TIE_COMPARES_FIVE_CARDS: Final = Said(
    "flush_tie_compares_five_cards",
    "two flushes are compared by all five cards; the letter has it otherwise",
    "duas mãos com cor comparam-se pelas cinco cartas; a letra dispõe de forma diferente",
)
PAIR_TIE_COMPARES_ALL_CARDS: Final = Said(
    "pair_tie_compares_all_cards",
    "two equal pairs are compared by all other cards; the letter has it otherwise",
    "duas mãos com par igual comparam-se por todas as outras cartas; a letra dispõe de forma diferente",
)
SEM_DESCARTE_DECIDED_BETS_STAND: Final = Said(
    "sem_descarte_decided_bets_stand",
    "bets decided before an outage stand; the letter has it otherwise",
    "as apostas decididas antes de uma falha mantêm-se; a letra dispõe de forma diferente",
)
OUTAGE_VOIDS_MADE_SECOND_BETS: Final = Said(
    "outage_voids_made_second_bets",
    "an outage voids the round though every second bet is made; the letter has it otherwise",
    "uma falha torna nula a jogada embora todas as segundas apostas estejam feitas; a letra dispõe de forma diferente",
)
SEM_DESCARTE_STAKES: Final = Said(
    "sem_descarte_stakes",
    "póquer sem descarte, antes of {least:figure} to {most}",
    "póquer sem descarte, apostas iniciais de {least:figure} a {most}",
)
