"""What is said of the last hand that a regulation owes its player."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

LAST_HAND: Final = Said(
    "last_hand", "{player} ({rule}): {amounts}, {result:told}", "{player} ({rule}): {amounts}, {result:told}"
)
LAST_HAND_VOID: Final = Said(
    "last_hand_void",
    "{player} ({rule}): {amounts}, {result:told}; void by the outage {incident}",
    "{player} ({rule}): {amounts}, {result:told}; nula pela falha {incident}",
)
LAST_STAKED: Final = Said("last_staked", "staked {amount:figure}", "apostado {amount:figure}")
LAST_WON: Final = Said("last_won", "won {amount:figure}", "ganho {amount:figure}")
LAST_RETURNED: Final = Said("last_returned", "returned {amount:figure}", "devolvido {amount:figure}")
LAST_REFUNDED: Final = Said("last_refunded", "refunded {amount:figure}", "reembolsado {amount:figure}")
LAST_RESULT: Final = Said("last_result", "result {result:signed}", "resultado {result:signed}")
LAST_IN_PLAY: Final = Said("last_in_play", "still in play", "ainda em curso")
LAST_IMPRISONED: Final = Said(
    "last_imprisoned",
    "{amount:figure} in prison, not decided yet",
    "{amount:figure} em prisão, por decidir",
)
