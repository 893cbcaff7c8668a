"""What ``tombo views`` and ``tombo verify`` remark."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

FOLLOWING: Final = Said(
    "following",
    "following {views:listed}; interrupt to end it",
    "a acompanhar {views:listed}; interromper para terminar",
)
DROPPED: Final = Said("dropped", "Dropped: {views:listed}", "Eliminado: {views:listed}")
DROPPED_NOTHING: Final = Said(
    "dropped_nothing", "Dropped: nothing, for nothing was kept", "Eliminado: nada, porque nada estava guardado"
)
NO_WITNESS: Final = Said(
    "no_witness",
    "UNWITNESSED: no checkpoint from outside was given, so a whole other history cannot be excluded",
    "UNWITNESSED: não foi dado nenhum checkpoint de fora, e por isso não se pode excluir que toda a história tenha sido trocada por outra",
)
