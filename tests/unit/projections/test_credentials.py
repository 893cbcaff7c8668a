"""Who the bearer of a proof is: what managers granted, not revoked and not over, however far it was read before."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.conftest import ORIGIN
from tests.forgeries.test_people import MANAGER, OFFICER, Desk, outage
from tests.worlds.staff import enrol
from tombo.ledger.house.credential.commands import GrantCredential, RevokeCredential
from tombo.ledger.house.credential.events import (
    AuditorHolder,
    CertificateProof,
    OpenIdProof,
    PlatformHolder,
    Proof,
    StaffHolder,
    TokenProof,
)
from tombo.ledger.house.staff.commands import GrantRole, WithdrawKey, WithdrawRole
from tombo.ledger.live.ledger import Acknowledgement
from tombo.ledger.operate.keyring import open_checked
from tombo.projections.credentials import Bearer, Credentials, refreshed

GAMES = PlatformHolder(id="games")
TOKEN, CERTIFICATE = TokenProof(sha256="aa" * 32), CertificateProof(sha256="aa" * 32)
LATER = 2**52
"""An instant after every clock of these tests."""


@pytest.fixture
def desk(store_url: str, tmp_path: Path) -> Iterator[Desk]:
    """A ledger with its people, on each database in turn."""
    made = Desk(store_url, tmp_path / "keys")
    with made.ledger.store:
        yield made


def grant(name: str, proof: Proof = TOKEN, **changes: Any) -> GrantCredential:
    """A credential of the platform, but for ``changes``."""
    said: dict[str, Any] = {"holder": GAMES, "until": None, **changes}
    return GrantCredential(credential=name, proof=proof, **said)


def test_a_bearer_is_known_from_his_grant_to_its_end(desk: Desk) -> None:
    """To the microsecond; the same digest under another sort of proof is nobody's."""
    store = desk.ledger.store
    assert refreshed(Credentials(), store).bearer(TOKEN, 0) is None
    desk.does(grant("platform-1", until=LATER), MANAGER)
    known = refreshed(Credentials(), store)
    assert known.bearer(TOKEN, LATER - 1) == Bearer("platform-1", GAMES, LATER)
    assert known.bearer(TOKEN, LATER) is None
    assert known.bearer(CERTIFICATE, 0) is None
    desk.does(grant("srij-1", CERTIFICATE, holder=AuditorHolder(id="srij")), MANAGER)
    assert known.bearer(CERTIFICATE, 0) is None
    known = refreshed(known, store)
    assert known.bearer(CERTIFICATE, LATER) == Bearer("srij-1", AuditorHolder(id="srij"), None)
    assert known.bearer(TOKEN, 0) == Bearer("platform-1", GAMES, LATER)


def test_who_was_revoked_is_nobody_and_his_proof_can_be_granted_anew(desk: Desk) -> None:
    """Under another name; what was known before stays as it was, for whoever still asks it."""
    store = desk.ledger.store
    desk.does(grant("platform-1"), MANAGER)
    before = refreshed(Credentials(), store)
    desk.does(RevokeCredential(credential="platform-1", reason="lost"), MANAGER)
    then = refreshed(before, store)
    assert then.bearer(TOKEN, 0) is None
    assert before.bearer(TOKEN, 0) is not None
    desk.does(grant("platform-2"), MANAGER)
    assert refreshed(then, store).bearer(TOKEN, 0) == Bearer("platform-2", GAMES, None)


def test_another_process_sees_what_this_one_recorded(desk: Desk) -> None:
    """A reader that was open before hears of the grant and of its end, and of nothing else: then it is the same value."""
    with open_checked(desk.ledger.store.url, desk.keyring, read_only=True) as elsewhere:
        nothing = refreshed(Credentials(), elsewhere)
        desk.does(grant("platform-1"), MANAGER)
        granted = refreshed(nothing, elsewhere)
        assert granted.bearer(TOKEN, 0) == Bearer("platform-1", GAMES, None)
        desk.does(outage(), OFFICER)
        assert refreshed(granted, elsewhere) is granted
        desk.does(RevokeCredential(credential="platform-1", reason="lost"), MANAGER)
        assert refreshed(granted, elsewhere).bearer(TOKEN, 0) is None


def test_what_a_manager_granted_holds_when_he_is_none_any_more(desk: Desk) -> None:
    """He was one when he signed, with the key that he had then; and who reads it only now sees the same."""
    desk.does(GrantRole(role="manager", staff="s-9"), MANAGER)
    desk.does(enrol(ORIGIN, "s-9"), MANAGER)
    rui = OpenIdProof(issuer="https://id.example", subject="7")
    desk.does(grant("rui-1", rui, holder=StaffHolder(id="s-2")), MANAGER, "s-9")
    nine = MANAGER.model_copy(update={"id": "s-9"})
    key = desk.ledger.view()("staff:s-1").key.key
    desk.does(WithdrawRole(role="manager", staff="s-1"), nine)
    desk.does(WithdrawKey(key=key, staff="s-1"), nine)
    known = refreshed(Credentials(), desk.ledger.store)
    assert known.bearer(rui, 0) == Bearer("rui-1", StaffHolder(id="s-2"), None)


@pytest.fixture(scope="module")
def sqlite_desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """One ledger for all examples, each with names and proofs of its own."""
    folder = tmp_path_factory.mktemp("credentials")
    made = Desk(f"sqlite:///{folder}/ledger.db", folder / "keys")
    with made.ledger.store:
        yield made


ACTS = st.lists(
    st.tuples(
        st.sampled_from("ab"),
        st.sampled_from(["grant 1", "grant 2", "revoke", "look"]),
        st.sampled_from([None, LATER, LATER + 9]),
    ),
    max_size=8,
)


@given(acts=ACTS)
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_however_often_it_is_looked_at_it_is_the_same(
    sqlite_desk: Desk, acts: list[tuple[str, str, int | None]]
) -> None:
    """Whatever was accepted in whichever order, and read a bit at a time or at once: a bearer is who a plain list of it says."""
    store, kept = sqlite_desk.ledger.store, Credentials()
    example = f"{store.head().size}"
    held = dict[Proof, Bearer]()
    for name, what, until in acts:
        credential = f"{example}/{name}"
        if what == "look":
            kept = refreshed(kept, store)
        elif what == "revoke":
            outcome = sqlite_desk.ask(RevokeCredential(credential=credential, reason="over"), MANAGER)
            if isinstance(outcome, Acknowledgement):
                held = {proof: bearer for proof, bearer in held.items() if bearer.credential != credential}
        else:
            proof = TokenProof(sha256=f"{int(example) * 10 + int(what[-1]):064x}")
            outcome = sqlite_desk.ask(grant(credential, proof, until=until), MANAGER)
            if isinstance(outcome, Acknowledgement):
                held[proof] = Bearer(credential, GAMES, until)
    kept, once = refreshed(kept, store), refreshed(Credentials(), store)
    assert kept == once
    for number in (1, 2):
        proof = TokenProof(sha256=f"{int(example) * 10 + number:064x}")
        for at in (0, LATER, LATER + 8, LATER + 9):
            due = held.get(proof)
            alive = due is not None and (due.until is None or at < due.until)
            assert once.bearer(proof, at) == (due if alive else None)
