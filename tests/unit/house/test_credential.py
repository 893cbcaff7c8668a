"""Credentials: granted by managers to who is known, for a proof of its own, under a name of its own; and revoked once."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from tests.unit.house.test_limits import asked, rule
from tests.worlds.house import MANAGER, House, player
from tests.worlds.staff import key_of
from tests.worlds.world import OFFICER, PLATFORM, words
from tombo.ledger.core.entry import By
from tombo.ledger.core.errors import TamperedError
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.language import Language
from tombo.ledger.house.credential.authority import PROOFS
from tombo.ledger.house.credential.commands import GrantCredential, RevokeCredential
from tombo.ledger.house.credential.events import (
    AuditorHolder,
    CertificateProof,
    CredentialGranted,
    CredentialRevoked,
    Holder,
    OpenIdProof,
    PlatformHolder,
    PlayersHolder,
    Proof,
    SignerProof,
    StaffHolder,
    TokenProof,
)
from tombo.ledger.house.credential.state import Credential, evolve
from tombo.ledger.house.staff.commands import WithdrawKey, WithdrawRole
from tombo.ledger.house.staff.events import RoleGranted, StaffKeyEnrolled
from tombo.ledger.kinds import misplaced
from tombo.ledger.live.acts import request_of

GAMES: Holder = PlatformHolder(id="games")
NAME = "credential:platform-1"
KEY = key_of("test.example/1", "players").public.raw
HOLDERS: dict[str, Holder] = {
    "auditor": AuditorHolder(id="srij-1"),
    "platform": GAMES,
    "players": PlayersHolder(),
    "staff": StaffHolder(id="rui"),
}
PROVED: dict[str, Proof] = {
    "certificate": CertificateProof(sha256="cd" * 32),
    "openid": OpenIdProof(issuer="https://id.operator.example/tombo", subject="7f3a"),
    "signer": SignerProof(public=b64encode(KEY).decode()),
    "token": TokenProof(sha256="ab" * 32),
}


def keyed(key: str = "01" * 8) -> StaffKeyEnrolled:
    """A key as a stream of staff tells of it: whether it holds is seen where it is enrolled."""
    return StaffKeyEnrolled(key=key, possession="AAAA", public="AAAA", root_signature=None)


def desk(*managers: str) -> House:
    """A house with an officer rui, who has a key, and a manager ana, who has one too; and other managers."""
    world = House()
    world.clock = 1_000_000
    world.record((f"staff:{name}", RoleGranted(role="manager")) for name in ("ana", *managers))
    world.record([("staff:rui", RoleGranted(role="officer"))])
    world.record((f"staff:{name}", keyed()) for name in ("ana", "rui", *managers))
    return world


def grant(name: str = "platform-1", **changes: Any) -> GrantCredential:
    """A token of the platform, but for ``changes``."""
    said: dict[str, Any] = {"holder": GAMES, "proof": PROVED["token"], "until": None, **changes}
    return GrantCredential(credential=name, **said)


def test_a_manager_grants_and_revokes() -> None:
    """The entries say who its bearer is, by which proof and until when; and why it ended, sealed as about nobody."""
    world = desk()
    granted = CredentialGranted(holder=GAMES, proof=PROVED["token"], until=5_000_000)
    assert world.adds(grant(until=5_000_000), MANAGER) == [(NAME, granted)]
    assert world(NAME) == Credential(GAMES, PROVED["token"], 5_000_000)
    revoke = RevokeCredential(credential="platform-1", reason="it was in a mail")
    revoked = CredentialRevoked(reason=words("it was in a mail", None))
    assert world.adds(revoke, MANAGER) == [(NAME, revoked)]
    assert world(NAME) == Credential(GAMES, PROVED["token"], 5_000_000, revoked=True)


def test_nothing_but_the_reason_is_left_out_of_what_is_signed() -> None:
    """Whoever puts a signature under something else is found by the verifier, which has the request alone."""
    told = request_of(grant(until=7))
    proof = sha256(PROVED["token"].model_dump_json().encode()).hexdigest()
    assert (told["credential"], told["until"], told["proof"]) == ("platform-1", 7, proof)
    assert request_of(RevokeCredential(credential="platform-1", reason="lost")) == {
        "credential": "platform-1",
        "kind": "revoke_credential",
    }


@pytest.mark.parametrize("by", [PLATFORM, OFFICER, player("ana"), By(actor="staff", id="rui", role="manager")])
def test_nobody_but_a_manager_grants_or_revokes(by: By) -> None:
    """Neither the platform, nor an officer, nor who says that he is a manager and is none."""
    world = desk()
    assert world.refuses(grant(), by) == "House: authority"
    world.does(grant(), MANAGER)
    assert world.refuses(RevokeCredential(credential="platform-1", reason="mine"), by) == "House: authority"


def test_where_there_are_several_managers_one_alone_grants_nothing() -> None:
    """Who grants a credential can be its bearer, so a second one signs beside him; to revoke one is enough, as it has to be quick."""
    world = desk("eva")
    assert rule(asked(world, grant(), MANAGER)) == "House: second"
    assert rule(asked(world, grant(), MANAGER, "eva")) is None
    assert rule(asked(world, RevokeCredential(credential="platform-1", reason="lost"), MANAGER)) is None


def test_who_took_the_key_of_the_other_manager_still_counts_him() -> None:
    """Nobody makes himself the only manager to grant alone."""
    world = desk("eva")
    assert rule(asked(world, WithdrawKey(key="01" * 8, staff="eva"), MANAGER)) is None
    world.states["staff:ana"] = world("staff:ana")._replace(took=frozenset({"eva"}))
    outcome = asked(world, grant(), MANAGER)
    assert isinstance(outcome, Refused)
    assert outcome.message.startswith(
        "ana alone took the role or key of the manager eva, and grants no credential alone"
    )


@pytest.mark.parametrize("actor", HOLDERS)
@pytest.mark.parametrize("by", PROVED)
def test_each_holder_has_proofs_of_his_own(actor: str, by: str) -> None:
    """Staff has no token and no certificate, a signer is for players alone, and an identity elsewhere is a person's."""
    world = desk()
    asks = grant(holder=HOLDERS[actor], proof=PROVED[by])
    lawful = {
        "auditor": {"certificate", "token"},
        "platform": {"certificate", "token"},
        "players": {"signer"},
        "staff": {"openid"},
    }
    assert lawful == PROOFS
    if by in lawful[actor]:
        world.does(asks, MANAGER)
    else:
        assert world.refuses(asks, MANAGER) == "House: credential"


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["a", "b", "c"]), st.sampled_from(["aa", "bb", "revoke"]), st.integers(1_000_001, 3_000_000)
        ),
        max_size=12,
    )
)
def test_no_proof_stands_in_two_credentials_that_are_not_revoked(acts: list[tuple[str, str, int]]) -> None:
    """Whatever is asked for in whichever order: a name is used once, a proof stands in one credential at most, and nothing revoked comes back."""
    world, once = desk(), dict[str, Credential]()
    for name, what, until in acts:
        stream = f"credential:{name}"
        live = {each.proof for each in once.values() if not each.revoked}
        if what == "revoke":
            allowed = stream in once and not once[stream].revoked
            outcome = asked(world, RevokeCredential(credential=name, reason="over"), MANAGER)
        else:
            proof = TokenProof(sha256=what * 32)
            allowed = stream not in once and proof not in live
            outcome = asked(world, grant(name, proof=proof, until=until), MANAGER)
        assert rule(outcome) == (None if allowed else "House: credential")
        once = {stream: world(stream) for stream in world.streams("credential")}
        held = [each.proof for each in once.values() if not each.revoked]
        assert len(held) == len(set(held))


