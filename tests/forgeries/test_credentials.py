"""Credentials sealed otherwise by whoever has an event key: the verifier and the night name each that no manager signed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

import pytest

from tests.conftest import ORIGIN
from tests.forgeries.test_people import MANAGER, OFFICER, Desk
from tests.forgeries.twice import drop, kinds
from tests.worlds.credentials import GAMES, STOLEN, WORDS, asked, grant
from tests.worlds.forged_ledger import FORGER, Act, Commit, commits, sealed
from tests.worlds.staff import enrol
from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.entry import By, CommandRef, EventBase
from tombo.ledger.core.lisbon import day_of
from tombo.ledger.house.credential.commands import RevokeCredential
from tombo.ledger.house.credential.events import (
    CredentialGranted,
    CredentialRevoked,
    OpenIdProof,
    PlatformHolder,
    StaffHolder,
    TokenProof,
)
from tombo.ledger.house.staff.commands import GrantRole
from tombo.ledger.seal.entry import unpack
from tombo.ledger.seal.policy import parse_policy
from tombo.ledger.store import open_store
from tombo.ledger.verify import verify
from tombo.projections.reconciliation.run import reconcile
from tombo.simulator.run import entries

DAY: Final = 24 * 3_600 * SECOND


def acted(found: list[Commit], command: CommandBase, by: By, *beside: str) -> Act:
    """Such a commit at the end; its first entry."""
    acts = asked(command, by, f"forged/{len(found)}", *beside)
    found.append(Commit(found[-1].recorded, acts))
    return acts[0]


def planted(found: list[Commit], stream: str, event: EventBase, by: By = FORGER) -> Act:
    """A commit at the end that nobody signed."""
    act = Act(stream, event, by=by, command=CommandRef(digest="00" * 16, id=f"forged/{len(found)}"))
    found.append(Commit(found[-1].recorded, [act]))
    return act


class Honest:
    """Two managers and an officer; a credential of the platform, one of the officer, and one that was revoked."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        desk = Desk(f"sqlite:///{folder}/ledger.db", folder / "keys")
        with desk.ledger.store as store:
            desk.does(GrantRole(role="manager", staff="s-9"), MANAGER)
            desk.does(enrol(ORIGIN, "s-9"), MANAGER)
            desk.does(GrantRole(role="officer", staff="s-1"), MANAGER.model_copy(update={"id": "s-9"}))
            rui = OpenIdProof(issuer="https://id.example", subject="7")
            for command in (
                grant("platform-1"),
                grant("rui-1", StaffHolder(id="s-2"), rui),
                grant("old-1", GAMES, STOLEN),
            ):
                desk.does(command, MANAGER, "s-9")
            desk.does(RevokeCredential(credential="old-1", reason="lost"), MANAGER)
            self.entries = list(entries(store))
            self.ends = sorted({(head := unpack(row.state)).first + head.count for row in store.rows()})
        self.policy = parse_policy(desk.keyring.policy.read_text())
        self.key = desk.keyring.load(desk.keyring.event(1))

    def told(self, found: Sequence[Commit], name: str) -> tuple[set[int | None], set[int]]:
        """The places that the verifier names, and those that the night does, once these commits are sealed with the real key."""
        url = f"sqlite:///{self.folder / name}.db"
        with sealed(found, url, ORIGIN, self.key) as store:
            night = reconcile(store, None, day_of(found[-1].recorded)).problems
        assert {(one.check, "is signed by no manager" in one.text) for one in night} <= {("people", True)}
        report = verify(partial(open_store, url, read_only=True), self.policy)
        assert {str(problem.code) for problem in report.problems} <= {"POLICY_FAIL"}
        return {problem.first for problem in report.problems}, {at for one in night for at in one.entries}


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Honest:
    """Made once."""
    return Honest(tmp_path_factory.mktemp("credentials"))


def test_what_managers_granted_and_revoked_is_whole(honest: Honest) -> None:
    """Neither the verifier nor the night has anything against it; nor against one more that is as the door would record it."""
    found = commits(honest.entries, honest.ends)
    assert honest.told(found, "honest") == (set(), set())
    acted(found, grant("platform-2", proof=STOLEN), MANAGER, "s-9")
    assert honest.told(found, "honest-again") == (set(), set())


def by_the_platform(found: list[Commit]) -> Act:
    """Who stole an event key makes himself a platform, as the platform."""
    return planted(found, "credential:mine", CredentialGranted(holder=GAMES, proof=STOLEN, until=None))


def in_his_name(found: list[Commit]) -> Act:
    """And in a manager's name, who signed nothing."""
    return planted(found, "credential:mine", CredentialGranted(holder=GAMES, proof=STOLEN, until=None), MANAGER)


def by_an_officer(found: list[Commit]) -> Act:
    """An officer signs it, in the role that he has."""
    return acted(found, grant("mine", proof=STOLEN), OFFICER)


def as_a_manager(found: list[Commit]) -> Act:
    """And in one that he has not."""
    return acted(found, grant("mine", proof=STOLEN), By(actor="staff", id="s-2", role="manager"))


