"""Step 4: every stream is a chain: versions 1, 2, 3, ... in log order, each naming the hash of the one before.

Within a chunk a dictionary does; between chunks the ends are joined in log order at last, in files rather than in
memory, because a ledger has more hands than a machine has room for.
"""

from __future__ import annotations

import errno
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from struct import Struct
from tempfile import TemporaryFile, gettempdir
from typing import Any, Final, NamedTuple, Self

from tombo.ledger.core.errors import NoRoomError, UnwritableError
from tombo.ledger.seal.entry import ZERO32
from tombo.ledger.verify.bodies import ParsedRow
from tombo.ledger.verify.notebook import Notebook
from tombo.ledger.verify.report import Code
from tombo.ledger.verify.symptoms import Directness, Symptom, SymptomList, symptom

UNKNOWN: Final = bytes(31) + b"\x01"
"""In place of a hash: a symptom is on record already, so whatever comes next is taken as it is."""


class Link(NamedTuple):
    """The newest entry of a stream."""

    version: int
    hash: bytes
    index: int  # type: ignore[assignment]  # hides tuple.index, which nobody asks of a link


_SPAN: Final = Struct(">32sQ32sQQ32sQ")
"""What one chunk holds of a stream: the SHA-256 of its name; version, ``prev`` and index of its first entry there, which
are what it asks for; version, hash and index of the last, which are what it offers."""
_PLACE: Final = Struct(">32sQ")
"""Where a command's entries begin: the SHA-256 of its id, and the index of the first."""

START: Final = Link(0, ZERO32, -1)
_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT})


def join(stream: str, version: int, prev: bytes, index: int, last: Link) -> Symptom | None:
    """Why the entry at ``index`` does not follow ``last``, or None if it does."""
    if version == last.version + 1 and prev == last.hash:
        return None
    if UNKNOWN in (last.hash, prev):
        return None
    field = "version"
    if version == last.version + 1:
        code, field = Code.TAMPERED, "prev"
        said = f"does not name the hash of version {last.version}" + (f" at {last.index}" if last.index >= 0 else "")
    elif version <= last.version:
        code, said = Code.REORDERED, f"version {version} after version {last.version} at {last.index}"
    else:
        missing = f"version {last.version + 1}" + (f" to {version - 1}" if version > last.version + 2 else "")
        code, said = Code.MISSING, f"{missing} is not there before version {version}"
    cause = last.index if last.index >= 0 else None
    return symptom(Directness.CHAIN, code, said, index, stream=stream, version=version, field=field, cause=cause)


def chain(lines: Iterable[ParsedRow], symptoms: SymptomList) -> bytes:
    """(4) Chain the lines of one chunk; what reaches across its borders is returned, for :class:`StreamEnds`."""
    first: dict[str, ParsedRow] = {}
    last: dict[str, ParsedRow] = {}
    for line in lines:
        stream = line.stream
        if not stream:
            continue
        if line.instead or not line.placed:  # which is on record: what follows in that stream is taken as it is
            unknown = line._replace(prev=UNKNOWN, hash=UNKNOWN)
            first.setdefault(line.instead or stream, unknown)
            last[line.instead or stream] = unknown
            if not line.placed:
                continue
        before = last.get(stream)
        if before is None:
            first[stream] = line
        elif line.version != before.version + 1 or line.prev != before.hash:
            found = join(stream, line.version, line.prev, line.index, Link(before.version, before.hash, before.index))
            if found:
                symptoms.note(found)
        last[stream] = line
    spans = []
    for stream, begin in first.items():
        end = last[stream]
        spans.append(
            _SPAN.pack(_name(stream), begin.version, begin.prev, begin.index, end.version, end.hash, end.index)
        )
    return b"".join(sorted(spans))


def places(commands: Iterable[tuple[str, int]]) -> bytes:
    """Command ids and the index their entries begin at, for :class:`StreamEnds`."""
    return b"".join(sorted([_PLACE.pack(_name(command), index) for command, index in commands]))


def _name(text: str) -> bytes:
    return sha256(text.encode()).digest()


