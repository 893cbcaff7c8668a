"""R803 r.35: who is cut off before he decides folds with it; a fold sealed for that without a failure, or a failure without the fold, is named."""

from __future__ import annotations

from tests.forgeries.stolen import Scenes
from tests.worlds.forged_ledger import Act
from tombo.ledger.games.sem_descarte.events import PlayerDisconnected


def test_a_fold_for_a_failure_that_nobody_had_is_named(scenes: Scenes) -> None:
    """Red before: a player's own fold could be told as his equipment's."""
    thief = scenes("banked")
    folded = thief.one("folded", cause="player")
    folded.says(cause="disconnected")
    said = f"seat {folded.event.seat} is said to fold because its player was cut off"
    assert any(said in told for told in scenes.night("banked", thief))


def test_a_failure_before_the_decision_that_folds_nobody_is_named(scenes: Scenes) -> None:
    """Red before: the fold that goes with it could be left out, and the seat played on."""
    thief = scenes("banked")
    folded = thief.one("folded", cause="player")
    placed = thief.one("ante_placed", folded.stream, seat=folded.event.seat)
    thief.puts(placed, Act(folded.stream, PlayerDisconnected(seat=folded.event.seat)))
    said = f"the connection of seat {folded.event.seat} failed before it had decided"
    assert any(said in told for told in scenes.night("banked", thief))
