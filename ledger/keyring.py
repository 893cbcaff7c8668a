"""A ledger's keys on disk, and the beginning of a ledger: who may sign, said by the root key at log index 0.

One folder: ``event.key`` signs appends, ``checkpoint.key`` signs checkpoints, ``signer`` is the last checkpoint signed,
``policy`` is what an auditor pins, ``persons.key`` finds the pseudonym of a screen name. ``root.key`` says which keys may sign; it belongs offline, and only ``init``,
``keys rotate`` and ``keys revoke`` ask for it.
"""

from __future__ import annotations

import os
from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Final

from ledger.app import LOG_STREAM, Ledger, Receipt
from ledger.core.clock import Clock
from ledger.core.entry import By, EventBase
from ledger.core.errors import KeyFileError, LedgerError, NotFoundError, UsageError
from ledger.core.ids import is_stream
from ledger.exchange.door import Inscription
from ledger.house.events import KeyRegistered, KeyRetired, KeyRevoked, LogOpened, RoleGranted
from ledger.house.key import Key
from ledger.publish import newest_anchor
from ledger.seal.checkpoint import Signer
from ledger.seal.keys import PrivateKey, is_key_name, load_private_key, save_private_key
from ledger.seal.policy import Policy
from ledger.seal.registry import Purpose, event_key_name, root_name, sign_registration, sign_retirement, sign_revocation
from ledger.store import Store, create_store, open_store

OPERATOR: Final = By(actor="platform", id="operator")
PERSONS_KEY_SIZE: Final = 32
ORIGIN_LENGTH_MAX: Final = 100
Entropy = Callable[[int], bytes]