class StreamEnds:
    """What must be compared across the whole log: the ends of the streams, and the command ids."""

    def __init__(self, size: int) -> None:
        self._spans = _Buckets(_SPAN, size)
        self._places = _Buckets(_PLACE, size)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._spans.close()
        self._places.close()

    def add(self, spans: bytes, commands: bytes) -> None:
        """Keep what a chunk says, the chunks in log order."""
        self._spans.add(spans)
        self._places.add(commands)

    def check(
        self,
        stream_at: Callable[[int], str],
        symptoms: SymptomList,
        known: Notebook | None = None,
        keep: Notebook | None = None,
    ) -> None:
        """(4) (6) Join the spans of every stream, to what is ``known`` of it; no command id stands at two places. Both go to ``keep``."""
        for bucket in self._spans.read():
            links: dict[bytes, Link] = {}
            for name, version, prev, index, *last in bucket:
                link = links.get(name) or _known_link(known, name)
                if version != link.version + 1 or prev != link.hash:
                    found = join(stream_at(index), version, prev, index, link)
                    if found:
                        symptoms.note(found)
                links[name] = Link(*last)
            if keep is not None:
                keep.keep_links((name, *links[name]) for name in sorted(links))
        self._check_places(symptoms, known, keep)

    def _check_places(self, symptoms: SymptomList, known: Notebook | None, keep: Notebook | None) -> None:
        for bucket in self._places.read():
            seen: dict[bytes, int] = {}
            for name, index in bucket:
                before = seen.get(name)
                if before is None:
                    before = seen[name] = _known_place(known, name, index)
                if before != index:
                    said = f"its command id stands at {before} already"
                    symptoms.note(symptom(Directness.CHAIN, Code.TAMPERED, said, index, field="command", cause=before))
            if keep is not None:
                keep.keep_places((name, seen[name]) for name in sorted(seen))


def _known_link(known: Notebook | None, name: bytes) -> Link:
    found = None if known is None else known.link(name)
    return START if found is None else Link(*found)


def _known_place(known: Notebook | None, name: bytes, index: int) -> int:
    """Where a command's entries begin, as far as it is known; ``index`` where it is not."""
    found = None if known is None else known.place(name)
    return index if found is None else found


class _Buckets:
    """Records of one length, beginning with a hash, in files by that hash's first byte: flat memory, whatever comes.

    Records of one hash come back in the order they went in. There are about as many files as keep each small enough to
    read at once.
    """

    def __init__(self, record: Struct, expected: int) -> None:
        self._record = record
        bits = max(0, min(8, (expected >> 14).bit_length()))
        self._shift = 8 - bits
        with _in_files():
            self._files = [TemporaryFile() for _ in range(1 << bits)]  # noqa: SIM115 - closed in close()

    def add(self, records: bytes) -> None:
        """Keep ``records``, which are sorted."""
        size, count = self._record.size, len(records) // self._record.size
        begin = 0
        for number, file in enumerate(self._files):
            bound = (number + 1) << self._shift
            end = bisect_left(range(count), bound, begin, key=lambda at: records[at * size])
            if end > begin:
                with _in_files():
                    file.write(records[begin * size : end * size])
            begin = end

    def read(self) -> Iterator[Iterator[tuple[Any, ...]]]:
        """Every bucket in turn."""
        for file in self._files:
            with _in_files():
                file.seek(0)
                records = file.read()
            yield self._record.iter_unpack(records)

    def close(self) -> None:
        """Remove the files."""
        for file in self._files:
            with suppress(OSError):  # what a full disk has no room for is not needed any more
                file.close()


@contextmanager
def _in_files() -> Iterator[None]:
    """Say where there is no room for what passes, and what next.

    Raises:
        UnwritableError: a file without a name cannot be made, written or read again.
    """
    try:
        yield
    except OSError as error:
        kind = NoRoomError if error.errno in _FULL else UnwritableError
        raise kind(
            f"what is compared at the end of a verification cannot be kept in {gettempdir()}: {error.strerror}; expected room for some 170 bytes"
            " an entry: name a folder that has it in TMPDIR, and run this again. Nothing is said of the ledger"
        ) from error
