"""What is said of outages as they are put on record."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

INCIDENT_OPENED: Final = Said(
    "incident_opened",
    "Incident {incident} is open. Hands and rounds in play: {played:listed}.",
    "O incidente {incident} está aberto. Jogadas em curso: {played:listed}.",
)
INCIDENT_OPENED_ALONE: Final = Said(
    "incident_opened_alone",
    "Incident {incident} is open. Hands and rounds in play: none.",
    "O incidente {incident} está aberto. Jogadas em curso: nenhuma.",
)
INCIDENT_ENDED: Final = Said(
    "incident_ended", "Incident {incident} is closed.", "O incidente {incident} está encerrado."
)
