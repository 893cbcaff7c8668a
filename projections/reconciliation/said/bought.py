"""What the night says of seats and stacks that cost otherwise than their table says: one row a meaning, a column a language."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

SEAT_COSTS_OTHERWISE: Final = Said(
    "seat_costs_otherwise",
    "{player} takes seat {seat} of {table} for {paid} cents; a seat there costs {due} ({rule})",
    "{player} toma o lugar {seat} de {table} por {paid} cêntimos; um lugar ali custa {due} ({rule})",
)
TOPPED_UP_IN_HAND: Final = Said(
    "topped_up_in_hand",
    "the stack of seat {seat} of {table} is topped up during a hand that the seat is in ({rule})",
    "a cave do lugar {seat} de {table} é reforçada durante uma jogada em que o lugar participa ({rule})",
)
TOPPED_UP_TOO_FAR: Final = Said(
    "topped_up_too_far",
    "the stack of seat {seat} of {table} is topped up to {stack} cents; expected {most} at most ({rule})",
    "a cave do lugar {seat} de {table} é reforçada até {stack} cêntimos; esperava-se no máximo {most} ({rule})",
)
TAKEN_UNDER_WITHDRAWN_RULES: Final = Said(
    "taken_under_withdrawn_rules",
    "{played}: at log index {at} the operator takes a commission of chips that are bought under {ruleset}, which was withdrawn at log index {withdrawn}; "
    "expected none, for no further hand begins under them",
    "{played}: no índice de registo {at} a entidade exploradora cobra comissão de fichas compradas sob {ruleset}, retiradas no índice de registo {withdrawn}; "
    "não se esperava nenhuma, pois nenhuma outra jogada começa sob elas",
)
