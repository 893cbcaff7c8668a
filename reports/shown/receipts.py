"""Receipts cut from the rows of a ledger."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from tombo.ledger.core.errors import LedgerError, MalformedError, NotFoundError, TamperedError
from tombo.ledger.core.said import fact_of
from tombo.ledger.operate.publish import tree_root
from tombo.ledger.seal.entry import leaf_data, unpack
from tombo.ledger.seal.evidence import read_leaf
from tombo.ledger.seal.policy import Policy
from tombo.ledger.seal.receipt import (
    Append,
    SignedReceipt,
    verify_receipt,
)
from tombo.ledger.seal.registry import Registration
from tombo.ledger.store import Row, Store
from tombo.reports.said.commands import door as said
from tombo.reports.said.commands import evidence
from tombo.reports.shown.reading import Reader

APPENDS_MAX: Final = 4
"""How many appends are kept taken apart: receipts are asked for in the order of the log."""


def receipt_of(reader: Reader, policy: Policy, command_id: str) -> SignedReceipt:
    """The receipt of the command ``command_id``.

    Raises:
        NotFoundError: nothing was recorded under that id.
        TamperedError: the rows there are not what was signed, or not this command's.
    """
    found = reader.store.command(command_id)
    if found is None:
        raise NotFoundError(evidence.NOTHING_RECORDED(command=command_id, origin=reader.store.origin))
    return Receipts(reader.store, policy).of(command_id, found.first, found.count)


class Receipts:
    """Cuts the receipts of commands from the rows of ``store``; each is verified, as its reader would, before it is given."""

    def __init__(self, store: Store, policy: Policy) -> None:
        self._store = store
        self._policy = policy
        self._append = lru_cache(maxsize=APPENDS_MAX)(self._read_append)
        self._anchor_root = lru_cache(maxsize=APPENDS_MAX)(lambda size: tree_root(store, size))

    def of(self, command_id: str, index: int, count: int) -> SignedReceipt:
        """The receipt of the command whose ``count`` entries begin at the log index ``index``.

        Raises:
            TamperedError: the rows there are not what was signed, or not this command's.
        """
        try:
            first = unpack(self._row(index).state).first
            receipt = self._append(first).receipt(command_id, index, count)
            verify_receipt(receipt, self._policy)
        except (MalformedError, TamperedError, ValueError) as error:
            why = fact_of(error) if isinstance(error, LedgerError) else str(error)
            raise TamperedError(said.NO_RECEIPT(index=index, command=command_id, why=why)) from error
        return receipt

    def _read_append(self, first: int) -> Append:
        count = unpack(self._row(first).state).count
        rows = [row for row in self._store.rows(first, first + count) if row.index >= first]
        leaves = [leaf_data(row.stream, row.version, row.kind, row.state) for row in rows]
        sealed = unpack(rows[0].state)
        anchor_root = self._anchor_root(sealed.anchor_size)
        return Append(self._store.origin, leaves, anchor_root, self._registration(sealed.key_id))

    def _registration(self, key_id: bytes) -> Registration:
        """How the key was registered, as its stream begins."""
        rows = self._store.stream_rows(f"key:{key_id.hex()}", lte=1)
        if not rows:
            raise TamperedError(said.KEY_NOT_REGISTERED(key=key_id.hex()))
        row = rows[0]
        event = read_leaf(leaf_data(row.stream, row.version, row.kind, row.state)).body["event"]
        try:
            return Registration(**{name: event[name] for name in Registration._fields})
        except KeyError as error:
            raise TamperedError(said.REGISTRATION_WITHOUT(key=key_id.hex(), field=str(error))) from None

    def _row(self, index: int) -> Row:
        row = self._store.row(index)
        if row is None:
            raise TamperedError(said.NO_ENTRY_AT(index=index))
        return row
