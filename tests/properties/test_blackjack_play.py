"""Blackjack at random: whatever is asked, nothing raises, and every cent staked comes back or is collected once."""

from __future__ import annotations

from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.worlds.blackjack import DEPOSIT, TABLE, Blackjack, readings
from tests.worlds.house import player
from tests.worlds.world import PLATFORM
from tombo.ledger.core.cards import CARD_TEXTS
from tombo.ledger.core.command import CommandBase, Decision
from tombo.ledger.core.findings import Reading, Refused, other
from tombo.ledger.games.blackjack import commands as bj
from tombo.ledger.games.blackjack.audit import differences
from tombo.ledger.games.blackjack.events import (
    BetPlaced,
    Choice,
    Collected,
    DecisionMade,
    FindingRecordedV2,
    Paid,
    Voided,
)
from tombo.ledger.house.incident.commands import OpenIncident

NAMES: Final = {1: "p-1", 2: "p-1", 5: "p-2"}
CHOICES: Final[tuple[Choice, ...]] = (
    *("hit", "double", "split", "insure") * 2,
    *("stand", "surrender", "even_money"),
)
"""What makes a round longer more often than what ends it."""
CARDS: Final = st.sampled_from([*CARD_TEXTS, *[text for text in CARD_TEXTS if text[0] in "A678T"] * 3])
"""Aces, tens and special prizes more often than a shoe deals them."""

LATE: Final = 10**9
OUTAGE: Final = OpenIncident(
    first_instant=0, incident="power", origin="operator_system", reported_by="ops", scope=[TABLE]
)


def next_step(world: Blackjack, data: st.DataObject) -> tuple[CommandBase, Any, int | None]:
    """A request that fits the round as it stands, most often lawful, with who asks and when."""
    round_, local = world.round, world.local
    if round_.due or (round_.revealed and data.draw(st.integers(0, 9))):
        return bj.DealBlackjackCard(card=data.draw(CARDS), round=local), PLATFORM, None
    waiting = [hand for hand in round_.hands if round_.open(hand)]
    if not waiting:
        return bj.RevealBlackjackHouse(round=local), PLATFORM, None
    hand = data.draw(st.sampled_from(waiting))
    asked = round_.asked
    if asked is not None and asked[:2] == (hand.seat, hand.number) and data.draw(st.booleans()):
        return bj.TimeOutBlackjackHand(hand=hand.number, round=local, seat=hand.seat), PLATFORM, LATE
    if not data.draw(st.integers(0, 7)):
        request = bj.RequestBlackjackDecision(deadline=30_000_000, hand=hand.number, round=local, seat=hand.seat)
        return request, PLATFORM, None
    choice = data.draw(st.sampled_from(CHOICES))
    amount = data.draw(st.integers(1, hand.stake)) if choice == "insure" else None
    decide = bj.DecideBlackjackHand(
        amount=amount,
        decision=choice,
        hand=hand.number,
        round=local,
        seat=hand.seat,
    )
    return decide, player(hand.player), None


def play(world: Blackjack, data: st.DataObject) -> None:
    """One round from its opening to its end."""
    world.open()
    seats = data.draw(st.lists(st.sampled_from(sorted(NAMES)), min_size=1, max_size=3, unique=True))
    world.bets({seat: data.draw(st.integers(100, 10_000)) for seat in seats})
    first = data.draw(st.lists(CARDS, min_size=2 * len(seats) + 1, max_size=2 * len(seats) + 1))
    world.ask(bj.DealBlackjackHands(cards=first, hole_card=data.draw(CARDS), round=world.local))
    for _ in range(200):
        if world.round.outcome != "open":
            return
        if not world.round.dealt or not data.draw(st.integers(0, 60)):
            break
        command, by, occurred = next_step(world, data)
        outcome = world.ask(command, by, occurred)
        assert isinstance(outcome, Decision) or outcome.finding.rule.startswith(("R805 r.", "House: "))
    world.does(OUTAGE)
    if isinstance(world.ask(bj.VoidBlackjackRound(incident="power", round=world.local)), Refused):
        world.ask(bj.RevealBlackjackHouse(round=world.local))  # its hole card decides, so that it is not void (r.27)


def events(world: Blackjack) -> list[Any]:
    """The events of the newest round."""
    return [event for stream, event in world.events if stream == f"blackjack:{world.local}"]


def staked(happened: list[Any]) -> int:
    """All stakes of a round, by its events."""
    bets = sum(event.amount for event in happened if isinstance(event, BetPlaced))
    return bets + sum(event.paid for event in happened if isinstance(event, DecisionMade))


