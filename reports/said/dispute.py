"""What the reports of disputes say: the case, and its line in the register of complaints."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.core.said import Said, Word
from tombo.ledger.house.dispute.events import Cause

DISPUTE_OF: Final = Said("dispute_of", "Dispute {dispute} of {player}", "Reclamação {dispute} de {player}")
DISPUTE_ABOUT: Final = Said(
    "dispute_about", "Dispute {dispute} of {player}, about {about}", "Reclamação {dispute} de {player}, sobre {about}"
)
DISPUTE_COMPLAINED: Final = Said(
    "dispute_complained",
    "Complained {complained:dated}; on record {recorded:dated}, {by:told}",
    "Apresentada a {complained:dated}; registada a {recorded:dated}, {by:told}",
)
DISPUTE_CLAIM: Final = Said("dispute_claim", "Claim: {claim}", "Alegação: {claim}")
WORDS_SEALED: Final = Said("words_sealed", "[sealed]", "[cifrado]")
WORDS_ERASED: Final = Said("words_erased", "[erased]", "[apagado]")
DISPUTE_CARDS_READ: Final = Said(
    "dispute_cards_read",
    "Cards read of {played} {at:dated}, {by:told}: {reason}",
    "Cartas de {played} lidas a {at:dated}, {by:told}: {reason}",
)
DISPUTE_REPLAYED: Final = Said(
    "dispute_replayed",
    "Replayed {played} to version {version}: {found:told}, {by:told}",
    "Recálculo de {played} até à versão {version}, {by:told}: {found:told}",
)
REPLAYED_THE_SAME: Final = Said(
    "replayed_the_same", "recomputed the same as recorded", "o recalculado é igual ao registado"
)
REPLAYED_OTHERWISE: Final = Said(
    "replayed_otherwise", "recomputed is NOT what is recorded", "o recalculado NÃO é o que está registado"
)
REPLAY_DIFFERENCE: Final = Said("replay_difference", "{difference}", "{difference}")
REPLAY_RULES: Final = Said("replay_rules", "decided by {rules:parted}", "decidido segundo {rules:parted}")
DISPUTE_NOT_RESOLVED: Final = Said("dispute_not_resolved", "Not resolved", "Por resolver")
RESOLVED_AFTER: Final = Said(
    "resolved_after",
    "Resolved after {after:run}: {outcome:word}, {by:told}",
    "Resolvida ao fim de {after:run}, {by:told}: {outcome:word}",
)
DISPUTE_GROUNDS: Final = Said("dispute_grounds", "Grounds: {grounds}", "Fundamentos: {grounds}")
DISPUTE_GROUNDS_BY_RULE: Final = Said(
    "dispute_grounds_by_rule", "Grounds: {grounds} ({rule})", "Fundamentos: {grounds} ({rule})"
)
COMPENSATION_PAID: Final = Said(
    "compensation_paid",
    "Compensation: {amount}, on the account of {player}",
    "Compensação: {amount}, na conta de {player}",
)
COMPENSATION_NONE: Final = Said("compensation_none", "Compensation: none", "Compensação: nenhuma")
COMPENSATION_REVERSED: Final = Said(
    "compensation_reversed",
    "Taken back {at:dated}, {by:told}: {cause:word} ({rule})",
    "Compensação anulada a {at:dated}, {by:told}: {cause:word} ({rule})",
)
REVERSAL_CAUSES: Final[Mapping[Cause, Word]] = {
    "mistaken": Word("reversal_mistaken", "it was given by mistake", "foi dada por engano"),
    "obtained_by_deceit": Word("reversal_obtained_by_deceit", "it was obtained by deceit", "foi obtida por fraude"),
    "paid_elsewhere": Word("reversal_paid_elsewhere", "it was paid elsewhere", "foi paga por outra via"),
}
"""Why a compensation was not due."""
COMPLAINT_LINE: Final = Said(
    "complaint_line",
    "{dispute}  {complained:dated}  {who}: {ended}. Claim: {claim}",
    "{dispute}  {complained:dated}  {who}: {ended}. Alegação: {claim}",
)
COMPLAINANT_ABOUT: Final = Said("complainant_about", "{player}, {about}", "{player}, {about}")
COMPLAINT_OPEN: Final = Said("complaint_open", "not resolved", "por resolver")
COMPLAINT_ENDED: Final = Said(
    "complaint_ended", "{outcome:word} after {after:run}", "{outcome:word} ao fim de {after:run}"
)
COMPLAINT_TAKEN_BACK: Final = Said("complaint_taken_back", "taken back", "compensação anulada")
ACT_NOT_SIGNED: Final = Said(
    "act_not_signed",
    "Log index {index}: NO ACT OF STAFF: a signature is missing, or does not hold. No door records that; 'tombo verify' names it",
    "Entrada {index} do registo: NÃO É UM ATO DE FUNCIONÁRIO: falta uma assinatura, ou não é válida. Nenhuma porta regista isto; 'tombo verify' indica-o",
)
NO_COMPLAINT: Final = Said("no_complaint", "no complaint is on record", "não há nenhuma reclamação registada")
DAYS_LONG: Final = Said("days_long", "{count:day|days}", "{count:dia|dias}")
HOURS_LONG: Final = Said("hours_long", "{count:hour|hours}", "{count:hora|horas}")
MINUTES_LONG: Final = Said("minutes_long", "{count:minute|minutes}", "{count:minuto|minutos}")
SECONDS_LONG: Final = Said("seconds_long", "{count:second|seconds}", "{count:segundo|segundos}")
NO_SECOND_LONG: Final = Said("no_second_long", "less than a second", "menos de um segundo")
WALK_ON_RECORD: Final = Said("walk_on_record", "*** ON RECORD ***", "*** Registado ***")
WALK_AGAIN: Final = Said("walk_again", "*** COMPUTED AGAIN ***", "*** Recalculado ***")
CAME_BACK: Final = Said(
    "came_back",
    "Came back, in {currency}: won, returned and refunded",
    "Recebido de volta, em {currency}: ganho, devolvido e reembolsado",
)
CAME_BACK_IN_CHIPS: Final = Said(
    "came_back_in_chips",
    "Came back, in chips: won, returned and refunded",
    "Recebido de volta, em fichas: ganho, devolvido e reembolsado",
)
CAME_BACK_RECORDED: Final = Said("came_back_recorded", "recorded", "registado")
CAME_BACK_RECOMPUTED: Final = Said("came_back_recomputed", "recomputed", "recalculado")
CAME_BACK_DIFFERS: Final = Said("came_back_differs", "DIFFERS", "DIFERE")
WHO_COMPLAINS: Final = Said("who_complains", "(who complains)", "(quem reclama)")
NOT_AMONG_PLAYERS: Final = Said(
    "not_among_players",
    "{player}, who complains, is not among its players",
    "{player}, que reclama, não está entre os jogadores",
)
DECIDED_UNDER: Final = Said("decided_under", "Decided by {rules:parted}", "Decidido segundo {rules:parted}")
WALK_CLOSED_CARDS: Final = Said(
    "walk_closed_cards", "Closed cards of {owner}: {shown:told}", "Cartas fechadas, {owner}: {shown:told}"
)
WALK_HOUSE: Final = Said("walk_house", "the house", "a banca")
WALK_TURNED: Final = Said("walk_turned", "turned {cards:cards}", "viradas {cards:cards}")
WALK_READ: Final = Said("walk_read", "read for this dispute {cards:cards}", "lidas para esta reclamação {cards:cards}")
WALK_NOT_TURNED: Final = Said("walk_not_turned", "not turned, and closed", "não viradas, e fechadas")
NOT_AS_RULES_GIVE: Final = Said(
    "not_as_rules_give", "NOT what the rules give: {difference}", "NÃO é o que as regras dão: {difference}"
)
NOT_RECOMPUTED: Final = Said(
    "not_recomputed",
    "Cannot be recomputed: not all cards of the showdown are known; what is on record, up to version {version}, is neither right nor"
    " wrong; this replay is on record at log index {index}",
    "Não se pode recalcular: nem todas as cartas do fim são conhecidas; o que consta, até à versão {version}, não está certo nem"
    " errado; este recálculo consta da entrada {index} do registo",
)
RECOMPUTED_SAME: Final = Said(
    "recomputed_same",
    "Recomputed: the same as recorded, up to version {version}; this replay is on record at log index {index}",
    "Recalculado: igual ao registado, até à versão {version}; este recálculo consta da entrada {index} do registo",
)
RECOMPUTED_SAME_UNDER: Final = Said(
    "recomputed_same_under",
    "Recomputed under rules revision {revision}: the same as recorded, up to version {version}; this replay is on record at"
    " log index {index}",
    "Recalculado segundo a revisão {revision} das regras: igual ao registado, até à versão {version}; este recálculo consta"
    " da entrada {index} do registo",
)
RECOMPUTED_OTHERWISE: Final = Said(
    "recomputed_otherwise",
    "Recomputed: NOT the same as recorded, up to version {version}; this replay is on record at log index {index}",
    "Recalculado: NÃO é igual ao registado, até à versão {version}; este recálculo consta da entrada {index} do registo",
)
RECOMPUTED_OTHERWISE_UNDER: Final = Said(
    "recomputed_otherwise_under",
    "Recomputed under rules revision {revision}: NOT the same as recorded, up to version {version}; this replay is on record at"
    " log index {index}",
    "Recalculado segundo a revisão {revision} das regras: NÃO é igual ao registado, até à versão {version}; este recálculo"
    " consta da entrada {index} do registo",
)
