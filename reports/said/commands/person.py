"""What is said of what is kept of a person, and of his erasure."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

SECRET_KEPT: Final = Said(
    "secret_kept",
    "his secret is kept: names and words of his that were sealed can be read with it",
    "o seu segredo está guardado: com ele podem ler-se os nomes e palavras seus que foram selados",
)
SECRET_NOT_KEPT: Final = Said(
    "secret_not_kept",
    "no secret of his is kept: nothing of his that was sealed can be read",
    "nenhum segredo seu está guardado: nada do que é seu e foi selado se pode ler",
)
SECRET_WITHHELD: Final = Said(
    "secret_withheld",
    "there is no persons.key here, so his names and words are withheld",
    "não há aqui nenhum persons.key, e por isso os seus nomes e palavras são reservados",
)
NOT_ERASED: Final = Said(
    "not_erased", "{person} is not erased; {kept:told}.", "{person} não está apagado; {kept:told}."
)
WAS_ERASED: Final = Said(
    "was_erased",
    "{person} was erased at {at:dated} (log index {index}), by {who} and {second}.",
    "{person} foi apagado em {at:dated} (entrada {index} do registo), por {who} e {second}.",
)
ERASED_BASIS: Final = Said("erased_basis", "Basis: {basis}", "Fundamento: {basis}")
SECRET_STILL_THERE: Final = Said(
    "secret_still_there",
    "His secret is still there: run 'tombo person erase {person}' again, which destroys it.",
    "O seu segredo ainda lá está: executar de novo 'tombo person erase {person}', que o destrói.",
)
ERASED_NOW: Final = Said("erased_now", "Now {kept:told}.", "Agora {kept:told}.")
NOTHING_KNOWN: Final = Said(
    "nothing_known",
    "nothing is known of {person}; expected a pseudonym as entries have it",
    "nada se sabe de {person}; esperava-se um pseudónimo como está nas entradas",
)
ERASED_SECRET: Final = Said(
    "erased_secret",
    "{person} is erased (log index {index}); his secret is destroyed.",
    "{person} está apagado (entrada {index} do registo); o seu segredo está destruído.",
)
ERASED_NO_SECRET: Final = Said(
    "erased_no_secret",
    "{person} is erased (log index {index}); there was no secret of his here.",
    "{person} está apagado (entrada {index} do registo); não havia aqui nenhum segredo seu.",
)
BACKUPS_HOLD_IT: Final = Said(
    "backups_hold_it",
    "Backups of the folder of keys still hold it: destroy those, or the persons.db in them (docs/keys.md).",
    "As cópias de segurança da pasta das chaves ainda o têm: destruí-las, ou o persons.db nelas (docs/keys.md).",
)
NO_BASIS_OR_SECOND: Final = Said(
    "no_basis_or_second",
    "--basis {basis}, --second {second}: expected one line of 1 to 200 letters, not spaces alone, that names nobody, and a member of staff",
    "--basis {basis}, --second {second}: esperava-se uma linha de 1 a 200 caracteres, não só espaços, que não nomeie ninguém, e um funcionário",
)
NO_PERSON_NAME: Final = Said(
    "no_person_name",
    "{typed} names no person: letters, digits and ._/-, at most 100",
    "{typed} não é o nome de nenhuma pessoa: letras, algarismos e ._/-, no máximo 100",
)
NO_ROUND_OF_HIS: Final = Said(
    "no_round_of_his",
    "no hand or round of {player}; 'tombo hand list' and 'tombo round list' show those there are",
    "nenhuma jogada de {player}; 'tombo hand list' e 'tombo round list' mostram as que há",
)
NO_ROUND_OF_HIS_THEN: Final = Said(
    "no_round_of_his_then",
    "no hand or round of {player} as of then; 'tombo hand list' and 'tombo round list' show those there are",
    "nenhuma jogada de {player} até então; 'tombo hand list' e 'tombo round list' mostram as que há",
)
