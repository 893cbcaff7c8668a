"""Which key may sign which entries: the texts of the ``key.*`` events, and their fold (``docs/format.md``, 'Keys').

Validity is by log index, never by time: a clock can be set back, an index cannot. The registry works on plain values,
so that the writer, the verifier and a stranger's program can share the rule and not the code around it.
"""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple

from tombo.ledger.core.errors import MalformedError, TamperedError
from tombo.ledger.seal.keys import PrivateKey, PublicKey, strict_base64

Purpose = Literal["event", "checkpoint"]

REGISTERED_TAG: Final = "tombo/key-registered/v1"
RETIRED_TAG: Final = "tombo/key-retired/v1"
REVOKED_TAG: Final = "tombo/key-revoked/v1"


def root_name(origin: str) -> str:
    """The name of the key that vouches for all others of a ledger."""
    return f"{origin}/root"


def event_key_name(origin: str, number: int) -> str:
    """The name of the ``number``-th key that signs appends."""
    return f"{origin}/event/{number}"


def registered_text(origin: str, purpose: Purpose, name: str, public: bytes) -> bytes:
    """What the key itself (possession) and the root key sign when a key is registered."""
    return f"{REGISTERED_TAG}\n{origin}\n{purpose}\n{name}\n{b64encode(public).decode()}\n".encode()


def retired_text(origin: str, key_id: bytes) -> bytes:
    """What the root key signs when a key signs no more."""
    return f"{RETIRED_TAG}\n{origin}\n{key_id.hex()}\n".encode()


def revoked_text(origin: str, key_id: bytes, last_good: int) -> bytes:
    """What the root key signs when a key is not to be believed after the log index ``last_good`` (-1: never was)."""
    return f"{REVOKED_TAG}\n{origin}\n{key_id.hex()}\n{last_good}\n".encode()


class Registration(NamedTuple):
    """The fields of ``key.registered.v1``, as they stand in the event: hexadecimal id, base64 key and signatures."""

    key: str
    name: str
    possession: str
    public: str
    purpose: Purpose
    root_signature: str


def sign_registration(origin: str, purpose: Purpose, key: PrivateKey, root: PrivateKey) -> Registration:
    """The registration of ``key``, signed by itself and by the root key."""
    text = registered_text(origin, purpose, key.name, key.public.raw)
    return Registration(
        key=key.key_id.hex(),
        name=key.name,
        possession=b64encode(key.sign(text)).decode(),
        public=b64encode(key.public.raw).decode(),
        purpose=purpose,
        root_signature=b64encode(root.sign(text)).decode(),
    )


def sign_retirement(origin: str, key_id: bytes, root: PrivateKey) -> str:
    """The root key's signature, in base64, under the retirement of a key."""
    return b64encode(root.sign(retired_text(origin, key_id))).decode()


def sign_revocation(origin: str, key_id: bytes, last_good: int, root: PrivateKey) -> str:
    """The root key's signature, in base64, under the revocation of a key."""
    return b64encode(root.sign(revoked_text(origin, key_id, last_good))).decode()


@dataclass(slots=True)
class _Registered:
    public: PublicKey
    purpose: Purpose
    first: int
    """The first log index of the append that registered the key; it may sign that append itself."""
    retired: int | None = None
    last_good: int | None = None


