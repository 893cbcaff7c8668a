"""Errors planted in how players leave a simulated day: who plays on, and who is folded though he stays (R806 r.10)."""

from __future__ import annotations

from tests.worlds.forge import ENDS, Due, Forge, NoPlaceError
from tests.worlds.forged_ledger import Act
from tests.worlds.world import PLATFORM
from tombo.ledger.house.table.events import LeaveRequested


def _next_hand(forge: Forge, rest: Act) -> Act | None:
    """The hand that begins behind ``rest`` at its table, in euro."""
    cash = forge.of(rest.stream)[0].kind == "table.opened.v1"
    later = [act for act in forge.of(rest.stream) if act.version > rest.version and act.kind == "table.hand_started.v1"]
    return later[0] if cash and later else None


def leaver_plays_on(forge: Forge) -> list[Due]:
    """Who asked to leave in a hand goes on to check or bet in it."""
    for rest in forge.kinds("table.sat_out.v1", "table.returned.v1"):
        hand = _next_hand(forge, rest)
        played = [] if hand is None else forge.of(hand.event.hand)
        plays = [
            act for act in played if act.kind in {"hand.checked.v1", "hand.bet_placed.v1"} and act.by.actor == "player"
        ]
        for first in plays[:1]:
            rest.event = LeaveRequested(seat=first.event.seat)
            forge.take(rest)
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
