"""What is said of periods that were detached from the database."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

DETACHED: Final = Said(
    "detached",
    "The first {size:entry|entries} are in {place}, read back, under a root that the log's key signed; on record at log index {index}, by {staff} and {second}.",
    "As primeiras {size:entrada|entradas} estão em {place}, relidas, sob uma raiz que a chave do registo assinou; registado no índice {index}, por {staff} e {second}.",
)
DETACHED_BEFORE: Final = Said(
    "detached_before",
    "The first {size:entry|entries} are in {place}, read back, under a root that the log's key signed; that they are detached is on record since before.",
    "As primeiras {size:entrada|entradas} estão em {place}, relidas, sob uma raiz que a chave do registo assinou; que estão destacadas já constava do registo.",
)
CUT_NOW: Final = Said(
    "cut_now",
    "{cut:entry of a hand or round has|entries of hands and rounds have} left the database now. Of play that goes on, is in dispute, or was the last at its table, there still: {kept:grouped}.",
    "{cut:entrada de uma mão ou jogada saiu|entradas de mãos e jogadas saíram} agora da base de dados. De jogo que decorre, está em litígio ou foi o último na sua mesa, ainda lá: {kept:grouped}.",
)
FOUND_BY: Final = Said(
    "found_by",
    "Every command reads them there from now on ({file}). Keep a second copy elsewhere: the database no longer is one.",
    "Todos os comandos as leem agora aí ({file}). Guardar outra cópia noutro lugar: a base de dados já não o é.",
)
PERIOD: Final = Said(
    "period",
    "entries {first} to {last}, under the root {root} of the first {size}",
    "entradas {first} a {last}, sob a raiz {root} das primeiras {size}",
)
NOTHING_DETACHED: Final = Said("nothing_detached", "Nothing was detached.", "Nada foi destacado.")
COPIES_AT: Final = Said("copies_at", "Copies: {places}", "Cópias: {places}")
NO_COPIES: Final = Said(
    "no_copies",
    "No copy is named: neither with --cold, nor in {file}.",
    "Nenhuma cópia está indicada: nem com --cold, nem em {file}.",
)
NO_SECOND: Final = Said(
    "detached_by_nobody",
    "a period is detached by a manager and a second member of staff; expected --staff and --second",
    "um período é destacado por um gestor e um segundo funcionário; esperavam-se --staff e --second",
)
