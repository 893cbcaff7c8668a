"""What stands beside the boxes of a table of póquer sem descarte: rows of what is shown, and never recorded."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

BOX_OF_THE_HOUSE: Final = Said("box_of_the_house", "House", "Banca")
BOX_OF_SEAT: Final = Said("box_of_seat", "Seat {seat}", "Lugar {seat}")
BOX_ANTE: Final = Said("box_ante", "ante", "ante")
BOX_SECOND_BET: Final = Said("box_second_bet", "bet", "bet")
BOX_HAS_FOLDED: Final = Said("box_has_folded", "folded", "desistiu")
BOX_DISCARD: Final = Said("box_discard", "Discard", "Canto de descarte")
