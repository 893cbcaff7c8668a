"""What a recovery found and did, in lines."""

from __future__ import annotations

from collections.abc import Sequence

from cli.text import counted
from ledger.core.ids import called
from ledger.operate.recover import LeftOpen, Recovery


def left_lines(found: Sequence[LeftOpen]) -> list[str]:
    """What was left open, and what is due of each; of one that cannot be computed, why not."""
    return [
        f"{called(left.hand)} at version {left.version}: {f'to {left.due}' if left.lost is None else left.lost}"
        for left in found
    ]


def recovered(done: Recovery) -> list[str]:
    """What a recovery found and did."""
    unread = [str(error) for error in done.unread]
    if done.incident is None:
        return ["No hand was left open; nothing was recorded.", *unread]
    lines = [f"Incident {done.incident}: {counted(len(done.hands), 'hand')} left open."]
    for hand in done.hands:
        why = f": {hand.objection.rule}: {hand.objection.message}" if hand.objection else ""
        why = f": {hand.lost}" if hand.lost else why
        lines.append(f"  {called(hand.hand)}: {hand.outcome}{why}")
    lines.append("The incident is closed." if done.closed else "The incident stays open.")
    return [*lines, *unread]
