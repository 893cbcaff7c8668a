"""What is said about incidents: one row a meaning, a column a language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.core.said import Said, Word

ORIGINS: Final[Mapping[str, Word]] = {
    "operator_system": Word("operator_system", "operator_system", "no sistema técnico de jogo da entidade exploradora"),
    "player_equipment": Word("player_equipment", "player_equipment", "no equipamento de um jogador"),
    "player_network": Word("player_network", "player_network", "na rede usada por um jogador"),
}
"""Where an incident began."""
NO_INCIDENT_TO_VOID_FOR: Final = Said(
    "no_incident_to_void_for",
    "there is no incident {incident}; expected one of the operator's system",
    "não há nenhum incidente {incident}; esperava-se um com origem no sistema técnico de jogo",
)
INCIDENT_OF_OTHER_ORIGIN: Final = Said(
    "incident_of_other_origin",
    "the incident {incident} is one of {origin:word}; expected {expected:word}",
    "o incidente {incident} tem origem {origin:word}; esperava-se que a tivesse {expected:word}",
)
INCIDENT_CLOSED_BEFORE_VOID: Final = Said(
    "incident_closed_before_void",
    "the incident {incident} is closed; expected an open one that covers the table",
    "o incidente {incident} está terminado; esperava-se um em aberto que abranja a mesa",
)
INCIDENT_OF_OTHER_TABLES: Final = Said(
    "incident_of_other_tables",
    "the incident {incident} is not about the table {table}; expected an open one that covers the table",
    "o incidente {incident} não abrange a mesa {table}; esperava-se um em aberto que abranja a mesa",
)
INCIDENT_NOT_BEGUN: Final = Said(
    "incident_not_begun",
    "the incident {incident} is said to begin at {first:instant}, and the ledger's clock says {now:instant}; expected one that has begun",
    "diz-se que o incidente {incident} começa em {first:instant}, e o relógio do registo marca {now:instant}; esperava-se um que já tivesse"
    " começado",
)
INCIDENT_INTERRUPTED_OTHERS: Final = Said(
    "incident_interrupted_others",
    "the incident {incident} does not list {round}, which was not in play as it was opened; expected one opened since it began:"
    " 'open_incident' under another name",
    "o incidente {incident} não indica {round}, que não estava em curso quando foi aberto; esperava-se um aberto depois de a jogada começar:"
    " 'open_incident' com outro nome",
)
INCIDENT_STOPPED_NOTHING: Final = Said(
    "incident_stopped_nothing",
    "the incident {incident} found {round} at its entry {version}, and a player has gone on with it since; expected one that names where it"
    " stopped: 'open_incident' under another name",
    "o incidente {incident} encontrou {round} no seu registo {version}, e um jogador continuou-a desde então; esperava-se um que indicasse"
    " onde parou: 'open_incident' com outro nome",
)
INCIDENT_STOPPED_NO_CARD: Final = Said(
    "incident_stopped_no_card",
    "the incident {incident} found {round} at its entry {version}, and cards have been dealt since; expected one that names where it"
    " stopped: 'open_incident' under another name",
    "o incidente {incident} encontrou {round} no seu registo {version}, e foram dadas cartas desde então; esperava-se um que indicasse"
    " onde parou: 'open_incident' com outro nome",
)
SILENT_IN_OUTAGE: Final = Said(
    "silent_in_outage",
    "incident {incident} of the operator's own system is open at the table, so silence decides nothing for seat {seat}; expected a void, or"
    " the incident closed and the time to decide once more",
    "o incidente {incident} do sistema técnico de jogo está aberto na mesa, pelo que o silêncio nada decide pelo lugar {seat};"
    " esperava-se a anulação, ou o incidente fechado e de novo o tempo para decidir",
)
INCIDENT_IN_FUTURE: Final = Said(
    "incident_in_future",
    "the incident {incident} is said to have begun at {first:instant}, and the ledger's clock says {now:instant}; expected one that has begun",
    "diz-se que o incidente {incident} começou em {first:instant}, e o relógio do registo marca {now:instant}; esperava-se um que já tivesse"
    " começado",
)
INCIDENT_NAME_TAKEN: Final = Said(
    "incident_name_taken",
    "there is an incident {incident} already; expected a name not used before",
    "já há um incidente {incident}; esperava-se um nome ainda não usado",
)
INCIDENT_OF_NO_TABLE: Final = Said(
    "incident_of_no_table",
    "the scope names no table; expected at least one, or no scope for all",
    "o âmbito não nomeia nenhuma mesa; esperava-se pelo menos uma, ou nenhum âmbito para todas",
)
INCIDENT_OF_UNKNOWN_TABLE: Final = Said(
    "incident_of_unknown_table",
    "the scope names {table}, and there is no such table",
    "o âmbito nomeia {table}, e essa mesa não existe",
)
NO_INCIDENT: Final = Said(
    "no_incident",
    "there is no incident {incident}; expected 'open_incident' before",
    "não há nenhum incidente {incident}; esperava-se antes 'open_incident'",
)
INCIDENT_CLOSED: Final = Said(
    "incident_closed",
    "the incident {incident} is closed already",
    "o incidente {incident} já está terminado",
)
EVIDENCE_LOST: Final = Said(
    "evidence_lost",
    "the openings of slots {slots} are not kept, without which no result is determined; expected them restored from a backup, or, where"
    " there is none, the void asked for by an officer",
    "as aberturas das posições {slots} não estão guardadas, e sem elas nenhum resultado é determinável; esperava-se que fossem repostas de"
    " uma cópia ou, não a havendo, que fosse um responsável por litígios a pedir que se declare nula",
)
