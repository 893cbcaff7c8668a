"""An entry as bytes: the body, its hash, the row's ``state``, and the leaf of the log (``docs/format.md``, version 1).

A body is never encoded twice: it is made once, from fragments that are canonical by construction, and from then on
handed around as bytes. Everything here stands in the way of every entry written and verified, so it is kept short.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import lru_cache
from struct import Struct
from typing import Any, Final, NamedTuple

from tombo.ledger.core.entry import Actor, By, CommandRef, EventBase
from tombo.ledger.core.errors import MalformedError, UsageError
from tombo.ledger.core.ids import is_stream
from tombo.ledger.seal.canonical import INTEGER_MAX
from tombo.ledger.seal.merkle import LEAF_TAG

FORMAT: Final = 1
"""The version of the format, the first byte of every state."""
PACKED: Final = 0x80
"""The bit in the first byte of a row that says that it is packed (``tombo.ledger.store.packed``). No format has such a number."""
DIGESTED: Final = 0x40
"""The bit beside it that says that the digest of a command stands by itself; the six others say under which dictionary."""
DICTIONARIES: Final = 1
"""The newest dictionary; they are numbered from 1."""
ZERO32: Final = bytes(32)
"""What the first entry of a stream has in place of the hash of the one before."""
LEAF_MAX: Final = 65_535
"""The longest leaf that a C2SP entry bundle can carry (tlog-tiles, u16be length)."""
ENTRY_TAG: Final = b"tombo/entry/v1\n"

_HEADER: Final = Struct(">B8s32sQHQQ64s")
HEADER_SIZE: Final = _HEADER.size
"""131: the bytes of a state before its body."""
AUTHOR: Final = slice(0, 9)
"""Where the parts of a state stand, for whoever reads them by the million: here the format, and the id of the key."""
KEY_ID: Final = slice(1, 9)
PREV: Final = slice(9, 41)
SHARED: Final = slice(41, HEADER_SIZE)
"""First index, count, recorded time, anchor and signature: with ``AUTHOR`` the same in every row of an append."""
FIRST: Final = slice(41, 49)
RECORDED: Final = slice(51, 59)
BODY: Final = slice(HEADER_SIZE, None)
NAMED: Final = slice(KEY_ID.start, PREV.stop)
"""Key id and prev, which follow one another in an entry's hash, too."""
NAMES_MAX: Final = 8_192
"""Names that are kept encoded: then all of them are forgotten."""


class Sealed(NamedTuple):
    """A row's ``state``, taken apart.

    ``first`` and ``count`` say which append the entry belongs to: the log indices ``first`` to ``first + count - 1``.
    ``recorded`` is in microseconds since 1970; ``anchor_size`` is the size of the newest checkpoint the writer knew.
    """

    key_id: bytes
    prev: bytes
    first: int
    count: int  # type: ignore[assignment]  # hides tuple.count, which nobody asks of a state
    recorded: int
    anchor_size: int
    signature: bytes
    body: bytes


def frame(data: bytes) -> bytes:
    """``data`` after its length in two bytes, so that joined fields cannot run into one another."""
    return len(data).to_bytes(2, "big") + data


def source(by: By, command: CommandRef | None) -> bytes:
    """The beginning of a body, which the entries of one command have in common.

    Records keep their fields in alphabetical order, so their JSON is canonical already and is only joined here.
    """
    said = b"null" if command is None else command.__pydantic_serializer__.to_json(command)
    return b"".join((asked_by(by.actor, by.id, by.role), said, b',"event":'))


@lru_cache(maxsize=4096)
def asked_by(actor: Actor, name: str, role: str | None) -> bytes:
    """How a body and what a command's digest covers begin: who asks, encoded once for all that he asks for."""
    by = By(actor=actor, id=name, role=role)
    said = by.__pydantic_serializer__.to_json(by)  # what model_dump_json calls, without its options
    return b"".join((b'{"by":', said, b',"command":'))


