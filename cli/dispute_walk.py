"""What goes on record of a dispute that was computed again, and the register as a spreadsheet has it."""

from __future__ import annotations

from typing import Any

from tombo.ledger.core.clock import display_instant
from tombo.ledger.core.ids import called
from tombo.ledger.house.dispute.commands import RecordReplay
from tombo.ledger.house.dispute.events import AMOUNTS_MAX, DIFFERENCES_MAX, RULES_MAX, SAID_MAX, PlayerAmounts
from tombo.projections.dispute.case import DisputeCase, complaint
from tombo.projections.dispute.replay import Replay
from tombo.reports.said.commands import dispute as asked


def recordable(replay: Replay, dispute: str, claimant: str) -> RecordReplay:
    """What goes on record of ``replay``: as much as an entry holds, the claimant and whoever is due something else first."""
    first = sorted(replay.amounts, key=lambda one: (one.player != claimant, one.recorded == one.recomputed))
    differences = [text[:SAID_MAX] for text in replay.differences]
    if len(differences) > DIFFERENCES_MAX:
        left = len(differences) - (DIFFERENCES_MAX - 1)
        differences = [
            *differences[: DIFFERENCES_MAX - 1],
            asked.MORE_DIFFERENCES(
                left=left, played=called(replay.stream)
            ).text(),  # on record, in English as the others are
        ]
    return RecordReplay(
        amounts=[
            PlayerAmounts(player=one.player, recomputed=max(one.recomputed, 0), recorded=max(one.recorded, 0))
            for one in first[:AMOUNTS_MAX]
        ],
        differences=differences,
        dispute=dispute,
        revision=replay.revision,
        rules=list(replay.rules[:RULES_MAX]),
        version=replay.version,
    )


def sheet_row(case: DisputeCase) -> dict[str, Any]:
    """A line of the register for a spreadsheet: instants as ISO 8601 in UTC."""
    row = complaint(case)._asdict()
    for name in ("complained", "recorded", "resolved", "taken_back"):
        row[name] = "" if row[name] is None else display_instant(row[name])
    return row
