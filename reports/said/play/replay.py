"""What a replay says: where each step stands, whose decision it was, where the money is, and what was computed again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.core.said import Said, Word
from tombo.projections.follow import Role
from tombo.projections.round.replay import Decider

REPLAY_STEP: Final = Said("replay_step", "{number}  {at:timed}  {what}", "{number}  {at:timed}  {what}")
STEP_PLACE: Final = Said("step_place", "index {index}, version {version}", "índice {index}, versão {version}")
DECIDED_BY: Final = Said("decided_by", "by {actor:word} {who}", "{actor:word} {who}")
DECIDED_AS: Final = Said("decided_as", "by {actor:word} {who} as {role:word}", "{actor:word} {who} como {role:word}")
DECIDERS: Final[Mapping[Decider, Word]] = {
    "player": Word("decided_player", "player", "pelo jogador"),
    "platform": Word("decided_platform", "platform", "pela plataforma"),
    "time_out": Word("decided_time_out", "platform", "pela plataforma"),
    "absent": Word("decided_absent", "platform", "pela plataforma"),
    "leaves": Word("decided_leaves", "platform", "pela plataforma"),
    "staff": Word("decided_staff", "staff", "pelo funcionário"),
    "import": Word("decided_import", "import", "pela importação"),
}
"""Who decided, after a "by"."""
INSTEAD_TIME_OUT: Final = Said("instead_time_out", "time being up", "por ter terminado o tempo")
INSTEAD_ABSENT: Final = Said("instead_absent", "nobody being there", "por não estar ninguém no lugar")
INSTEAD_LEAVES: Final = Said("instead_leaves", "the player leaving", "por o jogador estar a sair")
INSTEAD: Final[Mapping[Decider, Said]] = {
    "time_out": INSTEAD_TIME_OUT,
    "absent": INSTEAD_ABSENT,
    "leaves": INSTEAD_LEAVES,
}
"""Why the platform decided instead of a player."""
STEP_OCCURRED: Final = Said("step_occurred", "occurred {at:timed}", "ocorrida às {at:timed}")
RULE_AT_WORK: Final = Said("rule_at_work", "{rule}: {note:told}", "{rule}: {note:told}")
STACKS_NOW: Final = Said("stacks_now", "stacks {stacks}", "caves {stacks}")
STACK_OF: Final = Said("stack_of", "{player} {stack:figure}", "{player} {stack:figure}")
STACK_NOT_KNOWN: Final = Said("stack_not_known", "{player} ?", "{player} ?")
MIDDLE: Final = Said("middle", "{parts}", "{parts}")
POT_ALONE: Final = Said("pot_alone", "pot {amount:figure} ({players})", "pote {amount:figure} ({players})")
POT_MAIN: Final = Said("pot_main", "main pot {amount:figure} ({players})", "pote principal {amount:figure} ({players})")
POT_SIDE: Final = Said(
    "pot_side", "side pot {number} {amount:figure} ({players})", "pote lateral {number} {amount:figure} ({players})"
)
BET_BEFORE: Final = Said("bet_before", "bet of {player} {bet:figure}", "aposta de {player} {bet:figure}")
COMMISSION_SO_FAR: Final = Said("commission_so_far", "commission {amount:figure}", "comissão {amount:figure}")
SEEN_BY: Final = Said("seen_by", "seen by {who}: {cards}", "visto por {who}: {cards}")
SEEN_BOARD: Final = Said("seen_board", "board {cards:cards}", "cartas viradas {cards:cards}")
SEEN_OF: Final = Said("seen_of", "{player} {cards:cards}", "{player} {cards:cards}")
SEEN_NO_CARD: Final = Said("seen_no_card", "no card", "nenhuma carta")
VIEWERS: Final[Mapping[Role, Word]] = {
    "outsider": Word("viewer_outsider", "an outsider", "qualquer pessoa"),
    "auditor": Word("viewer_auditor", "an auditor", "um auditor"),
    "officer": Word("viewer_officer", "an officer", "um responsável por litígios"),
}
"""Who looks, where he is no player."""
CHIPS_DO_NOT_ADD_UP: Final = Said(
    "chips_do_not_add_up", "CHIPS DO NOT ADD UP: {sum:told}", "AS FICHAS NÃO CONFEREM: {sum:told}"
)
MONEY_DOES_NOT_ADD_UP: Final = Said("money_does_not_add_up", "THE MONEY DOES NOT ADD UP", "O DINHEIRO NÃO CONFERE")
CHIPS_IN_MIDDLE: Final = Said(
    "chips_in_middle",
    "{middle:figure} in the middle (stacks are not all known)",
    "{middle:figure} no meio (nem todas as caves são conhecidas)",
)
CHIPS_ADDED: Final = Said(
    "chips_added",
    "stacks {held:figure} + middle {middle:figure} + commission {commission:figure} = {begun:figure} at the start",
    "caves {held:figure} + meio {middle:figure} + comissão {commission:figure} = {begun:figure} no início",
)
CHIPS_CONSERVED: Final = Said(
    "chips_conserved",
    "Chips: conserved at every step; at the end {sum:told}",
    "Fichas: conservadas em cada passo; no fim {sum:told}",
)
CHIPS_NOT_CONSERVED: Final = Said(
    "chips_not_conserved", "Chips: NOT conserved; at the end {sum:told}", "Fichas: NÃO conservadas; no fim {sum:told}"
)
MONEY_CONSERVED: Final = Said(
    "money_conserved",
    "Money: conserved at every step; at the end {held:told}",
    "Dinheiro: conservado em cada passo; no fim {held:told}",
)
MONEY_NOT_CONSERVED: Final = Said(
    "money_not_conserved",
    "Money: NOT conserved; at the end {held:told}",
    "Dinheiro: NÃO conservado; no fim {held:told}",
)
MONEY_HELD: Final = Said(
    "money_held",
    "at stake {at_stake:figure}, the house {house:signed}",
    "em jogo {at_stake:figure}, a banca {house:signed}",
)
PLACE_OF: Final = Said("place_of", "{player}: {parts}", "{player}: {parts}")
PLACE_EMPTY: Final = Said("place_empty", "nothing staked", "nada apostado")
PLACE_CARRIED: Final = Said("place_carried", "from prison {amount:figure}", "vindo da prisão {amount:figure}")
PLACE_STAKED: Final = Said("place_staked", "staked {amount:figure}", "apostado {amount:figure}")
PLACE_AT_STAKE: Final = Said("place_at_stake", "at stake {amount:figure}", "em jogo {amount:figure}")
PLACE_GAINED: Final = Said("place_gained", "won {amount:figure}", "ganho {amount:figure}")
PLACE_RETURNED: Final = Said("place_returned", "returned {amount:figure}", "devolvido {amount:figure}")
PLACE_LOST: Final = Said("place_lost", "lost {amount:figure}", "perdido {amount:figure}")
PLACE_REFUNDED: Final = Said("place_refunded", "refunded {amount:figure}", "reembolsado {amount:figure}")
PLACE_TAKEN_BACK: Final = Said("place_taken_back", "taken back {amount:figure}", "retirado {amount:figure}")
PLACE_WAIVED: Final = Said("place_waived", "not to be had back {amount:figure}", "não recuperável {amount:figure}")
CLOSED_SEEN: Final = Said(
    "closed_seen", "closed cards seen by {who}: {cards}", "cartas fechadas vistas por {who}: {cards}"
)
CLOSED_OF: Final = Said("closed_of", "{player} {card}", "{player} {card}")
CLOSED_OF_HOUSE: Final = Said("closed_of_house", "the house {card}", "a banca {card}")
CLOSED_NONE: Final = Said("closed_none", "none", "nenhuma")
STEP_OF_ROUND: Final = Said("step_of_round", "{kind}", "{kind}")
STEP_OPENED: Final = Said("step_opened", "The round begins", "A jogada começa")
STEP_SETTLED: Final = Said("step_settled", "The round is settled", "A jogada está liquidada")
STEP_VOID: Final = Said("step_void", "The round is void", "A jogada é nula")
REPLAYED_HAND_DIFFERS: Final = Said(
    "replayed_hand_differs",
    "Play and payouts: NOT what the rules of this hand give",
    "Jogo e pagamentos: NÃO são o que as regras desta jogada dão",
)
REPLAYED_ROUND_DIFFERS: Final = Said(
    "replayed_round_differs",
    "Payments: NOT what the rules of this round give",
    "Pagamentos: NÃO são o que as regras desta jogada dão",
)
AUDIT_DIFFERENCE: Final = Said("audit_difference", "{difference}", "{difference}")
WRONG_NEXT: Final = Said(
    "wrong_next",
    "Next: 'tombo verify --checkpoint FILE', with a checkpoint kept outside; keep what it says beside this",
    "A seguir: 'tombo verify --checkpoint FILE', com um checkpoint guardado fora; guarde o que disser junto disto",
)
HAND_STILL_OPEN: Final = Said(
    "hand_still_open",
    "Payouts: none to compare yet, the hand is open",
    "Pagamentos: ainda nenhum a comparar, a jogada está em curso",
)
ROUND_STILL_OPEN: Final = Said(
    "round_still_open",
    "Payments: none to compare yet, the round is open",
    "Pagamentos: ainda nenhum a comparar, a jogada está em curso",
)
REFUNDS_AGAIN: Final = Said(
    "refunds_again",
    "Refunds: computed again, every bet is back with who made it ({rule})",
    "Devoluções: recalculadas, cada aposta voltou a quem a fez ({rule})",
)
CANNOT_BE_RECOMPUTED: Final = Said(
    "cannot_be_recomputed",
    "Payments: cannot be recomputed, for not all turned their cards at the showdown; the record is neither right nor wrong ({rule})",
    "Pagamentos: não se podem recalcular, porque nem todos mostraram as cartas no fim; o que está registado não está certo nem errado ({rule})",
)
HAND_AGAIN: Final = Said(
    "hand_again",
    "Payouts: computed again from bets, board and shown cards, the same as recorded ({given})",
    "Pagamentos: recalculados com as apostas, as cartas viradas e as mostradas, iguais ao registado ({given})",
)
ROUND_AGAIN: Final = Said(
    "round_again",
    "Payments: computed again, the same as recorded ({given})",
    "Pagamentos: recalculados, iguais ao registado ({given})",
)
GIVEN_TO: Final = Said("given_to", "{player} {amount:figure}", "{player} {amount:figure}")
NOBODY_BET: Final = Said("nobody_bet", "nobody bet", "ninguém apostou")
