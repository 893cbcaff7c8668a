"""Peak memory of import, verification and replay at 2,000,000 entries, beside that at 200,000: each in a process of its own."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path
from typing import Final

from bench.common import Line, report, scaled, scratch
from bench.files import write_hands
from bench.importing import import_into
from bench.replay import replay
from bench.verification import verify
from tombo.ledger.operate.keyring import Keyring, create_ledger, open_ledger
from tombo.ledger.operate.publish import publish
from tombo.ledger.store import open_store

SIZES: Final = (scaled(200_000), scaled(2_000_000))
ENTRIES_A_HAND: Final = 25
"""Of the generated hands, about; the figure printed is counted."""
WORK: Final = ("import", "verify", "replay")


def work(what: str, folder: Path) -> None:
    """Do one of the three on the ledger in ``folder``."""
    url, keyring = f"sqlite:///{folder / 'ledger.db'}", Keyring(folder / "keys")
    if what == "import":
        keyring.keep_passphrase()
        with create_ledger(url, keyring, origin="bench.example/ledger").store:
            pass
        ledger = open_ledger(url, keyring)
        with ledger.store:
            import_into(ledger, [folder / "hands.phhs"])
            publish(ledger.store, keyring.signer())
    elif what == "verify":
        verify(url, keyring, jobs=1)
    else:
        with open_store(url, read_only=True) as store:
            replay(store)


def peak(what: str, folder: Path) -> float:
    """The most memory, in MiB, that a new process took to do one of the three."""
    arguments = [sys.executable, "-m", "bench.memory", what, str(folder)]
    done = subprocess.run(arguments, check=True, stdout=subprocess.PIPE, text=True)
    return int(done.stdout.split()[-1]) / 1024


def main() -> None:
    """Measure and print; as a child, do one thing and print the peak in KiB."""
    if len(sys.argv) == 3:
        work(sys.argv[1], Path(sys.argv[2]))
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
        return
    peaks: dict[str, list[float]] = {what: [] for what in WORK}
    counted = []
    for size in SIZES:
        with scratch() as folder:
            write_hands(folder / "hands.phhs", max(1, size // ENTRIES_A_HAND))
            for what in WORK:
                peaks[what].append(peak(what, folder))
            with open_store(f"sqlite:///{folder / 'ledger.db'}", read_only=True) as store:
                counted.append(store.head().size)
    lines = []
    for what, (small, large) in peaks.items():
        lines.append(Line(f"{what}, {counted[0]:,} entries", small, "MiB"))
        lines.append(Line(f"{what}, {counted[1]:,} entries", large, "MiB", small, note="must stay below x1.1"))
    report("Peak memory", lines, runs=1)


if __name__ == "__main__":
    main()
