"""The beginning of a ledger, and its keys in turn: who may sign, said by the root key at log index 0.

Which file holds which key is the key folder's business (``tombo.ledger.operate.keyfolder``). Only ``init``, ``keys rotate`` and ``keys revoke`` ask
for the root key.
"""

from __future__ import annotations

import os
from base64 import b64encode
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from tombo.ledger.checked import CheckedStore, check_none_begun
from tombo.ledger.core.clock import Clock
from tombo.ledger.core.entry import By, EventBase
from tombo.ledger.core.errors import KeyFileError, UsageError
from tombo.ledger.exchange.door import ImportJob
from tombo.ledger.house.key import Key, KeyRetired, KeyRevoked, signing_objection
from tombo.ledger.house.limits.state import DEFAULT, LIMITS_STREAM
from tombo.ledger.house.log.events import LogOpened
from tombo.ledger.house.log.state import LOG_STREAM
from tombo.ledger.house.staff.events import RoleGranted, StaffKeyEnrolled
from tombo.ledger.live.ledger import Acknowledgement, Ledger
from tombo.ledger.operate.beginning import NewKeys, begun, check_new, new_keys
from tombo.ledger.operate.cold import Cold, cold_places
from tombo.ledger.operate.eventkeys import able_to_sign, registration, revocable, signing_key, unregistered
from tombo.ledger.operate.keyfolder import Keyring
from tombo.ledger.operate.persons import seal_words
from tombo.ledger.operate.publish import check_own
from tombo.ledger.seal.act import enrolment
from tombo.ledger.seal.claim import FolderClaim
from tombo.ledger.seal.keyfile import check_passphrase
from tombo.ledger.seal.keys import PrivateKey
from tombo.ledger.seal.registry import event_key_name, sign_retirement, sign_revocation
from tombo.ledger.store import Store, open_store, taken_back

__all__ = [
    "OPERATOR",
    "Keyring",
    "Rotated",
    "create_ledger",
    "inscribe",
    "open_checked",
    "open_ledger",
    "revoke",
    "rotate",
]

OPERATOR: Final = By(actor="platform", id="operator")
Entropy = Callable[[int], bytes]


def create_ledger(
    url: str,
    keyring: Keyring,
    *,
    origin: str,
    manager: str | None = None,
    manager_key: PrivateKey | None = None,
    demo: bool = False,
    clock: Clock | None = None,
    entropy: Entropy = os.urandom,
    claim: FolderClaim | None = None,
) -> Ledger:
    """A new ledger: database, keys, policy, and the entries that begin it.

    ``manager`` is given the first role, and his ``manager_key`` enrolled; it stays his own, and is kept nowhere here. ``claim``: the folder
    of keys is the caller's already, who looked at the names. Where it fails, nothing of what it made stays; in PostgreSQL the tables do, and so do their keys.

    Raises:
        UsageError: there is a ledger, or keys, already; an origin that names no key.
        KeyFileError: nobody gave a passphrase for the keys.
        StoreUnavailableError: the store cannot be reached.
    """
    if claim is None:
        check_new(keyring, origin, manager)
    for passphrase in (keyring.passphrase, keyring.root_passphrase):  # asked for before anything is made
        check_passphrase(passphrase)
    with ExitStack() as stack:
        own = stack.enter_context(begun(keyring)) if claim is None else claim
        store = stack.enter_context(taken_back(url, origin))
        own.keep = not url.startswith("sqlite:")  # from now on there are tables that nobody takes back
        keys = new_keys(origin, keyring, own, entropy)
        stack.enter_context(own.making(keyring.trusted.seen))
        try:
            return _begun(
                store, keyring, keys, manager=manager, manager_key=manager_key, demo=demo, clock=clock, entropy=entropy
            )
        except BaseException:
            keys.trust.close()
            raise


