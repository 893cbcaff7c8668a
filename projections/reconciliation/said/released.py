"""What the night says of releases to regulators that no door recorded: one row a meaning, a column a language."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

RELEASED_IMPOSSIBLY: Final = Said(
    "released_impossibly",
    "{stream} releases {day} to the regulator of {country} as number {number}, made of {size} entries; no door records it so; expected the next release of a closed day, of entries there were; ask who holds the event key, and the regulator what he has",
    "{stream} entrega {day} ao regulador de {country} como número {number}, a partir de {size} entradas; nenhuma porta a regista assim; esperava-se a entrega seguinte de um dia fechado, de entradas que houvesse; pergunte a quem tem a chave dos eventos, e ao regulador o que tem",
)
FILES_LISTED_IMPOSSIBLY: Final = Said(
    "files_listed_impossibly",
    "{stream} lists files that are of no release; no door records it so; expected as many behind a release as it says; ask who holds the event key",
    "{stream} enumera ficheiros que não são de nenhuma entrega; nenhuma porta a regista assim; esperavam-se depois de uma entrega tantos quantos ela diz; pergunte a quem tem a chave dos eventos",
)
