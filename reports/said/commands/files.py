"""What stands in the way of a file that is to be written or read."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said, Word

SYMBOLIC_LINK: Final = Word("a_symbolic_link", "a symbolic link", "uma ligação simbólica")
NO_REGULAR_FILE: Final = Word("no_regular_file", "no regular file", "algo que não é um ficheiro normal")
UNREADABLE: Final = Said("unreadable", "{file} cannot be read: {why}", "{file} não se pode ler: {why}")
UNWRITABLE: Final = Said("unwritable", "{file} cannot be written: {why}", "{file} não se pode escrever: {why}")
DISK_FULL: Final = Said(
    "disk_full",
    "{file} cannot be written: {why}; make room there, then run it again",
    "{file} não se pode escrever: {why}; arranjar espaço, e executar de novo",
)
THERE_AND_NO_FOLDER: Final = Said(
    "there_and_no_folder",
    "{file} is there and is no folder; name a new one",
    "{file} existe e não é uma pasta; indicar uma nova",
)
FOLDER_NOT_EMPTY: Final = Said(
    "folder_not_empty", "{file} is not empty; name a new folder", "{file} não está vazia; indicar uma pasta nova"
)
FOLDER_MISSING: Final = Said(
    "folder_missing",
    "{file} cannot be written: there is no folder {folder}; make it, or name another",
    "{file} não se pode escrever: não há nenhuma pasta {folder}; criá-la, ou indicar outra",
)
FOLDER_OF_KEYS: Final = Said(
    "folder_of_keys",
    "{file} cannot be written: {folder} holds keys ({key}), and no document goes there; name another folder",
    "{file} não se pode escrever: {folder} guarda chaves ({key}), e nenhum documento vai para lá; indicar outra pasta",
)
NO_STDOUT: Final = Said(
    "no_stdout",
    "- is no name: what is written whole does not go to stdout; name a file or a folder",
    "- não é nome nenhum: o que se escreve inteiro não vai para stdout; indicar um ficheiro ou uma pasta",
)
RESERVED_NAME: Final = Said(
    "reserved_name",
    "{file} cannot be written: names that end so belong to keys and databases; name another",
    "{file} não se pode escrever: os nomes que acabam assim são de chaves e bases de dados; indicar outro",
)
NOT_A_PLAIN_FILE: Final = Said(
    "not_a_plain_file",
    "{file} is {what:word}; nothing is written through or over it: name another file",
    "{file} é {what:word}; nada se escreve através ou por cima dele: indicar outro ficheiro",
)
SECOND_NAME: Final = Said(
    "second_name",
    "{file} has a second name (a hard link); nothing is written over it: name another file",
    "{file} tem um segundo nome (uma ligação física); nada se escreve por cima dele: indicar outro ficheiro",
)
ANOTHER_SORT: Final = Said(
    "another_sort",
    "{file} exists and is not {sort:told}; tombo replaces only what it wrote: name another file, or move that one away",
    "{file} existe e não é {sort:told}; o tombo só substitui o que escreveu: indicar outro ficheiro, ou mudar esse de sítio",
)
CHANGED_MEANWHILE: Final = Said(
    "changed_meanwhile",
    "{file} was changed while it was written; what is there now stays: run the command again",
    "{file} foi alterado enquanto era escrito; o que lá está fica: executar o comando de novo",
)
A_SHEET: Final = Said("a_sheet", "a sheet with these columns", "uma folha com estas colunas")
A_PAGE: Final = Said("a_page", "a page of tombo", "uma página do tombo")
A_REPLAY: Final = Said("a_replay", "a replay that is drawn", "uma repetição desenhada")
A_REPORT_OF_AN_IMPORT: Final = Said("a_report_of_an_import", "the report of an import", "o relatório de uma importação")
A_PROOF: Final = Said("a_proof", "a proof", "uma prova")
A_RECEIPT: Final = Said("a_receipt", "a receipt", "um recibo")
THIS_VERY_HAND: Final = Said("this_very_hand", "this very hand", "esta mesma jogada")
A_CHECKPOINT: Final = Said(
    "a_checkpoint",
    "a checkpoint of {origin} of at most {size} entries",
    "um checkpoint de {origin} com {size} entradas no máximo",
)
