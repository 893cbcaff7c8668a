"""What the operator says of himself to ANJ, and what the public part of the referential leaves open (docs/regulators/france.md)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from tombo.ledger.terms.poker import LimitKind, Variant
from tombo.reports.regulators.settings import settings_of

HashedDetail = Literal["born", "country", "name", "nationality", "paper_number", "tax_number"]
"""A detail of a registration that may be part of ``HashJoueur``."""
RuleCode = Annotated[str, Field(pattern=r"^[A-Z0-9-]+$")]
PRINTED_RULES: dict[Variant, dict[LimitKind, str]] = {"holdem": {"no_limit": "THNL"}}
"""The codes of ``Regle`` that ANJ's samples print."""


class FranceSettings(BaseModel):
    """The settings of one operator, from a file of TOML."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    chips: Annotated[str, Field(min_length=1)] = "jetons"
    """``Unite`` of what is played for chips."""
    hash: Annotated[list[HashedDetail], Field(min_length=1)]
    """Of which details of a registration ``HashJoueur`` is made, in their order; what the referential says of it is not public."""
    layout: Literal["2.0.0-draft"] = "2.0.0-draft"
    operator: Annotated[str, Field(pattern=r"^\d{4}$")]
    """``IDOper``, as ANJ gave it."""
    rules: dict[Variant, dict[LimitKind, RuleCode]] = Field(default_factory=dict)
    """``Regle`` by variant and limit; of these that are not set, the samples print ``THNL`` alone."""
    safe: Annotated[int, Field(ge=0)]
    """``IDCoffre``: the number of the *coffre-fort*."""

    def rule(self, variant: Variant, limit: LimitKind) -> str | None:
        """``Regle`` of a variant under a limit; None where no code is known."""
        return self.rules.get(variant, {}).get(limit) or PRINTED_RULES.get(variant, {}).get(limit)


def settings_in(data: bytes, file: str) -> FranceSettings:
    """The settings that ``data`` holds, read from ``file``.

    Raises:
        UsageError: as for ``settings_of``.
    """
    return settings_of(FranceSettings, "france", data, file)
