"""What is said about roulette: one row a meaning, a column a language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.core.said import Said, Word

OUTCOMES: Final[Mapping[str, Word]] = {
    "settled": Word("spin_settled", "settled", "está liquidada"),
    "voided": Word("spin_voided", "voided", "é nula"),
}
CALLS: Final[Mapping[str, Word]] = {
    "series_0_2_3": Word("series_0_2_3", "series_0_2_3", "série 0-2-3"),
    "series_5_8": Word("series_5_8", "series_5_8", "série 5-8"),
    "orphans": Word("orphans", "orphans", "série órfãos"),
    "neighbours": Word("neighbours", "neighbours", "um número e seus vizinhos"),
    "finals": Word("finals", "finals", "finais"),
}
"""The call bets by their names in R807 r.8."""

NO_WHEEL: Final = Said(
    "no_wheel",
    "there is no wheel for the spin {round}; expected one that was opened",
    "não há nenhuma roleta para a jogada {round}; esperava-se uma que tivesse sido aberta",
)
NO_SPIN: Final = Said(
    "no_spin",
    "there is no spin {round}; expected one that 'open_spin' began",
    "não há nenhuma jogada {round}; esperava-se uma iniciada por 'open_spin'",
)
SPIN_IS_OVER: Final = Said(
    "spin_is_over",
    "the spin is {outcome:word}; expected one under way",
    "a jogada {outcome:word}; esperava-se uma em curso",
)
NUMBER_NOT_ON_WHEEL: Final = Said(
    "number_not_on_wheel",
    "{number} is not a number of the wheel {wheel:word}",
    "{number} não é um número da roleta {wheel:word}",
)
COMBINATION_NOT_ON_LAYOUT: Final = Said(
    "combination_not_on_layout",
    "{numbers}: no combination of the chance {chance:word} on this layout",
    "{numbers}: não é uma combinação da chance {chance:word} neste tabuleiro",
)
COMBINATION_WITHOUT_NUMBERS: Final = Said(
    "combination_without_numbers",
    "no numbers: no combination of the chance {chance:word} on this layout",
    "sem números: não é uma combinação da chance {chance:word} neste tabuleiro",
)
CHANCE_NOT_OFFERED: Final = Said(
    "chance_not_offered",
    "the chance {chance:word} is not offered at this table",
    "a chance {chance:word} não é explorada nesta mesa",
)
CHANCE_STAKE_BELOW_MINIMUM: Final = Said(
    "chance_stake_below_minimum",
    "{amount} on {chance:word} {numbers}; expected at least {least}",
    "{amount} em {chance:word} {numbers}; esperava-se pelo menos {least}",
)
CHANCE_STAKE_ABOVE_MAXIMUM: Final = Said(
    "chance_stake_above_maximum",
    "{amount} on {chance:word} {numbers}; expected at most {most}",
    "{amount} em {chance:word} {numbers}; esperava-se no máximo {most}",
)
TOTAL_STAKE_ABOVE_LIMIT: Final = Said(
    "total_stake_above_limit",
    "{total} on all chances together; expected at most {most}",
    "{total} no conjunto das chances; esperava-se no máximo {most}",
)
SPIN_DEADLINE_NOT_ANNOUNCED: Final = Said(
    "spin_deadline_not_announced",
    "no end of the betting is announced; expected 'deadline' at a table of several",
    "o fim das apostas não está anunciado; esperava-se 'deadline' numa mesa de múltiplos jogadores",
)
SPIN_BETTING_TIME_OTHERWISE: Final = Said(
    "spin_betting_time_otherwise",
    "{given:duration} to bet; these rules give {granted:duration}",
    "{given:duration} para apostar; estas regras dão {granted:duration}",
)
SPIN_BETS_ARE_CLOSED: Final = Said(
    "spin_bets_are_closed",
    "the bets are closed; expected the next spin",
    "as apostas estão encerradas; esperava-se a jogada seguinte",
)
SPIN_BET_TOO_LATE: Final = Said(
    "spin_bet_too_late",
    "a bet {late:duration} after the time for bets was up; expected the next spin",
    "uma aposta {late:duration} depois de findo o tempo para as apostas; esperava-se a jogada seguinte",
)
SPIN_BETTING_TIME_IS_LEFT: Final = Said(
    "spin_betting_time_is_left", "{left:duration} are left to bet", "ainda há {left:duration} para apostar"
)
BALL_BEFORE_BETS_CLOSED: Final = Said(
    "ball_before_bets_closed",
    "bets are still taken; expected 'close_bets' before the number",
    "ainda se aceitam apostas; esperava-se 'close_bets' antes do número",
)
LAUNCH_WITHOUT_BET: Final = Said(
    "launch_without_bet",
    "{player} has not bet; expected a bet before he launches the ball",
    "{player} não apostou; esperava-se uma aposta antes de lançar a bola",
)
NUMBER_ALREADY_MARKED: Final = Said(
    "number_already_marked",
    "the number is {number} already; expected one number a spin",
    "o número já é {number}; esperava-se um só número por jogada",
)
BALL_NOT_LANDED: Final = Said(
    "ball_not_landed",
    "the ball has not landed; expected 'land_ball' before",
    "a bola ainda não se imobilizou; esperava-se antes 'land_ball'",
)
VOID_WITH_NUMBER: Final = Said(
    "void_with_number",
    "the number is {number}; expected 'settle_spin', for the spin is valid",
    "o número é {number}; esperava-se 'settle_spin', porque a jogada é válida",
)
CALL_BETS_NOT_OFFERED: Final = Said(
    "call_bets_not_offered",
    "call bets are not offered at this table; expected chips on the layout",
    "as «call bets» não são exploradas nesta mesa; esperavam-se fichas no tabuleiro",
)
PLAYER_NOT_AT_WHEEL: Final = Said(
    "player_not_at_wheel",
    "{player} does not play at this table; expected 'join_table' before",
    "{player} não joga nesta mesa; esperava-se antes 'join_table'",
)
SPIN_MIGHT_WIN_TOO_MUCH: Final = Said(
    "spin_might_win_too_much",
    "{staked} staked might win more than {most}, the largest amount there is",
    "apostas de {staked} poderiam ganhar mais do que {most}, o maior valor que há",
)
SPIN_HAS_TOO_MANY_PLAYERS: Final = Said(
    "spin_has_too_many_players",
    "{players} players in one spin; expected {most} at most, or another wheel",
    "{players} jogadores numa jogada; esperavam-se no máximo {most}, ou outra roleta",
)
SPIN_HAS_TOO_MANY_SIMPLE_STAKES: Final = Said(
    "spin_has_too_many_simple_stakes",
    "{stakes} stakes on simple chances in one spin; expected {most} at most",
    "{stakes} apostas em chances simples numa jogada; esperavam-se no máximo {most}",
)
NEXT_SPIN_DECIDES_PRISON: Final = Said(
    "next_spin_decides_prison",
    "the next spin decides the stakes in prison; expected the last spin, settled or void",
    "a jogada seguinte decide as apostas em prisão; esperava-se a última jogada, liquidada ou nula",
)
PLAYER_STILL_AT_WHEEL: Final = Said(
    "player_still_at_wheel",
    "{player} still plays there; expected 'part_table' before",
    "{player} ainda joga lá; esperava-se antes 'part_table'",
)
NO_STAKE_IN_PRISON: Final = Said(
    "no_stake_in_prison", "{player} has no stake in prison", "{player} não tem nenhuma aposta em prisão"
)

ZERO_PRISON_INSTEAD: Final = Said(
    "zero_prison_instead",
    "what zero does to simple chances, in prison",
    "o que o zero faz às chances simples, postas em prisão",
)
ZERO_HALF_INSTEAD: Final = Said(
    "zero_half_instead",
    "what zero does to simple chances, of which half is lost",
    "o que o zero faz às chances simples, das quais se perde metade",
)
HALF_CENT_LOSSES_ROUNDED_UP: Final = Said(
    "half_cent_losses_rounded_up",
    "{losses:loss|losses} of half a cent, rounded up",
    "{losses:perda|perdas} de meio cêntimo, com arredondamento por excesso",
)
HALF_CENT_PRIZES_ROUNDED_UP: Final = Said(
    "half_cent_prizes_rounded_up",
    "{prizes:prize|prizes} of half a cent, rounded up",
    "{prizes:prémio|prémios} de meio cêntimo, com arredondamento por excesso",
)
SPIN_PAYS_OTHERWISE: Final = Said(
    "spin_pays_otherwise",
    "{what:told}, as {reading:word} has it: {otherwise} for {player}; {paid} come back",
    "{what:told}, segundo {reading:word}: {otherwise} para {player}; retorno de {paid}",
)
NEXT_SPIN_PAYS_OTHERWISE: Final = Said(
    "next_spin_pays_otherwise",
    "{what:told}, as {reading:word} has it: what the next spin says for {player}; {paid} come back",
    "{what:told}, segundo {reading:word}: o que a jogada seguinte disser para {player}; retorno de {paid}",
)

SPIN_CONNECTION_WITHOUT_BET: Final = Said(
    "spin_connection_without_bet",
    "{player} has no bet in this spin, nor one in prison; expected a player who has",
    "{player} não tem nenhuma aposta nesta jogada, nem em prisão; esperava-se um jogador que a tivesse",
)
SPIN_CONNECTION_TWICE: Final = Said(
    "spin_connection_twice",
    "the failure of {player} is on record already",
    "a falha de {player} já está registada",
)
TURNED_DOWN_NEITHER_OR_BOTH: Final = Said(
    "turned_down_neither_or_both",
    "a bet that was turned down has chips or a call; expected one of them",
    "uma aposta recusada é de fichas ou é anunciada; esperava-se uma das duas",
)
SPIN_CONNECTION_NOT_LOST: Final = Said(
    "spin_connection_not_lost",
    "no failure of {player} is on record that lasts; expected one to be reported before",
    "não há nenhuma falha de {player} registada que dure; esperava-se que tivesse sido comunicada antes",
)
SPIN_CONNECTION_OBJECTED: Final = Said(
    "spin_connection_objected",
    "{round}: connection of {player}: {why:told} ({rule})",
    "{round}: ligação de {player}: {why:told} ({rule})",
)
SPIN_VOID_WITH_NUMBER: Final = Said(
    "spin_void_with_number",
    "{round}: void, and the number was {number} ({rule})",
    "{round}: nula, e o número foi {number} ({rule})",
)
SPIN_SETTLED_WITHOUT_NUMBER: Final = Said(
    "spin_settled_without_number",
    "{round}: settled, and there is no number ({rule})",
    "{round}: liquidada, e não há número ({rule})",
)
SPIN_STAKE_OUT_OF_LIMITS: Final = Said(
    "spin_stake_out_of_limits", "{round}: {player}, {why:told} ({rule})", "{round}: {player}, {why:told} ({rule})"
)
CALL_BET_OF_OTHER_CHIPS: Final = Said(
    "call_bet_of_other_chips",
    "{round}: {player}, the chips of {call:word} are not those it is made of ({rule})",
    "{round}: {player}, as fichas da aposta {call:word} não são as que a compõem ({rule})",
)
PAID_ON_ANOTHER_STAKE: Final = Said(
    "paid_on_another_stake",
    "{round}: {player}, stake on {bet:told}: recorded {recorded}, recomputed {recomputed} ({rule})",
    "{round}: {player}, aposta em {bet:told}: registado {recorded}, recalculado {recomputed} ({rule})",
)
SETTLED_ON_OTHER_NUMBERS: Final = Said(
    "settled_on_other_numbers",
    "{round}: {player}, {bet:told}: paid or collected on {numbers}; he bet on {expected}",
    "{round}: {player}, {bet:told}: pago ou recolhido em {numbers}; apostou em {expected}",
)
BET_ON_NUMBERS: Final = Said("bet_on_numbers", "{chance:word} {numbers}", "{chance:word} {numbers}")
BET_ON_ROW_OF_NUMBERS: Final = Said(
    "bet_on_row_of_numbers", "{chance:word} {first} to {last}", "{chance:word} {first} a {last}"
)
BET_IN_PRISON: Final = Said("bet_in_prison", "{chance:word}, in prison", "{chance:word}, em prisão")
PRISON_NOT_CARRIED_OVER: Final = Said(
    "prison_not_carried_over",
    "{round}: in prison at its opening {taken:told}, left there {left:told} ({rule})",
    "{round}: em prisão na abertura, {taken:told}; deixado em prisão antes, {left:told} ({rule})",
)
PRISON_STAKE: Final = Said(
    "prison_stake", "{amount} of {player} on {chance:word}", "{amount} de {player} em {chance:word}"
)
PRISON_EMPTY: Final = Said("prison_empty", "nothing", "nada")
