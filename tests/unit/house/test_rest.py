"""How long a rest lasts, and what ends it (R806 r.68): the rules of the table say so, or it has no end."""

from __future__ import annotations

import pytest

from tests.worlds.house import House, player, playing
from tests.worlds.world import PLATFORM, TABLE, TABLE_STREAM, poker_terms
from tombo.ledger.catalogue import decided
from tombo.ledger.core.clock import LATENESS, SECOND, SKEW
from tombo.ledger.core.command import Decision, Envelope
from tombo.ledger.core.money import Money
from tombo.ledger.house.account.events import Credited
from tombo.ledger.house.table.commands import EndRest, ReturnToSeat, SitOut
from tombo.ledger.house.table.events import PlayerLeft, RestEnded, SatOut, SatOutV2
from tombo.ledger.kinds import EVENTS
from tombo.ledger.terms.poker import Terms, Variant

MINUTE = 60 * SECOND
REST = 10 * MINUTE
NOON = 1_000 * MINUTE
END = EndRest(seat=3, table=TABLE)
SIT_OUT = SitOut(seat=3, table=TABLE)


def resting(variant: Variant = "holdem") -> House:
    """Three players, of whom the third rests from noon on, for ten minutes."""
    world = playing("p-1", "p-2", "p-3", rules=poker_terms(seats=6, rest_seconds=600, variant=variant))
    world.does(SIT_OUT, player("p-3"), NOON)
    return world


def until(world: House) -> int | None:
    """Until when seat 3 rests."""
    taken = world.mesa().at(3)
    assert taken is not None
    return taken.rests_until


def test_d6_a_rest_lasts_as_long_as_the_rules_say() -> None:
    """Then the platform vacates the seat: the stack goes home, the session goes on. Red before: a rest had no end."""
    world = resting()
    assert world.events[-1] == (TABLE_STREAM, SatOutV2(seat=3, until=NOON + REST))
    world.clock = NOON + REST - 1
    assert world.refuses(END) == "R806 r.68"
    world.clock = NOON + REST
    back = Credited(
        amount=Money(5_000), cause=TABLE_STREAM, cause_version=world.version(TABLE_STREAM) + 2, wallet="cash"
    )
    assert world.adds(END) == [
        (TABLE_STREAM, RestEnded(seat=3)),
        (TABLE_STREAM, PlayerLeft(player="p-3", seat=3, stack=5_000)),
        ("account:p-3", back),
    ]
    assert world.mesa().at(3) is None
    assert world("session:s-p-3").ended is None


def test_d6_no_claim_makes_a_rest_shorter() -> None:
    """A rest is counted from the later of both clocks, and is over by the earlier."""
    world = playing("p-1", "p-2", "p-3", rules=poker_terms(seats=6, rest_seconds=600))
    world.clock = NOON
    world.does(SIT_OUT, player("p-3"), NOON - LATENESS)
    assert until(world) == NOON + REST
    for claimed, clock in ((NOON + REST, NOON + REST - 1), (NOON + REST - 1, NOON + REST)):
        world.clock = clock
        outcome = decided(Envelope(END, PLATFORM, "c-1", claimed), world)
        assert not isinstance(outcome, Decision) and outcome.finding.rule == "R806 r.68"
    ahead = playing("p-1", "p-2", "p-3", rules=poker_terms(seats=6, rest_seconds=600))
    ahead.clock = NOON
    ahead.does(SIT_OUT, player("p-3"), NOON + SKEW)
    assert until(ahead) == NOON + SKEW + REST


def test_d6_a_seat_is_vacated_by_the_platform_alone() -> None:
    """Not by the player, who leaves as he likes (r.10), nor by another."""
    world = resting()
    world.clock = NOON + REST
    for by in (player("p-3"), player("p-1")):
        assert world.refuses(END, by) == "House: authority"


def test_d6_who_comes_back_before_he_is_sent_away_keeps_his_seat() -> None:
    """He plays, and has a new rest once a hand was dealt to him; without one he goes on with the old rest."""
    world = resting()
    back = ReturnToSeat(seat=3, table=TABLE)
    world.does(back, player("p-3"), NOON + 9 * MINUTE)
    world.clock = NOON + REST
    assert world.refuses(END) == "House: seat"
    world.does(SIT_OUT, player("p-3"), NOON + REST)
    assert until(world) == NOON + REST
    world.does(back, player("p-3"), NOON + REST)
    world.deal()
    world.end({1: 5_000, 2: 5_000, 3: 5_000}, idle=(3,))
    assert until(world) is None
    world.does(SIT_OUT, player("p-3"), NOON + REST)
    assert until(world) == NOON + 2 * REST


def test_d6_who_is_in_a_hand_is_not_sent_away() -> None:
    """A rest is from the next hand on: his chips are in this one."""
    world = playing("p-1", "p-2", "p-3", rules=poker_terms(seats=6, rest_seconds=600))
    world.deal()
    world.does(SIT_OUT, player("p-3"), NOON)
    world.clock = NOON + REST
    assert world.refuses(END) == "R806 r.68"
    world.end({1: 5_000, 2: 5_000, 3: 4_000})
    assert PlayerLeft(player="p-3", seat=3, stack=4_000) in [event for _, event in world.adds(END)]


def test_d6_without_a_length_in_the_rules_a_rest_has_no_end() -> None:
    """Rules that were approved before have none: their terms are written as they were, and nobody is sent away."""
    world = playing("p-1", "p-2", "p-3")
    world.does(SIT_OUT, player("p-3"), NOON)
    assert world.events[-1] == (TABLE_STREAM, SatOut(seat=3))
    world.clock = NOON + 1_000 * REST
    assert world.refuses(END) == "R806 r.68"
    assert "rest_seconds" not in poker_terms().model_dump()
    assert "rest_seconds" not in EVENTS["table.opened.v1"].model_json_schema()["$defs"]["Terms"]["required"]


@pytest.mark.parametrize(("variant", "rule"), [("omaha", "R811 r.68"), ("sintetico", "R809 r.69")])
def test_d6_each_variant_cites_its_own_regulation(variant: Variant, rule: str) -> None:
    """R809 has one rule more before it."""
    world = resting(variant=variant)
    world.clock = NOON + REST - 1
    assert world.refuses(END) == rule


def test_a_rest_that_ends_is_of_who_rests() -> None:
    """An end of a rest that no door wrote cannot follow."""
    world = resting()
    for seat in (1, 6):
        with pytest.raises(ValueError, match="rest"):
            world.record([(TABLE_STREAM, RestEnded(seat=seat))])


def test_d6_a_rest_of_an_approved_length_is_within_a_day() -> None:
    """A length of nothing is no rest."""
    assert Terms.model_fields["rest_seconds"].default is None
    for seconds in (0, 86_401):
        with pytest.raises(ValueError, match="rest_seconds"):
            poker_terms(rest_seconds=seconds)
