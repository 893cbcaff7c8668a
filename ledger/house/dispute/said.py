"""What is said about disputes: one row a meaning, a column a language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.core.said import Said, Word
from tombo.ledger.house.dispute.events import Outcome

OUTCOMES: Final[Mapping[Outcome, Word]] = {
    "accepted": Word("accepted", "accepted", "aceite"),
    "partly": Word("partly", "accepted in part", "aceite em parte"),
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
    "não há nenhum torneio {tournament}; esperava-se um que tivesse sido anunciado",
)
COMPLAINED_AHEAD: Final = Said(
    "complained_ahead",
    "he is said to have complained at {at:instant}, and the ledger's clock said {heard:instant}; expected a time that has come",
    "diz-se que reclamou em {at:instant}, e o relógio do registo marcava {heard:instant}; esperava-se uma hora que já tivesse passado",
)
COMPLAINED_BEFORE: Final = Said(
    "complained_before",
    "he is said to have complained at {at:instant} of {played}, which began at {began:instant}; expected no earlier time",
    "diz-se que reclamou em {at:instant} de {played}, que começou em {began:instant}; esperava-se uma hora não anterior",
)
DISPUTE_WITHOUT_CARDS: Final = Said(
    "dispute_without_cards",
    "the dispute {dispute} is about no hand or round, which alone have closed cards",
    "a reclamação {dispute} não é sobre nenhuma jogada, e só as jogadas têm cartas fechadas",
)
DISPUTE_NOT_REPLAYABLE: Final = Said(
    "dispute_not_replayable",
    "the dispute {dispute} is about nothing that can be replayed",
    "a reclamação {dispute} não é sobre nada que se possa recalcular",
)
REPLAY_BEFORE_END: Final = Said(
    "replay_before_end",
    "{played} goes on; it can be replayed once it is over",
    "{played} ainda decorre; só se pode recalcular depois de terminar",
)
REPLAY_OF_OTHER_VERSION: Final = Said(
    "replay_of_other_version",
    "{played} was replayed to version {version}; expected {newest}, its last",
    "{played}: recálculo até à versão {version}; esperava-se {newest}, a última",
)
DISPUTE_NOT_REPLAYED: Final = Said(
    "dispute_not_replayed",
    "{played} has not been replayed for {dispute}; expected that before",
    "ainda não houve recálculo de {played} para {dispute}; esperava-se antes o recálculo",
)
NO_DISPUTE: Final = Said(
    "no_dispute",
    "there is no dispute {dispute}; expected 'open_dispute' before",
    "não há nenhuma reclamação {dispute}; esperava-se antes 'open_dispute'",
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
    "{amount} por uma reclamação que não é sobre nenhuma jogada ou torneio; esperava-se uma que se possa recalcular",
)
REVERSAL_BY_TWO: Final = Said(
    "reversal_by_two",
    "a compensation is taken back by two officers",
    "uma compensação é anulada por dois responsáveis por litígios",
)
DISPUTE_GAVE_NOTHING: Final = Said(
    "dispute_gave_nothing",
    "the dispute {dispute} gave nothing; expected one that was resolved with a compensation",
    "a reclamação {dispute} não deu nada; esperava-se uma que tivesse sido resolvida com uma compensação",
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
RULE_OF_ANOTHER_GAME: Final = Said(
    "rule_of_another_game",
    "{rule} does not decide {played}; expected one of {due}",
    "{rule} não decide {played}; esperava-se uma regra de {due}",
)
COMPENSATION_OF_OUTSIDER: Final = Said(
    "compensation_of_outsider",
    "{player} was not in {played} with euros; expected no compensation of {amount} for it",
    "{player} não esteve em {played} com euros; não se esperava uma compensação de {amount} por isso",
)
COMPENSATION_ABOVE_DUE: Final = Said(
    "compensation_above_due",
    "{amount} is more than {player} can be owed of {played}; expected {most} at most",
    "{amount} é mais do que pode ser devido a {player} de {played}; esperava-se no máximo {most}",
)
COMPENSATIONS_ABOVE_DUE: Final = Said(
    "compensations_above_due",
    (
        "{amount}, beside the {before} he was given of it, is more than {player} can be owed of {played}; expected"
        " {most} at most"
    ),
    "{amount}, além de {before} que já lhe foram dados por isso, é mais do que pode ser devido a {player} de"
    " {played}; esperava-se no máximo {most}",
)
DISPUTE_OPENED_AGAIN: Final = Said(
    "dispute_opened_again",
    "{dispute} is opened a second time",
    "{dispute} é aberta uma segunda vez",
)
DISPUTE_FOR_ERASED: Final = Said(
    "dispute_for_erased",
    "{dispute} is opened for {player}, who is erased",
    "{dispute} é aberta para {player}, que foi apagado",
)
CARDS_READ_OUTSIDE_DISPUTE: Final = Said(
    "cards_read_outside_dispute",
    "the cards of {hand} are read for {dispute}, which does not go on, or is not about it",
    "as cartas de {hand} são lidas para {dispute}, que não está em curso, ou não é sobre essa jogada",
)
REPLAY_OUTSIDE_DISPUTE: Final = Said(
    "replay_outside_dispute",
    "{dispute} is replayed once it is resolved, or was never opened",
    "há um recálculo para {dispute} depois de resolvida, ou nunca foi aberta",
)
REPLAY_OF_OTHER_PLAY: Final = Said(
    "replay_of_other_play",
    "{played} is replayed for {dispute}, which is about {about}",
    "há um recálculo de {played} para {dispute}, que é sobre {about}",
)
REPLAY_FOR_DISPUTE_OF_NOTHING: Final = Said(
    "replay_for_dispute_of_nothing",
    "{played} is replayed for {dispute}, which is about nothing that was played",
    "há um recálculo de {played} para {dispute}, que não é sobre nada que tenha sido jogado",
)
RESOLVED_AGAIN: Final = Said(
    "resolved_again",
    "{dispute} is resolved a second time, or was never opened",
    "{dispute} é resolvida uma segunda vez, ou nunca foi aberta",
)
RESOLVED_WITHOUT_REPLAY: Final = Said(
    "resolved_without_replay",
    "{dispute} is resolved, and {played} was not replayed for it",
    "{dispute} é resolvida, e não houve recálculo de {played} para ela",
)
COMPENSATION_FOR_REJECTED: Final = Said(
    "compensation_for_rejected",
    "{amount} for {dispute}, a claim that is rejected",
    "{amount} por {dispute}, uma reclamação que é rejeitada",
)
COMPENSATION_NOT_GIVEN: Final = Said(
    "compensation_not_given",
    "{amount} for {player}, which {dispute} did not give him after a replay",
    "{amount} para {player}, que {dispute} não lhe deu depois de um recálculo",
)
REVERSAL_OF_NOTHING_GIVEN: Final = Said(
    "reversal_of_nothing_given",
    "{amount} taken back, which the dispute {dispute} does not give",
    "{amount} anulados, que a reclamação {dispute} não dá",
)
REVERSAL_NOT_RESOLVED: Final = Said(
    "reversal_not_resolved",
    "{amount} from {player}, which {dispute} does not take back",
    "{amount} retirados a {player}, que {dispute} não anula",
)
