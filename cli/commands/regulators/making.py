"""How ``tombo report`` makes the files of a day: in a folder of their own, and behind the record of who sees closed cards in them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from tombo.cli import files
from tombo.cli.card_readings import seen_by, why_seen
from tombo.cli.invocation import Invocation
from tombo.cli.reporting import made_of
from tombo.ledger.parts import Means
from tombo.projections.follow import Viewer
from tombo.reports.regulators.country import CountryFiles, Reported, Written
from tombo.reports.regulators.pages import PagesJob
from tombo.reports.regulators.sealed import SealedPersons
from tombo.reports.shown.reading import Reader, known_persons, opening


class DayMade(NamedTuple):
    """The files of a day, and what they are made with: the settings of the country, where the regulator's schema is, as of which release.

    ``url``: where the ledger is, for whoever reads it.
    """

    url: str
    of: CountryFiles
    day: str
    settings: Any
    xsd: Path | None
    number: int = 1


def shown_to(call: Invocation, day: DayMade, means: Means, reason: str | None, staff: str | None) -> None:
    """On record first that an officer sees the closed cards of a day, where its files tell any (decision 0022, 8). ``means`` read the log.

    Nothing comes on record of what is refused without a look at them.

    Raises:
        LedgerError: as for ``seen_by``; or the files cannot be made.
    """
    opens = day.of.opens
    if opens is None:
        return
    why_seen(reason, staff)
    with _reported(call, day) as (reader, reported):
        played = made_of(
            means, PagesJob(day.url, reader.store.cold_places), lambda paged: opens(day.day, reported, paged)
        )
    seen_by(call, Viewer("officer"), played, reason, staff)


@contextmanager
def made(call: Invocation, day: DayMade, means: Means, folder: Path) -> Iterator[tuple[Reader, Written]]:
    """The files of a day, made in ``folder``, of the log as ``means`` read it.

    Raises:
        LedgerError: they cannot be made.
    """
    with _reported(call, day) as (reader, reported):
        yield (
            reader,
            made_of(
                means,
                PagesJob(day.url, reader.store.cold_places),
                lambda paged: day.of.day(folder, day.day, reported, paged),
                folder,
            ),
        )


def made_again(out: Path | None) -> AbstractContextManager[Path]:
    """Where files are made again: to keep, or for its owner alone until they are compared."""
    return files.passing_folder() if out is None else files.new_folder(out, closed=True)


@contextmanager
def _reported(call: Invocation, day: DayMade) -> Iterator[tuple[Reader, Reported]]:
    """The ledger as the files are made of it."""
    with call.reading() as reader, known_persons(call.keyring, reader.store.origin) as persons:
        sealed, closed = SealedPersons(reader.store, opening(reader, persons)), None
        if day.of.opens is not None and call.keyring.openings.exists():
            call.keyring.opening_key(reader.store.origin)  # a key that does not open is found before any reading
            closed = reader.closed_cards
        yield reader, Reported(reader.store, sealed, day.settings, day.number, day.xsd, closed)
