"""Credentials sealed by whoever has an event key: nobody is let in by one, and the verifier and the night name each that no manager signed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Final

import pytest

from tests.conftest import ORIGIN
from tests.forgeries.test_people import MANAGER, OFFICER, Desk
from tests.forgeries.twice import drop, kinds
from tests.worlds.forged_ledger import FORGER, Act, Commit, commits, sealed
from tests.worlds.staff import enrol, signed
from tests.worlds.world import words
from tombo.ledger.catalogue import command_digest, full_digest
from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.command import CommandBase, Envelope
from tombo.ledger.core.entry import By, CommandRef, EventBase
from tombo.ledger.core.lisbon import day_of
from tombo.ledger.house.credential.commands import GrantCredential, RevokeCredential
from tombo.ledger.house.credential.events import (
    CredentialGranted,
    CredentialRevoked,
    Holder,
    OpenIdProof,
    PlatformHolder,
    Proof,
    StaffHolder,
    TokenProof,
)
from tombo.ledger.house.staff.commands import GrantRole
from tombo.ledger.house.staff.events import ActSigned, RoleGranted, StaffKeyEnrolled
from tombo.ledger.live.acts import request_of
from tombo.ledger.operate.keyring import open_checked, open_ledger
from tombo.ledger.seal.entry import unpack
from tombo.ledger.seal.policy import parse_policy
from tombo.ledger.store import CommandRow, open_store
from tombo.ledger.store.mapper import Draft
from tombo.ledger.store.sealing import Batch
from tombo.ledger.verify import verify
from tombo.projections.credentials import Bearer, Credentials, refreshed
from tombo.projections.reconciliation.run import reconcile
from tombo.simulator.run import entries

GAMES: Final[Holder] = PlatformHolder(id="games")
TOKEN: Final[Proof] = TokenProof(sha256="aa" * 32)
STOLEN: Final[Proof] = TokenProof(sha256="bb" * 32)
WORDS: Final = words("lost", None)
DAY: Final = 24 * 3_600 * SECOND


def grant(name: str, holder: Holder = GAMES, proof: Proof = TOKEN) -> GrantCredential:
    """A credential without an end."""
    return GrantCredential(credential=name, holder=holder, proof=proof)


def event_of(command: CommandBase) -> tuple[str, EventBase]:
    """What a command leads to, and where."""
    if isinstance(command, GrantCredential):
        said = CredentialGranted(holder=command.holder, proof=command.proof, until=command.until)
        return f"credential:{command.credential}", said
    assert isinstance(command, RevokeCredential)
    return f"credential:{command.credential}", CredentialRevoked(reason=WORDS)


def asked(command: CommandBase, by: By, command_id: str, *beside: str) -> list[Act]:
    """What a command leads to, with true signatures of who asks and of those beside him, that no door judged."""
    envelope = signed(Envelope(command, by, command_id, None), ORIGIN, *beside)
    ref, digest = CommandRef(digest=command_digest(envelope), id=command_id), full_digest(envelope)
    request, several = dict(request_of(command)), len(envelope.signatures)
    signatures = [
        (
            f"staff:{one.staff}",
            ActSigned(digest=digest, key=one.key, request=request, signature=one.signature, signers=several),
        )
        for one in envelope.signatures
    ]
    return [Act(stream, event, by=by, command=ref) for stream, event in (event_of(command), *signatures)]


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
        revoked_by_the_platform,
    ],
)
def test_what_no_manager_signed_is_named_by_the_verifier_and_the_night(
    honest: Honest, forge: Callable[[list[Commit]], Act]
) -> None:
    """Each with its place, and nothing else; the night of another day says nothing of it."""
    found = commits(honest.entries, honest.ends)
    act = forge(found)
    verified, night = honest.told(found, forge.__name__)
    assert night == {act.index}
    with open_store(f"sqlite:///{honest.folder / forge.__name__}.db", read_only=True) as store:
        recorded = found[-1].recorded
        for day in (recorded - DAY, recorded + DAY):
            assert reconcile(store, None, day_of(day)).problems == ()
    assert act.index in verified and verified <= set(range(act.index, act.index + 3))


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
