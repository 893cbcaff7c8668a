"""The walk of a dispute's replay as a person reads it, and as programs do; and a line of the register for a spreadsheet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cli.dispute_walk import ReplayText
from cli.text import figure
from ledger.core.clock import display_instant
from projections.dispute.case import DisputeCase, complaint
from projections.dispute.replay import Replay
from reports import dispute as dispute_report
from reports.text import text_lines


def walk(case: DisputeCase, told: ReplayText, log_index: int) -> Iterator[str]:
    """The replay from the claim to the verdict; ``log_index`` is where it is on record."""
    replay = told.replay
    yield from text_lines(dispute_report.heading(case))
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


def sheet_row(case: DisputeCase) -> dict[str, Any]:
    """A line of the register for a spreadsheet: instants as ISO 8601 in UTC."""
    row = complaint(case)._asdict()
    for name in ("complained", "recorded", "resolved", "taken_back"):
        row[name] = "" if row[name] is None else display_instant(row[name])
    return row
