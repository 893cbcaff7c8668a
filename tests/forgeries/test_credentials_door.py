"""Credentials and a stolen event key at an open door, on either store: nobody is let in by what no manager signed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.conftest import ORIGIN
from tests.forgeries.test_people import MANAGER, OFFICER, Desk
from tests.tools.cli_run import tombo
from tests.worlds.credentials import GAMES, STOLEN, TOKEN, WORDS, asked, grant
from tests.worlds.forged_ledger import FORGER, Act
from tests.worlds.staff import enrol, signed
from tombo.ledger.core.entry import By, CommandRef, EventBase
from tombo.ledger.core.lisbon import day_of
from tombo.ledger.house.credential.events import (
    CredentialGranted,
    CredentialRevoked,
    PlatformHolder,
    TokenProof,
)
from tombo.ledger.house.staff.events import RoleGranted, StaffKeyEnrolled
from tombo.ledger.operate.keyring import open_checked, open_ledger
from tombo.ledger.seal.policy import parse_policy
from tombo.ledger.store import CommandRow, open_store
from tombo.ledger.store.mapper import Draft
from tombo.ledger.store.sealing import Batch
from tombo.ledger.verify import verify
from tombo.projections.credentials import Bearer, Credentials, refreshed
from tombo.projections.reconciliation.run import reconcile


def seal(desk: Desk, *acts: Act) -> None:
    """One commit of another process that has the event key and no door."""
    thief = open_ledger(desk.ledger.store.url, desk.keyring, clock=desk.ledger.clock)
    with thief.store as store:
        batch, command = Batch(), f"thief/{store.head().size}"
        ref = acts[0].command or CommandRef(digest="00" * 16, id=command)
        for act in acts:
            head = store.head_of(act.stream)
            batch.drafts.append(
                Draft(act.stream, 1 if head is None else head.version + 1, act.event, act.by, ref, None)
            )
            if head is not None:
                batch.heads[act.stream] = head.hash
        batch.commands.append(CommandRow(ref.id, bytes.fromhex(ref.digest), 0, len(acts)))
        thief.sealing.put(batch.drafts, batch=batch)


@pytest.fixture
def desk(store_url: str, tmp_path: Path) -> Iterator[Desk]:
    """A ledger with its people, on each database in turn."""
    made = Desk(store_url, tmp_path / "keys")
    with made.ledger.store:
        yield made


def test_at_the_door_nobody_but_a_manager_grants(desk: Desk) -> None:
    """Neither an officer who signs, nor who calls himself a manager, nor a manager who did not sign."""
    officer = signed(desk.envelope(grant("mine"), OFFICER), ORIGIN)
    assert desk.refuses(officer) == "House: authority"
    liar = By(actor="staff", id="s-2", role="manager")
    assert desk.refuses(signed(desk.envelope(grant("mine"), liar), ORIGIN)) == "House: authority"
    assert desk.refuses(desk.envelope(grant("mine"), MANAGER)) == "House: signature"
    assert desk.refuses(desk.envelope(grant("mine"), By(actor="platform", id="games"))) == "House: authority"


def test_a_grant_that_a_stolen_event_key_seals_lets_nobody_in(desk: Desk) -> None:
    """It makes nobody a bearer; what it revokes is revoked, until it is named. On either store."""
    desk.does(grant("platform-1"), MANAGER)
    store, clock = desk.ledger.store, desk.ledger.clock
    before = refreshed(Credentials(), store)
    seal(desk, Act("credential:mine", CredentialGranted(holder=GAMES, proof=STOLEN, until=None), by=FORGER))
    seal(desk, Act("credential:his", CredentialGranted(holder=GAMES, proof=STOLEN, until=None), by=MANAGER))
    known = refreshed(before, store)
    assert known.bearer(STOLEN, 0) is None
    assert known.bearer(TOKEN, 0) == before.bearer(TOKEN, 0) is not None
    seal(desk, Act("credential:platform-1", CredentialRevoked(reason=WORDS), by=FORGER))
    with open_checked(store.url, desk.keyring, read_only=True) as elsewhere:
        for then in (refreshed(known, store), refreshed(Credentials(), elsewhere)):
            assert then.bearer(STOLEN, 0) is None and then.bearer(TOKEN, 0) is None
        night = reconcile(elsewhere, None, day_of(clock.now())).problems
    report = verify(partial(open_store, store.url, read_only=True), parse_policy(desk.keyring.policy.read_text()))
    size = store.head().size
    forged = set(range(size - 3, size))
    assert {at for one in night for at in one.entries} == forged == {problem.first for problem in report.problems}


def test_the_list_says_of_what_no_manager_signed_that_it_is_nobodys(desk: Desk) -> None:
    """And of a stranger where it stands; the others are listed as before."""
    desk.does(grant("platform-1"), MANAGER)
    size, store = desk.ledger.store.head().size, desk.ledger.store
    seal(desk, Act("credential:mine", CredentialGranted(holder=GAMES, proof=STOLEN, until=None)))
    seal(desk, Act("credential:zz", CredentialRevoked(reason=WORDS)))
    listing = ("--ledger", store.url, "--keys", str(desk.keyring.directory), "credential", "list")
    told = tombo(*listing)
    lines = told.out.splitlines()
    assert (told.status, len(lines)) == (1, 3)
    assert lines[0].startswith(
        f"mine  platform games, by token; nobody's: no manager signed its grant at log index {size}"
    )
    assert lines[1].startswith("platform-1  platform games, by token; granted by s-1 at log index ")
    assert f"zz  TAMPERED: credential.revoked.v1 at log index {size + 1} cannot follow" in lines[2]
    assert [row.get("stands") for row in tombo("--json", *listing).lines] == ["unsigned", "live", None]


@pytest.mark.parametrize(
    "stranger",
    [
        CredentialGranted(holder=GAMES, proof=STOLEN, until=None),
        RoleGranted(role="manager"),
        CredentialRevoked(reason=WORDS),
    ],
)
def test_what_stands_behind_a_grant_ends_it_and_keeps_nobody_from_another(desk: Desk, stranger: EventBase) -> None:
    """No door reads a stream with a stranger in it, so nobody could revoke what it grants: it is over. Others are granted, for proofs of their own."""
    desk.does(grant("platform-1"), MANAGER)
    store = desk.ledger.store
    known = refreshed(Credentials(), store)
    forged = store.head().size
    seal(desk, Act("credential:platform-1", stranger))
    seal(desk, Act("credential:zz", CredentialRevoked(reason=WORDS)))
    assert refreshed(known, store).bearer(TOKEN, 0) is None
    if not isinstance(stranger, CredentialRevoked):
        assert desk.refuses(signed(desk.envelope(grant("twin"), MANAGER), ORIGIN)) == "House: credential"
    desk.does(grant("platform-2", proof=TokenProof(sha256="cc" * 32)), MANAGER)
    for then in (refreshed(known, store), refreshed(Credentials(), store)):
        assert then.bearer(TokenProof(sha256="cc" * 32), 0) == Bearer("platform-2", GAMES, None)
    report = verify(partial(open_store, store.url, read_only=True), parse_policy(desk.keyring.policy.read_text()))
    assert {problem.first for problem in report.problems} == {forged, forged + 1}


def test_what_a_manager_and_a_thief_seal_together_takes_nobodys_place(desk: Desk) -> None:
    """A proof in two credentials is that of the one granted first."""
    desk.does(grant("platform-1"), MANAGER)
    store, games = desk.ledger.store, Bearer("platform-1", GAMES, None)
    seal(desk, *asked(grant("a-twin", PlatformHolder(id="payments")), MANAGER, "thief/twin"))
    assert refreshed(Credentials(), store).bearer(TOKEN, 0) == games


def test_who_makes_himself_a_manager_is_believed_until_somebody_verifies(desk: Desk) -> None:
    """That is left to him, as at every door: his role, his key and his grant are named by the verifier, and not by the night."""
    store = desk.ledger.store
    before = store.head().size
    enrolled = StaffKeyEnrolled(**enrol(ORIGIN, "thief").model_dump(exclude={"kind", "staff"}))
    seal(desk, Act("staff:thief", RoleGranted(role="manager")))
    seal(desk, Act("staff:thief", enrolled))
    seal(desk, *asked(grant("mine", proof=STOLEN), By(actor="staff", id="thief", role="manager"), "thief/grant"))
    assert refreshed(Credentials(), store).bearer(STOLEN, 0) is not None
    report = verify(partial(open_store, store.url, read_only=True), parse_policy(desk.keyring.policy.read_text()))
    assert {problem.first for problem in report.problems} == {before, before + 1, before + 2}
    with open_checked(store.url, desk.keyring, read_only=True) as elsewhere:
        assert reconcile(elsewhere, None, day_of(desk.ledger.clock.now())).problems == ()