def body(source: bytes, event: EventBase, occurred: int | None, stream: str, version: int) -> bytes:
    """The canonical body of an entry, which begins with ``source``.

    Raises:
        UsageError: ``stream`` is no name of a stream, or ``version`` or ``occurred`` is out of range.
    """
    if not is_stream(stream):
        raise UsageError(f"{stream!r} is no stream; expected type:name, for example 'hand:mesa-1/42'")
    if not 1 <= version <= INTEGER_MAX or (occurred is not None and not 0 <= occurred <= INTEGER_MAX):
        raise UsageError(f"{stream}: version {version} or occurred {occurred} is out of range")
    return b"".join(
        (
            source,
            event.__pydantic_serializer__.to_json(event),
            (
                f',"occurred":{"null" if occurred is None else occurred},"stream":"{stream}","version":{version}}}'
            ).encode(),
        )
    )


def place(stream: str, version: int, kind: str) -> bytes:
    """Stream, version and kind, framed: how a leaf begins, and after the name of the log an entry's hash."""
    return framed(stream) + version.to_bytes(8, "big") + topic(kind)


@lru_cache(maxsize=4096)
def framed(stream: str) -> bytes:
    """The name of a stream, framed: encoded once for the entries and cards of a stream, which are looked at together."""
    return frame(stream.encode())


@lru_cache(maxsize=256)
def topic(kind: str) -> bytes:
    """A kind, framed."""
    return frame(kind.encode())


class EntryHasher:
    """Hashes the entries of one ledger, named by ``origin``.

    ``key_id`` is 8 bytes and ``prev`` 32; they are not framed, so whoever calls answers for their lengths
    (:func:`unpack` does).
    """

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.begins = ENTRY_TAG + frame(origin.encode())
        """How what is hashed of every entry begins."""

    def __call__(  # noqa: PLR0917 - the order of the bytes
        self, stream: str, version: int, kind: str, key_id: bytes, prev: bytes, body: bytes
    ) -> bytes:
        """The hash of the entry, 32 bytes: what the next entry of the stream names and the append's root covers."""
        at, of = version.to_bytes(8, "big"), topic(kind)  # ``place``, without joining it first
        return hashlib.sha256(b"".join((self.begins, framed(stream), at, of, key_id, prev, body))).digest()

    def at(self, place: bytes, key_id: bytes, prev: bytes, body: bytes) -> bytes:
        """The hash of the entry at this place (:func:`place`)."""
        return hashlib.sha256(b"".join((self.begins, place, key_id, prev, body))).digest()


def pack(  # noqa: PLR0917 - the order of the bytes
    key_id: bytes,
    prev: bytes,
    first: int,
    count: int,
    recorded: int,
    anchor_size: int,
    signature: bytes,
    body: bytes,
) -> bytes:
    """The row's ``state``: the inverse of :func:`unpack`."""
    return _HEADER.pack(FORMAT, key_id, prev, first, count, recorded, anchor_size, signature) + body


def headers(  # noqa: PLR0917 - the order of the bytes
    key_id: bytes, first: int, count: int, recorded: int, anchor_size: int, signature: bytes
) -> tuple[bytes, bytes]:
    """What the states of one append have in common, as :func:`pack` writes it: what stands before ``prev``, and between that and the body."""
    header = _HEADER.pack(FORMAT, key_id, ZERO32, first, count, recorded, anchor_size, signature)
    return header[AUTHOR], header[SHARED]


def unpack(state: bytes) -> Sealed:
    """Take a row's ``state`` apart. Whether the signature is good is not asked here.

    Raises:
        MalformedError: too short, of another format version, or with a number out of range.
    """
    if len(state) < HEADER_SIZE:
        raise MalformedError(no_state(state))
    fields = _HEADER.unpack_from(state)
    version, _, _, first, count, recorded, anchor_size, _ = fields
    if version != FORMAT:
        raise MalformedError(no_state(state))
    if not count or first > INTEGER_MAX or recorded > INTEGER_MAX or anchor_size > INTEGER_MAX:
        raise MalformedError(
            f"a state with first {first}, count {count}, recorded {recorded}, anchor {anchor_size};"
            " expected a count from 1 and numbers below 2**53"
        )
    return tuple.__new__(Sealed, (*fields[1:], state[HEADER_SIZE:]))  # half the cost of calling the class


