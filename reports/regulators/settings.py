"""What the operator says of himself to a regulator: a file of TOML, of a model that each country has."""

from __future__ import annotations

import tomllib
from typing import Final, TypeVar

from pydantic import BaseModel, ValidationError

from tombo.ledger.core.errors import UsageError
from tombo.reports.said.regulators import common as said

SETTINGS_MAX: Final = 1 << 16
"""Bytes of the longest file of settings."""
S = TypeVar("S", bound=BaseModel)


def settings_of(model: type[S], country: str, data: bytes, file: str) -> S:
    """The settings that ``data`` holds, read from ``file``, as ``model`` of a ``country`` has them.

    Raises:
        UsageError: too long, no TOML, a setting there is not, one that is missing, or a value it cannot have.
    """
    page = f"docs/regulators/{country}.md"
    if len(data) > SETTINGS_MAX:
        raise UsageError(said.SETTINGS_TOO_LONG(file=file, most=SETTINGS_MAX, page=page))
    try:
        return model.model_validate(tomllib.loads(data.decode()))
    except UnicodeDecodeError as error:
        raise UsageError(said.SETTINGS_NO_UTF8(file=file, at=error.start, page=page)) from error
    except tomllib.TOMLDecodeError as error:
        raise UsageError(said.BAD_SETTINGS(file=file, field="TOML", why=str(error), page=page)) from error
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        field = ".".join(map(str, first["loc"])) or "*"  # what several settings are together is of no one of them
        why = first["msg"].removeprefix("Value error, ")  # pydantic's words before ours
        raise UsageError(said.BAD_SETTINGS(file=file, field=field, why=why, page=page)) from error
