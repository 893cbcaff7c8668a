"""Signed notes: other people's vectors, and everything a reader must refuse."""

from __future__ import annotations

import json
from base64 import b64encode

import pytest

from tests.vectors.shared import shared
from tombo.ledger.core.errors import MalformedError, TamperedError, UsageError
from tombo.ledger.seal.keys import COSIGNATURE, PrivateKey, PublicKey
from tombo.ledger.seal.note import SIGNATURES_MAX, cosign, open_note, parse_note, sign_note

NEUMANN = PrivateKey.parse("PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz")
TEXT = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
NOTE = (
    f"{TEXT}\n\N{EM DASH} PeterNeumann "
    "x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
).encode()
LINE = NOTE.split(b"\n\n")[1]
ENOCH = PrivateKey("EnochRoot", bytes(range(32)))


def test_a_note_of_the_go_implementation_is_read_and_written() -> None:
    """The note of golang.org/x/mod opens under its key, and signing its text again gives the same bytes."""
    text, (verified,) = open_note(NOTE, [NEUMANN.public])
    assert (text, verified.key, verified.time) == (TEXT, NEUMANN.public, None)
    assert sign_note(TEXT, NEUMANN) == NOTE


def test_a_note_of_c2sp_is_read() -> None:
    """The example of the C2SP specification opens under its key."""
    key = PublicKey.parse("example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k")
    note = (
        "This is an example message.\n\n\N{EM DASH} example.com/foo "
        "Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n"
    )
    assert open_note(note.encode(), [key])[0] == "This is an example message.\n"


def test_keys_not_known_are_passed_over() -> None:
    """Somebody else's signature, of whatever type, neither helps nor harms."""
    other = f"\N{EM DASH} EnochRoot {b64encode(b'abcd' + bytes(2420)).decode()}\n".encode()
    same_name = f"\N{EM DASH} PeterNeumann {b64encode(b'abcd' + bytes(64)).decode()}\n".encode()
    assert len(open_note(NOTE + other + same_name, [NEUMANN.public])[1]) == 1
    with pytest.raises(TamperedError, match="no known key signed the note; found PeterNeumann"):
        open_note(NOTE, [ENOCH.public])


def test_a_known_key_whose_signature_fails_makes_the_note_worthless() -> None:
    """One bad signature of a known key is enough, wherever it stands."""
    bad = f"\N{EM DASH} EnochRoot {b64encode(ENOCH.public.note_id + bytes(64)).decode()}\n".encode()
    for note in (NOTE + bad, NOTE.replace(LINE, bad + LINE)):
        with pytest.raises(TamperedError, match="the signature of EnochRoot"):
            open_note(note, [NEUMANN.public, ENOCH.public])
    with pytest.raises(TamperedError, match="the signature of PeterNeumann"):
        open_note(NOTE.replace(b"answer", b"Answer"), [NEUMANN.public])
    twice = f"\N{EM DASH} PeterNeumann {b64encode(NEUMANN.public.note_id + bytes(64)).decode()}\n".encode()
    with pytest.raises(TamperedError, match="the signature of PeterNeumann"):
        open_note(NOTE + twice, [NEUMANN.public])


@pytest.mark.parametrize(
    "note",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(TEXT.encode(), id="no signatures"),
        pytest.param(TEXT.encode() + b"\n", id="an empty block"),
        pytest.param(NOTE[:-1], id="no line feed at the end"),
        pytest.param(NOTE + b"\n", id="an empty line at the end"),
        pytest.param(b"\x01" + NOTE, id="a control character"),
        pytest.param(NOTE.replace(b"\n", b"\r\n"), id="carriage returns"),
        pytest.param(b"\xff" + NOTE, id="not UTF-8"),
        pytest.param(NOTE + b"junk\n", id="a line that is no signature"),
        pytest.param(NOTE.replace(b"PeterNeumann ", b"Peter Neumann "), id="a name with a space"),
        pytest.param(NOTE.replace(b"PeterNeumann ", b"Peter+Neumann "), id="a name with a plus"),
        pytest.param(NOTE.replace(b"PeterNeumann ", b""), id="no name"),
        pytest.param(NOTE.replace(b"\xe2\x80\x94 ", b"- "), id="a hyphen for the dash"),
        pytest.param(NOTE.replace(b"AM=\n", b"AM\n"), id="no padding"),
        pytest.param(NOTE.replace(b"AM=\n", b"AN=\n"), id="bits after the end"),
        pytest.param(NOTE.replace(b"x08go", b"x08g o"), id="a space in the base64"),
        pytest.param(NOTE[: NOTE.index(b"x08go")] + b"x08gow==\n", id="an id and nothing else"),
        pytest.param(NOTE + LINE * SIGNATURES_MAX, id="101 signatures"),
        pytest.param(b"a" * 1_000_001 + NOTE, id="too long"),
    ],
)
def test_what_is_no_note_is_refused(note: bytes) -> None:
    """Reading is strict (C2SP signed-note, and the negative cases of the Go implementation)."""
    with pytest.raises(MalformedError):
        open_note(note, [NEUMANN.public])


