"""What is said about the end of a hand: the rows of ``r806_showdown``, in the order of its rules."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

RETURNED_TO_OTHER: Final = Said(
    "returned_to_other",
    "{amount} goes back to seat {seat}; expected {due} to seat {due_seat}",
    "são devolvidos {amount} ao lugar {seat}; esperava-se {due} ao lugar {due_seat}",
)
RETURNED_THOUGH_MATCHED: Final = Said(
    "returned_though_matched",
    "{amount} goes back to seat {seat}; expected nothing",
    "são devolvidos {amount} ao lugar {seat}; não se esperava nada",
)
SHOWDOWN_NOT_DUE: Final = Said(
    "showdown_not_due",
    "the hand is not at its showdown; what comes next is {next:word}",
    "ainda não é altura de virar as cartas; o que se segue na jogada é {next:word}",
)
MUCKS_UNDER_ALL_SHOW: Final = Said(
    "mucks_under_all_show",
    "seat {seat} does not show; under these rules every live hand is shown",
    "o lugar {seat} não mostra as cartas; segundo estas regras mostram-se as de todos os que não desistiram",
)
WINNER_MUCKS: Final = Said(
    "winner_mucks",
    "seat {seat} has a winning hand and does not show it; expected its cards",
    "o lugar {seat} tem a combinação vencedora e não a mostra; esperavam-se as suas cartas",
)
SHOWS_DURING_HAND: Final = Said(
    "shows_during_hand",
    "seat {seat} shows its cards during the hand; expected after its end",
    "o lugar {seat} mostra as suas cartas durante a jogada; esperava-se depois do seu fim",
)
CAP_BELOW_COMMISSION: Final = Said(
    "cap_below_commission",
    "the cap of {cap} leaves a commission of {taken} on {base}; 1 % is {least}",
    "o máximo de {cap} deixa uma comissão de {taken} sobre {base}; 1 % é {least}",
)
EXEMPTION_READINGS_DIFFER: Final = Said(
    "exemption_readings_differ",
    "{in_force:word} commission {taken}, paid {paid:told}; {against:word} commission {otherwise_taken}, paid"
    " {otherwise_paid:told}",
    "segundo {in_force:word}, comissão {taken}, pago {paid:told}; segundo {against:word}, comissão {otherwise_taken},"
    " pago {otherwise_paid:told}",
)
FLUSH_READINGS_DIFFER: Final = Said(
    "flush_readings_differ",
    "paid under {in_force:word}: {paid:told}; under {against:word}: {otherwise_paid:told}",
    "pago segundo {in_force:word}: {paid:told}; segundo {against:word}: {otherwise_paid:told}",
)
PAID_TO_SEAT: Final = Said("paid_to_seat", "seat {seat} {amount}", "lugar {seat} {amount}")
VOIDED_WITHOUT_INCIDENT: Final = Said(
    "voided_without_incident",
    "there is no incident {incident}; expected one of the operator's system",
    "não há nenhum incidente {incident}; esperava-se um com origem no sistema técnico de jogo",
)
VOIDED_BY_CLOSED_INCIDENT: Final = Said(
    "voided_by_closed_incident",
    "the incident {incident} is closed; expected an open one that covers the table",
    "o incidente {incident} está terminado; esperava-se um em aberto que abranja a mesa",
)
VOIDED_BY_INCIDENT_ELSEWHERE: Final = Said(
    "voided_by_incident_elsewhere",
    "the incident {incident} is not about the table {table}; expected an open one that covers the table",
    "o incidente {incident} não abrange a mesa {table}; esperava-se um em aberto que abranja a mesa",
)
VOIDED_BY_PLAYERS_FAILURE: Final = Said(
    "voided_by_players_failure",
    "the incident {incident} is one of {origin:word}; expected {due:word}",
    "o incidente {incident} tem origem {origin:word}; esperava-se que a tivesse {due:word}",
)
VOIDED_AFTER_END: Final = Said(
    "voided_after_end",
    "the hand is {outcome:word}; expected one in play",
    "a jogada {outcome:word}; esperava-se uma em curso",
)
VOIDED_AT_SHOWDOWN: Final = Said(
    "voided_at_showdown",
    "all bets are made and all cards dealt: the result is fixed; settle the hand",
    "todas as apostas estão feitas e todas as cartas distribuídas: o resultado está fixado; falta liquidar a jogada",
)
VOIDED_WITHOUT_CARDS: Final = Said(
    "voided_without_cards",
    "the closed cards of slots {slots} are lost: their openings are not kept, and the result is not determined",
    "as cartas tapadas das posições {slots} perderam-se: as suas aberturas não estão guardadas, e o resultado não é determinável",
)
