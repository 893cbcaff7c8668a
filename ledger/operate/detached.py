"""Which periods were detached from a ledger, as its database has it on record, and whether that was signed (``docs/decisions/0045-old-periods-in-cold-bundles.md``)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

from tombo.ledger.checked.alarm import tampered
from tombo.ledger.checked.appends import Appends
from tombo.ledger.checked.published import PublishedTree
from tombo.ledger.checked.tail import Keys
from tombo.ledger.core.errors import LedgerError
from tombo.ledger.house.log.state import LOG_STREAM
from tombo.ledger.kinds import decode
from tombo.ledger.seal import canonical
from tombo.ledger.seal.checkpoint import Checkpoint, open_checkpoint
from tombo.ledger.seal.entry import EntryHasher, leaf_data, place, unpack
from tombo.ledger.seal.merkle import EMPTY_ROOT, leaf_hash
from tombo.ledger.seal.policy import Policy
from tombo.ledger.store import Row, Store

DETACHED_KIND: Final = "log.period_detached.v1"


class Period(NamedTuple):
    """A detached period: its log indices are ``first`` to ``size - 1``. ``root``: in base64, of all entries below ``size``."""

    first: int
    size: int
    root: str


def periods(store: Store) -> list[Period]:
    """What is on record as detached, as the database has it: who believes nothing unchecked gives a store that checks."""
    found = {size: root for _, size, root in on_record(store)}
    return [Period(first, size, found[size]) for first, size in pairwise([0, *sorted(found)])]


def on_record(store: Store) -> Iterator[tuple[Row, int, str]]:
    """Each entry that detaches something, as the database has it: its row, how many entries it says, and under which root."""
    for row in store.stream_rows(LOG_STREAM):
        if row.kind == DETACHED_KIND:
            try:
                event = canonical.decode(unpack(row.state).body)["event"]
                yield row, int(event["size"]), str(event["root"])
            except (LedgerError, KeyError, TypeError, ValueError):
                continue  # no entry: who checks it says so


def check_on_record(store: Store, policy: Policy) -> None:
    """That what is on record as detached is what was signed: asked by who cannot read what was cut, before he says that it was detached.

    Raises:
        LedgerError: it is not; or nothing that was signed tells.
    """
    note = store.last_checkpoint()
    point = Checkpoint(policy.origin, 0, EMPTY_ROOT) if note is None else open_checkpoint(note.encode(), policy)[0]
    tree, keys, hasher = (
        PublishedTree(store, point.size, point.root),
        Keys(policy.origin, policy.root),
        EntryHasher(policy.origin),
    )
    for row in sorted(row for name in store.streams("key") for row in store.stream_rows(name)):
        sealed = unpack(row.state)
        hashed = hasher.at(place(*row[1:4]), sealed.key_id, sealed.prev, sealed.body)
        keys.fold(decode(row.index, row.kind, sealed, hashed), sealed.first)
    appends = Appends(policy.origin, keys, tree.root_at)
    for row, *_ in on_record(store):
        if row.index < tree.size:
            holds = tree.leaf(row.index) == leaf_of(row[1:])
        else:
            sealed = unpack(row.state)
            appends.check(list(store.rows(sealed.first, sealed.first + sealed.count)))
            holds = appends.holds(row)
        if not holds:
            raise tampered(row, "it is not what was signed, and lets nothing leave the database")


def leaf_of(row: Sequence[Any]) -> bytes:
    """The hash of the leaf of an entry: stream, version, kind and state; of what is none, that of nothing."""
    try:
        return leaf_hash(leaf_data(*row))
    except (LedgerError, TypeError, ValueError, AttributeError, OverflowError):
        return leaf_hash(b"")
