"""B1: nobody is believed to be who he says. An act of staff is proved by him who asks, with a key of his own, or is refused."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ORIGIN
from tests.worlds.staff import enrol, key_of, signed
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.command import CommandBase, Envelope
from tombo.ledger.core.entry import By
from tombo.ledger.core.errors import UsageError
from tombo.ledger.core.findings import Refused
from tombo.ledger.exchange.door import ImportJob
from tombo.ledger.house.incident.commands import OpenIncident
from tombo.ledger.house.staff.commands import GrantRole, WithdrawKey, WithdrawRole
from tombo.ledger.house.staff.events import ActSigned, RoleGranted
from tombo.ledger.live.acts import sign
from tombo.ledger.live.ledger import Acknowledgement, Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger
from tombo.ledger.seal.act import Act, holds

PLATFORM = By(actor="platform", id="operator")
MANAGER = By(actor="staff", id="s-1", role="manager")
OFFICER = By(actor="staff", id="s-2", role="officer")


class Desk:
    """A ledger with a manager s-1 and an officer s-2, and everybody's key at hand."""

    def __init__(self, url: str, folder: Path) -> None:
        self.keyring = Keyring(folder)
        self.ledger: Ledger = create_ledger(
            url,
            self.keyring,
            origin=ORIGIN,
            manager="s-1",
            manager_key=key_of(ORIGIN, "s-1"),
            clock=SteppingClock(),
        )
        self.count = 0
        self.employ("s-2", "officer")

    def envelope(self, command: CommandBase, by: By) -> Envelope:
        """A command that nobody has signed."""
        self.count += 1
        return Envelope(command, by, f"desk-{self.count}", None)

    def ask(self, command: CommandBase, by: By, *beside: str) -> Any:
        """What becomes of a command that who asks has signed."""
        return self.ledger.handle(signed(self.envelope(command, by), ORIGIN, *beside))

    def does(self, command: CommandBase, by: By, *beside: str) -> Acknowledgement:
        """A command that is accepted."""
        outcome = self.ask(command, by, *beside)
        assert isinstance(outcome, Acknowledgement), outcome
        return outcome

    def refuses(self, envelope: Envelope) -> str:
        """The rule under which a command is refused; nothing is recorded."""
        size = self.ledger.store.head().size
        outcome = self.ledger.handle(envelope)
        assert isinstance(outcome, Refused), outcome
        assert self.ledger.store.head().size == size
        return outcome.finding.rule

    def employ(self, staff: str, role: str) -> None:
        """``staff`` gets a role and a key from the manager."""
        self.does(GrantRole(role=role, staff=staff), MANAGER)
        self.does(enrol(ORIGIN, staff), MANAGER)


@pytest.fixture
def desk(store_url: str, tmp_path: Path) -> Iterator[Desk]:
    """A ledger with its people, on each database in turn."""
    made = Desk(store_url, tmp_path / "keys")
    with made.ledger.store:
        yield made


def outage(name: str = "fire") -> OpenIncident:
    """Something an officer may ask for."""
    return OpenIncident(first_instant=0, incident=name, origin="operator_system", reported_by="ops", scope=None)


def test_b1_an_act_that_nobody_signed_is_refused(desk: Desk) -> None:
    """B1: whoever types the name and role of an officer is refused by name, and nothing is recorded."""
    assert desk.refuses(desk.envelope(outage(), OFFICER)) == "House: signature"
    assert desk.refuses(desk.envelope(GrantRole(role="officer", staff="s-9"), MANAGER)) == "House: signature"
    desk.does(outage(), OFFICER)


def test_b1_a_signature_is_recorded_in_the_commit_of_what_it_led_to(desk: Desk) -> None:
    """The signature stands in the member's own stream, in the same command, and holds over what the entries say."""
    receipt = desk.does(outage(), OFFICER)
    assert [entry.stream for entry in receipt.entries][-1] == "staff:s-2"
    last = desk.ledger.entries("staff:s-2")[-1]
    event = last.event
    assert isinstance(event, ActSigned)
    assert last.command is not None and event.digest[:32] == last.command.digest
    assert event.request == {
        "first_instant": 0,
        "incident": "fire",
        "kind": "open_incident",
        "origin": "operator_system",
    }
    act = Act(ORIGIN, last.command.id, event.digest, "s-2", last.by.role, event.request)
    assert holds(key_of(ORIGIN, "s-2").public, event.signature, act.text)


