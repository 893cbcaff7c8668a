"""Two hours of every game, and behind them hands and rounds that a stolen event key sealed at tables of their own, each of which lacks an entry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final

from tests.worlds.desk_played import PLAN
from tests.worlds.played import played
from tombo.ledger.core.clock import SECOND, SteppingClock
from tombo.ledger.core.entry import By, CommandRef
from tombo.ledger.games.every import TABLE_GAMES
from tombo.ledger.operate.keyring import Keyring, open_checked, open_ledger
from tombo.ledger.store import CommandRow, Store
from tombo.ledger.store.mapper import CanonicalMapper, Draft
from tombo.ledger.store.sealing import Batch

EACH: Final = 8
"""How many hands or rounds of each game are sealed once more."""
TABLES: Final = 3
"""At how many tables of each game."""
_PLATFORM: Final = By(actor="platform", id="platform")
_THIEF: Final = CommandRef(digest="00" * 16, id="thief/1")


def misplayed(url: str, folder: Path) -> int:
    """The ledger at ``url``, where there is none, with its keys in ``folder``; the log index of the first entry that a thief sealed."""
    with played(PLAN, url, folder, kills=0):
        pass
    return misplay(url, folder)


def misplay(url: str, folder: Path) -> int:
    """Such hands and rounds behind what the ledger at ``url`` has, whose keys are in ``folder``; the log index of the first of their entries."""
    keyring = Keyring(folder / "keys")
    with open_checked(url, keyring, read_only=True) as store:
        sealed, now = _misplayed(store), store.head().recorded
    ledger = open_ledger(url, keyring, clock=SteppingClock(now + SECOND, step=0))
    with ledger.store:
        batch = Batch()
        batch.drafts += list(_one_by_one(sealed))
        batch.heads.update(dict.fromkeys(sealed, bytes(32)))
        batch.commands.append(CommandRow(_THIEF.id, bytes(16), 0, len(batch.drafts)))
        ledger.sealing.put(batch.drafts, batch=batch)
    return int(batch.first)


def _one_by_one(sealed: Mapping[str, Sequence[Any]]) -> Iterator[Draft]:
    """The first event of each stream, then the second of each: so that all go on at once."""
    for version, events in enumerate(zip_longest(*sealed.values()), 1):
        for stream, event in zip(sealed, events, strict=True):
            if event is not None:
                yield Draft(stream, version, event, _PLATFORM, _THIEF, None)


def _misplayed(store: Store) -> dict[str, list[Any]]:
    """Events by stream: the newest of each game, but one in the middle, and of every second without the end."""
    mapper, found = CanonicalMapper(store.origin), dict[str, list[Any]]()
    for game in TABLE_GAMES:
        for number, stream in enumerate(store.streams(game)[-EACH:]):
            events = [mapper.to_entry(row).event for row in store.stream_rows(stream)]
            table, place = f"x-{number % TABLES}", 1 + number // TABLES
            lacking = 1 + number % max(len(events) - 1, 1)
            opened = events[0].model_copy(update={"number": place, "table": table})
            found[f"{game}:{table}/{place}"] = [
                opened,
                *events[1:lacking],
                *events[lacking + 1 : -1 if number % 2 else None],
            ]
    return found
