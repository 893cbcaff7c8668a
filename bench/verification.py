"""Verification of everything: every signature, opening and canonical form, chains, command ids and the whole tree.

For a ledger of imported hands, and for one recorded live whose appends are as long as a busy table's commits make them. The
baseline reads the same rows, hashes each of them three times and checks a signature for every append, and does nothing else.
"""

from __future__ import annotations

import sqlite3
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Final

from bench.common import Line, demo_keys, rate, report, scaled, scratch, together
from bench.files import write_hands
from bench.importing import import_into
from bench.play import hand, house, play
from tests.tools.dask_cluster import dask_cluster
from tombo.ledger.operate.keyring import Keyring, create_ledger
from tombo.ledger.operate.openings import open_opened
from tombo.ledger.operate.publish import publish
from tombo.ledger.parts import Means, of_this_machine
from tombo.ledger.parts.cluster import Cluster
from tombo.ledger.seal.policy import Policy, parse_policy
from tombo.ledger.store import open_store
from tombo.ledger.verify import Code, Report, SourceFactory
from tombo.ledger.verify import verify as verify_source

HANDS: Final = scaled(16_000)
TABLES: Final = 50


def verify(url: str, keyring: Keyring, *, jobs: int) -> Report:
    """Verify the ledger at ``url`` against its newest checkpoint, as if it had been kept outside.

    Raises:
        RuntimeError: the ledger is not in order: the figures would be of something else.
    """
    with open_store(url, read_only=True) as store:
        checkpoint, origin = store.last_checkpoint(), store.origin
    if checkpoint is None:
        raise RuntimeError(f"{url} has no checkpoint")
    policy = parse_policy(keyring.policy.read_text(encoding="utf-8"))
    source = partial(open_opened, url, keyring.opening_secret(origin))
    with of_this_machine(jobs) as means:
        found = verify_source(source, policy, checkpoint=checkpoint.encode(), means=means)
    if found.verdict is not Code.OK:
        raise RuntimeError(f"{url}: {found.verdict}: {found.problems[:3]}")
    return found


def prepare(folder: Path, *, live: bool) -> tuple[str, Keyring, int, float]:
    """A published ledger, live or imported: where it is, its keys, its size, and the mean length of its appends."""
    url, keyring = f"sqlite:///{folder / 'ledger.db'}", demo_keys(folder / "keys")
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


def raw_pass(path: Path, keyring: Keyring) -> int:
    """The least that anybody must do: every row read, hashed as entry, leaf and node; a signature an append. How many rows."""
    key, text = keyring.load(keyring.event(1)).public, bytes(200)
    connection, node, seen, count = sqlite3.connect(path), bytes(32), -1, 0
    rows = connection.execute("SELECT originator_id, topic, state FROM stored_events ORDER BY notification_id")
    for stream, kind, state in rows:
        place = f"{stream}{kind}".encode()
        entry = sha256(place + state[1:41] + state[131:]).digest()
        node = sha256(b"\1" + node + sha256(b"\0" + place + state).digest()).digest()
        first = int.from_bytes(state[41:49], "big")
        if first != seen:
            key.verify(state[67:131], text + entry)
            seen = first
        count += 1
    connection.close()
    return count


def lines_of(what: str, *, live: bool) -> list[Line]:
    """Entries verified a second, with one process and with two."""
    with scratch() as folder:
        url, keyring, size, mean = prepare(folder, live=live)
        lines = []
        for jobs in (1, 2):
            raw, value = together(
                partial(rate, size, partial(raw_pass, folder / "ledger.db", keyring)),
                partial(rate, size, partial(verify, url, keyring, jobs=jobs)),
            )
            note = f"{size:,} entries, mean append {mean:.1f}"
            if jobs > 1:
                note += "; must reach 180,000 entries/s"
            lines.append(
                Line(f"{what}, {jobs} job{'s' * (jobs > 1)}", value, "entries/s", raw, 0.5 if jobs > 1 else None, note)
            )
    return lines


def on_a_cluster() -> list[Line]:
    """The same on a cluster of two worker processes over TLS, beside two processes of this machine: neither opens a card."""
    with scratch() as folder:
        url, keyring, size, _ = prepare(folder, live=True)
        policy = parse_policy(keyring.policy.read_text(encoding="utf-8"))
        source = partial(open_opened, url, None)
        with dask_cluster(folder, 2) as found:
            crew = Cluster(found.address)
            try:
                own, theirs = together(
                    partial(rate, size, lambda: _by_processes(source, policy)),
                    partial(rate, size, lambda: verify_source(source, policy, means=Means(crew))),
                )
            finally:
                crew.close()
    note = "beside two processes of this machine; must reach 0.85 of them"
    return [Line("recorded live, on a Dask cluster of 2 workers", theirs, "entries/s", own, None, note)]


def _by_processes(source: SourceFactory, policy: Policy) -> Report:
    with of_this_machine(2) as means:
        return verify_source(source, policy, means=means)


def main() -> None:
    """Measure and print."""
    report("Verification", [*lines_of("imported", live=False), *lines_of("recorded live", live=True), *on_a_cluster()])


if __name__ == "__main__":
    main()
