"""Where the record of a tournament is not what the rules give: one row a meaning, a column a language."""

from __future__ import annotations

from typing import Final

from ledger.core.said import Said

POOL_FIXED_OTHERWISE: Final = Said(
    "pool_fixed_otherwise",
    "{rule}: the pool was fixed at {fixed} cents; what was bought and added makes {makes}",
    "{rule}: o prize pool foi fixado em {fixed} cêntimos; o que se comprou e acrescentou perfaz {makes}",
)
PLACE_FIXED_OTHERWISE: Final = Said(
    "place_fixed_otherwise",
    "{rule}: place {place} was fixed at {fixed} cents; its share makes {makes}",
    "{rule}: o prémio do lugar {place} foi fixado em {fixed} cêntimos; a sua percentagem perfaz {makes}",
)
PLACES_FIXED_OTHERWISE: Final = Said(
    "places_fixed_otherwise",
    "{rule}: {fixed} places were fixed; the payout has {places}",
    "{rule}: foram fixados {fixed} lugares premiados; a tabela de prémios tem {places}",
)
PRIZE_CREDITED_OTHERWISE: Final = Said(
    "prize_credited_otherwise",
    "{rule}: entry {entry} was credited {credited} cents at log index {index}; its place makes {makes}",
    "{rule}: à inscrição {entry} foram creditados {credited} cêntimos na entrada {index} do registo; o seu lugar dá {makes}",
)
BOUNTY_CREDITED_OTHERWISE: Final = Said(
    "bounty_credited_otherwise",
    "{rule}: entry {entry} was credited {credited} cents for entry {eliminated} at log index {index};"
    " his share is {makes}",
    "{rule}: à inscrição {entry} foram creditados {credited} cêntimos pela inscrição {eliminated}"
    " na entrada {index} do registo; a sua parte é {makes}",
)
CANCELLED_AS_OTHER_CASE: Final = Said(
    "cancelled_as_other_case",
    "{rule}: recorded as case {recorded}; it was case {case}",
    "{rule}: registado como caso {recorded}; era o caso {case}",
)
REFUNDED_OTHERWISE: Final = Said(
    "refunded_otherwise",
    "{rule}: entry {entry} was refunded {refunded:told}; the rules give {makes:told}",
    "{rule}: devolvido à inscrição {entry}: {refunded:told}; as regras dão: {makes:told}",
)
REFUND_OF_NOTHING: Final = Said("refund_of_nothing", "nothing", "nada")
REFUND_OF_CENTS: Final = Said("refund_of_cents", "{fee} + {share} cents", "{fee} + {share} cêntimos")
REFUND_WITH_TICKET: Final = Said(
    "refund_with_ticket",
    "{fee} + {share} cents and the ticket {ticket}",
    "{fee} + {share} cêntimos e a inscrição ganha {ticket}",
)
