"""What is said of the Danish regulator's files: one row a meaning, a column a language."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

NO_DANISH_XSD: Final = Said(
    "no_danish_xsd",
    "no schema was given; expected --xsd with the folder of the standard records that the regulator published, with view, class and types in it",
    "não foi dado nenhum esquema; esperava-se --xsd com a pasta dos standard records que o regulador publicou, com view, class e types",
)
GAME_NOT_SET: Final = Said(
    "game_not_set",
    "nothing is set for the games of {game}; expected their product and generators under 'games' in the settings",
    "não há definições para os jogos do {game}; esperavam-se o produto e os geradores em 'games' nas definições",
)
COMMISSION_BELOW_ZERO: Final = Said(
    "commission_below_zero",
    "{day} gave back more commission of {category} than it took and comes to {amount}, and EndOfDayRapportKommissionRake cannot be negative; expected what the regulator answered, 'commission_below_zero' in the settings",
    "{day} devolveu mais comissão de {category} do que cobrou e soma {amount}, e EndOfDayRapportKommissionRake não pode ser negativo; esperava-se o que o regulador respondeu, 'commission_below_zero' nas definições",
)
TOO_MANY_FILES: Final = Said(
    "too_many_files",
    "{day} has more than {most:grouped} files, three for each tournament, and a release lists no more; expected fewer tournaments on one day",
    "{day} tem mais de {most:grouped} ficheiros, três por torneio, e uma entrega não lista mais; esperavam-se menos torneios num dia",
)
