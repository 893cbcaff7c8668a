"""What is on record of the releases of a day: each with its files, and whether a door recorded it so."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from tombo.ledger.house.day.decide import is_a_root
from tombo.ledger.house.report.events import AnyRelease, FilesListed, ReleasedFile, ReportReleased
from tombo.ledger.house.report.state import report_stream


class ReportEntry(Protocol):
    """An entry of a report, by whichever reader."""

    @property
    def index(self) -> int:
        """Its log index."""
        ...

    @property
    def event(self) -> Any:
        """What it says."""
        ...


P = TypeVar("P", bound=ReportEntry)


class DayClosing(NamedTuple):
    """Where a day was closed."""

    at: int
    """The log index of its closing."""
    size: int
    """Over how many entries."""


class Release(NamedTuple, Generic[P]):
    """A release: its entry, the files that it lists, and whether no door recorded it so."""

    entry: P
    files: Sequence[ReleasedFile]
    false: bool

    @property
    def event(self) -> AnyRelease:
        """What its entry says."""
        event: AnyRelease = self.entry.event
        return event


class OnRecord(NamedTuple, Generic[P]):
    """The releases of a day, first to newest; and the ``strays``: lists of files that are of none of them, which no door records."""

    releases: tuple[Release[P], ...]
    strays: tuple[P, ...]

    @property
    def true(self) -> tuple[Release[P], ...]:
        """The releases that a door recorded: the next one's number is one more than there are."""
        return tuple(each for each in self.releases if not each.false)


def files_count(release: AnyRelease) -> int:
    """How many files a release says that it has."""
    return len(release.files) if isinstance(release, ReportReleased) else release.files


def on_record(stream: str, entries: Iterable[P], closing: DayClosing | None) -> OnRecord[P]:
    """What the ``entries`` of ``stream``, in order, say was released; ``closing``: of its day, None where that is not closed."""
    found, strays, last = list[tuple[P, list[ReleasedFile]]](), list[P](), -1
    for entry in entries:
        behind, last = entry.index == last + 1, entry.index  # what is of one commit lies together
        if not isinstance(entry.event, FilesListed):
            found.append((entry, list(entry.event.files) if isinstance(entry.event, ReportReleased) else []))
        elif found and behind and len(found[-1][1]) < files_count(found[-1][0].event):
            found[-1][1].extend(entry.event.files)
        else:
            strays.append(entry)
    releases, due = list[Release[P]](), 1
    for entry, files in found:
        true = _released_so(stream, entry, files, closing) and entry.event.number == due
        due += true
        releases.append(Release(entry, files, not true))
    return OnRecord(tuple(releases), tuple(strays))


def _released_so(stream: str, entry: ReportEntry, files: Sequence[ReleasedFile], closing: DayClosing | None) -> bool:
    """Whether a door may have recorded a release so: in the stream of its day, which was closed, made of entries there were, each file once."""
    event: AnyRelease = entry.event
    return (
        stream == report_stream(event.country, event.date)
        and closing is not None
        and closing.at < entry.index
        and closing.size < event.size <= entry.index
        and len({file.name for file in files}) == len(files) == files_count(event)
        and (event.checkpoint is None or (is_a_root(event.checkpoint.root) and event.checkpoint.size <= entry.index))
    )
