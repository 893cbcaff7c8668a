"""Signed receipts: what a command's sender keeps, and shows to anybody who pins the root key (``docs/format.md``, 'Receipt').

A receipt has the command's entries as leaves, what the root of their append needs beside them, the root that their append
was anchored to, and the registration of the event key that signed it. It is checked without the ledger, its database or
a network. What is closed in an entry stays closed: a leaf has commitments and ciphertext, never what they hide.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Sequence
from typing import Any, Final, Literal, NamedTuple, NoReturn

from pydantic import ValidationError

from tombo.ledger.core.entry import Record
from tombo.ledger.core.errors import KeyFileError, MalformedError, TamperedError
from tombo.ledger.core.ids import Base64, CommandId
from tombo.ledger.seal import canonical
from tombo.ledger.seal.append import append_text
from tombo.ledger.seal.evidence import Evidence, read_leaf
from tombo.ledger.seal.keys import PublicKey, strict_base64
from tombo.ledger.seal.merkle import EMPTY_ROOT, HASH_SIZE, leaf_hash, leaf_hashes, nodes, span_proof, span_root
from tombo.ledger.seal.policy import Policy
from tombo.ledger.seal.registry import KeyRegistry, Registration

FORMAT: Final = "tombo/receipt/v1"
RECEIPT_MAX: Final = 1 << 26
"""The longest receipt that is read, in bytes: a command of a hundred thousand entries has not as many."""


class ReceiptKey(Record):
    """The event key, as ``key.registered.v1`` registered it: name, its own signature, public half, the root key's signature."""

    name: str
    possession: Base64
    public: Base64
    root_signature: Base64


class SignedReceipt(Record):
    """A receipt as its file has it; nothing in it is verified. Binary fields are base64."""

    anchor_root: Base64
    """The root of the checkpoint that the append names as its anchor."""
    command: CommandId
    entries: tuple[str, ...]
    """The leaves of the command's entries, in log order."""
    format: Literal["tombo/receipt/v1"]
    index: int
    """The log index of the first of them; the others follow it."""
    key: ReceiptKey
    origin: str
    path: tuple[Base64, ...]
    """What the append's root needs beside the entries' hashes, from the left."""


class Received(NamedTuple):
    """What a receipt shows: ``key``, for which the root key vouches, signed these entries, from log index ``index`` on."""

    entries: tuple[Evidence, ...]
    index: int  # type: ignore[assignment]  # hides tuple.index, which nobody asks of it
    key: PublicKey


class Append:
    """A whole append of the ledger ``origin``, for cutting receipts from.

    ``leaves`` are all its leaves, in log order; ``anchor_root`` the root of its anchor; ``registration`` that of its key.

    Raises:
        MalformedError: a leaf is none.
    """

    def __init__(self, origin: str, leaves: Sequence[bytes], anchor_root: bytes, registration: Registration) -> None:
        self.origin = origin
        self._leaves = leaves
        self._anchor_root = anchor_root
        self._registration = registration
        found = list(map(read_leaf, leaves))
        self._first = found[0].sealed.first
        self._node = nodes(leaf_hashes(one.entry_hash(origin) for one in found))

    def receipt(self, command_id: str, index: int, count: int) -> SignedReceipt:
        """The receipt of ``command_id``, whose ``count`` entries begin at the log index ``index`` of this append.

        Nothing is verified; see :func:`verify_receipt`.

        Raises:
            ValueError: there are no such entries in this append.
        """
        begin = index - self._first
        path = span_proof(begin, begin + count, len(self._leaves), self._node)
        said = self._registration
        return SignedReceipt(
            anchor_root=_base64(self._anchor_root),
            command=command_id,
            entries=tuple(map(_base64, self._leaves[begin : begin + count])),
            format=FORMAT,
            index=index,
            key=ReceiptKey(
                name=said.name, possession=said.possession, public=said.public, root_signature=said.root_signature
            ),
            origin=self.origin,
            path=tuple(map(_base64, path)),
        )


def write_receipt(receipt: SignedReceipt) -> bytes:
    """The file of a receipt: canonical JSON on one line."""
    return receipt.model_dump_json().encode() + b"\n"


