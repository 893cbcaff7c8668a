"""What an entry and a hand cost, at two sizes of the same day: bytes on disk, in a backup and in views, and processor time of each batch job by one process.

What an entry costs is to be the same at both sizes: only then may it be multiplied for a larger log.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from bench.common import Line, report, scaled, scratch
from bench.projections import DAY, simulated
from tombo.ledger.checked.store import CheckedStore
from tombo.ledger.core.clock import SystemClock
from tombo.ledger.games.every import TABLE_GAMES
from tombo.ledger.operate.backup import back_up
from tombo.ledger.operate.keyring import Keyring, open_checked
from tombo.ledger.operate.openings import open_opened
from tombo.ledger.seal.policy import load_policy
from tombo.ledger.store import Views, open_views
from tombo.ledger.verify import verify
from tombo.projections import registry
from tombo.projections.follow import Follower
from tombo.projections.reconciliation.run import reconcile
from tombo.projections.round.audit import audit
from tombo.projections.round.stored import row_of

TABLES: Final = (scaled(12), scaled(120))
MICRO: Final = 1_000_000


def spent(act: Callable[[], object], runs: int = 3) -> float:
    """The processor time of this process, in seconds, the least of some runs."""
    found = []
    for _ in range(runs):
        began = time.process_time()
        act()
        found.append(time.process_time() - began)
    return min(found)


def size_of(folder: Path, name: str) -> int:
    """The bytes of the files of that name in a folder, and of all beneath."""
    return sum(path.stat().st_size for path in folder.rglob(name) if path.is_file())


def verified(url: str, keyring: Keyring, note: bytes) -> None:
    """Everything verified against a checkpoint, closed cards opened."""
    origin = note.split(b"\n", 1)[0].decode()
    verify(partial(open_opened, url, keyring.opening_secret(origin)), load_policy(keyring.policy), checkpoint=note)


def follow(store: CheckedStore, views: Views) -> None:
    """Every followed projection from the first entry on."""
    for projection in registry.FOLLOWED:
        views.drop(projection.name)
        Follower(store, views, projection).catch_up()


def audited(store: CheckedStore) -> None:
    """Every hand and round replayed."""
    rows = list(store.rows(0, store.head().size))
    for _ in audit(rows, row_of(rows)):
        pass


def figures(tables: int) -> list[tuple[str, float, str]]:
    """What a day at so many tables costs: by name, and in which unit."""
    with scratch() as folder:
        url = simulated(folder, tables)
        keyring = Keyring(folder / "keys")
        with open_checked(url, keyring, read_only=True) as store, open_views(url) as views:
            entries = store.head().size
            hands = sum(len(store.streams(game)) for game in TABLE_GAMES)
            note = (store.last_checkpoint() or "").encode()
            followed = spent(lambda: follow(store, views))
            night = spent(lambda: reconcile(store, views, DAY))
            replayed = spent(lambda: audited(store))
            sealed = spent(lambda: verified(url, keyring, note))
            (copy_at := folder / "backup").mkdir()
            backed = spent(lambda: back_up(store, copy_at, load_policy(keyring.policy), SystemClock()), runs=1)
        disk, kept, copy = size_of(folder, "ledger.db*"), size_of(folder, "ledger-views.db*"), size_of(copy_at, "*")
    return [
        ("entries", entries, "entries"),
        ("hands and rounds", hands, "hands"),
        ("entries a hand, what is not play included", entries / hands, "entries"),
        ("the database", disk / entries, "bytes/entry"),
        ("its backup", copy / entries, "bytes/entry"),
        ("views", kept / entries, "bytes/entry"),
        ("verified", sealed / entries * MICRO, "us/entry"),
        ("audited", replayed / entries * MICRO, "us/entry"),
        ("a night", night / entries * MICRO, "us/entry"),
        ("views followed", followed / entries * MICRO, "us/entry"),
        ("backed up", backed / entries * MICRO, "us/entry"),
    ]


def main() -> None:
    """Measure and print."""
    small, large = map(figures, TABLES)
    lines = []
    for (what, less, unit), (_, more, _) in zip(small, large, strict=True):
        lines += [
            Line(f"{what}, {TABLES[0]} tables", less, unit),
            Line(f"{what}, {TABLES[1]} tables", more, unit, less),
        ]
    report("What an entry costs, 17 hours of every game, SQLite", lines, 1)


if __name__ == "__main__":
    main()
