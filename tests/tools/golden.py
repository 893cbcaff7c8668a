"""Golden hands: rounds of every game under one rules revision, sealed; ``python -m tests.tools.golden`` writes those of the newest one.

A file is written once, when its revision is new, and never again: what stands there is what the program of that day paid, and every
later one has to compute it so (decision 0033). Where the file is there, nothing is written.
"""

from __future__ import annotations

import sys
import tarfile
from contextlib import closing
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tombo.ledger.exchange.bundle import write_bundle
from tombo.ledger.operate.keyring import Keyring
from tombo.ledger.operate.openings import open_opened
from tombo.ledger.terms.unit import NEWEST_REVISION
from tombo.simulator.day import Plan
from tombo.simulator.run import BEGINS, HOUR, LedgerDoor, play

FOLDER: Final = Path(__file__).resolve().parents[1] / "data/golden"
SUMS: Final = FOLDER / "SHA256SUMS"
"""A line for each file, as it was written: ``sha256sum -c`` reads it."""
GAMES: Final = ("blackjack", "holdem", "omaha", "roulette", "sem_descarte", "sintetico")
PLAN: Final = Plan(seed=40, begins=BEGINS, ends=BEGINS + HOUR, tables=24, games=GAMES, pace=1, trouble=0.3, outages=4)


def packed(revision: int) -> Path:
    """The file of a revision: a bundle with its openings (``docs/format.md``)."""
    return FOLDER / f"revision-{revision}.tar.xz"


def record(folder: Path, place: Path) -> None:
    """Play an hour at every game over a ledger in ``place``, and write its bundle to ``folder``."""
    door = LedgerDoor(f"sqlite:///{place / 'ledger.db'}", Keyring(place / "keys"), PLAN.seed)
    with closing(door.ledger.store):
        played = play(PLAN, door, kills=0)
        if played.day.failures:
            raise SystemExit(f"the hour is not as the simulator expected, so nothing is written: {played.day.failures}")
        note, policy = door.publish(), door.keyring.policy.read_text(encoding="utf-8")
        with open_opened(door.url, door.keyring.opening_secret(door.ledger.store.origin)) as store:
            write_bundle(folder, store, note=note, policy=policy, openings=True)


def pack(folder: Path) -> bytes:
    """The files of ``folder``, of nobody and no time."""
    written = BytesIO()
    with tarfile.open(fileobj=written, mode="w:xz") as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                one = tarfile.TarInfo(str(path.relative_to(folder)))
                one.size = path.stat().st_size
                archive.addfile(one, BytesIO(path.read_bytes()))
    return written.getvalue()


def unpack(revision: int, folder: Path) -> Path:
    """The bundle of a revision, laid out in ``folder``."""
    with tarfile.open(packed(revision), "r:xz") as archive:
        archive.extractall(folder, filter="data")
    return folder


if __name__ == "__main__":
    if packed(NEWEST_REVISION).exists():
        sys.exit(f"{packed(NEWEST_REVISION).name} is there, and is never written again")
    with TemporaryDirectory() as name:
        record(Path(name, "bundle"), Path(name))
        FOLDER.mkdir(exist_ok=True)
        data = pack(Path(name, "bundle"))
    packed(NEWEST_REVISION).write_bytes(data)
    with SUMS.open("a", encoding="ascii") as sums:
        sums.write(f"{sha256(data).hexdigest()}  {packed(NEWEST_REVISION).name}\n")
