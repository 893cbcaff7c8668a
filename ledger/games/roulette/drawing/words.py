"""What stands on the fields of the cloth: rows of what is shown, and never recorded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.core.said import Word
from tombo.ledger.games.roulette.chances import SimpleChance

FIELDS: Final[Mapping[SimpleChance, Word]] = {
    "low": Word("field_low", "1-18", "Menor"),
    "even": Word("field_even", "Even", "Par"),
    "red": Word("field_red", "Red", "Encarnado"),
    "black": Word("field_black", "Black", "Preto"),
    "odd": Word("field_odd", "Odd", "Ímpar"),
    "high": Word("field_high", "19-36", "Maior"),
}
"""The simple chances as they lie along the cloth (R804 r.7b)."""
DOZENS: Final[Mapping[int, Word]] = {
    1: Word("field_first_dozen", "1st dozen", "1.ª dúzia"),
    13: Word("field_second_dozen", "2nd dozen", "2.ª dúzia"),
    25: Word("field_third_dozen", "3rd dozen", "3.ª dúzia"),
}
"""The dozens, by their first number (R804 r.7a)."""
