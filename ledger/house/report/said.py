"""What is said about releases: one row a meaning, a column a language."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

RELEASE_OF_OPEN_DAY: Final = Said(
    "release_of_open_day",
    "the day {date} is not closed; expected one that is, before its files are released",
    "o dia {date} não está fechado; esperava-se um que estivesse, antes de se entregarem os seus ficheiros",
)
RELEASED_ELSEWHERE: Final = Said(
    "released_elsewhere",
    "a release of {stream} stands in the stream of {other}; expected it in its own",
    "uma entrega de {stream} está no fluxo de entradas de {other}; esperava-se no seu",
)
RELEASE_NUMBERED_OTHERWISE: Final = Said(
    "release_numbered_otherwise",
    "a release of {date} says that it is number {found}; expected {expected}",
    "uma entrega de {date} diz ser a número {found}; esperava-se {expected}",
)
RELEASE_FILE_TWICE: Final = Said(
    "release_file_twice",
    "a release of {date} has two files of one name; expected each once",
    "uma entrega de {date} tem dois ficheiros com o mesmo nome; esperava-se cada um uma vez",
)
RELEASE_ROOT_IS_NONE: Final = Said(
    "release_root_is_none",
    "the checkpoint of a release has the root {root}; expected 32 bytes in base64",
    "o checkpoint de uma entrega tem a raiz {root}; esperavam-se 32 bytes em base64",
)
RELEASE_BEYOND_LOG: Final = Said(
    "release_beyond_log",
    "a release of {date} is made of {size} entries, and the day was closed over {closed}; expected more than that, and no more than the log's {log}",
    "uma entrega de {date} é feita de {size} entradas, e o dia foi fechado sobre {closed}; esperavam-se mais, e não mais do que as {log} do registo",
)
