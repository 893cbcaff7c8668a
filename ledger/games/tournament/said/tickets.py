"""What is said about entries won (R810 r.28-32, r.37)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.core.said import Said, Word

TICKET_STATES: Final[Mapping[str, Word]] = {
    "held": Word("ticket_held", "held", "por usar"),
    "used": Word("ticket_used", "used", "usada"),
    "converted": Word("ticket_converted", "converted", "convertida"),
}

TICKETS_LEAD_NOWHERE: Final = Said(
    "tickets_lead_nowhere",
    "tickets to {target}; expected a tournament announced and not begun",
    "inscrições para {target} como prémio; esperava-se um torneio anunciado e ainda não iniciado",
)
REPLACES_NO_CANCELLED_ONE: Final = Said(
    "replaces_no_cancelled_one",
    "it replaces {target}; expected a tournament that was cancelled",
    "substitui {target}; esperava-se um torneio cancelado",
)
REPLACES_AT_ANOTHER_FEE: Final = Said(
    "replaces_at_another_fee",
    "a fee of {fee}; expected {due}, that of {target}, whose tickets open it",
    "uma taxa de inscrição de {fee}; esperava-se {due}, a de {target}, cujas inscrições ganhas dão acesso a este torneio",
)
TICKETS_NOT_WORTH_FEE: Final = Said(
    "tickets_not_worth_fee",
    "tickets of {value} to {target}; expected its fee of {fee}",
    "inscrições de {value} para {target} como prémio; esperava-se a taxa de inscrição deste, {fee}",
)
TICKET_NOT_WON: Final = Said(
    "ticket_not_won",
    "the player has won no such entry; entries won are not sold or passed on",
    "o jogador não ganhou essa inscrição; as inscrições ganhas não se vendem nem se transferem",
)
TICKET_TO_ANOTHER_TOURNAMENT: Final = Said(
    "ticket_to_another_tournament",
    "the ticket {ticket} is an entry to {target}, not to {tournament}",
    "a inscrição ganha {ticket} é para {target}, não para {tournament}",
)
TICKET_SPENT: Final = Said(
    "ticket_spent",
    "the ticket {ticket} is {status:word} already",
    "a inscrição ganha {ticket} já está {status:word}",
)
TICKET_NOT_WORTH_FEE: Final = Said(
    "ticket_not_worth_fee",
    "a ticket of {value} for a fee of {fee}",
    "uma inscrição ganha de {value} para uma taxa de inscrição de {fee}",
)
TICKET_OF_A_FREEROLL: Final = Said(
    "ticket_of_a_freeroll",
    "the ticket {ticket} was won in a freeroll; it is never converted into money",
    "a inscrição {ticket} foi ganha num torneio freeroll; nunca se converte em dinheiro",
)
TICKET_IS_THE_FIRST: Final = Said(
    "ticket_is_the_first",
    "{player} had won no entry to {target} before {ticket}",
    "{player} não tinha ganho nenhuma inscrição para {target} antes de {ticket}",
)
