"""A file of a regulator's day with one thing wrong, which has to be found by its name; by one seed always the same."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from tarfile import BLOCKSIZE, TarInfo
from typing import Final

Spans = list[tuple[int, int]]
"""Where the records of a file begin and end."""
IN_RECORDS: Final = ("digit", "less", "twice", "places")
"""A cent or an id, a record less, one twice, two in each other's places."""
ANY: Final = ("other", "cut", "byte", "gone", "stranger")
"""Another hour's or kind's bytes, a byte less, another byte, no file, one of another year."""
HEAD, TAIL = 7, 2
"""Lines of a file of XML before its records, and behind them."""


def lines_in(data: bytes) -> Spans:
    """The lines of a file of XML between its head and its end."""
    ends = [0, *(found.end() for found in re.finditer(rb"\n", data))]
    return list(pairwise(ends))[HEAD:-TAIL]


def members_in(data: bytes) -> Spans:
    """The members of an archive, each with its header and what fills its last block."""
    found, at = Spans(), 0
    while any(header := data[at : at + BLOCKSIZE]):
        size = TarInfo.frombuf(header, "utf-8", "strict").size
        found.append((at, at + BLOCKSIZE + -(-size // BLOCKSIZE) * BLOCKSIZE))
        at = found[-1][1]
    return found


def spoils(
    path: Path, way: str, chance: random.Random, records: Callable[[bytes], Spans], others: Sequence[bytes]
) -> tuple[str, str]:
    """Something is wrong with the file at ``path``: what has to be said of which name. ``others``: what other files of the day hold."""
    data = path.read_bytes()
    match way:
        case "gone":
            path.unlink()
            return path.name, "missing"
        case "stranger":
            name = re.sub(r"\d{4}", lambda year: str(int(year[0]) + 1), path.name, count=1)
            shutil.copy(path, path.with_name(name))
            return name, "stranger"
        case "other":
            wrong = chance.choice([each for each in others if each != data])
        case "cut":
            wrong = data[:-1]
        case "byte":
            at = chance.randrange(len(data))
            wrong = data[:at] + bytes((data[at] ^ (1 << chance.randrange(8)),)) + data[at + 1 :]
        case _:
            wrong = _in_records(data, way, chance, records(data))
    path.write_bytes(wrong)
    return path.name, "other"


def _in_records(data: bytes, way: str, chance: random.Random, spans: Spans) -> bytes:
    start, stop = chance.choice(spans)
    match way:
        case "digit":
            places = [place for start, stop in spans for place in _digits(data, start, stop)]
            at = chance.choice(places)
            return data[:at] + b"%d" % ((int(data[at : at + 1]) + 1) % 10) + data[at + 1 :]
        case "less":
            return data[:start] + data[stop:]
        case "twice":
            return data[:stop] + data[start:]
        case "places":
            pairs = [(one, two) for one, two in pairwise(spans) if data[slice(*one)] != data[slice(*two)]]
            one, two = chance.choice(pairs)
            return data[: one[0]] + data[slice(*two)] + data[slice(*one)] + data[two[1] :]
        case _:
            raise AssertionError(way)


def _digits(data: bytes, start: int, stop: int) -> list[int]:
    """The places of digits in the texts of elements."""
    texts = re.finditer(rb">[^<>]*\d[^<>]*<", data[start:stop])
    return [start + text.start() + at for text in texts for at, byte in enumerate(text[0]) if byte in b"0123456789"]
