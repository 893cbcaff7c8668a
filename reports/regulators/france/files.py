"""The files of a day: the documents of each hour in one archive, each held to ANJ's schema as it is written."""

from __future__ import annotations

from collections import Counter
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from tarfile import BLOCKSIZE, RECORDSIZE, USTAR_FORMAT, TarInfo
from typing import BinaryIO, Final

from tombo.ledger.checked.store import CheckedStore
from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.errors import UsageError
from tombo.ledger.core.lisbon import HOUR, window
from tombo.projections.strangers import all_at_home
from tombo.reports.regulators.country import CountryFiles, FileMade, Paged, Reported, Written
from tombo.reports.regulators.france.events import VaultEvents
from tombo.reports.regulators.france.settings import settings_in
from tombo.reports.regulators.plays import HAND_OVER
from tombo.reports.regulators.reading import PAGE, SETTLED, told
from tombo.reports.regulators.totals import closed, meets
from tombo.reports.regulators.tournaments import tournament_told
from tombo.reports.regulators.validated import OwnSchema
from tombo.reports.said.regulators import france as said

ROOT: Final = "POJEU"
"""An element that ANJ's schema of poker declares, in no namespace."""
AGAIN: Final = "_R"
MODE: Final = 0o600
HANDS_OVER: Final = tuple(sorted(HAND_OVER))


def write_day(folder: Path, day: str, reported: Reported, paged: Paged = iter) -> Written:
    """The archives of a day's hours in ``folder``: each of them, also where it holds nothing.

    One pass over the log, from its first entry: what is told refers to what was before.

    Raises:
        NotReportableError: an entry cannot be told, by its place, a document is not as the schema asks, the day is not closed, or comes to something
            else than it was closed with; what was written is of no use.
        UsageError: no schema is named, or it is another one.
    """
    if reported.xsd is None:
        raise UsageError(said.NO_ANJ_XSD())
    if reported.closed is None:
        raise UsageError(said.NO_CLOSED_CARDS())
    schema, event = OwnSchema(reported.xsd, ROOT, ""), closed(reported.store, day)
    made, counts = VaultEvents(reported, reported.closed), Counter[str]()
    names = [_name(at, reported) for at in range(*window(day), HOUR)]
    with ExitStack() as opened:
        archives = {name: opened.enter_context((folder / name).open("xb")) for name in names}
        for _, each in told(reported.store, window(day), made, paged):
            data, name = each.xml.encode(), _name(each.instant, reported)
            schema.holds_bytes(data, each.name)
            _adds(archives[name], each.name, data)
            counts[name] += 1
        for archive in archives.values():
            _ends(archive)
    meets(event, made.sums)
    left_out = made.left_out + Counter(POBILAN=sum(_unplaced(reported.store, each) for each in made.finished))
    return Written([FileMade(name, counts[name]) for name in names], dict(sorted(left_out.items())))


def _unplaced(store: CheckedStore, stream: str) -> int:
    """How many entries of a tournament that is over won neither a prize nor a ticket: they move no account and have no document."""
    found = tournament_told(store, stream)
    if found is None:
        return 0
    return sum(entry.entry not in found.state.awarded for entry in found.state.counted)


def hands_told(store: CheckedStore, day: str) -> list[str]:
    """The hands that ended on a closed day, by stream, and those of the quarter of an hour behind it: their closed cards are told.

    Raises:
        NotReportableError: the day is not closed: nothing is told, and nobody sees a card.
    """
    closed(store, day)
    since, until = window(day)
    first, stop = store.size_at(since - 1), store.size_at(until - 1 + SETTLED)
    pages = (store.rows_of(HANDS_OVER, begin, min(begin + PAGE, stop)) for begin in range(first, stop, PAGE))
    return sorted({stream for rows in pages for _, stream, *_ in all_at_home(rows)})


def _name(instant: int, reported: Reported) -> str:
    """By hour of UTC, and vault; of documents that were released before with a mark behind it."""
    hour = datetime.fromtimestamp(instant // SECOND, tz=UTC)
    return f"PO_{hour:%Y%m%d%H}_{reported.settings.safe}{AGAIN if reported.again else ''}.tar"


def _adds(archive: BinaryIO, name: str, data: bytes) -> None:
    """A member of a tar archive, written as it comes: with nothing of this machine or of now in its header."""
    header = TarInfo(name)
    header.size, header.mode = len(data), MODE
    archive.write(header.tobuf(USTAR_FORMAT))
    archive.write(data)
    archive.write(b"\0" * (-len(data) % BLOCKSIZE))


def _ends(archive: BinaryIO) -> None:
    """Two empty blocks, and as many as fill the last record."""
    archive.write(b"\0" * (2 * BLOCKSIZE))
    archive.write(b"\0" * (-archive.tell() % RECORDSIZE))


FRANCE: Final = CountryFiles(
    settings=settings_in,
    layout=lambda settings: str(settings.layout),
    day=write_day,
    opens=hands_told,
)
"""France: ANJ."""
