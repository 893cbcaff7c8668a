"""What the live door says before any rule is asked: one row a meaning, a column a language."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

STREAM_ELSEWHERE: Final = Said(
    "stream_elsewhere",
    "{stream} is at version {found}; this command expects {expected}: see what became of those before it, and send it again for where it stands",
    "{stream} está na versão {found}; este comando espera {expected}: ver o que foi feito dos anteriores, e enviá-lo de novo para a versão em que está",
)
NO_STREAM_OF_ITS_OWN: Final = Said(
    "no_stream_of_its_own",
    "{kind} names no hand, round, tournament, table, session or player; expected no 'expected_version'",
    "{kind} não indica jogada, torneio, mesa, sessão nem jogador; não se esperava 'expected_version'",
)
SIGNED_WITHOUT_STAFF: Final = Said(
    "signed_without_staff",
    "a command of the {actor:word} {who} is signed by staff",
    "{actor:word} {who} pede, e o comando está assinado por funcionários",
)
UNSIGNED: Final = Said(
    "unsigned",
    "{who} asks as {role} and has not signed; 'tombo staff sign' signs a command",
    "{who} pede como {role} e não assinou; 'tombo staff sign' assina um comando",
)
SIGNED_TWICE_BY_ONE: Final = Said(
    "signed_twice_by_one",
    "one person signed twice; expected the signatures of different people",
    "uma pessoa assinou duas vezes; esperavam-se assinaturas de pessoas diferentes",
)
SIGNER_WITHOUT_KEY: Final = Said(
    "signer_without_key",
    "{who} has no key; expected 'tombo staff enrol {who}' before he signs",
    "{who} não tem chave; esperava-se 'tombo staff enrol {who}' antes de assinar",
)
SIGNED_WITH_OTHER_KEY: Final = Said(
    "signed_with_other_key",
    "{who} signed with the key {key}; expected his own, {expected}",
    "{who} assinou com a chave {key}; esperava-se a sua, {expected}",
)
SIGNED_OVER_OTHER_COMMAND: Final = Said(
    "signed_over_other_command",
    "the signature of {who} is not over this command; expected one over {command}",
    "a assinatura de {who} não é sobre este comando; esperava-se uma sobre {command}",
)
SIGNER_WITHOUT_ROLE: Final = Said(
    "signer_without_role",
    "{who}, who signed beside {asker}, does not hold the role '{role}'",
    "{who}, que assinou ao lado de {asker}, não tem a função '{role}'",
)
