"""What ``tombo find`` says, and what lists say that are read from followed rows."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

READ_FROM_THE_LOG: Final = Said(
    "read_from_the_log",
    "what is kept of {name} cannot be used ({why}); the log itself is read",
    "o que está guardado de {name} não se pode usar ({why}); lê-se o próprio registo",
)
NOTHING_FOUND: Final = Said("nothing_found", "Nothing found.", "Nada encontrado.")
NO_CARD: Final = Said(
    "no_card",
    "{typed} is no card; expected a rank and a suit, as Ah or Td",
    "{typed} não é uma carta; esperava-se um valor e um naipe, como Ah ou Td",
)
NO_RULE: Final = Said(
    "no_rule",
    "{typed} is no rule; expected one as findings cite it, for example {example}",
    "{typed} não é uma regra; esperava-se uma tal como as notas a citam, por exemplo {example}",
)
