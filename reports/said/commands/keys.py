"""What is said of keys, of the folder they lie in, and of the passphrases they are encrypted under."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.core.said import Said, Word

KEYS: Final = Said("keys", "the keys", "as chaves")
ROOT_KEY: Final = Said("root_key", "the root key", "a chave raiz")
KEY_OF: Final = Said("key_of", "the key of {staff}", "a chave de {staff}")
NO_TERMINAL: Final = Said(
    "no_terminal",
    "a passphrase is needed for {what:told}, and there is no terminal to ask at; expected a file that holds it (0600, one line): set {variable} to its path",
    "é precisa uma frase-passe para {what:told}, e não há nenhum terminal onde a pedir; esperava-se um ficheiro que a tenha (0600, uma linha): pôr em {variable} o seu caminho",
)
ASK_PASSPHRASE: Final = Said("ask_passphrase", "Passphrase for {what:told}: ", "Frase-passe para {what:told}: ")
ASK_NEW_PASSPHRASE: Final = Said(
    "ask_new_passphrase", "A new passphrase for {what:told}: ", "Uma nova frase-passe para {what:told}: "
)
ASK_ONCE_MORE: Final = Said("ask_once_more", "Once more: ", "Outra vez: ")
PASSPHRASE_TOO_SHORT: Final = Said(
    "passphrase_too_short",
    "the passphrase has {length} bytes; expected {least} or more; nothing was made",
    "a frase-passe tem {length} bytes; esperavam-se {least} ou mais; nada foi criado",
)
PASSPHRASES_DIFFER: Final = Said(
    "passphrases_differ",
    "the two passphrases differ; nothing was made; run the command again",
    "as duas frases-passe são diferentes; nada foi criado; executar o comando de novo",
)
KEY_IS_HIS_ALONE: Final = Said(
    "key_is_his_alone",
    "the key of {staff} is in {file}; it is his alone, and there is no other copy",
    "a chave de {staff} está em {file}; é só sua, e não há outra cópia",
)
NO_KEY_OF: Final = Said(
    "no_key_of",
    "there is no key of {staff} at {file}; 'tombo staff enrol {staff}' makes one, {variable} says where keys of staff lie",
    "não há nenhuma chave de {staff} em {file}; 'tombo staff enrol {staff}' cria uma, {variable} diz onde estão as chaves dos funcionários",
)
SIGNS_BESIDE_NOBODY: Final = Said(
    "signs_beside_nobody",
    "{second} signs beside nobody; name who asks with --staff",
    "{second} não assina ao lado de ninguém; indicar quem pede com --staff",
)
NO_STAFF_NAME: Final = Said(
    "no_staff_name",
    "{typed} names no member of staff: letters, digits and ._/-, at most 100",
    "{typed} não é o nome de nenhum funcionário: letras, algarismos e ._/-, no máximo 100",
)
LISTED_KEY: Final = Said(
    "listed_key", "{key}  {name}, {purpose:word}, {stands}", "{key}  {name}, {purpose:word}, {stands}"
)
KEY_REGISTERED: Final = Said(
    "key_registered", "registered at log index {index}", "registada na entrada {index} do registo"
)
KEY_RETIRED: Final = Said("key_retired", "retired at {index}", "retirada em {index}")
KEY_REVOKED: Final = Said("key_revoked", "not to be believed after {index}", "não é de confiar depois de {index}")
KEY_ROTATED: Final = Said(
    "key_rotated",
    "{name} ({key}) signs from now on.",
    "{name} ({key}) assina a partir de agora.",
)
KEYS_RETIRED: Final = Said("keys_retired", "Retired: {keys}.", "Retiradas: {keys}.")
NO_KEY_RETIRED: Final = Said("no_key_retired", "Retired: none.", "Retiradas: nenhuma.")
KEY_TAKEN_UP: Final = Said(
    "key_taken_up",
    "Processes that record now take it up by themselves.",
    "Os processos que estão a registar passam a usá-la por si.",
)
NO_KEY_HERE: Final = Said(
    "no_key_here",
    "there is no key in {folder}; name the folder with --keys (TOMBO_KEYS)",
    "não há nenhuma chave em {folder}; indicar a pasta com --keys (TOMBO_KEYS)",
)
PASSPHRASE_CHANGED: Final = Said(
    "passphrase_changed",
    "{files} key files are encrypted under the new passphrase. Copies in backups open under the old one.",
    "Ficheiros de chaves cifrados sob a nova frase-passe: {files}. As cópias de segurança abrem com a antiga.",
)
NO_KEY_ID: Final = Said(
    "no_key_id",
    "{typed} is no key id; expected 16 hexadecimal digits, as 'tombo keys list' prints them",
    "{typed} não é o identificador de uma chave; esperavam-se 16 algarismos hexadecimais, como 'tombo keys list' os mostra",
)
GOOD_BEYOND_THE_LOG: Final = Said(
    "good_beyond_the_log",
    "--last-good is {last_good}, and the log ends at {last}; nothing was recorded: of what is yet to come nobody knows whether it is good. Give {last} or less",
    "--last-good é {last_good}, e o registo acaba em {last}; nada foi registado: do que ainda está por vir ninguém sabe se é bom. Indicar {last} ou menos",
)
KEY_NOT_BELIEVED: Final = Said(
    "key_not_believed",
    "{key} is not to be believed after log index {index}.",
    "{key} não é de confiar depois da entrada {index} do registo.",
)
KEY_SIGNED_BEYOND: Final = Said(
    "key_signed_beyond",
    "Signed by it behind that: {entries:entry|entries}. 'tombo verify' names them, and nothing else does: they stay on record, and doors, views and the night "
    "go on from what they say.",
    "Assinado por ela depois disso: {entries:entrada|entradas}. Só 'tombo verify' o nomeia: fica no registo, e tanto as portas como as vistas e a verificação "
    "da noite partem do que diz.",
)
PURPOSES: Final[Mapping[str, Word]] = {
    "event": Word("key_for_events", "events", "de eventos"),
    "checkpoint": Word("key_for_checkpoints", "checkpoints", "de checkpoints"),
}
"""What a key signs."""