def test_b1_a_signature_of_somebody_else_is_refused(desk: Desk) -> None:
    """The key of another person, a key of one's own making, a person without a key, one person twice: each refused."""
    plain = desk.envelope(outage(), OFFICER)
    for staff, key in (("s-1", "s-1"), ("s-2", "s-1"), ("s-2", "s-9"), ("s-9", "s-9")):
        assert desk.refuses(sign(plain, staff, key_of(ORIGIN, key), ORIGIN)) == "House: signature"
    assert desk.refuses(signed(desk.envelope(outage(), OFFICER), "other.example/1")) == "House: signature"
    own = sign(plain, "s-2", key_of(ORIGIN, "s-2"), ORIGIN)
    assert desk.refuses(own._replace(signatures=(*own.signatures, *own.signatures))) == "House: signature"


def test_b1_a_signature_is_good_for_one_command(desk: Desk) -> None:
    """Under another command id, role, time or content the same signature is refused; a retry gets the first receipt."""
    good = signed(desk.envelope(outage(), OFFICER), ORIGIN)
    changed = [
        good._replace(command_id="again"),
        good._replace(occurred=7),
        good._replace(command=outage("flood")),
        good._replace(by=By(actor="staff", id="s-2", role="manager")),
    ]
    for envelope in changed:
        assert desk.refuses(envelope) == "House: signature"
    first = desk.ledger.handle(good)
    assert isinstance(first, Acknowledgement) and not first.repeated
    second = desk.ledger.handle(good)
    assert isinstance(second, Acknowledgement) and second.repeated and second.entries == first.entries


def test_b1_the_import_door_believes_nobody(desk: Desk) -> None:
    """What is recorded without being judged cannot be said to come from staff or a player."""
    for by in (OFFICER, By(actor="player", id="p-1")):
        job = ImportJob("in-1", "00" * 16, by, None, [("staff:s-3", RoleGranted(role="manager"))], {})
        with pytest.raises(UsageError, match="believes nobody"):
            desk.ledger.record([job])


def test_b1_a_withdrawn_role_or_key_signs_no_more(desk: Desk) -> None:
    """Who lost his role is refused by authority, who lost his key by signature; with a new key he signs again."""
    desk.does(WithdrawRole(role="officer", staff="s-2"), MANAGER)
    assert desk.refuses(signed(desk.envelope(outage(), OFFICER), ORIGIN)) == "House: authority"
    desk.does(GrantRole(role="officer", staff="s-2"), MANAGER)
    key = key_of(ORIGIN, "s-2").key_id.hex()
    desk.does(WithdrawKey(key=key, staff="s-2"), OFFICER)
    assert desk.refuses(signed(desk.envelope(outage(), OFFICER), ORIGIN)) == "House: signature"
    assert desk.refuses(signed(desk.envelope(WithdrawKey(key=key, staff="s-2"), MANAGER), ORIGIN)) == "House: staff"
    assert desk.refuses(signed(desk.envelope(enrol(ORIGIN, "s-2"), MANAGER), ORIGIN)) == "House: staff"
    desk.does(enrol(ORIGIN, "s-2", number=2), MANAGER)
    again = desk.envelope(outage(), OFFICER)
    assert desk.refuses(signed(again, ORIGIN)) == "House: signature"
    assert isinstance(desk.ledger.handle(sign(again, "s-2", key_of(ORIGIN, "s-2", 2), ORIGIN)), Acknowledgement)


def test_b1_a_player_or_the_platform_bears_no_signature(desk: Desk) -> None:
    """A signature under a command of the platform is refused: it would prove what nobody checked."""
    plain = desk.envelope(outage(), PLATFORM)
    assert desk.refuses(sign(plain, "s-2", key_of(ORIGIN, "s-2"), ORIGIN)) == "House: signature"


def test_b1_roles_are_a_closed_list_and_not_for_oneself(desk: Desk) -> None:
    """B1: a role that nothing needs, and a role for the manager who asks, are refused."""
    for role, staff in (("king", "s-3"), ("officer", "s-1")):
        assert desk.refuses(signed(desk.envelope(GrantRole(role=role, staff=staff), MANAGER), ORIGIN)) == "House: staff"


def test_b1_where_there_are_two_managers_one_alone_gives_no_role(desk: Desk) -> None:
    """With a second manager a grant bears two signatures, of managers, neither of them of him who gets the role."""
    desk.employ("s-3", "manager")
    grant = GrantRole(role="officer", staff="s-4")
    assert desk.refuses(signed(desk.envelope(grant, MANAGER), ORIGIN)) == "House: second"
    assert desk.refuses(signed(desk.envelope(grant, MANAGER), ORIGIN, "s-2")) == "House: authority"
    own = GrantRole(role="officer", staff="s-3")
    assert desk.refuses(signed(desk.envelope(own, MANAGER), ORIGIN, "s-3")) == "House: staff"
    receipt = desk.does(grant, MANAGER, "s-3")
    assert [entry.stream for entry in receipt.entries] == ["staff:s-4", "staff:s-1", "staff:s-3"]


