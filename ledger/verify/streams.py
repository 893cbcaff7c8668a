"""Step 4: every stream is a chain: versions 1, 2, 3, ... in log order, each naming the hash of the one before.

Within a chunk a dictionary does; between chunks the ends are joined in log order at last, in files rather than in
memory, because a ledger has more hands than a machine has room for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from struct import Struct
from tempfile import TemporaryFile
from typing import IO, Final, NamedTuple, Self

from ledger.seal.entry import ZERO32
from ledger.verify.report import Code
from ledger.verify.rows import Line
from ledger.verify.symptoms import Evidence, Symptom, SymptomList, symptom

UNKNOWN: Final = bytes(31) + b"\x01"
"""In place of a hash: a symptom is on record already, so whatever comes next is taken as it is."""


class Link(NamedTuple):
    """The newest entry of a stream."""

    version: int
    hash: bytes
    index: int  # type: ignore[assignment]  # hides tuple.index, which nobody asks of a link


class Span(NamedTuple):
    """What one chunk holds of a stream: what its first entry asks for, and what its last one offers."""

    stream: str
    version: int
    prev: bytes
    index: int  # type: ignore[assignment]  # as in Link
    last: Link


START: Final = Link(0, ZERO32, -1)


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
    return symptom(Evidence.CHAIN, code, said, index, stream=stream, version=version, field=field, cause=cause)


def chain(lines: Iterable[Line], symptoms: SymptomList) -> list[Span]:
    """(4) Chain the lines of one chunk; what reaches across its borders is returned."""
    first: dict[str, tuple[int, bytes, int]] = {}
    last: dict[str, tuple[int, bytes, int]] = {}
    for line in lines:
        stream = line.stream
        if not stream:
            continue
        if not line.sound and not line.event:
            # Neither the columns nor the body can be relied on to say where it belongs.
            first.setdefault(stream, (line.version, UNKNOWN, line.index))
            last[stream] = (line.version, UNKNOWN, line.index)
            continue
        before = last.get(stream)
        prev = line.sealed.prev
        if before is None:
            first[stream] = (line.version, prev, line.index)
        elif line.version != before[0] + 1 or prev != before[1]:
            found = join(stream, line.version, prev, line.index, Link(*before))
            if found:
                symptoms.note(found)
        last[stream] = (line.version, line.hash, line.index)
    return [Span(stream, *begin, Link(*last[stream])) for stream, begin in first.items()]


class Buckets:
    """Records kept in files, found again by name: those of one name come back in the order they went in.

    A bucket is read into memory as a whole, so there is one for every ``per_bucket`` records expected.
    """

    def __init__(self, expected: int, per_bucket: int = 1 << 14, most: int = 256) -> None:
        count = max(1, min(most, expected // per_bucket))
        self._files: list[IO[bytes]] = [TemporaryFile(buffering=1 << 13) for _ in range(count)]  # noqa: SIM115 - closed below

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        for file in self._files:
            file.close()

    def add(self, name: bytes, record: bytes) -> None:
        """Keep ``record`` under ``name``. Which bucket that is differs from run to run, so nobody can overfill one."""
        file = self._files[hash(name) % len(self._files)]
        file.write(len(name).to_bytes(2, "big") + len(record).to_bytes(2, "big") + name + record)

    def read(self) -> Iterator[list[tuple[bytes, bytes]]]:
        """Every bucket: its names and records, in the order they came."""
        for file in self._files:
            file.seek(0)
            yield list(_records(file))


def _records(file: IO[bytes]) -> Iterator[tuple[bytes, bytes]]:
    while header := file.read(4):
        name = file.read(int.from_bytes(header[:2], "big"))
        yield name, file.read(int.from_bytes(header[2:], "big"))


_SPAN: Final = Struct(">Q32sQQ32sQ")
_PLACE: Final = Struct(">Q")


class Ends:
    """What must be compared across the whole log: the ends of the streams, and the command ids."""

    def __init__(self, size: int) -> None:
        self._spans = Buckets(size // 16)
        self._commands = Buckets(size // 16)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._spans.__exit__(*error)
        self._commands.__exit__(*error)

    def add_spans(self, spans: Iterable[Span]) -> None:
        """Keep a chunk's spans, the chunks in log order."""
        for stream, version, prev, index, last in spans:
            self._spans.add(stream.encode(), _SPAN.pack(version, prev, index, *last))

    def add_command(self, command: str, index: int) -> None:
        """Keep that the entries of ``command`` begin at ``index``, in log order."""
        self._commands.add(command.encode(), _PLACE.pack(index))

    def check(self, symptoms: SymptomList) -> None:
        """(4) Join every stream's spans; and no command id stands at two places."""
        for bucket in self._spans.read():
            links: dict[bytes, Link] = {}
            for name, record in bucket:
                version, prev, index, last_version, last_hash, last_index = _SPAN.unpack(record)
                found = join(name.decode(), version, prev, index, links.get(name, START))
                if found:
                    symptoms.note(found)
                links[name] = Link(last_version, last_hash, last_index)
        for bucket in self._commands.read():
            seen: dict[bytes, int] = {}
            for name, record in bucket:
                (index,) = _PLACE.unpack(record)
                if name in seen:
                    said = f"the command id {name.decode()!r} stands at {seen[name]} already"
                    symptoms.note(
                        symptom(Evidence.CHAIN, Code.TAMPERED, said, index, field="command", cause=seen[name])
                    )
                seen.setdefault(name, index)
