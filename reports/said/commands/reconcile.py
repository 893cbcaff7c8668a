"""What ``tombo reconcile`` remarks and refuses."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

NO_ENTRIES: Final = Said(
    "no_entries",
    "{origin} has no entries; expected a ledger that was opened",
    "{origin} não tem entradas; esperava-se um registo já aberto",
)
NOT_CLOSED: Final = Said(
    "not_closed",
    "{day} was not closed: rows that projections keep are not what the entries give. 'tombo views rebuild' of those named computes them again; then close it",
    "{day} não foi fechado: há linhas guardadas por projeções que não são o que as entradas dão. 'tombo views rebuild' das indicadas volta a calculá-las; depois fechar",
)
NOT_CLOSED_YET: Final = Said("not_closed_yet", "{day} is not closed", "{day} não está fechado")
CLOSED_BEFORE: Final = Said(
    "closed_before",
    "{day} was closed at log index {index}; nothing was recorded",
    "{day} foi fechado na entrada {index} do registo; nada foi registado",
)
DAY_NOT_OVER: Final = Said(
    "day_not_over",
    "{day} is not over in Lisbon; expected a day that is, to close it",
    "{day} ainda não acabou em Lisboa; esperava-se um dia que já tenha acabado, para o fechar",
)
NO_REGULATION: Final = Said(
    "no_regulation",
    "{typed} is no regulation of a game; expected one of {there}",
    "{typed} não é o regulamento de um jogo; esperava-se um de {there}",
)
