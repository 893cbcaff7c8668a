"""Complaints: the register, and one from its claim to its resolution."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tombo.ledger.core.clock import display_instant
from tombo.ledger.core.entry import Entry
from tombo.ledger.core.errors import NotFoundError, OutOfPlaceError
from tombo.ledger.core.ids import is_stream, local
from tombo.ledger.core.lisbon import day_of
from tombo.ledger.house.dispute.state import dispute_stream
from tombo.ledger.house.rules import stranger
from tombo.ledger.store import Row
from tombo.projections.dispute.case import DisputeCase, case_of, complaint, to_json
from tombo.projections.search.tables import numbered
from tombo.projections.signed import Signers
from tombo.reports import dispute as dispute_report
from tombo.reports import dispute_replay
from tombo.reports.said.commands import common as said
from tombo.reports.shown.house.dispute_walk import ReplayText, replay_json
from tombo.reports.shown.reading import NOT_SIGNED, Reader
from tombo.reports.shown.shown import Shown, as_document, lost_one


def names(reader: Reader) -> list[str]:
    """The streams of all disputes, in order of name."""
    return reader.streams("dispute")


def acts(found: DisputeCase) -> list[Entry]:
    """Every entry of it, in the order of the record."""
    ends = [act for act in (found.resolved, found.taken_back) if act is not None]
    return sorted([found.opening, *found.readings, *found.replays, *ends], key=lambda act: act.version)


def row_of(reader: Reader, act: Entry) -> Row:
    """The row of an entry."""
    (row,) = reader.store.stream_rows(act.stream, gt=act.version - 1, lte=act.version)
    return row


def signed_by(reader: Reader, act: Entry) -> Signers:
    """Who of the staff signed the command that an entry came from, each signature checked; nobody where nobody of staff asked for it."""
    return reader.signers(row_of(reader, act))


def unsigned(reader: Reader, found: DisputeCase) -> list[Entry]:
    """What of it is no act of the staff that it names: a signature is missing, or does not hold. No door records that."""
    return [act for act in acts(found) if signed_by(reader, act).wrong]


def check_signed(reader: Reader, found: DisputeCase) -> None:
    """That all of it is what the staff that it names signed.

    Raises:
        OutOfPlaceError: something is not.
    """
    for act in unsigned(reader, found):
        raise stranger(act.index, act.stream, act.kind, "who is said to have asked for it did not sign it")


def line(reader: Reader, stream: str) -> Shown:
    """One of the register, or that an entry of it cannot follow."""
    try:
        return in_register(reader, case(reader, local(stream)))
    except OutOfPlaceError as error:
        return lost_one({"dispute": local(stream)}, local(stream), error)


def in_register(reader: Reader, found: DisputeCase) -> Shown:
    """A line of the register; not sound where something of it is no act of the staff that it names."""
    wrong = [act.index for act in unsigned(reader, found)]
    lines = (dispute_report.register_line(found), *map(dispute_report.not_signed, wrong))
    return Shown(complaint(found)._asdict() | _told_of(wrong), lambda _: lines, sound=not wrong)


def dispute(reader: Reader, name: str) -> Shown:
    """One from its claim to its resolution: who did what when, replays, readings of cards, what was paid; not sound where that is no act of the staff it names.

    Raises:
        NotFoundError: there is none.
        OutOfPlaceError: an entry of it cannot follow, or says something that does not open.
    """
    found = case(reader, name)
    wrong = [act.index for act in unsigned(reader, found)]
    return Shown(
        to_json(found) | _told_of(wrong),
        as_document(lambda: dispute_report.document(found, wrong)),
        sound=not wrong,
    )


def _told_of(wrong: list[int]) -> dict[str, Any]:
    """For programs, the log indices of what is no act of staff; nothing where there is none."""
    return {NOT_SIGNED: wrong} if wrong else {}


def replayed(found: DisputeCase, told: ReplayText, index: int) -> Shown:
    """What it is about computed again, which is on record at the log index ``index``; not sound where recorded is not recomputed."""
    document: dict[str, Any] = {
        **complaint(found)._asdict(),
        "replay": replay_json(told),
        "log_index": index,
        "history": told.document,
    }
    lines = as_document(lambda: dispute_replay.document(found, told.replay, told.history, told.closed, index))
    return Shown(document, lines, sound=not told.replay.differences)


def case(reader: Reader, name: str) -> DisputeCase:
    """The dispute by its name.

    Raises:
        NotFoundError: there is none.
        OutOfPlaceError: an entry of it cannot follow, or says something that does not open.
    """
    stream = dispute_stream(name)
    if not is_stream(stream) or reader(stream) is None:
        raise NotFoundError(said.NO_SUCH(what=said.DISPUTE, name=name, word="dispute"))
    return case_of(reader.told(stream))


def sheet_row(found: DisputeCase) -> dict[str, Any]:
    """A line of the register for a spreadsheet: instants as ISO 8601 in UTC."""
    row = complaint(found)._asdict()
    for name in ("complained", "recorded", "resolved", "taken_back"):
        row[name] = "" if row[name] is None else display_instant(row[name])
    return row


def next_name(streams: Iterable[str], now: int) -> str:
    """The next name of a complaint in the Lisbon year of the instant ``now``, where there are those of ``streams``: ``2026-0001``."""
    of_year = (number for year, number in map(numbered, map(local, streams)) if year == year_of(now))
    return name_after(max(of_year, default=0), now)


def name_after(number: int, now: int) -> str:
    """The name of a complaint in the Lisbon year of the instant ``now`` that follows the one with this number."""
    return f"{year_of(now)}-{number + 1:04d}"


def year_of(now: int) -> str:
    """The Lisbon year of an instant, as names of complaints begin with it."""
    return day_of(now).partition("-")[0]
