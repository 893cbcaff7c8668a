"""What the page of what goes on now says."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

NOW_AT: Final = Said("now_at", "As of {at:dated}", "À data de {at:dated}")
NOW_LOG: Final = Said("now_log", "The log", "O registo")
NOW_ENTRIES: Final = Said("now_entries", "{entries:entry|entries}", "{entries:entrada|entradas}")
NOW_LAST: Final = Said("now_last", "the last recorded {at:dated}", "a última registada em {at:dated}")
NOW_UNSIGNED: Final = Said("now_unsigned", "Not under a checkpoint yet", "Ainda sem checkpoint")
NOW_PLAYING: Final = Said("now_playing", "Tables in play ({count:grouped})", "Mesas em jogo ({count:grouped})")
NOW_TABLE: Final = Said("now_table", "Table", "Mesa")
NOW_PLAYED: Final = Said("now_played", "Hand or round", "Jogada")
NOW_NONE_PLAYING: Final = Said("now_none_playing", "Nothing is in play.", "Nada está em jogo.")
NOW_MORE_PLAYING: Final = Said(
    "now_more_playing", "The first {shown:grouped} are shown.", "Mostram-se as primeiras {shown:grouped}."
)
NOW_INCIDENTS: Final = Said("now_incidents", "Open incidents", "Incidentes por encerrar")
NOW_INCIDENT: Final = Said("now_incident", "Incident", "Incidente")
NOW_SINCE: Final = Said("now_since", "Since", "Desde")
NOW_BEGAN: Final = Said("now_began", "Began in", "Começou")
NOW_TABLES: Final = Said("now_tables", "Tables", "Mesas")
NOW_NO_INCIDENT: Final = Said("now_no_incident", "No incident is open.", "Nenhum incidente está por encerrar.")
INCIDENT_NOT_SIGNED: Final = Said(
    "incident_not_signed",
    "{began}. NO ACT OF STAFF: who is said to have asked for it did not sign it; 'tombo verify' names it",
    "{began}. NÃO É UM ATO DE FUNCIONÁRIO: quem o teria pedido não o assinou; 'tombo verify' indica-o",
)
INCIDENT_NOT_READ: Final = Said("incident_not_read", "cannot be read: {why}", "não se consegue ler: {why}")
NOW_FINDINGS: Final = Said("now_findings", "Findings of the last hour", "Notas da última hora")
NOW_WHEN: Final = Said("now_when", "When", "Quando")
NOW_WHERE: Final = Said("now_where", "Where", "Onde")
NOW_RULE: Final = Said("now_rule", "Rule", "Regra")
NOW_WHY: Final = Said("now_why", "What", "O quê")
NOW_NO_FINDING: Final = Said(
    "now_no_finding", "Nothing was objected to in the last hour.", "Nada foi notado na última hora."
)
NOW_VIEWS: Final = Said("now_views", "What follows the log", "O que segue o registo")
NOW_NO_VIEWS: Final = Said("now_no_views", "Nothing follows it.", "Nada o segue.")
MOMENT: Final = Said("moment", "{at:moment}", "{at:moment}")
