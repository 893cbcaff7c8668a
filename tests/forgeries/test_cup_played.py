"""E1: what R810 asks of a tournament and its tables together is asked by the night too: each was sealed past the door, and all was green."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

import pytest

from tests.forgeries.honest import BY_VALUE, MINUTE, Room
from tests.forgeries.unasked import at, begun, named, room, times_up, unasked, won
from tests.worlds.house import player
from tombo.ledger.core.money import Money
from tombo.ledger.games.poker import staging
from tombo.ledger.games.tournament import commands as c
from tombo.ledger.games.tournament import ending, entering, hands, moving, running
from tombo.ledger.games.tournament.events import HandByHandStarted
from tombo.ledger.house.account.commands import Deposit, OpenAccount
from tombo.ledger.house.session.commands import StartSession
from tombo.ledger.house.table.state import eligible
from tombo.ledger.operate.keyring import inscribe
from tombo.ledger.terms.tournament import Fee, Rebuy, TicketPrizes

Play = Callable[[Room], None]


def cancelled_when_won(found: Room) -> None:
    """One has all chips, and gets the pool by a cancellation, besides what the others were paid of it."""
    begun(found, 4)
    won(found)
    with unasked(ending, "is_not_decided"):
        found.runs(c.CancelTournament, cause="technical", note="power")


def cancelled_when_time_is_over(found: Room) -> None:
    """The time is up, and everybody has had the button again."""
    begun(found, 3, timed_seconds=600)
    times_up(found)
    for _ in range(3):
        found.folds("m1")
    with unasked(ending, "is_not_decided"):
        found.runs(c.CancelTournament, cause="technical", note="power")


def finished_before_everybody_had_the_button(found: Room) -> None:
    """The chips are counted as the time is up, where the one who had the most then wins most."""
    begun(found, 4, timed_seconds=600)
    times_up(found)
    with patch.object(ending, "_unplayed", lambda *_: []):
        found.runs(c.FinishTournament)


def a_hand_too_many(found: Room) -> None:
    """Everybody has had the button again, and the one whom the thief likes gets one hand more."""
    begun(found, 3, timed_seconds=600)
    times_up(found)
    for _ in range(3):
        found.folds("m1")
    with unasked(hands, "time_allows_a_hand"):
        found.folds("m1")


def a_hand_after_a_time_that_nobody_called(found: Room) -> None:
    """The time is up, and the tables play on: nobody counts who has had the button since."""
    begun(found, 3, timed_seconds=600)
    found.wall.instant += 12 * MINUTE
    with unasked(hands, "call_in_time"):
        found.folds("m1")


def a_hand_in_the_pause(found: Room) -> None:
    """The level stands still, and one table plays."""
    begun(found, 3)
    found.runs(c.PauseLevel)
    with unasked(hands, "hand_is_of_a_level"):
        found.folds("m1")


def tables_left_uneven(found: Room) -> None:
    """Two have gone at one table, and the other, with four, plays on."""
    begun(found, 8, "m1", "m2")
    first, *others = at(found, "m1")
    found.all_in("m1", [first], others[0])
    found.all_in("m1", [first], others[1])
    with unasked(hands, "tables_are_even"):
        found.folds("m2")


def hand_by_hand(found: Room) -> None:
    """Six of seven are left, at two tables that play hand by hand from now on."""
    begun(found, 7, "m1", "m2", hand_by_hand_at=6)
    first, second, *_ = at(found, "m1")
    found.all_in("m1", [first], second)
    assert found.state.hand_by_hand


def two_hands_while_the_other_waits(found: Room) -> None:
    """One table plays the bubble twice while the other has not begun."""
    hand_by_hand(found)
    found.runs(c.StartSynchronizedHand)
    with unasked(hands, "tables_play_hand_by_hand"):
        found.folds("m2")
        found.folds("m2")


def the_next_of_all_while_one_plays(found: Room) -> None:
    """The next synchronized hand begins, and one table has not played its last."""
    hand_by_hand(found)
    found.runs(c.StartSynchronizedHand)
    found.folds("m2")
    with unasked(running, "every_table_has_played"):
        found.runs(c.StartSynchronizedHand)


def moved_while_one_plays(found: Room) -> None:
    """A table is dissolved that has its part of a synchronized hand to play."""
    hand_by_hand(found)
    found.runs(c.StartSynchronizedHand)
    found.folds("m2")
    with unasked(moving, "every_table_has_played"):
        found.runs(c.MovePlayers, broken="m1", seed="3b" * 32)


def never_hand_by_hand(found: Room) -> None:
    """Near the places paid the tables go on as they like."""
    begun(found, 8, "m1", "m2", hand_by_hand_at=7)
    first, second, *_ = at(found, "m1")
    with patch.object(ending, "goes_hand_by_hand", lambda _: False):
        found.all_in("m1", [first], second)
    found.folds("m1")


def hand_by_hand_too_early(found: Room) -> None:
    """Eight are left, and it begins with seven."""
    begun(found, 8, "m1", "m2", hand_by_hand_at=7)
    inscribe(found.ledger, "thief", [("tournament:cup", HandByHandStarted())])


def a_sale_that_nobody_closes(found: Room) -> None:
    """Nothing is sold after the start, and no prizes are fixed before a hand is played for them."""
    begun(found, 3, sale=True)
    found.wall.instant += 2 * MINUTE
    with unasked(hands, "shut_in_time"):
        found.folds("m1")


def a_rebuy_with_a_full_stack(found: Room) -> None:
    """Who has all that he began with buys as much again."""
    begun(
        found,
        4,
        sale=True,
        open_until=1,
        rebuy=Rebuy(chips=5_000, commission=0, most=1, prize=1_000, stack_below=5_000),
    )
    with unasked(entering, "rebuy_is_offered"):
        found.buys(c.TakeRebuy, "p-0")


def entered_after_the_sale(found: Room) -> None:
    """The last level of the sale was over a minute ago, and who knows how the others stand comes in."""
    begun(found, 3, sale=True, open_until=1)
    found.wall.instant += 12 * MINUTE
    with unasked(entering, "sale_is_in_time"):
        found.enters("p-8")


def rebought_after_the_sale(found: Room) -> None:
    """Who has lost all he had then buys again."""
    begun(
        found,
        3,
        sale=True,
        open_until=1,
        rebuy=Rebuy(chips=5_000, commission=0, most=1, prize=1_000, stack_below=5_000),
    )
    found.all_in("m1", ["p-0"], "p-1")
    found.wall.instant += 12 * MINUTE
    with unasked(entering, "sale_is_in_time"):
        found.buys(c.TakeRebuy, "p-1")


def a_table_for_each(found: Room) -> None:
    """Nobody has anybody to play against, but at the one table where two were drawn."""
    found.announces("cup")
    found.enters("p-0", "p-1", "p-2", "p-3")
    with unasked(running, "tables_seat_everybody"):
        found.begins("m1", "m2", "m3")


def late_at_a_second_table(found: Room) -> None:
    """A tournament of one table goes on at two."""
    begun(found, 4, sale=True, open_until=1, players_max=6, tables="one")
    found.enters("p-5")
    with unasked(running, "tables_seat_everybody"):
        found.runs(c.SeatLateEntries, seed="7d" * 32, tables=["m2"])


def satellite(found: Room, target: str, value: int) -> None:
    """A tournament whose winner gets an entry to ``target``, worth so many cents, by what it says."""
    with unasked(entering, "tickets_lead_somewhere"):
        found.announces("cup", payouts=[], readings=BY_VALUE, tickets=TicketPrizes(count=1, target=target, value=value))


def tickets_to_nowhere(found: Room) -> None:
    """There is no such tournament."""
    satellite(found, "nowhere", 1_500)


def tickets_to_one_that_has_begun(found: Room) -> None:
    """Whoever wins one comes too late."""
    found.announces("grande", fee=Fee(bounty=0, commission=200, prize=2_000))
    found.enters("p-0", "p-1")
    found.begins("m1")
    satellite(found, "grande", 2_200)


def tickets_for_less_than_the_fee(found: Room) -> None:
    """An entry to it costs 22.00, and 15.00 of the pool are given for it."""
    found.announces("grande", fee=Fee(bounty=0, commission=200, prize=2_000))
    satellite(found, "grande", 1_500)


def in_the_place_of_one_that_goes_on(found: Room) -> None:
    """The tournament whose tickets it takes was not cancelled."""
    found.announces("grande")
    with unasked(entering, "replaces_a_cancelled_one"):
        found.announces("cup", replaces="grande")


def entered_in_a_session_of_roulette(found: Room) -> None:
    """What he plays in it is on his statement of another game, and within the limits of that."""
    found.announces("cup")
    found.enters("p-0", "p-1")
    found.does(OpenAccount(player="p-2"))
    found.does(Deposit(amount=Money(10_000), player="p-2", reference="card"))
    found.does(StartSession(player="p-2", regulation="R804", session="wheel"), player("p-2"))
    with unasked(entering, "session_refusal"):
        entry = c.RegisterEntry(player="p-2", session="wheel", ticket=None, tournament="cup")
        found.does(entry, player("p-2"))


def spared_the_blinds(found: Room) -> None:
    """Everybody with chips plays a hand, and one is left out of it."""
    begun(found, 4)
    found.folds("m1")
    with patch.object(staging, "eligible", lambda table: eligible(table)[:-1]):
        found.folds("m1")


def a_button_that_stays(found: Room) -> None:
    """The same two post the blinds again, and who has the button has it once more."""
    begun(found, 4)
    found.folds("m1")
    table = found("table:m1")
    with patch.object(staging, "next_button", lambda _: table.button):
        found.folds("m1")


HAND = "table.hand_started.v1 in table:{}, against R810 {}: "
AGAINST = "tournament.{}.v1 in tournament:cup, against R810 {}: "
DECIDED = "tournament.cancelled.v1 in tournament:cup, against R810 r.52: it is decided who has won"


@pytest.mark.parametrize(
    ("play", "start"),
    [
        (cancelled_when_won, DECIDED),
        (cancelled_when_time_is_over, DECIDED),
        (a_hand_too_many, HAND.format("m1", "r.52")),
        (a_hand_after_a_time_that_nobody_called, HAND.format("m1", "r.52")),
        (a_hand_in_the_pause, HAND.format("m1", "r.2g")),
        (spared_the_blinds, HAND.format("m1", "r.27")),
        (a_button_that_stays, "table.hand_started.v1 in table:m1, against R806 r.64: the button lies on seat"),
        (tables_left_uneven, HAND.format("m2", "r.47")),
        (two_hands_while_the_other_waits, HAND.format("m2", "r.49")),
        (the_next_of_all_while_one_plays, AGAINST.format("synchronized_hand_started", "r.49")),
        (moved_while_one_plays, AGAINST.format("player_moved", "r.49")),
        (never_hand_by_hand, HAND.format("m1", "r.49")),
        (hand_by_hand_too_early, AGAINST.format("hand_by_hand_started", "r.49")),
        (a_sale_that_nobody_closes, HAND.format("m1", "r.10")),
        (a_rebuy_with_a_full_stack, AGAINST.format("rebought", "r.2j")),
        (entered_after_the_sale, AGAINST.format("registered", "r.23")),
        (rebought_after_the_sale, AGAINST.format("rebought", "r.23")),
        (a_table_for_each, AGAINST.format("seats_drawn", "r.6")),
        (late_at_a_second_table, AGAINST.format("seats_drawn", "r.2p")),
        (tickets_to_nowhere, AGAINST.format("announced", "r.32")),
        (tickets_to_one_that_has_begun, AGAINST.format("announced", "r.32")),
        (tickets_for_less_than_the_fee, AGAINST.format("announced", "r.32")),
        (in_the_place_of_one_that_goes_on, AGAINST.format("announced", "r.32")),
        (entered_in_a_session_of_roulette, "p-2 takes a place in tournament:cup under session:wheel, which is of R804"),
        (
            finished_before_everybody_had_the_button,
            "tournament.finished.v1 in tournament:cup, against R810 r.52: m1 has hands to play",
        ),
    ],
    ids=lambda one: one.__name__ if callable(one) else "",
)
def test_e1_what_the_door_was_not_asked_is_named(tmp_path: Path, play: Play, start: str) -> None:
    """The night says it, and says it of its rule."""
    with room(tmp_path) as found:
        play(found)
        told = named(found)
        assert [one for one in told if one.startswith(start)], told