def no_state(state: Any) -> str:
    """What is said of what is too short for a state, or begins as none of this format does: packed, it would have been unpacked before."""
    if not isinstance(state, bytes) or state[:1] < bytes([PACKED]):
        if len(state) < HEADER_SIZE:
            return f"a state of {len(state)} bytes; expected at least {HEADER_SIZE}"
        return f"a state of format {state[0]}; expected format {FORMAT}"
    number = state[0] & ~(PACKED | DIGESTED)
    if 1 <= number <= DICTIONARIES:
        return f"a state packed under dictionary {number}, which does not unpack; expected one that does: it was altered or damaged"
    return (
        f"a state packed under dictionary {number}; expected one from 1 to {DICTIONARIES}: a newer version of this program is needed, or it was"
        " altered"
    )


def unpack_time(state: bytes) -> tuple[int, bytes]:
    """Recorded time and body of a state.

    Raises:
        MalformedError: too short, or of another format version.
    """
    if len(state) < HEADER_SIZE or state[0] != FORMAT:
        unpack(state)  # says what is wrong
    return int.from_bytes(state[RECORDED], "big"), state[BODY]


def leaf_data(stream: str, version: int, kind: str, state: bytes) -> bytes:
    """The leaf of the log: everything the row says, so that the tree covers it all.

    Raises:
        UsageError: longer than 65,535 bytes, which no C2SP entry bundle can carry.
    """
    data = place(stream, version, kind) + state
    if len(data) > LEAF_MAX:
        raise UsageError(
            f"{stream} version {version}, {kind}: an entry of {len(data)} bytes; at most {LEAF_MAX} can be exported."
            " Nothing was recorded"
        )
    return data


def leaf_at(place: bytes, state: bytes) -> bytes:
    """The hash of the leaf of a row at this place (:func:`place`): ``leaf_hash`` of its ``leaf_data``, in one copy."""
    return hashlib.sha256(b"".join((LEAF_TAG, place, state))).digest()


class _Framed(dict[str, bytes]):
    """Names, each encoded once and framed, behind what is to stand before it: a look-up where ``framed`` is a call."""

    def __init__(self, before: bytes = b"") -> None:
        super().__init__()
        self._before = before

    def __missing__(self, name: str) -> bytes:
        if len(self) >= NAMES_MAX:
            self.clear()
        found = self[name] = self._before + frame(name.encode())
        return found


_LEAF_BEGINS: Final = _Framed(LEAF_TAG)
_KINDS: Final = _Framed()


def leaves_of(rows: Iterable[tuple[int, str, int, str, bytes]]) -> bytes:
    """The hashes of the leaves of ``rows`` (log index, stream, version, kind, state), joined: ``leaf_at`` of each, with no call for one."""
    sha256, join, begins, kinds = hashlib.sha256, b"".join, _LEAF_BEGINS, _KINDS
    return join([
        sha256(join((begins[stream], version.to_bytes(8, "big"), kinds[kind], state))).digest()
        for _, stream, version, kind, state in rows
    ])  # fmt: skip


def parse_leaf(data: bytes) -> tuple[str, int, str, bytes]:
    """Stream, version, kind and state of a leaf: the inverse of :func:`leaf_data`.

    Raises:
        MalformedError: the bytes are no leaf.
    """
    name_end = 2 + int.from_bytes(data[:2], "big")
    kind_start = name_end + 10
    kind_end = kind_start + int.from_bytes(data[name_end + 8 : kind_start], "big")
    if len(data) > LEAF_MAX or len(data) < kind_end or len(data) < kind_start:
        raise MalformedError(f"a leaf of {len(data)} bytes ends before its fields, or is longer than {LEAF_MAX}")
    version = int.from_bytes(data[name_end : name_end + 8], "big")
    try:
        stream = data[2:name_end].decode("ascii")
        kind = data[kind_start:kind_end].decode("ascii")
    except UnicodeDecodeError as error:
        raise MalformedError(f"a leaf whose stream or kind is not ASCII: {error}") from None
    if not is_stream(stream) or not kind or not 1 <= version <= INTEGER_MAX:
        raise MalformedError(f"a leaf for stream {stream!r}, version {version}, kind {kind!r}, of which one is no name")
    return stream, version, kind, data[kind_end:]
