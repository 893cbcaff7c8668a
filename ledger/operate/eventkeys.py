"""The event keys of a folder, as the ledger knows them: which one may sign, and the next one."""

from __future__ import annotations

from os.path import lexists

from tombo.ledger.checked import CheckedStore
from tombo.ledger.core.errors import KeyFileError, NotFoundError, UsageError
from tombo.ledger.house.key import Key, KeyRegistered, signing_objection
from tombo.ledger.live.cache import StateCache
from tombo.ledger.operate.keyfolder import Keyring
from tombo.ledger.seal.keys import Entropy, PrivateKey, PublicKey
from tombo.ledger.seal.registry import Purpose, event_key_name, sign_registration


def signing_key(store: CheckedStore, keyring: Keyring) -> PrivateKey:
    """The newest event key of ``keyring`` that ``store`` lets sign. What a rotation left behind is passed over, whole or not.

    Raises:
        KeyFileError: there is none; the message says why the newest is refused.
    """
    if not store.head().size:
        raise KeyFileError(
            f"{store.origin} holds no entry: 'tombo init' did not finish; remove its files and try again"
        )
    known = StateCache(store)
    expected = f"expected a key of {store.origin}: point --keys (TOMBO_KEYS) at its folder, or run 'tombo keys rotate'"
    objections: list[KeyFileError] = []
    for number in keyring.event_numbers():
        path = keyring.event(number)
        try:
            key = keyring.public(path)
            objection = _objection(known.get(f"key:{key.key_id.hex()}").state, key, store.origin)
            if objection is None:
                return keyring.load(path)
        except KeyFileError as error:  # a file that was left behind is no reason to record nothing under a good one
            objections.append(error)
        else:
            objections.append(KeyFileError(f"{path} {objection}; {expected}"))
    raise objections[0] if objections else KeyFileError(f"no event key in {keyring.directory}; {expected}")


def _objection(found: Key | None, key: PublicKey, origin: str) -> str | None:
    """Why ``key`` may not sign for ``origin``, whose ledger knows it as ``found``."""
    if not key.name.startswith(f"{origin}/"):  # whoever renames the ledger in its database gets nothing sealed
        return f"holds the key {key.name} ({key.key_id.hex()}), of another ledger than {origin}"
    objection = signing_objection(found)
    return f"holds the key {key.name} ({key.key_id.hex()}), which {objection} in {origin}" if objection else None


def registration(origin: str, root: PrivateKey, key: PrivateKey, purpose: Purpose) -> tuple[str, KeyRegistered]:
    """The entry by which the root key lets ``key`` sign: it proves possession, the root vouches."""
    said = sign_registration(origin, purpose, key, root)
    return f"key:{said.key}", KeyRegistered(**said._asdict())


def able_to_sign(store: CheckedStore) -> list[Key]:
    """The event keys that may sign in ``store``, whether or not anybody still has their files."""
    return [key for key in _registered(store) if signing_objection(key) is None]


def revocable(held: Key | None, key_id: str, origin: str) -> Key:
    """The key with the id ``key_id``, which the ledger ``origin`` knows as ``held`` and which can be revoked.

    Raises:
        NotFoundError: there is no such key.
        UsageError: it is the checkpoint key.
    """
    if held is None:
        raise NotFoundError(f"no key {key_id} in {origin}; 'tombo keys list' shows those there are")
    if held.purpose == "checkpoint":
        raise UsageError(
            f"{key_id} is the checkpoint key, which a revocation does not stop: it cannot be replaced in this version; nothing was recorded."
            " Whoever must replace it begins a new ledger, whose first entries name the last checkpoint of the old one"
        )
    return held


def unregistered(store: CheckedStore, keyring: Keyring, entropy: Entropy, *, passing_over: bool = False) -> PrivateKey:
    """The event key after the newest that ``store`` knows: the one a rotation left behind, else made now.

    ``passing_over``: where another file has its name, the one after it, for what cannot wait until somebody has put that away.

    Raises:
        KeyFileError: the file of that name is not that key, or does not open; or it cannot be written.
    """
    numbers = [key.name.rpartition("/")[2] for key in _registered(store)]
    number = max((int(number) for number in numbers if number.isdecimal()), default=0) + 1
    while True:
        try:
            return _next(store, keyring, number, entropy)
        except KeyFileError:
            if not passing_over or not lexists(keyring.event(number)):
                raise
            number += 1


def _registered(store: CheckedStore) -> list[Key]:
    """The event keys that ``store`` knows, in order of their ids."""
    known = StateCache(store)
    keys: list[Key | None] = [known.get(stream).state for stream in store.streams("key")]
    return [key for key in keys if key is not None and key.purpose == "event"]


def _next(store: CheckedStore, keyring: Keyring, number: int, entropy: Entropy) -> PrivateKey:
    """The event key ``number``, which is not registered yet."""
    path, name = keyring.event(number), event_key_name(store.origin, number)
    if not lexists(path):  # a link to nowhere is a file in its place, too
        try:
            keyring.save(path, PrivateKey.generate(name, entropy), entropy)
        except KeyFileError:
            if not lexists(path):  # else another rotation made it in this moment: one of the two registers it
                raise
    try:
        found = keyring.public(path)
        if found.name == name:
            return keyring.load(path)
    except KeyFileError as error:
        raise KeyFileError(
            f"{error}. No entry names the key in {path} yet: put that file away and run it again; nothing was recorded"
        ) from None
    raise KeyFileError(
        f"{path} holds the key {found.name} ({found.key_id.hex()}); expected {name}, the next event key of {store.origin}:"
        " put that file away and run it again; nothing was recorded"
    )
