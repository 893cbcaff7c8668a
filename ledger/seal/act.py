"""What a member of staff signs: an act of his, and the enrolment of the key that he signs with (``docs/format.md``, 'Acts of staff').

His key is his own, an Ed25519 key named after ledger and person; the ledger knows its public half. Works on plain values, so
that the writer, the verifier and a stranger's program share the rule and not the code around it.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final, NamedTuple

from pydantic import BaseModel

from tombo.ledger.core.errors import KeyFileError, MalformedError
from tombo.ledger.core.money import Money
from tombo.ledger.seal import canonical
from tombo.ledger.seal.keys import Entropy, PrivateKey, PublicKey, strict_base64

ACT_TAG: Final = "tombo/act/v1"
ENROLLED_TAG: Final = "tombo/staff-key/v1"

Request = Mapping[str, str | int | None]
"""What was asked for, as far as it may stand in the open: the kind of the command, names, amounts; no free text, no cards."""


def said(value: Any) -> str | int | None:
    """A value as a request tells it: an amount in cents, terms and structures by the SHA-256 of their canonical form."""
    if isinstance(value, Money):
        return value.cents
    if isinstance(value, BaseModel):
        return sha256(value.model_dump_json().encode()).hexdigest()
    if value is None or isinstance(value, str):
        return value
    return int(value)


class Act(NamedTuple):
    """What one member of staff signs of one command."""

    origin: str
    command_id: str
    digest: str
    """Of the command, with who asks and when it happened: its 32 bytes in hexadecimal."""
    staff: str
    role: str | None
    request: Request

    @property
    def text(self) -> bytes:
        """The bytes that are signed: a line each, the last the canonical form of ``request``."""
        lines = (ACT_TAG, self.origin, self.command_id, self.digest, self.staff, self.role or "")
        return "".join(f"{line}\n" for line in lines).encode() + canonical.encode(dict(self.request)) + b"\n"


def staff_key_name(origin: str, staff: str) -> str:
    """The name of the key of a member of staff: no two people, and no two ledgers, have one key id."""
    return f"{origin}/staff/{staff}"


def new_staff_key(origin: str, staff: str, entropy: Entropy) -> PrivateKey:
    """A key for a member of staff."""
    return PrivateKey.generate(staff_key_name(origin, staff), entropy)


def sign_act(act: Act, key: PrivateKey) -> str:
    """The signature, in base64."""
    return b64encode(key.sign(act.text)).decode()


def enrolled_text(origin: str, staff: str, public: str) -> bytes:
    """What the key itself signs when it is enrolled, and the root key where it vouches for it."""
    return f"{ENROLLED_TAG}\n{origin}\n{staff}\n{public}\n".encode()


def sign_enrolment(origin: str, staff: str, public: str, key: PrivateKey) -> str:
    """The signature of ``key``, the person's own or the root key, under an enrolment; in base64."""
    return b64encode(key.sign(enrolled_text(origin, staff, public))).decode()


def enrolment(origin: str, staff: str, key: PrivateKey, root: PrivateKey | None = None) -> dict[str, Any]:
    """The fields by which ``key`` becomes that of ``staff``: it proves possession; ``root``, if given, vouches."""
    public = b64encode(key.public.raw).decode()
    return {
        "key": key.key_id.hex(),
        "possession": sign_enrolment(origin, staff, public, key),
        "public": public,
        "root_signature": None if root is None else sign_enrolment(origin, staff, public, root),
    }


def staff_key(origin: str, staff: str, public: str) -> PublicKey:
    """The public key of a member of staff, which is written ``public`` in base64.

    Raises:
        MalformedError: no base64, or a key under which a signature proves nothing.
    """
    try:
        return PublicKey(staff_key_name(origin, staff), strict_base64(public))
    except (ValueError, KeyFileError) as error:
        raise MalformedError(f"the key of {staff}: {error}") from None


def holds(key: PublicKey, signature: str, text: bytes) -> bool:
    """Whether ``signature``, in base64, is that of ``key`` over ``text``."""
    try:
        return key.verify(strict_base64(signature), text)
    except ValueError:
        return False
