"""E1: chips, exits and bounties of a tournament rest on its hands: a table that says otherwise than the hand it played is named."""

from __future__ import annotations

from typing import Any

import pytest

from tests.forgeries.honest import SCENES
from tests.forgeries.stolen import Scenes, Thief
from tests.worlds.forged_ledger import Act
from tombo.ledger.core.money import Money


def nets(ended: Act, **seats: dict[str, Any]) -> None:
    """What a table says of the stacks on ``seats``, as ``s2={"after": 0}``, is said otherwise."""
    ended.says(stacks=[net.model_copy(update=seats.get(f"s{net.seat}", {})) for net in ended.event.stacks])


def leaves(thief: Thief, table: str, **stacks: int) -> None:
    """Who leaves ``table`` with chips at its end leaves with others."""
    for left in thief.all("player_left", table):
        if left.event.stack:
            left.says(stack=stacks.get(f"s{left.event.seat}", left.event.stack))


def held(end: Act, **stacks: int) -> None:
    """The end of a tournament says of its entries, as ``e2=10_000``, that they hold other chips."""
    end.says(
        stacks=[one.model_copy(update={"stack": stacks.get(f"e{one.entry}", one.stack)}) for one in end.event.stacks]
    )


@pytest.mark.parametrize("name", SCENES)
def test_e1_an_honest_scene_is_not_accused(scenes: Scenes, name: str) -> None:
    """Whatever the door records of every game and of tournaments of every sort."""
    assert scenes.night(name, scenes(name)) == []


def test_e1_two_who_change_places_at_a_timed_end_are_named(scenes: Scenes) -> None:
    """Red before: the last hand left 10,000 chips to the wrong player, and the first prize with them (R810 r.33)."""
    thief = scenes("timed")
    nets(thief.all("hand_ended", "r1")[-1], s2={"after": 10_000}, s4={"after": 20_000})
    leaves(thief, "r1", s2=10_000, s4=20_000)
    held(thief.one("finished", "relogio"), e1=20_000, e2=10_000)
    first, second = thief.all("prize_awarded", "relogio")[-2:]
    thief.gives(first, "p-3", entry=1)
    thief.gives(second, "p-4", entry=2)
    assert scenes.night("timed", thief) == [
        "hand:r1/3: seat 2 ends with 10000; its bets and payments leave 20000",
        "hand:r1/3: seat 4 ends with 20000; its bets and payments leave 10000",
    ]


def test_e1_chips_moved_from_one_to_another_before_a_cancellation_are_named(scenes: Scenes) -> None:
    """Red before: 100 chips went to another, and some of the common sum with them (R810 r.36)."""
    thief = scenes("cancelled")
    nets(thief.one("hand_ended", "l1"), s1={"after": 20_000}, s2={"after": 20_000})
    leaves(thief, "l1", s1=20_000, s2=20_000)
    held(thief.one("cancelled", "luz"), e1=20_000, e2=20_000)
    for back in thief.all("refunded", "luz")[:2]:
        back.says(share=667)
        thief.paid(back).says(amount=Money(1_767))
    assert scenes.night("cancelled", thief) == [
        "hand:l1/1: seat 1 ends with 20000; its bets and payments leave 20100",
        "hand:l1/1: seat 2 ends with 20000; its bets and payments leave 19900",
    ]


def test_e1_a_bounty_of_another_than_who_won_the_last_chip_is_named(scenes: Scenes) -> None:
    """Red before: table, exit, bounty and account said the same of somebody who had won nothing (R810 r.7p)."""
    thief = scenes("bought")
    nets(thief.all("hand_ended", "k1")[1], s3={"taken_by": [4]})
    for word in ("chips_lost", "eliminated"):
        thief.one(word, "cofre", entry=5).says(by=[7])
    thief.gives(thief.one("bounty_awarded", "cofre", eliminated=5), "p-6", entry=7)
    told = "hand:k1/2: the last chip of seat 3 is said to be won by the seats 4; its pots make 2"
    assert scenes.night("bought", thief) == [told]


def test_e1_an_exit_with_another_stack_than_it_began_with_is_named(scenes: Scenes) -> None:
    """Two go in one hand: the stacks at its start say who is placed before the other (R810 r.50)."""
    thief = scenes("bought")
    nets(thief.all("hand_ended", "k1")[2], s5={"before": 9_000})
    for word in ("chips_lost", "eliminated"):
        thief.one(word, "cofre", entry=1).says(stack=9_000)
    found = scenes.night("bought", thief)
    assert "hand:k1/3: seat 5 plays with 19800; its table says 9000" in found
    assert "hand:k1/3: seat 5 is said to have begun with 9000; 19800 lay there" in found


@pytest.mark.parametrize(
    ("word", "said", "told"),
    [
        (
            "hand_started",
            {"button": 2},
            (
                "table.hand_started.v1 in table:e1, against R806 r.64: the button lies on seat 2; expected seat 1",
                "hand:e1/1 is played with the button at seat 1; its table says seat 2",
                "table.hand_started.v1 in table:e1, against R806 r.64: the button lies on seat 2; expected seat 3",
            ),
        ),
        (
            "hand_started",
            {"seats": [2, 3, 5]},
            (
                "table.hand_started.v1 in table:e1, against R810 r.27: the seats 2, 3, 5 are dealt in; those with chips are 1, 2, 3, 5",
                "hand:e1/1 is played by the seats 2, 3, 5, 1; its table says 2, 3, 5",
            ),
        ),
        (
            "hand_ended",
            {"bets": [1, 2]},
            ("hand:e1/1: the seats 1, 2 are said to have bet in it; those that did are 1, 2, 3, 5",),
        ),
    ],
)
def test_e1_a_table_that_tells_a_hand_otherwise_is_named(
    scenes: Scenes, word: str, said: dict[str, Any], told: tuple[str, ...]
) -> None:
    """Red before: button, seats and bets of a hand were two truths."""
    thief = scenes("tied")
    thief.one(word, "e1").says(**said)
    assert tuple(scenes.night("tied", thief)) == told


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"number": 2}, "hand:e1/1 says of itself that it is number 2 of e1"),
        ({"table": "e2"}, "hand:e1/1 says of itself that it is number 1 of e2"),
    ],
)
def test_e1_a_hand_that_names_itself_otherwise_is_named(scenes: Scenes, fields: dict[str, Any], told: str) -> None:
    """Red before: nothing held the number and the table of a hand against its stream."""
    thief = scenes("tied")
    thief.one("started", "e1/1").says(**fields)
    assert told in scenes.night("tied", thief)


def test_e1_a_hand_played_by_another_than_who_sits_there_is_named(scenes: Scenes) -> None:
    """Red before: the hand was another player's in his statement, and the tournament's entry another."""
    thief = scenes("tied")
    begun = thief.one("started", "e1/1")
    seats = [one.model_copy(update={"player": "p-9"}) if one.seat == 1 else one for one in begun.event.seats]
    begun.says(seats=seats)
    assert "hand:e1/1: p-9 plays on seat 1; p-4 sits there" in scenes.night("tied", thief)


def test_e1_a_showdown_with_one_card_of_two_is_named(scenes: Scenes) -> None:
    """Red before: who stayed to the end turned one card and kept the other closed (R806 r.59)."""
    thief = scenes("tied")
    shown = thief.all("cards_shown", "e1/2")[-1]
    shown.says(cards=shown.event.cards[:1])
    (found,) = scenes.night("tied", thief)
    assert found.startswith("hand:e1/2: the hand is settled and the cards of seats ")
    assert "are not turned" in found
