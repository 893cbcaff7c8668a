"""What the words of ``tombo report`` share: their arguments."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

CountryName = Annotated[str, typer.Argument(metavar="COUNTRY", help="Of the regulator, for example portugal.")]
Day = Annotated[str, typer.Argument(metavar="YYYY-MM-DD", help="A day that is closed.")]
SettingsFile = Annotated[
    Path, typer.Option(metavar="FILE", help="What the operator says of himself: docs/regulators/.")
]
Out = Annotated[Path, typer.Option(file_okay=False, metavar="DIR", help="Where the files go; made if need be.")]