@settings(max_examples=150)
@given(data=st.data(), whole=st.booleans())
def test_money_is_conserved(data: st.DataObject, whole: bool) -> None:  # noqa: FBT001  # drawn
    """A settled round pays back or collects each stake once; a void one moves no more than there was; accounts and audit agree."""
    reading = Reading.LETTER if whole else Reading.PRACTICE
    others = {
        name: data.draw(st.sampled_from(Reading)) for name in ("ace_on_double", "house_blackjack", "insured_blackjack")
    }
    world = Blackjack(NAMES, readings=readings(decided_bets=reading, **others))
    play(world, data)
    happened = events(world)
    assert world.round.outcome != "open"
    assert world("banked:" + TABLE).round is None
    paid = [event for event in happened if isinstance(event, Paid)]
    collected = sum(event.amount for event in happened if isinstance(event, Collected))
    returned = sum(event.returned for event in paid)
    prizes = sum(event.prize for event in paid)
    refunds = [refund for event in happened if isinstance(event, Voided) for refund in event.refunds]
    back = sum(refund.refunded - refund.taken_back for refund in refunds)
    assert differences(happened) == ()
    assert staked(happened) == sum(world.round.stakes(name) for name in ("p-1", "p-2"))
    findings = [event for event in happened if isinstance(event, FindingRecordedV2)]
    assert all(found.paid != found.otherwise for found in findings)
    moved = sum(world.balance(name) - DEPOSIT for name in ("p-1", "p-2"))
    assert moved == prizes + returned + back - staked(happened)
    if world.round.outcome == "settled":
        assert staked(happened) == returned + collected
    elif whole:
        assert moved == 0
    else:
        assert staked(happened) == returned + collected + back


class Told(Blackjack):
    """A world that remembers what it was asked and accepted."""

    def __init__(self, **changes: Reading) -> None:
        self.asked: list[tuple[CommandBase, Any, int | None]] = []
        super().__init__(NAMES, readings=readings(**changes))
        self.asked.clear()

    def ask(self, command: CommandBase, by: Any = PLATFORM, occurred: int | None = None) -> Decision | Refused:
        """Judge and record, and remember what was accepted."""
        outcome = super().ask(command, by, occurred)
        if isinstance(outcome, Decision):
            self.asked.append((command, by, occurred))
        return outcome


SWITCHES: Final = {
    "ace_on_double": ("R805 r.8a",),
    "house_blackjack": ("R805 r.25e",),
    "decided_bets": ("R805 r.27", "R805 r.28"),
}
"""The readings under which the same requests are accepted, with the rules that tell of them."""


FEW: Final = st.sampled_from(["As", "2c", "2d", "2h", "5h", "9h", "Ts"])
STARTS: Final = st.sampled_from([*["As 8d"] * 3, "8d 8s", "6c 5h", "6c Ts", "Kd As"])
"""Two cards to double with an ace or without, to split, to bust with, and a blackjack."""
HARD: Final[tuple[Choice, ...]] = ("double", "double", "split", "hit")


def play_hard(world: Blackjack, data: st.DataObject) -> None:
    """A round in which hands are doubled, split and busted, the house often has a blackjack, and outages are many."""
    world.open()
    world.bets({seat: data.draw(st.integers(100, 10_000)) for seat in NAMES})
    starts = [data.draw(STARTS).split() for _ in NAMES]
    first = [*(one for one, _ in starts), data.draw(st.sampled_from(["Th", "6h"])), *(two for _, two in starts)]
    world.ask(bj.DealBlackjackHands(cards=first, hole_card=data.draw(st.sampled_from(["Ac", "8c"])), round=world.local))
    while world.round.outcome == "open" and data.draw(st.integers(0, 30)):
        round_ = world.round
        waiting = [hand for hand in round_.hands if round_.dealt and round_.open(hand)]
        if round_.due or round_.revealed:
            world.ask(bj.DealBlackjackCard(card=data.draw(FEW), round=world.local))
        elif waiting:
            hand = waiting[0]
            tries: tuple[Choice, ...] = (data.draw(st.sampled_from(HARD)), "stand", "hit")
            for choice in tries:
                decide = world.choice(choice, hand.number, hand.seat)
                if isinstance(world.ask(decide, player(hand.player)), Decision):
                    break
        else:
            world.ask(bj.RevealBlackjackHouse(round=world.local))
    world.does(OUTAGE)
    world.ask(bj.VoidBlackjackRound(incident="power", round=world.local))


@pytest.mark.parametrize("switch", sorted(SWITCHES))
@settings(max_examples=100)
@given(data=st.data(), reading=st.sampled_from(Reading))
def test_the_other_result_is_what_the_other_reading_pays(data: st.DataObject, switch: str, reading: Reading) -> None:
    """The same requests under the other reading: what each player then has differs by what the findings said, to the cent."""
    world = Told(**{switch: reading})
    play_hard(world, data)
    again = Told(**{switch: other(reading)})
    for command, by, occurred in list(world.asked):
        again.does(command, by, occurred)
    found = [
        event for event in events(world) if isinstance(event, FindingRecordedV2) and event.rule in SWITCHES[switch]
    ]
    for name in ("p-1", "p-2"):
        said = sum(finding.otherwise - finding.paid for finding in found if finding.player == name)
        assert again.balance(name) - world.balance(name) == said
