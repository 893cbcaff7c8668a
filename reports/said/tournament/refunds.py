"""What the refunds of one tournament say: the case, the common sum, the share of each, and the readings beside one another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.core.said import Said, Word

TICKET_READINGS: Final[Mapping[str, Word]] = {
    "cash": Word("tickets_in_cash", "cash", "em dinheiro"),
    "cash_unless_freeroll": Word(
        "tickets_in_cash_unless_freeroll", "cash_unless_freeroll", "em dinheiro, salvo as de freeroll"
    ),
    "ticket": Word("tickets_as_tickets", "ticket", "como inscrição"),
}
"""The readings of #10, as one names them."""

REFUNDS_OF: Final = Said(
    "refunds_of",
    "Refunds of tournament {tournament}: {phase:word}",
    "Devoluções do torneio {tournament}: {phase:word}",
)
NO_REFUNDS_OF_DECIDED: Final = Said(
    "no_refunds_of_decided",
    "None: one player holds all the chips, so it can be finished, and cannot be cancelled any more (R810 r.35, r.52)",
    "Nenhuma: um jogador tem todas as fichas, pelo que pode ser terminado, e já não pode ser cancelado (R810 r.35, r.52)",
)
NO_REFUNDS_OF_FINISHED: Final = Said(
    "no_refunds_of_finished",
    "None: it was played to its end, and cannot be cancelled any more (R810 r.35, r.52)",
    "Nenhuma: foi jogado até ao fim, e já não pode ser cancelado (R810 r.35, r.52)",
)
REFUNDS_HYPOTHETICAL: Final = Said(
    "refunds_hypothetical",
    "HYPOTHETICAL: it is not cancelled. These would be the refunds if it were cancelled now; a hand in play would be void",
    "HIPOTÉTICO: não está cancelado. Seriam estas as devoluções se fosse cancelado agora; uma jogada em curso seria nula",
)
CANCELLED_BY: Final = Said(
    "cancelled_by",
    "Cancelled {at:dated}, log index {index}, by {actor:word} {who} for {cause:word} (R810 r.35): {note}",
    "Cancelado em {at:dated}, entrada {index} do registo; cancelou-o {actor:word} {who} por {cause:word} (R810 r.35): {note}",
)
CASE_OF: Final = Said("case_of", "Case {case} of r.36: {meaning:told}", "Caso {case} da r.36: {meaning:told}")
COMMON_SUM: Final = Said(
    "common_sum",
    "Divided by chips: {common} = {entries:figure} ({out} x {each:figure}) of entries of players who are out"
    " + {bought:figure} of everybody's rebuys and add-ons ({rule})",
    "Repartido segundo as fichas: {common} = {entries:figure} ({out} x {each:figure}) de inscrições de jogadores eliminados"
    " + {bought:figure} de rebuys e add-ons de todos ({rule})",
)
COMMON_SUM_NETTED: Final = Said(
    "common_sum_netted",
    "Divided by chips: {common} = {entries:figure} ({out} x {each:figure}) of entries of players who are out"
    " + {bought:figure} of everybody's rebuys and add-ons"
    " - {netted:figure} of prizes already credited, not below 0 (#9, {reading:word}) ({rule})",
    "Repartido segundo as fichas: {common} = {entries:figure} ({out} x {each:figure}) de inscrições de jogadores eliminados"
    " + {bought:figure} de rebuys e add-ons de todos"
    " - {netted:figure} de prémios já creditados, nunca abaixo de 0 (#9, {reading:word}) ({rule})",
)
REFUND_NONE: Final = Said(
    "refund_none",
    "{who:told}: {amount:figure}, out before the cancellation (R810 r.38)",
    "{who:told}: {amount:figure}, eliminado antes do cancelamento (R810 r.38)",
)
REFUND_NONE_PRIZES_STAY: Final = Said(
    "refund_none_prizes_stay",
    "{who:told}: {amount:figure}, out before the cancellation; his prizes of {won:figure} stay his (r.54) (R810 r.38)",
    "{who:told}: {amount:figure}, eliminado antes do cancelamento; os seus prémios de {won:figure} continuam a pertencer-lhe"
    " (r.54) (R810 r.38)",
)
REFUND_DUE: Final = Said(
    "refund_due",
    "{who:told}: {amount:figure} = {made:run} ({rules})",
    "{who:told}: {amount:figure} = {made:run} ({rules})",
)
REFUND_RECORDED: Final = Said(
    "refund_recorded",
    "{who:told}: {amount:figure} = {made:run} ({rules}), log index {index}",
    "{who:told}: {amount:figure} = {made:run} ({rules}), entrada {index} do registo",
)
FEE_BACK: Final = Said(
    "fee_back", "{fee:figure} fee, commission included", "{fee:figure} de taxa de inscrição, comissão incluída"
)
ENTRY_WON_BACK: Final = Said(
    "entry_won_back",
    "{fee:figure} value of the entry he had won",
    "{fee:figure} de valor da inscrição que tinha ganho",
)
ENTRY_TICKET_BACK: Final = Said(
    "entry_ticket_back",
    "{fee:figure} and the ticket {ticket} back",
    "{fee:figure} e devolvida a inscrição ganha {ticket}",
)
SHARE_EQUAL: Final = Said(
    "share_equal",
    "+ {share:figure} of {common:figure} in equal parts, nobody having a chip",
    "+ {share:figure} de {common:figure} em partes iguais, por ninguém ter fichas",
)
SHARE_BY_CHIPS: Final = Said(
    "share_by_chips",
    "+ {share:figure} by chips: {common:figure} x {chips} / {whole}",
    "+ {share:figure} segundo as fichas: {common:figure} x {chips} / {whole}",
)
SHARE_ROUNDED_UP: Final = Said(
    "share_rounded_up",
    "+ {share:figure} by chips: {common:figure} x {chips} / {whole}, rounded up by the largest remainder",
    "+ {share:figure} segundo as fichas: {common:figure} x {chips} / {whole}, arredondado por excesso pelo maior resto",
)
SHARE_ROUNDED_DOWN: Final = Said(
    "share_rounded_down",
    "+ {share:figure} by chips: {common:figure} x {chips} / {whole}, rounded down by the largest remainder",
    "+ {share:figure} segundo as fichas: {common:figure} x {chips} / {whole}, arredondado por defeito pelo maior resto",
)
REFUNDED_IN_ALL: Final = Said("refunded_in_all", "Refunded: {cash}", "Devolvido: {cash}")
REFUNDED_WITH_TICKETS: Final = Said(
    "refunded_with_tickets",
    "Refunded: {cash}, {tickets:figure} in tickets given back",
    "Devolvido: {cash}, {tickets:figure} em inscrições ganhas devolvidas",
)
OPERATOR_IN_ALL: Final = Said(
    "operator_in_all", "Operator: {moved}: {result:told}", "Entidade exploradora: {moved}: {result:told}"
)
CAME_IN: Final = Said("came_in", "{amount:figure} came in", "{amount:figure} entrados")
WENT_BACK: Final = Said("went_back", "{amount:figure} refunded", "{amount:figure} devolvidos")
WENT_BACK_IN_TICKETS: Final = Said(
    "went_back_in_tickets",
    "{amount:figure} in tickets given back",
    "{amount:figure} em inscrições ganhas devolvidas",
)
WENT_IN_PRIZES: Final = Said(
    "went_in_prizes",
    "{amount:figure} of prizes and bounties credited",
    "{amount:figure} de prémios e prémios de eliminação creditados",
)
OPERATOR_KEEPS: Final = Said("operator_keeps", "he keeps {amount}", "fica com {amount}")
OPERATOR_LOSES: Final = Said("operator_loses", "he loses {amount}", "perde {amount}")
READINGS_BESIDE: Final = Said(
    "readings_beside",
    "Readings side by side; as announced: #9 {prizes:word}, #10 {tickets:word} (R810 r.36c, r.54; r.28, r.30, r.37)",
    "Leituras lado a lado; como anunciado: #9 {prizes:word}, #10 {tickets:word} (R810 r.36c, r.54; r.28, r.30, r.37)",
)
AS_ANNOUNCED: Final = Said("as_announced", "as announced", "como anunciado")
READING_OF_PRIZES: Final = Said("reading_of_prizes", "#9 {reading:word}", "#9 {reading:word}")
READING_OF_TICKETS: Final = Said("reading_of_tickets", "#10 {reading:word}", "#10 {reading:word}")
CASH_AND_TICKET: Final = Said("cash_and_ticket", "{cash:figure} + ticket", "{cash:figure} + inscrição")
ROW_DIVIDED: Final = Said("row_divided", "divided by chips", "repartido segundo as fichas")
ROW_CASH: Final = Said("row_cash", "refunded in cash", "devolvido em dinheiro")
ROW_TICKETS: Final = Said("row_tickets", "tickets given back", "inscrições ganhas devolvidas")
ROW_PRIZES: Final = Said("row_prizes", "prizes and bounties credited", "prémios e prémios de eliminação creditados")
ROW_RESULT: Final = Said("row_result", "operator's result", "resultado da entidade exploradora")
SIGNED_RESULT: Final = Said("signed_result", "{result:signed}", "{result:signed}")