def test_what_is_refused_says_the_name() -> None:
    """A proof that another has is told with the other's name; also where that one is over by the clock, and not revoked."""
    world = desk()
    world.does(grant(until=9_000_000), MANAGER)
    world.clock = 9_000_001
    outcome = world.ask(grant("platform-2"), MANAGER)
    assert isinstance(outcome, Refused)
    assert outcome.message == (
        "the token of platform-2 is that of platform-1, which is not revoked; expected one of its own, or that revoked before"
    )
    assert outcome.finding.told.text(Language.PT).startswith("platform-2 tem por prova (token) a de platform-1, que")
    world.does(RevokeCredential(credential="platform-1", reason="over"), MANAGER)
    world.does(grant("platform-2"), MANAGER)
    assert world.refuses(grant("platform-1", proof=PROVED["certificate"]), MANAGER) == "House: credential"


@pytest.mark.parametrize(
    ("staff", "event"),
    [
        ("nobody", None),
        ("eva", RoleGranted(role="officer")),
        ("gil", keyed()),
        ("ana", RoleGranted(role="officer")),
    ],
)
def test_staff_who_is_not_enrolled_gets_none_and_nobody_gives_himself_one(staff: str, event: Any) -> None:
    """Not who was never heard of, has a role and no key, or a key and no role; nor the manager who asks."""
    world = desk()
    if event is not None:
        world.record([(f"staff:{staff}", event)])
    asks = grant(holder=StaffHolder(id=staff), proof=PROVED["openid"])
    assert world.refuses(asks, MANAGER) == "House: credential"


