"""Reading what is checked: a cold stream beside an unchecked one, a long account between two processes, the start of a door."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from typing import Final

from bench.common import Line, demo_keys, report, scaled, scratch
from bench.play import hand, house, play, recorded
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.entry import By, Entry
from tombo.ledger.core.money import Money
from tombo.ledger.house.account.commands import Deposit, OpenAccount
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger, open_checked, open_ledger
from tombo.ledger.operate.publish import publish
from tombo.ledger.store import open_store
from tombo.ledger.store.mapper import CanonicalMapper

PLATFORM: Final = By(actor="platform", id="platform")
TABLES: Final = 20
HANDS: Final = scaled(1_000)
LOADS: Final = 200
DEPOSITS: Final = scaled(100_000)
TURNS: Final = 100
ENTRIES: Final = scaled(1_000_000)


def seconds(act: Callable[[], object]) -> float:
    """How long ``act`` takes."""
    start = time.perf_counter()
    act()
    return time.perf_counter() - start


def made(folder: Path) -> tuple[str, Keyring, Ledger]:
    """A new ledger with its tables and players."""
    url, keyring = f"sqlite:///{folder / 'ledger.db'}", demo_keys(folder / "keys")
    ledger = create_ledger(url, keyring, origin="bench.example/ledger")
    play(ledger, house(TABLES))
    return url, keyring, ledger


def cold_loads() -> tuple[float, float, float]:
    """Seconds of a stream read for the first time, unchecked and checked (medians), and how many entries a stream has."""
    with scratch() as folder:
        url, keyring, ledger = made(folder)
        with ledger.store as store:
            for number in range(HANDS):
                play(ledger, hand(number % TABLES, number // TABLES + 1))
            publish(store, keyring.signer())
            streams = store.streams("hand")[:: max(1, HANDS // LOADS)]
            length = median(len(store.stream_rows(stream)) for stream in streams)
        with open_store(url, read_only=True) as plain:
            mapper = CanonicalMapper(plain.origin)

            def read(stream: str) -> list[Entry]:
                return [mapper.to_entry(row) for row in plain.stream_rows(stream)]

            unchecked = median(seconds(partial(read, stream)) for stream in streams)
        with open_checked(url, keyring, read_only=True) as checked:
            return unchecked, median(seconds(partial(checked.entries, stream)) for stream in streams), length


def deposit(number: int) -> Envelope:
    """A cent on the long account."""
    return Envelope(Deposit(amount=Money(1), player="p-long", reference="bank"), PLATFORM, f"long/{number}", None)


def record(door: Ledger, envelope: Envelope) -> None:
    """One command, in a commit of its own."""
    recorded(door.handle(envelope))


def turns() -> float:
    """The median seconds of a command on an account of many entries that another process touched just before."""
    with scratch() as folder:
        url, keyring, ledger = made(folder)
        play(ledger, [Envelope(OpenAccount(player="p-long"), PLATFORM, "long/open", None)])
        for start in range(0, DEPOSITS, 1_000):
            play(ledger, [deposit(number) for number in range(start, min(start + 1_000, DEPOSITS))])
        publish(ledger.store, keyring.signer())
        other = open_ledger(url, keyring, clock=ledger.clock)
        taken = []
        for turn in range(TURNS):
            for place, door in enumerate((ledger, other)):
                envelope = deposit(DEPOSITS + 2 * turn + place)
                taken.append(seconds(partial(record, door, envelope)))
        ledger.store.close()
        other.store.close()
        return median(taken[2:])


def start_of_a_door() -> tuple[float, int]:
    """Seconds until a door is open on a large ledger under a checkpoint, and how many entries that has."""
    with scratch() as folder:
        url, keyring, ledger = made(folder)
        number = 0
        while ledger.store.size < ENTRIES:
            commands = [envelope for table in range(TABLES) for envelope in hand(table, number + 1)]
            play(ledger, commands)
            number += 1
        publish(ledger.store, keyring.signer())
        size = ledger.store.size
        ledger.store.close()

        def start() -> None:
            open_ledger(url, keyring).store.close()

        return median(seconds(start) for _ in range(3)), size


def main() -> None:
    """Measure and print."""
    unchecked, checked, length = cold_loads()
    begun, size = start_of_a_door()
    report(
        "Checked reading, SQLite",
        [
            Line(f"a hand of {length:.0f} entries, unchecked", 1_000 * unchecked, "ms"),
            Line("the same, checked", 1_000 * checked, "ms", 1_000 * unchecked, note="at most 1 ms and x3"),
            Line(
                f"a command on an account of {DEPOSITS:,}, two doors in turn", 1_000 * turns(), "ms", note="at most 5"
            ),
            Line(f"start of a door on {size:,} entries", begun, "s", note="at most 1"),
        ],
        1,
    )


if __name__ == "__main__":
    main()
