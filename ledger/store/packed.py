"""What a packed row keeps of a state, and the state again (``docs/format.md``, 'Packed rows').

Key id, chain, signature and digest are kept as they are, for nothing makes them shorter. The rest is deflated as if a text of this program stood before it, the
dictionary, and behind that what the row's own columns say. What comes of it is believed as little as what lies there whole: the tree has the hash of its leaf.
"""

from __future__ import annotations

import re
import zlib
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from tombo.ledger.core.errors import MalformedError, UnreadableError
from tombo.ledger.seal.entry import DICTIONARIES, DIGESTED, FORMAT, HEADER_SIZE, NAMED, PACKED, no_state

TEXT_MAX: Final = 4_096
"""The longest text that is deflated, in bytes. What is longer is little and stays; so the rows of an append, 65,535 at the most, unpack to some 2**28 bytes and no more."""
DIGESTS: Final = {1: "436da574eec0a1d0ad71e7ccd6e035e737939ce4e050bd23d0d8440a7473abe8"}
"""The SHA-256 of each dictionary, by its number: one that was ever used stays as it is, for ever."""
MARK: Final = bytes([PACKED])
"""The least first byte of what a packed row keeps."""
_NUMBERS: Final = slice(NAMED.stop, 67)
_SIGNATURE: Final = slice(67, HEADER_SIZE)
_NUMBERS_SIZE: Final = _NUMBERS.stop - _NUMBERS.start
_SIGNED: Final = 1 + (NAMED.stop - NAMED.start) + 64
"""105: where the digest begins, or what is deflated."""
_DIGEST: Final = re.compile(rb'"digest":"([0-9a-f]{32})"')
_TAKEN: Final = b'"digest":"'
_LEVEL: Final = 9
_RAW: Final = -zlib.MAX_WBITS
"""Deflated alone (RFC 1951), without the header and the sum of zlib's own format: the hash of the leaf says more."""
_WHOLE: Final = bytes([FORMAT])
_BEGINS: Final = bytes.fromhex("0000000000 0001 0006")
"""How the numbers of a header look: a log index begins with zeros, most appends have one entry, and the time begins so until 2034."""


def is_packed(state: object) -> bool:
    """Whether a state is what a packed row keeps: no format has a number with that bit, and a cut row keeps the first byte of a state."""
    return isinstance(state, bytes) and state[:1] >= MARK


def packed(stream: str, version: int, kind: str, state: bytes, number: int = DICTIONARIES) -> bytes | None:
    """What the row of ``state`` keeps packed, under the dictionary of that number; None where that is not less, or ``state`` is not to be had from it again."""
    found = _DIGEST.search(state, HEADER_SIZE)
    body = state[HEADER_SIZE:] if found is None else state[HEADER_SIZE : found.start(1)] + state[found.end(1) :]
    text = state[_NUMBERS] + body
    if state[:1] != _WHOLE or len(state) <= HEADER_SIZE or len(text) > TEXT_MAX:
        return None
    mark, digest = (PACKED, b"") if found is None else (PACKED | DIGESTED, bytes.fromhex(found[1].decode()))
    deflating = zlib.compressobj(_LEVEL, zlib.DEFLATED, _RAW, zdict=_before(number, stream, version, kind))
    kept = (
        bytes([mark | number]),
        state[NAMED],
        state[_SIGNATURE],
        digest,
        deflating.compress(text),
        deflating.flush(),
    )
    made = b"".join(kept)
    return made if len(made) < len(state) and unpacked(stream, version, kind, made) == state else None


def unpacked(stream: str, version: int, kind: str, kept: bytes) -> bytes:
    """The state of which a packed row keeps ``kept``.

    Raises:
        MalformedError: it is none that ``packed`` gives: cut short, with bytes behind its end, too long, or of a dictionary that there is not.
        UnreadableError: this program's dictionary is not as it was shipped.
    """
    number, digested = kept[0] & ~(PACKED | DIGESTED), kept[0] & DIGESTED
    begins = _SIGNED + 16 if digested else _SIGNED
    if len(kept) <= begins or number not in DIGESTS:
        raise MalformedError(no_state(kept))
    inflating = zlib.decompressobj(_RAW, zdict=_before(number, stream, version, kind))
    try:
        text = inflating.decompress(kept[begins:], TEXT_MAX + 1)
    except zlib.error:
        raise MalformedError(no_state(kept)) from None
    at = text.find(_TAKEN) + len(_TAKEN) if digested else _NUMBERS_SIZE
    if not inflating.eof or inflating.unused_data or not _NUMBERS_SIZE <= at <= len(text) <= TEXT_MAX:
        raise MalformedError(no_state(kept))
    digest = kept[_SIGNED:begins].hex().encode()
    numbers, body = text[:_NUMBERS_SIZE], (text[_NUMBERS_SIZE:at], digest, text[at:])
    return b"".join((_WHOLE, kept[NAMED], numbers, kept[NAMED.stop : _SIGNED], *body))


def as_sealed(stream: Any, version: Any, kind: Any, state: Any) -> Any:
    """The state of a row as it was sealed; what is not packed, or does not unpack, as it is: it is no entry to anybody who checks.

    Raises:
        UnreadableError: as for ``unpacked``.
    """
    if not is_packed(state):
        return state
    try:
        return unpacked(stream, version, kind, state)
    except MalformedError:
        return state


def _before(number: int, stream: str, version: int, kind: str) -> bytes:
    """What stands before the text that is deflated: the dictionary, and what the columns say as the body says it."""
    place = f'"kind":"{kind}","occurred":null,"stream":"{stream}","version":{version}}}'
    return b"".join((dictionary(number), place.encode(errors="replace"), _BEGINS))


@cache
def dictionary(number: int) -> bytes:
    """The dictionary of that number: a file of this program.

    Raises:
        UnreadableError: it is not there, or not as it was shipped.
    """
    path = Path(__file__).with_name(f"dictionary{number}.txt")
    try:
        found = path.read_bytes()
    except OSError as error:
        raise UnreadableError(f"{path} cannot be read ({error}); install the program anew") from error
    if sha256(found).hexdigest() != DIGESTS[number]:
        raise UnreadableError(f"{path} is not the dictionary that packed rows are read with; install the program anew")
    return found
