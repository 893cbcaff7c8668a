"""The page of what goes on now: what is in play, which incidents are open, what was objected to in the last hour, and how far all else follows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from tombo.desk.asked import DeskAsked
from tombo.desk.frame import Sheet
from tombo.desk.links import DeskLink, replayed
from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.entry import Entry
from tombo.ledger.core.errors import LedgerError, OutOfPlaceError
from tombo.ledger.core.ids import called, local
from tombo.ledger.core.said import Fact
from tombo.ledger.said import told
from tombo.projections.search.fold import Search
from tombo.reports.said.common import ORIGINS
from tombo.reports.said.desk import frame
from tombo.reports.said.desk import now as said
from tombo.reports.said.play.void import OUTAGE_EVERYWHERE
from tombo.reports.shown.findings import objected
from tombo.reports.shown.followed import lags
from tombo.reports.shown.house import incidents
from tombo.reports.shown.reading import NOT_SIGNED, Reader
from tombo.reports.shown.status import in_play, incident_streams, known_of
from tombo.reports.shown.wrong import in_words, unread
from tombo.reports.views import lag
from tombo.serve.readers import OpenedLedger

HOUR: Final = 3600 * SECOND
FINDINGS_MAX: Final = 50
"""Findings that are shown."""
IN_PLAY_MAX: Final = 200
"""Hands and rounds that are listed; how many there are is said besides."""
_CLOSED: Final = "incident.closed.v1"


def draw(opened: OpenedLedger, _: DeskAsked) -> Sheet:
    """What goes on by the clock of this process."""
    reader, now = opened.reader, opened.clock.now()
    head = reader.store.head()
    covered = reader.newest_checkpoint()
    views = _views(opened)  # as they are before this follows anything
    with opened.kept(Search) as kept:
        known = known_of(kept)
        playing = list(in_play(reader, known))
        open_incidents = list(_open_incidents(reader, incident_streams(reader, known)))
        objections = objected(reader, kept, now - HOUR, FINDINGS_MAX)
    values = {
        "at": now,
        "entries": head.size,
        "recorded": head.recorded,
        "unsigned": head.size - (0 if covered is None else covered.size),
        "playing": [(local(table), _link(played)) for table, played in playing[:IN_PLAY_MAX]],
        "in_play": len(playing),
        "incidents": open_incidents,
        "findings": [_finding(entry) for entry in objections],
        "views": views,
    }
    return Sheet(frame.NOW(), "now.html", values)


def _open_incidents(reader: Reader, streams: Iterable[str]) -> Iterator[tuple[Fact, ...]]:
    """Each incident of ``streams`` that is open: since when, where it began, and at which tables; one that cannot be read is told with its place."""
    for stream in streams:
        last = reader.store.last_row(stream)
        if last is None or last.kind == _CLOSED:
            continue
        found = incidents.line(reader, stream)
        if "tampered" in found:
            yield found["incident"], said.INCIDENT_NOT_READ(why=unread(found["log_index"], found["tampered"])), "", ""
        elif found["open"]:
            tables: Fact = OUTAGE_EVERYWHERE() if found["tables"] is None else tuple(found["tables"])
            began: Fact = ORIGINS[found["origin"]]
            if NOT_SIGNED in found:
                began = said.INCIDENT_NOT_SIGNED(began=began)
            yield found["incident"], said.MOMENT(at=found["since"]), began, tables


def _finding(entry: Entry | OutOfPlaceError) -> tuple[Fact | DeskLink, ...]:
    """What was objected to: when, where, by which rule, and why; or that it cannot be read."""
    if isinstance(entry, OutOfPlaceError):
        return "", "", "", said.INCIDENT_NOT_READ(why=in_words(entry))
    return said.MOMENT(at=entry.recorded), _link(entry.stream), entry.event.rule, _why(entry)


def _link(stream: str) -> Fact | DeskLink:
    """What a hand or round is called, which leads to its replay; of any other stream the name alone."""
    path = replayed(stream)
    return called(stream) if path is None else DeskLink(path, called(stream))


def _why(entry: Entry) -> Fact:
    """Why a finding objects; those of before each meaning had a name are quoted."""
    message = getattr(entry.event, "message", None)
    return told(entry.event) if message is None else str(message)


def _views(opened: OpenedLedger) -> list[Fact]:
    """How far what is followed follows; or why that cannot be read."""
    try:
        return [lag(one) for one in lags(opened.reader.store, opened.url)]
    except LedgerError as error:
        return [in_words(error)]
