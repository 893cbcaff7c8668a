"""What the operator says of himself, and what the published schemas leave to him: configuration, with a documented default and never a silent guess."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from tombo.ledger.terms.every import DayRegulation
from tombo.reports.regulators.settings import settings_of

Text45 = Annotated[str, Field(min_length=1, max_length=45)]
"""``Tekst45Type``, and not empty."""


class DanishTable(BaseModel):
    """A table of the settings."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class ChanceGenerator(DanishTable):
    """A certified generator of chance, by the names that its certificate has."""

    id: Text45
    """``TilfældighedGeneratorIdentifikation``."""
    software: Text45
    """``TilfældighedGeneratorSoftwareId``: what makes results of its numbers."""


class DanishGame(DanishTable):
    """A game that the operator offers."""

    category: Literal["KasinospilMultiPlayer", "KasinospilSinglePlayer"] = "KasinospilSinglePlayer"
    """``SpilKategoriNavn`` of a game against the house; that of poker between players follows from the game."""
    generators: Annotated[list[ChanceGenerator], Field(min_length=1)]
    product: Text45
    """``SpilProduktNavn``: what the operator calls it."""


class DanishSettings(DanishTable):
    """The settings of one operator, from a file of TOML (docs/regulators/denmark.md)."""

    certificate: Text45
    """``SpilCertifikatIdentifikation``: the name of the operator at TamperToken."""
    commission_below_zero: Literal["negative", "zero"] | None = None
    """How a category is told whose commission of the day is below 0, as the regulator answered: as it is, or as 0. Absent, the day is refused."""
    games: Annotated[dict[DayRegulation, DanishGame], Field(min_length=1)]
    """By regulation, every game that is offered: its category is told each day, also where nothing was played."""
    layout: Literal["v2"] = "v2"
    """``SpilFilVersion``."""
    website: Annotated[str, Field(min_length=1, max_length=100)]
    """``SpilHjemmeside``: the address of the site where is played."""


def danish_settings(data: bytes, file: str) -> DanishSettings:
    """The settings that ``data`` holds, read from ``file``.

    Raises:
        UsageError: as for ``settings_of``.
    """
    return settings_of(DanishSettings, "denmark", data, file)