class KeyRegistry:
    """The keys of the ledger ``origin``, as its ``key.*`` entries and ``root`` say.

    A key may sign from the first log index of the append that registers it, in every append that begins before the
    index of its retirement, and nothing after ``last_good`` once it is revoked. Revocation reaches back: fold every
    ``key.*`` entry before asking about any signature.
    """

    def __init__(self, origin: str, root: PublicKey) -> None:
        self.origin = origin
        self.root = root
        self._keys: dict[bytes, _Registered] = {}

    def copy(self) -> KeyRegistry:
        """Another that knows the same and goes its own way: for what may turn out not to be believed."""
        other = KeyRegistry(self.origin, self.root)
        other._keys = {key_id: replace(known) for key_id, known in self._keys.items()}
        return other

    def register(self, first: int, registration: Registration) -> PublicKey:
        """Add the key that ``key.registered`` in the append beginning at the log index ``first`` brings.

        Raises:
            KeyFileError: the public key or its name is not acceptable to anybody.
            MalformedError: a field is not base64.
            TamperedError: a signature fails, the id or the name is not this key's, or the key was registered before.
        """
        public = PublicKey(registration.name, _bytes(registration.public, "public"))
        at = f"the registration of {registration.name} in the append from index {first}"
        if public.key_id.hex() != registration.key:
            raise TamperedError(f"{at} names the key {registration.key}; expected {public.key_id.hex()}")
        if public.key_id in self._keys:
            raise TamperedError(f"{at} repeats an earlier one; a key is registered once")
        checkpoint = registration.purpose == "checkpoint"
        if checkpoint != (public.name == self.origin) or not (checkpoint or public.name.startswith(self.origin + "/")):
            raise TamperedError(
                f"{at}: expected the name {self.origin} for checkpoints, {self.origin}/event/1 for events"
            )
        text = registered_text(self.origin, registration.purpose, public.name, public.raw)
        if not public.verify(_bytes(registration.possession, "possession"), text):
            raise TamperedError(f"{at} is not signed by the key itself; expected its proof of possession")
        self._check_root(registration.root_signature, text, at)
        self._keys[public.key_id] = _Registered(public, registration.purpose, first)
        return public

    def retire(self, index: int, key: str, root_signature: str) -> None:
        """The entry ``index`` retires the key with the hexadecimal id ``key``.

        Raises:
            TamperedError: the root key did not sign it, or the key is unknown or retired already.
        """
        at = f"the retirement of {key} at index {index}"
        known = self._known(key, at)
        self._check_root(root_signature, retired_text(self.origin, known.public.key_id), at)
        if known.retired is not None:
            raise TamperedError(f"{at} comes after another one at index {known.retired}; a key is retired once")
        known.retired = index

    def revoke(self, key: str, last_good: int, root_signature: str) -> None:
        """A ``key.revoked`` entry: the key is not to be believed after ``last_good``; the lowest of several counts.

        Raises:
            TamperedError: the root key did not sign it, or the key is unknown.
        """
        at = f"the revocation of {key} after index {last_good}"
        known = self._known(key, at)
        self._check_root(root_signature, revoked_text(self.origin, known.public.key_id, last_good), at)
        known.last_good = last_good if known.last_good is None else min(known.last_good, last_good)

    def public(self, key_id: bytes) -> PublicKey | None:
        """The registered key with this id, valid or not."""
        known = self._keys.get(key_id)
        return None if known is None else known.public

    def objection(self, key_id: bytes, first: int, count: int = 1, purpose: Purpose = "event") -> str | None:
        """Why ``key_id`` may not sign the first ``count`` entries of the append from ``first`` on; None if it may.

        An append that begins before the retirement may contain it, so that a key can hand over to the next one.
        """
        known = self._keys.get(key_id)
        if known is None:
            return f"the key {key_id.hex()} is not registered"
        if known.purpose != purpose:
            return f"the key {known.public.name} is for {known.purpose}s; expected one for {purpose}s"
        if first < known.first:
            return f"the key {known.public.name} is valid from index {known.first} on only"
        if known.retired is not None and first >= known.retired:
            return f"the key {known.public.name} was retired at index {known.retired}"
        if known.last_good is not None and first + count - 1 > known.last_good:
            return f"the key {known.public.name} is revoked: not to be believed after index {known.last_good}"
        return None

    def _known(self, key: str, at: str) -> _Registered:
        for key_id, known in self._keys.items():
            if key_id.hex() == key:
                return known
        raise TamperedError(f"{at}: no such key is registered before it")

    def _check_root(self, signature: str, text: bytes, at: str) -> None:
        if not self.root.verify(_bytes(signature, "root_signature"), text):
            raise TamperedError(f"{at} is not signed by the root key {self.root.vkey}; only that key may")


def _bytes(text: str, field: str) -> bytes:
    try:
        return strict_base64(text)
    except ValueError as error:
        raise MalformedError(f"the field {field!r} of a key event: {error}") from None
