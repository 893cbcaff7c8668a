"""A bonus whose date has passed: it expires, and no later grant makes it usable again."""

from __future__ import annotations

from tests.unit.house.test_bonus import HIM, STREAM, UNTIL, account, blackjack, grant, moved, says
from tests.worlds.house import house
from tests.worlds.roulette import BANKROLL, chip, wheel
from tests.worlds.sem_descarte import Casino
from tests.worlds.world import World
from tombo.ledger.core.clock import SECOND, SKEW
from tombo.ledger.games.blackjack.commands import CloseBlackjackBets, PlaceBlackjackBet
from tombo.ledger.games.sem_descarte.commands import Continue
from tombo.ledger.house.account.commands import ExpireBonus


def test_a_grant_revives_no_bonus_that_is_over() -> None:
    """Red before: a later date made money usable again that had lapsed."""
    world = house()
    world.does(grant(100))
    later = UNTIL + 9 * SECOND
    assert says(world, grant(50, later), occurred=UNTIL) == ("House: bonus", "bonus_lapsed")
    world.clock = UNTIL
    world.does(grant(50, later - SECOND), occurred=UNTIL - 1)
    world.clock = later
    assert says(world, grant(50, later + SECOND)) == ("House: bonus", "bonus_lapsed")
    world.does(ExpireBonus(player="p-1"), occurred=later)
    world.does(grant(50, later + SECOND), occurred=later)
    assert account(world).bonus == 50


def lapse(world: World) -> None:
    """The date of the bonus of p-1 has passed by every clock, and it has not expired yet."""
    world.states[STREAM] = account(world)._replace(until=-SKEW)


def test_bet_2_plays_on_an_ante_that_was_staked_in_time() -> None:
    """Red before: who had staked his ante of the bonus could only fold once its date had passed."""
    world = Casino("p-1", bonus="first")
    world.does(grant(900))
    world.dealt({1: 300}, {1: "As Ad Kc 7h 2s"}, "Qs Jd 9c 4h 3s")
    lapse(world)
    world.goes_on(1)
    assert moved(world) == [("Debited", 300, "bonus"), ("Debited", 600, "bonus")]
    world.settles()
    world.open()
    world.ante(1, 300)
    assert moved(world)[-1] == ("Debited", 300, "cash")


def test_a_hand_of_blackjack_that_was_begun_in_time_is_doubled_split_and_insured() -> None:
    """Of the bonus as far as it goes; a bet on another seat begins a hand, and comes too late."""
    world = blackjack("first", 4_500)
    world.open()
    world.does(PlaceBlackjackBet(amount=1_000, round=world.local, seat=1), HIM)
    lapse(world)
    second = PlaceBlackjackBet(amount=500, round=world.local, seat=2)
    assert says(world, second, HIM) == ("House: bonus", "bonus_over")
    world.does(CloseBlackjackBets(round=world.local))
    world.deals("8c Ad 8h", "9h")
    world.decides("insure", amount=500)
    world.decides("split", cards="3c Kd")
    world.decides("double", cards="Ts")
    assert {wallet for _, _, wallet in moved(world)} == {"bonus"}
    assert [cents for _, cents, _ in moved(world)] == [1_000, 500, 1_000, 1_000]
    assert account(world).bonus == 1_000


def test_what_has_expired_plays_on_nothing() -> None:
    """It expires whole, whatever it has in play: what plays on a hand then is short, and no cash is taken for it."""
    world = Casino("p-1", bonus="first")
    world.does(grant(900))
    world.dealt({1: 300}, {1: "As Ad Kc 7h 2s"}, "Qs Jd 9c 4h 3s")
    lapse(world)
    world.does(ExpireBonus(player="p-1"))
    assert says(world, Continue(round=world.local, seat=1), HIM) == ("House: overdraft", "bonus_short")


def test_no_grant_revives_what_a_lapsed_bonus_has_in_play() -> None:
    """Red before: all of it was at stake as its date passed, a grant of a cent gave it a new one, and what it won was usable again."""
    world = wheel("R807", ("p-1",), zero="prison", bonus="first")
    world.does(grant(1_000))
    world.bets("p-1", chip(1_000, "red"))
    later = UNTIL + 9 * SECOND
    for number in ("0", "1"):
        world.clock = UNTIL
        assert says(world, grant(1, later), occurred=UNTIL) == ("House: bonus", "bonus_in_play")
        world.clock = None
        world.lands(number)
        world.opens()
    world.clock = UNTIL
    assert says(world, grant(1, later), occurred=UNTIL) == ("House: bonus", "bonus_lapsed")
    world.does(ExpireBonus(player="p-1"), occurred=UNTIL)
    world.does(grant(1, later), occurred=UNTIL)
    assert account(world)[1:4] == (BANKROLL, 1, later)


def test_a_grant_before_its_date_moves_that_of_what_is_in_play() -> None:
    """And cash in play, or bonus at a table where his round is over, holds up none."""
    world = wheel("R807", ("p-1",), zero="prison", bonus="first")
    world.does(grant(1_000))
    world.bets("p-1", chip(1_000, "red"))
    later = UNTIL + 9 * SECOND
    world.does(grant(1, later))
    world.lands("2")
    world.does(ExpireBonus(player="p-1"), occurred=later)
    world.opens()
    world.clock = later
    world.does(grant(1, later + SECOND), occurred=later)
    world.clock = None
    world.bets("p-1", chip(500, "red"))
    world.clock = later + SECOND
    world.does(ExpireBonus(player="p-1"), occurred=later + SECOND)
    world.does(grant(1, later + 2 * SECOND), occurred=later + SECOND)
