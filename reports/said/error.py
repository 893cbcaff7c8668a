"""What is said in the place of an error whose own words are English alone, for who reads another language."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

UNREAD_AT: Final = Said(
    "unread_at",
    "log index {index} cannot follow what is on record, or cannot be read; run 'tombo verify' and, of its day, 'tombo reconcile'",
    "a entrada {index} do registo não pode seguir-se ao que está registado, ou não se consegue ler; executar 'tombo verify' e, do seu dia, 'tombo reconcile'",
)
UNREAD: Final = Said(
    "unread",
    "an entry cannot follow what is on record, or cannot be read; run 'tombo verify' and 'tombo audit', which name it",
    "há uma entrada que não pode seguir-se ao que está registado, ou não se consegue ler; executar 'tombo verify' e 'tombo audit', que a indicam",
)
NO_PROOF: Final = Said(
    "no_proof",
    "something is not what was sealed, or is no proof of it; run 'tombo verify'",
    "há algo que não é o que foi selado, ou que não o prova; executar 'tombo verify'",
)
NOT_THERE: Final = Said("not_there", "there is no such thing", "isso não existe")
NOT_SO: Final = Said("not_so", "what was asked for cannot be so", "o que foi pedido não pode ser assim")
OUT_OF_REACH: Final = Said(
    "out_of_reach",
    "the ledger, a key or a file cannot be read now",
    "agora não se consegue ler o registo, uma chave ou um ficheiro",
)
