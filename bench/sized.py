"""One thing that is done in a ledger, by a process of its own, for ``bench.sizes``: what it took of the processor, of the clock and of memory.

``python -m bench.sized WHAT FOLDER ROUND``: it imports what it needs and no more, for memory is measured.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import sys
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from bench.common import peak_kib, scaled
from tombo.cli.main import main as tombo
from tombo.ledger.core.command import Envelope
from tombo.ledger.operate.keyring import Keyring

NOTEBOOK: Final = "notebook"
"""The verifier's notebook of before the newest entries, in the ledger's folder."""
FORWARD: Final = "notebook.forward"
"""A copy of it, made before each run."""
COMMANDS: Final[Mapping[str, list[str]]] = {
    "status": ["status"],
    "hand show": ["hand", "show", "mesa-0/1"],
    "hand list": ["hand", "list"],
    "statement": ["player", "statement", "p-161"],
    "verify --since": ["verify", "--jobs", "1", "--since", NOTEBOOK],
    "verify --since, and kept": ["verify", "--jobs", "1", "--since", FORWARD, "--notebook", FORWARD],
}
"""What is asked of a command line. The player was at a table that was left in the first hours."""
FOLLOW: Final = "views follow"
KEEP: Final = "verify --notebook"
ONCE: Final[Mapping[str, list[str]]] = {FOLLOW: FOLLOW.split(), KEEP: [*KEEP.split(), NOTEBOOK]}
"""What prepares a ledger, and is not measured."""
APPEND: Final = "single append"
FIRST: Final = "first command at a table"
OPEN: Final = "a door opens"
TIMES: Final = 5
"""How often each command is run in a process; the first time is to warm up."""
APPENDED: Final = max(1, scaled(20))
"""Hands that are played, a command a commit."""


class Spent(NamedTuple):
    """Milliseconds of the processor and of the clock, and the most memory, in KiB."""

    processor: float
    clock: float
    memory: int


def _timed(act: Callable[[], object]) -> tuple[float, float]:
    processor, clock = time.process_time(), time.perf_counter()
    act()
    return (time.process_time() - processor) * 1_000, (time.perf_counter() - clock) * 1_000


def _typical(taken: list[tuple[float, float]]) -> tuple[float, float]:
    return statistics.median(one for one, _ in taken), statistics.median(one for _, one in taken)


def _peak_from_now() -> None:
    """What memory was taken before is not counted: a key that was opened took 128 MiB for a moment."""
    reset = Path("/proc/self/clear_refs")
    if reset.exists():
        reset.write_text("5")


def commanded(words: list[str], folder: Path) -> Spent:
    """A command, as ``tombo`` does it from its first line to its last, its imports apart."""
    place = ["--ledger", f"sqlite:///{folder / 'ledger.db'}", "--keys", str(folder / "keys"), "--json"]
    told, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    forward, once = FORWARD in words, words in ONCE.values()
    words = [str(folder / word) if word in {NOTEBOOK, FORWARD} else word for word in words]
    os.dup2(nowhere, 1)

    def ready() -> None:
        if forward:
            shutil.copy(folder / NOTEBOOK, folder / FORWARD)

    def run() -> None:
        status = tombo([*place, *words])
        if status:
            raise RuntimeError(f"{words}: status {status}")

    taken = []
    try:
        ready()
        run()
        _peak_from_now()
        for _ in range(0 if once else TIMES - 1):
            ready()
            taken.append(_timed(run))
    finally:
        os.dup2(told, 1)
    return Spent(0, 0, 0) if once else Spent(*_typical(taken), peak_kib())


def opened(folder: Path) -> Spent:
    """A door on the ledger, opened."""
    from tombo.ledger.operate.keyring import open_ledger  # noqa: PLC0415 - no other needs it

    def act() -> None:
        open_ledger(f"sqlite:///{folder / 'ledger.db'}", Keyring(folder / "keys")).store.close()

    return Spent(*_typical([_timed(act) for _ in range(TIMES)]), peak_kib())


def appended(folder: Path, first: int) -> Spent:
    """A command a commit, by a door that is open: of the hands from number ``first`` on of the first table."""
    from bench.play import hand, recorded  # noqa: PLC0415 - no other needs them
    from tombo.ledger.operate.keyring import open_ledger  # noqa: PLC0415 - no other needs it

    ledger = open_ledger(f"sqlite:///{folder / 'ledger.db'}", Keyring(folder / "keys"))

    def record(one: Envelope) -> None:
        recorded(ledger.handle(one))

    with ledger.store:
        hands = [hand(0, number) for number in range(first, first + APPENDED + 1)]
        for one in hands[0]:
            record(one)
        _peak_from_now()
        taken = [_timed(partial(record, one)) for each in hands[1:] for one in each]
    return Spent(*_typical(taken), peak_kib())


def begun(folder: Path, first: int) -> Spent:
    """The first command that a door hears of a table, which has to know what the table has come to; ``appended`` finds it recorded.

    The ids of the newest million commands are read once a door, at its first command, and before this one.
    """
    from bench.play import hand, recorded  # noqa: PLC0415 - no other needs them
    from tombo.ledger.operate.keyring import open_ledger  # noqa: PLC0415 - no other needs it

    ledger = open_ledger(f"sqlite:///{folder / 'ledger.db'}", Keyring(folder / "keys"))
    with ledger.store:
        ledger.store.recorded(["a command that nobody sent"])
        _peak_from_now()
        return Spent(*_timed(lambda: recorded(ledger.handle(hand(0, first)[0]))), peak_kib())


def main(what: str, folder: Path, first: int) -> None:
    """Do it, and print what it took."""
    if what == APPEND:
        spent = appended(folder, first)
    elif what == FIRST:
        spent = begun(folder, first)
    elif what == OPEN:
        spent = opened(folder)
    else:
        spent = commanded(ONCE.get(what) or COMMANDS[what], folder)
    sys.stdout.write(json.dumps(spent) + "\n")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]))
