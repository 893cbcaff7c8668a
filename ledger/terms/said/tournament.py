"""What is said about the structure of a tournament: one row a meaning, a column a language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.core.said import Said, Word

CALLED: Final = Word("game_r810", "tournaments", "torneios")
IN_FULL: Final = Word("full_game_r810", "Tournaments of non-banked poker", "Torneios de póquer não bancado")
"""What is played within a sentence, and as the law has it."""
COMMISSION_SOURCES: Final[Mapping[str, Word]] = {
    "pot": Word("from_the_pot", "from the pot", "do pote"),
    "stack": Word("from_the_stack", "from the stack", "da cave"),
}
"""By mode of commission: where it is taken, if not in the fee."""
SOLD: Final[Mapping[str, Word]] = {
    "reentry": Word("reentry", "reentry", "reinscrição"),
    "rebuy": Word("rebuy", "rebuy", "rebuy"),
    "addon": Word("addon", "add-on", "add-on"),
    "guarantee": Word("guarantee", "guarantee", "garantia de prémios"),
}
"""What a structure may have beside the entry, by its field."""
TICKET: Final = Word("ticket_won", "ticket", "inscrição ganha")

TOURNAMENT_CHIPS_IN_CURRENCY: Final = Said(
    "tournament_chips_in_currency",
    "chips in {currency} with {decimals} decimals; expected none of either",
    "fichas em {currency} com {decimals} casas decimais; não se esperava nem uma coisa nem outra",
)
TOURNAMENT_CHIPS_WITH_DECIMALS: Final = Said(
    "tournament_chips_with_decimals",
    "chips with {decimals:decimal|decimals}; expected none",
    "fichas com {decimals:casa decimal|casas decimais}; não se esperava nenhuma",
)
TOURNAMENT_COMMISSION_OUTSIDE_FEE: Final = Said(
    "tournament_commission_outside_fee",
    "a commission {source:word}; expected it in the fee alone",
    "uma comissão retirada {source:word}; esperava-se que estivesse só na taxa de inscrição",
)
TOURNAMENT_FEE_ABOVE_LARGEST: Final = Said(
    "tournament_fee_above_largest",
    "a fee of {fee}; expected at most {most}",
    "uma taxa de inscrição de {fee}; esperava-se no máximo {most}",
)
TOURNAMENT_PRICE_ABOVE_LARGEST: Final = Said(
    "tournament_price_above_largest",
    "{sold:word} of {price}; expected at most {most}",
    "{sold:word} de {price}; esperava-se no máximo {most}",
)
TOURNAMENT_ENTRIES_ABOVE_LARGEST: Final = Said(
    "tournament_entries_above_largest",
    "{entries:entry|entries}; expected at most {most:grouped}, as many as can be written down at once",
    "{entries:inscrição|inscrições}; esperavam-se no máximo {most:grouped}, tantas quantas cabem num só registo",
)
TOURNAMENT_PLACES_ABOVE_LARGEST: Final = Said(
    "tournament_places_above_largest",
    "{places:place|places} with a prize; expected at most {most:grouped}, as many as can be written down at once",
    "{places:lugar|lugares} com prémio; esperavam-se no máximo {most:grouped}, tantos quantos cabem num só registo",
)
TOURNAMENT_CHIPS_ABOVE_LARGEST: Final = Said(
    "tournament_chips_above_largest",
    "{chips}; expected at most {most}",
    "{chips}; esperava-se no máximo {most}",
)
SCHEDULED_WITHOUT_HOUR: Final = Said(
    "scheduled_without_hour",
    "a scheduled tournament without its hour; expected 'starts'",
    "um torneio programado sem hora marcada; esperava-se 'starts'",
)
SIT_AND_GO_WITH_HOUR: Final = Said(
    "sit_and_go_with_hour",
    "a sit & go with an hour; expected it to begin as its seats are taken",
    "um torneio sit and go com hora marcada; esperava-se que se iniciasse assim que os lugares estivessem preenchidos",
)
SIT_AND_GO_SELLS_MORE: Final = Said(
    "sit_and_go_sells_more",
    "a sit & go with {sold:word}; expected none",
    "um torneio sit and go com {sold:word}; esperava-se que não tivesse",
)
SIT_AND_GO_WITHOUT_PLAYERS: Final = Said(
    "sit_and_go_without_players",
    "a sit & go without its number of players; expected 'players_max'",
    "um torneio sit and go sem número de jogadores; esperava-se 'players_max'",
)
SIT_AND_GO_WITH_LATE_ENTRIES: Final = Said(
    "sit_and_go_with_late_entries",
    "a sit & go with late entries; expected none",
    "um torneio sit and go com inscrições tardias; não se esperava nenhuma",
)
TOURNAMENT_PLAYERS_BELOW_TWO: Final = Said(
    "tournament_players_below_two",
    "at least {least:player|players}; expected two at least",
    "no mínimo {least:jogador|jogadores}; esperavam-se pelo menos dois",
)
TOURNAMENT_PLAYERS_CROSSED: Final = Said(
    "tournament_players_crossed",
    "at least {least:player|players} and at most {most}",
    "no mínimo {least:jogador|jogadores} e no máximo {most}",
)
ONE_TABLE_TOO_SMALL: Final = Said(
    "one_table_too_small",
    "{players:player|players} at one table of {seats:seat|seats}",
    "{players:jogador|jogadores} numa só mesa de {seats:lugar|lugares}",
)
ONE_TABLE_WITHOUT_MOST: Final = Said(
    "one_table_without_most",
    "any number of players at one table of {seats:seat|seats}",
    "qualquer número de jogadores numa só mesa de {seats:lugar|lugares}",
)
FREE_ENTRY_WITHOUT_TICKETS: Final = Said(
    "free_entry_without_tickets",
    "free entry; expected a number of tickets as its only prizes",
    "entrada gratuita; esperava-se como únicos prémios um número de inscrições noutro torneio",
)
FREE_ENTRY_SELLS: Final = Said(
    "free_entry_sells",
    "free entry with {sold:word}; expected none",
    "entrada gratuita com {sold:word}; esperava-se que não tivesse",
)
FEE_COMMISSION_OUT_OF_BAND: Final = Said(
    "fee_commission_out_of_band",
    "a commission of {commission} of {fee}; expected {least:percent} to {most:percent}",
    "uma comissão de {commission} em {fee}; esperava-se entre {least:percent} e {most:percent}",
)
REPURCHASE_COMMISSION_OUT_OF_BAND: Final = Said(
    "repurchase_commission_out_of_band",
    "a commission of {commission} of a {sold:word} of {price}; expected none, or {least:percent} to {most:percent}",
    "uma comissão de {commission} num {sold:word} de {price}; esperava-se que não houvesse, ou entre"
    " {least:percent} e {most:percent}",
)
FEE_WITHOUT_PRIZE_PART: Final = Said(
    "fee_without_prize_part",
    "nothing of a fee of {fee} goes into the pool; expected a part for prizes",
    "nada de uma taxa de inscrição de {fee} vai para os prémios; esperava-se uma parcela para prémios",
)
SATELLITE_LEADS_NO_HIGHER: Final = Said(
    "satellite_leads_no_higher",
    "tickets of {value} for a fee of {fee}; expected more",
    "inscrições de {value} como prémio, por uma taxa de inscrição de {fee}; esperava-se mais",
)
TICKETS_LEAVE_MORE_THAN_ONE: Final = Said(
    "tickets_leave_more_than_one",
    "{count} tickets of {value}, and what they leave of the pool to the place behind them, however much; expected the reading"
    " left_over by_value, with which the larger prize is the better place's",
    "{count} inscrições de {value} como prémio, e o que sobrar do prize pool para o lugar seguinte, seja quanto for; esperava-se"
    " a leitura left_over by_value, com a qual o prémio de maior valor cabe ao melhor lugar",
)
TICKETS_AND_PAYOUT: Final = Said(
    "tickets_and_payout",
    "both tickets and a payout; expected one of them",
    "tanto inscrições como prémios monetários; esperava-se só uma das coisas",
)
PAYOUT_MISSING: Final = Said(
    "payout_missing",
    "no payout; expected the places paid and the share of each",
    "falta a tabela de prémios; esperavam-se os lugares premiados e a percentagem de cada um",
)
PAYOUTS_OUT_OF_ORDER: Final = Said(
    "payouts_out_of_order",
    "payouts from {entries} entries; expected a rising list that begins with the least",
    "prémios a partir de {entries} inscrições; esperava-se uma lista crescente que comece no número mínimo",
)
PAYOUT_NOT_WHOLE: Final = Said(
    "payout_not_whole",
    "the shares from {entries:entry|entries} on make {whole:percent}; expected {due:percent}",
    "as percentagens a partir de {entries:inscrição|inscrições} somam {whole:percent}; esperava-se {due:percent}",
)
PAYOUT_RISES: Final = Said(
    "payout_rises",
    "the shares from {entries:entry|entries} on rise with the place; expected them to fall",
    "as percentagens a partir de {entries:inscrição|inscrições} crescem de lugar para lugar; esperava-se que descessem",
)
SALE_UNTIL_LAST_LEVEL: Final = Said(
    "sale_until_last_level",
    "sale until level {until} of {levels}; expected it to end before the last",
    "inscrições e recompras até ao nível {until} de {levels}; esperava-se que terminassem antes do último",
)
SALE_WITHOUT_LEVEL: Final = Said(
    "sale_without_level",
    "{sold:word}, and no level until which; expected 'open_until'",
    "{sold:word}, e falta o nível até ao qual; esperava-se 'open_until'",
)
ENTRY_CANCELLED_AFTER_START: Final = Said(
    "entry_cancelled_after_start",
    "a time to take entries back that ends after the start, or without one",
    "um prazo para cancelar inscrições que acaba depois do início, ou sem hora de início",
)
FIRST_LEVEL_NOT_OF_TERMS: Final = Said(
    "first_level_not_of_terms",
    "a first level with blinds of {small} and {big}; expected {terms_small} and {terms_big}, as in the terms",
    "um primeiro nível com pequena e grande aposta de {small} e {big}; esperavam-se {terms_small} e {terms_big},"
    " como nas regras do jogo",
)
LEVEL_BLINDS_SWAPPED: Final = Said(
    "level_blinds_swapped",
    "level {level} has blinds of {small} and {big}; expected the small one first",
    "o nível {level} tem pequena e grande aposta de {small} e {big}; esperava-se primeiro a menor",
)
LEVEL_BLINDS_FALL: Final = Said(
    "level_blinds_fall",
    "level {level} has lower blinds than the one before",
    "o nível {level} tem a pequena ou a grande aposta mais baixa do que o anterior",
)
STARTING_STACK_BELOW_BLIND: Final = Said(
    "starting_stack_below_blind",
    "a starting stack of {stack}; expected a big blind of {big} at least",
    "uma cave de {stack} no início; esperava-se pelo menos uma grande aposta de {big}",
)
HAND_BY_HAND_AT_ONE_TABLE: Final = Said(
    "hand_by_hand_at_one_table",
    "hand-by-hand at one table; expected several",
    "mão-a-mão numa só mesa; esperavam-se várias",
)