def test_a_signature_with_bytes_too_many_fails() -> None:
    """Three bytes more make another signature, which is not the key's."""
    signature = NEUMANN.public.note_id + NEUMANN.sign(TEXT.encode()) + b"abc"
    note = f"{TEXT}\n\N{EM DASH} PeterNeumann {b64encode(signature).decode()}\n".encode()
    with pytest.raises(TamperedError):
        open_note(note, [NEUMANN.public])


def test_the_signatures_begin_after_the_last_empty_line() -> None:
    """A text may have empty lines of its own, and even look like a note."""
    text = NOTE.decode() + "and more\n"
    assert open_note(sign_note(text, ENOCH), [NEUMANN.public, ENOCH.public])[0] == text
    assert len(parse_note(NOTE + LINE * (SIGNATURES_MAX - 1)).signatures) == SIGNATURES_MAX


def test_two_keys_that_look_alike_are_wrong_usage() -> None:
    """Four bytes of id can collide: then nobody can say whose signature it is."""
    twin = PublicKey(NEUMANN.name, ENOCH.public.raw)
    twin.key_id = NEUMANN.key_id
    with pytest.raises(UsageError, match="cannot tell them apart"):
        open_note(NOTE, [NEUMANN.public, twin])
    assert open_note(NOTE, [NEUMANN.public, NEUMANN.public])[0] == TEXT


@pytest.mark.parametrize("text", ["no line feed", "a\ttab\n", "a\rreturn\n"])
def test_a_text_that_cannot_be_a_note_is_not_signed(text: str) -> None:
    """What nobody could read again is not signed in the first place."""
    with pytest.raises(UsageError, match="cannot be signed as a note"):
        sign_note(text, NEUMANN)


def test_a_witness_signs_the_text_and_the_time() -> None:
    """A cosignature is bound to its time, and to nothing a log's own signature says."""
    witness = PublicKey(ENOCH.name, ENOCH.public.raw, COSIGNATURE)
    note = cosign(NOTE, ENOCH, 1_700_000_000)
    _, verified = open_note(note, [NEUMANN.public, witness])
    assert [(good.key, good.time) for good in verified] == [(NEUMANN.public, None), (witness, 1_700_000_000)]
    line = note.split(b"\n\n")[1].split(b"\n")[1]
    name = line.decode().rpartition(" ")[0]
    for at in (7, 11, 20):
        forged = parse_note(note).signatures[1]
        data = bytearray(forged.key_id + forged.signature)
        data[at] ^= 1
        with pytest.raises(TamperedError):
            open_note(note.replace(line, f"{name} {b64encode(data).decode()}".encode()), [NEUMANN.public, witness])


@pytest.mark.corpus
def test_the_golden_notes_open_and_are_written_again() -> None:
    """Log note, cosigned note and empty checkpoint that Go and Node agreed on are read and made byte for byte."""
    golden = json.loads(shared("vectors/golden.json").read_text())
    log = PrivateKey.parse(golden["log_skey"])
    witness_key = PrivateKey("regulator.example/w1", bytes(range(0x20, 0x40)))
    witness = PublicKey.parse(golden["witness_vkey"])
    assert log.public.vkey == golden["log_vkey"]
    for name in ("checkpoint_6", "checkpoint_8", "empty_checkpoint"):
        text, verified = open_note(golden[name].encode(), [log.public, witness])
        assert [good.key for good in verified] == [log.public]
        assert sign_note(text, log) == golden[name].encode()
    cosigned = golden["checkpoint_8_cosigned_1700000000"].encode()
    assert cosign(golden["checkpoint_8"].encode(), witness_key, 1_700_000_000) == cosigned
    assert [good.time for good in open_note(cosigned, [log.public, witness])[1]] == [None, 1_700_000_000]
