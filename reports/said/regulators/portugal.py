"""What is said of the Portuguese regulator's files: one row a meaning, a column a language."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

HOUR_BEFORE_LAW: Final = Said(
    "hour_before_law",
    "a time before 1997; expected one of today's legal time",
    "uma hora anterior a 1997; esperava-se uma da hora legal de hoje",
)
NO_HOUR: Final = Said(
    "no_hour",
    "{typed} is no hour; expected ten digits, year, month, day and hour of the legal time: 2026112815",
    "{typed} não é uma hora; esperavam-se dez algarismos, ano, mês, dia e hora da hora legal: 2026112815",
)
HOUR_LEFT_OUT: Final = Said(
    "hour_left_out",
    "{typed} is an hour that the clocks leave out; expected one that there is",
    "{typed} é uma hora que os relógios saltam; esperava-se uma que existisse",
)
HOUR_NOT_OVER: Final = Said(
    "hour_not_over",
    "the hour {hour} may still be added to until {until:dated}; expected one that is over",
    "à hora {hour} ainda se pode acrescentar até {until:dated}; esperava-se uma que já tenha acabado",
)
PAYMENT_UNKNOWN: Final = Said(
    "payment_unknown",
    "{where:told}: no code is set for a payment called {payment}; expected one under 'payments' in the settings",
    "{where:told}: não há código para um pagamento chamado {payment}; esperava-se um em 'payments' nas definições",
)
NO_FILE_NUMBER: Final = Said(
    "no_file_number",
    "the hour {hour} would be file {number}, and files are numbered from 1 to {most:grouped} as the schema is printed; expected another first_hour in the settings",
    "a hora {hour} seria o ficheiro {number}, e os ficheiros numeram-se de 1 a {most:grouped} pelo esquema impresso; esperava-se outra first_hour nas definições",
)
LICENCE_UNKNOWN: Final = Said(
    "licence_unknown",
    "no licence is set for the games of {game}; expected one under 'licences' in the settings",
    "não há licença para os jogos do {game}; esperava-se uma em 'licences' nas definições",
)
PACKING_NOT_RUN: Final = Said(
    "packing_not_run",
    "the command {command} of the settings cannot be run: {why}; expected one that packs the files in the folder 'in'",
    "o comando {command} das definições não se pode executar: {why}; esperava-se um que empacotasse os ficheiros da pasta 'in'",
)
PACKING_FAILED: Final = Said(
    "packing_failed",
    "the command {command} of the settings ended with status {status}: {why}; expected 0; nothing was packed",
    "o comando {command} das definições terminou com o estado {status}: {why}; esperava-se 0; nada foi empacotado",
)
PACKING_LEFT_NOTHING: Final = Said(
    "packing_left_nothing",
    "the command {command} of the settings left nothing at {leaves}; expected the package there: 'leaves' in the settings",
    "o comando {command} das definições não deixou nada em {leaves}; esperava-se aí o pacote: 'leaves' nas definições",
)
NO_PUBLISHED_SCHEMA: Final = Said(
    "no_published_schema",
    "--xsd {file}: this regulator published no schema; expected none: its files are held to that of schemas/",
    "--xsd {file}: este regulador não publicou esquema; não se esperava nenhum: os ficheiros confrontam-se com o de schemas/",
)
SUMMARY_OF: Final = Said("summary_of", "the summary of {game}", "o resumo do {game}")
