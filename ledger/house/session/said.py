"""What is said about sessions: one row a meaning, a column a language."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

SESSION_OF_ANOTHER_PLAYER: Final = Said(
    "session_of_another_player",
    "the session {session} is of {owner}, not of {player}",
    "a sessão de jogo {session} é de {owner}, não de {player}",
)
SESSION_OF_ANOTHER_GAME: Final = Said(
    "session_of_another_game",
    "the session {session} is of {regulation}; expected one of {expected}",
    "a sessão de jogo {session} é do {regulation}; esperava-se uma do {expected}",
)
NO_SESSION: Final = Said(
    "no_session",
    "there is no session {session}; expected 'start_session' before",
    "não há nenhuma sessão de jogo {session}; esperava-se antes 'start_session'",
)
SESSION_HAS_ENDED: Final = Said(
    "session_has_ended",
    "the session {session} has ended; expected a new one",
    "a sessão de jogo {session} terminou; esperava-se uma nova",
)
SESSION_EXISTS: Final = Said(
    "session_exists",
    "there is a session {session} already; expected a name not used before",
    "já há uma sessão de jogo {session}; esperava-se um nome ainda não usado",
)
SESSION_NOT_AT_TABLE: Final = Said(
    "session_not_at_table",
    "the session {session} holds no seat at {where}; expected a table where it is played",
    "a sessão de jogo {session} não tem lugar em {where}; esperava-se uma mesa onde se joga nessa sessão",
)
SESSION_REASON_OUT_OF_PLACE: Final = Said(
    "session_reason_out_of_place",
    "'reason' stands exactly with the cause 'operator'; the other causes say why themselves",
    "'reason' indica-se com a causa 'operator', e só com ela; as outras causas dizem por si o porquê",
)
SESSION_IN_HAND: Final = Said(
    "session_in_hand",
    "{player} is in {hand}; expected its end before",
    "{player} está em {hand}; esperava-se antes o fim dessa jogada",
)
SESSION_HOLDS_SEAT: Final = Said(
    "session_holds_seat",
    "{player} sits on seat {seat} of {table}; expected 'leave_table' before",
    "{player} ocupa o lugar {seat} de {table}; esperava-se antes 'leave_table'",
)
SESSION_AT_BANKED_TABLE: Final = Said(
    "session_at_banked_table",
    "{player} plays at {table}; expected 'part_table' before",
    "{player} joga em {table}; esperava-se antes 'part_table'",
)
SESSION_BET_UNDECIDED: Final = Said(
    "session_bet_undecided",
    "a bet of {player} stands in {round}; expected its end before",
    "uma aposta de {player} está por decidir em {round}; esperava-se antes o fim dessa jogada",
)
SESSION_STAKE_IN_PRISON: Final = Said(
    "session_stake_in_prison",
    "a bet of {player} stands in {round}; expected 'release_stakes', or the end of the next round, before",
    "uma aposta de {player} está por decidir em {round}; esperava-se antes 'release_stakes', ou o fim da jogada"
    " seguinte",
)

SESSION_BET_BEFORE_WARNING: Final = Said(
    "session_bet_before_warning",
    "a bet of {player} stands in {round}; expected its end before a warning",
    "uma aposta de {player} está por decidir em {round}; esperava-se o fim dessa jogada antes de uma advertência",
)
SESSION_IDLE_TIME_UNKNOWN: Final = Said(
    "session_idle_time_unknown",
    "how long {player} has not bet is not on record; expected 'occurred' with each command",
    "não está registado há quanto tempo {player} não aposta; esperava-se 'occurred' em cada comando",
)
SESSION_IDLE_TIME_TOO_SHORT: Final = Said(
    "session_idle_time_too_short",
    "{player} came or bet {passed:duration} before; expected more than {least:duration}",
    "{player} chegou ou apostou {passed:duration} antes; esperavam-se mais de {least:duration}",
)
SESSION_IDLE_ROUNDS_TOO_FEW: Final = Said(
    "session_idle_rounds_too_few",
    "{player} let {rounds} rounds in a row pass without a bet; expected more than {least}",
    "{player} deixou passar {rounds} jogadas consecutivas sem apostar; esperavam-se mais de {least}",
)
SESSION_NOT_WARNED: Final = Said(
    "session_not_warned",
    "the session would end for inactivity unwarned; expected 'warn_inactivity' before",
    "a sessão de jogo terminaria por inatividade sem advertência; esperava-se antes 'warn_inactivity'",
)
SESSION_MINUTE_UNKNOWN: Final = Said(
    "session_minute_unknown",
    "whether the minute is over is not on record; expected 'occurred' with each command",
    "não está registado se o minuto já passou; esperava-se 'occurred' em cada comando",
)
SESSION_RESUMED_AFTER_WARNING: Final = Said(
    "session_resumed_after_warning",
    "{player} came or bet after the warning; expected another 'warn_inactivity' once idle",
    "{player} chegou ou apostou depois da advertência; esperava-se outro 'warn_inactivity' quando voltar a estar"
    " inativo",
)
SESSION_MINUTE_NOT_OVER: Final = Said(
    "session_minute_not_over",
    "{passed:duration} after the warning; expected more than {least:duration}",
    "{passed:duration} depois da advertência; esperavam-se mais de {least:duration}",
)
SESSION_BET_AFTER_WARNING: Final = Said(
    "session_bet_after_warning",
    "{player} bet after the warning; expected another 'warn_inactivity' once idle",
    "{player} apostou depois da advertência; esperava-se outro 'warn_inactivity' quando voltar a estar inativo",
)
SESSION_ROUND_NOT_OVER: Final = Said(
    "session_round_not_over",
    "no round after {number} is settled; expected the end of the next one before",
    "nenhuma jogada depois da {number} está liquidada; esperava-se antes o fim da seguinte",
)
