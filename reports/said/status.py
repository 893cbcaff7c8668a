"""What is said of how a ledger stands."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

STATUS_EMPTY: Final = Said("status_empty", "{origin}: {entries:entry|entries}", "{origin}: {entries:entrada|entradas}")
STATUS: Final = Said(
    "status",
    "{origin}: {entries:entry|entries}, the last recorded {recorded:dated}",
    "{origin}: {entries:entrada|entradas}, a última registada em {recorded:dated}",
)
STATUS_CHECKPOINT: Final = Said(
    "status_checkpoint",
    "Last checkpoint: size {size:grouped}; {after:entry|entries} after it",
    "Último checkpoint: tamanho {size:grouped}; {after:entrada|entradas} depois dele",
)
STATUS_NO_CHECKPOINT: Final = Said(
    "status_no_checkpoint",
    "Last checkpoint: none; {after:entry|entries} after it",
    "Último checkpoint: nenhum; {after:entrada|entradas} depois dele",
)
PUBLISHER: Final = Said("publisher", "Publisher: {stands}", "Publicador: {stands}")
PUBLISHER_WITHOUT_SUCCESS: Final = Said(
    "publisher_without_success",
    "Publisher: {stands}; {rounds:round|rounds} without success: {error}",
    "Publicador: {stands}; {rounds:tentativa|tentativas} sem sucesso: {error}",
)
PUBLISHER_RUNS: Final = Said("publisher_runs", "runs ({holder})", "em funcionamento ({holder})")
PUBLISHER_NOT_HERE: Final = Said("publisher_not_here", "none runs here", "nenhum em funcionamento aqui")
PUBLISHER_FAILED: Final = Said("publisher_failed", "failed", "falhou")
PUBLISHER_SIGNED: Final = Said(
    "publisher_signed", "signed last {age:duration} ago", "última assinatura há {age:duration}"
)
IN_PLAY: Final = Said("in_play", "Hands and rounds in play: {played}", "Jogadas em curso: {played}")
NOTHING_IN_PLAY: Final = Said("nothing_in_play", "Hands and rounds in play: none", "Jogadas em curso: nenhuma")
INCIDENTS_OPEN: Final = Said(
    "incidents_open", "Incidents open: {incidents:parted}", "Incidentes por encerrar: {incidents:parted}"
)
INCIDENT_OPEN: Final = Said(
    "incident_open", "{incident}, since {since:dated} at {tables}", "{incident}, desde {since:dated} em {tables}"
)
INCIDENT_STOPS_TIME: Final = Said(
    "incident_stops_time",
    "{incident}, since {since:dated} at {tables}, where no time-out is recorded until it is closed",
    "{incident}, desde {since:dated} em {tables}, onde nenhum fim de tempo é registado enquanto não for encerrado",
)
NO_INCIDENT_OPEN: Final = Said("no_incident_open", "Incidents open: none", "Incidentes por encerrar: nenhum")
INCIDENT_LOST: Final = Said("incident_lost", "Incident {incident}: {lost}", "Incidente {incident}: {lost}")
TOURNAMENTS_UNFINISHED: Final = Said(
    "tournaments_unfinished",
    "Tournaments past their end and not over: {tournaments}",
    "Torneios que passaram do seu fim e não terminaram: {tournaments}",
)
FINDINGS: Final = Said("findings", "Findings: {rules}", "Notas: {rules}")
NO_FINDINGS: Final = Said("no_findings", "Findings: none", "Notas: nenhuma")
FINDINGS_UNDER: Final = Said("findings_under", "{rule} ({times})", "{rule} ({times})")
VIEWS: Final = Said("views", "Projections: {views}", "Projeções: {views}")
NO_VIEWS: Final = Said("no_views", "Projections: none", "Projeções: nenhuma")
VIEWS_NOT_READABLE: Final = Said("views_not_readable", "Projections: not readable", "Projeções: não se podem ler")
