"""Keys: C2SP texts, files that nobody else may read, public keys that prove something."""

from __future__ import annotations

import errno
import json
import os
import pickle
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from hypothesis import given
from hypothesis import strategies as st
from nacl.bindings import crypto_sign_open
from nacl.exceptions import BadSignatureError

from tests.vectors.shared import shared
from tombo.ledger.core.errors import KeyFileError, LedgerError
from tombo.ledger.seal.keys import COSIGNATURE, GoodSignatures, PrivateKey, PublicKey, load_private_key
from tombo.ledger.seal.secretfile import write_secret_file

NEUMANN_VKEY = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
NEUMANN_SKEY = "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz"
LOW_ORDER = [
    "00" * 32,
    "00" * 31 + "80",
    "01" + "00" * 31,
    "01" + "00" * 30 + "80",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
    "ec" + "ff" * 30 + "7f",
    "ec" + "ff" * 31,
    "ed" + "ff" * 30 + "7f",
    "ed" + "ff" * 31,
    "ee" + "ff" * 30 + "7f",
    "ee" + "ff" * 31,
]


def test_texts_are_those_of_the_go_implementation() -> None:
    """A private key of golang.org/x/mod gives its verifier key, and both texts are written as they were read."""
    key = PrivateKey.parse(NEUMANN_SKEY)
    assert key.text == NEUMANN_SKEY
    assert key.public.vkey == NEUMANN_VKEY
    assert PublicKey.parse(NEUMANN_VKEY) == key.public
    assert key.key_id[:4].hex() == "c74f20a3"
    assert len(key.key_id) == 8


def test_a_signature_is_that_of_rfc_8032() -> None:
    """RFC 8032 section 7.1, test 2: seed, public key and signature over one byte."""
    seed = bytes.fromhex("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb")
    key = PrivateKey("rfc8032", seed)
    assert key.public.raw.hex() == "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"
    signature = key.sign(b"\x72")
    assert signature.hex() == (
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
    )
    assert key.public.verify(signature, b"\x72")
    assert not key.public.verify(signature, b"\x73")
    assert not key.public.verify(signature[:63], b"\x72")


@given(st.binary(min_size=32, max_size=32), st.binary(max_size=400))
def test_a_signature_is_the_one_that_openssl_makes(seed: bytes, data: bytes) -> None:
    """Two libraries that know nothing of each other make the same key of a seed, and the same bytes of key and data."""
    key, other = PrivateKey("a", seed), Ed25519PrivateKey.from_private_bytes(seed)
    assert key.public.raw == other.public_key().public_bytes_raw()
    assert key.sign(data) == other.sign(data)
    other.public_key().verify(key.sign(data), data)


def test_every_damaged_verifier_key_is_refused() -> None:
    """Every piece of a verifier key, and the key with any byte one higher, is no verifier key (Go, note_test)."""
    pieces = {NEUMANN_VKEY[i:j] for i in range(len(NEUMANN_VKEY)) for j in range(i, len(NEUMANN_VKEY) + 1)}
    shifted = {
        f"{NEUMANN_VKEY[:i]}{chr(ord(letter) + 1)}{NEUMANN_VKEY[i + 1 :]}" for i, letter in enumerate(NEUMANN_VKEY)
    }
    for text in (pieces | shifted | {NEUMANN_VKEY + "\n", NEUMANN_VKEY.replace("c74f", "C74F")}) - {NEUMANN_VKEY}:
        with pytest.raises(KeyFileError):
            PublicKey.parse(text)


@pytest.mark.parametrize("name", ["", "a b", "a+b", "a\nb", "a\u00a0b", "a\u2003b", "a\tb", "a\x1fb"])
def test_a_name_that_would_break_a_line_is_refused(name: str) -> None:
    """A key's name has no white space, no plus and no control character, and is not empty."""
    with pytest.raises(KeyFileError, match="names no key"):
        PublicKey(name, PrivateKey.parse(NEUMANN_SKEY).public.raw)


@pytest.mark.parametrize("encoding", [*LOW_ORDER, "f0" + "ff" * 30 + "7f", "ff" * 32])
def test_public_keys_that_prove_nothing_are_refused(encoding: str) -> None:
    """The fourteen encodings of low order, and every encoding that is not canonical, are no keys here."""
    with pytest.raises(KeyFileError, match="low order or not canonical"):
        PublicKey("somebody", bytes.fromhex(encoding))


@pytest.mark.corpus
def test_no_signature_under_a_weak_key_counts() -> None:
    """Of the C2SP CCTV edge cases none under a low-order or non-canonical key passes, nor one with a non-canonical R."""
    cases = json.loads(shared("vectors/cctv-ed25519.json").read_text())
    weak = {"low_order_A", "non_canonical_A"}
    refused = accepted = 0
    for case in cases:
        flags = set(case["flags"] or ())
        try:
            key = PublicKey("cctv", bytes.fromhex(case["key"]))
        except KeyFileError:
            assert flags & weak
            refused += 1
            continue
        assert not flags & weak
        if key.verify(bytes.fromhex(case["sig"]), case["msg"].encode()):
            assert not flags & {"non_canonical_R", "low_order_residue"}
            accepted += 1
    assert (refused, accepted) == (526, 86)


