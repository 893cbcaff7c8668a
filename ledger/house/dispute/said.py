"""What is said about disputes: one row a meaning, a column a language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ledger.core.said import Said, Word
from ledger.house.dispute.events import Outcome

OUTCOMES: Final[Mapping[Outcome, Word]] = {
    "accepted": Word("accepted", "accepted", "aceite"),
    "partly": Word("partly", "partly", "aceite em parte"),
    "rejected": Word("rejected", "rejected", "rejeitada"),
}
"""How a dispute was resolved."""
DISPUTE_NAME_TAKEN: Final = Said(
    "dispute_name_taken",
    "there is a dispute {dispute} already; expected a name not used before",
    "já há uma reclamação {dispute}; esperava-se um nome ainda não usado",
)
CLAIMANT_ERASED: Final = Said(
    "claimant_erased",
    "{player} is erased; expected a player of whom something may be kept",
    "{player} foi apagado; esperava-se um jogador de quem se possa guardar alguma coisa",
)
NO_DISPUTED_TOURNAMENT: Final = Said(
    "no_disputed_tournament",
    "there is no tournament {tournament}; expected one that was announced",
    "não há nenhum torneio {tournament}; esperava-se um que tenha sido anunciado",
)
DISPUTE_WITHOUT_CARDS: Final = Said(
    "dispute_without_cards",
    "the dispute {dispute} is about no hand or round, which alone have closed cards",
    "a reclamação {dispute} não é sobre uma jogada, e só as jogadas têm cartas fechadas",
)
DISPUTE_NOT_REPLAYABLE: Final = Said(
    "dispute_not_replayable",
    "the dispute {dispute} is about nothing that can be replayed",
    "a reclamação {dispute} não é sobre nada que se possa recalcular",
)
REPLAY_BEFORE_END: Final = Said(
    "replay_before_end",
    "{played} goes on; it can be replayed once it is over",
    "{played} ainda decorre; pode ser recalculado depois de terminar",
)
REPLAY_OF_OTHER_VERSION: Final = Said(
    "replay_of_other_version",
    "{played} was replayed to version {version}; expected {newest}, its last",
    "{played} foi recalculado até à versão {version}; esperava-se {newest}, a última",
)
DISPUTE_NOT_REPLAYED: Final = Said(
    "dispute_not_replayed",
    "{played} has not been replayed for {dispute}; expected that before",
    "{played} não foi recalculado para {dispute}; esperava-se isso antes",
)
NO_DISPUTE: Final = Said(
    "no_dispute",
    "there is no dispute {dispute}; expected 'open_dispute' before",
    "não há nenhuma reclamação {dispute}; esperava-se 'open_dispute' antes",
)
DISPUTE_RESOLVED: Final = Said(
    "dispute_resolved",
    "the dispute {dispute} is resolved: {outcome:word}; expected a new one",
    "a reclamação {dispute} está resolvida: {outcome:word}; esperava-se uma nova",
)
COMPENSATION_OF_REJECTED: Final = Said(
    "compensation_of_rejected",
    "{amount} for a claim that is rejected; expected no compensation",
    "{amount} por uma reclamação que é rejeitada; não se esperava compensação",
)
COMPENSATION_OF_NOTHING_PLAYED: Final = Said(
    "compensation_of_nothing_played",
    "{amount} for a claim about no hand, round or tournament; expected one that can be replayed",
    "{amount} por uma reclamação que não é sobre uma jogada ou um torneio; esperava-se uma que se possa recalcular",
)
REVERSAL_BY_TWO: Final = Said(
    "reversal_by_two",
    "a compensation is taken back by two officers",
    "uma compensação é anulada por dois responsáveis por litígios",
)
DISPUTE_GAVE_NOTHING: Final = Said(
    "dispute_gave_nothing",
    "the dispute {dispute} gave nothing; expected one that was resolved with a compensation",
    "a reclamação {dispute} não deu nada; esperava-se uma que tenha sido resolvida com uma compensação",
)
COMPENSATION_TAKEN_BACK: Final = Said(
    "compensation_taken_back",
    "the compensation of {dispute} is taken back already",
    "a compensação de {dispute} já foi anulada",
)
REVERSAL_OF_OTHER_AMOUNT: Final = Said(
    "reversal_of_other_amount",
    "{amount} of {dispute}; expected {given}, which was given",
    "{amount} de {dispute}; esperava-se {given}, que foi o valor dado",
)
REVERSAL_ABOVE_BALANCE: Final = Said(
    "reversal_above_balance",
    "{player} has {balance} on account; {amount} are to be taken back",
    "{player} tem {balance} na conta; devem ser retirados {amount}",
)
CLAIMANT_UNKNOWN: Final = Said(
    "claimant_unknown",
    "{player} has no account here; expected a player, as 'tombo hand show' and 'tombo round show' name them",
    (
        "{player} não tem aqui conta de jogador; esperava-se um jogador, como 'tombo hand show' e 'tombo round show'"
        " os nomeiam"
    ),
)
CLAIMANT_NOT_IN_PLAY: Final = Said(
    "claimant_not_in_play",
    (
        "{player} has no account here, and was not in {played}; expected a player, as 'tombo hand show' and 'tombo"
        " round show' name them"
    ),
    (
        "{player} não tem aqui conta de jogador, e não esteve em {played}; esperava-se um jogador, como 'tombo hand"
        " show' e 'tombo round show' os nomeiam"
    ),
)
COMPENSATION_OF_NO_DISPUTE: Final = Said(
    "compensation_of_no_dispute",
    "there is no {dispute}; expected no compensation of {amount} for it",
    "não há {dispute}; não se esperava uma compensação de {amount} por ela",
)
COMPENSATION_OF_NOTHING: Final = Said(
    "compensation_of_nothing",
    "{dispute} is about nothing that was played; expected no compensation of {amount} for it",
    "{dispute} não é sobre nada que tenha sido jogado; não se esperava uma compensação de {amount} por ela",
)
COMPENSATION_OF_OUTSIDER: Final = Said(
    "compensation_of_outsider",
    "{player} was not in {played} with euros; expected no compensation of {amount} for it",
    "{player} não esteve em {played} com euros; não se esperava uma compensação de {amount} por isso",
)
COMPENSATION_ABOVE_DUE: Final = Said(
    "compensation_above_due",
    "{amount} is more than {player} can be owed of {played}; expected {most} at most",
    "{amount} é mais do que pode ser devido a {player} de {played}; esperava-se {most} no máximo",
)
COMPENSATIONS_ABOVE_DUE: Final = Said(
    "compensations_above_due",
    (
        "{amount}, beside the {before} he was given of it, is more than {player} can be owed of {played}; expected"
        " {most} at most"
    ),
    (
        "{amount}, além de {before} que já lhe foram dados por isso, é mais do que pode ser devido a {player} de"
        " {played}; esperava-se {most} no máximo"
    ),
)
