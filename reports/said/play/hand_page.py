"""What the page of a hand says besides its history: its title, labels and tables."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

HAND_PAGE: Final = Said("hand_page", "Hand {hand}", "Jogada {hand}")
HAND_ESSENTIAL: Final = Said(
    "hand_essential",
    "Everything essential of the hand: its result and what was staked ({rule}).",
    "Elementos essenciais da jogada: resultado e valores apostados ({rule}).",
)
HAND_GAME: Final = Said(
    "hand_game", "Non-banked poker, {game}, {limit:word}", "Póquer não bancado, {game}, {limit:word}"
)
HAND_STAKES: Final = Said("hand_stakes", "Stakes", "Apostas")
STAKES_SMALL: Final = Said("stakes_small", "small blind {amount:figure}", "pequena aposta {amount:figure}")
STAKES_BIG: Final = Said("stakes_big", "big blind {amount:figure}", "grande aposta {amount:figure}")
STAKES_BETS: Final = Said("stakes_bets", "bets of {amount:figure}", "apostas de {amount:figure}")
STAKES_AND_BETS: Final = Said("stakes_and_bets", "and of {amount:figure}", "e de {amount:figure}")
HAND_PLAYED_AT: Final = Said("hand_played_at", "{at:dated}", "{at:dated}")
HAND_PLAYED_ONCE: Final = Said("hand_played_once", "not known", "não se sabe")
HAND_ORIGIN: Final = Said("hand_origin", "Origin", "Origem")
HAND_OPEN_UNTIL: Final = Said("hand_open_until", "In play: {waits:told}", "Em curso: {waits:told}")
HAND_COMMISSION_LABEL: Final = Said("hand_commission_label", "Commission", "Comissão")
HAND_BOARD_LABEL: Final = Said("hand_board_label", "Board", "Cartas viradas")
HAND_TOTAL_LABEL: Final = Said("hand_total_label", "Total pot", "Total do pote")

HAND_SEATS: Final = Said("hand_seats", "Seats and cards", "Lugares e cartas")
HAND_SEAT_WITH_BUTTON: Final = Said("hand_seat_with_button", "{seat} (button)", "{seat} (botão)")
CHIPS_AT_START: Final = Said("chips_at_start", "Chips at the start", "Cave no início")
CARDS_HELD_LABEL: Final = Said("cards_held_label", "Hole cards", "Cartas fechadas")
HAND_MADE: Final = Said("hand_made", "Hand made", "Combinação")
HAND_RESULT: Final = Said("hand_result", "Result, in {currency}", "Resultado, em {currency}")
HAND_RESULT_IN_CHIPS: Final = Said("hand_result_in_chips", "Result, in chips", "Resultado, em fichas")
HAND_WON: Final = Said("hand_won", "Collected", "Recebido dos potes")
HAND_ALL_PLAYERS: Final = Said("hand_all_players", "All", "Todos")
HAND_POTS: Final = Said("hand_pots", "Pots and commission", "Potes e comissão")
HAND_POT: Final = Said("hand_pot", "Pot", "Pote")
HAND_MAIN_POT: Final = Said("hand_main_pot", "Main pot", "Pote principal")
HAND_SIDE_POT: Final = Said("hand_side_pot", "Side pot {number}", "Pote lateral {number}")
HAND_POT_AMOUNT: Final = Said("hand_pot_amount", "Amount", "Valor")
HAND_PAID_OUT: Final = Said("hand_paid_out", "Paid out", "Entregue")
