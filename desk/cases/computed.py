"""The page on which what a complaint is about is computed again, before that goes on record: ``tombo dispute replay`` up to what it signs."""

from __future__ import annotations

from typing import Final

from tombo.desk.asked import DeskAsked
from tombo.desk.cases.drawn import drawn
from tombo.desk.cases.paths import offer
from tombo.desk.faults import DeskFaultError
from tombo.desk.frame import Sheet
from tombo.desk.links import case_path
from tombo.desk.offers import RECORD_REPLAY, line_of
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.entry import By
from tombo.ledger.core.errors import UsageError
from tombo.ledger.core.ids import called, command_id
from tombo.ledger.core.said import Told
from tombo.ledger.house.dispute.commands import RecordReplay
from tombo.ledger.house.dispute.state import dispute_stream
from tombo.ledger.house.staff.state import OFFICER
from tombo.projections.dispute.case import DisputeCase
from tombo.projections.dispute.replay import Replay
from tombo.reports import dispute_replay
from tombo.reports.said.commands import dispute as asked_said
from tombo.reports.said.desk import cases as said
from tombo.reports.said.desk import frame
from tombo.reports.said.dispute import WALK_NOT_TURNED, WALK_TURNED
from tombo.reports.shown.house import disputes
from tombo.reports.shown.house.dispute_walk import is_over, look, needed, recordable
from tombo.reports.shown.reading import Reader
from tombo.serve.readers import OpenedLedger

OPEN_CARDS: Final = frozenset({WALK_TURNED.about, WALK_NOT_TURNED.about})
"""What is told here of somebody's cards: those that he turned, or that they are closed; never which ones were read."""


def draw(opened: OpenedLedger, asked: DeskAsked) -> Sheet:
    """What came of it, for an officer; where closed cards are needed, once his reading of them for this complaint is on record.

    Raises:
        DeskFaultError: 403, he is no officer.
        NotFoundError: there is no such complaint.
        UsageError: it is about nothing that is over.
    """
    if OFFICER not in asked.roles:
        raise DeskFaultError(403, frame.NOT_FOR_HIM())
    reader, name = opened.reader, asked.path["dispute"]
    case = disputes.case(reader, name)
    about = case.opened.about
    if about is None:
        raise UsageError(asked_said.ABOUT_NOTHING_PLAYED(dispute=name))
    if not is_over(reader, about):
        raise UsageError(asked_said.STILL_GOES_ON(played=called(about)))
    title, wanted = said.COMPUTED(dispute=name, played=called(about)), needed(reader, about)
    values = {"back": case_path(name), "wanted": bool(wanted)}
    if wanted and not _read_by(reader, case, asked.who.id, about):
        reason = asked_said.NEEDED_CARDS(played=called(about)).text()  # on record, in English whoever asks
        reads = [] if case.resolution else offer(asked, "read_disputed_cards", dispute=name, reason=reason)
        return Sheet(title, "computed.html", {**values, "blocks": None, "offers": reads})
    told = look(reader, about, wanted)
    closed = [one for one in told.closed if one.shown.about in OPEN_CARDS]
    found = dispute_replay.computed(case, told.replay, told.history, closed)
    command = recordable(told.replay, name, case.opened.player)
    more = {
        "blocks": drawn(found.blocks),
        "verdict": _verdict(told.replay),
        "sound": not told.replay.told,
        "recorded": _on_record(case, command),
        "act": None if case.resolution else _act(reader, command, asked.who.id),
    }
    return Sheet(title, "computed.html", {**values, **more})


def _read_by(reader: Reader, case: DisputeCase, staff: str, about: str) -> bool:
    """Whether it is on record that ``staff`` read the cards of ``about`` for this complaint, and he signed it."""
    his = (one for one in case.readings if one.event.hand == about)
    return any(
        staff in signed.names and not signed.wrong for signed in (disputes.signed_by(reader, one) for one in his)
    )


def _on_record(case: DisputeCase, command: RecordReplay) -> Told:
    """Whether the newest replay of the case is this one."""
    said_so = command.model_dump(exclude={"dispute", "kind"})
    last = case.replays[-1] if case.replays else None
    if last is not None and last.event.model_dump(include=said_so.keys()) == said_so:
        return said.COMPUTED_ON_RECORD(index=last.index)
    return said.COMPUTED_NOT_ON_RECORD()


def _act(reader: Reader, command: RecordReplay, staff: str) -> str:
    """The act that puts it on record, as a document; named after its place there, so that what is sent twice is done once."""
    version = reader.version(dispute_stream(command.dispute))
    by = By(actor="staff", id=staff, role=RECORD_REPLAY.role)
    return line_of(Envelope(command, by, command_id("dispute", command.dispute, version, "record"), None))


def _verdict(replay: Replay) -> Told:
    if replay.told:
        return said.COMPUTED_OTHERWISE(version=replay.version)
    return (said.COMPUTED_SAME if replay.decidable else said.COMPUTED_UNDECIDABLE)(version=replay.version)