def test_b1_where_there_are_two_managers_one_alone_enrols_no_key(desk: Desk) -> None:
    """B1: a key that one manager makes for a colleague, new or known, manager or officer, would make two people of him."""
    desk.employ("s-3", "manager")
    for staff in ("s-2", "s-3"):
        later = enrol(ORIGIN, staff, number=2)
        assert desk.refuses(signed(desk.envelope(later, MANAGER), ORIGIN)) == "House: second"
        assert desk.refuses(signed(desk.envelope(later, MANAGER), ORIGIN, "s-2")) == "House: authority"
    desk.does(enrol(ORIGIN, "s-2", number=2), MANAGER, "s-3")
    desk.does(enrol(ORIGIN, "s-3", number=2), MANAGER, "s-3")  # he himself, with the key that he has


@pytest.mark.parametrize("what", ["role", "key"])
def test_b1_a_manager_does_not_make_himself_the_only_one(desk: Desk, what: str) -> None:
    """B1: who took the role or key of the other manager alone gives no role and no key alone, until the root key vouches for him."""
    desk.employ("s-3", "manager")
    key = key_of(ORIGIN, "s-3").key_id.hex()
    desk.does(
        WithdrawRole(role="manager", staff="s-3") if what == "role" else WithdrawKey(key=key, staff="s-3"), MANAGER
    )
    grant = GrantRole(role="officer", staff="s-4")
    assert desk.refuses(signed(desk.envelope(grant, MANAGER), ORIGIN)) == "House: second"
    for staff in ("s-2", "s-3"):
        later = desk.envelope(enrol(ORIGIN, staff, number=2), MANAGER)
        assert desk.refuses(signed(later, ORIGIN)) in {"House: second", "House: staff"}
    desk.does(enrol(ORIGIN, "s-1", desk.keyring.load_root(desk.keyring.root), number=2), PLATFORM)
    vouched = sign(desk.envelope(grant, MANAGER), "s-1", key_of(ORIGIN, "s-1", 2), ORIGIN)
    assert isinstance(desk.ledger.handle(vouched), Acknowledgement)


def test_b1_keys_come_from_managers_and_are_held_by_somebody(desk: Desk) -> None:
    """The platform enrols the first key alone; nobody enrols a key for himself, without a role, or without holding it."""
    third, again = enrol(ORIGIN, "s-3"), enrol(ORIGIN, "s-1")
    assert desk.refuses(signed(desk.envelope(third, MANAGER), ORIGIN)) == "House: staff"  # no role yet
    desk.does(GrantRole(role="officer", staff="s-3"), MANAGER)
    assert desk.refuses(desk.envelope(third, PLATFORM)) == "House: authority"
    assert desk.refuses(signed(desk.envelope(third, OFFICER), ORIGIN)) == "House: authority"
    assert desk.refuses(signed(desk.envelope(again, MANAGER), ORIGIN)) == "House: staff"
    for wrong in (
        third.model_copy(update={"possession": again.possession}),
        third.model_copy(update={"key": again.key}),
        third.model_copy(update={"public": "AAAA"}),
        third.model_copy(update={"public": again.public}),
        third.model_copy(update={"root_signature": third.possession}),
    ):
        assert desk.refuses(sign_as_manager(desk, wrong)) in {"House: signature", "House: staff"}
    desk.does(third, MANAGER)


def sign_as_manager(desk: Desk, command: CommandBase) -> Envelope:
    """``command``, just as it is, with the manager's signature."""
    return sign(desk.envelope(command, MANAGER), "s-1", key_of(ORIGIN, "s-1"), ORIGIN)


def test_b1_the_root_key_helps_a_manager_who_lost_his(desk: Desk) -> None:
    """The last manager without a key gets one by the root key's signature, and by no other; an officer does not."""
    root = desk.keyring.load_root(desk.keyring.root)
    desk.does(WithdrawKey(key=key_of(ORIGIN, "s-1").key_id.hex(), staff="s-1"), MANAGER)
    false = enrol(ORIGIN, "s-1", key_of(ORIGIN, "s-2"))
    assert desk.refuses(desk.envelope(false, PLATFORM)) == "House: signature"
    assert desk.refuses(desk.envelope(enrol(ORIGIN, "s-1"), PLATFORM)) == "House: authority"
    assert desk.refuses(desk.envelope(enrol(ORIGIN, "s-2", root), PLATFORM)) == "House: staff"
    desk.does(enrol(ORIGIN, "s-1", root, number=2), PLATFORM)
    grant = desk.envelope(GrantRole(role="officer", staff="s-5"), MANAGER)
    assert isinstance(desk.ledger.handle(sign(grant, "s-1", key_of(ORIGIN, "s-1", 2), ORIGIN)), Acknowledgement)
