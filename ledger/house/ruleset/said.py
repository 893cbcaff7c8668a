"""What is said about rulesets: one row a meaning, a column a language."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

RULESET_WITHDRAWN: Final = Said(
    "ruleset_withdrawn",
    "the ruleset {ruleset} was withdrawn; expected a table under one in force",
    "as regras específicas {ruleset} foram retiradas; esperava-se uma mesa com regras em vigor",
)
NO_RULESET: Final = Said(
    "no_ruleset",
    "there is no ruleset {ruleset}; expected 'approve_ruleset' before",
    "não há regras específicas {ruleset}; esperava-se antes 'approve_ruleset'",
)
RULESET_NOT_YET_IN_FORCE: Final = Said(
    "ruleset_not_yet_in_force",
    "the ruleset {ruleset} is in force from {begin:instant}, not yet at {at:instant}",
    "as regras específicas {ruleset} estão em vigor a partir de {begin:instant}, e ainda não em {at:instant}",
)
TABLE_NAME_TAKEN: Final = Said(
    "table_name_taken",
    "there is a table {table} already; expected a name not used before",
    "já há uma mesa {table}; esperava-se um nome ainda não usado",
)
BANKED_TABLE_NAME_TAKEN: Final = Said(
    "banked_table_name_taken",
    "there is a banked table {table} already; expected a name not used before",
    "já há uma mesa bancada {table}; esperava-se um nome ainda não usado",
)
RULESET_NAME_TAKEN: Final = Said(
    "ruleset_name_taken",
    "there is a ruleset {ruleset} already; changed rules need a name of their own",
    "já há regras específicas {ruleset}; regras alteradas precisam de um nome próprio",
)
RULESET_OF_OTHER_REGULATION: Final = Said(
    "ruleset_of_other_regulation",
    "terms of {due} under {regulation}; expected the regulation of the game",
    "regras do jogo do {due} sob o {regulation}; esperava-se o regulamento do jogo",
)
