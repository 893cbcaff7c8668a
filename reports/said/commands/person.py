"""What is said of what is kept of a person, and of his erasure."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said, Word

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
NOT_REGISTERED: Final = Said(
    "not_registered", "Not registered by his papers.", "Não está registado pelos seus documentos."
)
REGISTERED_AT: Final = Said(
    "registered_at",
    "Registered at {at:dated} (log index {index}); changed since {changed:time|times}.",
    "Registado em {at:dated} (entrada {index} do registo); alterado desde então {changed:vez|vezes}.",
)
DETAILS_UNREAD: Final = Said(
    "details_unread",
    "What it says is not to be read here: it needs persons.key, and his secret.",
    "O que diz não se pode ler aqui: é preciso o persons.key, e o segredo dele.",
)
DETAIL: Final = Said("detail", "  {label}: {value}", "  {label}: {value}")
DETAILS: Final = {
    "name": Word("detail_name", "name", "nome"),
    "born": Word("detail_born", "born", "data de nascimento"),
    "nationality": Word("detail_nationality", "nationality", "nacionalidade"),
    "paper": Word("detail_paper", "paper", "documento"),
    "paper_number": Word("detail_paper_number", "its number", "o seu número"),
    "tax_number": Word("detail_tax_number", "tax number", "NIF"),
    "address": Word("detail_address", "address", "morada"),
    "postcode": Word("detail_postcode", "postcode", "código postal"),
    "country": Word("detail_country", "country", "país"),
    "phone": Word("detail_phone", "phone", "telefone"),
    "email": Word("detail_email", "e-mail", "correio eletrónico"),
    "logon": Word("detail_logon", "logs on as", "nome de utilizador"),
    "alias": Word("detail_alias", "alias", "alcunha"),
    "payment": Word("detail_payment", "pays by", "forma de pagamento"),
    "tax_answer": Word("detail_tax_answer", "answer of the tax authority", "resposta da autoridade tributária"),
}
"""What a person is known by, in the order in which it is told."""
PAPERS: Final = {
    "identity_card": Word("paper_identity_card", "identity card", "bilhete de identidade"),
    "citizen_card": Word("paper_citizen_card", "citizen card", "cartão de cidadão"),
    "passport": Word("paper_passport", "passport", "passaporte"),
    "tax_number": Word("paper_tax_number", "tax number", "NIF"),
    "other": Word("paper_other", "another", "outro"),
}
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
