"""How a ledger stands: its size, checkpoint and publisher, what is open, findings by rule, how far projections follow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.said import Told
from tombo.projections.follow import Lag
from tombo.reports.document import Alarm, Document, Sentence
from tombo.reports.said import status as said
from tombo.reports.said.dispute import ACT_NOT_SIGNED
from tombo.reports.said.play.void import OUTAGE_EVERYWHERE
from tombo.reports.views import lag


def document(found: Mapping[str, Any], followed: Sequence[Lag] | None, now: int) -> Document:
    """``found`` is what programs get; ``followed`` is None where what projections keep cannot be read."""
    lost = (
        Alarm(said.INCIDENT_LOST(incident=one["incident"], lost=one["tampered"]))
        for one in found.get("incidents_not_readable", ())
    )
    unsigned = (
        Alarm(said.INCIDENT_LOST(incident=one["incident"], lost=ACT_NOT_SIGNED(index=index)))
        for one in found["open_incidents"]
        for index in one.get("not_signed", ())
    )
    return Document(_title(found), (*map(Sentence, _told(found, followed, now)), *lost, *unsigned))


def _title(found: Mapping[str, Any]) -> Told:
    origin, entries = found["origin"], found["entries"]
    if not found["recorded"]:
        return said.STATUS_EMPTY(origin=origin, entries=entries)
    return said.STATUS(origin=origin, entries=entries, recorded=found["recorded"])


def _told(found: Mapping[str, Any], followed: Sequence[Lag] | None, now: int) -> Iterator[Told]:
    size, after = found["last_checkpoint"], found["unpublished"]
    yield said.STATUS_NO_CHECKPOINT(after=after) if size is None else said.STATUS_CHECKPOINT(size=size, after=after)
    yield _publisher(found["publisher"], now)
    played, incidents = tuple(found["open_hands"]), tuple(map(_incident, found["open_incidents"]))
    yield said.IN_PLAY(played=played) if played else said.NOTHING_IN_PLAY()
    yield said.INCIDENTS_OPEN(incidents=incidents) if incidents else said.NO_INCIDENT_OPEN()
    if found["unfinished_tournaments"]:
        yield said.TOURNAMENTS_UNFINISHED(tournaments=tuple(found["unfinished_tournaments"]))
    rules = tuple(said.FINDINGS_UNDER(rule=rule, times=times) for rule, times in found["findings"].items())
    yield said.FINDINGS(rules=rules) if rules else said.NO_FINDINGS()
    if followed is None:
        yield said.VIEWS_NOT_READABLE()
    else:
        yield said.VIEWS(views=tuple(map(lag, followed))) if followed else said.NO_VIEWS()


def _incident(found: Mapping[str, Any]) -> Told:
    """One that is open: since when, where, and what waits for its end (R806 r.72)."""
    row = said.INCIDENT_STOPS_TIME if found["origin"] == "operator_system" else said.INCIDENT_OPEN
    tables = OUTAGE_EVERYWHERE() if found["tables"] is None else tuple(found["tables"])
    return row(incident=found["incident"], since=found["since"], tables=tables)


def _publisher(found: Mapping[str, Any], now: int) -> Told:
    """Whether it runs, when it signed last, and why it does not succeed."""
    signed_at, error = found.get("signed_at"), found.get("error")
    runs = said.PUBLISHER_RUNS(holder=found["holder"]) if found["holder"] else said.PUBLISHER_NOT_HERE()
    stands = [said.PUBLISHER_FAILED() if error and found["state"] == "failed" else runs]
    if signed_at:
        stands.append(said.PUBLISHER_SIGNED(age=max(0, (now - signed_at) // SECOND) * SECOND))
    if not error:
        return said.PUBLISHER(stands=tuple(stands))
    return said.PUBLISHER_WITHOUT_SUCCESS(stands=tuple(stands), rounds=found["errors"], error=error)
