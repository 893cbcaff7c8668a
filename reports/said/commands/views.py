"""What ``tombo views`` and ``tombo verify`` remark."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

FOLLOWING: Final = Said(
    "following",
    "following {views:listed}; interrupt to end it",
    "a acompanhar {views:listed}; interromper para terminar",
)
ENTRIES_IN_EACH: Final = Said("entries_in_each", "entries in {views:listed}", "entradas em {views:listed}")
FOLLOWED_ALONE: Final = Said(
    "followed_alone",
    "what was to be followed side by side could not be ({why}); one process followed it to the end",
    "o que se devia acompanhar em paralelo não pôde ser ({why}); um só processo acompanhou até ao fim",
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
