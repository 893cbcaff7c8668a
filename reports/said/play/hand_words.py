"""What is said of what happens at a poker table: each sort of entry of a hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.core.said import Said, Word
from tombo.ledger.games.poker.events import Street

POSTING: Final[Mapping[str, Word]] = {
    "small": Word("posts_small", "posts the small blind", "faz a pequena aposta de"),
    "big": Word("posts_big", "posts the big blind", "faz a grande aposta de"),
    "ante": Word("posts_ante", "posts the ante", "faz o ante de"),
    "straddle": Word("posts_straddle", "posts a straddle", "faz o estardilho de"),
    "restraddle": Word("posts_restraddle", "posts a restraddle", "faz o restardilho de"),
    "extra": Word("posts_extra", "posts an extra blind", "faz uma grande aposta adicional de"),
    "dead": Word("posts_dead", "posts dead money", "entrega ao pote, sem contar como aposta sua,"),
}
"""What is posted, as a verb."""
BOARDS: Final[Mapping[Street, Word]] = {
    "preflop": Word("board_preflop", "PREFLOP", "Antes do flop"),
    "flop": Word("board_flop", "FLOP", "Flop"),
    "turn": Word("board_turn", "TURN", "Turn"),
    "river": Word("board_river", "RIVER", "River"),
    "straddle": Word("board_straddle", "STRADDLE", "Estardilho"),
    "first_street": Word("board_first_street", "FIRST STREET", "Primeiro turno"),
    "second_street": Word("board_second_street", "SECOND STREET", "Segundo turno"),
    "third_street": Word("board_third_street", "THIRD STREET", "Terceiro turno"),
    "fourth_street": Word("board_fourth_street", "FOURTH STREET", "Quarto turno"),
    "fifth_street": Word("board_fifth_street", "FIFTH STREET", "Quinto turno"),
}
"""A street as a heading, where open cards are turned."""

THE_POT: Final = Said("the_pot", "the pot", "pote")
MAIN_POT: Final = Said("main_pot", "the main pot", "pote principal")
SIDE_POT: Final = Said("side_pot", "side pot {number}", "pote lateral {number}")

HAND_BEGINS: Final = Said(
    "hand_begins",
    "the hand begins: {players} players, the button on seat {button}",
    "a jogada começa: {players} jogadores, o botão no lugar {button}",
)
POSTS: Final = Said("posts", "{who}: {post:word} {paid:figure}", "{who}: {post:word} {paid:figure}")
AND_IS_ALL_IN: Final = Said("and_is_all_in", "{what:told} and is all-in", "{what:told} e fica em all in")
HOLE_CARDS: Final = Said("hole_cards", "*** HOLE CARDS ***", "*** Cartas fechadas ***")
DEALT_COMMITTED: Final = Said(
    "dealt_committed",
    "{each:card|cards} each, face down; {known} commitments on record",
    "{each:carta|cartas} a cada jogador, com a face para baixo; {known} compromissos registados",
)
DEALT_UNKNOWN: Final = Said(
    "dealt_unknown",
    "{each:card|cards} each, face down, unknown to the source",
    "{each:carta|cartas} a cada jogador, com a face para baixo; desconhecidas da fonte",
)
DEALT_TO: Final = Said("dealt_to", "Dealt to {who} {dealt:cards}", "Distribuídas a {who} {dealt:cards}")
BOARD_TURNED: Final = Said(
    "board_turned", "*** {street:word} *** {turned:cards}", "*** {street:word} *** {turned:cards}"
)
BOARD_TURNED_AFTER: Final = Said(
    "board_turned_after",
    "*** {street:word} *** {before:cards} {turned:cards}",
    "*** {street:word} *** {before:cards} {turned:cards}",
)
ASKED_TO_DECIDE: Final = Said(
    "asked_to_decide", "{who}: to decide by {until:timed}", "{who}: tem de decidir até às {until:timed}"
)
GETS_EXTRA_TIME: Final = Said(
    "gets_extra_time",
    "{who}: gets extra time, until {until:timed} ({rule})",
    "{who}: recebe um período suplementar de decisão, até às {until:timed} ({rule})",
)
FOLDS: Final = Said("folds", "{who}: folds", "{who}: desiste")
FOLDS_BECAUSE: Final = Said(
    "folds_because", "{who}: folds, because {why:told} ({rule})", "{who}: desiste, porque {why:told} ({rule})"
)
CHECKS: Final = Said("checks", "{who}: checks", "{who}: passa")
CHECKS_BECAUSE: Final = Said(
    "checks_because", "{who}: checks, because {why:told} ({rule})", "{who}: passa, porque {why:told} ({rule})"
)
DID_NOT_DECIDE: Final = Said("did_not_decide", "it did not decide", "não decidiu")
BET_TO_MATCH: Final = Said(
    "bet_to_match", "there is a bet of {owed:figure} to match", "há uma aposta de {owed:figure} por acompanhar"
)
NO_BET_TO_MATCH: Final = Said("no_bet_to_match", "there is no bet to match", "não há aposta por acompanhar")
NOBODY_IS_THERE: Final = Said("nobody_is_there", "nobody is there", "não está ninguém no lugar")
HE_LEAVES: Final = Said("he_leaves", "he leaves the table", "sai da mesa")
BETS: Final = Said("bets", "{who}: bets {paid:figure}", "{who}: aposta {paid:figure}")
CALLS: Final = Said("calls", "{who}: calls {paid:figure}", "{who}: acompanha com {paid:figure}")
RAISES: Final = Said(
    "raises",
    "{who}: raises {more:figure} to {total:figure}",
    "{who}: sobe a aposta em {more:figure}, para {total:figure}",
)
TRIES_REFUSED: Final = Said(
    "tries_refused",
    "{who}: tries '{attempt}', refused under {rule}: {why}",
    "{who}: tenta «{attempt}», recusado segundo {rule}: {why}",
)
TIME_RAN_OUT: Final = Said(
    "time_ran_out", "{who}: the time to decide ran out ({rule})", "{who}: o tempo para decidir terminou ({rule})"
)
TIME_RAN_OUT_AT: Final = Said(
    "time_ran_out_at",
    "{who}: the time to decide ran out at {at:timed} ({rule})",
    "{who}: o tempo para decidir terminou às {at:timed} ({rule})",
)
LOST_IN_OUTAGE: Final = Said(
    "lost_in_outage",
    "{who}: connection lost at {at:timed}, as the platform reports; the hand was void later, for the outage below",
    "{who}: ligação perdida às {at:timed}, segundo a plataforma; a jogada foi nula mais tarde, pela falha abaixo",
)
LOST_ON_HIS_SIDE: Final = Said(
    "lost_on_his_side",
    "{who}: connection lost at {at:timed}. The fault is on the player's side: the hand is not void and goes on ({rule})",
    "{who}: ligação perdida às {at:timed}. A falha é do lado do jogador: a jogada não é nula e prossegue ({rule})",
)
IS_BACK: Final = Said("is_back", "{who}: is back at {at:timed}", "{who}: está de volta às {at:timed}")
UNCALLED_RETURNED: Final = Said(
    "uncalled_returned",
    "Uncalled bet of {amount:figure} returned to {who} ({rule})",
    "Da aposta, {amount:figure} que ninguém acompanhou são devolvidos a {who} ({rule})",
)
SHOWS: Final = Said("shows", "{who}: shows {shown:cards}", "{who}: mostra {shown:cards}")
SHOWS_WHAT_HE_MADE: Final = Said(
    "shows_what_he_made",
    "{who}: shows {shown:cards}: {made:word}, {best:run}",
    "{who}: mostra {shown:cards}: {made:word}, [{best:run}]",
)
DOES_NOT_SHOW: Final = Said("does_not_show", "{who}: does not show", "{who}: não mostra as cartas")
DOES_NOT_SHOW_BY_RULE: Final = Said(
    "does_not_show_by_rule",
    "{who}: does not show, as the specific rules allow ({rule})",
    "{who}: não mostra as cartas, como as regras específicas permitem ({rule})",
)
COMMISSION_TAKEN: Final = Said(
    "commission_taken",
    "Commission {amount:figure}, {rate:percent} of {base:told} ({rule})",
    "Comissão {amount:figure}, {rate:percent} do {base:told} ({rule})",
)
COMMISSION_OF_SOURCE: Final = Said(
    "commission_of_source",
    "Commission {amount:figure} of {base:told}, as the source states",
    "Comissão {amount:figure} do {base:told}, como a fonte indica",
)
PAYMENT_OF_POT: Final = Said("payment_of_pot", "{who}'s payment of {pot:told}", "pagamento a {who} do {pot:told}")
CAP_REACHED: Final = Said(
    "cap_reached",
    "{base:told}, where the cap of {cap:figure} a hand is reached",
    "{base:told}, atingido o máximo de {cap:figure} por jogada",
)
COLLECTS: Final = Said(
    "collects", "{who}: collects {amount:figure} from {pot:told}", "{who}: recebe {amount:figure} do {pot:told}"
)
ODD_UNIT: Final = Said(
    "odd_unit",
    "The odd unit of {pot:told} goes to the first winner left of the button ({rule})",
    "A unidade indivisível do {pot:told} cabe ao primeiro vencedor à esquerda do botão ({rule})",
)
ODD_UNITS: Final = Said(
    "odd_units",
    "The {count} odd units of {pot:told} go one each to the first {count} winners left of the button ({rule})",
    "As {count} unidades indivisíveis do {pot:told} cabem uma a cada um dos primeiros {count} vencedores à esquerda do botão"
    " ({rule})",
)
HAND_IS_SETTLED: Final = Said("hand_is_settled", "The hand is settled", "A jogada está liquidada")
HAND_VOID: Final = Said(
    "hand_void",
    "*** VOID *** (jogada nula, {rule}): incident {incident}",
    "*** Jogada nula *** ({rule}): incidente {incident}",
)
EVERY_BET_BACK: Final = Said(
    "every_bet_back",
    "Every bet goes back to who made it, folded or not; no commission is taken",
    "Todas as apostas são devolvidas a quem as fez, tenha ou não desistido; não é cobrada comissão",
)
IS_REFUNDED: Final = Said("is_refunded", "{who}: is refunded {amount}", "{who}: é reembolsado em {amount}")
BREACH_RECORDED: Final = Said(
    "breach_recorded",
    "Breach of {rule} by {reading:word}, recorded all the same: {why}",
    "Violação de {rule} segundo {reading:word}, registada ainda assim: {why}",
)
NOTE_WITHOUT_BREACH: Final = Said(
    "note_without_breach",
    "Note on {rule}, no breach here; by {reading:word}: {why}",
    "Nota sobre {rule}, sem violação aqui; segundo {reading:word}: {why}",
)
NOTE_ON: Final = Said("note_on", "Note on {rule}: {why}", "Nota sobre {rule}: {why}")
