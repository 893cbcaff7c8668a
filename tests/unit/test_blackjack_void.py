"""What befalls a round of blackjack: time runs out (rules.md 2.4), or an outage voids it (R805 r.27-30)."""

from __future__ import annotations

from typing import Any

import pytest

from ledger.core.clock import SECOND
from ledger.core.findings import Reading
from ledger.core.money import Money
from ledger.games.blackjack import commands as bj
from ledger.games.blackjack.events import Voided
from ledger.house.commands import CloseIncident, OpenIncident, Withdraw
from tests.blackjack_world import DEPOSIT, TABLE, Blackjack, readings
from tests.house_world import player
from tests.world import CHIPS, OFFICER

BOTH = pytest.mark.parametrize("reading", [Reading.LETTER, Reading.PRACTICE])


def incident(world: Blackjack, name: str = "power", **changes: Any) -> None:
    """Something failed at the table."""
    given: dict[str, Any] = {"origin": "operator_system", "scope": [TABLE], **changes}
    world.does(OpenIncident(first_instant=0, incident=name, reported_by="ops", **given))


def void(world: Blackjack, name: str = "power") -> Voided:
    """Void the newest round; the event."""
    (event,) = (e for e in world.does(void_command(world, name), OFFICER) if isinstance(e, Voided))
    return event


def void_command(world: Blackjack, name: str = "power") -> bj.VoidBlackjackRound:
    return bj.VoidBlackjackRound(incident=name, round=world.local)


def request(world: Blackjack, deadline: int) -> bj.RequestBlackjackDecision:
    return bj.RequestBlackjackDecision(deadline=deadline, round=world.local, seat=1)


def test_a_hand_whose_time_is_up_hits_to_twelve_and_stands() -> None:
    """Up to 11 it takes cards, from 12 on it stands; before that time nobody decides for it, after it not the player."""
    world = Blackjack()
    world.begins(1000, "2s Th 3d", "9c")
    out = bj.TimeOutBlackjackHand(round=world.local, seat=1)
    assert world.refusal(out) == "R805 r.24"
    assert world.refusal(request(world, 30 * SECOND - 1), occurred=0) == "R805 r.24"
    world.does(request(world, 30 * SECOND), occurred=0)
    assert world.refusal(out, occurred=30 * SECOND) == "R805 r.24"
    assert world.refusal(world.choice("hit"), player("p-1"), occurred=30 * SECOND + 1) == "R805 r.24"
    for card in ("4d", "5c"):
        world.does(out, occurred=30 * SECOND + 1)
        world.cards(card)
    world.does(out, occurred=30 * SECOND + 1)
    assert [world.round.hands[0].total, world.round.hands[0].last] == [14, "stand"]
    world.reveals()
    assert world.net() == -1000


def test_a_player_in_time_decides_and_is_asked_anew() -> None:
    """His decision answers the request; the next one is asked of him anew, and insurance is not an answer."""
    world = Blackjack()
    world.begins(1000, "2s Ah 3d", "9c")
    world.does(request(world, 30 * SECOND), occurred=0)
    world.does(world.choice("insure", amount=500), player("p-1"), occurred=SECOND)
    assert world.round.asked is not None
    world.does(world.choice("hit"), player("p-1"), occurred=SECOND)
    assert world.round.asked is None


def test_a_blackjack_whose_time_is_up_waits_for_the_house() -> None:
    """Even money that is not taken in time is not taken."""
    world = Blackjack()
    world.begins(1000, "As Ah Kd", "9c")
    world.does(request(world, 0))
    world.does(bj.TimeOutBlackjackHand(round=world.local, seat=1), occurred=1)
    world.reveals()
    assert world.net() == 1500


def decided_and_not(world: Blackjack) -> None:
    """Seat 1 has won a blackjack of 1000, seat 2 has busted with 1000, seat 3 has doubled to 4000."""
    world.open()
    world.bets({1: 1000, 2: 1000, 3: 2000})
    world.deals("As Ts 5s 6h Kd 6d 5d", "Tc")
    world.decides("hit", seat=2, cards="Qd")
    world.decides("double", seat=3)
    incident(world)


