"""What is said about póquer sem descarte: one row a meaning, a column a language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.core.said import Said, Word

OUTCOMES: Final[Mapping[str, Word]] = {
    "settled": Word("round_settled", "settled", "está liquidada"),
    "voided": Word("round_voided", "voided", "é nula"),
}
"""How a round has ended."""
DECISIONS: Final[Mapping[str, Word]] = {
    "folded": Word("seat_folded", "folded", "desistiu"),
    "continued": Word("seat_continued", "continued", "continuou em jogo"),
}
"""What a seat has decided, R803 r.20."""

SEM_DESCARTE_ROUND_UNKNOWN: Final = Said(
    "sem_descarte_round_unknown",
    "there is no round {round}; expected one that was opened",
    "não há nenhuma jogada {round}; esperava-se uma que tivesse sido aberta",
)
SEM_DESCARTE_TABLE_OF_OTHER_GAME: Final = Said(
    "sem_descarte_table_of_other_game",
    "{table} plays {game}, not sem_descarte",
    "em {table} joga-se {game}, não sem_descarte",
)
ANTE_WITHOUT_SEAT: Final = Said(
    "ante_without_seat",
    "{player} does not sit on seat {seat} of {table}",
    "{player} não ocupa o lugar {seat} de {table}",
)
SEAT_WITHOUT_ANTE: Final = Said(
    "seat_without_ante",
    "seat {seat} has no ante in this round; expected one that has",
    "o lugar {seat} não tem aposta inicial nesta jogada; esperava-se um que a tivesse",
)
SEM_DESCARTE_ROUND_OVER: Final = Said(
    "sem_descarte_round_over",
    "the round is {outcome:word}; expected one under way",
    "a jogada {outcome:word}; esperava-se uma em curso",
)
SEM_DESCARTE_BETTING_END_UNANNOUNCED: Final = Said(
    "sem_descarte_betting_end_unannounced",
    "no end of the betting is announced; expected 'deadline' at a table of several",
    "o fim das apostas não está anunciado; esperava-se 'deadline' numa mesa de múltiplos jogadores",
)
SEM_DESCARTE_BETTING_TIME_OTHERWISE: Final = Said(
    "sem_descarte_betting_time_otherwise",
    "{given:duration} to bet; expected {due:duration}",
    "{given:duration} para apostar; esperavam-se {due:duration}",
)
ANTE_AFTER_BETTING_TIME: Final = Said(
    "ante_after_betting_time",
    "the time to bet is over; expected the ante before it",
    "o tempo para apostar terminou; esperava-se antes a aposta inicial",
)
SEM_DESCARTE_BETS_CLOSED_BEFORE: Final = Said(
    "sem_descarte_bets_closed_before", "the bets are closed already", "as apostas já estão encerradas"
)
SEM_DESCARTE_BETTING_TIME_LEFT: Final = Said(
    "sem_descarte_betting_time_left", "{left:duration} are left to bet", "ainda há {left:duration} para apostar"
)
ANTE_TWICE: Final = Said(
    "ante_twice",
    "seat {seat} has its ante already; expected one a seat",
    "o lugar {seat} já tem a sua aposta inicial; esperava-se uma por lugar",
)
ANTE_OUT_OF_LIMITS: Final = Said(
    "ante_out_of_limits",
    "an ante of {ante}; expected {least} to {most}",
    "uma aposta inicial de {ante}; esperava-se entre {least} e {most}",
)
SEM_DESCARTE_CARDS_OUT_OF_TURN: Final = Said(
    "sem_descarte_cards_out_of_turn",
    "the cards are dealt once, after the bets are closed, to seats with an ante",
    "as cartas são distribuídas uma só vez, depois de encerradas as apostas, aos lugares com aposta inicial",
)
CLOSED_CARDS_MISCOUNTED: Final = Said(
    "closed_cards_miscounted",
    "{cards:closed card|closed cards} for {seats:seat|seats}; expected {expected}",
    "{cards:carta tapada|cartas tapadas} para {seats:lugar|lugares}; esperavam-se {expected}",
)
SEM_DESCARTE_CARD_TWICE: Final = Said(
    "sem_descarte_card_twice",
    "{cards} lies there twice; expected one deck",
    "em duplicado: {cards}; esperava-se um só baralho",
)
SEM_DESCARTE_DECIDED_BEFORE: Final = Said(
    "sem_descarte_decided_before",
    "seat {seat} has {decision:word}; expected a decision that is still to be taken",
    "o lugar {seat} já {decision:word}; esperava-se uma decisão ainda por tomar",
)
SEM_DESCARTE_DECISION_BEFORE_CARDS: Final = Said(
    "sem_descarte_decision_before_cards",
    "no cards are dealt; expected a decision that is still to be taken",
    "não há cartas distribuídas; esperava-se uma decisão ainda por tomar",
)
SEM_DESCARTE_ASKED_BEFORE: Final = Said(
    "sem_descarte_asked_before",
    "seat {seat} was asked already; expected the warning when its time is over ({rule})",
    "ao lugar {seat} já foi pedida uma decisão; esperava-se o pré-aviso quando o seu tempo terminasse ({rule})",
)
SEM_DESCARTE_DECISION_TIME_OTHERWISE: Final = Said(
    "sem_descarte_decision_time_otherwise",
    "{given:duration} to decide; expected {due:duration}",
    "{given:duration} para decidir; esperavam-se {due:duration}",
)
WARNING_WITHOUT_REQUEST: Final = Said(
    "warning_without_request",
    "seat {seat} was not asked; expected a decision requested before ({rule})",
    "ao lugar {seat} não foi pedida uma decisão; esperava-se antes um pedido de decisão ({rule})",
)
WARNED_BEFORE: Final = Said("warned_before", "seat {seat} was warned already", "o lugar {seat} já recebeu o pré-aviso")
SEM_DESCARTE_DECISION_TIME_LEFT: Final = Said(
    "sem_descarte_decision_time_left",
    "seat {seat} has {left:duration} left to decide",
    "o lugar {seat} ainda tem {left:duration} para decidir",
)
EXTRA_TIME_WITHOUT_WARNING: Final = Said(
    "extra_time_without_warning",
    "seat {seat} was not warned; expected the warning before the extra time",
    "o lugar {seat} não recebeu o pré-aviso; esperava-se o pré-aviso antes do tempo suplementar",
)
EXTRA_TIME_TWICE: Final = Said(
    "extra_time_twice", "seat {seat} has had its extra time", "o lugar {seat} já teve o seu tempo suplementar"
)
EXTRA_TIME_OTHERWISE: Final = Said(
    "extra_time_otherwise",
    "{given:duration} of extra time; expected {due:duration}",
    "{given:duration} de tempo suplementar; esperavam-se {due:duration}",
)
SEM_DESCARTE_DISCONNECTION_TWICE: Final = Said(
    "sem_descarte_disconnection_twice", "seat {seat} was reported already", "a falha do lugar {seat} já foi comunicada"
)
SEM_DESCARTE_NOT_CUT_OFF: Final = Said(
    "sem_descarte_not_cut_off",
    "no failure of seat {seat} is on record that lasts; expected one to be reported before",
    "não há nenhuma falha do lugar {seat} registada que dure; esperava-se que tivesse sido comunicada antes",
)
SEM_DESCARTE_FOLDED_WITHOUT_FAILURE: Final = Said(
    "sem_descarte_folded_without_failure",
    "seat {seat} is said to fold because its player was cut off; expected the failure of its connection right before",
    "o lugar {seat} é dado como desistente por o jogador ter ficado sem ligação; esperava-se a falha da ligação imediatamente antes",
)
SEM_DESCARTE_FAILED_WITHOUT_FOLD: Final = Said(
    "sem_descarte_failed_without_fold",
    "the connection of seat {seat} failed before it had decided; expected it to fold with that, at once",
    "a ligação do lugar {seat} falhou antes de ele decidir; esperava-se que desistisse com isso, de imediato",
)
SEM_DESCARTE_CUT_OFF_IN_OUTAGE: Final = Said(
    "sem_descarte_cut_off_in_outage",
    "seat {seat} is cut off while the incident {incident} of the operator's system is open at the table, and folds for no such failure"
    " ({rule}); expected the round void under it, or the incident closed before",
    "a falha do lugar {seat} ocorre com o incidente {incident}, com origem no sistema técnico de jogo, em aberto na mesa, e não é desistência"
    " ({rule}); esperava-se que a jogada fosse declarada nula por esse incidente, ou que este estivesse terminado",
)
SEM_DESCARTE_DECISION_LATE: Final = Said(
    "sem_descarte_decision_late",
    "seat {seat} decides {late:duration} after its extra time",
    "o lugar {seat} decide {late:duration} depois do seu tempo suplementar",
)
FOLD_WITHOUT_EXTRA_TIME: Final = Said(
    "fold_without_extra_time",
    "seat {seat} had no warning with extra time; expected both before ({rule})",
    "o lugar {seat} não teve pré-aviso com tempo suplementar; esperavam-se antes ambos ({rule})",
)
SETTLED_BEFORE_BETS_CLOSED: Final = Said(
    "settled_before_bets_closed",
    "the bets are not closed; expected every decision taken",
    "as apostas não estão encerradas; esperavam-se todas as decisões tomadas",
)
SETTLED_BEFORE_DECISIONS: Final = Said(
    "settled_before_decisions",
    "seats {seats} have not decided; expected every decision taken",
    "os lugares {seats} não decidiram; esperavam-se todas as decisões tomadas",
)
SEM_DESCARTE_ROUND_HAS_A_RESULT: Final = Said(
    "sem_descarte_round_has_a_result",
    "every decision is taken and the cards are on record; expected the round to be settled",
    "todas as decisões estão tomadas e as cartas registadas; esperava-se que a jogada fosse liquidada",
)
SEM_DESCARTE_OPENINGS_MISSING: Final = Said(
    "sem_descarte_openings_missing",
    "the openings of slots {slots} are not kept; run 'tombo verify'",
    "as aberturas das posições {slots} não estão guardadas; execute 'tombo verify'",
)
TIE_OF_SEAT: Final = Said("tie_of_seat", "the tie of seat {seat}", "o empate do lugar {seat}")
VOID_ROUND_OF_SEAT: Final = Said("void_round_of_seat", "the void round of seat {seat}", "a jogada nula do lugar {seat}")
CARDS_LOST_OF_SEAT: Final = Said(
    "cards_lost_of_seat",
    "the closed cards of slots {slots}, without which the bets of seat {seat} are not determined, are lost",
    "perderam-se as cartas tapadas das posições {slots}, sem as quais as apostas do lugar {seat} não são determináveis",
)
SEM_DESCARTE_PAYS_OTHERWISE: Final = Said(
    "sem_descarte_pays_otherwise",
    "{why:told}: {paid} come back; as {reading:word} has it: {otherwise}",
    "{why:told}: retorno de {paid}; segundo {reading:word}: {otherwise}",
)
SEM_DESCARTE_PAYS_AS_CLOSED_CARDS_SAY: Final = Said(
    "sem_descarte_pays_as_closed_cards_say",
    "{why:told}: {paid} come back; as {reading:word} has it: what its closed cards say",
    "{why:told}: retorno de {paid}; segundo {reading:word}: o que as suas cartas tapadas disserem",
)
SEM_DESCARTE_VOID_WITH_RESULT: Final = Said(
    "sem_descarte_void_with_result", "void, and {why:told}", "nula, e {why:told}"
)
SEM_DESCARTE_SETTLED_UNDECIDED: Final = Said(
    "sem_descarte_settled_undecided", "settled, and a seat has not decided", "liquidada, e um lugar não decidiu"
)
ANTE_COLLECTED_BEFORE_FOLD: Final = Said(
    "ante_collected_before_fold",
    "the ante of seat {seat} is collected as folded before the seat folds",
    "a aposta inicial do lugar {seat} é recolhida por desistência antes de o lugar desistir",
)
DECIDED_BEFORE_HOUSE_SHOWN: Final = Said(
    "decided_before_house_shown",
    "the bets of seat {seat} are decided before the house shows its cards",
    "as apostas do lugar {seat} são decididas antes de a banca mostrar as suas cartas",
)
BETS_CLOSED_NOT_ONCE: Final = Said(
    "bets_closed_not_once",
    "{times:time|times} the bets are closed; expected once",
    "as apostas são encerradas {times:vez|vezes}; esperava-se uma só vez",
)
CARDS_DEALT_NOT_ONCE: Final = Said(
    "cards_dealt_not_once",
    "{times:time|times} the cards are dealt; expected once",
    "as cartas são distribuídas {times:vez|vezes}; esperava-se uma só vez",
)
SEM_DESCARTE_ENDS_SEVERAL_TIMES: Final = Said(
    "sem_descarte_ends_several_times",
    "it ends {times:time|times}; expected once",
    "termina {times:vez|vezes}; esperava-se uma só vez",
)
SEM_DESCARTE_OBJECTION_TO_PLAYER: Final = Said(
    "sem_descarte_objection_to_player", "{player}, {why:told}", "{player}, {why:told}"
)
SECOND_BET_STAKED_OTHERWISE: Final = Said(
    "second_bet_staked_otherwise",
    "{player}, staked on bet: recorded {recorded}, recomputed {recomputed}",
    "{player}, valor da segunda aposta (bet): registado {recorded}, recalculado {recomputed}",
)
HOUSE_CARDS_NOT_SHOWN: Final = Said(
    "house_cards_not_shown",
    "a seat continued, and the house has not shown its cards",
    "um lugar continuou em jogo, e a banca não mostrou as suas cartas",
)
PLAYER_CARDS_NOT_SHOWN: Final = Said(
    "player_cards_not_shown",
    "{player} continued, the house plays, and his cards are not shown",
    "{player} continuou em jogo, a banca vai a jogo, e as suas cartas não foram mostradas",
)
HOUSE_RECORDED_OUT: Final = Said(
    "house_recorded_out",
    "recorded that the house does not play, and it does",
    "está registado que a banca não vai a jogo, e vai",
)
HOUSE_RECORDED_PLAYING: Final = Said(
    "house_recorded_playing",
    "recorded that the house plays, and it does not",
    "está registado que a banca vai a jogo, e não vai",
)
COMBINATION_OTHERWISE: Final = Said(
    "combination_otherwise",
    "seat {seat} is said to show {called:word}; the cards are {due:word}",
    "diz-se que o lugar {seat} mostra {called:word}; as cartas são {due:word}",
)
SHOWN_CARDS_NOT_DEALT: Final = Said(
    "shown_cards_not_dealt",
    "{cards} shown, which were not dealt so",
    "cartas mostradas que não foram distribuídas assim: {cards}",
)
