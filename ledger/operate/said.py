"""What is said of old play that nobody has here: one row a meaning, a column a language."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

OLD_PLAY_NOT_HERE: Final = Said(
    "old_play_not_here",
    "the entries {first} to {last} of {origin} were detached, under the root {root}; log index {index} was not read, and nothing is said of it:"
    " {why:parted}. Name a backup or a bundle that has them, with --cold DIR; 'tombo period list' says where copies are looked for",
    "as entradas {first} a {last} de {origin} foram destacadas, sob a raiz {root}; o índice {index} do registo não foi lido, e nada se diz dele:"
    " {why:parted}. Indicar um backup ou um bundle que as tenha, com --cold DIR; 'tombo period list' diz onde se procuram as cópias",
)
COPY_OF_OTHERS: Final = Said(
    "copy_of_others",
    "{place} has another entry there: it is of another log, or was altered",
    "{place} tem lá outra entrada: é de outro registo, ou foi alterado",
)
COPY_DAMAGED: Final = Said(
    "copy_damaged",
    "what a copy has there is not what was signed: it was altered or damaged",
    "o que uma cópia tem lá não é o que foi assinado: foi alterada ou está danificada",
)
COPY_WITHOUT: Final = Said("copy_without", "it is not in {places}", "não está em {places}")
NO_COPY_NAMED: Final = Said("no_copy_named", "no copy was named", "nenhuma cópia foi indicada")
MORE_PLACES: Final = Said("more_places", "and {count} places more", "e mais {count} lugares")
