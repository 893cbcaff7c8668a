"""What is said about póquer sintético alone: the rows of ``r809``, in the order of its rules."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

CARD_OUTSIDE_STRIPPED_DECK: Final = Said(
    "card_outside_stripped_deck",
    "{card} is dealt; expected the {deck} cards from eight to ace",
    "{card} é distribuída; esperavam-se as {deck} cartas do oito ao ás",
)
OPEN_CARD_NOT_ALONE: Final = Said(
    "open_card_not_alone",
    "open cards: {cards} for the {street:word} on a board of {board}; expected one for each of five streets",
    "cartas comuns: {cards} para o {street:word}, com {board} na mesa; esperava-se uma para cada um de cinco turnos",
)
STRADDLE_OUT_OF_PLACE: Final = Said(
    "straddle_out_of_place",
    "seat {seat} posts a {post:word}; expected after the deal, before the first card",
    "o lugar {seat} faz um {post:word}; esperava-se depois da distribuição e antes da primeira carta comum",
)
STRADDLE_TWICE: Final = Said(
    "straddle_twice",
    "seat {seat} straddles; there is a straddle already",
    "o lugar {seat} faz um estardilho; já há um estardilho",
)
STRADDLE_OF_OTHER_SEAT: Final = Said(
    "straddle_of_other_seat",
    "seat {seat} straddles; expected seat {due}, left of the big blind",
    "o lugar {seat} faz um estardilho; esperava-se o lugar {due}, à esquerda da grande aposta",
)
RESTRADDLE_WITHOUT_STRADDLE: Final = Said(
    "restraddle_without_straddle",
    "seat {seat} restraddles; expected a straddle to answer",
    "o lugar {seat} faz um restardilho; esperava-se um estardilho a que responder",
)
RESTRADDLE_TWICE: Final = Said(
    "restraddle_twice",
    "seat {seat} restraddles; there is a restraddle already",
    "o lugar {seat} faz um restardilho; já há um restardilho",
)
RESTRADDLE_OUT_OF_TURN: Final = Said(
    "restraddle_out_of_turn",
    "seat {seat} restraddles; to act is seat {due}",
    "o lugar {seat} faz um restardilho; é a vez do lugar {due}",
)
STRADDLE_OF_OTHER_AMOUNT: Final = Said(
    "straddle_of_other_amount",
    "seat {seat} posts {to} ({post:word}) and has {has}; expected {due}",
    "o lugar {seat} coloca {to} ({post:word}) e tem {has}; esperava-se {due}",
)
RAISES_AGAINST_STRADDLE: Final = Said(
    "raises_against_straddle",
    "seat {seat} raises before the first open card; expected a call, a restraddle or a fold",
    "o lugar {seat} sobe a aposta antes da primeira carta comum; esperava-se que acompanhasse, fizesse um restardilho"
    " ou desistisse",
)
