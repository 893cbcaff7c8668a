"""A signing key as its stream tells it. Which entries a key may sign is the verifier's to judge, by log index."""

from __future__ import annotations

from typing import Literal, NamedTuple, assert_never

from ledger.house.events import KeyEvent, KeyRegistered, KeyRetired, KeyRevoked
from ledger.house.rules import headless


class Key(NamedTuple):
    """A registered key (architecture, decision 9)."""

    key: str
    """Its id in hexadecimal."""
    name: str
    public: str
    purpose: Literal["event", "checkpoint"]
    retired: bool = False
    last_good: int | None = None
    """The last log index at which it is believed, once it is revoked; -1 for none."""


def evolve(key: Key | None, event: KeyEvent) -> Key:
    """``key`` after ``event``. Of two revocations the stricter stands: no later entry makes a key believed again.

    Raises:
        TamperedError: the stream does not begin with ``key.registered``.
    """
    if isinstance(event, KeyRegistered):
        return Key(event.key, event.name, event.public, event.purpose)
    if key is None:
        headless("key", event)
    match event:
        case KeyRetired():
            return key._replace(retired=True)
        case KeyRevoked():
            last_good = event.last_good if key.last_good is None else min(key.last_good, event.last_good)
            return key._replace(last_good=last_good)
        case _:
            assert_never(event)


def signing_objection(key: Key | None) -> str | None:
    """Why ``key`` signs nothing from now on, in words that follow its name; None if it may sign."""
    if key is None:
        return "is not registered"
    if key.last_good is not None:
        return f"is revoked after index {key.last_good}"
    return "is retired" if key.retired else None
