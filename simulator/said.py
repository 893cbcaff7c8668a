"""What is said of the evening that the simulator plays for ``tombo demo``."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Word

PLAYED: Final = Word(
    "played", "a spin of the roulette and a round of blackjack", "uma jogada de roleta e uma jogada de blackjack"
)
"""What it has besides hands of poker."""
TOLD: Final = Word(
    "told",
    "a spin, bet by bet, with the rule of every payment",
    "uma jogada de roleta, aposta a aposta, com a regra de cada pagamento",
)
"""What there is to see in the round that is named."""
