"""What ``tombo staff`` says of roles, keys and signatures."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

ROLE_GRANTED: Final = Said(
    "role_granted",
    "{staff} is {role} from log index {index} on.",
    "{staff} é {role} a partir da entrada {index} do registo.",
)
ROLE_WITHDRAWN: Final = Said(
    "role_withdrawn",
    "{staff} is not {role} from log index {index} on.",
    "{staff} deixa de ser {role} a partir da entrada {index} do registo.",
)
NO_ROLE_NO_KEY: Final = Said(
    "no_role_no_key",
    "{staff} holds no role, and no key of his was made; 'tombo staff grant {staff} ROLE' gives one",
    "{staff} não tem nenhuma função, e não foi criada nenhuma chave sua; 'tombo staff grant {staff} ROLE' dá-lhe uma",
)
KEY_HAD_BEFORE: Final = Said(
    "key_had_before",
    "{file} holds a key that {staff} had before, or has; no key is enrolled twice: put it away ('mv {file} {file}.old'), and run this again, which makes a new one",
    "{file} guarda uma chave que {staff} já teve, ou tem; nenhuma chave se inscreve duas vezes: pô-la de lado ('mv {file} {file}.old'), e executar de novo, o que cria uma nova",
)
KEY_ENROLLED: Final = Said(
    "key_enrolled",
    "{staff} signs with the key {key}, in {file}, from log index {index} on.",
    "{staff} assina com a chave {key}, em {file}, a partir da entrada {index} do registo.",
)
STAFF_WITHOUT_KEY: Final = Said(
    "staff_without_key",
    "{staff} has no key; 'tombo staff list' shows who has",
    "{staff} não tem nenhuma chave; 'tombo staff list' mostra quem tem",
)
KEY_WITHDRAWN: Final = Said(
    "key_withdrawn",
    "{staff} does not sign with the key {key} from log index {index} on.",
    "{staff} não assina com a chave {key} a partir da entrada {index} do registo.",
)
SIGNS_NOTHING: Final = Said(
    "signs_nothing",
    "{second} signs nothing: nothing is to be set; expected --alone, --alone-sum or --most",
    "{second} não assina nada: não há nada a fixar; esperava-se --alone, --alone-sum ou --most",
)
LISTED_STAFF: Final = Said("listed_staff", "{staff}  {roles}; {key:told}", "{staff}  {roles}; {key:told}")
HAS_NO_ROLE: Final = Said("has_no_role", "no role", "sem função")
SIGNS_WITH: Final = Said("signs_with", "signs with {key}", "assina com {key}")
HAS_NO_KEY: Final = Said("has_no_key", "has no key", "não tem chave")
WHO_SIGNS: Final = Said("who_signs", "who signs? name him with --staff", "quem assina? indicá-lo com --staff")
TOO_MANY_ACTS: Final = Said(
    "too_many_acts",
    "{file} has more than {most:grouped} bytes; expected fewer acts at a time; nothing was signed",
    "{file} tem mais de {most:grouped} bytes; esperavam-se menos atos de cada vez; nada foi assinado",
)
ACT_UNREADABLE: Final = Said(
    "act_unreadable",
    "{file}, line {line}: {why}; nothing of it was signed",
    "{file}, linha {line}: {why}; nada dela foi assinado",
)
ACT_NEEDS_NO_SIGNATURE: Final = Said(
    "act_needs_no_signature",
    "{file}, line {line}: asked for by the {actor:word}, who needs no signature",
    "{file}, linha {line}: pedido por {actor:word}, de quem não é precisa assinatura",
)
SIGNED: Final = Said(
    "signed",
    "{staff} signed {command_id}: {kind} of {who} as {role}",
    "{staff} assinou {command_id}: {kind} de {who} como {role}",
)
SIGNED_OCCURRED: Final = Said("signed_occurred", "  occurred: {at:dated}", "  ocorrido: {at:dated}")
SIGNED_FIELD: Final = Said("signed_field", "  {name}: {value}", "  {name}: {value}")
NO_STAFF_AND_ROLE: Final = Said(
    "no_staff_and_role",
    "{who} as {role}: expected letters, digits and ._/-, at most 100 of them",
    "{who} como {role}: esperavam-se letras, algarismos e ._/-, no máximo 100",
)