@BOTH
def test_an_outage_gives_back_what_nothing_has_decided(reading: Reading) -> None:
    """By the LETTER the whole round goes back, prizes too; in PRACTICE blackjack and bust stand (rules.md #19)."""
    world = Blackjack({1: "p-1", 2: "p-2", 3: "p-3"}, readings=readings(decided_bets=reading))
    decided_and_not(world)
    void(world)
    nets = [world.net(name) for name in ("p-1", "p-2", "p-3")]
    assert nets == ([0, 0, 0] if reading is Reading.LETTER else [1500, -1000, 0])
    assert (world.round.outcome, world("banked:" + TABLE).round) == ("voided", None)


def test_a_prize_that_is_spent_is_waived() -> None:
    """By the LETTER it is taken back as far as the account holds it; the rest is on record as waived."""
    world = Blackjack({1: "p-1", 2: "p-2", 3: "p-3"}, readings=readings(decided_bets=Reading.LETTER))
    decided_and_not(world)
    world.does(Withdraw(amount=Money(DEPOSIT + 1000), player="p-1", reference="out"), player("p-1"))
    event = void(world)
    assert [tuple(refund.model_dump().values()) for refund in event.refunds] == [
        ("p-1", 0, 500, 1000),
        ("p-2", 1000, 0, 0),
        ("p-3", 4000, 0, 0),
    ]
    assert world.balance("p-1") == 0


@BOTH
def test_an_outage_before_the_cards_gives_the_bets_back(reading: Reading) -> None:
    """All that was bet comes back."""
    world = Blackjack(readings=readings(decided_bets=reading))
    world.open()
    world.bets({1: 1000})
    incident(world)
    void(world)
    assert world.net() == 0


def test_insurance_comes_back_with_the_bet() -> None:
    """It is a bet like the other, undecided while the hole card lies face down; a bust before it stands."""
    world = Blackjack()
    world.begins(1000, "Ts Ah 6d", "Kc")
    world.decides("insure", amount=500)
    world.decides("hit", cards="Td")
    incident(world)
    assert [refund.refunded for refund in void(world).refunds] == [500]
    assert world.net() == -1000


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        pytest.param({"origin": "player_network"}, "R805 r.29", id="the player's network"),
        pytest.param({"origin": "player_equipment"}, "R805 r.29", id="the player's equipment"),
        pytest.param(None, "R805 r.27", id="no incident"),
        pytest.param({"closed": True}, "R805 r.27", id="over"),
    ],
)
def test_only_an_outage_of_the_operator_voids(changes: dict[str, Any] | None, rule: str) -> None:
    """A failure on the player's side leaves the round valid (r.29-30), and so does one that is not there."""
    world = Blackjack()
    world.begins(1000, "Ts 6h 5d", "Tc")
    if changes is not None:
        incident(world, **{key: value for key, value in changes.items() if key != "closed"})
    if changes and "closed" in changes:
        world.does(CloseIncident(incident="power", note="mended"), OFFICER)
    assert world.refusal(void_command(world), OFFICER) == rule
    world.decides("stand")
    world.reveals("2c")
    assert world.net() == -1000


@BOTH
def test_demo_chips_move_no_account(reading: Reading) -> None:
    """A demo round is played and voided without any account (r.37-38)."""
    world = Blackjack(demo=True, unit=CHIPS, readings=readings(decided_bets=reading))
    world.begins(1000, "As 9h Kd", "5c")
    world.begins(1000, "7c 9h 7d", "5c")
    world.decides("hit", cards="7h")
    incident(world)
    event = void(world)
    taken = 2000 if reading is Reading.LETTER else 0
    refunded = 1000 if reading is Reading.PRACTICE else 0
    assert [(refund.refunded, refund.taken_back) for refund in event.refunds] == [(refunded, taken)]
    assert world.streams("account") == []