def parse_receipt(data: bytes) -> SignedReceipt:
    """Take a receipt apart. White space and the order of keys are free, for whoever kept it may have laid it out anew.

    Raises:
        MalformedError: no receipt: not JSON, a key that stands twice, is missing or unknown, or a value of another type.
    """
    if len(data) > RECEIPT_MAX:
        raise MalformedError(f"a receipt of {len(data)} bytes; at most {RECEIPT_MAX} are read")
    try:
        value = json.loads(data, object_pairs_hook=_once, parse_float=_no_fraction, parse_constant=_no_fraction)
        return SignedReceipt.model_validate_json(canonical.encode(value))
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        where = ".".join(map(str, first["loc"])) or "document"
        raise MalformedError(f"no receipt ({FORMAT}): {where}: {first['msg']}") from None
    except (ValueError, RecursionError) as error:
        raise MalformedError(f"no receipt: not one JSON document of the format: {str(error)[:200]}") from None


def verify_receipt(receipt: SignedReceipt, policy: Policy) -> Received:
    """What ``receipt`` shows to who believes ``policy``, of which only the root key is asked.

    Raises:
        MalformedError: a field that is no base64, or no leaf.
        TamperedError: of another ledger, a key that the root key does not vouch for, a signature that fails, or entries
            that are not one command's, next to one another in one append.
    """
    if receipt.origin != policy.origin:
        raise TamperedError(f"a receipt of the ledger {receipt.origin!r}; expected one of {policy.origin!r}")
    key = _registered(receipt, policy)
    entries = tuple(read_leaf(_bytes(leaf)) for leaf in receipt.entries)
    if not entries:
        raise TamperedError("a receipt without entries; expected those of its command")
    _check_together(receipt, entries, key)
    sealed = entries[0].sealed
    hashes = [leaf_hash(one.entry_hash(receipt.origin)) for one in entries]
    path = [_hash(one) for one in receipt.path]
    root = span_root(hashes, receipt.index - sealed.first, sealed.count, path)
    anchor = _hash(receipt.anchor_root)
    if root is None or (not sealed.anchor_size and anchor != EMPTY_ROOT):
        raise TamperedError("TAMPERED: the path or the anchor of the receipt is not one that its append can have")
    text = append_text(receipt.origin, sealed.first, sealed.count, sealed.recorded, sealed.anchor_size, anchor, root)
    if not key.verify(sealed.signature, text):
        raise TamperedError(
            f"TAMPERED: the signature of {key.name} does not hold over the entries, their place or their time in the receipt"
        )
    return Received(entries, receipt.index, key)


def _registered(receipt: SignedReceipt, policy: Policy) -> PublicKey:
    """The event key, which the policy's root key registered."""
    said = receipt.key
    try:
        public = PublicKey(said.name, _bytes(said.public))
        registration = Registration(
            public.key_id.hex(), said.name, said.possession, said.public, "event", said.root_signature
        )
        return KeyRegistry(receipt.origin, policy.root).register(0, registration)
    except KeyFileError as error:
        raise TamperedError(f"the receipt's key is none that may sign: {error}") from None


def _check_together(receipt: SignedReceipt, entries: Sequence[Evidence], key: PublicKey) -> None:
    """That the entries are the command's, of one append of ``key``, at the places the receipt names."""
    append = entries[0].sealed._replace(prev=b"", body=b"")
    for at, one in enumerate(entries, receipt.index):
        if one.command_id != receipt.command:
            raise TamperedError(
                f"the entry at {at} is of the command {one.command_id}; expected {receipt.command}, the receipt's"
            )
        if one.body["command"] != entries[0].body["command"] or one.sealed._replace(prev=b"", body=b"") != append:
            raise TamperedError(
                f"the entry at {at} is not of the append of the first; expected one command, one append"
            )
    if append.key_id != key.key_id:
        raise TamperedError(f"the entries name the key {append.key_id.hex()}; the receipt has {key.key_id.hex()}")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice in one object")
    return found


def _no_fraction(text: str) -> NoReturn:
    raise ValueError(f"{text[:40]} is no integer; a receipt has no other numbers")


def _base64(data: bytes) -> str:
    return b64encode(data).decode()


def _bytes(text: str) -> bytes:
    try:
        return strict_base64(text)
    except ValueError as error:
        raise MalformedError(f"a receipt with {text[:80]!r}, which is no base64: {error}") from None


def _hash(text: str) -> bytes:
    data = _bytes(text)
    if len(data) != HASH_SIZE:
        raise MalformedError(f"a receipt with a hash of {len(data)} bytes; expected {HASH_SIZE}")
    return data
