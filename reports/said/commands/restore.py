"""What is said of a ledger made again, of what is missing in it, of what is given up, and of periods that were detached or packed."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

BACKED_UP: Final = Said(
    "backed_up",
    "{folder}: {entries:entry|entries}, {before:grouped} before; new openings of closed cards, sealed: {openings:grouped}; {written:byte|bytes} written.",
    "{folder}: {entries:entrada|entradas}, antes {before:grouped}; novas aberturas de cartas fechadas, cifradas: {openings:grouped}; {written:byte escrito|bytes escritos}.",
)
BACKED_UP_BEYOND: Final = Said(
    "backed_up_beyond",
    "Its checkpoint covers {signed:entry|entries}; {beyond:entry is|entries are} under none yet, and there all the same.",
    "O seu checkpoint cobre {signed:entrada|entradas}; sob nenhum ainda, e também lá: {beyond:entrada|entradas}.",
)
NOT_RESTORED: Final = Said("not_restored", "{source} is not restored", "{source} não é restaurado")
NOT_WHAT_IT_WAS: Final = Said(
    "not_what_it_was",
    "{url} is not what it was restored from, and was not made",
    "{url} não é aquilo de que foi restaurado, e não foi criado",
)
CANNOT_GO_ON: Final = Said("cannot_go_on", "{url} cannot go on", "{url} não pode continuar")
UNSOUND: Final = Said(
    "unsound",
    "{outcome:told}: it does not verify; take another copy {report:run}",
    "{outcome:told}: a verificação não passa; usar outra cópia {report:run}",
)
CARDS_NOT_OPENED: Final = Said(
    "cards_not_opened", "closed cards are not opened: {why}", "as cartas fechadas não são abertas: {why}"
)
NOTEBOOK_OF_ALL: Final = Said(
    "notebook_of_all",
    "{since} is a checkpoint, and nothing in it tells a notebook what came before; expected --since with a notebook, or --notebook alone",
    "{since} é um checkpoint, e nada nele diz ao caderno o que veio antes; esperava-se --since com um caderno, ou só --notebook",
)
NOT_GONE_ON: Final = Said(
    "not_gone_on",
    "what came since does not go on from the notebook: {found:parted}. Either the ledger or the notebook is not what it was: all has to be read to say which, and what"
    " was before cannot be: {why}",
    "o que veio depois não continua o caderno: {found:parted}. Ou o registo ou o caderno não é o que era: para dizer qual é preciso ler tudo, e o que vinha antes não"
    " pode ser lido: {why}",
)
RESTORED: Final = Said(
    "restored",
    "Restored: {entries:entry|entries}, {openings:opening|openings} of closed cards, {checkpoints:checkpoint|checkpoints}; verified before and after.",
    "Restaurado: {entries:entrada|entradas}, {openings:abertura|aberturas} de cartas fechadas, {checkpoints:checkpoint|checkpoints}; verificado antes e depois.",
)
CARDS_MISSING: Final = Said(
    "cards_missing",
    "Closed cards whose openings are not all there: {entries:entry deals|entries deal} such, the first at log index {first}. They cannot be shown.",
    "Cartas fechadas cujas aberturas não estão todas lá: {entries:entrada distribui|entradas distribuem} tais cartas, a primeira no índice {first} do registo. Não se podem mostrar.",
)
NOTHING_MISSING: Final = Said(
    "nothing_missing",
    "Nothing is missing: the signer's last checkpoint is of size {signed}, {acknowledged} entries were acknowledged.",
    "Nada falta: o último checkpoint de quem assina é de tamanho {signed}, entradas confirmadas: {acknowledged}.",
)
NOT_COMPARED: Final = Said(
    "not_compared",
    "Not compared: there is no signer's file among the keys. Name the folder it lies in with --keys.",
    "Não comparado: o ficheiro de quem assina não está entre as chaves. Indicar a pasta onde está com --keys.",
)
OTHERS_KNOW: Final = Said(
    "others_know",
    "The other files there know of {entries:entry|entries}, and none of them is missing.",
    "Os outros ficheiros conhecem {entries:entrada|entradas}, e nenhuma falta.",
)
ROLLED_BACK: Final = Said(
    "rolled_back",
    "ROLLED BACK. Missing: {missing:told}. {signed} were signed by 'seen' among the keys, {acknowledged} were acknowledged or remembered by 'mark' and 'heads'.",
    "ROLLED BACK. Faltam: {missing:told}. Assinadas segundo 'seen' entre as chaves: {signed}; confirmadas ou lembradas por 'mark' e 'heads': {acknowledged}.",
)
NOTHING_UNTIL_FOUND: Final = Said(
    "nothing_until_found",
    "Nothing is recorded here until they are found, in a newer copy or bundle.",
    "Nada se regista aqui até serem encontradas, numa cópia ou num bundle mais recente.",
)
BRING_SIGNERS_FILE: Final = Said(
    "bring_signers_file",
    "There is no signer's file among the keys. Bring it back, or write the newest checkpoint that anybody kept ('seen', an auditor's)",
    "O ficheiro de quem assina não está entre as chaves. Trazê-lo de volta, ou escrever o checkpoint mais recente que alguém guardou ('seen', o de um auditor)",
)
IN_ITS_PLACE: Final = Said(
    "in_its_place",
    "in its place: without it no loss can be declared.",
    "no seu lugar: sem ele não se pode declarar nenhuma perda.",
)
MISSING: Final = Said(
    "missing",
    "Missing: {missing:told}. The signer signed {signed}, {acknowledged} were acknowledged.",
    "Faltam: {missing:told}. Assinadas: {signed}; confirmadas: {acknowledged}.",
)
UNTIL_FOUND_OR_GIVEN_UP: Final = Said(
    "until_found_or_given_up",
    "Nothing is recorded here until they are found, in a newer copy or bundle, or given up:",
    "Nada se regista aqui até serem encontradas, numa cópia ou num bundle mais recente, ou até se renunciar a elas:",
)
DECLARE_LOSS: Final = Said(
    "declare_loss",
    "'tombo loss declare --root FILE --staff MANAGER --second STAFF --reason TEXT'",
    "'tombo loss declare --root FILE --staff MANAGER --second STAFF --reason TEXT'",
)
RESTORE_BEGUN: Final = Said("restore_begun", "Begun: {what}", "Começado: {what}")
LOSS_BY_MANAGER: Final = Said(
    "loss_by_manager",
    "a loss is declared by a manager: name one with --staff",
    "uma perda é declarada por um gestor: indicar um com --staff",
)
DECLARED_LOST: Final = Said(
    "declared_lost",
    "Declared lost by {staff} and {second}, at log index {index}: {missing:told}.",
    "Declaradas perdidas por {staff} e {second}, na entrada {index} do registo: {missing:told}.",
)
GOES_ON_FROM: Final = Said(
    "goes_on_from",
    "The ledger goes on from {entries:entry|entries}. What was given up, of size {abandoned}, stays in {file}.lost:",
    "O registo continua a partir de {entries:entrada|entradas}. Aquilo a que se renunciou, de tamanho {abandoned}, fica em {file}.lost:",
)
KEEP_GIVEN_UP: Final = Said(
    "keep_given_up",
    "keep it, and give every auditor the new checkpoint ('tombo checkpoint').",
    "guardá-lo, e dar a cada auditor o novo checkpoint ('tombo checkpoint').",
)
REMEMBERED: Final = Said(
    "remembered",
    "{remembered:entry|entries} of {entries:grouped} remembered in {file}.",
    "{remembered:entrada|entradas} de {entries:grouped} lembradas em {file}.",
)
REMEMBERED_SO_FAR: Final = Said(
    "remembered_so_far",
    "{remembered:entry|entries} of {entries:grouped} remembered in {file}; the rest is under no checkpoint yet.",
    "{remembered:entrada|entradas} de {entries:grouped} lembradas em {file}; o resto ainda não está sob nenhum checkpoint.",
)
DETACHED: Final = Said(
    "detached",
    "The first {size:entry|entries} are in {place}, read back, under a root that the log's key signed; on record at log index {index}, by {staff} and {second}.",
    "As primeiras {size:entrada|entradas} estão em {place}, relidas, sob uma raiz que a chave do registo assinou; registado no índice {index}, por {staff} e {second}.",
)
DETACHED_BEFORE: Final = Said(
    "detached_before",
    "The first {size:entry|entries} are in {place}, read back, under a root that the log's key signed; that they are detached is on record since before.",
    "As primeiras {size:entrada|entradas} estão em {place}, relidas, sob uma raiz que a chave do registo assinou; que estão destacadas já constava do registo.",
)
CUT_NOW: Final = Said(
    "cut_now",
    "{cut:entry of a hand or round has|entries of hands and rounds have} left the database now. Of play that goes on, is in dispute, or was the last at its table, there still: {kept:grouped}.",
    "{cut:entrada de uma mão ou jogada saiu|entradas de mãos e jogadas saíram} agora da base de dados. De jogo que decorre, está em litígio ou foi o último na sua mesa, ainda lá: {kept:grouped}.",
)
FOUND_BY: Final = Said(
    "found_by",
    "Every command reads them there from now on ({file}). Keep a second copy elsewhere: the database no longer is one.",
    "Todos os comandos as leem agora aí ({file}). Guardar outra cópia noutro lugar: a base de dados já não o é.",
)
PERIOD: Final = Said(
    "period",
    "entries {first} to {last}, under the root {root} of the first {size}",
    "entradas {first} a {last}, sob a raiz {root} das primeiras {size}",
)
NOTHING_DETACHED: Final = Said("nothing_detached", "Nothing was detached.", "Nada foi destacado.")
COPIES_AT: Final = Said("copies_at", "Copies: {places}", "Cópias: {places}")
NO_COPIES: Final = Said(
    "no_copies",
    "No copy is named: neither with --cold, nor in {file}.",
    "Nenhuma cópia está indicada: nem com --cold, nem em {file}.",
)
DETACHED_BY_NOBODY: Final = Said(
    "detached_by_nobody",
    "a period is detached by a manager and a second member of staff; expected --staff and --second",
    "um período é destacado por um gestor e um segundo funcionário; esperavam-se --staff e --second",
)
PLAY_PACKED: Final = Said(
    "play_packed",
    "{packed:entry of a hand or round is|entries of hands and rounds are} packed now, of the first {size:grouped} in the log: {before:grouped} bytes became {after:grouped}. Of that play, whole still: {kept:grouped}.",
    "{packed:entrada de uma mão ou jogada ficou compactada|entradas de mãos e jogadas ficaram compactadas} agora, das primeiras {size:grouped} do registo: {before:grouped} bytes passaram a {after:grouped}. Desse jogo, ainda por inteiro: {kept:grouped}.",
)
NOTHING_OLD: Final = Said(
    "nothing_old",
    "No checkpoint was signed of what was recorded before that: nothing was packed.",
    "Nenhum checkpoint foi assinado do que se registou antes disso: nada foi compactado.",
)
ROOM_IN_FILE: Final = Said(
    "room_in_file",
    "The file keeps its size: VACUUM gives the room back (docs/operations.md, 'Old periods').",
    "O ficheiro mantém o seu tamanho: VACUUM devolve o espaço (docs/operations.md, 'Old periods').",
)
ROOM_ON_SERVER: Final = Said(
    "room_on_server",
    "What is recorded next takes that room, once autovacuum has been there; VACUUM FULL stored_events gives it back to the disk.",
    "O que se registar a seguir ocupa esse espaço, depois de o autovacuum lá passar; VACUUM FULL stored_events devolve-o ao disco.",
)
