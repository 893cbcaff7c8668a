"""E1: what tables and tournaments say of one another, sealed otherwise, is named; and what no draw or pool can be is named, and stops no night."""

from __future__ import annotations

from tests.forgeries.stolen import Scenes, Thief
from tests.worlds.forged_ledger import Act, Commit


def commit_of(thief: Thief, act: Act) -> Commit:
    """What is recorded together with ``act``."""
    return next(one for one in thief.commits if act in one.acts)


def test_a_hand_with_other_blinds_than_those_of_its_table_is_named(scenes: Scenes) -> None:
    """The level is left out, and hands are played with its blinds (R810 r.45-46). Red before: of their terms nothing was asked."""
    thief = scenes("bought")
    level = thief.all("level_started")[1]
    thief.drops(*commit_of(thief, level).acts)
    said = "hand:k1/2: the rules it says it is played under are not those of table:k1"
    assert [one for one in scenes.night("bought", thief) if one.startswith(said)]


def test_a_hand_of_the_level_before_is_named(scenes: Scenes) -> None:
    """A level begins, and the next hand is played with the old blinds; its posts are those of its own terms."""
    thief = scenes("bought")
    before, *_, last = [act for act in thief.all("started") if act.kind == "hand.started.v1"]
    last.says(terms=before.event.terms)
    said = f"{last.stream}: the rules it says it is played under are not those of table:k1"
    assert [one for one in scenes.night("bought", thief) if one.startswith(said)]


def test_a_bounty_for_who_once_had_that_seat_is_named(scenes: Scenes) -> None:
    """The last chip is said to be taken by an entry that is out, and was on a seat of that number (R810 r.7p). Red before: seats alone were compared."""
    thief = scenes("bought")
    lost = thief.all("chips_lost")[2]
    out = thief.one("eliminated", stream="cofre", entry=5)
    (bounty,) = [one for one in thief.all("bounty_awarded") if one.event.eliminated == out.event.entry]
    gone = thief.all("seats_drawn")[0].event.seats
    winner = next(one.seat for one in gone if one.entry == lost.event.by[0])
    other = next(one.entry for one in gone if one.seat == winner and one.entry != lost.event.by[0])
    thief.gives(bounty, thief.all("registered", stream="cofre")[other - 1].event.player, entry=other)
    for act in (lost, out):
        act.says(by=[other])
    told = scenes.night("bought", thief)
    assert [one for one in told if one.startswith("tournament.chips_lost.v1 in tournament:cofre")], told


def test_a_table_dissolved_that_nobody_sat_at_stops_no_night(scenes: Scenes) -> None:
    """Red before: the draw of its players was a fault of ``tombo`` itself."""
    thief = scenes("bought")
    thief.one("table_broken").says(table="nowhere")
    moved = "tournament.player_moved.v1 in tournament:cofre, against R810 r.48: the recorded seed draws other seats"
    assert moved in scenes.night("bought", thief)


def test_a_pool_that_does_not_pay_its_tickets_stops_no_night(scenes: Scenes) -> None:
    """Red before: what was left of it was below nothing, which is no prize."""
    thief = scenes("satellites")
    fixed = thief.one("prizes_fixed", stream="sat-1")
    fixed.says(pool=0)
    start = "R810 r.10: the pool was fixed at 0 cents"
    assert [one for one in scenes.night("satellites", thief) if one.startswith(start)]


def test_a_table_that_was_never_opened_stops_no_night(scenes: Scenes) -> None:
    """What lies there is asked once the time is up, and nobody knows: the table is named."""
    thief = scenes("timed")
    thief.drops(thief.one("tournament_opened"))
    assert scenes.night("timed", thief)
