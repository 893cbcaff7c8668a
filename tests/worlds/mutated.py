"""Released files as somebody would leave them who changed them, each with one thing wrong, for a check to find."""

from __future__ import annotations

import re
import shutil
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
    """Every file of a folder spoilt: what a check has to find, in order of name, and how often each way was taken.

    Two are swapped. Each other has another cent, another id, or a record less; the bytes of a ``strange`` file, of another day or release; a
    bit that is another, a byte less; or it is not there, or there twice.
    """
    paths, ways = sorted(folder.iterdir()), Counter(swapped=2)
    chance.shuffle(paths)
    (one, first), (other, second) = ((path, path.read_bytes()) for path in paths[:2])
    one.write_bytes(second)
    other.write_bytes(first)
    found = [(one.name, "other"), (other.name, "other")]
    for number, path in enumerate(paths[2:]):
        can = list(_ways(papers, papers.reads(path)))
        way = can[number % len(can)]
        ways[way] += 1
        found.append(_spoil(path, way, papers, strange, chance))
    return sorted(found), ways


def _ways(papers: Papers, document: bytes) -> Iterator[str]:
    """In which ways a file can be spoilt: of what is not in its document nothing can be another."""
    yield from (name for name in ("amount", "id", "record") if re.search(getattr(papers, name), document, re.MULTILINE))
    yield from ("strange", *_BYTES, "missing", "stranger")


def _spoil(path: Path, way: str, papers: Papers, strange: Sequence[bytes], chance: Random) -> Wrong:
    match way:
        case "missing":
            path.unlink()
            return path.name, "missing"
        case "stranger":
            more = path.with_name(f"{path.name}.bak")
            shutil.copy(path, more)
            return more.name, "stranger"
        case "strange":
            path.write_bytes(chance.choice(strange))
        case "bit" | "short":
            path.write_bytes(_BYTES[way](path.read_bytes(), chance))
        case _:
            document = papers.reads(path)
            found = list(re.finditer(getattr(papers, way), document, re.MULTILINE))
            at = chance.choice(found)
            changed = b"" if way == "record" else _another(at[0])
            papers.writes(path, document[: at.start()] + changed + document[at.end() :])
    return path.name, "other"


def _another(number: bytes) -> bytes:
    """A number between two tags with another last digit."""
    return number[:-2] + b"%d" % ((int(number[-2:-1]) + 1) % 10) + number[-1:]


def _bit(data: bytes, chance: Random) -> bytes:
    at = chance.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :]


_BYTES: Final[Mapping[str, Callable[[bytes, Random], bytes]]] = {"bit": _bit, "short": lambda data, _: data[:-1]}
"""What is done to the bytes of a file, whatever they mean."""
