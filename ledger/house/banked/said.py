"""What is said about tables against the house: one row a meaning, a column a language."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

NO_BANKED_TABLE: Final = Said(
    "no_banked_table",
    "there is no banked table {table}; expected 'open_banked_table' before",
    "não há nenhuma mesa bancada {table}; esperava-se antes 'open_banked_table'",
)
BANKED_TABLE_IS_CLOSED: Final = Said(
    "banked_table_is_closed", "the table {table} is closed", "a mesa {table} está fechada"
)
BANKED_RULESET_OF_POKER: Final = Said(
    "banked_ruleset_of_poker",
    "the ruleset {ruleset} is one of poker; expected one of a banked game",
    "as regras específicas {ruleset} são de póquer; esperavam-se de um jogo bancado",
)
TABLE_OF_ONE_IS_TAKEN: Final = Said(
    "table_of_one_is_taken",
    "{table} is a table of one player, and {player} plays there or has a bet in its round",
    "{table} é uma mesa individual, e {player} joga lá ou tem uma aposta na jogada dessa mesa",
)
BANKED_PLAYER_IS_THERE: Final = Said("banked_player_is_there", "{player} plays there already", "{player} já joga lá")
BANKED_SEAT_NOT_AT_TABLE: Final = Said(
    "banked_seat_not_at_table",
    "seat {seat} at a table of {seats:seat|seats}",
    "o lugar {seat} numa mesa de {seats:lugar|lugares}",
)
BANKED_SEAT_NOT_NAMED: Final = Said(
    "banked_seat_not_named",
    "no seat at a table of {seats:seat|seats}; expected one of them",
    "nenhum lugar numa mesa de {seats:lugar|lugares}; esperava-se um deles",
)
BANKED_SEAT_IS_TAKEN: Final = Said(
    "banked_seat_is_taken",
    "seat {seat} of {table} is taken by {player}",
    "o lugar {seat} de {table} está ocupado por {player}",
)
BANKED_PLAYER_HAS_A_SEAT: Final = Said(
    "banked_player_has_a_seat",
    "{player} sits on seat {seat} already; expected one seat a player",
    "{player} já ocupa o lugar {seat}; esperava-se um lugar por jogador",
)
BANKED_PLAYER_IN_OTHER_SESSION: Final = Said(
    "banked_player_in_other_session",
    "{player} plays there within {session}; expected the same session",
    "{player} joga lá na sessão de jogo {session}; esperava-se a mesma sessão de jogo",
)
BANKED_BET_STANDS: Final = Said(
    "banked_bet_stands",
    "a bet of {player} stands in {round}; expected its end before he comes back",
    "uma aposta de {player} está por decidir em {round}; esperava-se o fim dessa jogada antes de ele voltar",
)
BANKED_PLAYER_NOT_THERE: Final = Said(
    "banked_player_not_there", "{player} does not play there at {table}", "{player} não joga em {table}"
)
BANKED_PLAYER_NOT_ON_SEAT: Final = Said(
    "banked_player_not_on_seat",
    "{player} does not play on seat {seat} at {table}",
    "{player} não joga no lugar {seat} em {table}",
)
BANKED_TABLE_HAS_ROUND: Final = Said(
    "banked_table_has_round",
    "{round} is still at {table}; expected the end of the round and 'part_table' before",
    "{round} ainda está em {table}; esperava-se antes o fim da jogada e 'part_table'",
)
BANKED_TABLE_HOLDS_STAKES: Final = Said(
    "banked_table_holds_stakes",
    "a stake of {players} is in prison after {round}; expected 'release_stakes' before",
    "em prisão depois de {round}, uma aposta de: {players}; esperava-se antes 'release_stakes'",
)
BANKED_TABLE_HAS_PLAYERS: Final = Said(
    "banked_table_has_players",
    "{players} is still at {table}; expected the end of the round and 'part_table' before",
    "ainda em {table}: {players}; esperava-se antes o fim da jogada e 'part_table'",
)
BANKED_TABLE_OF_ANOTHER_GAME: Final = Said(
    "banked_table_of_another_game", "{table} plays {plays}, not {game}", "em {table} joga-se {plays}, não {game}"
)
BANKED_ROUND_UNDER_WAY: Final = Said(
    "banked_round_under_way",
    "{round} is under way; expected its end before the next round",
    "{round} está em curso; esperava-se o seu fim antes da jogada seguinte",
)
LAWFUL_BET_TURNED_DOWN: Final = Said(
    "lawful_bet_turned_down",
    "a bet of {player} was turned down under {told}, and nothing on record forbids it; expected it to be taken",
    "uma aposta de {player} foi recusada segundo {told}, e nada do que está registado a proíbe; esperava-se que fosse aceite",
)
BET_TURNED_DOWN_FALSELY: Final = Said(
    "bet_turned_down_falsely",
    "a bet of {player} is said to be forbidden by {forbids}, and what is on record of the round says nothing of the kind",
    "uma aposta de {player} é dada como proibida por {forbids}, e o que está registado da jogada não o diz",
)
ACTED_FOR_PLAYER: Final = Said(
    "acted_for_player",
    "{actor:word} {who} bets or decides for {player}; expected himself",
    "{actor:word} {who} aposta ou decide por {player}; esperava-se o próprio",
)
DECIDED_BY_SILENCE: Final = Said(
    "decided_by_silence",
    "{actor:word} {who} says that time or a lost connection decides for {player}; expected the platform",
    "{actor:word} {who} diz que o tempo ou uma ligação perdida decide por {player}; esperava-se a plataforma",
)
BETS_CLOSED_BY_ANOTHER: Final = Said(
    "bets_closed_by_another",
    "{actor:word} {who} ends the time for bets; expected the platform, or who is alone at the table and has bet",
    "{actor:word} {who} termina o tempo para apostas; esperava-se a plataforma, ou quem está só à mesa e apostou",
)
