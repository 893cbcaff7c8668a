"""Makes a dictionary for packed rows (``tombo.ledger.store.packed``) of simulated play; ``python -m tests.tools.dictionary FILE``.

Players, tables and cards are invented and seeded. A dictionary that was ever used stays as it is, for ever: another gets the next number, and
its digest a line in ``DIGESTS``.
"""

from __future__ import annotations

import re
import sys
import zlib
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from tombo.ledger.operate.cold import PLAYS
from tombo.ledger.operate.keyring import Keyring
from tombo.ledger.seal.entry import BODY
from tombo.simulator.day import Plan
from tombo.simulator.run import BEGINS, HOUR, LedgerDoor, play

SIZE: Final = 32_000
"""In bytes: deflate looks back 32,768, and the place of a row stands behind it."""
SAMPLE: Final = 60
"""Bodies of a kind that are tried, at the most."""
GAMES: Final = ("blackjack", "holdem", "omaha", "roulette", "sem_descarte", "sintetico")
PLAN: Final = Plan(seed=46, begins=BEGINS, ends=BEGINS + 4 * HOUR, tables=24, games=GAMES, trouble=0.05, outages=2)
_CHANCE: Final = re.compile(rb'(?<=")[0-9a-f]{32,}(?=")|(?<=")[A-Za-z0-9+/]{40,}={0,2}(?=")')
"""What nobody meets again: digests, commitments, salts."""

Bodies = Mapping[str, Sequence[bytes]]
"""Bodies, by kind."""


def bodies() -> tuple[Bodies, Counter[str]]:
    """Some bodies of every kind of hands and rounds of some hours, and how many entries of each kind there were."""
    with TemporaryDirectory() as name:
        door = LedgerDoor(f"sqlite:///{Path(name) / 'ledger.db'}", Keyring(Path(name) / "keys"), PLAN.seed)
        with closing(door.ledger.store) as store:
            play(PLAN, door, kills=0)
            found = defaultdict[str, list[bytes]](list)
            for row in store.rows():
                if row.stream.partition(":")[0] in PLAYS:
                    found[row.kind].append(row.state[BODY])
    chance = Random(PLAN.seed)
    some = {kind: chance.sample(every, min(SAMPLE, len(every))) for kind, every in sorted(found.items())}
    return some, Counter({kind: len(every) for kind, every in found.items()})


def chosen(some: Bodies, counts: Counter[str]) -> bytes:
    """A dictionary: again and again the body that is longest still of the kind that takes most, each kind once before. The first chosen lie last, where they are found for less."""
    text, of_kind = b"", Counter[str]()
    while True:
        lengths = {kind: [_deflated(body, text) for body in every] for kind, every in some.items()}
        takes = {
            kind: counts[kind] * sum(found) / len(found) / (1 + of_kind[kind]) ** 2 for kind, found in lengths.items()
        }
        kind = max(takes, key=lambda each: (not of_kind[each], takes[each], each))
        longest = max(range(len(some[kind])), key=lambda at: (lengths[kind][at], at))
        line = _CHANCE.sub(b"", some[kind][longest]) + b"\n"
        if len(line) + len(text) > SIZE:
            return text
        text, of_kind[kind] = line + text, of_kind[kind] + 1


def _deflated(body: bytes, dictionary: bytes) -> int:
    made = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, zdict=dictionary)
    return len(made.compress(body) + made.flush())


def main() -> None:
    """Write the file that is named, which is not to be there, and say its digest."""
    made = chosen(*bodies())
    with Path(sys.argv[1]).open("xb") as file:
        file.write(made)
    sys.stdout.write(f"{len(made)} bytes, {sha256(made).hexdigest()}\n")


if __name__ == "__main__":
    main()
