"""The files of a day: the documents of each hour in one archive, each held to ANJ's schema as it is written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from tarfile import BLOCKSIZE, RECORDSIZE, USTAR_FORMAT, TarInfo
from typing import BinaryIO, Final

from tombo.ledger.checked.store import CheckedStore
from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.errors import UsageError
from tombo.ledger.core.lisbon import HOUR, window
from tombo.projections.line import AnyLine
from tombo.reports.regulators.country import CountryFiles, FileMade, Reported, Written
from tombo.reports.regulators.france.documents import VaultDocument
from tombo.reports.regulators.france.events import VaultEvents
from tombo.reports.regulators.france.settings import settings_in
from tombo.reports.regulators.pages import Paged, read_here
from tombo.reports.regulators.reading import told
from tombo.reports.regulators.totals import closed, meets
from tombo.reports.regulators.tournaments import tournament_told
from tombo.reports.regulators.validated import OwnSchema
from tombo.reports.said.regulators import france as said

ROOT: Final = "POJEU"
"""An element that ANJ's schema of poker declares, in no namespace."""
AGAIN: Final = "_R"
MODE: Final = 0o600
FACE_DOWN: Final = dict.fromkeys(range(52), 0)
"""By slot, in place of the closed cards of any hand: the same card for each."""


def write_day(folder: Path, day: str, reported: Reported, paged: Paged = read_here) -> Written:
    """The archives of a day's hours in ``folder``: each of them, also where it holds nothing.

    One pass over the log, from its first entry: what is told refers to what was before.

    Raises:
        NotReportableError: an entry cannot be told, by its place, a document is not as the schema asks, the day is not closed, or comes to something
            else than it was closed with; what was written is of no use.
        UsageError: no schema is named, or it is another one; closed cards cannot be read here.
    """
    found, counts = _Day(day, reported), Counter[str]()
    names = [_name(at, reported) for at in range(*window(day), HOUR)]
    with ExitStack() as opened:
        archives = {name: opened.enter_context((folder / name).open("xb")) for name in names}
        for _, each, data in found.documents(paged):
            name = _name(each.instant, reported)
            _adds(archives[name], each.name, data)
            counts[name] += 1
        for archive in archives.values():
            _ends(archive)
    return Written([FileMade(name, counts[name]) for name in names], found.left_out())


def hands_told(day: str, reported: Reported, paged: Paged = read_here) -> list[str]:
    """The hands whose closed cards the archives of a day tell, by stream. No card is looked at, and nothing is kept.

    Each document is made as it will be, but for the cards in it, so that everything that is refused for something else is refused here.

    Raises:
        NotReportableError, UsageError: as for ``write_day``.
    """
    if reported.closed is not None:
        reported = reported._replace(closed=lambda _: FACE_DOWN)
    return [line.stream for line, each, _ in _Day(day, reported).documents(paged) if each.kind == ROOT]


class _Day:
    """A closed day as it is told.

    Raises:
        NotReportableError: it is not closed.
        UsageError: no schema is named, or it is another one; closed cards cannot be read here.
    """

    def __init__(self, day: str, reported: Reported) -> None:
        if reported.xsd is None:
            raise UsageError(said.NO_ANJ_XSD())
        if reported.closed is None:
            raise UsageError(said.NO_CLOSED_CARDS())
        self._store, self._window = reported.store, window(day)
        self._schema, self._closing = OwnSchema(reported.xsd, ROOT, ""), closed(reported.store, day)
        self._events = VaultEvents(reported, reported.closed)

    def documents(self, paged: Paged) -> Iterator[tuple[AnyLine, VaultDocument, bytes]]:
        """Every document as the schema asks for it, with the entry by which it is told, and its bytes; all together come to what the day was closed with.

        Raises:
            NotReportableError: something cannot be told, is not as the schema asks, or comes to something else.
        """
        for line, each in told(self._store, self._window, self._events, paged):
            data = each.xml.encode()
            self._schema.holds_bytes(data, each.name)
            yield line, each, data
        meets(self._closing, self._events.sums)

    def left_out(self) -> dict[str, int]:
        """What of it has no document, once all of them are told."""
        unplaced = sum(_unplaced(self._store, each) for each in self._events.finished)
        return dict(sorted((self._events.left_out + Counter(POBILAN=unplaced)).items()))


def _unplaced(store: CheckedStore, stream: str) -> int:
    """How many entries of a tournament that is over won neither a prize nor a ticket: they move no account and have no document."""
    found = tournament_told(store, stream)
    if found is None:
        return 0
    return sum(entry.entry not in found.state.awarded for entry in found.state.counted)


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
