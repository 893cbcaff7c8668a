"""What stands beside the boxes of a table of blackjack: rows of what is shown, and never recorded."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

BOX_OF_BLACKJACK_HOUSE: Final = Said("box_of_blackjack_house", "House", "Banca")
BOX_AT_SEAT: Final = Said("box_at_seat", "Seat {seat}", "Lugar {seat}")
BOX_OF_HAND: Final = Said("box_of_hand", "Seat {seat}, hand {hand}", "Lugar {seat}, jogo {hand}")
BOX_BET: Final = Said("box_bet", "bet", "aposta")
BOX_INSURANCE: Final = Said("box_insurance", "insurance", "seguro")
BOX_POINTS: Final = Said("box_points", "{points:point|points}", "{points:ponto|pontos}")
BOX_BLACKJACK: Final = Said("box_blackjack", "blackjack", "blackjack")
BOX_ABOVE_21: Final = Said("box_above_21", "above 21", "mais de 21")
