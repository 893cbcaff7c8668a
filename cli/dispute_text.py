"""A dispute as a person reads it: the case, the walk of its replay, and the register of complaints."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from cli.dispute_walk import ReplayText
from cli.text import counted, dated, figure, priced
from ledger.core.clock import display_instant
from ledger.core.entry import Entry
from ledger.core.ids import called
from ledger.terms.unit import EURO
from projections.dispute.case import DisputeCase, complaint, said
from projections.dispute.replay import Replay

OUTCOMES: Final = {"accepted": "accepted", "partly": "accepted in part", "rejected": "rejected"}
CAUSES: Final = {
    "mistaken": "it was given by mistake",
    "obtained_by_deceit": "it was obtained by deceit",
    "paid_elsewhere": "it was paid elsewhere",
}
UNITS: Final = ((86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second"))


def lasted(seconds: int) -> str:
    """A length of time in its two largest units: ``3 days 4 hours``, ``2 minutes 5 seconds``."""
    told = []
    for size, name in UNITS:
        count, seconds = divmod(seconds, size)
        if count:
            told.append(counted(count, name))
    return " ".join(told[:2]) or "less than a second"


def heading(case: DisputeCase) -> Iterator[str]:
    """Who complains, of what, when, and in which words."""
    opened, entry = case.opened, case.opening
    about = "" if opened.about is None else f", about {called(opened.about)}"
    yield f"Dispute {case.dispute} of {opened.player}{about}"
    yield f"Complained {dated(opened.complained)}; on record {dated(entry.recorded)}, {_by(entry)}"
    yield f"Claim: {said(opened.claim)}"


def _by(entry: Entry) -> str:
    role = f" as {entry.by.role}" if entry.by.role else ""
    return f"by {entry.by.actor} {entry.by.id}{role} (log index {entry.index})"


def case_lines(case: DisputeCase) -> Iterator[str]:
    """The whole case: the claim, what was read and replayed because of it, and how it was resolved."""
    yield from heading(case)
    for reading in case.readings:
        yield f"Cards read of {called(reading.event.hand)} {dated(reading.recorded)}, {_by(reading)}: {said(reading.event.reason)}"
    for replay in case.replays:
        event = replay.event
        found = "recomputed the same as recorded" if event.same else "recomputed is NOT what is recorded"
        yield f"Replayed {called(event.replayed)} to version {event.version}: {found}, {_by(replay)}"
        yield from (f"  {difference}" for difference in event.differences)
        if event.rules:
            yield f"  decided by {'; '.join(event.rules)}"
    yield from resolution_lines(case)


def resolution_lines(case: DisputeCase) -> Iterator[str]:
    """What was decided, on which grounds, and what it pays."""
    resolution = case.resolution
    if resolution is None or case.resolved is None or case.seconds is None:
        yield "Not resolved"
        return
    rule = f" ({resolution.rule})" if resolution.rule else ""
    yield f"Resolved after {lasted(case.seconds)}: {OUTCOMES[resolution.outcome]}, {_by(case.resolved)}"
    yield f"Grounds: {said(resolution.grounds)}{rule}"
    cents = resolution.compensation.cents
    if cents:
        yield f"Compensation: {priced(cents, EURO)}, on the account of {case.opened.player}"
    else:
        yield "Compensation: none"
    if case.taken_back is not None:
        why, when = case.taken_back.event, dated(case.taken_back.recorded)
        yield f"Taken back {when}, {_by(case.taken_back)}: {CAUSES[why.cause]} ({why.rule})"


def walk(case: DisputeCase, told: ReplayText, log_index: int) -> Iterator[str]:
    """The replay from the claim to the verdict; ``log_index`` is where it is on record."""
    replay = told.replay
    yield from heading(case)
    yield ""
    yield "*** ON RECORD ***"
    yield from told.history
    yield ""
    yield "*** COMPUTED AGAIN ***"
    yield from _amounts(replay, case.opened.player)
    if replay.rules:
        yield f"Decided by {'; '.join(replay.rules)}"
    for owner, shown in told.closed:
        yield f"Closed cards of {owner}: {shown}"
    under = "" if replay.revision is None else f" under rules revision {replay.revision}"
    yield from (f"NOT what the rules give: {difference}" for difference in replay.differences)
    verdict = "NOT the same as recorded" if replay.differences else "the same as recorded"
    yield f"Recomputed{under}: {verdict}, up to version {replay.version}; this replay is on record at log index {log_index}"


def _amounts(replay: Replay, claimant: str) -> Iterator[str]:
    """What came back to every player, recorded and recomputed."""
    if not replay.amounts:
        return
    yield f"Came back, in {replay.unit.currency or 'chips'}: won, returned and refunded"
    if claimant not in {one.player for one in replay.amounts}:
        yield f"  {claimant}, who complains, is not among its players"
    wide = max(len(one.player) for one in replay.amounts)
    for one in replay.amounts:
        said, due = figure(one.recorded, replay.unit), figure(one.recomputed, replay.unit)
        mark = "" if one.recorded == one.recomputed else "  DIFFERS"
        who = "  (who complains)" if one.player == claimant else ""
        yield f"  {one.player:<{wide}}  recorded {said:>10}  recomputed {due:>10}{mark}{who}"


def replay_json(told: ReplayText) -> dict[str, Any]:
    """The result of a replay: amounts in minor units of its unit."""
    replay = told.replay
    return {
        "stream": replay.stream,
        "version": replay.version,
        "revision": replay.revision,
        "unit": replay.unit.model_dump(),
        "same": not replay.differences,
        "differences": list(replay.differences),
        "amounts": [one._asdict() for one in replay.amounts],
        "rules": list(replay.rules),
        "closed_cards": [{"player": owner, "cards": shown} for owner, shown in told.closed],
    }


def in_a_line(case: DisputeCase) -> str:
    """A line of the register, for people: grounds, player, date and time, time to resolve, outcome."""
    opened, resolution = case.opened, case.resolution
    about = f", {called(opened.about)}" if opened.about else ""
    ended = "not resolved"
    if resolution is not None and case.seconds is not None:
        cents = resolution.compensation.cents
        paid = f", {priced(cents, EURO)}" if cents else ""
        paid += ", taken back" if case.taken_back is not None else ""
        ended = f"{OUTCOMES[resolution.outcome]} after {lasted(case.seconds)}{paid}"
    return f"{case.dispute}  {dated(opened.complained)}  {opened.player}{about}: {ended}. Claim: {said(opened.claim)}"


def sheet_row(case: DisputeCase) -> dict[str, Any]:
    """A line of the register for a spreadsheet: instants as ISO 8601 in UTC."""
    row = complaint(case)._asdict()
    for name in ("complained", "recorded", "resolved", "taken_back"):
        row[name] = "" if row[name] is None else display_instant(row[name])
    return row
