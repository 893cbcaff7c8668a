"""What is said about tables of poker: one row a meaning, a column a language."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

NO_TABLE: Final = Said(
    "no_table",
    "there is no table {table}; expected 'open_table' before",
    "não há nenhuma mesa {table}; esperava-se antes 'open_table'",
)
TABLE_CLOSED: Final = Said(
    "table_closed",
    "the table {table} is closed",
    "a mesa {table} está fechada",
)
SEAT_EMPTY: Final = Said(
    "seat_empty",
    "nobody sits on seat {seat} of {table}",
    "ninguém ocupa o lugar {seat} de {table}",
)
TABLE_UNDER_BANKED_RULESET: Final = Said(
    "table_under_banked_ruleset",
    "the ruleset {ruleset} is one of a banked game; expected one of poker",
    "as regras específicas {ruleset} são de um jogo bancado; esperavam-se de póquer",
)
STACK_TOO_LARGE: Final = Said(
    "stack_too_large",
    "a stack of {stack:minor unit|minor units}; expected at most {most}",
    "uma cave de {stack:unidade mínima|unidades mínimas}; esperavam-se no máximo {most}",
)
TABLE_TAKEN: Final = Said(
    "table_taken",
    "seats {seats} of {table} are taken; expected 'leave_table' of each before",
    "os lugares {seats} de {table} estão ocupados; esperava-se antes 'leave_table' de cada um",
)
SEAT_TAKEN: Final = Said(
    "seat_taken",
    "seat {seat} of {table} is taken by {player}",
    "o lugar {seat} de {table} está ocupado por {player}",
)
SEAT_RESTS: Final = Said(
    "seat_rests",
    "seat {seat} of {table} rests already",
    "o lugar {seat} de {table} já está em descanso",
)
SEAT_DOES_NOT_REST: Final = Said(
    "seat_does_not_rest",
    "seat {seat} of {table} does not rest",
    "o lugar {seat} de {table} não está em descanso",
)
CONTINUOUS_HAS_NO_START: Final = Said(
    "continuous_has_no_start",
    "a continuous table has neither start nor end; expected no 'starts', or the mode 'session'",
    "uma mesa em modo contínuo não tem hora de início nem de fim; não se esperava 'starts', ou o modo 'session'",
)
SESSION_WITHOUT_START: Final = Said(
    "session_without_start",
    "a session table says no start; expected 'starts', an instant",
    "uma mesa em modo de sessão não diz o início; esperava-se 'starts', um instante",
)
SESSION_STARTED_BEFORE: Final = Said(
    "session_started_before",
    "the session would have started at {starts:instant}, and it is {at:instant}; expected a start to come",
    "a sessão teria começado em {starts:instant}, e são {at:instant}; esperava-se um início futuro",
)
TABLE_IS_NO_SESSION: Final = Said(
    "table_is_no_session",
    "{table} is no session table, and nobody registers for it; expected 'seat_player'",
    "{table} não é uma mesa em modo de sessão, e não tem inscrição; esperava-se 'seat_player'",
)
REGISTERED_ALREADY: Final = Said(
    "registered_already",
    "{player} is registered for {table} already",
    "{player} já está inscrito em {table}",
)
PLAYER_NOT_REGISTERED: Final = Said(
    "player_not_registered",
    "{player} is not registered for the session; expected 'register_player' before",
    "{player} não está inscrito na sessão; esperava-se antes 'register_player'",
)
SESSION_TAKES_NOBODY: Final = Said(
    "session_takes_nobody",
    "the hour of the session was over at {ends:instant}, and it is {at:instant}; expected nobody new",
    "a hora da sessão terminou em {ends:instant}, e são {at:instant}; não se esperavam mais jogadores",
)
SESSION_NOT_BEGUN: Final = Said(
    "session_not_begun",
    "the session starts at {starts:instant}, and it is {at:instant}; expected no hand before",
    "a sessão começa em {starts:instant}, e são {at:instant}; não se esperava nenhuma jogada antes",
)
SESSION_PLAYED_OUT: Final = Said(
    "session_played_out",
    "the hour of the session was over at {ends:instant}, it is {at:instant}, and everybody has had the button; expected"
    " 'close_table'",
    "a hora da sessão terminou em {ends:instant}, são {at:instant}, e todos tiveram o botão; esperava-se 'close_table'",
)
SESSION_HOUR_NOT_OVER: Final = Said(
    "session_hour_not_over",
    "the session lasts until {ends:instant}, and it is {at:instant}; expected its end before",
    "a sessão dura até {ends:instant}, e são {at:instant}; esperava-se antes o seu fim",
)
SESSION_HAND_IN_PLAY: Final = Said(
    "session_hand_in_play",
    "{hand} is in play; expected its end before",
    "{hand} está a decorrer; esperava-se antes o fim dessa jogada",
)
SESSION_ROUND_IN_COURSE: Final = Said(
    "session_round_in_course",
    "{players} have not had the button in the round that was in course; expected 'start_hand'",
    "{players} ainda não tiveram o botão na mão em curso; esperava-se 'start_hand'",
)
RESTS_AFTER_HAND: Final = Said(
    "rests_after_hand",
    "seat {seat} is in {hand}, and rests once that is over; expected its end before",
    "o lugar {seat} está em {hand}, e descansa depois dela; esperava-se antes o fim dessa jogada",
)
REST_WITHOUT_LENGTH: Final = Said(
    "rest_without_length",
    "seat {seat} rests without an end; expected a rest under rules that say how long one lasts ('rest_seconds')",
    "o descanso do lugar {seat} não tem fim; esperava-se um descanso segundo regras que fixem a sua duração"
    " ('rest_seconds')",
)
REST_NOT_OVER: Final = Said(
    "rest_not_over",
    "seat {seat} rests until {until:instant}, and it is {at:instant}; expected 'end_rest' then",
    "o lugar {seat} descansa até {until:instant}, e são {at:instant}; esperava-se 'end_rest' nessa altura",
)
SEAT_LEAVING: Final = Said(
    "seat_leaving",
    "seat {seat} has asked to leave; it does as {hand} ends",
    "o lugar {seat} pediu para sair; sai quando {hand} terminar",
)
LEAVER_PLAYS_ON: Final = Said(
    "leaver_plays_on",
    "seat {seat} has asked to leave, and gives {hand} up; expected 'fold', or 'act_for_absent' by the platform, in his turn",
    "o lugar {seat} pediu para sair, e desiste de {hand}; esperava-se, na sua vez, 'fold', ou 'act_for_absent' da plataforma",
)
SEAT_BEYOND_TABLE: Final = Said(
    "seat_beyond_table",
    "seat {seat} at a table of {seats:seat|seats}",
    "o lugar {seat} numa mesa de {seats:lugar|lugares}",
)
PLAYERS_TOO_FEW: Final = Said(
    "players_too_few",
    "{able} of the seats can play; expected at least {least}",
    "lugares que podem jogar: {able}; esperavam-se pelo menos {least}",
)
PLAYER_SEATED: Final = Said(
    "player_seated",
    "{player} sits on seat {seat} already; expected one seat a player",
    "{player} já ocupa o lugar {seat}; esperava-se um lugar por jogador",
)
TOP_UP_DURING_HAND: Final = Said(
    "top_up_during_hand",
    "seat {seat} is in {hand}; a top-up waits for its end",
    "o lugar {seat} está em {hand}; a reposição espera pelo fim dessa jogada",
)
TOP_UP_ABOVE_LIMIT: Final = Said(
    "top_up_above_limit",
    "the top-up would bring the stack to {stack}; expected at most {most}",
    "a reposição levaria a cave a {stack}; esperava-se no máximo {most}",
)
STACK_BELOW_MINIMUM_BET: Final = Said(
    "stack_below_minimum_bet",
    "a stack of {stack} is below the minimum bet of {least}; expected a larger one",
    "uma cave de {stack} é inferior à aposta mínima de {least}; esperava-se uma maior",
)
BUTTON_DRAWN: Final = Said(
    "button_drawn",
    "the button is on seat {seat}; expected a draw only as the table starts",
    "o botão está no lugar {seat}; esperava-se o sorteio só no início de funcionamento da mesa",
)
BUTTON_OUT_OF_PLAY: Final = Said(
    "button_out_of_play",
    "the button was drawn to seat {seat}; expected one of {seats}, who can play",
    "o botão foi sorteado para o lugar {seat}; esperava-se um de {seats}, que podem jogar",
)
STACK_NOT_SHORT: Final = Said(
    "stack_not_short",
    "seat {seat} has {stack}; expected less than the minimum bet of {least}",
    "o lugar {seat} tem {stack}; esperava-se menos do que a aposta mínima de {least}",
)
MAY_STILL_BET: Final = Said(
    "may_still_bet",
    "seat {seat} is in {hand}, and may bet in it; expected its end before",
    "o lugar {seat} está em {hand}, e pode ainda apostar; esperava-se antes o fim dessa jogada",
)
BET_TOO_LATELY: Final = Said(
    "bet_too_lately",
    "seat {seat} has not bet in {passed} hands in a row; expected at least {least}",
    "o lugar {seat} não apostou em {passed} jogadas consecutivas; esperavam-se pelo menos {least}",
)
TOPPED_UP_AND_PLAYED: Final = Said(
    "topped_up_and_played",
    "seat {seat} has played on since; expected another 'warn_inactivity'",
    "o lugar {seat} continuou a jogar desde então; esperava-se outro 'warn_inactivity'",
)
NO_HAND_AFTER_WARNING: Final = Said(
    "no_hand_after_warning",
    "no hand after {number} is over; expected the end of the next one before",
    "nenhuma jogada depois da {number} terminou; esperava-se antes o fim da seguinte",
)
BET_AFTER_WARNING: Final = Said(
    "bet_after_warning",
    "seat {seat} bet after the warning; expected another 'warn_inactivity' once idle",
    "o lugar {seat} apostou depois da advertência; esperava-se outro 'warn_inactivity' quando voltar a estar inativo",
)
NOT_DEALT_AFTER_WARNING: Final = Said(
    "not_dealt_after_warning",
    "seat {seat} was dealt no hand after {number}; expected the end of the next one",
    "o lugar {seat} não recebeu cartas em nenhuma jogada depois da {number}; esperava-se o fim da seguinte",
)

# Tables of tournaments (R810)
SEATS_ARE_DRAWN: Final = Said(
    "seats_are_drawn",
    "the seats of {tournament} are drawn; expected 'register_entry' of the tournament",
    "os lugares de {tournament} são sorteados; esperava-se 'register_entry' do torneio",
)
CHIPS_WITHOUT_PRICE: Final = Said(
    "chips_without_price",
    "the chips of {tournament} have no price; expected 'rebuy' or 'add_on', where offered",
    "as fichas de {tournament} não têm preço; esperava-se 'rebuy' ou 'add_on', se os houver",
)
ABSENT_STAYS_IN_PLAY: Final = Said(
    "absent_stays_in_play",
    "players of {tournament} stay in play, there or not; expected 'sit_out' at most",
    "os jogadores de {tournament} permanecem em jogo, presentes ou não; esperava-se quando muito 'sit_out'",
)
SEAT_NOT_ABSENT: Final = Said(
    "seat_not_absent",
    "seat {seat} neither leaves nor is absent from a tournament; expected its decision, or 'time_out'",
    "o lugar {seat} não pediu para sair nem está ausente de um torneio; esperava-se a sua decisão, ou 'time_out'",
)