def _begun(
    store: Store,
    keyring: Keyring,
    keys: NewKeys,
    *,
    manager: str | None,
    manager_key: PrivateKey | None,
    demo: bool,
    clock: Clock | None,
    entropy: Entropy,
) -> Ledger:
    """The new ledger in ``store``, with its first entries: what it is, its keys under the root key, and the first manager."""
    origin, openings = store.origin, keyring.opening_key(store.origin)
    checked, words = CheckedStore(store, keys.trust), seal_words(keyring, store.origin, entropy)
    ledger = Ledger(
        checked,
        keys.event,
        clock=clock,
        entropy=entropy,
        openings=openings,
        words=words,
        snapshots=keyring.snapshots,
    )
    opened = LogOpened(demo=demo, origin=origin, root=b64encode(keys.root.public.raw).decode())
    events: list[tuple[str, EventBase]] = [
        (LOG_STREAM, opened),
        registration(origin, keys.root, keys.event, "event"),
        registration(origin, keys.root, keys.checkpoint, "checkpoint"),
    ]
    if manager is not None:
        events.append((f"staff:{manager}", RoleGranted(role="manager")))
        if manager_key is not None:
            events.append((f"staff:{manager}", StaffKeyEnrolled(**enrolment(origin, manager, manager_key))))
        if not demo:  # where there is no money, nobody gives any
            events.append((LIMITS_STREAM, DEFAULT))
    inscribe(ledger, "init", events)
    return ledger


def open_ledger(
    url: str,
    keyring: Keyring,
    *,
    clock: Clock | None = None,
    entropy: Entropy = os.urandom,
    to_rotate: bool = False,
    to_declare: bool = False,
) -> Ledger:
    """An existing ledger, open for writing with the newest event key that it knows.

    Where another process retires that key, the next one takes over. ``to_rotate`` opens the ledger also where no event key may sign any more, all of them lost or revoked: the one thing it takes then is ``rotate``. ``to_declare``: for whoever puts a loss that was declared on record.

    Raises:
        ForeignDatabaseError: not a ledger, or of a newer schema.
        KeyFileError: keys missing, damaged, of another ledger, or not registered in this one.
        StoreUnavailableError: the store cannot be reached.
    """
    store = open_checked(url, keyring, to_declare=to_declare)
    try:
        try:
            key = signing_key(store, keyring)
        except KeyFileError:
            if not to_rotate or not store.head().size:
                raise
            key = PrivateKey.generate(event_key_name(store.origin, 0), entropy)  # signs nothing: nobody registers it
        return Ledger(
            store,
            key,
            clock=clock,
            entropy=entropy,
            openings=keyring.opening_key(store.origin),
            words=seal_words(keyring, store.origin, entropy),
            find_anchor=store.anchor,
            find_key=lambda: signing_key(store, keyring),
            snapshots=keyring.snapshots,
        )
    except BaseException:
        store.close()
        raise


def open_checked(url: str, keyring: Keyring, *, read_only: bool = False, to_declare: bool = False) -> CheckedStore:
    """An existing ledger's store, of which nothing is believed but what ``keyring`` vouches for.

    Raises:
        LedgerError: as for ``open_store``; the policy or the memory is missing; or the store is not what they say.
        ConflictError: a loss was declared, and is not on record yet; not told ``to_declare``.
    """
    trust = keyring.trust()
    try:
        with keyring.missing_ledger():
            store = open_store(url, read_only=read_only)
    except BaseException:
        trust.close()
        raise
    store.cold = cold = Cold(store, partial(cold_places, keyring))
    try:
        check_own(store, trust.policy.root, trust.policy.log)
        if not to_declare:
            check_none_begun(store, trust.files.lost)
        checked = CheckedStore(store, trust)
    except BaseException:
        store.close()
        trust.close()
        raise
    cold.vouch = checked.row
    return checked


class Rotated(NamedTuple):
    """The event key that signs from now on, and those that were retired for it."""

    key: PrivateKey
    retired: tuple[Key, ...]


def rotate(ledger: Ledger, keyring: Keyring, root_path: Path, entropy: Entropy = os.urandom) -> Rotated:
    """Register a new event key, which signs from this very append on, and retire every other that may sign.

    Also one whose file is lost here: somebody else may have it. The new key is durable on disk before the ledger names it. Cut off in
    between, run it again: it goes on with the key it made.

    Raises:
        KeyFileError: what lies in the new key's file is not the next event key.
        UsageError: another rotation or a revocation came first, and that key signs no more.
    """
    root = load_root(ledger, keyring, root_path)
    with ledger.alone():
        old = ledger.sealing.key
        ledger.store.catch_up()  # somebody has typed a passphrase since it was opened
        held: Key | None = ledger.view()(f"key:{old.key_id.hex()}")
        objection = None if held is None else signing_objection(held)  # None: opened to rotate
        if objection:
            raise UsageError(
                f"the key {old.name} {objection}: while this waited another rotation came first, or a revocation, and its key signs;"
                " nothing was recorded. To retire that one too, run it again"
            )
        retired = tuple(able_to_sign(ledger.store))
        new = unregistered(ledger.store, keyring, entropy)
        _succeed(ledger, root, new, [_retirement(ledger.store.origin, key.key, root) for key in retired])
        return Rotated(new, retired)