class Keyring:
    """The folder of a ledger's keys."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.root = directory / "root.key"
        self.event = directory / "event.key"
        self.checkpoint = directory / "checkpoint.key"
        self.signer_state = directory / "signer"
        self.policy = directory / "policy"
        self.persons = directory / "persons.key"

    @classmethod
    def beside(cls, url: str) -> Keyring:
        """Where keys lie unless somebody says otherwise: ``ledger.keys`` beside ``ledger.db``, else ``tombo.keys``."""
        path = url.removeprefix("sqlite:///")
        return cls(Path("tombo.keys") if path == url else Path(path).with_suffix(".keys"))

    def signer(self) -> Signer:
        """Signs checkpoints, and remembers the last one in its own file."""
        return Signer(self.signer_state, load_private_key(self.checkpoint))

    def load_persons_key(self) -> bytes:
        """The 32 bytes under which screen names are looked up.

        Raises:
            KeyFileError: missing or damaged.
        """
        try:
            key = bytes.fromhex(self.persons.read_text(encoding="ascii"))
        except (OSError, ValueError) as error:
            raise KeyFileError(f"{self.persons} cannot be read: {error}; expected 64 hexadecimal digits") from error
        if len(key) != PERSONS_KEY_SIZE:
            raise KeyFileError(f"{self.persons} holds {len(key)} bytes, expected {PERSONS_KEY_SIZE}")
        return key

    def load_event_key(self, origin: str) -> PrivateKey:
        """The key that signs appends.

        Raises:
            KeyFileError: missing, damaged, or of another ledger or purpose.
        """
        key = load_private_key(self.event)
        if not key.name.startswith(f"{origin}/event/"):
            raise KeyFileError(
                f"{self.event} holds the key {key.name!r}, expected one named {origin}/event/…; point --keys (TOMBO_KEYS) "
                "at the keys of this ledger"
            )
        return key


def create_ledger(
    url: str,
    keyring: Keyring,
    *,
    origin: str,
    manager: str | None = None,
    demo: bool = False,
    clock: Clock | None = None,
    entropy: Entropy = os.urandom,
) -> Ledger:
    """A new ledger: database, keys, policy, and the entries that begin it. ``manager`` is given the first role.

    Raises:
        UsageError: there is a ledger, or keys, already; an origin that names no key.
        StoreUnavailableError: the store cannot be reached.
    """
    if not is_key_name(origin) or len(origin) > ORIGIN_LENGTH_MAX or not origin.isascii():
        raise UsageError(
            f"{origin!r} names no ledger: ASCII without spaces or '+', for example operator.example/ledger/1"
        )
    if manager is not None and not is_stream(f"staff:{manager}"):
        raise UsageError(f"{manager!r} names no member of staff: letters, digits and ._/-, at most 100")
    if keyring.directory.exists() and any(keyring.directory.iterdir()):
        raise UsageError(
            f"{keyring.directory} is not empty; keys are never overwritten: name another folder with --keys"
        )
    store = create_store(url, origin)
    keyring.directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    root, event, checkpoint = (
        PrivateKey.generate(name, entropy) for name in (root_name(origin), event_key_name(origin, 1), origin)
    )
    for path, key in ((keyring.root, root), (keyring.event, event), (keyring.checkpoint, checkpoint)):
        save_private_key(path, key)
    keyring.persons.touch(mode=0o600, exist_ok=False)
    keyring.persons.write_text(entropy(PERSONS_KEY_SIZE).hex() + "\n", encoding="ascii")
    keyring.policy.write_text(Policy(root.public, checkpoint.public).text)
    Signer.create(keyring.signer_state, checkpoint)
    ledger = Ledger(store, event, clock=clock, entropy=entropy)
    opened = LogOpened(demo=demo, origin=origin, root=b64encode(root.public.raw).decode())
    events: list[tuple[str, EventBase]] = [
        (LOG_STREAM, opened),
        registration(origin, root, event, "event"),
        registration(origin, root, checkpoint, "checkpoint"),
    ]
    if manager is not None:
        events.append((f"staff:{manager}", RoleGranted(role="manager")))
    inscribe(ledger, "init", events)
    return ledger


def open_ledger(url: str, keyring: Keyring, *, clock: Clock | None = None, entropy: Entropy = os.urandom) -> Ledger:
    """An existing ledger, open for writing.

    Raises:
        ForeignDatabaseError: not a ledger, or of a newer schema.
        KeyFileError: keys missing, damaged, of another ledger, or not registered in this one.
        StoreUnavailableError: the store cannot be reached.
    """
    store = open_store(url)
    try:
        key = keyring.load_event_key(store.origin)
        checkpoint = load_private_key(keyring.checkpoint).public
        ledger = Ledger(store, key, clock=clock, entropy=entropy, find_anchor=lambda: newest_anchor(store, checkpoint))
        check_registered(ledger, key, store)
    except LedgerError:
        store.close()
        raise
    return ledger


def check_registered(ledger: Ledger, key: PrivateKey, store: Store) -> None:
    """Refuse a key that the ledger does not know, or knows no longer.

    Raises:
        KeyFileError: as said.
    """
    found: Key | None = ledger.view()(f"key:{key.key_id.hex()}")
    if found is None:
        begun = store.head().size
        raise KeyFileError(
            f"the key {key.name} ({key.key_id.hex()}) is not registered in {store.origin}; use the key 'tombo init' or "
            "'tombo keys rotate' wrote"
            if begun
            else f"{store.origin} holds no entry: 'tombo init' did not finish; remove its files and run it again"
        )
    if found.retired or found.last_good is not None:
        said = "retired" if found.retired else f"revoked after index {found.last_good}"
        raise KeyFileError(f"the key {key.name} ({key.key_id.hex()}) is {said}; run 'tombo keys rotate'")


def registration(origin: str, root: PrivateKey, key: PrivateKey, purpose: Purpose) -> tuple[str, KeyRegistered]:
    """The entry by which the root key lets ``key`` sign: it proves possession, the root vouches."""
    said = sign_registration(origin, purpose, key, root)
    return f"key:{said.key}", KeyRegistered(**said._asdict())


def rotate(ledger: Ledger, keyring: Keyring, root_path: Path, entropy: Entropy = os.urandom) -> PrivateKey:
    """Register a new event key, retire the one in use, put the new one in its place; the new key.

    The new key is durable on disk before the ledger names it, and takes over only after.
    """
    root = load_root(ledger, root_path)
    old, origin = keyring.load_event_key(ledger.store.origin), ledger.store.origin
    number = int(old.name.rpartition("/")[2]) + 1
    new = PrivateKey.generate(event_key_name(origin, number), entropy)
    waiting = keyring.event.with_name(f"event-{number}.key")
    save_private_key(waiting, new)
    retired = KeyRetired(key=old.key_id.hex(), root_signature=sign_retirement(origin, old.key_id, root))
    name, registered = registration(origin, root, new, "event")
    inscribe(ledger, f"keys/rotate/{number}", [(name, registered), (f"key:{old.key_id.hex()}", retired)])
    keyring.event.rename(keyring.event.with_name(f"event-{number - 1}.retired"))
    waiting.rename(keyring.event)
    return new


def revoke(ledger: Ledger, root_path: Path, key_id: str, last_good: int, reason: str) -> Receipt:
    """Put on record that nothing ``key_id`` signed after ``last_good`` is to be believed."""
    root, origin = load_root(ledger, root_path), ledger.store.origin
    if ledger.view()(f"key:{key_id}") is None:
        raise NotFoundError(f"no key {key_id} in {origin}; 'tombo keys list' shows those there are")
    signature = sign_revocation(origin, bytes.fromhex(key_id), last_good, root)
    event = KeyRevoked(key=key_id, last_good=last_good, reason=reason, root_signature=signature)
    return inscribe(ledger, f"keys/revoke/{key_id}/{last_good}", [(f"key:{key_id}", event)])


def load_root(ledger: Ledger, path: Path) -> PrivateKey:
    """The root key in ``path``, if it is this ledger's.

    Raises:
        KeyFileError: missing, damaged, or another's.
    """
    root = load_private_key(path)
    opened = ledger.view()(LOG_STREAM)
    if b64encode(root.public.raw).decode() != opened.root:
        raise KeyFileError(f"{path} holds the key {root.name}, which is not the root key of {ledger.store.origin}")
    return root


def inscribe(ledger: Ledger, command_id: str, events: list[tuple[str, EventBase]]) -> Receipt:
    """Record ``events`` as the operator's own act, in one commit.

    Raises:
        LedgerError: they could not be recorded.
    """
    said = b"".join(event.model_dump_json().encode() for _, event in events)
    return ledger.record([Inscription(command_id, sha256(said).hexdigest()[:32], OPERATOR, None, events, {})])[0]
