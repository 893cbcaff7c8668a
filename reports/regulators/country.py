"""What a country's folder gives: how its settings are read, and its files made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from tombo.ledger.checked.store import CheckedStore
from tombo.reports.regulators.pages import Paged
from tombo.reports.regulators.sealed import SealedPersons


class FileMade(NamedTuple):
    """A file that was made, and how many records it holds."""

    name: str
    records: int


class Written(NamedTuple):
    """What was made. ``left_out``: by element, how often it was left empty because what is on record does not fit."""

    files: list[FileMade]
    left_out: Mapping[str, int]


class Reported(NamedTuple):
    """A ledger as its files are made of it; ``settings``: of the country."""

    store: CheckedStore
    sealed: SealedPersons
    settings: Any
    number: int = 1
    """The how-manieth release of the day it is; 1 also where nothing is released."""
    xsd: Path | None = None
    """Where the operator's copy of the regulator's own schema is, for countries that published one."""
    closed: Callable[[str], Mapping[int, int]] | None = None
    """The closed cards of a hand that is over, by slot; None where who makes the files cannot read them."""

    @property
    def again(self) -> bool:
        """Whether the files were released before: some countries name them otherwise then."""
        return self.number > 1


class CountryFiles(NamedTuple):
    """A country. ``settings``: read from the bytes of a file by its name; ``day``: makes the files of a closed day in a folder."""

    settings: Callable[[bytes, str], Any]
    layout: Callable[[Any], str]
    """The version of the layout of the files, by the settings."""
    day: Callable[[Path, str, Reported, Paged], Written]
    opens: Callable[[str, Reported, Paged], list[str]] | None = None
    """The hands whose closed cards the files of a day tell, each by its stream, found without a look at one; None where none are told.

    Who is shown such files is on record, so what can be refused without their cards is refused here: as for ``day``.
    """
    packed: Callable[[Path, str, Any, Path], list[str]] | None = None
    """Makes the package of released files, of a day, by the settings, in a folder; its names. None where files are sent as they are."""
