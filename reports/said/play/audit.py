"""What an audit says: all that is over replayed from the stored bytes, and compensations judged again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.core.said import Said, Word

REPLAYED_AGAIN: Final = Said(
    "replayed_again",
    "{replayed:listed} replayed from the stored bytes",
    "Recalculado a partir dos bytes guardados: {replayed:listed}",
)
NO_HANDS_REPLAYED: Final = Said("no_hands_replayed", "{count:hand|hands}", "{count:jogada de póquer|jogadas de póquer}")
HANDS_REPLAYED: Final = Said(
    "hands_replayed", "{count:hand|hands} ({ended})", "{count:jogada de póquer|jogadas de póquer} ({ended})"
)
REPLAYED_OPEN: Final = Said("replayed_open", "{count:open|open}", "{count:em curso|em curso}")
REPLAYED_SETTLED: Final = Said("replayed_settled", "{count:settled|settled}", "{count:liquidada|liquidadas}")
REPLAYED_VOIDED: Final = Said("replayed_voided", "{count:voided|voided}", "{count:nula|nulas}")
REPLAYED_NOT_DECIDABLE: Final = Said(
    "replayed_not_decidable",
    "{count:settled that cannot be recomputed|settled that cannot be recomputed}",
    "{count:liquidada que não se pode recalcular|liquidadas que não se podem recalcular}",
)
REPLAYED_ENDS: Final[Mapping[str, Said]] = {
    "not_decidable": REPLAYED_NOT_DECIDABLE,
    "open": REPLAYED_OPEN,
    "settled": REPLAYED_SETTLED,
    "voided": REPLAYED_VOIDED,
}
"""How they ended."""
AUDIT_FINDS: Final[Mapping[str, Word]] = {
    "behind": Word(
        "audit_finds_behind",
        "NOT what the rules give, behind its end",
        "NÃO é o que as regras dão, depois do seu fim,",
    ),
    "lost": Word("audit_finds_lost", "TAMPERED: what cannot follow", "TAMPERED: o que não pode seguir-se,"),
    "over": Word("audit_finds_over", "NOT what the rules give, ended", "NÃO é o que as regras dão, terminada"),
}
"""What is found of a hand or round (``tombo.projections.round.audit.Audited.what``), to be followed by its place."""
HAND_NOT_AS_RULED: Final = Said(
    "hand_not_as_ruled",
    "{found:word} at log index {index}: {differences:parted}; see 'tombo hand replay {hand}'",
    "{found:word} na entrada {index} do registo: {differences:parted}; ver 'tombo hand replay {hand}'",
)
ROUND_NOT_AS_RULED: Final = Said(
    "round_not_as_ruled",
    "{found:word} at log index {index}: {differences:parted}; see 'tombo round replay {round}'",
    "{found:word} na entrada {index} do registo: {differences:parted}; ver 'tombo round replay {round}'",
)
CANNOT_FOLLOW: Final = Said(
    "cannot_follow",
    "{found:word} at log index {index}: {differences:parted}; 'tombo verify' says whether that entry is one that was signed",
    "{found:word} na entrada {index} do registo: {differences:parted}; 'tombo verify' diz se essa entrada é uma que foi assinada",
)
"""What no replay can show, so that none is named: who comes here was sent by one."""
ALL_AS_RULED: Final = Said(
    "all_as_ruled",
    "Payouts, commission and refunds: computed again, the same as recorded in every one of them",
    "Pagamentos, comissão e reembolsos: o recalculado é igual ao registado em todas elas",
)
ALL_AS_RULED_THAT_CAN: Final = Said(
    "all_as_ruled_that_can",
    "Payouts, commission and refunds: computed again, the same as recorded in every one that can be computed",
    "Pagamentos, comissão e reembolsos: o recalculado é igual ao registado em todas as que se podem recalcular",
)
IMPORTS_CONTRADICT: Final = Said(
    "imports_contradict",
    "{hands:imported hand contradicts|imported hands contradict} another of the same venue, table and number; 'tombo hand show' of each names the other",
    "{hands:jogada importada contradiz|jogadas importadas contradizem} outra do mesmo sítio, mesa e número; 'tombo hand show' de cada uma diz qual",
)
SOME_NOT_AS_RULED: Final = Said(
    "some_not_as_ruled",
    "Differing: {differing:grouped} of {total:grouped}; 'tombo verify' says whether the entries are those that were signed",
    "Diferentes: {differing:grouped} de {total:grouped}; 'tombo verify' diz se as entradas são as que foram assinadas",
)
COMPENSATION_NOT_TIED: Final = Said(
    "compensation_not_tied",
    "NOT tied to what was played, paid at log index {index}: {why:told}",
    "NÃO ligada ao que foi jogado, paga na entrada {index} do registo: {why:told}",
)
COMPENSATION_NOT_TIED_SEE: Final = Said(
    "compensation_not_tied_see",
    "NOT tied to what was played, paid at log index {index}: {why:told}; see 'tombo dispute show {dispute}'",
    "NÃO ligada ao que foi jogado, paga na entrada {index} do registo: {why:told}; ver 'tombo dispute show {dispute}'",
)
COMPENSATIONS_TIED: Final = Said(
    "compensations_tied",
    "{count:compensation|compensations}:"
    " each to who was in what he disputes, and no more than he is owed of it by all his disputes",
    "{count:compensação|compensações}:"
    " cada uma a quem esteve no que reclama, e não mais do que lhe é devido disso por todas as suas reclamações",
)
AUDIT_ASKED: Final = Said(
    "audit_asked",
    "Asked was what was paid; the play of a hand, act by act, is for 'tombo hand replay' to say."
    " Accounts are not looked at: their balances, and none below zero, are for 'tombo reconcile' to say",
    "Perguntou-se o que foi pago; o decorrer de uma jogada, ato a ato, di-lo 'tombo hand replay'."
    " As contas não são vistas: os seus saldos, e que nenhum está abaixo de zero, di-los 'tombo reconcile'",
)
"""The last line of an audit: an overdraft that an event key signed is no payout of a hand."""
