"""What is said about players: one row a meaning, a column a language."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

PERSON_ERASED: Final = Said(
    "person_erased",
    "{person} is erased already; 'tombo person show {person}' says when",
    "{person} já foi apagado; 'tombo person show {person}' diz quando",
)
NOTHING_KEPT_OF_ERASED: Final = Said(
    "nothing_kept_of_erased",
    "{player} was erased, and nothing of him is kept any more; who comes again is another player",
    "{player} foi apagado, e nada mais se guarda dele; quem volta é outro jogador",
)
ERASURE_WITH_BALANCE: Final = Said(
    "erasure_with_balance",
    "the account of {person} holds {balance}; expected it paid out before",
    "a conta de {person} tem {balance}; esperava-se antes o seu pagamento",
)
ERASURE_IN_PLAY: Final = Said(
    "erasure_in_play",
    "{person} has {left:told}; expected it over before",
    "{person} tem {left:told}; esperava-se antes que isso terminasse",
)
ENTRY_LEFT: Final = Said(
    "entry_left",
    "an entry to {tournament}",
    "uma inscrição em {tournament}",
)
SEAT_LEFT: Final = Said(
    "seat_left",
    "a seat at {table}",
    "um lugar em {table}",
)
BET_LEFT: Final = Said(
    "bet_left",
    "a bet in {played}",
    "uma aposta em {played}",
)
TICKET_LEFT: Final = Said(
    "ticket_left",
    "a ticket for {tournament}",
    "uma inscrição ganha para {tournament}",
)
ERASURE_IN_DISPUTE: Final = Said(
    "erasure_in_dispute",
    "{dispute} of {person} goes on; expected it resolved before",
    "{dispute} de {person} ainda decorre; esperava-se antes a sua resolução",
)
ERASURE_BY_ONE: Final = Said(
    "erasure_by_one",
    "{who} asks twice; expected a second member of staff",
    "{who} pede duas vezes; esperava-se um segundo funcionário",
)
ERASURE_BY_WHO_HOLDS_NO_ROLE: Final = Said(
    "erasure_by_who_holds_no_role",
    "{who} has no role; expected a second manager or officer",
    "{who} não tem nenhuma função; esperava-se um segundo gestor ou responsável por litígios",
)
ERASURE_UNSIGNED_BY_SECOND: Final = Said(
    "erasure_unsigned_by_second",
    "{who} has not signed; a person is erased by two, each under his own signature",
    "{who} não assinou; uma pessoa é apagada por dois, cada um com a sua própria assinatura",
)
ERASURE_UNSIGNED: Final = Said(
    "erasure_unsigned",
    "{who}, who is said to have asked for it too, has not signed",
    "{who}, de quem se diz que também o pediu, não assinou",
)
