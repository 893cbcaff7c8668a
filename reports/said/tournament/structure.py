"""What the structure of a tournament says, each line with the rule of R810 behind it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.core.findings import Reading
from tombo.ledger.core.said import Said

STRUCTURE: Final = Said("structure", "Structure:", "Estrutura:")
STRUCTURE_OF_ONE_TABLE: Final = Said(
    "structure_of_one_table",
    "{variant} {limit:word}, one table of {seats} seats (R810 r.3, r.6-7)",
    "{variant} {limit:word}, uma mesa de {seats} lugares (R810 r.3, r.6-7)",
)
STRUCTURE_OF_SEVERAL_TABLES: Final = Said(
    "structure_of_several_tables",
    "{variant} {limit:word}, several tables of {seats} seats (R810 r.3, r.6-7)",
    "{variant} {limit:word}, mesas múltiplas de {seats} lugares (R810 r.3, r.6-7)",
)
BEGINS_AS_FULL: Final = Said(
    "begins_as_full",
    "Sit & go: begins once {players} have entered (R810 r.2r)",
    "Sit and go: inicia-se assim que {players} estejam inscritos (R810 r.2r)",
)
BEGINS_AT: Final = Said(
    "begins_at", "Scheduled: begins {starts:dated} (R810 r.2t)", "Programado: inicia-se em {starts:dated} (R810 r.2t)"
)
PLAYERS_FROM: Final = Said(
    "players_from",
    "Players: from {least} to any number (R810 r.7h-i)",
    "Jogadores: de {least} a qualquer número (R810 r.7h-i)",
)
PLAYERS_FROM_TO: Final = Said(
    "players_from_to",
    "Players: from {least} to {most} (R810 r.7h-i)",
    "Jogadores: de {least} a {most} (R810 r.7h-i)",
)
NO_FEE: Final = Said(
    "no_fee", "Fee: none, a freeroll (R810 r.2s, r.15)", "Taxa de inscrição: nenhuma, um freeroll (R810 r.2s, r.15)"
)
FEE: Final = Said(
    "fee",
    "Fee: {total} = {prize:figure} for prizes + {commission:figure} commission, {rate:percent} (R810 r.17-18, r.20)",
    "Taxa de inscrição: {total} = {prize:figure} para prémios + {commission:figure} de comissão, {rate:percent}"
    " (R810 r.17-18, r.20)",
)
FEE_WITH_BOUNTY: Final = Said(
    "fee_with_bounty",
    "Fee: {total} = {prize:figure} for prizes + {bounty:figure} bounty + {commission:figure} commission, {rate:percent}"
    " (R810 r.7p, r.17-18, r.20)",
    "Taxa de inscrição: {total} = {prize:figure} para prémios + {bounty:figure} de prémio de eliminação"
    " + {commission:figure} de comissão, {rate:percent} (R810 r.7p, r.17-18, r.20)",
)
STARTING_STACK: Final = Said(
    "starting_stack",
    "Starting stack: {chips} for everybody (R810 r.41)",
    "Cave no início: {chips} para cada jogador (R810 r.41)",
)
MINUTES: Final = Said("minutes", "{minutes:minute|minutes}", "{minutes:minuto|minutos}")
SECONDS: Final = Said("seconds", "{seconds:second|seconds}", "{seconds:segundo|segundos}")
LEVELS: Final = Said(
    "levels",
    "Levels: {levels}: {blinds}; the last until the end (R810 r.45-46)",
    "Níveis: {levels}: {blinds}; o último até ao fim (R810 r.45-46)",
)
LEVELS_EACH: Final = Said(
    "levels_each",
    "Levels: {levels} of {each:told} each: {blinds}; the last until the end (R810 r.45-46)",
    "Níveis: {levels} de {each:told} cada um: {blinds}; o último até ao fim (R810 r.45-46)",
)
LEVEL_BLINDS: Final = Said("level_blinds", "{small}/{big}", "{small}/{big}")
LEVEL_BLINDS_FOR: Final = Said(
    "level_blinds_for", "{small}/{big} for {lasting:told}", "{small}/{big} durante {lasting:told}"
)
TAKEN_BACK_UNTIL: Final = Said(
    "taken_back_until",
    "An entry may be taken back until {until:dated}, for the whole fee or the ticket (R810 r.24-25)",
    "Uma inscrição pode ser cancelada até {until:dated}, com devolução de toda a taxa de inscrição ou da inscrição ganha"
    " (R810 r.24-25)",
)
TAKEN_BACK_UNTIL_START: Final = Said(
    "taken_back_until_start",
    "An entry may be taken back until the start, for the whole fee or the ticket (R810 r.24-25)",
    "Uma inscrição pode ser cancelada até ao início, com devolução de toda a taxa de inscrição ou da inscrição ganha"
    " (R810 r.24-25)",
)
NOTHING_SOLD_LATE: Final = Said(
    "nothing_sold_late",
    "Entries until the start; nothing can be bought after it (R810 r.10)",
    "Inscrições até ao início; depois dele nada se pode comprar (R810 r.10)",
)
SOLD_UNTIL_LEVEL: Final = Said(
    "sold_until_level",
    "Entries until the end of level {level}, and all that is bought (R810 r.7n, r.23)",
    "Inscrições até ao fim do nível {level}, e tudo o que se compra (R810 r.7n, r.23)",
)
REENTRY_OFFERED: Final = Said(
    "reentry_offered",
    "Reentry after elimination, {times:told}, for the fee (R810 r.2k)",
    "Reinscrição depois da eliminação, {times:told}, pela taxa de inscrição (R810 r.2k)",
)
REBUY_OFFERED: Final = Said(
    "rebuy_offered",
    "Rebuy of {chips} {having:told}, {times:told}: {price:told} (R810 r.2j)",
    "Rebuy de {chips} {having:told}, {times:told}: {price:told} (R810 r.2j)",
)
WITH_FEWER_CHIPS: Final = Said("with_fewer_chips", "with fewer than {chips}", "a quem tenha menos de {chips}")
WITHOUT_CHIPS: Final = Said("without_chips", "without chips", "a quem não tenha fichas")
ADD_ON_OFFERED: Final = Said(
    "add_on_offered",
    "Add-on of {chips}, once: {price:told} (R810 r.2a)",
    "Add-on de {chips}, uma vez: {price:told} (R810 r.2a)",
)
ANY_TIMES: Final = Said("any_times", "as often as he likes", "as vezes que o jogador quiser")
MOST_TIMES: Final = Said("most_times", "at most {times:time|times}", "no máximo {times:vez|vezes}")
PRICE: Final = Said(
    "price",
    "{total} = {prize:figure} for prizes + {commission:figure} commission",
    "{total} = {prize:figure} para prémios + {commission:figure} de comissão",
)
PRICE_WITHOUT_COMMISSION: Final = Said(
    "price_without_commission",
    "{total} = {prize:figure} for prizes, without commission",
    "{total} = {prize:figure} para prémios, sem comissão",
)
PAYOUT: Final = Said(
    "payout",
    "Payout from {entries:entry|entries} on: {places:place|places}, {shares:listed} of the pool (R810 r.9, r.34)",
    "Prémios a partir de {entries:inscrição|inscrições}: {places:lugar|lugares}, {shares:listed} do prize pool"
    " (R810 r.9, r.34)",
)
PAYOUT_SHARE: Final = Said("payout_share", "{share:percent}", "{share:percent}")
TICKETS_FOR_POOL: Final = Said(
    "tickets_for_pool",
    "Prizes: tickets of {value} for {target}, as many as the pool pays (R810 r.7c, r.32)",
    "Prémios: inscrições de {value} em {target}, tantas quantas o prize pool paga (R810 r.7c, r.32)",
)
TICKETS_COUNTED: Final = Said(
    "tickets_counted",
    "Prizes: tickets of {value} for {target}, {count} (R810 r.7c, r.32)",
    "Prémios: inscrições de {value} em {target}, {count} (R810 r.7c, r.32)",
)
GUARANTEED: Final = Said(
    "guaranteed",
    "Guaranteed prizes: {guarantee}; the operator adds what lacks (R810 r.7m)",
    "Prémios garantidos: {guarantee}; a entidade exploradora acrescenta o que faltar (R810 r.7m)",
)
TIMED_FOR: Final = Said(
    "timed_for",
    "Timed: it lasts {lasting:told}, and until everybody has had the button again (R810 r.2o, r.52)",
    "Cronometrado: dura {lasting:told}, e até todos terem tido de novo a mão (R810 r.2o, r.52)",
)
HAND_BY_HAND_FROM: Final = Said(
    "hand_by_hand_from",
    "Hand by hand once {players} players are left (R810 r.49)",
    "Mão-a-mão assim que restem {players} jogadores (R810 r.49)",
)
CREDITED_AS_DETERMINED: Final = Said(
    "credited_as_determined",
    "Prizes are credited as soon as they are determined (R810 r.54)",
    "Os prémios são creditados assim que estejam determinados (R810 r.54)",
)
CREDITED_TOGETHER: Final = Said(
    "credited_together",
    "Prizes are credited together at the end (R810 r.54)",
    "Os prémios são creditados em conjunto no fim (R810 r.54)",
)
CREDITED: Final[Mapping[str, Said]] = {"when_determined": CREDITED_AS_DETERMINED, "at_end": CREDITED_TOGETHER}
WHOLE_POOL_AGAIN: Final = Said(
    "whole_pool_again",
    "If cancelled in the prizes, the whole pool again (r.36c), prizes already credited or not: #9, {reading:word}",
    "Se for cancelado nos lugares com prémio, de novo todo o prize pool (r.36c), haja ou não prémios já creditados:"
    " #9, {reading:word}",
)
POOL_NET_OF_PRIZES: Final = Said(
    "pool_net_of_prizes",
    "If cancelled in the prizes, the pool net of prizes already credited (r.54): #9, {reading:word}",
    "Se for cancelado nos lugares com prémio, o prize pool menos os prémios já creditados (r.54): #9, {reading:word}",
)
PAID_PRIZES: Final[Mapping[Reading, Said]] = {
    Reading.LETTER: WHOLE_POOL_AGAIN,
    Reading.PRACTICE: POOL_NET_OF_PRIZES,
}
"""What a cancellation in the prizes divides, by the reading of #9."""
WON_REFUNDED_IN_CASH: Final = Said(
    "won_refunded_in_cash",
    "If cancelled, an entry won is refunded at its value in cash, however it was won (r.37): #10, {reading:word}",
    "Se for cancelado, uma inscrição ganha é devolvida em dinheiro pelo seu valor, seja como for que foi ganha (r.37):"
    " #10, {reading:word}",
)
WON_REFUNDED_UNLESS_FREEROLL: Final = Said(
    "won_refunded_unless_freeroll",
    "If cancelled, an entry won is refunded at its value in cash (r.37), one from a freeroll as the ticket (r.30):"
    " #10, {reading:word}",
    "Se for cancelado, uma inscrição ganha é devolvida em dinheiro pelo seu valor (r.37), a ganha num torneio freeroll"
    " como inscrição (r.30): #10, {reading:word}",
)
WON_REFUNDED_AS_TICKET: Final = Said(
    "won_refunded_as_ticket",
    "If cancelled, an entry won is refunded as the ticket (r.28): #10, {reading:word}",
    "Se for cancelado, uma inscrição ganha é devolvida como inscrição (r.28): #10, {reading:word}",
)
WON_REFUNDED: Final[Mapping[str, Said]] = {
    "cash": WON_REFUNDED_IN_CASH,
    "cash_unless_freeroll": WON_REFUNDED_UNLESS_FREEROLL,
    "ticket": WON_REFUNDED_AS_TICKET,
}
"""What a cancellation gives for an entry that was won, by the reading of #10."""
TAKES_TICKETS_OF: Final = Said(
    "takes_tickets_of",
    "Entries won to {target}, which was cancelled, open this tournament (r.28, r.32)",
    "As inscrições ganhas para {target}, que foi cancelado, dão acesso a este torneio (r.28, r.32)",
)
LEFT_OVER_BY_VALUE: Final = Said(
    "left_over_by_value",
    "What tickets leave of the pool is the first place's, where it is worth more than one of them (r.50): #20, by value",
    "O que as inscrições deixarem do prize pool cabe ao primeiro lugar, quando valha mais do que uma delas (r.50): #20, por"
    " valor",
)
TIED_TICKETS_DIVIDED: Final = Said(
    "tied_tickets_divided",
    "Tickets too few for players ex aequo are divided between them at their value, in cash (r.51): #21, divided",
    "As inscrições que não cheguem para os jogadores ex aequo são divididas entre eles pelo seu valor, em dinheiro (r.51):"
    " #21, divididas",
)
