"""A ledger as its house sees it: a store whose closed cards are opened under the key that is not in the database.

The verifier and the export of a bundle read from it. Who has no key reads from the store itself, to whom the cards are withheld.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from tombo.ledger.operate.cold import evidence_with_cold
from tombo.ledger.seal.sealed_opening import OpeningKey
from tombo.ledger.store import Store


class Opened(Store):
    """``store``, which is closed with it, and ``key``; where ``only`` is given, of no streams but those."""

    def __init__(self, store: Store, key: OpeningKey, only: Collection[str] | None = None) -> None:
        super().__init__(store.url, store.origin, store.recorder)
        self.cold = store.cold
        self._key = key
        self._only = only

    def openings_between(self, start: int, stop: int) -> Iterator[tuple[int, tuple[Any, ...]]] | None:
        """The openings of those entries: index, then stream, version, slot, card, salt; of one that does not open None and None.

        None where this user may read none.
        """
        sealed = self.sealed_rows(start, stop)
        if sealed is None:
            return None
        only = self._only
        return self._key.open_each(sealed if only is None else (row for row in sealed if row[1] in only))


def open_opened(url: str, secret: bytes | None, origin: str | None = None, cold: Sequence[str] = ()) -> Store:
    """The ledger at ``url`` as a verifier looks at it, its closed cards opened under ``secret`` where there is one.

    ``cold``: where copies lie that have what was detached from it. ``origin`` is what its policy calls it: what it calls itself is read from the database, and to be looked at like everything else.

    Raises:
        LedgerError: as for ``open_evidence``.
    """
    store = evidence_with_cold(url, cold)
    return store if secret is None else Opened(store, OpeningKey(secret, origin or store.origin))
