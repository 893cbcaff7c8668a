"""Where the record of a tournament is not what the rules give: one row a meaning, a column a language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.core.said import Said, Word

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
PLACE_OTHERWISE: Final = Said(
    "place_otherwise",
    "{rule}: entry {entry} is said at log index {index} to have won the places {told}; it is placed from {first} to {last}",
    "{rule}: a entrada {index} do registo dá à inscrição {entry} os lugares {told}; ficou classificada do {first} ao {last}",
)
STAYS_WITHOUT_CHIPS: Final = Said(
    "stays_without_chips",
    "{rule}: entry {entry} lost its last chip in {hand}, may buy none, and is not eliminated",
    "{rule}: a inscrição {entry} perdeu a última ficha em {hand}, já não pode comprar, e não foi eliminada",
)
ENTRY_PAID_OTHERWISE: Final = Said(
    "entry_paid_otherwise",
    "{kind} in {stream}, against {rule}: an entry that is said to be paid by {funding:word}",
    "{kind} em {stream}, contra {rule}: uma inscrição que se diz paga por {funding:word}",
)
FUNDINGS: Final[Mapping[str, Word]] = {
    "cash": Word("paid_by_money", "money", "dinheiro"),
    "free": Word("paid_by_nothing", "nothing", "nada"),
    "ticket": Word("paid_by_ticket", "an entry won", "uma inscrição ganha"),
}
TICKET_OTHERWISE: Final = Said(
    "ticket_otherwise",
    "{kind} of {ticket} in {stream}, against {rule}: that entry is one to {target}, worth {value} cents, in {sort:word}",
    "{kind} de {ticket} em {stream}, contra {rule}: essa inscrição é para {target}, vale {value} cêntimos, e é de {sort:word}",
)
SORTS: Final[Mapping[bool, Word]] = {
    False: Word("of_paid", "a tournament with a fee", "um torneio com inscrição paga"),
    True: Word("of_freeroll", "a tournament without a fee", "um torneio sem inscrição paga"),
}
TICKET_NOT_WON_BEFORE: Final = Said(
    "ticket_not_won_before",
    "{kind} of {ticket} in {stream}, against {rule}: {player} had won no entry to the same tournament before",
    "{kind} de {ticket} em {stream}, contra {rule}: {player} não ganhara antes outra inscrição no mesmo torneio",
)
TICKET_UNKNOWN: Final = Said(
    "ticket_unknown",
    "{kind} of {ticket} in {stream}: no tournament gave that entry to {player}",
    "{kind} de {ticket} em {stream}: nenhum torneio deu essa inscrição a {player}",
)
TICKET_NOT_HELD: Final = Said(
    "ticket_not_held",
    "{kind} of {ticket} in {stream}: {player} holds no such entry, and nothing moves",
    "{kind} de {ticket} em {stream}: {player} não tem essa inscrição, e nada se movimenta",
)
TICKET_OF_ANOTHER: Final = Said(
    "ticket_of_another",
    "{kind} of {ticket} in {stream}: {cause} version {version} says another entry",
    "{kind} de {ticket} em {stream}: {cause} versão {version} diz outra inscrição",
)
TICKET_NAMED_OTHERWISE: Final = Said(
    "ticket_named_otherwise",
    "{rule}: the ticket that entry {entry} won is called {ticket} at log index {index}; expected {expected}",
    "{rule}: a inscrição ganha pela inscrição {entry} chama-se {ticket} na entrada {index} do registo; esperava-se {expected}",
)
TOURNAMENT_UNFINISHED: Final = Said(
    "tournament_unfinished",
    "{stream} is not finished; all its levels, or its time, were over at {due:instant}",
    "{stream} não terminou; os seus níveis, ou o seu tempo, acabavam em {due:instant}",
)
