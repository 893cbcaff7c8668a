"""An entry that a stolen event key sealed in somebody's stream: what he asks for, and what is asked about him, is refused with its place. Others go on."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.conftest import ORIGIN
from tests.forgeries.test_credentials_door import seal
from tests.forgeries.test_people import MANAGER, OFFICER, Desk, outage
from tests.worlds.credentials import grant
from tests.worlds.forged_ledger import Act
from tests.worlds.staff import enrol, signed
from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.entry import By
from tombo.ledger.core.errors import OutOfPlaceError
from tombo.ledger.house.account.events import AccountOpened
from tombo.ledger.house.staff.commands import GrantRole, WithdrawRole
from tombo.ledger.operate.keyring import open_ledger
from tombo.ledger.seal.policy import parse_policy
from tombo.ledger.store import open_store
from tombo.ledger.verify import verify

STRANGER = AccountOpened(player="p-1")
"""No door records it in a stream of staff."""


@pytest.fixture
def desk(store_url: str, tmp_path: Path) -> Iterator[Desk]:
    """A ledger with its people, on each database in turn."""
    made = Desk(store_url, tmp_path / "keys")
    with made.ledger.store:
        yield made


def planted(desk: Desk, *people: str) -> list[int]:
    """The places of a stranger in the stream of each of ``people``; the door meets it as one that was opened since, too."""
    first = desk.ledger.store.head().size
    for who in people:
        seal(desk, Act(f"staff:{who}", STRANGER))
    return list(range(first, first + len(people)))


def refused_by_name(desk: Desk, command: CommandBase, by: By, index: int) -> None:
    """What is asked is refused with the place of the stranger, and nothing is recorded."""
    size = desk.ledger.store.head().size
    with pytest.raises(OutOfPlaceError, match=rf"account\.opened\.v1 at log index {index} cannot follow"):
        desk.ask(command, by)
    assert desk.ledger.store.head().size == size


def test_a_stranger_keeps_nobody_else_from_anything(desk: Desk) -> None:
    """Red before: no manager granted a role, a key or a credential any more. Only he in whose stream it stands is refused, by its place."""
    officers, nobody = planted(desk, "s-2", "zz")
    desk.employ("s-4", "officer")
    desk.does(grant("platform-1"), MANAGER)
    desk.does(outage("flood"), By(actor="staff", id="s-4", role="officer"))
    desk.does(WithdrawRole(role="officer", staff="s-4"), MANAGER)
    refused_by_name(desk, outage(), OFFICER, officers)
    refused_by_name(desk, WithdrawRole(role="officer", staff="s-2"), MANAGER, officers)
    refused_by_name(desk, GrantRole(role="officer", staff="zz"), MANAGER, nobody)
    report = verify(
        partial(open_store, desk.ledger.store.url, read_only=True), parse_policy(desk.keyring.policy.read_text())
    )
    assert {problem.first for problem in report.problems} == {officers, nobody}
    later = open_ledger(desk.ledger.store.url, desk.keyring, clock=desk.ledger.clock)
    with later.store:
        desk.count += 1
        asked = signed(desk.envelope(GrantRole(role="officer", staff="s-5"), MANAGER), ORIGIN)
        assert later.handle(asked).command_id == asked.command_id  # type: ignore[union-attr]  # a receipt has one


def test_a_stranger_makes_nobody_the_only_manager(desk: Desk) -> None:
    """Who was a manager counts as one: where there are others nobody gives alone what makes another person, and the last who can act stays."""
    desk.employ("s-3", "manager")
    planted(desk, "s-3")
    alone = signed(desk.envelope(GrantRole(role="officer", staff="s-4"), MANAGER), ORIGIN)
    assert desk.refuses(alone) == "House: second"
    his_key = signed(desk.envelope(enrol(ORIGIN, "s-2", number=2), MANAGER), ORIGIN)
    assert desk.refuses(his_key) == "House: second"
    last = signed(desk.envelope(WithdrawRole(role="manager", staff="s-1"), MANAGER), ORIGIN)
    assert desk.refuses(last) == "House: staff"
