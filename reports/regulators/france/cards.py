"""Cards as ANJ numbers them: ace to king of spades 1 to 13, of hearts 14 to 26, of diamonds 27 to 39, of clubs 40 to 52."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.cards import CARD_TEXTS

_RANKS: Final = "A23456789TJQK"
_SUITS: Final = "shdc"
NUMBERS: Final = {text: _SUITS.index(text[1]) * len(_RANKS) + _RANKS.index(text[0]) + 1 for text in CARD_TEXTS}
"""By card as players write it: ``As`` is 1."""
