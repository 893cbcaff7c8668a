"""Limits of what staff may give, and the second person beyond them (B1)."""

from __future__ import annotations

import pytest

from tests.worlds.house import MANAGER, House, player, playing
from tests.worlds.world import OFFICER, TABLE
from tombo.ledger.catalogue import DECIDERS
from tombo.ledger.core.command import Decision, Envelope, Signature
from tombo.ledger.core.entry import By
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.money import Money
from tombo.ledger.games.poker import commands as poker
from tombo.ledger.house.account.commands import Withdraw
from tombo.ledger.house.account.events import CompensationReversed
from tombo.ledger.house.dispute.commands import OpenDispute, RecordReplay, ResolveDispute, ReverseCompensation
from tombo.ledger.house.dispute.events import ResolutionReversed
from tombo.ledger.house.limits.commands import SetLimits
from tombo.ledger.house.limits.decide import CEILING
from tombo.ledger.house.limits.events import LimitsSet
from tombo.ledger.house.limits.state import DEFAULT, LIMITS_STREAM, limits
from tombo.ledger.house.staff.events import ActSigned, RoleGranted

HAND = f"hand:{TABLE}/1"


def signatures(*staff: str) -> tuple[Signature, ...]:
    """Signatures as a decider sees them: that they hold the door has seen before."""
    return tuple(Signature(key="00" * 8, signature="AAAA", staff=name) for name in staff)


def asked(world: House, command: object, by: By, *beside: str) -> Decision | Refused:
    """What is decided of a command signed by who asks and those beside him; what it leads to is recorded."""
    envelope = Envelope(command, by, "c-1", None, signatures(by.id, *beside))
    outcome = DECIDERS[type(command)](envelope, world)
    if isinstance(outcome, Decision):
        world.record(outcome.events)
    return outcome


def rule(outcome: Decision | Refused) -> str | None:
    """The rule of a refusal."""
    return outcome.finding.rule if isinstance(outcome, Refused) else None


def disputes(*names: str, opens: By | None = None) -> House:
    """Replayed disputes of p-1 about a hand in which 100.00 lie in the middle."""
    world = playing("p-1", "p-2")
    world.record([("staff:rui", RoleGranted(role="officer"))])
    local = HAND.removeprefix("hand:")
    world.does(poker.StartHand(table=TABLE))
    world.does(poker.DealHoleCards(cards=["As", "Kd", "Ah", "Kc"], hand=local))
    world.does(poker.PlaceBet(hand=local, seat=2, total=5_000), player("p-2"))
    world.does(poker.Call(hand=local, seat=1), player("p-1"))
    for cards in (["7d", "9h", "4s"], ["Jc"], ["5s"]):
        world.does(poker.DealBoard(cards=cards, hand=local))
    world.does(poker.SettleHand(hand=local))
    for name in names:
        by = opens or player("p-1")
        asked(world, OpenDispute(about=HAND, claim="mine", complained=7, dispute=name, player="p-1"), by)
        replay = RecordReplay(
            amounts=[], differences=[], dispute=name, revision=1, rules=[], version=world.version(HAND)
        )
        world.does(replay, OFFICER)
    return world


def resolve(name: str, cents: int) -> ResolveDispute:
    """A claim that is accepted."""
    return ResolveDispute(compensation=Money(cents), dispute=name, grounds="goodwill", outcome="accepted")


def test_without_a_word_the_default_limits_hold() -> None:
    """A ledger that never heard of limits has them: 50.00 alone, 250.00 alone in all, 5,000.00 at most."""
    assert limits(House()) == (50_00, 250_00, 5_000_00)


def test_b1_beyond_the_limit_two_people_sign() -> None:
    """B1: 50.00 one officer gives alone, a cent more needs a second one, whose name is not his own."""
    world = disputes("d-1")
    assert rule(asked(world, resolve("d-1", 50_01), OFFICER)) == "House: second"
    assert rule(asked(world, resolve("d-1", 50_01), OFFICER, "rui")) == "House: second"
    assert rule(asked(world, resolve("d-1", 50_01), OFFICER, "eva")) is None
    assert rule(asked(disputes("d-1"), resolve("d-1", 50_00), OFFICER)) is None


def test_b1_several_disputes_about_one_thing_are_one_claim() -> None:
    """B1: who claims twice of a hand is owed no more of it, and no limit is passed in pieces; what was taken back counts no more."""
    world = disputes("d-1", "d-2", "d-3")
    assert rule(asked(world, resolve("d-1", 40_00), OFFICER)) is None
    assert rule(asked(world, resolve("d-2", 10_01), OFFICER)) == "House: second"
    assert rule(asked(world, resolve("d-2", 60_01), OFFICER, "eva")) == "House: dispute"
    assert rule(asked(world, resolve("d-2", 60_00), OFFICER, "eva")) is None
    assert rule(asked(world, resolve("d-3", 1), OFFICER, "eva")) == "House: dispute"
    back = ReverseCompensation(amount=Money(40_00), cause="mistaken", dispute="d-1", rule="R806 r.59")
    assert rule(asked(world, back, OFFICER, "eva")) is None
    world.record([(LIMITS_STREAM, DEFAULT.model_copy(update={"compensation_most": Money(99_99)}))])
    assert rule(asked(world, resolve("d-3", 40_00), OFFICER, "eva")) == "House: limit"
    assert rule(asked(world, resolve("d-3", 39_99), OFFICER, "eva")) is None


