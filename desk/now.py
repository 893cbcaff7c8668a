"""The page of what goes on now: what is in play, which incidents are open, what was objected to in the last hour, and how far all else follows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tombo.desk.asked import DeskAsked
from tombo.desk.frame import Sheet
from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.entry import Entry
from tombo.ledger.core.errors import LedgerError
from tombo.ledger.core.ids import called, local
from tombo.ledger.core.said import Fact, fact_of
from tombo.ledger.kinds import EVENTS
from tombo.ledger.said import told
from tombo.ledger.store import Row
from tombo.projections.strangers import at_home
from tombo.reports.said.common import ORIGINS
from tombo.reports.said.desk import frame
from tombo.reports.said.desk import now as said
from tombo.reports.said.play.void import OUTAGE_EVERYWHERE
from tombo.reports.shown.followed import lags
from tombo.reports.shown.house import incidents
from tombo.reports.shown.reading import Reader
from tombo.reports.views import lag
from tombo.serve.readers import OpenedLedger

FINDINGS: Final = tuple(kind for kind in EVENTS if ".finding_recorded." in kind)
HOUR: Final = 3600 * SECOND
FINDINGS_MAX: Final = 50
"""Findings that are shown."""
LOOKED_BACK: Final = 20_000
"""Entries that are gone through for them: in a busy hour no more, so that the page costs what it costs at any."""
IN_PLAY_MAX: Final = 200
"""Hands and rounds that are listed; how many there are is said besides."""
_CLOSED: Final = "incident.closed.v1"


def draw(opened: OpenedLedger, _: DeskAsked) -> Sheet:
    """What goes on by the clock of this process."""
    reader, now = opened.reader, opened.clock.now()
    head = reader.store.head()
    covered = reader.newest_checkpoint()
    playing = [*reader.in_play("table").items(), *reader.in_play("banked").items()]
    values = {
        "at": now,
        "entries": head.size,
        "recorded": head.recorded,
        "unsigned": head.size - (0 if covered is None else covered.size),
        "playing": [(local(table), called(played)) for table, played in playing[:IN_PLAY_MAX]],
        "in_play": len(playing),
        "incidents": list(_open_incidents(reader)),
        "findings": list(_findings(reader, head.size, now)),
        "views": _views(opened),
    }
    return Sheet(frame.NOW(), "now.html", values)


def _open_incidents(reader: Reader) -> Iterator[tuple[Fact, ...]]:
    """Each incident that is open: since when, where it began, and at which tables; one that cannot be read is told with its place."""
    for stream in incidents.names(reader):
        last = reader.store.last_row(stream)
        if last is not None and last.kind == _CLOSED:
            continue
        found = incidents.line(reader, stream)
        if "tampered" in found:
            yield found["incident"], said.INCIDENT_NOT_READ(why=found["tampered"]), "", ""
        elif found["open"]:
            tables: Fact = OUTAGE_EVERYWHERE() if found["tables"] is None else tuple(found["tables"])
            yield found["incident"], said.MOMENT(at=found["since"]), ORIGINS[found["origin"]], tables


def _findings(reader: Reader, size: int, now: int) -> Iterator[tuple[Fact, ...]]:
    """What was objected to within the hour, the newest first: when, where, by which rule, and why."""
    start = max(reader.store.size_at(now - HOUR), size - LOOKED_BACK)
    found = list(at_home(reader.store.rows_of(FINDINGS, start, size)))
    for row in reversed(found[-FINDINGS_MAX:]):
        entry = reader.entry(Row._make(row))
        yield said.MOMENT(at=entry.recorded), called(entry.stream), entry.event.rule, _why(entry)


def _why(entry: Entry) -> Fact:
    """Why a finding objects; those of before each meaning had a name are quoted."""
    message = getattr(entry.event, "message", None)
    return told(entry.event) if message is None else str(message)


def _views(opened: OpenedLedger) -> list[Fact]:
    """How far what is followed follows; or why that cannot be read."""
    try:
        return [lag(one) for one in lags(opened.reader.store, opened.url)]
    except LedgerError as error:
        return [fact_of(error)]
