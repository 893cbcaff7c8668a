"""The log by the names of its streams, for who reads a range of it stream by stream, and not row by row.

A *family* is what is named alike but for the number at the end, as the hands of a table are.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from tombo.ledger.store.store import Store

STEP: Final = 65_536
"""Entries whose names are looked at in one query."""
_DIGITS: Final = "0123456789"
_BEHIND: Final = ":"
"""Follows the digits in ASCII."""
_FAMILIES: Final = (
    f"SELECT rtrim(originator_id, '{_DIGITS}'), count(*), min(notification_id) FROM stored_events"  # noqa: S608 - a constant
    " WHERE notification_id > ? AND notification_id <= ? GROUP BY 1 ORDER BY 3"
)
_STRETCHES: Final = (
    # The sign keeps the database from going through the log by index: it is to go through the names.
    "SELECT min(notification_id) - 1, originator_id, min(originator_version), max(originator_version) FROM stored_events"  # noqa: S608 - a constant
    " WHERE originator_id >= ? AND originator_id < ? AND +notification_id > ? AND +notification_id <= ?"
    f" AND rtrim(originator_id, '{_DIGITS}') = ? GROUP BY originator_id ORDER BY 1"
)


class StreamStretch(NamedTuple):
    """The entries of a stream in a range of the log."""

    first: int
    """The lowest log index among them."""
    stream: str
    low: int
    """The lowest version among them, and the highest."""
    high: int


def family_of(stream: str) -> str:
    """The family of ``stream``: ``hand:mesa-1/42`` -> ``hand:mesa-1/``."""
    return stream.rstrip(_DIGITS)


def families(store: Store, start: int, stop: int) -> dict[str, int]:
    """The families that have entries with ``start <= index < stop``, in the order of the first of these, each with how many they are."""
    found = dict[str, int]()
    for at in range(start, stop, STEP):
        for name, count, _ in store.recorder.fetch(_FAMILIES, (at, min(at + STEP, stop))):
            found[name] = found.get(name, 0) + count
    return found


def stretches(store: Store, family: str, start: int, stop: int) -> list[StreamStretch]:
    """Of each stream of ``family`` its entries with ``start <= index < stop``, in the order of the first of these."""
    return list(
        map(StreamStretch._make, store.recorder.fetch(_STRETCHES, (family, f"{family}{_BEHIND}", start, stop, family)))
    )
