"""What is said of staff: how much they may give for a complaint."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

LIMIT_ALONE: Final = Said("limit_alone", "One alone, for one claim: {amount}", "Um só, por uma reclamação: {amount}")
LIMIT_ALONE_SUM: Final = Said("limit_alone_sum", "One alone, in all: {amount}", "Um só, ao todo: {amount}")
LIMIT_MOST: Final = Said(
    "limit_most", "Anybody, for one claim: {amount}", "Seja quem for, por uma reclamação: {amount}"
)
GAVE_ALONE: Final = Said(
    "gave_alone",
    "{staff} gave {amount} alone since somebody signed a resolution with him",
    "{staff} deu {amount} sem segunda assinatura desde a última resolução que alguém assinou com ele",
)
