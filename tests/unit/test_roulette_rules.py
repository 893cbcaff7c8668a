"""What a spin refuses, and under which rule; prison, leaving, and who may ask for what."""

from __future__ import annotations

from typing import Any

import pytest

from ledger.core.banked_terms import ChanceLimits
from ledger.core.errors import TamperedError
from ledger.core.money import AMOUNT_MAX, Money
from ledger.games.roulette.commands import (
    CloseBets,
    LandBall,
    OpenSpin,
    PlaceCallBet,
    PlaceChips,
    ReleaseStakes,
    SettleSpin,
    VoidSpin,
)
from ledger.games.roulette.events import (
    BetPlaced,
    BetReleased,
    BetsClosed,
    Collected,
    FindingRecorded,
    Paid,
    PrisonerLost,
    Voided,
)
from ledger.games.roulette.state import evolve
from ledger.games.roulette.wheel import FinalsBet, NeighboursBet, SeriesBet
from ledger.house.banked_commands import CloseBankedTable, PartTable
from ledger.house.commands import CloseIncident, Withdraw
from tests.house_world import player
from tests.roulette_world import BANKROLL, WHEEL, Roulette, chip, limits, wheel
from tests.world import CHIPS, OFFICER, PLATFORM

RED = chip(1000, "red")
RULES = [
    pytest.param({}, chip(49, "red"), "R804 r.10", id="below the minimum"),
    pytest.param({}, chip(27001, "red"), "R804 r.11", id="above the maximum"),
    pytest.param({}, chip(1501, "straight_up", "17"), "R804 r.11", id="above the maximum of a number"),
    pytest.param({"total_max": 1000}, chip(1001, "red"), "R804 r.12", id="above the total"),
    pytest.param(
        {"limits": limits(double_column=None)},
        chip(50, "double_column", " ".join(str(n) for n in range(1, 37) if n % 3)),
        "R804 r.12",
        id="not offered",
    ),
    pytest.param({}, chip(100, "split", "17 19"), "R804 r.9", id="no combination"),
    pytest.param({}, chip(100, "straight_up", "00"), "R804 r.9", id="no 00 on this wheel"),
]


@pytest.mark.parametrize(("changes", "asked", "rule"), RULES)
def test_a_bet_out_of_bounds_is_refused(changes: dict[str, Any], asked: Any, rule: str) -> None:
    """With the rule that forbids it, and nothing leaves the account."""
    world = wheel(**changes)
    assert world.refuses(world.asked("p-1", asked), player("p-1")) == rule
    assert world.net("p-1") == 0


def test_rules_of_the_french_roulette_count_one_more() -> None:
    """The maximum is R804 r.11 and R807 r.12, the minimum r.10 and r.11."""
    world = wheel("R807")
    assert world.refuses(world.asked("p-1", chip(49, "red")), player("p-1")) == "R807 r.11"
    assert world.refuses(world.asked("p-1", chip(27001, "red")), player("p-1")) == "R807 r.12"


def test_limits_are_of_the_sum_on_a_combination() -> None:
    """Chips add up on one combination, be it in one request or in several; another player has limits of his own."""
    world = wheel()
    world.bets("p-1", chip(30, "split", "17 18"), chip(30, "split", "18 17"))
    world.bets("p-1", chip(2940, "split", "17 18"))
    assert world.refuses(world.asked("p-1", chip(1, "split", "17 18")), player("p-1")) == "R804 r.11"
    world.bets("p-2", chip(3000, "split", "17 18"))
    assert [stake.amount for stake in world.spin.stakes] == [3000, 3000]


def test_a_total_counts_every_chance() -> None:
    """The operator's limit on all chances together (R804 r.12) is of one player."""
    world = wheel(total_max=1500)
    world.bets("p-1", RED)
    assert world.refuses(world.asked("p-1", chip(501, "even")), player("p-1")) == "R804 r.12"
    world.bets("p-1", chip(500, "even"))
    world.bets("p-2", chip(1500, "even"))


def test_a_bet_is_its_players_and_paid_from_his_account() -> None:
    """Nobody bets for another, from away, or with money he has not."""
    world = wheel(names=("p-1",))
    assert world.refuses(world.asked("p-1", RED), PLATFORM) == "House: authority"
    assert world.refuses(world.asked("p-1", RED), player("p-2")) == "House: authority"
    assert world.refuses(world.asked("p-2", RED), player("p-2")) == "House: seat"
    world.does(Withdraw(amount=Money(BANKROLL - 999), player="p-1", reference="bank"))
    assert world.refuses(world.asked("p-1", RED), player("p-1")) == "House: overdraft"
    assert world.refuses(world.asked("p-1", chip(500, "red"), chip(500, "even")), player("p-1")) == "House: overdraft"