def _openssl(raw: bytes, signature: bytes, data: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(raw).verify(signature, data)
    except InvalidSignature:
        return False
    return True


def _libsodium(raw: bytes, signature: bytes, data: bytes) -> bool:
    try:
        crypto_sign_open(signature + data, raw)
    except BadSignatureError:
        return False
    return True


@pytest.mark.corpus
def test_libsodium_accepts_nothing_that_openssl_refuses() -> None:
    """Of the C2SP CCTV edge cases, whichever key they are under; and there are some that it alone refuses."""
    found = Counter[tuple[bool, bool]]()
    for case in json.loads(shared("vectors/cctv-ed25519.json").read_text()):
        asked = bytes.fromhex(case["key"]), bytes.fromhex(case["sig"]), case["msg"].encode()
        found[_libsodium(*asked), _openssl(*asked)] += 1
    assert found[True, False] == 0
    assert found[False, True] > 0
    assert found[True, True] > 0


@given(
    data=st.binary(max_size=80),
    change=st.integers(0, 511),
    how=st.sampled_from(["none", "bit", "order", "short", "long", "other"]),
)
def test_a_signature_is_good_where_openssl_says_so(data: bytes, change: int, how: str) -> None:
    """Whatever became of it: a bit, the order of the group added to S, a byte less, a byte more, other data."""
    key = PrivateKey.generate("test", lambda size: bytes(range(size)))
    good = key.sign(data)
    order = 2**252 + 27742317777372353535851937790883648493
    signature = {
        "bit": (int.from_bytes(good, "little") ^ (1 << change)).to_bytes(64, "little"),
        "order": good[:32] + (int.from_bytes(good[32:], "little") + order).to_bytes(32, "little"),
        "short": good[:-1],
        "long": good + b"x",
    }.get(how, good)
    told = data + b"x" if how == "other" else data
    assert key.public.verify(signature, told) == _openssl(key.public.raw, signature, told) == (how == "none")


@pytest.mark.parametrize("held", [bytes, bytearray, memoryview])
def test_whatever_holds_the_bytes_is_verified(held: Any) -> None:
    """As OpenSSL takes any. Red before: a ``TypeError`` where a signature came in a buffer."""
    key = PrivateKey.generate("test", lambda size: bytes(range(size)))
    for data in (b"", b"x", bytes(70_000)):
        good = key.sign(data)
        assert key.public.verify(held(good), held(data))
        assert not key.public.verify(held(good), held(data + b"x"))
        assert not key.public.verify(held(good[:63]), held(data))


def test_a_key_file_is_one_line_for_its_owner_only(tmp_path: Path) -> None:
    """A key is written once, with mode 0600, and read back the same."""
    path = tmp_path / "event.key"
    key = PrivateKey.generate("operator.example/ledger/1/event/1", lambda size: bytes(range(size)))
    previous = os.umask(0o277)
    try:
        write_secret_file(path, f"{key.text}\n")
    finally:
        os.umask(previous)
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.read_text() == key.text + "\n"
    assert load_private_key(path).text == key.text
    with pytest.raises(KeyFileError, match="a key is never overwritten"):
        write_secret_file(path, "")


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        pytest.param(NEUMANN_SKEY, "exactly one line", id="no line feed"),
        pytest.param(NEUMANN_SKEY + "\n\n", "exactly one line", id="a second line"),
        pytest.param(NEUMANN_SKEY + "\r\n", "no private key", id="a carriage return"),
        pytest.param("", "exactly one line", id="empty"),
        pytest.param(NEUMANN_VKEY + "\n", "no private key", id="a public key"),
        pytest.param(NEUMANN_SKEY.replace("c74f20a3", "c74f20a4") + "\n", "does not bear its own id", id="another id"),
        pytest.param(NEUMANN_SKEY[:-4] + "\n", "seed of 29 bytes", id="a short seed"),
        pytest.param(NEUMANN_SKEY.replace("AYEK", "AoEK") + "\n", "no private key", id="another algorithm"),
    ],
)
def test_a_damaged_key_file_is_refused_without_showing_it(tmp_path: Path, content: str, expected: str) -> None:
    """The message says what is wrong, and shows nothing of the secret."""
    path = tmp_path / "key"
    path.write_text(content, newline="")
    path.chmod(0o600)
    with pytest.raises(KeyFileError, match=expected) as caught:
        load_private_key(path)
    assert "FALVFGyN" not in str(caught.value)


def test_a_key_file_that_others_can_read_is_refused(tmp_path: Path) -> None:
    """A key that others could have copied is not used until somebody has looked."""
    path = tmp_path / "key"
    write_secret_file(path, f"{NEUMANN_SKEY}\n")
    path.chmod(0o640)
    with pytest.raises(KeyFileError, match="mode 0640; expected 0600: chmod 600"):
        load_private_key(path)
    with pytest.raises(KeyFileError, match="cannot be read: No such file"):
        load_private_key(tmp_path / "missing")
    with pytest.raises(KeyFileError, match="cannot be written: No such file"):
        write_secret_file(tmp_path / "missing" / "key", "")


