"""What is said about seats, blinds and cards: the rows of ``r806_dealing``, in the order of its rules."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

DEALT_IN_TWICE: Final = Said(
    "dealt_in_twice",
    "{dealt} are dealt in, on {seats:seat|seats}, {players:player|players}",
    "{dealt} entram na jogada, em {seats:lugar|lugares}, {players:jogador|jogadores}",
)
DEALT_IN_BELOW_MINIMUM: Final = Said(
    "dealt_in_below_minimum",
    "seats {seats} are dealt in with less than the minimum bet of {least}",
    "os lugares {seats} entram na jogada com menos do que a aposta mínima de {least}",
)
POST_BESIDES_BLINDS: Final = Said(
    "post_besides_blinds",
    "seat {seat} posts {paid} ({post:word}); expected two blinds only",
    "o lugar {seat} coloca {paid} ({post:word}); esperavam-se só a pequena e a grande aposta",
)
BLIND_OF_OTHER_AMOUNT: Final = Said(
    "blind_of_other_amount",
    "seat {seat} posts a {post:word} blind of {paid}; expected {due}",
    "o lugar {seat} faz a {post:word} de {paid}; esperava-se {due}",
)
BIG_BLIND_OF_OTHER_SEAT: Final = Said(
    "big_blind_of_other_seat",
    "seat {seat} posts the big blind; expected seat {due}",
    "o lugar {seat} faz a grande aposta; esperava-se o lugar {due}",
)
SMALL_BLIND_OF_OTHER_SEAT: Final = Said(
    "small_blind_of_other_seat",
    "seat {seat} posts the small blind; expected seat {due}",
    "o lugar {seat} faz a pequena aposta; esperava-se o lugar {due}",
)
BLIND_AFTER_CARDS: Final = Said(
    "blind_after_cards",
    "a blind is posted after the cards were dealt",
    "a pequena ou a grande aposta é feita depois de distribuídas as cartas",
)
CLOSED_CARDS_OUT_OF_PLACE: Final = Said(
    "closed_cards_out_of_place",
    "the closed cards are dealt once, after the blinds and before any bet",
    "as cartas fechadas são distribuídas uma só vez, depois da pequena e da grande aposta e antes de qualquer outra",
)
CLOSED_CARDS_UNEQUAL: Final = Said(
    "closed_cards_unequal",
    "{cards:closed card|closed cards} to {players:player|players}; expected {due}",
    "{cards:carta fechada|cartas fechadas} a {players:jogador|jogadores}; esperavam-se {due}",
)
CLOSED_CARDS_OUT_OF_ORDER: Final = Said(
    "closed_cards_out_of_order",
    "cards dealt to seats {seats}; expected {due}",
    "cartas distribuídas aos lugares {seats}; esperavam-se {due}",
)
HAND_CARD_DEALT_TWICE: Final = Said(
    "hand_card_dealt_twice",
    "{card} is dealt twice; expected {deck} different cards",
    "{card} é distribuída duas vezes; esperavam-se {deck} cartas diferentes",
)
BOARD_WITHOUT_BETTING: Final = Said(
    "board_without_betting",
    "the {street:word} is dealt in a hand that has no betting left, or none yet",
    "viram-se cartas comuns do {street:word} numa jogada em que já não há apostas, ou em que ainda não as há",
)
BOARD_DURING_BETTING: Final = Said(
    "board_during_betting",
    "the {street:word} is dealt while seat {seat} is to act",
    "viram-se cartas comuns do {street:word} quando é a vez do lugar {seat}",
)
BOARD_OF_OTHER_SIZE: Final = Said(
    "board_of_other_size",
    "open cards: {cards} for the {street:word} on a board of {board}; expected three, then one, then one",
    "cartas comuns: {cards} para o {street:word}, com {board} na mesa; esperavam-se três, depois uma e depois uma",
)
