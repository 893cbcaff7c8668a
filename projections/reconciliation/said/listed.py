"""What the night says where an incident does not list what was in play: one row a meaning, a column a language."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

INCIDENT_LEFT_OUT: Final = Said(
    "incident_left_out",
    "{stream} was in play as the incident {incident} was opened at its table, and is not on its list",
    "{stream} estava em curso quando o incidente {incident} foi aberto na sua mesa, e não consta da lista deste",
)
INCIDENT_LISTS_NOT_IN_PLAY: Final = Said(
    "incident_lists_not_in_play",
    "the incident {incident} lists {stream}, which was not in play as it was opened",
    "o incidente {incident} enumera {stream}, que não estava em curso quando foi aberto",
)
INCIDENT_LISTS_OTHER_TABLE: Final = Said(
    "incident_lists_other_table",
    "the incident {incident} lists {stream}, and does not cover its table",
    "o incidente {incident} enumera {stream}, e não abrange a sua mesa",
)
INCIDENT_LISTS_ANOTHER_ENTRY: Final = Said(
    "incident_lists_another_entry",
    "the incident {incident} lists {stream} at its entry {version}, which was not its newest then",
    "o incidente {incident} enumera {stream} no seu registo {version}, que então não era o mais recente",
)
INCIDENT_LISTED_LATER: Final = Said(
    "incident_listed_later",
    "the incident {incident} lists hands in another commit than the one it was opened in",
    "o incidente {incident} enumera jogadas numa gravação que não é aquela em que foi aberto",
)
INCIDENT_BEGINS_LATER: Final = Said(
    "incident_begins_later",
    "the incident {incident} is said to begin at {first:instant}, and was recorded before, at {recorded:instant}",
    "o incidente {incident} é dado como começado em {first:instant}, e foi registado antes, em {recorded:instant}",
)
INCIDENT_CLOSED_AGAIN: Final = Said(
    "incident_closed_again",
    "the incident {incident} is closed, and was closed before",
    "o incidente {incident} é encerrado, e já o estava",
)
