"""What the night says of sessions that end because their player was idle: one row a meaning, a column a language."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said, Word

NO_TABLE: Final = Word("no_open_table", "no open table", "nenhuma mesa aberta")
NO_RULE: Final = Word("no_rule", "no rule", "nenhuma regra")
WARNED_AT_ANOTHER_HAND: Final = Said(
    "warned_at_another_hand",
    "{session} is warned of inactivity at {table} with hand or round {told}; the last one begun there is {last}",
    "{session} é avisada de inatividade em {table} na jogada {told}; a última aí começada é {last}",
)
WARNED_AT_ANOTHER_TIME: Final = Said(
    "warned_at_another_time",
    "{session} is warned of inactivity at another time than its entry says",
    "{session} é avisada de inatividade a outra hora que não a do registo",
)
WARNED_BY_ANOTHER_RULE: Final = Said(
    "warned_by_another_rule",
    "{session} is warned of inactivity by {told}; expected {due}",
    "{session} é avisada de inatividade pela {told}; esperava-se {due}",
)
ENDED_BY_ANOTHER_RULE: Final = Said(
    "ended_by_another_rule",
    "{session} ends by {told}; expected {due}",
    "{session} termina pela {told}; esperava-se {due}",
)
ENDED_WITHOUT_WARNING: Final = Said(
    "ended_without_warning",
    "{session} ends for inactivity; expected a warning before ({rule})",
    "{session} termina por inatividade; esperava-se um aviso antes ({rule})",
)
ENDED_TOO_SOON_AFTER_WARNING: Final = Said(
    "ended_too_soon_after_warning",
    "{session} ends for inactivity before what the warning leaves its player is over: a minute alone at a table, else a hand or"
    " round ({rule})",
    "{session} termina por inatividade antes de passar o que o aviso deixa ao jogador: um minuto sozinho à mesa, ou uma jogada"
    " ({rule})",
)
ENDED_IN_PLAY: Final = Said(
    "ended_in_play",
    "{session} ends while {player} holds a place at {where} under it",
    "{session} termina quando {player} tem lugar em {where} ao abrigo dela",
)
