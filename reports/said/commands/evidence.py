"""What is said of proofs and receipts, which a stranger checks, and of the entries in them."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

WROTE_PROOF: Final = Said(
    "wrote_proof", "Wrote {file}: {stream}, version {version}.", "Escrito em {file}: {stream}, versão {version}."
)
WROTE_RECEIPT: Final = Said(
    "wrote_receipt", "Wrote {file}: the receipt of {command}.", "Escrito em {file}: o recibo de {command}."
)
FILE_IS_UNREADABLE: Final = Said("file_is_unreadable", "{file}: {why}", "{file}: {why}")
PROOF_OF_ANOTHER: Final = Said(
    "proof_of_another",
    "{file} is for another checkpoint than {checkpoint}, of another size; the ledger makes one for it: 'tombo proof ... --checkpoint FILE'",
    "{file} é para outro checkpoint que não {checkpoint}, de outro tamanho; o registo faz uma para ele: 'tombo proof ... --checkpoint FILE'",
)
CHECKPOINT_ITS_OWN: Final = Said(
    "checkpoint_its_own",
    "the checkpoint is the proof's own; hold it against one that was kept outside: --checkpoint FILE",
    "o checkpoint é o da própria prova; comparar com um que se tenha guardado fora: --checkpoint FILE",
)
NO_CHECKPOINT_FILE: Final = Said(
    "no_checkpoint_file", "{file} is no checkpoint: {why}", "{file} não é um checkpoint: {why}"
)
NO_PROOF_MADE: Final = Said(
    "no_proof_made",
    "{why}; no proof was made: run 'tombo verify --checkpoint FILE'",
    "{why}; não foi feita nenhuma prova: executar 'tombo verify --checkpoint FILE'",
)
NO_SUCH_STREAM: Final = Said(
    "no_such_stream",
    "{stream} is no stream of {origin}",
    "{stream} não é nenhum fluxo de {origin}",
)
NO_SUCH_ENTRY: Final = Said(
    "no_such_entry",
    "{stream} has {entries} entries; expected a version up to that, not {asked}",
    "{stream}: há {entries} entradas; esperava-se uma versão até essa, não {asked}",
)
NOTHING_TO_PROVE_AGAINST: Final = Said(
    "nothing_to_prove_against", "no checkpoint to prove against: {why}", "nenhum checkpoint contra o qual provar: {why}"
)
BEYOND_CHECKPOINT: Final = Said(
    "beyond_checkpoint",
    "{stream} version {version} is at log index {index}; the checkpoint covers {covered} entries: run 'tombo checkpoint'",
    "{stream} versão {version} é a entrada {index} do registo; o checkpoint cobre {covered} entradas: executar 'tombo checkpoint'",
)
PROVEN: Final = Said(
    "proven",
    "OK: in the log {origin}, {entries:entry|entries}, root {root}",
    "OK: no registo {origin}, {entries:entrada|entradas}, raiz {root}",
)
COSIGNED: Final = Said(
    "cosigned",
    "Signed by the log's checkpoint key; cosigned by {who}",
    "Assinado pela chave de checkpoint do registo; também assinado por {who}",
)
COSIGNED_AS_OUTSIDE: Final = Said(
    "cosigned_as_outside",
    "Signed by the log's checkpoint key; cosigned by {who}; the same as was kept outside",
    "Assinado pela chave de checkpoint do registo; também assinado por {who}; o mesmo que se guardou fora",
)
BY_NOBODY: Final = Said("by_nobody", "nobody", "ninguém")
RECEIPT_OF_OTHERS: Final = Said(
    "receipt_of_others",
    "the receipt of {command} is of other entries than {index}; 'tombo verify' names it",
    "o recibo de {command} é de outras entradas que não a {index}; 'tombo verify' indica-a",
)
NOTHING_RECORDED: Final = Said(
    "nothing_recorded",
    "nothing was recorded for the command {command} in {origin}; it may be sent (again)",
    "nada foi registado para o comando {command} em {origin}; pode ser enviado (de novo)",
)
RECEIVED: Final = Said(
    "received",
    "OK: the command {command} was recorded in {origin}, {at:dated}: {entries:entry|entries}",
    "OK: o comando {command} foi registado em {origin}, {at:dated}: {entries:entrada|entradas}",
)
VOUCHED_FOR: Final = Said(
    "vouched_for",
    "Signed by {key}, for which the root key of the policy vouches",
    "Assinado por {key}, atestada pela chave raiz da política",
)
NOT_THE_WHOLE: Final = Said(
    "not_the_whole",
    "Whether the command had an entry beside these it does not show: 'tombo receipt show' gives the whole of it",
    "Não mostra se o comando teve outra entrada além destas: 'tombo receipt show' dá tudo",
)
ENTRY_STANDS: Final = Said(
    "entry_stands",
    "Log index {index}: {stream}, version {version}: {what}",
    "Entrada {index} do registo: {stream}, versão {version}: {what}",
)
ENTRY_RECORDED: Final = Said(
    "entry_recorded", "  recorded {at:dated}, by {who}", "  registada em {at:dated}, por {who}"
)
ENTRY_RECORDED_FOR: Final = Said(
    "entry_recorded_for",
    "  recorded {at:dated}, by {who}, command {command}",
    "  registada em {at:dated}, por {who}, comando {command}",
)
ENTRY_BY: Final = Said("entry_by", "{actor:word} {who}", "{actor:word} {who}")
ENTRY_BY_ROLE: Final = Said("entry_by_role", "{actor:word} {who} as {role}", "{actor:word} {who} como {role}")
ENTRY_OCCURRED: Final = Said(
    "entry_occurred", "  occurred {at:dated}, as the source says", "  ocorrida em {at:dated}, segundo a fonte"
)
ENTRY_FIELD: Final = Said("entry_field", "  {name}: {value}", "  {name}: {value}")