def test_who_lost_his_role_gets_none() -> None:
    """Enrolled is who holds a role and has a key now."""
    world = desk()
    world.does(WithdrawRole(role="officer", staff="rui"), MANAGER)
    asks = grant(holder=StaffHolder(id="rui"), proof=PROVED["openid"])
    assert world.refuses(asks, MANAGER) == "House: credential"


def test_what_is_over_before_it_begins_is_refused() -> None:
    """At the instant itself it is over; a microsecond later is an end."""
    world = desk()
    assert world.refuses(grant(until=1_000_000), MANAGER) == "House: credential"
    world.does(grant(until=1_000_001), MANAGER)


@pytest.mark.parametrize("public", ["AAAA", b64encode(bytes(32)).decode(), b64encode(KEY).decode()[:-1]])
def test_a_key_under_which_a_signature_proves_nothing_signs_for_nobody(public: str) -> None:
    """Too short, of low order, or not the base64 of its bytes."""
    asks = grant(holder=PlayersHolder(), proof=SignerProof(public=public))
    assert desk().refuses(asks, MANAGER) == "House: credential"


def test_what_was_never_granted_is_not_revoked() -> None:
    """Nor at a door, nor by a fold."""
    world = desk()
    assert world.refuses(RevokeCredential(credential="x", reason="lost"), MANAGER) == "House: credential"
    with pytest.raises(TamperedError, match=r"begins with credential\.revoked\.v1"):
        evolve(None, CredentialRevoked(reason=words("lost", None)))
    known = Credential(GAMES, PROVED["token"], None)
    assert evolve(known, CredentialGranted(holder=GAMES, proof=PROVED["signer"], until=9)) == known._replace(
        revoked=True
    )
    assert misplaced(NAME, 2, "credential.granted.v1") == "a stream begins once"


@pytest.mark.parametrize(
    "said",
    [
        {"by": "token", "sha256": "tombo_AAAA"},
        {"by": "openid", "issuer": "http://id.example", "subject": "7"},
        {"by": "openid", "issuer": "https://id.example/?x=1", "subject": "7"},
        {"by": "openid", "issuer": "https://id.example", "subject": "rui@operator.example"},
        {"by": "openid", "issuer": "https://id.example", "subject": "Rui Silva"},
        {"by": "openid", "issuer": "https://id.example", "subject": ""},
        {"by": "password", "sha256": "ab" * 32},
    ],
)
def test_no_secret_and_no_address_of_a_person_is_a_proof(said: dict[str, str]) -> None:
    """Of a token its digest alone; an issuer is a URL that one can compare, a subject no address and no name."""
    with pytest.raises(ValidationError):
        TypeAdapter(Proof).validate_python(said)
