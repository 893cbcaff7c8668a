"""Signed notes (C2SP signed-note v1.0.0) and Ed25519 cosignatures on them (C2SP tlog-cosignature v1).

A note is a text, an empty line, and one line a signature. Reading is strict; a key that is not known is passed over,
but a known one whose signature fails makes the whole note worthless.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from typing import Final, NamedTuple

from tombo.ledger.core.errors import MalformedError, TamperedError, UsageError
from tombo.ledger.seal.keys import COSIGNATURE, PrivateKey, PublicKey, is_key_name, strict_base64

NOTE_MAX: Final = 1_000_000
"""The longest note that is read, in bytes (as the Go implementation has it)."""
SIGNATURES_MAX: Final = 100
"""The most signatures a note may bear, so that nobody can make a reader verify without end."""

_DASH: Final = "\N{EM DASH} "
_ID_SIZE: Final = 4
_TIME_SIZE: Final = 8


class NoteSignature(NamedTuple):
    """One signature line: who claims to have signed, by name and four-byte key id, and the bytes after the id."""

    name: str
    key_id: bytes
    signature: bytes


class Note(NamedTuple):
    """A note taken apart, nothing verified. ``text`` ends in a line feed."""

    text: str
    signatures: tuple[NoteSignature, ...]


class Verified(NamedTuple):
    """A signature that is good: by which key, and for a cosignature when, in seconds since 1970."""

    key: PublicKey
    time: int | None


def parse_note(data: bytes) -> Note:
    """Take a note apart.

    Raises:
        MalformedError: not a signed note.
    """
    if len(data) > NOTE_MAX:
        raise MalformedError(f"a note of {len(data)} bytes; at most {NOTE_MAX} are read")
    try:
        whole = data.decode()
    except UnicodeDecodeError as error:
        raise MalformedError(f"a note that is not UTF-8: {error}") from None
    if any(letter < " " and letter != "\n" for letter in whole):
        raise MalformedError("a note with a control character; only line feeds are allowed")
    text, gap, block = whole.rpartition("\n\n")
    if not gap or not block.endswith("\n"):
        raise MalformedError(
            "a note without signatures; expected text, an empty line, and lines that begin with a dash"
        )
    lines = block[:-1].split("\n")
    if len(lines) > SIGNATURES_MAX:
        raise MalformedError(f"a note with {len(lines)} signatures; at most {SIGNATURES_MAX} are read")
    return Note(text + "\n", tuple(_signature(line) for line in lines))


def open_note(data: bytes, keys: Iterable[PublicKey]) -> tuple[str, tuple[Verified, ...]]:
    """The text of a note, and those of ``keys`` that signed it, in the order of their lines.

    Raises:
        MalformedError: not a signed note.
        TamperedError: a known key's signature fails, or no known key signed.
        UsageError: two of ``keys`` cannot be told apart.
    """
    known: dict[tuple[str, bytes], PublicKey] = {}
    for key in keys:
        if known.setdefault((key.name, key.note_id), key) != key:
            raise UsageError(f"two keys are called {key.name}+{key.note_id.hex()}; a note cannot tell them apart")
    note = parse_note(data)
    verified: list[Verified] = []
    for line in note.signatures:
        found = known.get((line.name, line.key_id))
        if found is None:
            continue
        good = _verify(note.text, line.signature, found)
        if good is None:
            raise TamperedError(f"the signature of {found.vkey} under the note fails; the note is not what it signed")
        verified.append(good)
    if not verified:
        names = ", ".join(f"{line.name}+{line.key_id.hex()}" for line in note.signatures)
        raise TamperedError(f"no known key signed the note; found {names}; check the policy")
    return note.text, tuple(verified)


def sign_note(text: str, key: PrivateKey) -> bytes:
    """``text`` as a note with one signature.

    Raises:
        UsageError: ``text`` cannot be a note's: it does not end in a line feed, or has control characters.
    """
    if not text.endswith("\n"):
        raise UsageError(f"{text!r} cannot be signed as a note; expected a line feed at its end")
    note = f"{text}\n{_line(key.public, key.sign(text.encode()))}".encode()
    try:
        parse_note(note)
    except MalformedError as error:
        raise UsageError(f"a text that cannot be signed as a note: {error}") from None
    return note


def cosign(note: bytes, witness: PrivateKey, time: int) -> bytes:
    """The note with a line in which ``witness`` says it saw the note's text at ``time``, in seconds since 1970."""
    public = PublicKey(witness.name, witness.public.raw, COSIGNATURE)
    signature = witness.sign(_cosigned(parse_note(note).text, time))
    return note + _line(public, time.to_bytes(_TIME_SIZE, "big") + signature).encode()


def _line(key: PublicKey, signature: bytes) -> str:
    return f"{_DASH}{key.name} {b64encode(key.note_id + signature).decode()}\n"


def _signature(line: str) -> NoteSignature:
    name, _, encoded = line.removeprefix(_DASH).partition(" ")
    try:
        data = strict_base64(encoded)
    except ValueError:
        data = b""
    if not line.startswith(_DASH) or not is_key_name(name) or len(data) <= _ID_SIZE:
        raise MalformedError(f"{line!r} is no signature line; expected a dash, a key name and base64")
    return NoteSignature(name, data[:_ID_SIZE], data[_ID_SIZE:])


def _cosigned(text: str, time: int) -> bytes:
    return f"cosignature/v1\ntime {time}\n{text}".encode()


def _verify(text: str, signature: bytes, key: PublicKey) -> Verified | None:
    if key.kind == COSIGNATURE:
        time = int.from_bytes(signature[:_TIME_SIZE], "big")
        good = key.verify(signature[_TIME_SIZE:], _cosigned(text, time))
        return Verified(key, time) if good else None
    return Verified(key, None) if key.verify(signature, text.encode()) else None
