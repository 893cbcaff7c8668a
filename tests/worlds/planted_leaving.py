"""Errors planted in how players leave a simulated day: who plays on, and who is folded though he stays (R806 r.10)."""

from __future__ import annotations

from tests.worlds.forge import ENDS, Due, Forge, NoPlaceError
from tests.worlds.forged_ledger import Act
from tests.worlds.world import PLATFORM
from tombo.ledger.house.table.events import LeaveRequested


def leaver_plays_on(forge: Forge) -> list[Due]:
    """Who asked to leave in a hand goes on to check or bet in it."""
    for begun in forge.kinds("table.hand_started.v1"):
        cash = forge.of(begun.stream)[0].kind == "table.opened.v1"
        plays = [
            act
            for act in (forge.of(begun.event.hand) if cash else ())
            if act.kind in {"hand.checked.v1", "hand.bet_placed.v1"} and act.by.actor == "player"
        ]
        asked = {act.event.seat for act in forge.of(begun.stream) if act.kind == "table.leave_requested.v1"}
        for first in plays[:1]:
            if first.event.seat not in asked:
                asks = Act(begun.stream, LeaveRequested(seat=first.event.seat), by=first.by)
                forge.slip(begun, asks)
                forge.take(begun)
                return [Due("payout", [act], 0, "plays on") for act in plays if act.event.seat == first.event.seat]
    raise NoPlaceError


def folded_for_who_stays(forge: Forge) -> list[Due]:
    """The platform folds for somebody who was in time and did not leave; the hand does not say that he does."""
    for fold in forge.kinds("hand.folded.v1"):
        table = f"table:{fold.stream.partition(':')[2].rpartition('/')[0]}"
        if fold.by.actor == "player" and forge.of(table)[0].kind == "table.opened.v1":
            asked = {act.event.seat for act in forge.of(table) if act.kind == "table.leave_requested.v1"}
            over = next((act for act in forge.of(fold.stream) if act.kind.endswith(ENDS)), None)
            if fold.event.seat not in asked and over is not None:
                fold.by = PLATFORM
                forge.take(fold)
                night, audit = "did not ask to leave", "expected its player"
                return [Due("payout", [fold], 0, night), Due("payout", [over], 0, audit)]
    raise NoPlaceError
