"""What is said of the rules at work in a hand (``tombo.ledger.games.poker.notes``); no entry holds it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.core.said import Said

NOTE_ABSENT_CHECKS: Final = Said(
    "note_absent_checks",
    "nobody is there and there is nothing to match: the platform checks",
    "não está ninguém no lugar e não há nada a acompanhar: a plataforma passa",
)
NOTE_ABSENT_FOLDS: Final = Said(
    "note_absent_folds",
    "nobody is there and {owed:figure} is to be matched: the platform folds",
    "não está ninguém no lugar e há {owed:figure} por acompanhar: a plataforma desiste",
)
NOTE_ALL_IN: Final = Said(
    "note_all_in", "he may stake all he has, {paid:figure}", "pode apostar tudo o que tem, {paid:figure}"
)
NOTE_ALL_IN_FOR_LESS: Final = Said(
    "note_all_in_for_less",
    "{due:figure} is due; who has less stakes what he has, {paid:figure}",
    "são devidos {due:figure}; quem tem menos aposta o que tem, {paid:figure}",
)
NOTE_ASKED: Final = Said(
    "note_asked", "he has the time that the rules of the table give", "tem o tempo que as regras da mesa dão"
)
NOTE_BET: Final = Said("note_bet", "he opens with {to:figure}", "abre com {to:figure}")
NOTE_BEST_HAND: Final = Said(
    "note_best_hand",
    "the best hand of this pot takes it: {amount:figure}",
    "a melhor combinação deste pote leva-o: {amount:figure}",
)
NOTE_BIG_BLIND: Final = Said("note_big_blind", "the big blind is {due:figure}", "a grande aposta é de {due:figure}")
NOTE_BUTTON: Final = Said(
    "note_button", "the button is drawn at the start, and then moves", "o botão é sorteado no início, e depois avança"
)
NOTE_CALL: Final = Said("note_call", "{due:figure} equals the bet before him", "{due:figure} igualam a aposta anterior")
NOTE_CHECK: Final = Said("note_check", "nobody has bet before him", "ninguém apostou antes dele")
NOTE_CLOSED_CARDS: Final = Said(
    "note_closed_cards",
    "one card each from the small blind, then the next",
    "uma carta a cada um a partir da pequena aposta, depois a seguinte",
)
NOTE_COMMISSION_CAP: Final = Said(
    "note_commission_cap",
    "a hand gives at most {cap:figure}, which is reached",
    "uma jogada dá no máximo {cap:figure}, que se atingiu",
)
NOTE_COMMISSION_OF_PAYMENT: Final = Said(
    "note_commission_of_payment",
    "somebody is all-in: commission comes off each payment",
    "alguém está em all in: a comissão sai de cada pagamento",
)
NOTE_COMMISSION_OF_POT: Final = Said(
    "note_commission_of_pot",
    "commission comes off the pot before it divides",
    "a comissão sai do pote antes de ser dividido",
)
NOTE_COMMISSION_OF_STACK: Final = Said(
    "note_commission_of_stack",
    "commission was taken of buy-ins; the pot gives none",
    "a comissão foi cobrada nas caves; o pote não dá nenhuma",
)
NOTE_EXEMPT_BEFORE_THE_FLOP: Final = Said(
    "note_exempt_before_the_flop",
    "no commission: it ended before the flop without a voluntary bet, and these rules exempt that too",
    "sem comissão: terminou antes do flop sem aposta voluntária, e estas regras isentam isso também",
)
NOTE_EXEMPT_ON_THE_FLOP: Final = Said(
    "note_exempt_on_the_flop",
    "no commission: it ended on the flop street without a bet",
    "sem comissão: terminou no turno do flop sem apostas",
)
NOTE_EXTRA_TIME: Final = Said("note_extra_time", "time is added to his", "é-lhe acrescentado tempo")
NOTE_FINDING: Final = Said(
    "note_finding",
    "this rule objects, or is read in two ways; it moved nothing",
    "esta regra objeta, ou lê-se de duas maneiras; não moveu nada",
)
NOTE_FIXED_BET: Final = Said(
    "note_fixed_bet",
    "bets and raises have one size a street; {to:figure} is to it",
    "apostas e subidas têm um só valor por turno; {to:figure} é a esse valor",
)
NOTE_FOLD: Final = Said("note_fold", "he gives up", "desiste")
NOTE_LAST_PLAYER: Final = Said(
    "note_last_player",
    "one player is left, and the hand ends: {amount:figure} is his without showing",
    "resta um jogador, e a jogada termina: {amount:figure} são seus sem mostrar",
)
NOTE_LEAVER_FOLDS: Final = Said(
    "note_leaver_folds",
    "he asked to leave the table, and so gives the hand up: the platform folds",
    "pediu para sair da mesa, e por isso desiste da jogada: a plataforma desiste por ele",
)
NOTE_MAIN_POT: Final = Said("note_main_pot", "the main pot, {pot:figure}", "o pote principal, {pot:figure}")
NOTE_MAXIMUM: Final = Said(
    "note_maximum", "at most {most:figure}; he has {to:figure}", "no máximo {most:figure}; tem {to:figure}"
)
NOTE_MAXIMUM_BROKEN: Final = Said(
    "note_maximum_broken",
    "at most {most:figure}; he has {to:figure}, which is more than this rule lets him",
    "no máximo {most:figure}; tem {to:figure}, mais do que esta regra lhe permite",
)
NOTE_MINIMUM: Final = Said(
    "note_minimum", "at least {least:figure}; he has {to:figure}", "no mínimo {least:figure}; tem {to:figure}"
)
NOTE_MINIMUM_BELOW: Final = Said(
    "note_minimum_below",
    "at least {least:figure}; he has {to:figure}, which only an all-in may be",
    "no mínimo {least:figure}; tem {to:figure}, o que só um all in pode ter",
)
NOTE_MINIMUM_BROKEN: Final = Said(
    "note_minimum_broken",
    "at least {least:figure}; he has {to:figure}, which is less than this rule asks",
    "no mínimo {least:figure}; tem {to:figure}, menos do que esta regra exige",
)
NOTE_NOT_EXEMPT: Final = Said(
    "note_not_exempt",
    "commission is due though no flop was turned: exempt is what ends on the flop street without a bet",
    "é devida comissão embora não tenha havido flop: está isento o que termina no turno do flop sem apostas",
)
NOTE_NOT_SHOWN: Final = Said(
    "note_not_shown",
    "the table's rules let who does not win keep his cards closed",
    "as regras da mesa deixam quem não ganha manter as cartas fechadas",
)
NOTE_NOT_SHOWN_ALONE: Final = Said(
    "note_not_shown_alone",
    "one player is left, who need not show his cards",
    "resta um jogador, que não tem de mostrar as cartas",
)
NOTE_ALL_PAID: Final = Said("note_all_paid", "every pot is paid", "todos os potes estão pagos")
NOTE_ODD_UNIT: Final = Said(
    "note_odd_unit",
    "the pot did not divide: the odd unit is his, left of the button",
    "o pote não se divide: a unidade indivisível é sua, à esquerda do botão",
)
NOTE_OPEN_CARDS: Final = Said(
    "note_open_cards", "open cards, once the street before is over", "cartas viradas, terminado o turno anterior"
)
NOTE_OTHER_POST: Final = Said(
    "note_other_post",
    "an obligatory bet besides the two blinds, {paid:figure}",
    "uma aposta obrigatória além da pequena e da grande, {paid:figure}",
)
NOTE_PLAYERS: Final = Said("note_players", "two players at the least", "dois jogadores no mínimo")
NOTE_PLAYERS_SIDE: Final = Said(
    "note_players_side",
    "a connection on the player's side voids nothing",
    "uma ligação do lado do jogador não anula nada",
)
NOTE_RAISE: Final = Said(
    "note_raise", "he adds {added:figure} to the bet before him", "acrescenta {added:figure} à aposta anterior"
)
NOTE_RAISES: Final = Said(
    "note_raises",
    "the number of raises a street is limited; this is within it",
    "o número de subidas por turno é limitado; esta está dentro do limite",
)
NOTE_REFUSED: Final = Said("note_refused", "refused under this rule", "recusado segundo esta regra")
NOTE_RESTRADDLE: Final = Said(
    "note_restraddle", "the straddle is doubled: {paid:figure}", "o estardilho é dobrado: {paid:figure}"
)
NOTE_SHOWN: Final = Said(
    "note_shown", "the cards of who is still in play are turned", "viram-se as cartas de quem ainda está em jogo"
)
NOTE_SHOWN_AFTER_THE_END: Final = Said(
    "note_shown_after_the_end", "the hand is over, so he may show", "a jogada terminou, e por isso pode mostrar"
)
NOTE_SHOWN_FIRST: Final = Said(
    "note_shown_first",
    "nobody bet on the last street: the first left of the button shows first",
    "ninguém apostou no último turno: mostra primeiro o primeiro à esquerda do botão",
)
NOTE_SHOWN_FIRST_AGGRESSOR: Final = Said(
    "note_shown_first_aggressor",
    "the last to bet or raise on the last street shows first",
    "mostra primeiro o último a apostar ou a subir no último turno",
)
NOTE_SHOWN_NEXT: Final = Said(
    "note_shown_next", "his turn to show, clockwise", "é a sua vez de mostrar, no sentido dos ponteiros do relógio"
)
NOTE_SIDE_POT: Final = Said(
    "note_side_pot",
    "a side pot, {pot:figure}: only who matched that much may win it",
    "um pote lateral, {pot:figure}: só quem acompanhou até esse valor o pode ganhar",
)
NOTE_SMALL_BLIND: Final = Said(
    "note_small_blind", "the small blind is {due:figure}", "a pequena aposta é de {due:figure}"
)
NOTE_STAKES_STAY: Final = Said("note_stakes_stay", "what he staked stays in the pot", "o que apostou fica no pote")
NOTE_STRADDLE: Final = Said(
    "note_straddle",
    "a bet before the cards are seen, {paid:figure}",
    "uma aposta antes de ver as cartas, {paid:figure}",
)
NOTE_TIE: Final = Said(
    "note_tie",
    "equal hands divide the pot: {amount:figure} is his part",
    "combinações iguais dividem o pote: {amount:figure} são a sua parte",
)
NOTE_TIME_OUT: Final = Said("note_time_out", "his time is up", "o seu tempo terminou")
NOTE_TIME_OUT_CHECKS: Final = Said(
    "note_time_out_checks",
    "his time is up and there is nothing to match: it counts as a check",
    "o seu tempo terminou e não há nada a acompanhar: conta como passar",
)
NOTE_TIME_OUT_FOLDS: Final = Said(
    "note_time_out_folds",
    "his time is up and {owed:figure} is to be matched: it counts as a fold",
    "o seu tempo terminou e há {owed:figure} por acompanhar: conta como desistência",
)
NOTE_UNCALLED: Final = Said(
    "note_uncalled",
    "nobody matched more than {matched:figure}: {amount:figure} goes back, without commission",
    "ninguém acompanhou mais de {matched:figure}: {amount:figure} voltam, sem comissão",
)
NOTE_VOID: Final = Said(
    "note_void",
    "an outage of the operator's system: every bet goes back, {refunded:figure}",
    "uma falha do sistema da entidade exploradora: todas as apostas são devolvidas, {refunded:figure}",
)
NOTED: Final[Mapping[str, Said]] = {
    "absent_checks": NOTE_ABSENT_CHECKS,
    "absent_folds": NOTE_ABSENT_FOLDS,
    "all_in": NOTE_ALL_IN,
    "all_in_for_less": NOTE_ALL_IN_FOR_LESS,
    "asked": NOTE_ASKED,
    "bet": NOTE_BET,
    "best_hand": NOTE_BEST_HAND,
    "big_blind": NOTE_BIG_BLIND,
    "button": NOTE_BUTTON,
    "call": NOTE_CALL,
    "check": NOTE_CHECK,
    "closed_cards": NOTE_CLOSED_CARDS,
    "commission_cap": NOTE_COMMISSION_CAP,
    "commission_of_payment": NOTE_COMMISSION_OF_PAYMENT,
    "commission_of_pot": NOTE_COMMISSION_OF_POT,
    "commission_of_stack": NOTE_COMMISSION_OF_STACK,
    "exempt_before_the_flop": NOTE_EXEMPT_BEFORE_THE_FLOP,
    "exempt_on_the_flop": NOTE_EXEMPT_ON_THE_FLOP,
    "extra_time": NOTE_EXTRA_TIME,
    "finding": NOTE_FINDING,
    "fixed_bet": NOTE_FIXED_BET,
    "fold": NOTE_FOLD,
    "last_player": NOTE_LAST_PLAYER,
    "leaver_folds": NOTE_LEAVER_FOLDS,
    "main_pot": NOTE_MAIN_POT,
    "maximum": NOTE_MAXIMUM,
    "maximum_broken": NOTE_MAXIMUM_BROKEN,
    "minimum": NOTE_MINIMUM,
    "minimum_below": NOTE_MINIMUM_BELOW,
    "minimum_broken": NOTE_MINIMUM_BROKEN,
    "not_exempt": NOTE_NOT_EXEMPT,
    "not_shown": NOTE_NOT_SHOWN,
    "not_shown_alone": NOTE_NOT_SHOWN_ALONE,
    "all_paid": NOTE_ALL_PAID,
    "odd_unit": NOTE_ODD_UNIT,
    "open_cards": NOTE_OPEN_CARDS,
    "other_post": NOTE_OTHER_POST,
    "players": NOTE_PLAYERS,
    "players_side": NOTE_PLAYERS_SIDE,
    "raise": NOTE_RAISE,
    "raises": NOTE_RAISES,
    "refused": NOTE_REFUSED,
    "restraddle": NOTE_RESTRADDLE,
    "shown": NOTE_SHOWN,
    "shown_after_the_end": NOTE_SHOWN_AFTER_THE_END,
    "shown_first": NOTE_SHOWN_FIRST,
    "shown_first_aggressor": NOTE_SHOWN_FIRST_AGGRESSOR,
    "shown_next": NOTE_SHOWN_NEXT,
    "side_pot": NOTE_SIDE_POT,
    "small_blind": NOTE_SMALL_BLIND,
    "stakes_stay": NOTE_STAKES_STAY,
    "straddle": NOTE_STRADDLE,
    "tie": NOTE_TIE,
    "time_out": NOTE_TIME_OUT,
    "time_out_checks": NOTE_TIME_OUT_CHECKS,
    "time_out_folds": NOTE_TIME_OUT_FOLDS,
    "uncalled": NOTE_UNCALLED,
    "void": NOTE_VOID,
}
"""By the name of what is said of a rule."""
