"""``tombo report pack``: the files of a release in the package that a regulator collects."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tombo.cli import files
from tombo.cli.commands.regulators.options import (
    CountryName,
    Day,
    Out,
    SettingsFile,
)
from tombo.cli.invocation import invocation
from tombo.ledger.core.errors import OutOfPlaceError, UsageError
from tombo.reports.regulators.released import differing
from tombo.reports.regulators.settings import SETTINGS_MAX
from tombo.reports.said.commands import report as said
from tombo.reports.shown.house.releases import country_named, known_releases


def pack(
    ctx: typer.Context,
    country: CountryName,
    day: Day,
    settings: SettingsFile,
    folder: Annotated[
        Path,
        typer.Option("--files", file_okay=False, exists=True, metavar="DIR", help="The files of the newest release."),
    ],
    out: Out,
) -> None:
    """The files of a day's newest release in the package that the regulator collects, made as the settings say; nothing is recorded.

    Refused unless the files are those that were released, and a door recorded the release. For example:
    tombo report pack portugal 2026-07-14 --settings srij.toml --files sent --out packed.
    """
    call, of = invocation(ctx), country_named(country)
    if of.packed is None:
        raise UsageError(said.SENT_AS_THEY_ARE(country=country))
    wanted = of.settings(files.read(settings, SETTINGS_MAX), str(settings))
    with call.reading() as reader:
        newest = known_releases(reader, country, day)[-1]
    if newest.false:
        index = newest.entry.index
        raise OutOfPlaceError(said.NOT_PACKED_FALSE(index=index, day=day), index)
    for one in differing(newest.files, folder):
        raise UsageError(said.NOT_PACKED(name=one.name, day=day))
    with files.new_folder(out, closed=True) as draft:
        names = of.packed(folder, day, wanted, draft)
    call.result(
        {"files": names, "out": str(out)}, said.PACKED(files=len(newest.files), names=", ".join(names), folder=str(out))
    )
