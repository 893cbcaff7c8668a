"""A ledger's keys on disk, and the beginning of a ledger: who may sign, said by the root key at log index 0.

One folder: ``event-1.key`` and its successors sign appends, ``checkpoint.key`` signs checkpoints, ``signer`` is the last checkpoint signed,
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
from ledger.house.key import Key, signing_objection
from ledger.publish import newest_anchor
from ledger.seal.checkpoint import Signer
from ledger.seal.keys import PrivateKey, is_key_name, load_private_key, save_private_key
from ledger.seal.policy import Policy
from ledger.seal.registry import Purpose, event_key_name, root_name, sign_registration, sign_retirement, sign_revocation
from ledger.states import Known
from ledger.store import Store, create_store, open_store
from ledger.store.mapper import CanonicalMapper

OPERATOR: Final = By(actor="platform", id="operator")
PERSONS_KEY_SIZE: Final = 32
ORIGIN_LENGTH_MAX: Final = 100
Entropy = Callable[[int], bytes]


class Keyring:
    """The folder of a ledger's keys."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.root = directory / "root.key"
        self.checkpoint = directory / "checkpoint.key"
        self.signer_state = directory / "signer"
        self.policy = directory / "policy"
        self.persons = directory / "persons.key"

    @classmethod
    def beside(cls, url: str) -> Keyring:
        """Where keys lie unless somebody says otherwise: ``ledger.keys`` beside ``ledger.db``, else ``tombo.keys``."""
        path = url.removeprefix("sqlite:///")
        return cls(Path("tombo.keys") if path == url else Path(path).with_suffix(".keys"))

    def event(self, number: int) -> Path:
        """The file of the event key ``number``; rotation adds one, the old ones sign no more."""
        return self.directory / f"event-{number}.key"

    def event_numbers(self) -> list[int]:
        """The numbers of the event keys there are, the newest first."""
        names = (path.stem.removeprefix("event-") for path in self.directory.glob("event-*.key"))
        return sorted((int(name) for name in names if name.isdecimal()), reverse=True)

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
    for path, key in ((keyring.root, root), (keyring.event(1), event), (keyring.checkpoint, checkpoint)):
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


def open_ledger(
    url: str,
    keyring: Keyring,
    *,
    clock: Clock | None = None,
    entropy: Entropy = os.urandom,
    to_rotate: bool = False,
) -> Ledger:
    """An existing ledger, open for writing with the newest event key that it knows.

    Where another process retires that key, the next one takes over. ``to_rotate`` opens the ledger also where no event
    key may sign any more, all of them lost or revoked: the one thing it takes then is ``rotate``.

    Raises:
        ForeignDatabaseError: not a ledger, or of a newer schema.
        KeyFileError: keys missing, damaged, of another ledger, or not registered in this one.
        StoreUnavailableError: the store cannot be reached.
    """
    store = open_store(url)
    try:
        checkpoint = load_private_key(keyring.checkpoint).public
        try:
            key = signing_key(store, keyring)
        except KeyFileError:
            if not to_rotate or not store.head().size:
                raise
            key = _unregistered(store, keyring, entropy)
        return Ledger(
            store,
            key,
            clock=clock,
            entropy=entropy,
            find_anchor=lambda: newest_anchor(store, checkpoint),
            find_key=lambda: signing_key(store, keyring),
        )
    except LedgerError:
        store.close()
        raise


def signing_key(store: Store, keyring: Keyring) -> PrivateKey:
    """The newest event key of ``keyring`` that ``store`` lets sign. A rotation that did not finish is passed over.

    Raises:
        KeyFileError: there is none; the message says why the newest is refused.
    """
    if not store.head().size:
        raise KeyFileError(
            f"{store.origin} holds no entry: 'tombo init' did not finish; remove its files and try again"
        )
    known = Known(store, CanonicalMapper(store.origin))
    objections = []
    for number in keyring.event_numbers():
        key = load_private_key(keyring.event(number))
        objection = _objection(known.get(f"key:{key.key_id.hex()}").state, key, store.origin)
        if objection is None:
            return key
        objections.append(f"{keyring.event(number)} {objection}")
    raise KeyFileError(
        f"{objections[0] if objections else f'no event key in {keyring.directory}'}; expected a key of {store.origin}: point "
        "--keys (TOMBO_KEYS) at its folder, or run 'tombo keys rotate'"
    )


