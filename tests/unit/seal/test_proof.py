"""Proofs (C2SP tlog-proof): other people's vector, ours, and everything a reader must refuse."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vectors import make
from tombo.ledger.core.errors import LedgerError, MalformedError, TamperedError
from tombo.ledger.seal.entry import BODY, leaf_data, parse_leaf
from tombo.ledger.seal.evidence import read_leaf
from tombo.ledger.seal.keys import COSIGNATURE, PrivateKey, PublicKey
from tombo.ledger.seal.merkle import leaf_hash
from tombo.ledger.seal.note import sign_note
from tombo.ledger.seal.policy import Policy, parse_policy
from tombo.ledger.seal.proof import (
    PATH_MAX,
    PROOF_MAX,
    parse_proof,
    prove,
    same_checkpoint,
    verify_entry,
    verify_proof,
    write_proof,
)
from tombo.ledger.seal.registry import root_name

GOLDEN: Final = (
    "c2sp.org/tlog-proof@v1\n"
    "index 5\n"
    "vBoGQ7EuTS18d5GPROD095qDi2z57FtcKD4fTYhZnms=\n"
    "yoVOoSjtBQtBs1/8G4e46yveRh6eO1WW7Oa51ZdaCuA=\n"
    "037kGJdt2VdTwcc4Yrk5j6Kiz5tP8P3+izDNlSCWFLc=\n"
    "\n"
    "operator.example/ledger/1\n"
    "8\n"
    "XcnaeacGWamtVZy3Ad7ZoqudgjqtL0lgz+Nw7/RgQyg=\n"
    "\n"
    "\N{EM DASH} operator.example/ledger/1 9MITEq6btt/T1Lf/NDNZxQdR7bSw5CH03Lu8BvhNoieNl8xBMqoZbBcgzOStrCW+BGsZMCh9tAAM2SaAb9MuineivQ8=\n"
    "\N{EM DASH} regulator.example/w1 l8i8xwAAAABlU/EAA3PwOXsWBlK3ZolCe+d0L6nEaNyRkgP3bBUBeD09eP84oWAwdUDlSrGsHchNPnpQ58M0fXzM3rKtdvX4x7xsCg==\n"
).encode()
"""Verified byte for byte by Go's sumdb/note and tlog, and by Node; its leaf is 40414243 in hexadecimal."""
LOG: Final = PublicKey.parse("operator.example/ledger/1+f4c21312+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4")
WITNESS: Final = PublicKey.parse("regulator.example/w1+97c8bcc7+BCmsuuFBvMrwsi4alNNNC8c2HlJtC/4SyJeUvJMilm3X")
ANY_ROOT: Final = PrivateKey(root_name(LOG.name), bytes(32)).public
LEAF: Final = leaf_hash(bytes.fromhex("40414243"))
VECTORS: Final[dict[str, Any]] = json.loads((Path(make.__file__).parent / "evidence.json").read_text(encoding="utf-8"))
OURS: Final[bytes] = VECTORS["proof"].encode()
POLICY: Final = parse_policy(VECTORS["policy"])
WITNESSED: Final = replace(
    POLICY, witnesses={"w1": PublicKey(make.WITNESS.name, make.WITNESS.public.raw, COSIGNATURE)}, quorum="w1"
)


def test_a_proof_of_other_tools_is_read_verified_and_written() -> None:
    """The golden proof shows its leaf under log and witness, and writing it again gives the same bytes."""
    proof = parse_proof(GOLDEN)
    checkpoint, witnesses = verify_proof(proof, LEAF, Policy(ANY_ROOT, LOG, {"w1": WITNESS}, quorum="w1"))
    assert (proof.extra, proof.index, len(proof.path), checkpoint.size) == (None, 5, 3, 8)
    assert [(good.key, good.time) for good in witnesses] == [(WITNESS, 1_700_000_000)]
    assert write_proof(proof) == GOLDEN
    with pytest.raises(TamperedError, match="TAMPERED at 5"):
        verify_proof(proof, leaf_hash(b"another"), Policy(ANY_ROOT, LOG))
    with pytest.raises(MalformedError, match="without its entry"):
        verify_entry(proof, Policy(ANY_ROOT, LOG))


def test_our_proof_has_its_entry_in_it() -> None:
    """The vector's file alone, and a policy, say which entry stands where, in a log of what size, and who saw it."""
    found = verify_entry(parse_proof(OURS), WITNESSED)
    assert (found.index, found.checkpoint.size) == (4, 7)
    assert (found.entry.stream, found.entry.version, found.entry.kind) == ("hand:mesa-2/7", 1, "hand.bet_placed.v1")
    assert (found.entry.command_id, found.entry.body["event"]["paid"]) == ("c-2", 600)
    assert [good.key.name for good in found.witnesses] == ["regulator.example/w1"]
    assert found.entry.entry_hash(make.ORIGIN).hex() == VECTORS["entry_hashes"][2]