def test_a_win_beyond_all_amounts_cannot_be_staked() -> None:
    """What could bring back more than a ledger can write is refused, by hand and as a call bet."""
    most = ChanceLimits(least=1, most=AMOUNT_MAX)
    world = wheel("R807", unit=CHIPS)
    terms = world.spin.terms.model_copy(update={"limits": limits(straight_up=most, street=most)})
    world.states[f"roulette:{world.round}"] = world.spin._replace(terms=terms)
    huge = AMOUNT_MAX // 36 + 1
    assert world.refuses(world.asked("p-1", chip(huge, "straight_up", "1")), player("p-1")) == "House: movement"
    series = PlaceCallBet(bet=SeriesBet(call="series_0_2_3", chip=AMOUNT_MAX), player="p-1", round=world.round)
    assert world.refuses(series, player("p-1")) == "House: movement"


def test_the_steps_of_a_spin_come_in_order() -> None:
    """No number while bets are taken, no bets after, one number, and payment only of a number."""
    world = wheel()
    round_ = world.round
    assert world.refuses(SettleSpin(round=round_)) == "R804 r.17"
    assert world.refuses(LandBall(number="17", round=round_)) == "R804 r.14"
    assert world.refuses(OpenSpin(table=WHEEL)) == "House: table"
    world.does(CloseBets(round=round_))
    assert world.refuses(CloseBets(round=round_)) == "R804 r.14"
    assert world.refuses(world.asked("p-1", RED), player("p-1")) == "R804 r.14"
    assert world.refuses(LandBall(number="00", round=round_)) == "R804 r.6"
    world.does(LandBall(number="17", round=round_))
    assert world.refuses(LandBall(number="18", round=round_)) == "R804 r.16"
    world.does(SettleSpin(round=round_))
    assert world.refuses(SettleSpin(round=round_)) == "R804 r.3"
    assert world.refuses(LandBall(number="17", round=f"{WHEEL}/9")) == "R804 r.3"


def test_the_platform_runs_the_wheel() -> None:
    """At a wheel of several players none of them closes the bets, says the number, or pays."""
    world = wheel()
    world.bets("p-1", RED)
    commands = (CloseBets(round=world.round), LandBall(number="1", round=world.round), SettleSpin(round=world.round))
    assert {world.refuses(command, player("p-1")) for command in commands} == {"House: authority"}


def test_alone_at_the_wheel_a_player_launches_the_ball() -> None:
    """R804 r.15: after his bet, and the number is the platform's to say."""
    world = wheel(names=("p-1",), table_kind="single")
    assert world.refuses(CloseBets(round=world.round), player("p-1")) == "R804 r.15"
    world.bets("p-1", RED)
    world.does(CloseBets(round=world.round), player("p-1"))
    assert world.refuses(LandBall(number="1", round=world.round), player("p-1")) == "House: authority"


def test_call_bets_are_taken_where_the_rules_say_so() -> None:
    """R807 r.8 leaves them to the specific rules; R804 r.7 has none; a number must be on the wheel."""
    bet = FinalsBet(call="finals", chip=100, digit=4)
    for world, rule in ((wheel(), "R804 r.7"), (wheel("R807", call_bets=False), "R807 r.8")):
        assert world.refuses(PlaceCallBet(bet=bet, player="p-1", round=world.round), player("p-1")) == rule
    world = wheel("R807")
    stray = NeighboursBet(call="neighbours", chip=100, neighbours=2, number="00")
    assert world.refuses(PlaceCallBet(bet=stray, player="p-1", round=world.round), player("p-1")) == "R807 r.8"
    world.calls("p-1", bet)
    placed = world.spun()[-1]
    assert isinstance(placed, BetPlaced) and placed.call == bet and len(placed.chips) == 4


def test_a_call_bet_keeps_the_limits_of_the_chances_it_is_made_of() -> None:
    """A chip below the minimum of a split is refused, though two of them would do on the street."""
    world = wheel("R807")
    command = PlaceCallBet(bet=SeriesBet(call="series_0_2_3", chip=49), player="p-1", round=world.round)
    assert world.refuses(command, player("p-1")) == "R807 r.11"


def test_only_an_outage_of_the_operator_voids_and_only_without_a_number() -> None:
    """R804 r.20 and r.22: no incident, a closed one, a player's; and a number on record is a result."""
    world = wheel()
    world.bets("p-1", RED)
    assert world.refuses(VoidSpin(incident="none", round=world.round)) == "R804 r.20"
    world.does(CloseIncident(incident=world.fails("old"), note="over"))
    assert world.refuses(VoidSpin(incident="old", round=world.round)) == "R804 r.20"
    world.fails("phone", "player_equipment")
    assert world.refuses(VoidSpin(incident="phone", round=world.round)) == "R804 r.22"
    world.fails()
    assert world.refuses(VoidSpin(incident="avaria", round=world.round), player("p-1")) == "House: authority"
    world.does(CloseBets(round=world.round))
    world.does(LandBall(number="2", round=world.round))
    assert world.refuses(VoidSpin(incident="avaria", round=world.round), OFFICER) == "R804 r.20"
    world.does(SettleSpin(round=world.round))
    assert world.net("p-1") == -1000