def manager_as_officer(found: list[Commit]) -> Act:
    """A manager signs it, in another role of his."""
    return acted(found, grant("mine", proof=STOLEN), MANAGER.model_copy(update={"role": "officer"}))


def another_token(found: list[Commit]) -> Act:
    """A manager signed a grant, and his own token stands in the entry."""
    act = kinds(found, "credential.granted.v1")[0]
    act.says(proof=TokenProof(sha256="cc" * 32))
    return act


def another_holder(found: list[Commit]) -> Act:
    """Or another platform."""
    act = kinds(found, "credential.granted.v1")[0]
    act.says(holder=PlatformHolder(id="payments"))
    return act


def another_end(found: list[Commit]) -> Act:
    """Or another end."""
    act = kinds(found, "credential.granted.v1")[0]
    act.says(until=2**53 - 1)
    return act


def signature_of(found: list[Commit], act: Act) -> Act:
    """The first signature under the command of an entry."""
    return next(one for one in kinds(found, "staff.act_signed.v1") if one.command == act.command)


def another_signature(found: list[Commit]) -> Act:
    """The signature beside it is that of something else."""
    act, other = kinds(found, "credential.granted.v1")[:2]
    signature_of(found, act).says(signature=signature_of(found, other).event.signature)
    return act


def another_key(found: list[Commit]) -> Act:
    """Or said to be of a key that he never had."""
    act = kinds(found, "credential.granted.v1")[0]
    signature_of(found, act).says(key="00" * 8)
    return act


def another_command(found: list[Commit]) -> Act:
    """Or of another command than the entries say that they came from."""
    act = kinds(found, "credential.granted.v1")[0]
    came = act.command
    assert came is not None
    for commit in found:
        for one in commit.acts:
            if one.command == came:
                one.command = CommandRef(digest="11" * 16, id=came.id)
    return act


def revoked_by_the_platform(found: list[Commit]) -> Act:
    """A platform is shut out by nobody's word."""
    return planted(found, "credential:platform-1", CredentialRevoked(reason=WORDS))


@pytest.mark.parametrize(
    "forge",
    [
        by_the_platform,
        in_his_name,
        by_an_officer,
        as_a_manager,
        manager_as_officer,
        another_token,
        another_holder,
        another_end,
        another_signature,
        another_key,
        another_command,
        revoked_by_the_platform,
    ],
)
def test_what_no_manager_signed_is_named_by_the_verifier_and_the_night(
    honest: Honest, forge: Callable[[list[Commit]], Act]
) -> None:
    """Each with its place or that of its signatures, and nothing else; the night of another day says nothing of it."""
    found = commits(honest.entries, honest.ends)
    act = forge(found)
    verified, night = honest.told(found, forge.__name__)
    assert night == {act.index}
    with open_store(f"sqlite:///{honest.folder / forge.__name__}.db", read_only=True) as store:
        recorded = found[-1].recorded
        for day in (recorded - DAY, recorded + DAY):
            assert reconcile(store, None, day_of(day)).problems == ()
    assert verified and verified <= set(range(act.index, act.index + 3))


def alone(found: list[Commit]) -> Act:
    """One of two managers, alone."""
    return acted(found, grant("mine", proof=STOLEN), MANAGER)


def shared(found: list[Commit]) -> Act:
    """The proof of a credential that is not revoked."""
    return acted(found, grant("mine"), MANAGER, "s-9")


def his_own(found: list[Commit]) -> Act:
    """To himself."""
    return acted(
        found,
        grant("mine", StaffHolder(id="s-1"), OpenIdProof(issuer="https://x.example", subject="1")),
        MANAGER,
        "s-9",
    )


def unknown(found: list[Commit]) -> Act:
    """To who was never enrolled."""
    return acted(
        found,
        grant("mine", StaffHolder(id="s-7"), OpenIdProof(issuer="https://x.example", subject="1")),
        MANAGER,
        "s-9",
    )


def token_of_staff(found: list[Commit]) -> Act:
    """A token for a person."""
    return acted(found, grant("mine", StaffHolder(id="s-2"), STOLEN), MANAGER, "s-9")


def revoked_again(found: list[Commit]) -> Act:
    """What was revoked before."""
    return acted(found, RevokeCredential(credential="old-1", reason="lost"), MANAGER)


@pytest.mark.parametrize("forge", [alone, shared, his_own, unknown, token_of_staff, revoked_again])
def test_what_the_door_would_have_refused_is_named_though_it_is_signed(
    honest: Honest, forge: Callable[[list[Commit]], Act]
) -> None:
    """The verifier judges it again by the rules of the door; the night asks for the signature alone."""
    found = commits(honest.entries, honest.ends)
    act = forge(found)
    assert honest.told(found, forge.__name__) == ({act.index}, set())


def test_a_second_signature_that_is_gone_is_named(honest: Honest) -> None:
    """As if one manager had been enough."""
    found = commits(honest.entries, honest.ends)
    act = kinds(found, "credential.granted.v1")[0]
    drop(found, [one for one in kinds(found, "staff.act_signed.v1") if one.command == act.command][1])
    verified, night = honest.told(found, "second-gone")
    assert act.index in verified and night == set()
