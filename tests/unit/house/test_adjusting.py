"""Accounts that are set right: by two managers, within the limits of the house, with a reason that is sealed."""

from __future__ import annotations

import pytest

from tests.worlds.house import MANAGER, House, house
from tests.worlds.world import OFFICER, PLATFORM, words
from tombo.ledger.catalogue import decided
from tombo.ledger.core.command import CommandBase, Decision, Envelope, Signature
from tombo.ledger.core.entry import By
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.money import AMOUNT_MAX, Money
from tombo.ledger.house.account.commands import AdjustDown, AdjustUp, Withdraw
from tombo.ledger.house.account.events import AdjustedDown, AdjustedUp
from tombo.ledger.house.limits.state import limits
from tombo.ledger.house.player.events import PlayerErased

STREAM = "account:p-1"
UP = AdjustUp(adjustment=Money(250), player="p-1", reason="paid twice by the bank")
DOWN = AdjustDown(adjustment=Money(250), player="p-1", reason="booked twice")
SECOND = By(actor="staff", id="eva", role="manager")


def asked(world: House, command: CommandBase, by: By = MANAGER, *signers: str) -> Decision | Refused:
    """What becomes of ``command``, which ``by`` and ``signers`` sign; by default a second manager."""
    names = (by.id, *(signers or (SECOND.id,)))
    signatures = tuple(Signature(key="00" * 8, signature="AAAA", staff=name) for name in names)
    return decided(Envelope(command, by, "c-1", None, signatures), world)


def refused(world: House, command: CommandBase, by: By = MANAGER, *signers: str) -> str:
    """The rule by which it is refused."""
    outcome = asked(world, command, by, *signers)
    assert isinstance(outcome, Refused), outcome
    return outcome.finding.rule


def test_two_managers_set_an_account_right() -> None:
    """Up and down; the reason is words of the player's, sealed in the very field."""
    world = house()
    held = world.balance("p-1")
    for command, event, then in ((UP, AdjustedUp, held + 250), (DOWN, AdjustedDown, held)):
        outcome = asked(world, command)
        assert isinstance(outcome, Decision), outcome
        assert outcome.events == ((STREAM, event(amount=Money(250), reason=words(command.reason, "p-1"))),)
        world.record(outcome.events)
        assert world.balance("p-1") == then


@pytest.mark.parametrize("command", [UP, DOWN], ids=["up", "down"])
def test_nobody_else_does_nor_one_alone(command: CommandBase) -> None:
    """Not the platform, not an officer, not a player, and not one manager with himself."""
    world = house()
    for by in (PLATFORM, OFFICER, By(actor="player", id="p-1")):
        assert refused(world, command, by) == "House: authority"
    assert refused(world, command, MANAGER, MANAGER.id) == "House: second"


def test_it_is_no_way_around_the_limits_of_the_house() -> None:
    """What the house gives at most for a complaint is the most there is."""
    world = house()
    most = limits(world).most
    for kind in (AdjustUp, AdjustDown):
        beyond = kind(adjustment=Money(most + 1), player="p-1", reason="much")
        assert refused(world, beyond) == "House: limit"
        assert refused(world, kind(adjustment=Money(0), player="p-1", reason="nothing")) == "House: movement"
    assert isinstance(asked(world, AdjustUp(adjustment=Money(most), player="p-1", reason="much")), Decision)


def test_no_account_goes_below_nothing_or_beyond_what_a_table_holds() -> None:
    """And one that there is not is not set right."""
    world = house()
    world.does(Withdraw(amount=Money(world.balance("p-1") - 249), player="p-1", reference="bank"))
    assert refused(world, DOWN) == "House: overdraft"
    assert refused(world, UP.model_copy(update={"player": "p-9"})) == "House: account"
    world.states[STREAM] = world(STREAM)._replace(balance=AMOUNT_MAX)
    assert refused(world, UP) == "House: movement"


def test_of_who_was_erased_nothing_more_is_kept() -> None:
    """The reason would make him a new secret."""
    world = house()
    world.record([("player:p-1", PlayerErased(basis="GDPR 17", second="rui"))])
    for command in (UP, DOWN):
        assert refused(world, command) == "House: erasure"
