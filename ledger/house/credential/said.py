"""What is said about credentials: one row a meaning, a column a language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.core.said import Said, Word

HOLDERS: Final[Mapping[str, Word]] = {
    "auditor": Word("holder_auditor", "auditor", "auditor"),
    "platform": Word("holder_platform", "platform", "plataforma"),
    "players": Word("holder_players", "players", "jogadores"),
    "staff": Word("holder_staff", "staff", "funcionário"),
}
"""Who the bearer of a credential acts as."""
PROOFS: Final[Mapping[str, Word]] = {
    "certificate": Word("proof_certificate", "certificate", "certificado"),
    "openid": Word("proof_openid", "OpenID", "OpenID"),
    "signer": Word("proof_signer", "signer", "chave de assinatura"),
    "token": Word("proof_token", "token", "token"),
}
"""What a bearer shows."""
CREDENTIAL_NAME_USED: Final = Said(
    "credential_name_used",
    "there is, or was, a credential {credential}; expected a name not used before",
    "há, ou houve, uma credencial {credential}; esperava-se um nome ainda não usado",
)
HOLDER_NOT_ENROLLED: Final = Said(
    "holder_not_enrolled",
    "{staff} holds no role or has no key; expected a member of staff with both ('tombo staff list')",
    "{staff} não tem nenhuma função ou nenhuma chave; esperava-se um funcionário com ambas ('tombo staff list')",
)
OWN_CREDENTIAL: Final = Said(
    "own_credential",
    "{staff} asks for a credential of his own; expected another manager",
    "{staff} pede uma credencial para si; esperava-se outro gestor",
)
PROOF_OF_OTHERS: Final = Said(
    "proof_of_others",
    "a credential of {holder:word} is not proved by {proof:word}; expected {expected}",
    "uma credencial de {holder:word} não se prova por {proof:word}; esperava-se {expected}",
)
SIGNER_UNUSABLE: Final = Said(
    "signer_unusable",
    "the signer is no key under which a signature proves anything; expected 32 bytes in base64, made by a sound Ed25519 library",
    "a chave de assinatura não é uma sob a qual uma assinatura prove alguma coisa; esperavam-se 32 bytes em base64, feitos por"
    " uma boa biblioteca de Ed25519",
)
PROOF_SHARED: Final = Said(
    "proof_shared",
    "the {proof:word} of {credential} is that of {other}, which is not revoked; expected one of its own, or that revoked before",
    "{credential} tem por prova ({proof:word}) a de {other}, que não está revogada; esperava-se uma sua, ou aquela revogada antes",
)
CREDENTIAL_OVER: Final = Said(
    "credential_over",
    "{credential} would end at {until:instant}, and it is {now:instant}; expected a later end, or none",
    "{credential} terminaria em {until:instant}, e são {now:instant}; esperava-se um fim posterior, ou nenhum",
)
NO_CREDENTIAL: Final = Said(
    "no_credential",
    "there is no credential {credential}; 'tombo credential list' shows those there are",
    "não há nenhuma credencial {credential}; 'tombo credential list' mostra as que há",
)
CREDENTIAL_REVOKED: Final = Said(
    "credential_revoked",
    "{credential} was revoked before",
    "{credential} já tinha sido revogada",
)