def _retirement(origin: str, key_id: str, root: PrivateKey) -> tuple[str, EventBase]:
    signature = sign_retirement(origin, bytes.fromhex(key_id), root)
    return f"key:{key_id}", KeyRetired(key=key_id, root_signature=signature)


def revoke(  # noqa: PLR0917  # what, then who says so
    ledger: Ledger, keyring: Keyring, root_path: Path, key_id: str, last_good: int, reason: str
) -> Acknowledgement:
    """Put on record that nothing ``key_id`` signed after ``last_good`` is to be believed.

    Is it the key that signs, or does none, a new one takes its place in the same append, and signs it: a revocation under
    the revoked key's own signature would itself not be believed.

    Raises:
        NotFoundError: there is no such key.
        UsageError: it is the checkpoint key; or is revoked after that index already, for another reason.
    """
    root, origin = load_root(ledger, keyring, root_path), ledger.store.origin
    with ledger.alone():
        ledger.store.catch_up()  # as for a rotation
        known = revocable(ledger.view()(f"key:{key_id}"), key_id, origin).last_good
        signature = sign_revocation(origin, bytes.fromhex(key_id), last_good, root)
        revoked = (
            f"key:{key_id}",
            KeyRevoked(key=key_id, last_good=last_good, reason=reason, root_signature=signature),
        )
        said = (entry.event for entry in ledger.entries(f"key:{key_id}"))
        if known == last_good and revoked[1] not in said:  # else it is a retry
            raise UsageError(
                f"the key {key_id} is revoked already, and not believed after index {known}; nothing was recorded"
            )
        if _signs_next(ledger, keyring) in {None, key_id}:
            new = unregistered(ledger.store, keyring, os.urandom, passing_over=True)
            return _succeed(ledger, root, new, [revoked])
        return _inscribe_new(ledger, f"keys/revoke/{key_id}/{last_good}", [revoked])


def _signs_next(ledger: Ledger, keyring: Keyring) -> str | None:
    """The id of the key that signs the next append of ``ledger``: the one in use, else the next; None where there is none."""
    in_use = ledger.sealing.key.key_id.hex()
    if signing_objection(ledger.view()(f"key:{in_use}")) is None:
        return in_use
    try:
        return signing_key(ledger.store, keyring).key_id.hex()
    except KeyFileError:
        return None


def _succeed(ledger: Ledger, root: PrivateKey, new: PrivateKey, events: list[tuple[str, EventBase]]) -> Acknowledgement:
    """Register ``new``, let it sign from this append on, and record ``events`` with it."""
    registered = registration(ledger.store.origin, root, new, "event")
    with ledger.signing_with(new):
        return _inscribe_new(ledger, f"keys/rotate/{new.name.rpartition('/')[2]}", [registered, *events])


def _inscribe_new(ledger: Ledger, command_id: str, events: list[tuple[str, EventBase]]) -> Acknowledgement:
    """Record ``events`` under ``command_id``, or where something else is on record under it, under the next one like it.

    Whoever stole an event key can seal what he likes under it, and must not keep his key from being revoked.
    """
    found, number, digest = command_id, 1, _digest(events)
    while (known := ledger.store.command(found)) is not None and known.digest.hex() != digest:
        number += 1
        found = f"{command_id}/{number}"
    return inscribe(ledger, found, events)


def load_root(ledger: Ledger, keyring: Keyring, path: Path) -> PrivateKey:
    """The root key in ``path``, if it is this ledger's.

    Raises:
        KeyFileError: missing, damaged, or another's.
    """
    public = keyring.public(path)  # said by the file before anybody is asked for a passphrase
    if public.raw != ledger.store.trust.policy.root.raw:  # the log says what whoever has an event key likes
        raise KeyFileError(f"{path} holds the key {public.name}, which is not the root key of {ledger.store.origin}")
    return keyring.load_root(path)


def inscribe(ledger: Ledger, command_id: str, events: list[tuple[str, EventBase]]) -> Acknowledgement:
    """Record ``events`` as the operator's own act, in one commit.

    Raises:
        LedgerError: they could not be recorded.
    """
    return ledger.record([ImportJob(command_id, _digest(events), OPERATOR, None, events, {})])[0]


def _digest(events: list[tuple[str, EventBase]]) -> str:
    """What tells a retry from another command under its id."""
    return sha256(b"".join(event.model_dump_json().encode() for _, event in events)).hexdigest()[:32]