def test_a_quorum_that_did_not_cosign_is_missed() -> None:
    """Under a policy that asks for a witness, a proof without him shows nothing."""
    other = PublicKey("other.example/w", PrivateKey("other.example/w", bytes([7] * 32)).public.raw, COSIGNATURE)
    with pytest.raises(TamperedError, match=r"UNWITNESSED.*quorum w2"):
        verify_entry(parse_proof(OURS), replace(POLICY, witnesses={"w2": other}, quorum="w2"))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param(b"@v1", b"@v2", id="another header"),
        pytest.param(b"index 4", b"index 04", id="a leading zero"),
        pytest.param(b"index 4", b"index -4", id="a negative index"),
        pytest.param(b"index 4", b"index 4 ", id="a space behind"),
        pytest.param(b"index 4", b"index \xd9\xa4", id="another script's digit"),
        pytest.param(b"index 4", b"index 9007199254740992", id="2 to the 53"),
        pytest.param(b"index 4", b"index ", id="no index"),
        pytest.param(b"index 4\n", b"", id="no line of it"),
        pytest.param(b"index 4", b"index 4\nindex 4", id="two of them"),
        pytest.param(b"extra ", b"extra  ", id="two spaces"),
        pytest.param(b"extra ", b"extra =", id="no base64"),
        pytest.param(b"extra ", b"extra AAAA\nextra ", id="two extras"),
        pytest.param(b"\nindex 4", b"=\nindex 4", id="padding too much"),
        pytest.param(b"Vkd3", b"", id="a short hash"),
        pytest.param(b"Vkd3", b"Vkd3AAAA", id="a long hash"),
        pytest.param(b"\n\noperator", b"\noperator", id="no empty line"),
        pytest.param(b"\n\noperator", b"\n\n\noperator", id="two empty lines"),
        pytest.param(b"\n\noperator", b"\r\n\r\noperator", id="other line ends"),
        pytest.param(b"\n7\n", b"\nseven\n", id="no checkpoint"),
        pytest.param(b"c2sp", b" c2sp", id="something before"),
        pytest.param(b"==\n", b"==\n\n", id="something after"),
        pytest.param(b"index 4", b"index 4" + b"\n" + b64encode(bytes(32)) * (PATH_MAX + 1), id="a path in one line"),
        pytest.param(b"index 4", b"index 4" + (b"\n" + b64encode(bytes(32))) * PATH_MAX, id="too long a path"),
    ],
)
def test_what_is_no_proof_is_refused(old: bytes, new: bytes) -> None:
    """Every departure from the form is refused before anything is verified."""
    assert old in OURS
    place = OURS.rindex(old) if old == b"==\n" else OURS.index(old)
    with pytest.raises(MalformedError):
        parse_proof(OURS[:place] + new + OURS[place + len(old) :])


def test_a_proof_without_end_is_refused() -> None:
    """What is longer than any proof is not looked at."""
    with pytest.raises(MalformedError, match="at most"):
        parse_proof(OURS + b"\n" * PROOF_MAX)


@given(st.integers(0, len(OURS) - 1), st.integers(1, 255))
def test_a_proof_with_a_byte_changed_shows_nothing_or_the_same(at: int, change: int) -> None:
    """No changed byte is believed, but in lines of signatures that the policy does not ask for, which are passed over."""
    changed = bytearray(OURS)
    changed[at] ^= change
    try:
        found = verify_entry(parse_proof(bytes(changed)), POLICY)
    except LedgerError:
        return
    assert at > OURS.rindex("\N{EM DASH} regulator".encode())
    assert found._replace(witnesses=()) == verify_entry(parse_proof(OURS), POLICY)._replace(witnesses=())


def test_an_included_leaf_that_contradicts_itself_is_malformed() -> None:
    """A leaf whose body names another stream, or is no body, is found out though the tree holds it."""
    leaf = b64decode(OURS.split(b"\n")[1].removeprefix(b"extra "))
    stream, version, kind, state = parse_leaf(leaf)
    assert read_leaf(leaf).stream == stream
    body = state[BODY]
    for other in (
        leaf_data("hand:mesa-2/8", version, kind, state),
        leaf_data(stream, version + 1, kind, state),
        leaf_data(stream, version, "hand.checked.v1", state),
        leaf_data(stream, version, kind, state.replace(body, b"[]")),
        leaf_data(stream, version, kind, state.replace(body, b"{}")),
        leaf_data(stream, version, kind, state.replace(b'"role":null', b'"rule":null')),
        leaf_data(stream, version, kind, state.replace(b'"occurred":1763000000000002', b'"occurred":true')),
        leaf_data(stream, version, kind, state.replace(b'"digest":"', b'"digest": "')),
        leaf_data(stream, version, kind, state.replace(b'"id":"c-2"', b'"id":2')),
        leaf_data(stream, version, kind, state[:-1]),
        leaf[:100],
    ):
        note = sign_note(f"{make.ORIGIN}\n1\n{b64encode(leaf_hash(other)).decode()}\n", make.LOG)
        with pytest.raises(MalformedError):
            verify_entry(prove(other, 0, note, lambda level, at: b""), POLICY)


def test_two_histories_of_one_size_are_a_fork() -> None:
    """A kept checkpoint of the same size and root is the proof's; of another size not; of another root it convicts the log."""
    proof = parse_proof(OURS)
    text = f"{make.ORIGIN}\n7\n{b64encode(bytes(32)).decode()}\n"
    assert same_checkpoint(proof, proof.checkpoint, POLICY)
    assert not same_checkpoint(proof, sign_note(text.replace("\n7\n", "\n8\n"), make.LOG), POLICY)
    with pytest.raises(TamperedError, match="FORKED"):
        same_checkpoint(proof, sign_note(text, make.LOG), POLICY)
    with pytest.raises(TamperedError):
        same_checkpoint(proof, sign_note(text, make.EVENT_1), POLICY)
