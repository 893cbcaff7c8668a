"""The event keys of a folder, as the ledger knows them: which one may sign, and the next one."""

from __future__ import annotations

from ledger.checked import CheckedStore
from ledger.core.errors import KeyFileError
from ledger.house.key import Key, KeyRegistered, signing_objection
from ledger.live.states import StateCache
from ledger.operate.keyfolder import Keyring
from ledger.seal.keys import Entropy, PrivateKey, PublicKey
from ledger.seal.registry import Purpose, event_key_name, sign_registration


def signing_key(store: CheckedStore, keyring: Keyring) -> PrivateKey:
    """The newest event key of ``keyring`` that ``store`` lets sign. A rotation that did not finish is passed over.

    Raises:
        KeyFileError: there is none; the message says why the newest is refused.
    """
    if not store.head().size:
        raise KeyFileError(
            f"{store.origin} holds no entry: 'tombo init' did not finish; remove its files and try again"
        )
    known = StateCache(store)
    objections = []
    for number in keyring.event_numbers():
        key = keyring.public(keyring.event(number))
        objection = _objection(known.get(f"key:{key.key_id.hex()}").state, key, store.origin)
        if objection is None:
            return keyring.load(keyring.event(number))
        objections.append(f"{keyring.event(number)} {objection}")
    raise KeyFileError(
        f"{objections[0] if objections else f'no event key in {keyring.directory}'}; expected a key of {store.origin}: point "
        "--keys (TOMBO_KEYS) at its folder, or run 'tombo keys rotate'"
    )


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


def unregistered(store: CheckedStore, keyring: Keyring, entropy: Entropy) -> PrivateKey:
    """The event key after the newest that ``store`` knows: the one a rotation left behind, else made now."""
    known = StateCache(store)
    keys = (known.get(stream).state for stream in store.streams("key"))
    numbers = [int(key.name.rpartition("/")[2]) for key in keys if key is not None and key.purpose == "event"]
    number = max(numbers, default=0) + 1
    path = keyring.event(number)
    if not path.exists():
        try:
            keyring.save(path, PrivateKey.generate(event_key_name(store.origin, number), entropy), entropy)
        except KeyFileError:
            if not path.exists():  # else another rotation made it in this moment: one of the two registers it
                raise
    return keyring.load(path)
