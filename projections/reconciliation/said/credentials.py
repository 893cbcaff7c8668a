"""What the night says of credentials that no manager signed: one row a meaning, a column a language."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

CREDENTIAL_UNSIGNED: Final = Said(
    "credential_unsigned",
    "{kind} in {stream} is signed by no manager; no door records it so; expected the signature of who asked, in the same commit; ask who holds the event key, and revoke the credential",
    "{kind} em {stream} não está assinada por nenhum gestor; nenhuma porta a regista assim; esperava-se a assinatura de quem a pediu, na mesma gravação; pergunte a quem tem a chave dos eventos, e revogue a credencial",
)
