"""What is said about tournaments from the announcement to the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.core.said import Said, Word

PHASES: Final[Mapping[str, Word]] = {
    "announced": Word("tournament_announced", "announced", "anunciado"),
    "playing": Word("tournament_playing", "playing", "em curso"),
    "finished": Word("tournament_finished", "finished", "terminado"),
    "cancelled": Word("tournament_cancelled", "cancelled", "cancelado"),
}
TOURNAMENT_MISSING: Final = Said(
    "tournament_missing",
    "there is no tournament {tournament}; expected 'announce_tournament' before",
    "não há nenhum torneio {tournament}; esperava-se antes 'announce_tournament'",
)
TOURNAMENT_NAME_TAKEN: Final = Said(
    "tournament_name_taken",
    "there is a tournament {tournament} already; expected a name not used before",
    "já há um torneio {tournament}; esperava-se um nome ainda não usado",
)
TOURNAMENT_OVER: Final = Said("tournament_over", "the tournament is {phase:word}", "o torneio está {phase:word}")
ENTRY_HELD_ALREADY: Final = Said(
    "entry_held_already",
    "{player} has the entry {entry}; expected one entry a player",
    "{player} tem a inscrição {entry}; esperava-se uma inscrição por jogador",
)
ENTRIES_TAKEN_UNTIL_LEVEL: Final = Said(
    "entries_taken_until_level",
    "the tournament is in level {level}; its rules say late entries until the end of level {until}",
    "o torneio está no nível {level}; as suas regras preveem inscrições tardias até ao fim do nível {until}",
)
ENTRIES_NOT_TAKEN_LATE: Final = Said(
    "entries_not_taken_late",
    "the tournament is in level {level}; its rules say no late entries",
    "o torneio está no nível {level}; as suas regras não preveem inscrições tardias",
)
TOURNAMENT_FULL: Final = Said(
    "tournament_full",
    "{entered:player|players} of {most} have entered; no place is left",
    "inscreveram-se {entered:jogador|jogadores} de {most}; não resta nenhum lugar",
)
TOURNAMENT_ACCOUNT_MISSING: Final = Said(
    "tournament_account_missing",
    "{player} has no account",
    "{player} não tem conta de jogador",
)
ENTRY_MISSING: Final = Said("entry_missing", "{player} has no entry", "{player} não tem inscrição")
ENTRY_ELIMINATED: Final = Said("entry_eliminated", "{player} was eliminated", "{player} foi eliminado")
ENTRIES_TAKEN_BACK_UNTIL: Final = Said(
    "entries_taken_back_until",
    "entries are taken back until {until:instant}",
    "as inscrições podem ser canceladas até {until:instant}",
)
ENTRIES_TAKEN_BACK_UNTIL_START: Final = Said(
    "entries_taken_back_until_start",
    "entries are taken back until the start",
    "as inscrições podem ser canceladas até ao início",
)
REENTRIES_NOT_OFFERED: Final = Said(
    "reentries_not_offered",
    "the tournament has no reentries",
    "o torneio não tem reinscrições",
)
REENTRY_BEFORE_ELIMINATION: Final = Said(
    "reentry_before_elimination",
    "{player} was not eliminated; expected that before a reentry",
    "{player} não foi eliminado; esperava-se a sua eliminação antes de uma reinscrição",
)
REENTRIES_USED_UP: Final = Said(
    "reentries_used_up",
    "{player} has entered again {taken:time|times}; the tournament allows {most}",
    "{player} já se reinscreveu {taken:vez|vezes}; o torneio permite {most}",
)
SALE_NOT_OPEN: Final = Said(
    "sale_not_open",
    "level {level}; sold until the end of level {until}",
    "nível {level}; à venda até ao fim do nível {until}",
)
TOURNAMENT_SEAT_NOT_DRAWN: Final = Said(
    "tournament_seat_not_drawn",
    "{player} has no seat yet",
    "{player} ainda não tem lugar",
)
REBUYS_NOT_OFFERED: Final = Said("rebuys_not_offered", "the tournament has no rebuys", "o torneio não tem rebuys")
REBUY_WITH_TOO_MUCH: Final = Said(
    "rebuy_with_too_much",
    "{player} has {stack}; expected less than {below}",
    "{player} tem {stack}; esperava-se menos do que {below}",
)
REBUYS_USED_UP: Final = Said(
    "rebuys_used_up",
    "{player} has bought {taken:time|times}; the tournament allows {most}",
    "{player} já comprou {taken:vez|vezes}; o torneio permite {most}",
)
ADD_ONS_NOT_OFFERED: Final = Said("add_ons_not_offered", "the tournament has no add-ons", "o torneio não tem add-ons")
ADD_ON_TAKEN: Final = Said("add_on_taken", "{player} has taken his add-on", "{player} já fez o seu add-on")
ADD_ON_OUT_OF_ITS_LEVEL: Final = Said(
    "add_on_out_of_its_level",
    "level {level}; add-ons are taken in level {until}, the last",
    "nível {level}; os add-ons fazem-se no nível {until}, o último",
)
TOURNAMENT_STARTS_ONCE: Final = Said(
    "tournament_starts_once",
    "the tournament is {phase:word}; it starts once",
    "o torneio está {phase:word}; só se inicia uma vez",
)
TOURNAMENT_STARTS_LATER: Final = Said(
    "tournament_starts_later",
    "the tournament starts at {starts:instant}, not at {at:instant}",
    "o torneio inicia-se em {starts:instant}, não em {at:instant}",
)
SIT_AND_GO_NOT_FULL: Final = Said(
    "sit_and_go_not_full",
    "{taken} of {seats} seats are taken; a sit & go starts with all of them",
    "estão preenchidos {taken} de {seats} lugares; um torneio sit and go inicia-se com todos preenchidos",
)
TOURNAMENT_PLAYERS_TOO_FEW: Final = Said(
    "tournament_players_too_few",
    "{players:player|players}; expected {least} at least, or its cancellation ({rule})",
    "{players:jogador|jogadores}; esperavam-se pelo menos {least}, ou o cancelamento do torneio ({rule})",
)
ONE_TABLE_EXPECTED: Final = Said(
    "one_table_expected",
    "{tables:table|tables}; expected one",
    "{tables:mesa|mesas}; esperava-se uma",
)
TABLES_TOO_SMALL: Final = Said(
    "tables_too_small",
    "{players:player|players} at {tables:table|tables} of {seats:seat|seats}",
    "{players:jogador|jogadores} em {tables:mesa|mesas} de {seats:lugar|lugares}",
)
TABLES_TOO_MANY: Final = Said(
    "tables_too_many",
    "{players:player|players} at {tables:table|tables}; expected two at each at least",
    "{players:jogador|jogadores} em {tables:mesa|mesas}; esperavam-se pelo menos dois em cada uma",
)
TOURNAMENT_TABLE_NAMED_TWICE: Final = Said(
    "tournament_table_named_twice",
    "a table is named twice",
    "uma mesa é nomeada duas vezes",
)
TOURNAMENT_TABLE_NAME_TAKEN: Final = Said(
    "tournament_table_name_taken",
    "there is a table {table} already; expected a name not used before",
    "já há uma mesa {table}; esperava-se um nome ainda não usado",
)
NOBODY_WAITS_FOR_SEAT: Final = Said(
    "nobody_waits_for_seat",
    "nobody waits for a seat in a tournament that has started",
    "ninguém espera por lugar num torneio já iniciado",
)
LEVEL_NOT_RUNNING: Final = Said(
    "level_not_running",
    "no level runs; expected a tournament that has started and is not paused",
    "não decorre nenhum nível; esperava-se um torneio já iniciado e que não esteja em intervalo",
)
LEVEL_IS_THE_LAST: Final = Said(
    "level_is_the_last",
    "level {level} is the last, and lasts until the end",
    "o nível {level} é o último, e dura até ao fim",
)
LEVEL_LASTS_UNTIL: Final = Said(
    "level_lasts_until",
    "level {level} lasts until {until:instant}",
    "o nível {level} dura até {until:instant}",
)
SALE_STILL_OPEN: Final = Said(
    "sale_still_open",
    "level {level} is the last of the sale; expected 'close_registration' before the next",
    "o nível {level} é o último das inscrições e recompras; esperava-se 'close_registration' antes do seguinte",
)
PAUSE_WITHOUT_LEVEL: Final = Said(
    "pause_without_level",
    "expected a level that runs",
    "esperava-se um nível a decorrer",
)
RESUME_WITHOUT_PAUSE: Final = Said(
    "resume_without_pause",
    "expected a level that is paused",
    "esperava-se um nível em intervalo",
)
HAND_BY_HAND_WAITS: Final = Said(
    "hand_by_hand_waits",
    "hand by hand, {table} waits for the others; expected 'start_synchronized_hand' before",
    "em regime de mão-a-mão, {table} espera pelas outras mesas; esperava-se antes 'start_synchronized_hand'",
)
TOURNAMENT_NOT_IN_PLAY: Final = Said(
    "tournament_not_in_play",
    "the tournament is {phase:word}; no hand begins",
    "o torneio está {phase:word}; não se inicia nenhuma jogada",
)
LEVEL_PAUSED: Final = Said(
    "level_paused",
    "the level is paused; no hand begins",
    "o nível está em intervalo; não se inicia nenhuma jogada",
)
TABLES_NOT_HAND_BY_HAND: Final = Said(
    "tables_not_hand_by_hand",
    "the tables do not play hand by hand",
    "as mesas não jogam em regime de mão-a-mão",
)
HAND_BY_HAND_UNFINISHED: Final = Said(
    "hand_by_hand_unfinished",
    "{table} has not ended its hand; expected the end of every hand before",
    "{table} não terminou a sua jogada; esperava-se antes o fim de todas as jogadas",
)
TABLE_PLAYED_LAST_HAND: Final = Said(
    "table_played_last_hand",
    "the time is up, and {table} has played its last hand, {last}",
    "o tempo terminou, e {table} já teve a sua última jogada, {last}",
)
TOURNAMENT_NOT_TIMED: Final = Said(
    "tournament_not_timed",
    "the tournament is not timed; it ends when one player has all chips",
    "o torneio não é cronometrado; termina quando um só jogador tem todas as fichas",
)
TIME_CALLED_ONCE: Final = Said(
    "time_called_once",
    "the time is called once, of a tournament in play",
    "o fim do tempo declara-se uma só vez, num torneio em curso",
)
TOURNAMENT_LASTS_UNTIL: Final = Said(
    "tournament_lasts_until",
    "the tournament lasts until {until:instant}",
    "o torneio dura até {until:instant}",
)
SALE_CLOSED_ONCE: Final = Said(
    "sale_closed_once",
    "the sale is closed once, of a tournament in play",
    "as inscrições e recompras encerram uma só vez, num torneio em curso",
)
SALE_LASTS_UNTIL_LEVEL: Final = Said(
    "sale_lasts_until_level",
    "level {level}; the sale lasts until the end of {until}",
    "nível {level}; as inscrições e recompras duram até ao fim do nível {until}",
)
PLAYER_WAITS_FOR_SEAT: Final = Said(
    "player_waits_for_seat",
    "{player} waits for a seat; expected 'seat_late_entries' before",
    "{player} espera por lugar; esperava-se antes 'seat_late_entries'",
)
PRIZES_NOT_FIXED: Final = Said(
    "prizes_not_fixed",
    "the prizes are not fixed; expected 'close_registration' before",
    "os prémios não estão fixados; esperava-se antes 'close_registration'",
)
NO_SUCH_TABLE_WITH_PLAYERS: Final = Said(
    "no_such_table_with_players",
    "{table} is no table of {tournament} with players; expected one of {tables}",
    "{table} não é uma mesa de {tournament} com jogadores; esperava-se uma de {tables}",
)
TABLE_CANNOT_BE_DISSOLVED: Final = Said(
    "table_cannot_be_dissolved",
    "{players:player|players} and {room:seat|seats} without {table}; it cannot be dissolved yet",
    "{players:jogador|jogadores} e {room:lugar|lugares} sem {table}; ainda não pode ser desfeita",
)
TABLES_ARE_EVEN: Final = Said(
    "tables_are_even",
    "the tables are even; nobody has to move",
    "as mesas estão equilibradas; ninguém tem de mudar",
)
TABLES_UNEVEN: Final = Said(
    "tables_uneven",
    "{players:player|players} at {table} and {fewer} at {other}; expected 'move_players' before",
    "{players:jogador|jogadores} em {table} e {fewer} em {other}; esperava-se antes 'move_players'",
)
HAND_BEFORE_MOVE: Final = Said(
    "hand_before_move",
    "{hand} is in play; expected its end before its players move",
    "{hand} está em curso; esperava-se o seu fim antes de os jogadores mudarem de mesa",
)
STAYS_WITH_CHIPS: Final = Said(
    "stays_with_chips",
    "{player} has chips; he stays in play ({rule})",
    "{player} tem fichas; permanece em jogo ({rule})",
)
TOURNAMENT_HAND_IN_PLAY: Final = Said(
    "tournament_hand_in_play",
    "{hand} is in play; expected its end, or 'void_hand', before",
    "{hand} está em curso; esperava-se antes o seu fim, ou 'void_hand'",
)
TOURNAMENT_ENDS_ONCE: Final = Said(
    "tournament_ends_once",
    "the tournament is {phase:word}; it ends once",
    "o torneio está {phase:word}; só termina uma vez",
)
TOURNAMENT_UNDECIDED: Final = Said(
    "tournament_undecided",
    "{players:player is|players are} in play; it ends when one has all chips",
    "{players:jogador está|jogadores estão} em jogo; o torneio termina quando um só tem todas as fichas",
)
SALE_OVER_AT: Final = Said(
    "sale_over_at",
    "the sale lasted until the end of level {level}, which was over at {until:instant}",
    "vendeu-se até ao fim do nível {level}, que terminou às {until:instant}",
)
TOURNAMENT_DECIDED: Final = Said(
    "tournament_decided",
    "it is decided who has won; expected 'finish_tournament', which pays the prizes",
    "já está decidido quem ganhou; esperava-se 'finish_tournament', que paga os prémios",
)
HANDS_LEFT_TO_PLAY: Final = Said(
    "hands_left_to_play",
    "{table} has hands to play before everybody had the button",
    "{table} tem jogadas por jogar antes de todos terem tido a mão",
)
PRIZES_NOT_AGREED: Final = Said(
    "prizes_not_agreed",
    "the prizes are those of the tournament's rules; players agree on no others",
    "os prémios são os das regras do torneio; os jogadores não acordam outros entre si",
)
