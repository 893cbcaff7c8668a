"""Released files as somebody would leave them who changed them, each with one thing wrong, for a check to find."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

Wrong = tuple[str, str]
"""The name of a file, and what a check has to say of it."""


class Papers(NamedTuple):
    """How the files of a country are read and written by who has its keys. What is looked for in a document are regular expressions."""

    record: bytes
    """A whole record."""
    amount: bytes = rb">-?\d+\.\d\d<"
    id: bytes = rb">[1-9]\d*<"
    reads: Callable[[Path], bytes] = Path.read_bytes
    writes: Callable[[Path, bytes], object] = Path.write_bytes


def spoiled(folder: Path, papers: Papers, strange: Sequence[bytes], chance: Random) -> tuple[list[Wrong], Counter[str]]:
    """The files of a folder spoilt, but one: what a check has to find, in order of name, and how often each way was taken.

    Two are swapped. Each other has another cent, another id, a record less or one twice; the bytes of a ``strange`` file, of another day or
    release; a bit that is another, or an end too early; or it is not there, or there twice, or under another name.
    """
    paths, ways = sorted(folder.iterdir()), Counter(swapped=2)
    chance.shuffle(paths)
    one, *rest = paths
    first = one.read_bytes()
    other = next(path for path in rest if path.read_bytes() != first)
    rest.remove(other)
    one.write_bytes(other.read_bytes())
    other.write_bytes(first)
    found = [(one.name, "other"), (other.name, "other")]
    for path in rest[1:]:
        way = chance.choice(list(_ways(papers, papers.reads(path))))
        ways[way] += 1
        found += _spoil(path, way, papers, strange, chance)
    return sorted(found), ways


def _ways(papers: Papers, document: bytes) -> Iterator[str]:
    """In which ways a file can be spoilt: of what is not in its document nothing can be another."""
    found = {name for name in ("amount", "id", "record") if re.search(getattr(papers, name), document, re.MULTILINE)}
    yield from sorted(found)
    if "record" in found:
        yield "record twice"
    yield from ("strange", *_BYTES, "missing", "stranger", "renamed")


def _spoil(path: Path, way: str, papers: Papers, strange: Sequence[bytes], chance: Random) -> list[Wrong]:
    data, more = path.read_bytes(), path.with_name(f"{path.name}.bak")
    match way:
        case "missing":
            path.unlink()
            return [(path.name, "missing")]
        case "stranger":
            more.write_bytes(data)
            return [(more.name, "stranger")]
        case "renamed":
            path.rename(more)
            return [(path.name, "missing"), (more.name, "stranger")]
        case "strange":
            path.write_bytes(chance.choice(strange))
        case "bit" | "short":
            path.write_bytes(_BYTES[way](data, chance))
        case _:
            papers.writes(path, _changed(papers.reads(path), way, papers, chance))
    return [(path.name, "other")]


def _changed(document: bytes, way: str, papers: Papers, chance: Random) -> bytes:
    """A document with another amount or id, or a record less or twice."""
    at = chance.choice(list(re.finditer(getattr(papers, way.removesuffix(" twice")), document, re.MULTILINE)))
    found = at[0]
    match way:
        case "record":
            becomes = b""
        case "record twice":
            becomes = found + found
        case _:
            becomes = found[:-2] + b"%d" % ((int(found[-2:-1]) + 1) % 10) + found[-1:]
    return document[: at.start()] + becomes + document[at.end() :]


def _bit(data: bytes, chance: Random) -> bytes:
    at = chance.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :]


_BYTES: Final[Mapping[str, Callable[[bytes, Random], bytes]]] = {
    "bit": _bit,
    "short": lambda data, chance: data[: chance.randrange(len(data))],
}
"""What is done to the bytes of a file, whatever they mean."""
WAYS: Final = frozenset(
    {"amount", "id", "missing", "record", "record twice", "renamed", "strange", "stranger", "swapped", *_BYTES}
)