def test_b1_beyond_the_most_nobody_gives_anything() -> None:
    """B1: what no limit allows is refused, however many sign."""
    world = disputes("d-1")
    world.record([(LIMITS_STREAM, DEFAULT.model_copy(update={"compensation_most": Money(60_00)}))])
    assert rule(asked(world, resolve("d-1", 60_01), OFFICER, "eva")) == "House: limit"
    assert rule(asked(world, resolve("d-1", 60_00), OFFICER, "eva")) is None


def test_b1_many_small_compensations_count_together() -> None:
    """B1: what one officer gave alone is added up until somebody signs a resolution with him: any other act of two sets nothing back."""
    world = disputes("d-1", "d-2")
    given: dict[str, str | int | None] = {"compensation": 240_00, "dispute": "d-0", "kind": "resolve_dispute"}
    act = ActSigned(digest="00" * 32, key="00" * 8, request=given, signature="AAAA", signers=1)
    world.record([("staff:rui", act)])
    assert rule(asked(world, resolve("d-1", 10_01), OFFICER)) == "House: second"
    assert rule(asked(world, resolve("d-1", 10_00), OFFICER)) is None
    other = act.model_copy(update={"signers": 2, "request": {"incident": "i-1", "kind": "open_incident"}})
    world.record([("staff:rui", other)])
    assert world("staff:rui").alone == 240_00
    world.record([("staff:rui", act.model_copy(update={"signers": 2}))])
    assert world("staff:rui").alone == 0


def test_b1_who_opened_a_dispute_for_a_player_pays_it_with_somebody_else() -> None:
    """B1: one person does not complain for a player and give him money for it; without money, or with a second one, he may."""
    world = disputes("d-1", "d-2", opens=OFFICER)
    for name in ("d-1", "d-2"):
        opened: dict[str, str | int | None] = {"dispute": name, "kind": "open_dispute"}
        act = ActSigned(digest="00" * 32, key="00" * 8, request=opened, signature="AAAA", signers=1)
        world.record([("staff:rui", act)])
    assert rule(asked(world, resolve("d-1", 1), OFFICER)) == "House: second"
    assert rule(asked(world, resolve("d-1", 1), OFFICER, "eva")) is None
    assert rule(asked(world, resolve("d-2", 0), OFFICER)) is None


def test_limits_are_set_by_two_managers_in_order_and_below_the_ceiling() -> None:
    """Officers, the platform and one manager alone set none; each is at most the next, and the last at most the ceiling."""
    world = playing("p-1", "p-2")
    set_ = SetLimits(compensation_alone=Money(1_00), compensation_alone_sum=Money(2_00), compensation_most=Money(3_00))
    assert rule(asked(world, set_, OFFICER, "eva")) == "House: authority"
    assert rule(asked(world, set_, MANAGER)) == "House: second"
    for changed in (
        {"compensation_alone": Money(2_01)},
        {"compensation_alone_sum": Money(3_01)},
        {"compensation_most": CEILING + Money(1)},
    ):
        assert rule(asked(world, set_.model_copy(update=changed), MANAGER, "eva")) == "House: limit"
    assert rule(asked(world, set_, MANAGER, "eva")) is None
    assert limits(world) == (1_00, 2_00, 3_00)
    assert isinstance(world.events[-1][1], LimitsSet)


@pytest.mark.parametrize("field", ["compensation_alone", "compensation_alone_sum", "compensation_most"])
def test_every_limit_is_named_by_its_kind(field: str) -> None:
    """The event has each limit as an amount, and none of them can be left out."""
    with pytest.raises(ValueError, match=field):
        LimitsSet.model_validate({**DEFAULT.model_dump(exclude={field, "kind"})})


def reverse(cents: int, name: str = "d-1") -> ReverseCompensation:
    """A compensation taken back as a mistake."""
    return ReverseCompensation(amount=Money(cents), cause="mistaken", dispute=name, rule="R806 r.45")


def test_b1_a_compensation_is_taken_back_by_two_once_and_whole() -> None:
    """Nothing but what was given goes back, by two officers, once; the account and the dispute say so in one commit."""
    world = disputes("d-1", "d-2")
    assert rule(asked(world, reverse(20_00), OFFICER, "eva")) == "House: dispute"  # not resolved
    asked(world, resolve("d-1", 20_00), OFFICER)
    before = world.balance("p-1")
    for command, beside, why in (
        (reverse(20_00), (), "House: second"),
        (reverse(19_99), ("eva",), "House: dispute"),
        (reverse(20_00, "d-9"), ("eva",), "House: dispute"),
    ):
        assert rule(asked(world, command, OFFICER, *beside)) == why
    assert rule(asked(world, reverse(20_00), MANAGER, "eva")) == "House: authority"
    done = asked(world, reverse(20_00), OFFICER, "eva")
    assert isinstance(done, Decision)
    version = world.version("dispute:d-1")
    assert done.events == (
        ("dispute:d-1", ResolutionReversed(cause="mistaken", compensation=Money(20_00), rule="R806 r.45")),
        ("account:p-1", CompensationReversed(amount=Money(20_00), dispute="dispute:d-1", dispute_version=version)),
    )
    assert world.balance("p-1") == before - 20_00
    assert rule(asked(world, reverse(20_00), OFFICER, "eva")) == "House: dispute"


def test_what_is_no_longer_on_the_account_is_not_taken_back() -> None:
    """An account never goes below nothing: what the player took out the operator asks him for elsewhere."""
    world = disputes("d-1")
    asked(world, resolve("d-1", 20_00), OFFICER)
    world.does(Withdraw(amount=Money(world.balance("p-1") - 19_99), player="p-1", reference="bank"))
    assert rule(asked(world, reverse(20_00), OFFICER, "eva")) == "House: overdraft"
