"""What the night job says of whose money it is, and of what makes a hand void: one row a meaning, a column a language."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said, Word

NOBODY: Final = Word("nobody_seated", "nobody", "ninguém")
NOWHERE: Final = Word("session_nowhere", "no place", "nenhum sítio")
SEAT_SOLD_AGAIN: Final = Said(
    "seat_sold_again",
    "{player} is said to take seat {seat} of {table}; {holder} sits there",
    "{player} é dado como tomando o lugar {seat} de {table}; quem lá está é {holder}",
)
ASKED_BY_NO_STAFF: Final = Said(
    "asked_by_no_staff",
    "{kind} in {stream} was asked for by {who}; expected staff, two of whom sign it",
    "{kind} em {stream} foi pedida por {who}; esperava-se um funcionário, e a assinatura de dois",
)
LEAVES_FOR_ANOTHER: Final = Said(
    "leaves_for_another",
    "{player} is said to leave seat {seat} of {table}; {holder} sits there",
    "{player} é dado como saindo do lugar {seat} de {table}; quem lá está é {holder}",
)
TAKEN_OTHERWISE: Final = Said(
    "taken_otherwise",
    "seat {seat} of {table}: the operator takes {taken} cents of {bought}; under the rules of its table expected {due}",
    "lugar {seat} de {table}: a entidade exploradora cobra {taken} cêntimos de {bought}; pelas regras da mesa esperavam-se {due}",
)
LEAVES_UNSEEN: Final = Said(
    "leaves_unseen",
    "{player} is said to leave {table}, and is not there",
    "{player} é dado como saindo de {table}, e não está lá",
)
BETS_UNSEEN: Final = Said(
    "bets_unseen",
    "{player} bets in {round}, and has no such place at its table",
    "{player} aposta em {round}, e não tem esse lugar na sua mesa",
)
TURNED_DOWN_AS_ABSENT: Final = Said(
    "turned_down_as_absent",
    "a bet of {player} in {round} is said to be turned down because he has no such place at its table, and he has",
    "uma aposta de {player} em {round} é dada como recusada por não ter esse lugar na mesa, e tem-no",
)
TURNED_DOWN_AS_SHORT: Final = Said(
    "turned_down_as_short",
    "a bet of {player} in {round} is said to be turned down because his account does not hold {stake} cents; it holds {held}",
    "uma aposta de {player} em {round} é dada como recusada por a sua conta não ter {stake} cêntimos; tem {held}",
)
EMPTY_SEAT_LEAVES: Final = Said(
    "empty_seat_leaves",
    "seat {seat} of {table} asks to leave, and nobody sits there",
    "o lugar {seat} de {table} pede para sair, e ninguém lá está",
)
LEAVES_AGAIN: Final = Said(
    "leaves_again",
    "seat {seat} of {table} asks to leave, and has asked before in the same hand",
    "o lugar {seat} de {table} pede para sair, e já o pedira na mesma mão",
)
CLOSED_NOT_OPEN: Final = Said(
    "closed_not_open",
    "{table} is closed, and was not open",
    "{table} é encerrada, e não estava aberta",
)
TURNED_DOWN_AS_SHORT_OF: Final = Said(
    "turned_down_as_short_of",
    "a bet of {player} in {round} is turned down because his account is short, and what is said of account, balance or stake is"
    " not so: it holds {held}",
    "uma aposta de {player} em {round} foi recusada por falta de saldo, e não é assim o que se diz da conta, do saldo ou da"
    " aposta: tem {held}",
)
SESSION_UNKNOWN: Final = Said(
    "session_unknown",
    "{player} takes a place in {where} under {session}, which is not on record",
    "{player} toma lugar em {where} por {session}, que não está registada",
)
SESSION_OF_ANOTHER: Final = Said(
    "session_of_another",
    "{player} takes a place in {where} under {session}, which is of {other}",
    "{player} toma lugar em {where} por {session}, que é de {other}",
)
SESSION_WAS_OVER: Final = Said(
    "session_was_over",
    "{player} takes a place in {where} under {session}, which is over",
    "{player} toma lugar em {where} por {session}, que já terminou",
)
SESSION_OF_OTHER_GAME: Final = Said(
    "session_of_other_game",
    "{player} takes a place in {where} under {session}, which is of {told}; expected one of {game}",
    "{player} toma lugar em {where} por {session}, que é do {told}; esperava-se uma do {game}",
)
TURNED_DOWN_AS_CLOSED: Final = Said(
    "turned_down_as_closed",
    "{player} is turned down in {round} as at a table that is not open; it is",
    "{player} é recusado em {round} como numa mesa que não está aberta; está",
)
ENTERED_WITHOUT_PLACE: Final = Said(
    "entered_without_place",
    "{session} says that it is played in {where}, where nobody takes a place under it",
    "{session} diz ser jogada em {where}, onde ninguém toma lugar por ela",
)
SESSION_ENTERED_ELSEWHERE: Final = Said(
    "session_entered_elsewhere",
    "{player} takes a place in {where} under {session}, which says that it is played in {told}",
    "{player} toma lugar em {where} por {session}, que diz ser jogada em {told}",
)
ROUND_ENDED_OTHERWISE: Final = Said(
    "round_ended_otherwise",
    "{table} says otherwise of {round} whether it was settled or void",
    "{table} diz outra coisa de {round}: se foi liquidada ou é nula",
)
BET_IN_ROUND_OTHERWISE: Final = Said(
    "bet_in_round_otherwise",
    "{table} says that [{told}] bet in {round}; in it bets [{makes}]",
    "{table} diz que [{told}] apostaram em {round}; nela apostam [{makes}]",
)
VOID_UNKNOWN: Final = Said(
    "void_unknown",
    "{stream} is void under the incident {incident}, which is not on record",
    "{stream} é nula pelo incidente {incident}, que não está registado",
)
VOID_OF_PLAYER: Final = Said(
    "void_of_player",
    "{stream} is void under the incident {incident}, whose origin is {origin:word}: on the player's side nothing is void",
    "{stream} é nula pelo incidente {incident}, com origem {origin:word}: do lado do jogador nada é nulo",
)
VOID_WENT_ON: Final = Said(
    "void_went_on",
    "{stream} is void under the incident {incident}, which found it at version {found}; it went on with version {version}",
    "{stream} é nula pelo incidente {incident}, que a encontrou na versão {found}; continuou com a versão {version}",
)
SILENT_DURING_OUTAGE: Final = Said(
    "silent_during_outage",
    "{stream} version {version} decides for a player by his silence, while the incident {incident} of the operator's own system was open there",
    "{stream} versão {version} decide por um jogador pelo seu silêncio, com o incidente {incident} do sistema técnico de jogo aberto na mesa",
)
SILENT_BEFORE_TIME: Final = Said(
    "silent_before_time",
    "{stream} version {version} decides for a player by his silence at {at:instant}; an outage of the operator's own system that was over at"
    " {ended:instant} had given him his time once more, until {until:instant}",
    "{stream} versão {version} decide por um jogador pelo seu silêncio em {at:instant}; uma falha do sistema técnico de jogo, terminada em"
    " {ended:instant}, tinha-lhe dado o tempo de novo, até {until:instant}",
)
VOID_ELSEWHERE: Final = Said(
    "void_elsewhere",
    "{stream} is void under the incident {incident}, which does not cover {table}",
    "{stream} é nula pelo incidente {incident}, que não abrange {table}",
)
VOID_CLOSED: Final = Said(
    "void_closed",
    "{stream} is void under the incident {incident}, which was closed before; expected an open one",
    "{stream} é nula pelo incidente {incident}, que já estava encerrado; esperava-se um em aberto",
)
VOID_UNLISTED: Final = Said(
    "void_unlisted",
    "{stream} is void under the incident {incident}, which does not list it: it was not in play as that was opened",
    "{stream} é nula pelo incidente {incident}, que não a indica: não estava em curso quando este foi aberto",
)
REST_WITHOUT_END: Final = Said(
    "rest_without_end",
    "seat {seat} of {table} rests without an end; its rules give {most:duration} ({rule}); expected a rest that says until when",
    "o lugar {seat} de {table} descansa sem fim; as suas regras dão {most:duration} ({rule}); esperava-se um descanso que diga até quando",
)
REST_OF_ANOTHER_LENGTH: Final = Said(
    "rest_of_another_length",
    "seat {seat} of {table} rests from {begins:instant} until {until:instant}; the rules of the table give {due:duration}",
    "o lugar {seat} de {table} descansa de {begins:instant} até {until:instant}; as regras da mesa dão {due:duration}",
)
RESTS_ANEW: Final = Said(
    "rests_anew",
    "seat {seat} of {table} rests until {until:instant}; no hand was dealt to it since it rested until {before:instant}, and that rest goes on",
    "o lugar {seat} de {table} descansa até {until:instant}; não lhe foi dada nenhuma mão desde que descansava até {before:instant}, e esse descanso continua",
)
RESTS_ALREADY: Final = Said(
    "rests_already",
    "seat {seat} of {table} is said to rest, and rests already",
    "diz-se que o lugar {seat} de {table} descansa, e já descansa",
)
RETURNS_UNRESTED: Final = Said(
    "returns_unrested",
    "seat {seat} of {table} comes back, and did not rest",
    "o lugar {seat} de {table} regressa, e não descansava",
)
NO_REST_ENDED: Final = Said(
    "no_rest_ended",
    "seat {seat} of {table} is vacated as after a rest, and did not rest until a time; expected nobody to lose a seat he has",
    "o lugar {seat} de {table} é libertado como depois de um descanso, e não descansava até uma hora; esperava-se que ninguém perdesse o lugar que tem",
)
REST_CUT_SHORT: Final = Said(
    "rest_cut_short",
    "seat {seat} of {table} is vacated at {at:instant}, and might rest until {until:instant}; expected the end of the rest before",
    "o lugar {seat} de {table} é libertado em {at:instant}, e podia descansar até {until:instant}; esperava-se antes o fim do descanso",
)
KEEPS_SEAT_AFTER_REST: Final = Said(
    "keeps_seat_after_rest",
    "the rest of seat {seat} of {table} is ended, and nobody leaves; expected the player to leave in the same commit",
    "o descanso do lugar {seat} de {table} é terminado, e ninguém sai; esperava-se a saída do jogador na mesma gravação",
)
SESSION_NEVER_ENDED: Final = Said(
    "session_never_ended",
    "the session of {table} was over at {ends:instant}, and the table is not closed; expected its end",
    "a sessão de {table} terminou em {ends:instant}, e a mesa não está fechada; esperava-se o seu fim",
)
SESSION_SET_ELSEWHERE: Final = Said(
    "session_set_elsewhere",
    "{table} says its hours elsewhere than behind its opening as a session table; expected them there, and once",
    "{table} diz a sua hora noutro lugar que não atrás da sua abertura como mesa de sessão; esperava-se aí, e uma só vez",
)
REGISTERS_NOWHERE: Final = Said(
    "registers_nowhere",
    "{player} is said to register at {table}, which has no hours or is closed",
    "diz-se que {player} se inscreve em {table}, que não tem hora ou está encerrada",
)
REGISTERS_AGAIN: Final = Said(
    "registers_again",
    "{player} is said to register at {table}, and is registered already",
    "diz-se que {player} se inscreve em {table}, e já está inscrito",
)
SESSION_OF_ANOTHER_LENGTH: Final = Said(
    "session_of_another_length",
    "the session of {table} is from {starts:instant} to {ends:instant}; expected {due:duration}",
    "a sessão de {table} é de {starts:instant} a {ends:instant}; esperavam-se {due:duration}",
)
AGAINST_RULE_OF_SESSION: Final = Said(
    "against_rule_of_session",
    "{kind} of {table} is against {rule}: {found:told}",
    "{kind} de {table} é contra {rule}: {found:told}",
)
