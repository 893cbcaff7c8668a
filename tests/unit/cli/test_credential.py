"""``tombo credential``: what is granted is told once, listed as it stands, and revoked; every mistake says what to do next."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from cryptography.x509.oid import NameOID

from tests.tools.cli_run import Ran, inside, tombo
from tombo.ledger.core.clock import SystemClock

NEW = ("--ledger", "sqlite:///new.db")
GAMES = ("--holder", "platform:games", "--staff", "s-1")
LATER = "2026-09-01T00:00:00Z"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Path]:
    """A new ledger with a manager and an officer."""
    with inside(tmp_path):
        assert tombo(*NEW, "init", "--origin", "operator.example/test", "--manager", "s-1").status == 0
        assert tombo(*NEW, "staff", "grant", "s-2", "officer", "--staff", "s-1").status == 0
        assert tombo(*NEW, "staff", "enrol", "s-2", "--staff", "s-1").status == 0
        yield tmp_path


def credential(*words: str, json: bool = False) -> Ran:
    """What ``tombo credential`` says."""
    return tombo(*NEW, *(("--json",) if json else ()), "credential", *words)


def certificate(folder: Path) -> str:
    """A client certificate in a file of ``folder``; the SHA-256 of its public key."""
    key, when = generate_private_key(SECP256R1()), datetime(2026, 1, 1, tzinfo=UTC)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "games")])
    made = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    made = made.serial_number(7).not_valid_before(when).not_valid_after(when + timedelta(days=99))
    (folder / "games.pem").write_bytes(made.sign(key, SHA256()).public_bytes(Encoding.PEM))
    spki = key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return sha256(spki).hexdigest()


@pytest.mark.usefixtures("desk")
def test_a_token_is_told_once_and_is_in_no_file() -> None:
    """256 random bits behind a prefix; the ledger has its SHA-256 alone, so nobody who reads it is its bearer."""
    told = credential("grant", "token", "platform-1", *GAMES)
    assert (told.status, told.err) == (0, "")
    lines = told.out.splitlines()
    assert re.fullmatch(r"platform-1: who shows its token is platform games, from log index \d+ on\.", lines[0])
    assert lines[1].startswith("The token, told this once; no copy of it is kept")
    assert re.fullmatch(r"tombo_[A-Za-z0-9_-]{43}", lines[2])
    digest = sha256(lines[2].encode()).hexdigest()
    row = credential("list", json=True).document
    assert row["proof"] == {"by": "token", "sha256": digest}
    for file in Path().rglob("*"):
        assert not file.is_file() or lines[2].removeprefix("tombo_").encode() not in file.read_bytes()
    again = credential("grant", "token", "platform-2", *GAMES, json=True).document
    assert re.fullmatch(r"tombo_[A-Za-z0-9_-]{43}", again["token"])
    assert again["token"] != lines[2]


def test_all_proofs_are_granted_and_listed(desk: Path) -> None:
    """Each with its holder; what is revoked says why to who has the key."""
    digest = certificate(desk)
    key = Ed25519PrivateKey.from_private_bytes(bytes(range(32))).public_key()
    (desk / "site.pem").write_bytes(key.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))
    issuer = ("--issuer", "https://id.operator.example", "--subject", "7f3a", "--holder", "staff:s-2")
    for words in (
        ("grant", "certificate", "platform-2", "games.pem", *GAMES, "--until", LATER),
        ("grant", "openid", "rui-1", *issuer, "--staff", "s-1"),
        ("grant", "signer", "site-1", "site.pem", "--holder", "players", "--staff", "s-1"),
        ("grant", "token", "srij-1", "--holder", "auditor:srij", "--staff", "s-1"),
        ("revoke", "srij-1", "--reason", "sent by mail", "--staff", "s-1"),
    ):
        done = credential(*words)
        assert (done.status, done.err) == (0, ""), words
    rows = {row["credential"]: row for row in credential("list", json=True).lines}
    assert list(rows) == ["platform-2", "rui-1", "site-1", "srij-1"]
    assert rows["platform-2"]["proof"] == {"by": "certificate", "sha256": digest}
    assert rows["platform-2"]["until"] == 1_788_220_800_000_000
    assert rows["rui-1"]["holder"] == {"actor": "staff", "id": "s-2"}
    assert rows["site-1"]["proof"]["public"] == "A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg="
    assert [row["stands"] for row in rows.values()] == ["live", "live", "live", "revoked"]
    assert rows["srij-1"]["revoked"]["reason"] == "sent by mail"
    listed = credential("list").out.splitlines()
    assert re.fullmatch(
        r"platform-2  platform games, by certificate; granted by s-1 at log index \d+, until 2026-09-01 01:00:00 in"
        r" Lisbon \(00:00:00 UTC\)",
        listed[0],
    )
    assert listed[1].startswith("rui-1  staff s-2, by OpenID; granted by s-1 at log index ")
    assert listed[2].startswith("site-1  who signs for players, by signer; granted by s-1 at log index ")
    assert re.fullmatch(r"srij-1  auditor srij, by token; revoked by s-1 at log index \d+: sent by mail", listed[3])
    portuguese = tombo(*NEW, "--lang", "pt", "credential", "list").out.splitlines()
    assert portuguese[1].startswith("rui-1  funcionário s-2, por OpenID; concedida por s-1 na entrada ")
    assert tombo(*NEW, "verify", "--jobs", "1").status == 0


@pytest.mark.usefixtures("desk")
def test_what_is_over_by_the_clock_is_listed_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """From its end on, to the microsecond; before it is live."""
    assert credential("grant", "token", "platform-1", *GAMES, "--until", LATER).status == 0
    ends = credential("list", json=True).document["until"]
    for now, stands in ((ends - 1, "live"), (ends, "over")):
        monkeypatch.setattr(SystemClock, "now", lambda _, now=now: now)
        assert credential("list", json=True).document["stands"] == stands
    assert "; over since 2026-09-01 01:00:00 in Lisbon" in credential("list").out


@pytest.mark.usefixtures("desk")
def test_why_it_was_revoked_is_not_for_who_lacks_the_key() -> None:
    """The reason may name somebody: it is sealed as what people say is."""
    assert credential("grant", "token", "platform-1", *GAMES).status == 0
    assert credential("revoke", "platform-1", "--reason", "Rui lost it", "--staff", "s-1").status == 0
    (key,) = Path().rglob("persons.key")
    key.rename("elsewhere")
    told = credential("list")
    assert told.out.endswith(": [sealed]\n")
    assert credential("list", json=True).document["revoked"]["reason"] is None


@pytest.mark.usefixtures("desk")
@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("grant", "token", "a", "--holder", "games", "--staff", "s-1"), "'games' is no holder; expected platform:ID"),
        (("grant", "token", "a", "--holder", "players:x", "--staff", "s-1"), "'players:x' is no holder"),
        (("grant", "token", "a b", *GAMES), "'a b' names no credential"),
        (("grant", "token", "a", *GAMES, "--until", "tomorrow"), "'tomorrow' is no log index and no instant"),
        (("grant", "token", "a", *GAMES, "--until", "2026-01-01T00:00:00Z"), "a would end at 2026-01-01T00:00:00"),
        (("grant", "token", "a", "--holder", "platform:games"), "platform operator may not ask for this"),
        (("grant", "certificate", "a", "new.db", *GAMES), "new.db: no certificate in PEM"),
        (("grant", "signer", "a", "new.db", "--holder", "players", "--staff", "s-1"), "new.db: no public key in PEM"),
        (("grant", "certificate", "a", "missing.pem", *GAMES), "missing.pem"),
        (
            ("grant", "token", "a", "--holder", "staff:s-2", "--staff", "s-1"),
            "a credential of staff is not proved by token; expected OpenID",
        ),
        (("revoke", "a", "--reason", "lost", "--staff", "s-1"), "there is no credential a"),
        (("revoke", "a", "--reason", " ", "--staff", "s-1"), "expected 1 to 500"),
    ],
)
def test_a_mistake_says_what_was_expected(words: tuple[str, ...], says: str) -> None:
    """And nothing is recorded."""
    refused = credential(*words)
    assert refused.status in {1, 2}
    assert says in refused.err
    assert credential("list").out == ""


@pytest.mark.usefixtures("desk")
def test_an_identity_with_an_address_is_refused() -> None:
    """No address of a person comes into the log."""
    words = ("--issuer", "https://id.operator.example", "--subject", "rui@operator.example")
    refused = credential("grant", "openid", "rui-1", *words, "--holder", "staff:s-2", "--staff", "s-1")
    assert refused.status == 2
    assert "no address" in refused.err


@pytest.mark.usefixtures("desk")
def test_a_name_is_used_once_and_a_second_manager_signs() -> None:
    """Refused by name, whatever became of the first; and where there are two managers, one alone grants nothing."""
    assert credential("grant", "token", "platform-1", *GAMES).status == 0
    assert "is, or was, a credential platform-1" in credential("grant", "token", "platform-1", *GAMES).err
    assert credential("revoke", "platform-1", "--reason", "lost", "--staff", "s-1").status == 0
    assert "is, or was, a credential platform-1" in credential("grant", "token", "platform-1", *GAMES).err
    assert "was revoked before" in credential("revoke", "platform-1", "--reason", "lost", "--staff", "s-1").err
    assert tombo(*NEW, "staff", "grant", "s-4", "manager", "--staff", "s-1").status == 0
    assert tombo(*NEW, "staff", "enrol", "s-4", "--staff", "s-1").status == 0
    alone = credential("grant", "token", "platform-2", *GAMES)
    assert (alone.status, "one alone grants no credential" in alone.err, alone.out) == (1, True, "")
    assert credential("grant", "token", "platform-2", *GAMES, "--second", "s-4").status == 0
