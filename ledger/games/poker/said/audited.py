"""What an audit says of a hand: where its play broke a rule, and where what was paid is not what the rules give."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

HAND_ENDED_AGAIN: Final = Said(
    "hand_ended_again",
    "the hand is {outcome:word} and ends once more",
    "a jogada {outcome:word} e termina outra vez",
)
SETTLED_WITH_CLOSED_CARDS: Final = Said(
    "settled_with_closed_cards",
    "the hand is settled and the cards of seats {seats} are not turned",
    "a jogada está liquidada e as cartas dos lugares {seats} não foram viradas",
)
ACTED_FOR_ANOTHER: Final = Said(
    "acted_for_another",
    "{actor:word} {who} acts on seat {seat}; expected its player, {player}",
    "{actor:word} {who} age no lugar {seat}; esperava-se o seu jogador, {player}",
)
HAND_UNFINISHED: Final = Said(
    "hand_unfinished",
    "{hand}: not finished; nothing to compare",
    "{hand}: não terminou; não há nada a comparar",
)
IMPORTED_AT_TABLE: Final = Said(
    "imported_at_table",
    "{hand}: came through the import door at the table {table}; expected {expected}, the table of every hand that was imported",
    "{hand}: entrou pela porta de importação na mesa {table}; esperava-se {expected}, a mesa de todas as jogadas importadas",
)
HAND_RETURNS_DIFFER: Final = Said(
    "hand_returns_differ",
    "{hand}: uncalled {recorded} by position, recomputed {due} ({rule})",
    "{hand}: devolvido do que ninguém acompanhou, por posição, {recorded}; recalculado {due} ({rule})",
)
HAND_COMMISSION_DIFFERS: Final = Said(
    "hand_commission_differs",
    "{hand}: commission {recorded:told}, recomputed {due:told} ({rule})",
    "{hand}: comissão {recorded:told}; recalculado {due:told} ({rule})",
)
HAND_PAYMENTS_DIFFER: Final = Said(
    "hand_payments_differ",
    "{hand}: paid {recorded:told}, recomputed {due:told} ({rule})",
    "{hand}: pago {recorded:told}; recalculado {due:told} ({rule})",
)
MOVED_OF_POT: Final = Said("moved_of_pot", "{amount} of pot {pot}", "{amount} do pote {pot}")
MOVED_OF_POT_TO_SEAT: Final = Said(
    "moved_of_pot_to_seat", "{amount} of pot {pot} seat {seat}", "{amount} do pote {pot} lugar {seat}"
)
MOVED_NOTHING: Final = Said("moved_nothing", "nothing", "nada")
SHOWN_CARD_NOT_DEALT: Final = Said(
    "shown_card_not_dealt",
    "{hand}: seat {seat} shows {card}, which is not the card of slot {slot} it was dealt ({rule})",
    "{hand}: o lugar {seat} mostra {card}, que não é a carta da posição {slot} que lhe foi distribuída ({rule})",
)
SHOWN_CARD_NOT_OPENED: Final = Said(
    "shown_card_not_opened",
    "{hand}: seat {seat} shows {card} without the salt and slot that say it was dealt ({rule})",
    "{hand}: o lugar {seat} mostra {card} sem o sal e a posição que dizem que foi distribuída ({rule})",
)
SHOWN_CARD_AGAIN: Final = Said(
    "shown_card_again",
    "{hand}: seat {seat} shows {card}, the card of slot {slot}, more than once ({rule})",
    "{hand}: o lugar {seat} mostra mais de uma vez {card}, a carta da posição {slot} ({rule})",
)
SHOWN_AFTER_THE_END: Final = Said(
    "shown_after_the_end",
    "{hand}: seat {seat} shows {cards} after its end (log index {index}); expected the cards it was dealt, all of them and once ({rule})",
    "{hand}: o lugar {seat} mostra {cards} depois do seu fim (índice de registo {index}); esperavam-se as cartas que lhe foram distribuídas, todas e uma só vez ({rule})",
)
SHOWDOWN_WITHOUT_BOARD: Final = Said(
    "showdown_without_board",
    "{hand}: {cards:open card|open cards} at the showdown; expected {due} ({rule})",
    "{hand}: {cards:carta comum|cartas comuns} ao virar das cartas; esperavam-se {due} ({rule})",
)
HAND_CARDS_IN_TWO_PLACES: Final = Said(
    "hand_cards_in_two_places", "{hand}: {why:told} ({rule})", "{hand}: {why:told} ({rule})"
)
HAND_REFUNDS_DIFFER: Final = Said(
    "hand_refunds_differ",
    "{hand}: refunds {recorded} by position, recomputed {due} ({rule})",
    "{hand}: reembolsos, por posição, {recorded}; recalculado {due} ({rule})",
)
VOID_HAND_PAID: Final = Said(
    "void_hand_paid",
    "{hand}: void, and still something was paid or taken ({rule})",
    "{hand}: nula, e ainda assim foi pago ou cobrado algum valor ({rule})",
)
HAND_END_BEGUN: Final = Said(
    "hand_end_begun",
    "{hand}: its end is begun, and not recorded: cards are turned or pots paid, and it is in play ({rule})",
    "{hand}: o seu fim está começado e não registado: há cartas viradas ou potes pagos, e continua em jogo ({rule})",
)
