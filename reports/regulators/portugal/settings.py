"""What the operator says of himself, and what the gazette leaves open: configuration, with a documented default and never a silent guess."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from tombo.ledger.terms.every import DayRegulation
from tombo.reports.regulators.settings import settings_of


class Settings(BaseModel):
    """The settings of one operator, from a file of TOML (docs/regulators/portugal.md)."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    first_hour: Annotated[str, Field(pattern=r"^\d{10}$")] | None = None
    """The hour whose files have ``id_ficheiro`` 1; by default that in which the ledger began."""
    games: dict[DayRegulation, Annotated[str, Field(min_length=1)]] = Field(default_factory=dict)
    """``descricao``: what a game is called in RESF, by its regulation; by default as the law has it. The list of names is not printed."""
    layout: Literal["2015"] = "2015"
    licences: dict[DayRegulation, Annotated[str, Field(min_length=1)]] = Field(default_factory=dict)
    """``licenca_exp``: the licence that each game is offered under, by its regulation."""
    liquidity: Literal[0, 1] = 0
    """``tipo_liq``: 1 where players of other countries play at the same tables."""
    operator: Annotated[int, Field(ge=1, le=127)]
    """``cod_entexpl``, as SRIJ gave it."""
    payments: dict[str, Annotated[str, Field(pattern=r"^[0-9A-Z]$")]] = Field(default_factory=dict)
    """``tip_pag``: the code of each way to pay, by the word of the registration. The list of codes is not printed."""
    safe: Annotated[str, Field(pattern=r"^[0-9][A-Z]{2}$")]
    """``cod_cofre``: the code of the *cofre*, ``1AA``."""


def settings_in(data: bytes, file: str) -> Settings:
    """The settings that ``data`` holds, read from ``file``.

    Raises:
        UsageError: as for ``settings_of``.
    """
    return settings_of(Settings, "portugal", data, file)
