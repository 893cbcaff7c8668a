"""What the lists of the operator's specific rules say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.core.said import Said, Word

RULESET: Final = Said(
    "ruleset",
    "Ruleset {ruleset} of {regulation}, reference {reference}",
    "Regras específicas {ruleset} de {regulation}, referência {reference}",
)
RULESET_APPROVED: Final = Said(
    "ruleset_approved",
    "Approved by {who}, recorded {recorded:dated}, log index {index}",
    "Aprovadas por {who}, registadas {recorded:dated}, entrada {index} do registo",
)
RULESET_IN_FORCE: Final = Said(
    "ruleset_in_force",
    "In force from {begin:dated}: no table opens under it before",
    "Em vigor a partir de {begin:dated}: antes, nenhuma mesa abre segundo elas",
)
RULESET_IN_FORCE_AT_ONCE: Final = Said(
    "ruleset_in_force_at_once", "In force since its approval", "Em vigor desde a aprovação"
)
RULESET_GONE: Final = Said(
    "ruleset_gone",
    "Withdrawn {recorded:dated}, log index {index}: {reason}. No hand or round begins under it since",
    "Retiradas {recorded:dated}, entrada {index} do registo: {reason}. Desde então nenhuma jogada começa segundo elas",
)
RULESET_TERMS: Final = Said(
    "ruleset_terms", "Terms, amounts in the minor unit:", "Termos, valores em unidades mínimas:"
)
RULESET_TERM: Final = Said("ruleset_term", "{name} = {value}", "{name} = {value}")
TERM_VALUES: Final[Mapping[bool | None, Word]] = {
    None: Word("term_none", "none", "nenhum"),
    True: Word("term_true", "true", "sim"),
    False: Word("term_false", "false", "não"),
}
"""What a term says that is no number and no name."""
RULESET_TOLD: Final = Said(
    "ruleset_told",
    "Told at approval, {notices:notice|notices}:",
    "Dito na aprovação, {notices:aviso|avisos}:",
)
RULESET_NOTICE: Final = Said(
    "ruleset_notice", "{rule} {reading:word}: {message}", "{rule}, segundo {reading:word}: {message}"
)
RULESET_LISTED: Final = Said(
    "ruleset_listed",
    "{ruleset}  {regulation}, in force from {begin:dated}, reference {reference}, {notices:notice|notices}",
    "{ruleset}  {regulation}, em vigor a partir de {begin:dated}, referência {reference}, {notices:aviso|avisos}",
)
RULESET_LISTED_AT_ONCE: Final = Said(
    "ruleset_listed_at_once",
    "{ruleset}  {regulation}, in force since its approval, reference {reference}, {notices:notice|notices}",
    "{ruleset}  {regulation}, em vigor desde a aprovação, referência {reference}, {notices:aviso|avisos}",
)
RULESET_LISTED_GONE: Final = Said(
    "ruleset_listed_gone",
    "{ruleset}  {regulation}, withdrawn {recorded:dated}, reference {reference}, {notices:notice|notices}",
    "{ruleset}  {regulation}, retiradas {recorded:dated}, referência {reference}, {notices:aviso|avisos}",
)
