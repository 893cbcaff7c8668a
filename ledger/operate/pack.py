"""Old play is packed where it lies (``docs/decisions/0047-old-play-is-packed.md``): nothing leaves the database, and nothing that was signed changes.

Hands and rounds that were over below a signed checkpoint, row by row, in short transactions beside running play. Killed anywhere, each
row is whole or packed, and the same command goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple

from tombo.ledger.core.clock import SECOND
from tombo.ledger.kinds import OVER_KINDS
from tombo.ledger.operate.cold import PLAYS
from tombo.ledger.operate.detach import newest_before
from tombo.ledger.operate.keyfolder import Keyring
from tombo.ledger.operate.publish import check_own
from tombo.ledger.seal.policy import Policy, load_policy
from tombo.ledger.store import Store, check_may_cut, open_store
from tombo.ledger.store.packing import ROWS, ended_below, pack_some

DAYS: Final = 30
"""Play that was recorded within so many days stays as it is, unless somebody says otherwise: most questions are about it."""
DAY: Final = 86_400 * SECOND

Progress = Callable[[int, int], None]
"""Told how many entries of how many are done."""


class Packed(NamedTuple):
    """What a run did. ``size``: of which first entries the play was packed.

    ``packed``: how many rows now; ``kept``: how many of that play are whole still, for it goes on, or would not be shorter. ``before``, ``after``: the
    bytes of the states of the rows packed now.
    """

    size: int = 0
    packed: int = 0
    kept: int = 0
    before: int = 0
    after: int = 0


def pack_before(url: str, keyring: Keyring, before: int, progress: Progress | None = None) -> Packed:
    """Pack, in the ledger at ``url``, the play that was recorded before the instant ``before``, up to the newest checkpoint of such entries; no secret key is asked for.

    Raises:
        LedgerError: as for ``open_store`` and ``pack``; there is no policy, or the ledger is not that of ``keyring``.
    """
    policy = load_policy(keyring.policy)
    with keyring.missing_ledger():
        store = open_store(url)
    with store:
        check_own(store, policy.root, policy.log)
        return pack(store, before, policy, progress)


def pack(store: Store, before: int, policy: Policy, progress: Progress | None = None) -> Packed:
    """The same, in a store that makes nothing whole from copies.

    Raises:
        ConflictError: the rows are changed by somebody else, again and again.
        StoreUnavailableError: this user may not change the table, or the store cannot be reached. What was packed before stays so.
    """
    check_may_cut(store.recorder)
    signed = newest_before(store, before, policy)
    done = Packed(0 if signed is None else signed.size)

    @lru_cache(ROWS)
    def is_over(stream: str) -> bool:
        return ended_below(store.recorder, stream, done.size, OVER_KINDS)

    at, types = 0, sorted(PLAYS)
    while at < done.size:
        at, *more = pack_some(store.recorder, at, done.size, types, is_over)
        done = Packed(done.size, *map(sum, zip(done[1:], more, strict=True)))
        if progress is not None:
            progress(at, done.size)
    return done
