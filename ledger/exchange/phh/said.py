"""What is said about hands that are imported: one row a meaning, a column a language."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

IMPORTED_CARD_DEALT_TWICE: Final = Said(
    "imported_card_dealt_twice",
    "a closed card is dealt twice; expected {deck} different cards",
    "uma carta fechada é distribuída duas vezes; esperavam-se {deck} cartas diferentes",
)
SHOWN_BUT_NOT_DEALT: Final = Said(
    "shown_but_not_dealt",
    "p{player} shows {card}, which it was not dealt",
    "p{player} mostra {card}, que não lhe foi distribuída",
)
IMPORTED_BOARD_CARD_ELSEWHERE: Final = Said(
    "imported_board_card_elsewhere",
    "a card of the board lies elsewhere too; expected {deck} different cards",
    "uma carta comum está também noutro lado; esperavam-se {deck} cartas diferentes",
)
WINNINGS_ALL_ZERO: Final = Said(
    "winnings_all_zero",
    "all zero, but {amount} lay in the pots: not believed",
    "tudo a zero, mas havia {amount} nos potes: não se aceita como verdadeiro",
)
WINNINGS_SHORT_OF_POTS: Final = Said(
    "winnings_short_of_pots",
    "{amount} less than the pots in all: a commission, which PHH cannot state",
    "no total, menos {amount} do que os potes: uma comissão, que o PHH não permite indicar",
)
STATED_RESULT_DIFFERS: Final = Said(
    "stated_result_differs",
    "stated {stated}; derived {derived}",
    "indicado {stated}; apurado {derived}",
)
NOT_DECIDABLE_AS_STATED: Final = Said(
    "not_decidable_as_stated",
    "the cards of {players} are unknown at the showdown: who won cannot be computed; paid as the file states",
    "as cartas de {players} não são conhecidas no fim: não se pode apurar quem ganhou; pago como o ficheiro indica",
)
NOT_DECIDABLE_AS_KNOWN: Final = Said(
    "not_decidable_as_known",
    "the cards of {players} are unknown at the showdown: who won cannot be computed; paid by the cards that are known",
    "as cartas de {players} não são conhecidas no fim: não se pode apurar quem ganhou; pago pelas cartas conhecidas",
)
