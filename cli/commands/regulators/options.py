"""What the words of ``tombo report`` share: their arguments, the country by its name, and the releases of a day."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from tombo.ledger.core.entry import Entry
from tombo.ledger.core.errors import NotFoundError, UsageError
from tombo.ledger.core.lisbon import window
from tombo.ledger.house.report.on_record import Release, on_record
from tombo.ledger.house.report.state import report_stream
from tombo.projections.reconciliation.closing import where_closed
from tombo.reports.regulators.country import CountryFiles
from tombo.reports.regulators.every import COUNTRIES
from tombo.reports.said.commands import report as said
from tombo.reports.shown.reading import Reader

CountryName = Annotated[str, typer.Argument(metavar="COUNTRY", help="Of the regulator, for example portugal.")]
Day = Annotated[str, typer.Argument(metavar="YYYY-MM-DD", help="A day that is closed.")]
SettingsFile = Annotated[
    Path, typer.Option(metavar="FILE", help="What the operator says of himself: docs/regulators/.")
]
Out = Annotated[Path, typer.Option(file_okay=False, metavar="DIR", help="Where the files go; made if need be.")]


def country_named(name: str) -> CountryFiles:
    """The files of a country.

    Raises:
        UsageError: none of that name are made.
    """
    found = COUNTRIES.get(name)
    if found is None:
        raise UsageError(said.NO_SUCH_COUNTRY(typed=repr(name), known=", ".join(COUNTRIES)))
    return found


def releases(reader: Reader, country: str, day: str) -> Sequence[Release[Entry]]:
    """The releases of a day, first to newest."""
    stream = report_stream(country, day)
    return on_record(stream, reader.entries(stream), where_closed(reader.store, day)).releases


def known_releases(reader: Reader, country: str, day: str) -> Sequence[Release[Entry]]:
    """The releases of a day, of which there is one at least.

    Raises:
        NotFoundError: there is none.
        UsageError: no such country, or no day.
    """
    country_named(country)
    window(day)  # of what is no day nothing was released either, and who mistyped one would believe that of his day
    found = releases(reader, country, day)
    if not found:
        raise NotFoundError(said.NOT_RELEASED(day=day, country=country))
    return found
