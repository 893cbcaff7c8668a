"""What is said of how far projections follow the log."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

VIEW_UP_TO_DATE: Final = Said("view_up_to_date", "{name} up to date", "{name} em dia")
VIEW_OLDER: Final = Said(
    "view_older",
    "{name} kept by an older version, to be computed again ('tombo views follow')",
    "{name} guardada por uma versão mais antiga, a calcular de novo ('tombo views follow')",
)
VIEW_BEHIND: Final = Said(
    "view_behind",
    "{name} {behind:entry|entries} behind, at {position:grouped}",
    "{name} com {behind:entrada|entradas} em atraso, em {position:grouped}",
)
VIEW_NOT_FOLLOWED: Final = Said("view_not_followed", "{name} not followed yet", "{name} ainda não acompanha o registo")
VIEW_REBUILDING: Final = Said(
    "view_rebuilding",
    "{view:told}; being built again, at {position:grouped}",
    "{view:told}; a ser construída de novo, em {position:grouped}",
)
VIEW_OF_ENTRIES: Final = Said(
    "view_of_entries", "{view:told} (of {size:entry|entries})", "{view:told} (de {size:entrada|entradas})"
)
NO_VIEW: Final = Said(
    "no_view",
    "No projection is followed, and nothing is kept",
    "Nenhuma projeção acompanha o registo, e nada está guardado",
)
