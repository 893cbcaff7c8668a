"""What the operator says of himself, and what the gazette leaves open: configuration, with a documented default and never a silent guess."""

from __future__ import annotations

from typing import Annotated, Final, Literal, Self, get_args

from pydantic import BaseModel, ConfigDict, Field, model_validator

from tombo.ledger.terms.every import DayRegulation
from tombo.reports.regulators.settings import settings_of

Action = Literal["changed", "made"]
"""What is told of a registration."""
Code = Annotated[str, Field(pattern=r"^[0-9A-Za-z]{1,10}$")]
"""A code of a list that is not printed."""

Words = Annotated[str, Field(pattern=r"^([^{}]|\{day\}|\{safe\})+$")]
"""A word in which ``{day}`` stands for the day, YYYYMMDD, and ``{safe}`` for the code of the *cofre*."""

_PART: Final = r"([^{}/.]|\{day\}|\{safe\})([^{}/]|\{day\}|\{safe\})*"
Inside = Annotated[str, Field(pattern=f"^{_PART}(/{_PART})*$")]
"""Files by a pattern, in a folder and never above it, of such words."""

ZipName = Annotated[str, Field(pattern=r"^(\w|\{day\}|\{safe\})([\w.-]|\{day\}|\{safe\})*$")]
"""A name without a folder, of such words."""


class Package(BaseModel):
    """How the files of a day are packed."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    command: tuple[Words, ...] = Field(default=(), strict=False)
    """The operator's own, run in a folder of its own where the files lie in ``in``; without one it is a plain zip."""
    leaves: Inside = "out/*"
    """Where in that folder the package lies then."""
    name: ZipName = "{day}_{safe}.zip"
    """What the plain zip is called."""


class Settings(BaseModel):
    """The settings of one operator, from a file of TOML (docs/regulators/portugal.md)."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    actions: dict[Action, Code] = Field(default_factory=dict)
    """``cod_acao``, of the layout of 2018: the code of a registration that is made, and of one that is changed. The list of codes is not printed."""
    first_hour: Annotated[str, Field(pattern=r"^\d{10}$")] | None = None
    """The hour whose files have ``id_ficheiro`` 1; by default that in which the ledger began."""
    games: dict[DayRegulation, Annotated[str, Field(min_length=1)]] = Field(default_factory=dict)
    """``descricao``: what a game is called in RESF, by its regulation; by default as the law has it. The list of names is not printed."""
    layout: Literal["2015", "2018"] = "2015"
    licences: dict[DayRegulation, Annotated[str, Field(min_length=1)]] = Field(default_factory=dict)
    """``licenca_exp``: the licence that each game is offered under, by its regulation."""
    liquidity: Literal[0, 1] = 0
    """``tipo_liq``: 1 where players of other countries play at the same tables."""
    operator: Annotated[int, Field(ge=1, le=127)]
    """``cod_entexpl``, as SRIJ gave it."""
    package: Package = Package()
    payments: dict[str, Annotated[str, Field(pattern=r"^[0-9A-Z]$")]] = Field(default_factory=dict)
    """``tip_pag``: the code of each way to pay, by the word of the registration. The list of codes is not printed."""
    state: Code | None = None
    """``estado``, of the layout of 2018: the code of a player who may play, as everybody registered may here. The list of codes is not printed."""
    safe: Annotated[str, Field(pattern=r"^[0-9][A-Z]{2}$")]
    """``cod_cofre``: the code of the *cofre*, ``1AA``."""

    @model_validator(mode="after")
    def _has_what_the_layout_asks(self) -> Self:
        """The codes that the layout of 2018 needs, for nobody has printed them."""
        if self.layout == "2018" and not (self.state is not None and self.actions.keys() == set(get_args(Action))):
            raise ValueError("layout 2018 needs state, and actions with made and changed")
        return self


def settings_in(data: bytes, file: str) -> Settings:
    """The settings that ``data`` holds, read from ``file``.

    Raises:
        UsageError: as for ``settings_of``.
    """
    return settings_of(Settings, "portugal", data, file)
