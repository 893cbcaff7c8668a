"""What the operator says of himself to DGOJ, and what the ledger does not record: configuration (docs/regulators/spain.md)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Final, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from tombo.ledger.terms.every import DayRegulation
from tombo.reports.regulators.settings import settings_of

SpanishVariant = Literal["21", "AM", "Americana", "CL", "DR", "Francesa", "OM", "PO", "ST", "SU", "TH"]
"""``VarianteSesion``."""
VARIANTS: Final[Mapping[str, SpanishVariant]] = {"R804": "Americana", "R806": "TH", "R807": "Francesa", "R811": "OM"}
"""``Variante`` of the games that have the name of one; of others the operator says it."""
SecretFile = Annotated[str, Field(min_length=1)]
"""Where a file is, from the folder of the settings."""


class SpanishTable(BaseModel):
    """A table of the settings."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class SpanishGame(SpanishTable):
    """A game that the operator offers."""

    live: bool = False
    """``JuegoEnVivo``, which is told of ``RLT``."""
    name: Annotated[str, Field(min_length=1, max_length=200)]
    """``JuegoDesc`` and ``VarianteComercial``: what the operator calls it."""
    variant: SpanishVariant | None = None
    """``Variante``, of games for which none is known (``VARIANTS``)."""


class PlannedSession(SpanishTable):
    """``PlanificacionSesion``: what players plan for a session is not on record."""

    duration: Annotated[str, Field(pattern=r"^\d{2}[0-5]\d[0-5]\d$")]
    """``DuracionLimite``, HHMMSS."""
    loss: Annotated[str, Field(pattern=r"^\d{1,10}\.\d{2}$")]
    """``GastoLimite``, in euro."""


class SignedWith(SpanishTable):
    """The files that the operator signs with: certificate and key in PEM, the key encrypted under a passphrase."""

    certificate: SecretFile
    key: SecretFile
    passphrase: SecretFile


class SpanishOperator(SpanishTable):
    """The settings of one operator, from a file of TOML."""

    games: Annotated[dict[DayRegulation, SpanishGame], Field(min_length=1)]
    """By regulation."""
    layout: Literal["3.3"] = "3.3"
    """``Version``."""
    operator: Annotated[str, Field(pattern=r"^[0-9A-Za-z]{1,4}$")]
    """``OperadorId``, as DGOJ gave it."""
    password: SecretFile
    """The file with the password of the zips."""
    planned: PlannedSession
    signature: SignedWith
    store: Annotated[str, Field(pattern=r"^[0-9A-Za-z]{1,10}$")]
    """``AlmacenId``, as DGOJ gave it."""


class SpanishSettings(NamedTuple):
    """The settings, and the folder that they lie in: the files that they name are found from there."""

    operator: SpanishOperator
    folder: Path

    def file(self, name: SecretFile) -> Path:
        """Where a file is that the settings name."""
        return self.folder / name


def spanish_settings(data: bytes, file: str) -> SpanishSettings:
    """The settings that ``data`` holds, read from ``file``.

    Raises:
        UsageError: as for ``settings_of``.
    """
    return SpanishSettings(settings_of(SpanishOperator, "spain", data, file), Path(file).parent)
