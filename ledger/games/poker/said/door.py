"""What the door says where no rule of the play is asked yet: no such hand, no such seat, cards that are not kept."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

HAND_NEVER_BEGAN: Final = Said(
    "hand_never_began",
    "there is no hand {hand}; expected one that 'start_hand' began",
    "não há nenhuma jogada {hand}; esperava-se uma iniciada por 'start_hand'",
)
HAND_WAS_IMPORTED: Final = Said(
    "hand_was_imported",
    "the hand {hand} was imported; it was played elsewhere and takes no requests",
    "a jogada {hand} foi importada; foi jogada noutro lado e não aceita pedidos",
)
SEAT_NOT_DEALT_IN: Final = Said(
    "seat_not_dealt_in",
    "seat {seat} is not dealt into this hand; expected one of {seats}",
    "o lugar {seat} não entrou nesta jogada; esperava-se um de {seats}",
)
HAND_ON_NO_TABLE: Final = Said(
    "hand_on_no_table",
    "there is no open table {table}; expected 'open_table' before",
    "não há nenhuma mesa {table} aberta; esperava-se antes 'open_table'",
)
HAND_STILL_IN_PLAY: Final = Said(
    "hand_still_in_play",
    "{hand} is in play; expected its end before the next hand",
    "{hand} está em curso; esperava-se o seu fim antes da jogada seguinte",
)
BUTTON_NOT_DRAWN: Final = Said(
    "button_not_drawn",
    "the button of {table} is to be drawn; expected 'draw_button' before",
    "o botão de {table} está por sortear; esperava-se antes 'draw_button'",
)
NOTHING_TO_MUCK: Final = Said(
    "nothing_to_muck",
    "seat {seat} has no cards at this showdown to leave unshown",
    "o lugar {seat} não tem, ao virar das cartas desta jogada, cartas que possa deixar por mostrar",
)
OPENINGS_NOT_KEPT: Final = Said(
    "openings_not_kept",
    "the openings of slots {slots} are not kept; run 'tombo verify'",
    "as aberturas das posições {slots} não estão guardadas; execute 'tombo verify'",
)
CARDS_SHOWN_ALREADY: Final = Said(
    "cards_shown_already",
    "seat {seat} has shown its cards already",
    "o lugar {seat} já mostrou as suas cartas",
)
NO_CARDS_TO_SHOW: Final = Said(
    "no_cards_to_show",
    "seat {seat} has no cards to show: none dealt, or their openings are not kept",
    "o lugar {seat} não tem cartas que mostrar: não lhe foram distribuídas, ou as suas aberturas não estão guardadas",
)
STRADDLE_BESIDES_BLINDS: Final = Said(
    "straddle_besides_blinds",
    "seat {seat} posts a {post:word}; expected two blinds only",
    "o lugar {seat} faz um {post:word}; esperavam-se só a pequena e a grande aposta",
)
CONNECTION_AFTER_END: Final = Said(
    "connection_after_end",
    "the hand is {outcome:word}; a connection matters while it is in play",
    "a jogada {outcome:word}; a ligação só importa enquanto a jogada está em curso",
)
LEAVER_GIVES_UP: Final = Said(
    "leaver_gives_up",
    "seat {seat} has asked to leave the table, and the platform folds for him",
    "o lugar {seat} pediu para sair da mesa, e a plataforma desiste por ele",
)
