"""What a recovery found and did, in lines."""

from __future__ import annotations

from cli.text import counted
from ledger.core.ids import called
from ledger.operate.recover import Recovery


def recovered(done: Recovery) -> list[str]:
    """What a recovery found and did."""
    if done.incident is None:
        return ["No hand was left open; nothing was recorded."]
    lines = [f"Incident {done.incident}: {counted(len(done.hands), 'hand')} left open."]
    for hand in done.hands:
        why = f": {hand.objection.rule}: {hand.objection.message}" if hand.objection else ""
        lines.append(f"  {called(hand.hand)}: {hand.outcome}{why}")
    lines.append("The incident is closed." if done.closed else "The incident stays open.")
    return lines
