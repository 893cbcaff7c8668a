"""Whose log it is: the one that the policy pins, or another's, under whose own keys a forged entry can still be told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from pydantic import ValidationError

from tombo.ledger.core.errors import LedgerError
from tombo.ledger.house.key import KeyRegistered, is_of_another
from tombo.ledger.house.log.events import LogOpened
from tombo.ledger.kinds import EVENTS
from tombo.ledger.seal import canonical
from tombo.ledger.seal.entry import unpack
from tombo.ledger.seal.keys import PublicKey, strict_base64
from tombo.ledger.seal.policy import Policy
from tombo.ledger.seal.registry import KeyRegistry, Registration, root_name
from tombo.ledger.verify.source import LogSource

BEGINNING: Final = 16
"""How many entries are looked at: a log begins with its name and its first keys, in one append."""


def identity(source: LogSource, policy: Policy) -> Policy:
    """The policy under which the signatures of this log can hold.

    That is ``policy``, unless none of the log's first keys is vouched for by its root key and the log's own word for
    itself does better: then a ledger of somebody else is judged as his, which never makes it the one that was pinned
    (:class:`~tombo.ledger.verify.authority.Authority` says so).
    """
    opened: LogOpened | None = None
    keys: list[KeyRegistered] = []
    for event in _events(source):
        if isinstance(event, LogOpened) and opened is None:
            opened = event
        elif isinstance(event, KeyRegistered):
            keys.append(event)
    if opened is None or _vouched(keys, policy.origin, policy.root):
        return policy
    try:
        root = PublicKey(root_name(opened.origin), strict_base64(opened.root))
    except (LedgerError, ValueError):
        return policy
    names = {key.name: key for key in _vouched(keys, opened.origin, root)}
    return Policy(root, names[opened.origin]) if opened.origin in names else policy


def _events(source: LogSource) -> Iterator[Any]:
    """What the first entries say, as far as they can be read."""
    for _, stream, _, kind, state in source.rows(0, BEGINNING):
        if isinstance(kind, str) and kind in {"log.opened.v1", "key.registered.v1"}:
            try:
                event = EVENTS[kind].model_validate(canonical.decode(unpack(state).body)["event"])
            except (LedgerError, ValidationError, TypeError, KeyError, ValueError):
                continue  # the row is looked at again, and named
            if not is_of_another(stream, event):
                yield event


def _vouched(keys: list[KeyRegistered], origin: str, root: PublicKey) -> list[PublicKey]:
    """The keys among ``keys`` that ``root`` vouches for in the log ``origin``."""
    registry, good = KeyRegistry(origin, root), []
    for key in keys:
        said = Registration(key.key, key.name, key.possession, key.public, key.purpose, key.root_signature)
        try:
            good.append(registry.register(0, said))
        except LedgerError:
            continue
    return good
