"""R806 r.8-10: a hand in euro is played by who sits at its table, on the seats where they sit; sealed otherwise, the night names it.

What a hand says is a player's statement and last hand, and what is replayed in a dispute. The money goes by the seat.
"""

from __future__ import annotations

from tests.forgeries.stolen import Scenes
from tests.worlds.forged_ledger import Act
from tombo.ledger.house.table.events import PlayerLeft


def test_a_hand_of_who_does_not_sit_there_is_named(scenes: Scenes) -> None:
    """Red before: the hand was another player's in his statement, and everything tied."""
    thief = scenes("cash")
    begun = thief.one("started", kind="hand.started.v1")
    first, *rest = begun.event.seats
    begun.says(seats=[first.model_copy(update={"player": "p-9"}), *rest])
    assert f"{begun.stream}: p-9 plays on seat {first.seat}; {first.player} sits there" in scenes.night("cash", thief)


def test_a_hand_played_on_an_empty_seat_is_named(scenes: Scenes) -> None:
    """Who sat there has left, the table says. Red before: only the money of it was asked."""
    thief = scenes("cash")
    begun, drawn = thief.one("started", kind="hand.started.v1"), thief.all("button_drawn")[-1]
    first = begun.event.seats[0]
    thief.puts(drawn, Act(drawn.stream, PlayerLeft(player=first.player, seat=first.seat, stack=0)))
    said = f"{begun.stream}: {first.player} plays on seat {first.seat}; nobody sits there"
    assert said in scenes.night("cash", thief)
