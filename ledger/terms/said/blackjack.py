"""What is said about the terms of blackjack: one row a meaning, a column a language."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said, Word

CALLED: Final = Word("game_r805", "blackjack/21", "blackjack/21")
IN_FULL: Final = Word("full_game_r805", "Blackjack/21", "Blackjack/21")
"""The game within a sentence, and as the law has it."""
BLACKJACK_CHIPS_ARE_DEMO: Final = Said(
    "blackjack_chips_are_demo",
    "chips have no currency: demo play only",
    "as fichas não têm moeda: só servem para demonstração",
)
BLACKJACK_BETS_NOT_IN_EURO: Final = Said(
    "blackjack_bets_not_in_euro",
    "bets in {currency} with {decimals:decimal|decimals}; expected EUR with 2",
    "apostas em {currency} com {decimals:casa decimal|casas decimais}; esperava-se EUR com 2",
)
BLACKJACK_SEVERAL_PLAYERS_ONE_SEAT: Final = Said(
    "blackjack_several_players_one_seat",
    "a table of several players with one seat; expected two at least",
    "uma mesa de múltiplos jogadores com um só lugar; esperavam-se pelo menos dois",
)
BLACKJACK_SECOND_SEAT_NOT_ALLOWED: Final = Said(
    "blackjack_second_seat_not_allowed",
    "these rules give a player one seat; expected no other",
    "estas regras dão um só lugar a cada jogador; não se esperava outro",
)
BLACKJACK_BET_LIMITS_REVERSED: Final = Said(
    "blackjack_bet_limits_reversed",
    "a minimum bet of {least} and a maximum of {most}; expected the larger one last",
    "uma aposta mínima de {least} e uma máxima de {most}; esperava-se a maior em último lugar",
)
BLACKJACK_BET_MAXIMUM_BEYOND_RECORD: Final = Said(
    "blackjack_bet_maximum_beyond_record",
    "a maximum bet of {most}; expected {bound} at most",
    "uma aposta máxima de {most}; esperava-se no máximo {bound}",
)
BLACKJACK_BET_MAXIMUM_ABOVE_RATIO: Final = Said(
    "blackjack_bet_maximum_above_ratio",
    "a maximum bet of {most}; expected {bound} at most, {times} times the minimum",
    "uma aposta máxima de {most}; esperava-se no máximo {bound}, {times} vezes a mínima",
)
ANY_TOTAL_MAY_BE_DOUBLED: Final = Said(
    "any_total_may_be_doubled", "a bet may be doubled on any total", "a aposta pode ser dobrada com qualquer pontuação"
)
ONLY_PAIRS_MAY_BE_SPLIT: Final = Said(
    "only_pairs_may_be_split", "only pairs may be split", "só podem ser desdobradas cartas que formem pares"
)
SPLITS_ARE_LIMITED: Final = Said(
    "splits_are_limited",
    "a seat may split {splits:time|times} in a round",
    "um lugar pode desdobrar {splits:vez|vezes} numa jogada",
)
INSURANCE_IS_LEFT_OUT: Final = Said("insurance_is_left_out", "there is no insurance", "não há seguro")
SPECIAL_PRIZES_ARE_LEFT_OUT: Final = Said(
    "special_prizes_are_left_out", "there are no special prizes", "não há prémios especiais"
)
DOUBLED_ACE_STAYS_FREE: Final = Said(
    "doubled_ace_stays_free",
    "an ace counted as 1 to double may become 11; the letter: it stays 1",
    "um ás contado como 1 para dobrar pode passar a valer 11; segundo a letra, mantém o valor 1",
)
BLACKJACK_MAY_BE_INSURED: Final = Said(
    "blackjack_may_be_insured",
    "a blackjack may be insured; the letter: even money only",
    "um blackjack pode ter seguro; segundo a letra, só even money",
)
HOUSE_BLACKJACK_TAKES_ORIGINAL_BET: Final = Said(
    "house_blackjack_takes_original_bet",
    "a blackjack of the house takes the original bet only; the letter: every bet",
    "um blackjack da banca recolhe só a aposta inicial; segundo a letra, todas as apostas",
)
BLACKJACK_VOID_TAKES_DECIDED_BETS: Final = Said(
    "blackjack_void_takes_decided_bets",
    "a void round takes bets decided before it along; prizes are taken back",
    "uma jogada nula abrange as apostas decididas antes; os prémios são retirados",
)
BLACKJACK_DECIDED_BETS_STAND: Final = Said(
    "blackjack_decided_bets_stand",
    "bets decided before an outage stand; the letter: they go back",
    "as apostas decididas antes de uma falha mantêm-se; segundo a letra, são devolvidas",
)
BLACKJACK_STAKES: Final = Said(
    "blackjack_stakes",
    "blackjack, bets of {least:figure} to {most}",
    "blackjack, apostas de {least:figure} a {most}",
)
