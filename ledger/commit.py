"""From a decided round to a durable one: sealed and stored under the lock, then known; or forgotten."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from functools import partial
from typing import Final

from ledger.core.clock import SECOND, Clock
from ledger.core.errors import KeyFileError
from ledger.house.key import signing_objection
from ledger.rounds import MovedError, Round
from ledger.seal.keys import PrivateKey
from ledger.states import Known, StreamState
from ledger.store import Head
from ledger.store.sealing import Anchor, SealingEventStore

ANCHOR_AGE: Final = SECOND
"""How long a writer goes on naming the same checkpoint before it looks for a newer one."""


class Committer:
    """Makes rounds durable, one after the other, with a key that may sign and the newest checkpoint as anchor."""

    def __init__(
        self,
        known: Known,
        sealing: SealingEventStore,
        clock: Clock,
        find_anchor: Callable[[], Anchor],
        find_key: Callable[[], PrivateKey] | None,
    ) -> None:
        self.known = known
        self.sealing = sealing
        self._clock = clock
        self._find_anchor = find_anchor
        self._anchor_found = 0
        self._find_key = find_key
        self._key_in_doubt = True

    def commit(self, round_: Round) -> None:
        """Make ``round_`` durable, then let the known states follow; on any error forget them instead."""
        self._look_for_anchor()
        batch = round_.batch
        try:
            self.sealing.put(batch.drafts, batch=batch, check=partial(self._check, round_))
        except BaseException:
            self.forget(round_)
            raise
        self.arrived(round_)

    def launch(self, round_: Round, pool: Executor) -> Future[object]:
        """Send ``round_``, decided on top of the one before, which has arrived; the known states do not follow yet.

        In the meantime nobody else may use the known states: any other writer that comes between is a reason to take the
        round again.
        """
        self._look_for_anchor()
        self._choose_key(round_)
        batch = round_.batch
        for stream, head in batch.heads.items():
            if not head:
                batch.heads[stream] = self.known.get(stream).hash
        round_.view.below = None
        return pool.submit(self.sealing.put, batch.drafts, batch=batch, check=partial(_unmoved, self.known.size))

    def arrived(self, round_: Round) -> None:
        """``round_`` is durable: let the known states follow."""
        batch, ahead = round_.batch, round_.view.ahead
        self.known.size = batch.first + len(batch.drafts)
        self._key_in_doubt |= self._key_stream in ahead
        newest = {draft.stream: digest for draft, digest in zip(batch.drafts, batch.hashes, strict=True)}
        for stream, (version, _, state) in ahead.items():
            if state is None:
                self.known.drop([stream])
            else:
                self.known.put(stream, StreamState(version, newest[stream], state))
        for stream, openings in round_.view.openings_ahead.items():
            if stream in self.known:
                self.known.add_openings(stream, list(openings.values()))

    def forget(self, round_: Round) -> None:
        """``round_`` did not arrive, or nobody knows: what it was decided on is to be read again."""
        self.known.drop([*round_.view.ahead, *round_.view.looked_at])

    def refresh_anchor(self) -> None:
        """Name the newest checkpoint from the next append on."""
        self.sealing.anchor = self._find_anchor()
        self._anchor_found = self._clock.now()

    def _look_for_anchor(self) -> None:
        if not 0 <= self._clock.now() - self._anchor_found < ANCHOR_AGE:  # a clock set back is no reason to wait
            self.refresh_anchor()

    @property
    def _key_stream(self) -> str:
        return f"key:{self.sealing.key.key_id.hex()}"

    def _check(self, round_: Round, head: Head) -> None:
        """Under the lock: nothing that decided here has moved since, and the key may still sign.

        The unique key watches the streams a batch adds to. This watches those it only rests on: a role, a ruleset, a
        session, an incident; and costs nothing as long as nobody else writes.

        Raises:
            MovedError: another writer moved what was decided on; to be decided again.
            KeyFileError: the key was retired or revoked, and there is no other.
        """
        if head.size != self.known.size:
            moved = self.known.catch_up(head.size)
            self._key_in_doubt |= moved is None or self._key_stream in moved
            if round_.reads if moved is None else moved & round_.reads:
                raise MovedError("another writer moved what was decided on")
        if self._choose_key(round_):
            raise MovedError("the key in use signs no more; to be sealed with the next one")

    def _choose_key(self, round_: Round) -> bool:
        """See that the key may sign, where that is in doubt; whether another one had to be taken.

        Raises:
            KeyFileError: it may not, and there is no other.
        """
        if not self._key_in_doubt or self._key_stream in round_.view.ahead:
            return False
        key = self.sealing.key
        objection = signing_objection(self.known.get(self._key_stream).state)
        if not objection:
            self._key_in_doubt = False
            return False
        if self._find_key is None:
            raise KeyFileError(f"the key {key.name} {objection}; nothing was recorded; open the ledger again")
        self.sealing.key = self._find_key()
        return True


def _unmoved(size: int, head: Head) -> None:
    """Under the lock: nobody else has written.

    Raises:
        MovedError: somebody has.
    """
    if head.size != size:
        raise MovedError("another writer came between")
