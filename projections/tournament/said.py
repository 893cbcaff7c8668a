"""Where the record of a tournament is not what the rules give: one row a meaning, a column a language."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

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
PRIZE_CREDITED_AGAIN: Final = Said(
    "prize_credited_again",
    "{rule}: entry {entry} was credited {credited} cents once more at log index {index}; a place wins its prize once",
    "{rule}: à inscrição {entry} foram creditados outra vez {credited} cêntimos na entrada {index} do registo;"
    " um lugar ganha o seu prémio uma só vez",
)
PRIZE_NOT_CREDITED: Final = Said(
    "prize_not_credited",
    "{rule}: entry {entry} was credited nothing; its place makes {makes}",
    "{rule}: à inscrição {entry} nada foi creditado; o seu lugar dá {makes}",
)
TICKET_AWARDED_OTHERWISE: Final = Said(
    "ticket_awarded_otherwise",
    "{rule}: entry {entry} was given the ticket {ticket} at log index {index}, which its place does not win",
    "{rule}: à inscrição {entry} foi atribuída a inscrição ganha {ticket} na entrada {index} do registo,"
    " que o seu lugar não ganha",
)
TICKET_AWARDED_AGAIN: Final = Said(
    "ticket_awarded_again",
    "{rule}: entry {entry} was given the ticket {ticket} once more at log index {index}; a place wins its ticket once",
    "{rule}: à inscrição {entry} foi atribuída outra vez a inscrição ganha {ticket} na entrada {index} do registo;"
    " um lugar ganha-a uma só vez",
)
TICKET_NOT_AWARDED: Final = Said(
    "ticket_not_awarded",
    "{rule}: entry {entry} was given no ticket; its place wins one",
    "{rule}: à inscrição {entry} nenhuma inscrição ganha foi atribuída; o seu lugar ganha uma",
)
OVERLAY_OTHERWISE: Final = Said(
    "overlay_otherwise",
    "{rule}: {added} cents were added to the pool; the guarantee lacked {makes}",
    "{rule}: acrescentaram-se {added} cêntimos ao prize pool; à garantia faltavam {makes}",
)
BOUNTY_CREDITED_AGAIN: Final = Said(
    "bounty_credited_again",
    "{rule}: entry {entry} was credited {credited} cents for entry {eliminated} once more at log index {index};"
    " an elimination is paid once",
    "{rule}: à inscrição {entry} foram creditados outra vez {credited} cêntimos pela inscrição {eliminated}"
    " na entrada {index} do registo; uma eliminação paga-se uma só vez",
)
BOUNTY_NOT_CREDITED: Final = Said(
    "bounty_not_credited",
    "{rule}: entry {entry} was credited nothing for entry {eliminated}; his share is {makes}",
    "{rule}: à inscrição {entry} nada foi creditado pela inscrição {eliminated}; a sua parte é {makes}",
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
REFUNDED_AGAIN: Final = Said(
    "refunded_again",
    "{rule}: entry {entry} was refunded {refunded:told} at log index {index}, besides the refund of the cancellation",
    "{rule}: devolvido à inscrição {entry}, na entrada {index} do registo: {refunded:told}, além da devolução do cancelamento",
)
REFUNDED_WITHOUT_CANCELLATION: Final = Said(
    "refunded_without_cancellation",
    "{rule}: entry {entry} was refunded {refunded:told} at log index {index}; the tournament was not cancelled",
    "{rule}: devolvido à inscrição {entry}, na entrada {index} do registo: {refunded:told}; o torneio não foi cancelado",
)
TOURNAMENT_ENDED_AGAIN: Final = Said(
    "tournament_ended_again",
    "{rule}: an end at log index {index}, of a tournament that was over",
    "{rule}: um fim na entrada {index} do registo, de um torneio que já tinha acabado",
)
REFUND_OF_NOTHING: Final = Said("refund_of_nothing", "nothing", "nada")
REFUND_OF_CENTS: Final = Said("refund_of_cents", "{fee} + {share} cents", "{fee} + {share} cêntimos")
REFUND_WITH_TICKET: Final = Said(
    "refund_with_ticket",
    "{fee} + {share} cents and the ticket {ticket}",
    "{fee} + {share} cêntimos e a inscrição ganha {ticket}",
)
AGAINST_RULE: Final = Said(
    "against_rule",
    "{kind} in {stream}, against {rule}: {found}",
    "{kind} em {stream}, contra {rule}: {found}",
)
SEED_DRAWS_OTHERWISE: Final = Said(
    "seed_draws_otherwise",
    "{kind} in {stream}, against {rule}: the recorded seed draws other seats",
    "{kind} em {stream}, contra {rule}: a semente registada sorteia outros lugares",
)
TIMED_OTHERWISE: Final = Said(
    "timed_otherwise",
    "{kind} in {stream}, against {rule}: what was announced makes another time",
    "{kind} em {stream}, contra {rule}: do que foi anunciado resulta outra hora",
)
FIXES_NO_PRIZES: Final = Said(
    "fixes_no_prizes",
    "{kind} in {stream}: no prizes are fixed in its commit",
    "{kind} em {stream}: não se fixam prémios na mesma gravação",
)
