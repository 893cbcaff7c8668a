"""What is said about bets and the time to decide: the rows of ``r806_betting``, in the order of its rules."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

ACTS_AFTER_END: Final = Said(
    "acts_after_end",
    "seat {seat} acts after the end of the hand, which is {outcome:word}",
    "o lugar {seat} age depois do fim da jogada, que {outcome:word}",
)
ACTS_BEFORE_CLOSED_CARDS: Final = Said(
    "acts_before_closed_cards",
    "seat {seat} acts before the closed cards are dealt",
    "o lugar {seat} age antes de distribuídas as cartas fechadas",
)
ACTS_OUT_OF_TURN: Final = Said(
    "acts_out_of_turn",
    "seat {seat} acts on the {street:word}; to act is seat {due}",
    "o lugar {seat} age no {street:word}; é a vez do lugar {due}",
)
ACTS_AFTER_BETTING: Final = Said(
    "acts_after_betting",
    "seat {seat} acts on the {street:word}; to act is nobody: the betting of the street is over",
    "o lugar {seat} age no {street:word}; não é a vez de ninguém: o turno de apostas terminou",
)
CHECKS_AGAINST_BET: Final = Said(
    "checks_against_bet",
    "seat {seat} checks and owes {owed}; expected a call, a raise or a fold",
    "o lugar {seat} passa e tem {owed} por acompanhar; esperava-se que acompanhasse, subisse a aposta ou desistisse",
)
CALLS_WITHOUT_BET: Final = Said(
    "calls_without_bet",
    "seat {seat} calls and nobody has bet more; expected a check or a bet",
    "o lugar {seat} acompanha e ninguém apostou mais; esperava-se que passasse ou apostasse",
)
CALL_OF_OTHER_AMOUNT: Final = Said(
    "call_of_other_amount",
    "seat {seat} calls with {paid}; expected {due}",
    "o lugar {seat} acompanha com {paid}; esperava-se {due}",
)
BET_NOT_ABOVE_LAST: Final = Said(
    "bet_not_above_last",
    "seat {seat} bets to {to} and the bet is {stands}; expected more, or a call",
    "o lugar {seat} leva a sua aposta a {to} e a aposta está em {stands}; esperava-se mais, ou que acompanhasse",
)
BET_ABOVE_STACK: Final = Said(
    "bet_above_stack",
    "seat {seat} bets {paid} more and has {has}",
    "o lugar {seat} aposta mais {paid} e tem {has} na cave",
)
ALL_IN_BELOW_STACK: Final = Said(
    "all_in_below_stack",
    "seat {seat} bets {paid} of {has} and is recorded as all-in",
    "o lugar {seat} aposta {paid} de {has} e está registado como estando em all in",
)
STACK_NOT_ALL_IN: Final = Said(
    "stack_not_all_in",
    "seat {seat} bets {paid} of {has} and is recorded as not all-in",
    "o lugar {seat} aposta {paid} de {has} e está registado como não estando em all in",
)
OPENING_BELOW_MINIMUM: Final = Said(
    "opening_below_minimum",
    "seat {seat} bets {paid}; the least is {least}",
    "o lugar {seat} aposta {paid}; o mínimo é {least}",
)
RAISE_BELOW_MINIMUM: Final = Said(
    "raise_below_minimum",
    "seat {seat} raises to {to}; the least is {least}",
    "o lugar {seat} sobe a aposta para {to}; o mínimo é {least}",
)
BET_ABOVE_POT_LIMIT: Final = Said(
    "bet_above_pot_limit",
    "seat {seat} bets to {to}; the most is {most}",
    "o lugar {seat} leva a sua aposta a {to}; o máximo é {most}",
)
BET_OF_OTHER_SIZE: Final = Said(
    "bet_of_other_size",
    "seat {seat} bets to {to}; with bets of {size} it is {due}",
    "o lugar {seat} leva a sua aposta a {to}; com apostas de {size}, o valor é {due}",
)
RAISES_USED_UP: Final = Said(
    "raises_used_up",
    "seat {seat} raises; the street has had its {raises:raise|raises}",
    "o lugar {seat} sobe a aposta; o turno já teve {raises:subida|subidas}, tantas quantas pode ter",
)
RAISING_CLOSED: Final = Said(
    "raising_closed",
    "seat {seat} has acted and faces {more} more, not a full raise of {full}; call or fold",
    "o lugar {seat} já agiu e tem mais {more} por acompanhar, o que não é uma subida completa de {full};"
    " pode acompanhar ou desistir",
)
FIXED_RAISING_CLOSED: Final = Said(
    "fixed_raising_closed",
    "seat {seat} has acted and faces {more} more, not half of a bet of {size}; call or fold",
    "o lugar {seat} já agiu e tem mais {more} por acompanhar, o que não é metade de uma aposta de {size};"
    " pode acompanhar ou desistir",
)
HAND_DEADLINE_BROUGHT_FORWARD: Final = Said(
    "hand_deadline_brought_forward",
    "a deadline of {deadline:instant}; asked before, he has until {until:instant} ({rule})",
    "um prazo até {deadline:instant}; pedida a decisão antes, tem até {until:instant} ({rule})",
)
HAND_DECISION_TIME_OTHERWISE: Final = Said(
    "hand_decision_time_otherwise",
    "{left:duration} to decide; these rules give {due:duration}",
    "{left:duration} para decidir; estas regras dão {due:duration}",
)
EXTENDED_WITHOUT_DECISION: Final = Said(
    "extended_without_decision",
    "seat {seat} is not deciding; expected a decision requested ({rule})",
    "o lugar {seat} não está a decidir; esperava-se um pedido de decisão ({rule})",
)
HAND_EXTENSION_ADDS_NOTHING: Final = Said(
    "hand_extension_adds_nothing",
    "a deadline of {deadline:instant} adds no time; it is {until:instant} already",
    "um prazo até {deadline:instant} não dá mais tempo; o prazo já vai até {until:instant}",
)
HAND_EXTENSION_TOO_LONG: Final = Said(
    "hand_extension_too_long",
    "{more:duration} of extra time; expected no more than the {most:duration} that these rules give to decide",
    "{more:duration} de tempo suplementar; esperavam-se no máximo os {most:duration} que estas regras dão para decidir",
)
HAND_DECISION_LATE: Final = Said(
    "hand_decision_late",
    "seat {seat} acts {late:duration} after its time was up",
    "o lugar {seat} age {late:duration} depois de findo o seu tempo",
)
TIMED_OUT_WITHOUT_DECISION: Final = Said(
    "timed_out_without_decision",
    "seat {seat} was not asked to decide; expected a decision requested ({rule})",
    "ao lugar {seat} não foi pedida uma decisão; esperava-se um pedido de decisão ({rule})",
)
HAND_TIME_NOT_UP: Final = Said(
    "hand_time_not_up",
    "seat {seat} has {left:duration} left to decide",
    "o lugar {seat} ainda tem {left:duration} para decidir",
)
