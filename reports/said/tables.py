"""What is said of tables for data teams."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

NO_PYARROW: Final = Said(
    "no_pyarrow",
    "the library that makes tables is not installed; expected it: pip install 'tombo[tables]'",
    "a biblioteca que faz tabelas não está instalada; esperava-se: pip install 'tombo[tables]'",
)
NO_SUCH_TABLE: Final = Said(
    "no_such_table",
    "there is no table {table}; expected one of {tables}: docs/tables.md",
    "não há nenhuma tabela {table}; esperava-se uma de {tables}: docs/tables.md",
)
NO_SUCH_STRETCH: Final = Said(
    "no_such_stretch",
    "the log has {entries:entry|entries}, and not those from {since} to before {until}; expected --since at most --until, and neither beyond the log",
    "o registo tem {entries:entrada|entradas}, e não as de {since} até antes de {until}; esperava-se --since no máximo --until, e nenhum além do registo",
)
ENTRY_NOT_CANONICAL: Final = Said(
    "entry_not_canonical",
    "log index {index}: what was signed there is not as tombo writes an entry; run 'tombo verify'",
    "entrada {index} do registo: o que lá foi assinado não é como o tombo escreve uma entrada; executar 'tombo verify'",
)
TABLE_WRITTEN: Final = Said(
    "table_written",
    "{rows:row|rows} of {table} in {files:file|files} written to {folder}; what comes later: --since {until}",
    "{rows:linha|linhas} de {table} em {files:ficheiro|ficheiros} escritas em {folder}; o que vier depois: --since {until}",
)
MORE_OF_DAY: Final = Said(
    "more_of_day",
    "{day} is not over in these files: more of it may follow from log index {until} on",
    "{day} ainda não acabou nestes ficheiros: pode vir mais desse dia a partir do índice {until}",
)
PASSED_IN_TABLE: Final = Said(
    "passed_in_table",
    "{entries:entry was|entries were} passed over, for no door writes them where they stand; 'tombo reconcile' of the day names them",
    "{entries:entrada|entradas} de fora, porque nenhuma porta as escreve onde estão; 'tombo reconcile' do dia diz quais",
)
TABLE_MADE_ALONE: Final = Said(
    "table_made_alone",
    "what others did of {table} could not be used: {why}; the files are those of one process",
    "o que outros fizeram de {table} não pôde ser usado: {why}; os ficheiros são os de um só processo",
)
