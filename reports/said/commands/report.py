"""What ``tombo report`` says: one row a meaning, a column a language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.core.said import Said

NO_SUCH_COUNTRY: Final = Said(
    "no_such_country",
    "{typed} is no country whose files are made; expected one of: {known}",
    "{typed} não é um país cujos ficheiros se façam; esperava-se um de: {known}",
)
NOT_RELEASED: Final = Said(
    "not_released",
    "nothing of {day} was released to the regulator of {country}; expected a day that was: tombo report list",
    "nada de {day} foi entregue ao regulador de {country}; esperava-se um dia que o tenha sido: tombo report list",
)
NO_RELEASES: Final = Said("no_releases", "Nothing was released yet.", "Ainda nada foi entregue.")
RELEASED: Final = Said(
    "released",
    "{day} released to the regulator of {country}, release {number}: {files:file|files} in {folder}, on record at log index {index}.",
    "{day} entregue ao regulador de {country}, entrega {number}: {files:ficheiro|ficheiros} em {folder}, registada na entrada {index}.",
)
RELEASE_WAITS: Final = Said(
    "release_waits",
    "the release of {day} is being recorded, and ends before this command does. If the ledger does not answer, end it once more: then no files are there, and 'tombo report show {country} {day}' says whether the entry is; if so, 'tombo report check {country} {day} --out DIR' makes its files, else 'tombo report release' does",
    "a entrega de {day} está a ser registada, e acaba antes deste comando. Se o registo não responder, termine-o mais uma vez: então não há ficheiros, e 'tombo report show {country} {day}' diz se há a entrada; se houver, 'tombo report check {country} {day} --out DIR' faz os ficheiros, senão fá-los 'tombo report release'",
)
RELEASE_LISTED: Final = Said(
    "release_listed",
    "{day}, {country}, release {number}: {files:file|files} of {size:grouped} entries, by {who} at {at:dated} (log index {index})",
    "{day}, {country}, entrega {number}: {files:ficheiro|ficheiros} de {size:grouped} entradas, por {who} em {at:dated} (entrada {index} do registo)",
)
RELEASED_FILE: Final = Said(
    "released_file",
    "  {name}, {size:byte|bytes}, SHA-256 {sha256}",
    "  {name}, {size:byte|bytes}, SHA-256 {sha256}",
)
FILES_AT_HAND: Final[Mapping[str, Said]] = {
    "missing": Said("at_hand_missing", "MISSING at hand: {name}", "FALTA à mão: {name}"),
    "other": Said(
        "at_hand_other", "OTHER at hand than what was released: {name}", "OUTRO à mão do que o entregue: {name}"
    ),
    "stranger": Said("at_hand_stranger", "NEVER RELEASED, at hand: {name}", "NUNCA ENTREGUE, à mão: {name}"),
}
AT_HAND_AS_RELEASED: Final = Said(
    "at_hand_as_released",
    "At hand: {files:file|files}, each as it was released.",
    "À mão: {files:ficheiro|ficheiros}, cada um como foi entregue.",
)
FILES_AGAIN: Final[Mapping[str, Said]] = {
    "missing": Said("again_missing", "The ledger gives no longer: {name}", "O registo já não dá: {name}"),
    "other": Said("again_other", "The ledger gives otherwise now: {name}", "O registo dá agora de outro modo: {name}"),
    "stranger": Said("again_stranger", "The ledger gives besides: {name}", "O registo dá além disso: {name}"),
}
OTHER_SETTINGS: Final = Said(
    "other_settings",
    "The settings are not those of the release.",
    "As definições não são as da entrega.",
)
GIVES_THE_SAME: Final = Said(
    "gives_the_same",
    "The ledger gives {files:file|files}, each byte as it was released.",
    "O registo dá {files:ficheiro|ficheiros}, cada byte como foi entregue.",
)
NOT_MADE_AGAIN: Final = Said(
    "not_made_again",
    "The files cannot be made again from the ledger: {why}",
    "Os ficheiros não se podem fazer de novo a partir do registo: {why}",
)
NO_DOOR_RECORDED: Final = Said(
    "no_door_recorded",
    "  NO DOOR RECORDED IT: log index {index}, release that 'tombo reconcile' of its day tells of; ask who holds the event key",
    "  NENHUMA PORTA A REGISTOU: entrada {index} do registo, entrega de que 'tombo reconcile' do seu dia fala; pergunte a quem tem a chave dos eventos",
)
SENT_AS_THEY_ARE: Final = Said(
    "sent_as_they_are",
    "the files of {country} are sent as they were released; expected a country whose files are packed once more",
    "os ficheiros de {country} enviam-se como foram entregues; esperava-se um país cujos ficheiros ainda se empacotam",
)
NOT_PACKED: Final = Said(
    "not_packed",
    "{name} is not as it was released; expected the files of the newest release of {day}: tombo report check --files",
    "{name} não é como foi entregue; esperavam-se os ficheiros da entrega mais recente de {day}: tombo report check --files",
)
NOT_PACKED_FALSE: Final = Said(
    "not_packed_false",
    "TAMPERED: no door recorded the newest release of {day}, log index {index}; expected one that was: ask who holds the event key, then tombo report release",
    "ADULTERADO: nenhuma porta registou a entrega mais recente de {day}, entrada {index} do registo; esperava-se uma registada: pergunte a quem tem a chave dos eventos, depois tombo report release",
)
PACKED: Final = Said(
    "packed",
    "{files:file|files} packed as {names} in {folder}.",
    "{files:ficheiro|ficheiros} em {names}, na pasta {folder}.",
)
RELEASED_AGAIN_BY_NOBODY: Final = Said(
    "released_again_by_nobody",
    "{day} was released before, and its files tell closed cards; expected --staff with who releases them once more",
    "{day} já foi entregue, e os seus ficheiros dizem cartas fechadas; esperava-se --staff com quem os entrega mais uma vez",
)
RELEASE_AGAIN: Final = Said(
    "release_again",
    "{day} has to be released again: tombo report release",
    "{day} tem de ser entregue de novo: tombo report release",
)
