"""What the verifier's report says of a ledger or a bundle. What it objects to are its own sentences, in English."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

VERIFIED: Final = Said(
    "verified",
    "{verdict}: {entries:entry|entries}, root {root}",
    "{verdict}: {entries:entrada|entradas}, raiz {root}",
)
OUTSIDE_CHECKPOINT: Final = Said(
    "outside_checkpoint",
    "Checkpoint from outside: {outside:told}; unproven tail: {tail:entry|entries}",
    "Checkpoint de fora: {outside:told}; por provar no fim: {tail:entrada|entradas}",
)
OUTSIDE_OF_SIZE: Final = Said("outside_of_size", "size {size:grouped}", "tamanho {size:grouped}")
OUTSIDE_NOTEBOOK: Final = Said(
    "outside_notebook",
    "none given, but the notebook's tree of size {size:grouped}",
    "nenhum foi dado, só a árvore do caderno, de tamanho {size:grouped}",
)
OUTSIDE_NONE_HOLDS: Final = Said("outside_none_holds", "none that holds", "nenhum que se confirme")
OUTSIDE_NONE_GIVEN: Final = Said("outside_none_given", "none given", "nenhum foi dado")
KNOWN_BEFORE: Final = Said(
    "known_before",
    "Not read again: {known:entry|entries} that the notebook knows, read by the run that kept it; without --since everything is read.",
    "Não se voltou a ler: {known:entrada|entradas} que o caderno conhece, lidas pela execução que o guardou; sem --since lê-se tudo.",
)
VERIFIER_OBJECTS: Final = Said("verifier_objects", "{objection}", "{objection}")
NEXT_KEEP_CHECKPOINT: Final = Said(
    "next_keep_checkpoint",
    "Keep the checkpoint file where the operator cannot reach it; the next verification starts from it.",
    "Guardar o ficheiro do checkpoint onde a entidade exploradora não chegue; a próxima verificação parte dele.",
)
NEXT_ASK_OUTSIDE: Final = Said(
    "next_ask_outside",
    "Nothing from outside confirms this: save 'tombo checkpoint' elsewhere, then use --checkpoint FILE.",
    "Nada de fora confirma isto: guardar 'tombo checkpoint' noutro lugar, e depois usar --checkpoint FILE.",
)
NEXT_KEEP_COPY: Final = Said(
    "next_keep_copy",
    "Keep a copy of everything as it is; docs/verdicts.md says what each verdict means.",
    "Guardar uma cópia de tudo tal como está; docs/verdicts.md diz o que significa cada veredicto.",
)
