"""Rows as a door writes them, read at a fraction of what any row takes: most rows of most ledgers are such.

Nothing is left out of what :class:`~tombo.ledger.verify.rows.RowReader` asks of a row. What rows that follow one another have in common is asked once, and
compared byte by byte from then on: the header of the append, and how a body begins, which is of its command. How a body must end follows from the columns.
The event between is what its kind's pattern matches (``shapes``), or what its class reads and writes. Of whatever does not fit nothing is said here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from typing import Any, Final, NamedTuple

from pydantic import ValidationError
from pydantic_core import from_json

from tombo.ledger.core.entry import By
from tombo.ledger.core.errors import LedgerError
from tombo.ledger.core.ids import is_stream
from tombo.ledger.kinds import EVENTS
from tombo.ledger.seal.entry import AUTHOR, BODY, KEY_ID, LEAF_MAX, PREV, SHARED, frame, framed, unpack
from tombo.ledger.seal.merkle import LEAF_TAG
from tombo.ledger.verify.bodies import (
    AMISS,
    CLOSED,
    HOME,
    INTEGER,
    LAST_INSTANT,
    NOWHERE,
    SOURCE,
    TOLD,
    WHOLE,
    Bodies,
    ParsedRow,
    claim_of,
)
from tombo.ledger.verify.requests import ANSWERS
from tombo.ledger.verify.shapes import shape
from tombo.ledger.verify.source import Row

_SOURCE: Final = re.compile(SOURCE.encode())
_OCCURRED: Final = re.compile(f',"occurred":(?:null|({INTEGER})),'.encode())
_LONG: Final = LEAF_MAX - 1_000
"""States up to this length have a leaf that is not too long, whatever their stream is called."""
_AUTHOR_AND_PREV: Final = slice(KEY_ID.start, PREV.stop)
"""The id of the key and the hash of the entry before, as they stand in a state and in what is hashed."""
_HIGH: Final = bytes(4)
"""The upper half of a version, which has eight bytes: beyond the lower half a row is read as any other."""
_STREAMS_MAX: Final = 1 << 14
_PARSED: Final[Callable[[Any], ParsedRow]] = partial(tuple.__new__, ParsedRow)
"""``ParsedRow._make`` at a third of its cost."""


class _Kind(NamedTuple):
    """What is to know of a kind: its name framed, how its streams begin, and whether it is amiss as the first entry of one, or as any other."""

    topic: bytes
    home: str
    amiss: bool | None
    matches: Callable[[bytes], Any]
    closed: bool
    """Whether it deals face-down cards: their commitments are asked for later."""


class _Stream(NamedTuple):
    """What is to know of a stream: how its name begins, how its leaves and what is hashed of its entries, and how their bodies end."""

    home: str
    leaf: bytes
    entry: bytes
    end: bytes


def _never(_text: bytes) -> None:
    """The pattern of a kind that has none."""


_KINDS: Final[dict[str, _Kind]] = {}
"""The kinds that were read: patterns are made as they are needed, since most ledgers hold few of the kinds there are."""


def _kind(kind: str) -> _Kind:
    """What is to know of ``kind``, remembered in :data:`_KINDS`.

    Raises:
        KeyError: entries of it are few in any ledger and more is asked of them; or there is no such kind.
    """
    if kind in TOLD or kind in ANSWERS or kind in WHOLE:
        raise KeyError(kind)
    event = EVENTS[kind]
    pattern = shape(event)
    matches = _never if pattern is None else pattern.fullmatch
    found = _Kind(frame(kind.encode()), HOME[kind], AMISS.get(kind), matches, kind in CLOSED)
    _KINDS[kind] = found
    return found


_STRANGE: Final = (AttributeError, KeyError, LedgerError, OverflowError, TypeError, ValidationError, ValueError)
"""What is raised of a row that is not as a door writes it."""


class _Source(NamedTuple):
    """How the bodies of a command begin, and what that says."""

    head: bytes
    by: By | None
    command: tuple[bytes, bytes] | None


_NOT_CLAIMED: Final = b',"occurred":null,'
"""What stands between the event and the stream where nobody says when it happened."""


def straight_reader(bodies: Bodies) -> Callable[[Row], ParsedRow | None]:
    """What reads a row that is as a door writes it, and gives None of any other; it remembers what the row before said."""
    streams: dict[str, _Stream] = {}
    author: bytes | None = None
    shared: bytes | None = None
    source: _Source | None = None
    claim, occurred = NOWHERE, _NOT_CLAIMED
    start, seen, trusted, join = bodies.hasher.begins, bodies.seen, bodies.trusted, b"".join

    def read(row: Row) -> ParsedRow | None:
        nonlocal author, shared, claim, source, occurred
        index, stream, version, kind, state = row
        try:
            if state[SHARED] != shared or state[AUTHOR] != author:
                claim, author, shared = claim_of(unpack(state)), state[AUTHOR], state[SHARED]
            topic, home, amiss, matches, closed = _KINDS.get(kind) or _kind(kind)
            stream_home, leaf_start, entry_start, ends = streams.get(stream) or _known(streams, stream, start)
            content = state[BODY]
            if source is None or not content.startswith(source.head):
                source = _source(bodies, content)
            head, by, command = source
            end = b"%b%b%d}" % (occurred, ends, version)
            if not content.endswith(end):
                occurred = _occurred(content)
                end = b"%b%b%d}" % (occurred, ends, version)
            place = version.to_bytes(4, "big") + topic
        except _STRANGE:
            return None
        if (
            home != stream_home
            or amiss is (version == 1)
            or index < trusted
            or len(state) > _LONG
            or not content.endswith(end)
        ):
            return None
        text = content[len(head) : len(content) - len(end)]
        if matches(text):
            event = from_json(text)["commitments"] if closed else None
        else:
            try:
                event = None if seen.get(text) == kind else bodies.event(kind, text)
            except _STRANGE:
                return None
        entry_hash = sha256(join((entry_start, place, state[_AUTHOR_AND_PREV], content))).digest()
        leaf = sha256(join((leaf_start, place, state))).digest()
        return _PARSED(
            (index, stream, version, kind, claim, state[PREV], entry_hash, leaf, by, command, event, True, None)
        )

    return read


def _known(streams: dict[str, _Stream], stream: str, start: bytes) -> _Stream:
    """What is to know of ``stream``, remembered in ``streams``.

    Raises:
        TypeError: it is no text.
        ValueError: it is no name of a stream.
    """
    if not is_stream(stream):
        raise ValueError(stream)
    if len(streams) >= _STREAMS_MAX:
        streams.clear()
    name = framed(stream) + _HIGH
    home, colon, _ = stream.partition(":")
    found = _Stream(home + colon, LEAF_TAG + name, start + name, f'"stream":"{stream}","version":'.encode())
    streams[stream] = found
    return found


def _source(bodies: Bodies, content: bytes) -> _Source:
    """How this body begins.

    Raises:
        LedgerError: not in the canonical way.
        ValueError: nor as a body does.
    """
    found = _SOURCE.match(content)
    if found is None:
        raise ValueError(content[:100])
    text, digest, name = found.groups()
    by = bodies.actors.get(text) or bodies.actor(text)
    return _Source(found[0], by, None if name is None else (name, digest))


def _occurred(content: bytes) -> bytes:
    """What stands in this body between the event and the stream.

    Raises:
        ValueError: not what stands there in a body.
    """
    begin = content.rindex(b',"occurred":')
    text = content[begin : content.index(b'"stream":"', begin)]
    found = _OCCURRED.fullmatch(text)
    if found is None or (found[1] is not None and found[1] > LAST_INSTANT and len(found[1]) >= len(LAST_INSTANT)):
        raise ValueError(text)
    return text