def test_a_void_spin_refunds_everybody_and_frees_the_table() -> None:
    """R804 r.21: one sum a player; an officer may declare it; the next spin opens."""
    world = wheel()
    world.bets("p-2", RED, chip(100, "straight_up", "0"))
    world.bets("p-1", RED)
    world.fails()
    (voided, *_) = world.does(VoidSpin(incident="avaria", round=world.round), OFFICER)
    assert isinstance(voided, Voided)
    assert [(refund.player, refund.amount) for refund in voided.refunds] == [("p-2", 1100), ("p-1", 1000)]
    assert [world.net(name) for name in ("p-1", "p-2")] == [0, 0]
    world.opens()
    assert world.round == f"{WHEEL}/2"


def test_losers_are_collected_before_winners_are_paid() -> None:
    """R804 r.17 says it in that order, player by player."""
    world = wheel()
    world.bets("p-1", RED, chip(1000, "black"))
    world.bets("p-2", RED)
    settled = [event for event in world.lands("1") if isinstance(event, Collected | Paid)]
    assert [(type(event).__name__, event.player) for event in settled] == [
        ("Collected", "p-1"),
        ("Paid", "p-1"),
        ("Paid", "p-2"),
    ]


def test_who_leaves_is_decided_without_him() -> None:
    """A bet stands when its player parts, and what it wins goes to his account."""
    world = wheel()
    world.bets("p-1", RED)
    world.does(PartTable(player="p-1", table=WHEEL), player("p-1"))
    world.lands("1")
    assert world.net("p-1") == 1000


def prison() -> Roulette:
    """A wheel at which zero came, with red of ``p-1`` and 1.01 on even of ``p-2`` in prison."""
    world = wheel("R807", zero="prison")
    world.bets("p-1", RED)
    world.bets("p-2", chip(101, "even"), chip(100, "straight_up", "5"))
    world.lands("0")
    return world


def test_a_void_spin_leaves_prisoners_where_they_are() -> None:
    """They were not staked in it: the first spin with a number decides them."""
    world = prison()
    world.opens()
    world.bets("p-1", RED)
    world.voids()
    assert world.net("p-1") == -1000
    world.opens()
    assert [prisoner.amount for prisoner in world.spin.prisoners] == [1000, 101]
    world.lands("1")
    assert [world.net(name) for name in ("p-1", "p-2")] == [0, -201]


def test_a_second_zero_takes_the_prisoner_and_imprisons_the_new_bet() -> None:
    """A stake is in prison for one spin; the same bet made again is another one."""
    world = prison()
    world.opens()
    world.bets("p-1", RED)
    lost = [event for event in world.lands("0") if isinstance(event, PrisonerLost)]
    assert [event.prisoner.player for event in lost] == ["p-1", "p-2"]
    assert [(held.player, held.amount) for held in world.spin.prisoners] == [("p-1", 1000)]


def test_who_has_left_for_good_gets_half_of_a_stake_in_prison() -> None:
    """Between spins, once: zero has taken half, and the odd cent is the player's. A closed table pays still."""
    world = prison()
    free = ReleaseStakes(player="p-2", round=world.round)
    assert world.refuses(free) == "House: seat"
    world.does(PartTable(player="p-2", table=WHEEL))
    assert world.refuses(free, player("p-2")) == "House: authority"
    for name in ("p-1", "p-3"):
        world.does(PartTable(player=name, table=WHEEL))
    world.does(CloseBankedTable(table=WHEEL))
    released, *told = world.does(free)
    assert isinstance(released, BetReleased) and released.returned == 51
    assert [(found.paid, found.otherwise) for found in told if isinstance(found, FindingRecorded)] == [(51, 50)]
    assert world.net("p-2") == -201 + 51
    assert world.refuses(free) == "House: movement"


def test_stakes_are_not_released_while_the_next_spin_decides_them() -> None:
    """Once the next spin is open, it alone says what becomes of a prisoner."""
    world = prison()
    before = world.round
    world.does(PartTable(player="p-1", table=WHEEL))
    world.opens()
    for round_ in (before, world.round):
        assert world.refuses(ReleaseStakes(player="p-1", round=round_)) == "House: table"
    world.lands("1")
    assert world.net("p-1") == 0


def test_demo_chips_move_no_account() -> None:
    """R804 r.30: demo play is the same game, without money."""
    world = wheel(unit=CHIPS)
    world.bets("p-1", RED)
    world.lands("1")
    assert world("account:p-1") is None
    assert any(isinstance(event, Paid) for event in world.spun())


def test_a_spin_that_begins_otherwise_was_tampered_with() -> None:
    """No door of ours writes a stream without its opening."""
    with pytest.raises(TamperedError):
        evolve(None, BetsClosed())


def test_a_request_holds_at_least_one_chip() -> None:
    """An empty bet is no bet."""
    with pytest.raises(ValueError, match="at least 1 item"):
        PlaceChips(chips=[], player="p-1", round=f"{WHEEL}/1")
