"""What is said after a standstill: what was left open, and what became of it."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

LEFT_TO_SETTLE: Final = Said(
    "left_to_settle", "{hand} at version {version}: to settle", "{hand} na versão {version}: por liquidar"
)
LEFT_TO_VOID: Final = Said(
    "left_to_void", "{hand} at version {version}: to void", "{hand} na versão {version}: por anular"
)
LEFT_AS_LOST: Final = Said("left_as_lost", "{hand} at version {version}: {lost}", "{hand} na versão {version}: {lost}")
NONE_LEFT_OPEN: Final = Said("none_left_open", "No hand was left open.", "Nenhuma jogada ficou em curso.")
NOTHING_TO_RECOVER: Final = Said(
    "nothing_to_recover",
    "No hand was left open; nothing was recorded.",
    "Nenhuma jogada ficou em curso; nada foi registado.",
)
RECOVERY: Final = Said(
    "recovery",
    "Incident {incident}: {hands:hand|hands} left open.",
    "Incidente {incident}: {hands:jogada|jogadas} em curso no momento da falha.",
)
ENDED_BEFORE: Final = Said(
    "ended_before", "ended by an earlier run: {hands}", "terminadas por uma execução anterior: {hands}"
)
RECOVERED: Final = Said("recovered", "{hand}: {outcome:word}", "{hand}: {outcome:word}")
NOT_RECOVERED: Final = Said(
    "not_recovered", "{hand}: {outcome:word}: {rule}: {why:told}", "{hand}: {outcome:word}: {rule}: {why:told}"
)
RECOVERY_LOST: Final = Said("recovery_lost", "{hand}: {outcome:word}: {lost}", "{hand}: {outcome:word}: {lost}")
RECOVERY_OVER: Final = Said("recovery_over", "The incident is closed.", "O incidente está encerrado.")
RECOVERY_NOT_OVER: Final = Said("recovery_not_over", "The incident stays open.", "O incidente continua por encerrar.")
RECOVERY_UNREAD: Final = Said("recovery_unread", "{why}", "{why}")
