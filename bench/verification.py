"""Verification of everything: every signature, opening and canonical form, chains, command ids and the whole tree.

For a ledger of imported hands, and for one recorded live whose appends are as long as a busy table's commits make them.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Final

from bench.common import RUNS, Line, rate, report, scaled, scratch
from bench.files import write_hands
from bench.importing import import_into
from bench.play import hand, house, play
from ledger.keyring import Keyring, create_ledger
from ledger.publish import publish
from ledger.seal.policy import parse_policy
from ledger.store import open_store
from ledger.verify import Code, Report
from ledger.verify import verify as verify_source

HANDS: Final = scaled(16_000)
TABLES: Final = 50


def verify(url: str, keyring: Keyring, *, jobs: int) -> Report:
    """Verify the ledger at ``url`` against its newest checkpoint, as if it had been kept outside.

    Raises:
        RuntimeError: the ledger is not in order: the figures would be of something else.
    """
    with open_store(url, read_only=True) as store:
        checkpoint = store.last_checkpoint()
    if checkpoint is None:
        raise RuntimeError(f"{url} has no checkpoint")
    policy = parse_policy(keyring.policy.read_text(encoding="utf-8"))
    found = verify_source(partial(open_store, url, read_only=True), policy, checkpoint=checkpoint.encode(), jobs=jobs)
    if found.verdict is not Code.OK:
        raise RuntimeError(f"{url}: {found.verdict}: {found.problems[:3]}")
    return found


def prepare(folder: Path, *, live: bool) -> tuple[str, Keyring, int, float]:
    """A published ledger, live or imported: where it is, its keys, its size, and the mean length of its appends."""
    url, keyring = f"sqlite:///{folder / 'ledger.db'}", Keyring(folder / "keys")
    ledger = create_ledger(url, keyring, origin="bench.example/ledger")
    with ledger.store as store:
        if live:
            play(ledger, house(TABLES))
            for number in range(HANDS):
                play(ledger, hand(number % TABLES, number // TABLES + 1))
        else:
            import_into(ledger, [write_hands(folder / "hands.phhs", HANDS)])
        publish(store, keyring.signer())
        size = store.head().size
        appends = len({int.from_bytes(row.state[41:49], "big") for row in store.rows()})  # each names its first index
    return url, keyring, size, size / appends


def lines_of(what: str, *, live: bool) -> list[Line]:
    """Entries verified a second, with one process and with two."""
    with scratch() as folder:
        url, keyring, size, mean = prepare(folder, live=live)
        lines = []
        for jobs in (1, 2):
            rates = sorted(rate(size, partial(verify, url, keyring, jobs=jobs)) for _ in range(RUNS))
            note = f"{size:,} entries, mean append {mean:.1f}"
            target = 100_000 if jobs == 2 else None
            lines.append(
                Line(f"{what}, {jobs} job{'s' * (jobs > 1)}", rates[RUNS // 2], "entries/s", None, target, note)
            )
    return lines


def main() -> None:
    """Measure and print."""
    report("Verification", [*lines_of("imported", live=False), *lines_of("recorded live", live=True)])


if __name__ == "__main__":
    main()