def _objection(found: Key | None, key: PrivateKey, origin: str) -> str | None:
    """Why ``key`` may not sign for ``origin``, whose ledger knows it as ``found``."""
    if not key.name.startswith(f"{origin}/"):  # whoever renames the ledger in its database gets nothing sealed
        return f"holds the key {key.name} ({key.key_id.hex()}), of another ledger than {origin}"
    objection = signing_objection(found)
    return f"holds the key {key.name} ({key.key_id.hex()}), which {objection} in {origin}" if objection else None


def registration(origin: str, root: PrivateKey, key: PrivateKey, purpose: Purpose) -> tuple[str, KeyRegistered]:
    """The entry by which the root key lets ``key`` sign: it proves possession, the root vouches."""
    said = sign_registration(origin, purpose, key, root)
    return f"key:{said.key}", KeyRegistered(**said._asdict())


def rotate(ledger: Ledger, keyring: Keyring, root_path: Path, entropy: Entropy = os.urandom) -> PrivateKey:
    """Register a new event key, which signs from this very append on, and retire the one in use.

    The new key is durable on disk before the ledger names it. Cut off in between, run it again: it goes on with the
    key it made.
    """
    root, old = load_root(ledger, root_path), ledger.sealing.key
    signature = sign_retirement(ledger.store.origin, old.key_id, root)
    retired = KeyRetired(key=old.key_id.hex(), root_signature=signature)
    in_use = ledger.view()(f"key:{old.key_id.hex()}") is not None
    new = _unregistered(ledger.store, keyring, entropy) if in_use else old
    _succeed(ledger, root, new, [(f"key:{old.key_id.hex()}", retired)] if in_use else [])
    return new


def revoke(  # noqa: PLR0917  # what, then who says so
    ledger: Ledger, keyring: Keyring, root_path: Path, key_id: str, last_good: int, reason: str
) -> Receipt:
    """Put on record that nothing ``key_id`` signed after ``last_good`` is to be believed.

    Is it the key in use, a new one takes its place in the same append, and signs it: a revocation under the revoked
    key's own signature would itself not be believed.
    """
    root, origin = load_root(ledger, root_path), ledger.store.origin
    if ledger.view()(f"key:{key_id}") is None:
        raise NotFoundError(f"no key {key_id} in {origin}; 'tombo keys list' shows those there are")
    signature = sign_revocation(origin, bytes.fromhex(key_id), last_good, root)
    revoked = (
        f"key:{key_id}",
        KeyRevoked(key=key_id, last_good=last_good, reason=reason, root_signature=signature),
    )
    in_use = ledger.sealing.key
    if ledger.view()(f"key:{in_use.key_id.hex()}") is None:  # opened to rotate
        return _succeed(ledger, root, in_use, [revoked])
    if key_id == in_use.key_id.hex():
        return _succeed(ledger, root, _unregistered(ledger.store, keyring, os.urandom), [revoked])
    return inscribe(ledger, f"keys/revoke/{key_id}/{last_good}", [revoked])


def _unregistered(store: Store, keyring: Keyring, entropy: Entropy) -> PrivateKey:
    """The event key after the newest that ``store`` knows: the one a rotation left behind, else made now."""
    known = Known(store, CanonicalMapper(store.origin))
    keys = (known.get(stream).state for stream in store.streams("key"))
    numbers = [int(key.name.rpartition("/")[2]) for key in keys if key.purpose == "event"]
    number = max(numbers, default=0) + 1
    path = keyring.event(number)
    if not path.exists():
        save_private_key(path, PrivateKey.generate(event_key_name(store.origin, number), entropy))
    return load_private_key(path)


def _succeed(ledger: Ledger, root: PrivateKey, new: PrivateKey, events: list[tuple[str, EventBase]]) -> Receipt:
    """Register ``new``, let it sign from this append on, and record ``events`` with it."""
    old, ledger.sealing.key = ledger.sealing.key, new
    try:
        registered = registration(ledger.store.origin, root, new, "event")
        return inscribe(ledger, f"keys/rotate/{new.name.rpartition('/')[2]}", [registered, *events])
    except BaseException:
        ledger.sealing.key = old
        raise


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
