"""What the live door and the publisher say."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

NOBODY_SIGNS: Final = Said(
    "nobody_signs",
    "no publisher runs here, and the checkpoint key is not in this folder, or no file has its passphrase: what was recorded is not under a checkpoint; see that 'tombo publish' runs where the key is",
    "nenhum publicador está em funcionamento aqui, e a chave de checkpoint não está nesta pasta, ou nenhum ficheiro tem a sua frase-passe: o que foi registado não está sob um checkpoint; assegurar que 'tombo publish' está em funcionamento onde está a chave",
)
UNSIGNED_SO_FAR: Final = Said(
    "unsigned_so_far", "{why:told} ({tail:entry|entries} so far)", "{why:told} ({tail:entrada|entradas} até agora)"
)
NOT_COVERED_YET: Final = Said(
    "not_covered_yet",
    "what was recorded stands, and no checkpoint covers it yet: {why}",
    "o que foi registado mantém-se, e ainda nenhum checkpoint o cobre: {why}",
)
PUBLISHER_STOPPED: Final = Said(
    "publisher_stopped",
    "the publisher stopped: {why}. Nothing more is recorded until that is mended and 'tombo publish --once' has succeeded ({status})",
    "o publicador parou: {why}. Nada mais se regista até isso estar reparado e 'tombo publish --once' ter sido bem-sucedido ({status})",
)
NO_CHECKPOINT_AT_END: Final = Said(
    "no_checkpoint_at_end", "no checkpoint at the end: {why}", "nenhum checkpoint no fim: {why}"
)
PUBLISHER_NOT_SEEN_TO: Final = Said(
    "publisher_not_seen_to",
    "the publisher could not be seen to, to be tried again: {why}",
    "não foi possível tratar do publicador, a tentar de novo: {why}",
)
PUBLISHER_SAYS: Final = Said(
    "publisher_says",
    "the publisher, process {process} on {host}: {why}",
    "o publicador, processo {process} em {host}: {why}",
)
PUBLISHER_KILLED: Final = Said(
    "publisher_killed",
    "the publisher, process {process}, did not end in {seconds} seconds and was killed",
    "o publicador, processo {process}, não terminou em {seconds} segundos e foi terminado à força",
)
NO_CHECKPOINT_IN_A_ROW: Final = Said(
    "no_checkpoint_in_a_row",
    "no checkpoint, {times:time|times} in a row, to be tried again: {why}",
    "nenhum checkpoint, {times:vez|vezes} seguidas, a tentar de novo: {why}",
)
CHECKPOINT_OF_SIZE: Final = Said(
    "checkpoint_of_size",
    "{at:dated}: checkpoint of size {size:grouped}",
    "{at:dated}: checkpoint de tamanho {size:grouped}",
)
NO_RECEIPT: Final = Said(
    "no_receipt",
    "TAMPERED at {index}: the command {command} has no receipt: {why}; run 'tombo verify --checkpoint FILE'",
    "TAMPERED em {index}: o comando {command} não tem recibo: {why}; executar 'tombo verify --checkpoint FILE'",
)
KEY_NOT_REGISTERED: Final = Said(
    "key_not_registered", "the key {key} is not registered", "a chave {key} não está registada"
)
REGISTRATION_WITHOUT: Final = Said(
    "registration_without",
    "the registration of the key {key} has no {field}",
    "o registo da chave {key} não tem {field}",
)
NO_ENTRY_AT: Final = Said("no_entry_at", "there is no entry at {index}", "não há nenhuma entrada em {index}")
