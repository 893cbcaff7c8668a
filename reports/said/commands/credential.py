"""What ``tombo credential`` says of who may ask through the network."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

CREDENTIAL_HOLDER: Final = Said("credential_holder", "{actor:word} {who}", "{actor:word} {who}")
CREDENTIAL_OF_PLAYERS: Final = Said("credential_of_players", "who signs for players", "quem assina pelos jogadores")
CREDENTIAL_IS_GRANTED: Final = Said(
    "credential_is_granted",
    "{credential}: who shows its {proof:word} is {holder:told}, from log index {index} on.",
    "{credential}: quem apresenta a sua prova ({proof:word}) é {holder:told}, a partir da entrada {index} do registo.",
)
CREDENTIAL_TOKEN: Final = Said(
    "credential_token",
    "The token, told this once; no copy of it is kept, and whoever has it is its bearer:",
    "O token, dito só desta vez; não se guarda nenhuma cópia, e quem o tiver é o seu portador:",
)
CREDENTIAL_ENDS: Final = Said(
    "credential_ends",
    "{credential} is nobody's from log index {index} on; its name is not used again.",
    "{credential} não é de ninguém a partir da entrada {index} do registo; o seu nome não volta a ser usado.",
)
LISTED_CREDENTIAL: Final = Said(
    "listed_credential",
    "{credential}  {holder:told}, by {proof:word}; {stands:told}",
    "{credential}  {holder:told}, por {proof:word}; {stands:told}",
)
CREDENTIAL_LIVE: Final = Said(
    "credential_live",
    "granted by {by} at log index {index}",
    "concedida por {by} na entrada {index} do registo",
)
CREDENTIAL_UNTIL: Final = Said(
    "credential_until", "{since:told}, until {until:dated}", "{since:told}, até {until:dated}"
)
CREDENTIAL_IS_OVER: Final = Said("credential_is_over", "over since {until:dated}", "terminada desde {until:dated}")
CREDENTIAL_IS_REVOKED: Final = Said(
    "credential_is_revoked",
    "revoked by {by} at log index {index}: {reason}",
    "revogada por {by} na entrada {index} do registo: {reason}",
)
CREDENTIAL_IS_UNSIGNED: Final = Said(
    "credential_is_unsigned",
    "nobody's: no manager signed its grant at log index {index}; ask who holds the event key, and run 'tombo verify'",
    "de ninguém: nenhum gestor assinou a sua concessão na entrada {index} do registo; pergunte a quem tem a chave dos eventos, e"
    " execute 'tombo verify'",
)
NO_HOLDER: Final = Said(
    "no_holder",
    "{typed} is no holder; expected platform:ID, staff:ID, auditor:ID or players",
    "{typed} não é um titular; esperava-se platform:ID, staff:ID, auditor:ID ou players",
)
NO_CREDENTIAL_NAME: Final = Said(
    "no_credential_name",
    "{typed} names no credential; expected letters, digits and ._/-, at most 100 of them",
    "{typed} não é o nome de uma credencial; esperavam-se letras, algarismos e ._/-, no máximo 100",
)
NO_OPENID: Final = Said(
    "no_openid",
    "the issuer {issuer} or the subject {subject} is none; expected a URL of https without a query, and what it calls somebody by: ASCII without spaces, no address",
    "o emissor {issuer} ou o sujeito {subject} não o é; esperava-se um URL de https sem interrogação, e o que ele chama a alguém: ASCII sem espaços, nenhum endereço",
)
NO_PEM: Final = Said("no_pem", "{file}: {why}", "{file}: {why}")
