"""What is said of a regulator's files, of whichever country: one row a meaning, a column a language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.core.said import Said, Word

ENTRY_AT: Final = Said("entry_at", "log index {index}, {kind}", "entrada {index} do registo, {kind}")
FILE_HEADER: Final = Said("file_header", "the head of the file", "o cabeçalho do ficheiro")
FIELD_EMPTY: Final = Said(
    "field_empty",
    "{where:told}: nothing is said for {field}, which is never empty; expected a value on record",
    "{where:told}: nada se diz para {field}, que nunca fica vazio; esperava-se um valor registado",
)
FIELD_TOO_LONG: Final = Said(
    "field_too_long",
    "{where:told}: {field} has {width:character|characters} and the value {length}; expected one that fits",
    "{where:told}: {field} tem {width:carácter|caracteres} e o valor {length}; esperava-se um que coubesse",
)
FIELD_NO_DIGITS: Final = Said(
    "field_no_digits",
    "{where:told}: {field} takes digits alone; expected a number",
    "{where:told}: {field} só aceita algarismos; esperava-se um número",
)
FIELD_NO_XML: Final = Said(
    "field_no_xml",
    "{where:told}: {field} holds a character that no XML document can hold; expected it without",
    "{where:told}: {field} tem um carácter que nenhum documento XML pode ter; esperava-se sem ele",
)
FIELD_TOO_LARGE: Final = Said(
    "field_too_large",
    "{where:told}: {field} is at most {most:grouped} as its schema is printed; expected no larger number",
    "{where:told}: {field} é no máximo {most:grouped}, pelo esquema impresso; não se esperava um número maior",
)
NOT_TO_BE_READ: Final = Said(
    "not_to_be_read",
    "{where:told}: what it says of {player} cannot be read; expected persons.key with his secret, and that he was not erased",
    "{where:told}: o que diz de {player} não se pode ler; esperava-se o persons.key com o segredo dele, e que não tivesse sido apagado",
)
REPORTED_UNREGISTERED: Final = Said(
    "reported_unregistered",
    "{where:told}: {player} is not registered; expected 'register_person' before anything of him is reported",
    "{where:told}: {player} não está registado; esperava-se 'register_person' antes de se reportar algo dele",
)
REPORTED_WITHOUT_ACCOUNT: Final = Said(
    "reported_without_account",
    "{where:told}: {player} has no account; expected 'open_account' before anything of him is reported",
    "{where:told}: {player} não tem conta; esperava-se 'open_account' antes de se reportar algo dele",
)
MOVED_OTHERWISE_HERE: Final = Said(
    "moved_otherwise_here",
    "{where:told}: it says another amount than the entry of the account beside it; expected the same; run 'tombo reconcile'",
    "{where:told}: diz outra quantia do que a entrada da conta ao lado; esperava-se a mesma; execute 'tombo reconcile'",
)
NO_LXML: Final = Said(
    "no_lxml",
    "the library that holds files to their schema is not installed; expected it: pip install 'tombo[regulators]'",
    "a biblioteca que confronta os ficheiros com o esquema não está instalada; esperava-se: pip install 'tombo[regulators]'",
)
SCHEMA_BROKEN: Final = Said(
    "schema_broken",
    "{file} is not what its schema asks: {why}; nothing was written",
    "{file} não é o que o seu esquema pede: {why}; nada foi escrito",
)
DAY_NOT_SETTLED: Final = Said(
    "day_not_settled",
    "{day} may still be added to until {until:dated}; expected a day that is over",
    "a {day} ainda se pode acrescentar até {until:dated}; esperava-se um dia que já tenha acabado",
)
STILL_IN_PLAY: Final = Said(
    "still_in_play",
    "{stream} began {since:dated} and is still in play; {day} is released when what was staked on it is decided: settle it or void it (tombo"
    " incident open), or run 'tombo recover' after a standstill",
    "{stream} começou {since:dated} e ainda está em curso; o dia {day} é entregue quando o que nele se apostou estiver decidido: liquide-a ou"
    " anule-a (tombo incident open), ou execute 'tombo recover' depois de uma paragem",
)
DAY_NOT_CLOSED: Final = Said(
    "day_not_closed",
    "{day} is not closed; expected a day that the night has closed: tombo reconcile --day {day} --close",
    "{day} não está fechado; esperava-se um dia que a noite tenha fechado: tombo reconcile --day {day} --close",
)
TOTALS: Final[Mapping[str, Word]] = {
    "staked": Word("total_staked", "staked", "apostado"),
    "paid": Word("total_paid", "paid", "pago"),
    "refunded": Word("total_refunded", "refunded", "reembolsado"),
    "commission": Word("total_commission", "commission", "comissão"),
}
DAY_COMES_OTHERWISE: Final = Said(
    "day_comes_otherwise",
    "{day}, {game}, {what:word}: what is told comes to {files}, and the day was closed with {closed}; expected the same to the cent; run 'tombo reconcile --day {day}'",
    "{day}, {game}, {what:word}: o que é dito soma {files}, e o dia foi fechado com {closed}; esperava-se o mesmo ao cêntimo; execute 'tombo reconcile --day {day}'",
)
BAD_SETTINGS: Final = Said(
    "bad_settings",
    "{file}: {field}: {why}; expected settings as {page} has them",
    "{file}: {field}: {why}; esperavam-se definições como as de {page}",
)
SETTINGS_TOO_LONG: Final = Said(
    "settings_too_long",
    "{file} has more than {most:grouped} bytes; expected settings as {page} has them",
    "{file} tem mais de {most:grouped} bytes; esperavam-se definições como as de {page}",
)
SETTINGS_NO_UTF8: Final = Said(
    "settings_no_utf8",
    "{file} is no UTF-8 from byte {at} on; expected settings as {page} has them, saved as UTF-8",
    "{file} não é UTF-8 a partir do byte {at}; esperavam-se definições como as de {page}, gravadas em UTF-8",
)
GAME_WITHOUT_CODE: Final = Said(
    "game_without_code",
    "the layout {version} has no code for the games of {game}; expected the regulator's word for them, under 'games' in that layout",
    "o layout {version} não tem código para os jogos do {game}; esperava-se a palavra do regulador para eles, em 'games' desse layout",
)
IN_NO_SESSION: Final = Said(
    "in_no_session",
    "{where:told}: {player} plays in no session on record; expected the session by which he came to the table",
    "{where:told}: {player} joga sem nenhuma sessão registada; esperava-se a sessão pela qual veio para a mesa",
)
OTHER_XSD: Final = Said(
    "other_xsd",
    "{file}: {why}; expected the schema that the regulator published, with {root} in {namespace}",
    "{file}: {why}; esperava-se o esquema publicado pelo regulador, com {root} em {namespace}",
)
FILES_WRITTEN: Final = Said(
    "files_written",
    "{files:file|files} with {records:record|records} written to {folder}, each as its schema asks.",
    "{files:ficheiro|ficheiros} com {records:registo|registos} em {folder}, cada um como o seu esquema pede.",
)
LEFT_OUT: Final = Said("left_out", "Left out: {name}, {times:time|times}", "Por dizer: {name}, {times:vez|vezes}")