def test_a_private_key_does_not_show_itself() -> None:
    """What lands in a log or a traceback is the name, never the seed."""
    assert repr(PrivateKey.parse(NEUMANN_SKEY)) == "PrivateKey('PeterNeumann', hidden)"


def test_a_private_key_does_not_travel() -> None:
    """What a job is given is sent to its workers as a pickle: a seed is never part of one."""
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        with pytest.raises(TypeError, match="private key PeterNeumann is not pickled"):
            pickle.dumps([PrivateKey.parse(NEUMANN_SKEY)], protocol)


def test_a_public_key_travels_to_other_processes() -> None:
    """Parallel verification sends keys to its workers; the type of signature is part of the identity."""
    key = PublicKey.parse(NEUMANN_VKEY)
    assert pickle.loads(pickle.dumps(key)) == key
    witness = PublicKey(key.name, key.raw, COSIGNATURE)
    assert witness != key
    assert witness.key_id != key.key_id
    assert PublicKey.parse(witness.vkey) == witness
    with pytest.raises(KeyFileError, match="type 0x02"):
        PublicKey(key.name, key.raw, 2)


@pytest.mark.parametrize(("errno_", "status"), [(errno.ENOSPC, 3), (errno.EDQUOT, 3), (errno.EIO, 2)])
def test_f1_a_key_that_does_not_fit_leaves_nothing_under_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, errno_: int, status: int
) -> None:
    """Red before: a full disk left an empty key file, which no later try would write over, and status 2."""

    def full(_: int) -> None:
        raise OSError(errno_, os.strerror(errno_))

    with monkeypatch.context() as disk:
        disk.setattr(os, "fsync", full)
        with pytest.raises(LedgerError, match="cannot be written") as said:
            write_secret_file(tmp_path / "s-9.key", "a secret")
    assert (said.value.exit_status, "make room there" in str(said.value)) == (status, status == 3)
    assert list(tmp_path.iterdir()) == []
    write_secret_file(tmp_path / "s-9.key", "a secret")
    assert [path.name for path in tmp_path.iterdir()] == ["s-9.key"]


def test_f1_a_key_is_never_written_over_where_there_are_no_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stick may know no hard links: the key gets its name all the same, and only where nothing stands."""

    def none(*_: object, **__: object) -> None:
        raise PermissionError(errno.EPERM, "no links")

    monkeypatch.setattr(os, "link", none)
    write_secret_file(tmp_path / "key", "one")
    with pytest.raises(KeyFileError, match="never overwritten"):
        write_secret_file(tmp_path / "key", "two")
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("key", "one")]


def counted(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """The data of every verification from now on."""
    asked, verify = list[bytes](), PublicKey.verify

    def verified(key: PublicKey, signature: bytes, data: bytes) -> bool:
        asked.append(data)
        return verify(key, signature, data)

    monkeypatch.setattr(PublicKey, "verify", verified)
    return asked


def test_what_this_process_signed_or_verified_is_not_verified_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither its own nor another's; what differs by a bit, or is another key's, is verified each time and never remembered as good."""
    mine, other = PrivateKey("mine", bytes(32)), PrivateKey("other", bytes(range(32)))
    asked, known = counted(monkeypatch), GoodSignatures(10)
    own, foreign = mine.sign(b"own"), other.sign(b"foreign")
    known.remember(mine.public, own, b"own")
    assert known.holds(mine.public, own, b"own") and asked == []
    assert known.holds(other.public, foreign, b"foreign") and known.holds(other.public, foreign, b"foreign")
    assert asked == [b"foreign"]
    same_name = PrivateKey("mine", bytes(range(32)))
    wrong = [
        (mine.public, own, b"owm"),
        (mine.public, own[:-1] + bytes((own[-1] ^ 1,)), b"own"),
        (mine.public, own[:-1], own[-1:] + b"own"),
        (mine.public, own + b"o", b"wn"),
        (other.public, own, b"own"),
        (same_name.public, own, b"own"),
    ]
    for key, signature, data in wrong * 2:
        assert not known.holds(key, signature, data)
    assert len(asked) == 1 + 2 * len(wrong)


def test_of_good_signatures_the_newest_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """So many, and no more; what was forgotten is verified again."""
    key, known = PrivateKey("mine", bytes(32)), GoodSignatures(2)
    texts = [b"1", b"2", b"3"]
    signed = {text: key.sign(text) for text in texts}
    for text in texts:
        known.remember(key.public, signed[text], text)
    asked = counted(monkeypatch)
    assert all(known.holds(key.public, signed[text], text) for text in (b"3", b"2"))
    assert asked == []
    assert known.holds(key.public, signed[b"1"], b"1") and asked == [b"1"]
    assert known.holds(key.public, signed[b"3"], b"3") and known.holds(key.public, signed[b"1"], b"1")
    assert asked == [b"1"]
    assert known.holds(key.public, signed[b"2"], b"2") and asked == [b"1", b"2"]
