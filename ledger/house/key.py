"""A signing key as its stream tells it. Which entries a key may sign is the verifier's to judge, by log index."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal, NamedTuple, assert_never

from pydantic import Field

from tombo.ledger.core.entry import EventBase
from tombo.ledger.core.ids import Base64, Hex8
from tombo.ledger.house.fields import Text
from tombo.ledger.house.rules import headless


class KeyRegistered(EventBase):
    """A key may sign from here on: it proves possession, and the root key vouches (``docs/format.md``)."""

    key: Hex8
    kind: Literal["key.registered.v1"] = "key.registered.v1"
    name: Annotated[str, Field(pattern=r"^[!-*,-~]{1,120}$")]
    possession: Base64
    public: Base64
    purpose: Literal["event", "checkpoint"]
    root_signature: Base64


class KeyRetired(EventBase):
    """A key signs no more from this index on."""

    key: Hex8
    kind: Literal["key.retired.v1"] = "key.retired.v1"
    root_signature: Base64


class KeyRevoked(EventBase):
    """A key is not to be believed after ``last_good``, the last good log index, which may lie in the past."""

    key: Hex8
    kind: Literal["key.revoked.v1"] = "key.revoked.v1"
    last_good: Annotated[int, Field(ge=-1, le=2**53 - 1)]
    reason: Text
    root_signature: Base64


KeyEvent = KeyRegistered | KeyRetired | KeyRevoked


def key_stream(key: str) -> str:
    """The stream of the key with the id ``key``, in hexadecimal: all that is said of it stands there."""
    return f"key:{key}"


def is_of_another(stream: str, event: object) -> bool:
    """Whether ``event`` is of a key and ``stream`` is not that key's.

    Whoever has an event key can copy there what the root key signed; it says nothing of any key.
    """
    return isinstance(event, KeyEvent) and stream != key_stream(event.key)


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


def contradiction(key: Key | None, event: KeyEvent) -> str | None:
    """Why ``event`` contradicts what is on record of ``key``, in words that follow its id; None if it may be recorded.

    The registry (``tombo.ledger.seal.registry``) believes no ledger that says it all the same.
    """
    if isinstance(event, KeyRegistered):
        return None if key is None else "is registered already"
    if key is None:
        return "is not registered"
    return "is retired already" if isinstance(event, KeyRetired) and key.retired else None


def signing_objection(key: Key | None) -> str | None:
    """Why ``key`` signs nothing from now on, in words that follow its name; None if it may sign."""
    if key is None:
        return "is not registered"
    if key.last_good is not None:
        return f"is revoked after index {key.last_good}"
    return "is retired" if key.retired else None


def own_objection(said: Iterable[tuple[int, KeyEvent]], first: int, last: int) -> str | None:
    """Why a key may not sign the append from ``first`` to ``last`` that holds ``said`` of it, each at its log index; None if it may.

    The rule is the registry's (``tombo.ledger.seal.registry``): a key signs what begins before its retirement, so that it can hand over.
    """
    for index, event in said:
        if isinstance(event, KeyRetired) and first >= index:
            return "is retired at the beginning"
        if isinstance(event, KeyRevoked) and last > event.last_good:
            return f"is revoked after index {event.last_good}"
    return None
