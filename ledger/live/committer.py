"""From a decided round to a durable one: sealed and stored under the lock, then known; or forgotten.

What was recorded before is found here too: ``Repeats`` gives a command that is sent again its first receipt.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from functools import partial
from typing import Final

from tombo.ledger.catalogue import closed_cards, goes_back
from tombo.ledger.core.clock import SECOND, Clock, stands_at
from tombo.ledger.core.errors import (
    IdUsedError,
    KeyFileError,
    LedgerError,
    StoreUnavailableError,
    TamperedError,
    UsageError,
)
from tombo.ledger.exchange.door import ImportJob
from tombo.ledger.house.key import Key, signing_objection
from tombo.ledger.house.log.state import LOG_STREAM, Log
from tombo.ledger.live.batch import Acknowledgement, Job, MovedError, Recorded, Round, digest_of
from tombo.ledger.live.cache import StateCache
from tombo.ledger.live.stream_state import stream_state
from tombo.ledger.seal.entry import unpack
from tombo.ledger.seal.keys import PrivateKey
from tombo.ledger.store import Head, IntegrityError, OutcomeUnknownError
from tombo.ledger.store.sealing import Anchor, Batch, SealingEventStore

ANCHOR_AGE: Final = SECOND
"""How long a writer goes on naming the same checkpoint before it looks for a newer one."""


class Committer:
    """Makes rounds durable, one after the other, with a key that may sign and the newest checkpoint as anchor."""

    def __init__(
        self,
        known: StateCache,
        sealing: SealingEventStore,
        clock: Clock,
        find_anchor: Callable[[], Anchor],
        find_key: Callable[[], PrivateKey] | None,
    ) -> None:
        self.store = known.store
        self.known = known
        self.sealing = sealing
        self._clock = clock
        self._find_anchor = find_anchor
        self._anchor_found = 0
        self._find_key = find_key
        self.committed: Callable[[int], None] = lambda _: None
        """Hears how many microseconds each commit took, from when it was sent until it was answered; in the thread that sent it."""

    def commit(self, round_: Round) -> None:
        """Make ``round_`` durable, then let the known states follow; on any error forget them instead."""
        self._look_for_anchor()
        batch = round_.batch
        timely = _timely(round_, {}) if len(batch.commands) > 1 else None  # one alone was asked
        try:
            began = self._clock.monotonic()
            self.sealing.put(batch.drafts, batch=batch, check=partial(self._check, round_), timely=timely)
            self.committed(self._clock.monotonic() - began)
            self.arrived(round_)
        except MovedError:
            raise  # what is known moved on with the others' entries: there is nothing to read again
        except BaseException:
            self.forget(round_)
            raise

    def launch(self, round_: Round, pool: Executor) -> Future[object]:
        """Send ``round_``, decided on top of the one before, which has arrived; the known states do not follow yet.

        In the meantime nobody else may use the known states: any other writer that comes between is a reason to take the
        round again.

        Raises:
            MovedError: one did already.
        """
        self._look_for_anchor()
        self._hear_of_the_clock()
        batch, stood = round_.batch, dict[str, int]()
        for stream, head in batch.heads.items():
            if not head:
                known = self.known.get(stream)
                batch.heads[stream], stood[stream] = known.hash, known.stands
        round_.below = round_.view.below = None
        at = self.store.at()
        while self._choose_key(round_) or self.store.at() != at:  # to look for a key is to read: more may be known then
            at = self.store.at()
        self._check_reads(round_)
        check = partial(self._check_unmoved, batch, at)
        began = self._clock.monotonic()
        sent: Future[object] = pool.submit(
            self.sealing.put, batch.drafts, batch=batch, check=check, timely=_timely(round_, stood)
        )
        sent.add_done_callback(lambda _: self.committed(self._clock.monotonic() - began))
        return sent

    def arrived(self, round_: Round) -> None:
        """``round_`` is durable: let the known states follow.

        Raises:
            OutcomeUnknownError: it could not be marked as acknowledged. Whoever looks for its commands finds and marks them.
            TamperedError: what it follows is not what was sealed.
        """
        batch, first = round_.batch, round_.batch.first
        rows = [(draft[0], draft[1], digest) for draft, digest in zip(batch.drafts, batch.hashes, strict=True)]
        commands = [(command_id, first + place) for command_id, _, place, _ in batch.commands]
        try:
            self.store.appended(rows, batch.states, commands)
        except TamperedError:
            raise
        except LedgerError as error:  # told as it is, it would deny commands that are in the log
            raise OutcomeUnknownError(f"it was committed, and could not be marked as acknowledged: {error}") from error
        newest = {stream: digest for stream, _, digest in rows}
        unsaid = stands_at(None, batch.recorded)
        stood = dict.fromkeys(newest, 0)
        for stream, _, _, _, _, occurred in batch.drafts:
            stands = unsaid if occurred is None else stands_at(occurred, batch.recorded)
            stood[stream] = max(stood[stream], stands)
        for stream, (version, _, state, before) in round_.view.ahead.items():
            if state is None:
                self.known.drop([stream])
            else:
                stands = stood[stream]
                known = stream_state((version, newest[stream], state, max(before, stands)))
                self.known.put(stream, known, batch.recorded)
        for stream, openings in round_.view.openings_ahead.items():
            if stream in self.known:
                self.known.add_openings(stream, list(openings.values()))

    def forget(self, round_: Round) -> None:
        """``round_`` did not arrive, or nobody knows, or it could not be noted: what it was decided on is to be read again."""
        self.known.drop([*round_.view.ahead, *round_.view.looked_at])

    def refresh_anchor(self) -> None:
        """Name the newest checkpoint from the next append on."""
        self.store.refresh()
        self.sealing.anchor = self._find_anchor()
        self._anchor_found = self._clock.now()

    def _look_for_anchor(self) -> None:
        if not 0 <= self._clock.now() - self._anchor_found < ANCHOR_AGE:  # a clock set back is no reason to wait
            self.refresh_anchor()

    def _check(self, round_: Round, head: Head) -> None:
        """Under the lock: nothing that decided here has moved since, and the key may still sign.

        The unique key watches the streams a batch adds to. This watches those it only rests on: a role, a ruleset, a
        session, an incident; and costs nothing as long as nobody else writes.

        Raises:
            MovedError: another writer moved what was decided on; to be decided again.
            KeyFileError: the key was retired or revoked, and there is no other.
        """
        if self.store.at() != _end(head):
            self.store.catch_up(head)
        self._check_reads(round_)
        self._check_new(round_.batch)
        self._hear_of_the_clock()
        if self._choose_key(round_):
            raise MovedError("the key in use signs no more; to be sealed with the next one")

    def _check_reads(self, round_: Round) -> None:
        if self.known.moved(round_.reads, round_.since):
            raise MovedError("another writer moved what was decided on")

    def _check_unmoved(self, batch: Batch, at: tuple[int, bytes], head: Head) -> None:
        """Under the lock: nobody has written since the log was known ``at`` this size, with this last row.

        Raises:
            MovedError: somebody has.
        """
        if at != _end(head):
            raise MovedError("another writer came between")
        self._check_new(batch)

    def _check_new(self, batch: Batch) -> None:
        """That no command of ``batch`` was recorded before: the unique key watches the table, this what is remembered of it.

        Raises:
            IntegrityError: one was; each is to be looked for alone.
        """
        if self.store.recorded([row.command_id for row in batch.commands]):
            raise IntegrityError("a command of this commit was recorded before")

    def _hear_of_the_clock(self) -> None:
        """What people confirmed of the clock, another process's doing included."""
        found, watch = self.known.get(LOG_STREAM), self.sealing.watch
        log: Log | None = found.state
        if log is not None:
            watch.confirmed = log.confirmed
            watch.vouched = watch.starts and log.confirmed.last and self._in_newest(LOG_STREAM, found.version)

    def _in_newest(self, stream: str, version: int) -> bool:
        """Whether this entry is of the newest append, in which the signature of whoever asked for it follows it."""
        newest = self.store.row(self.store.size - 1)
        return newest is not None and unpack(newest.state).first <= self.known.place(stream, version).index

    def _choose_key(self, round_: Round) -> bool:
        """See that the key may sign, as far as the log is known; whether another one had to be taken.

        Asked before every commit: whatever read the log in the meantime, a refusal, a publisher, a list, may have met its retirement.

        Raises:
            KeyFileError: it may not, and there is no other.
            UsageError: ``round_`` itself takes the key away that would sign it, or says of keys what nobody would believe.
        """
        key, first = self.sealing.key, self.store.size
        refusal = self.store.key_refusal(first, round_.said_of_keys(first)) if round_.inscribes else None
        if refusal:
            raise UsageError(f"{refusal}; nobody would believe it: nothing was recorded")
        known = None if round_.registers(key.key_id.hex()) else signing_objection(self._held(key))
        objection = known or round_.key_objection(key.key_id.hex(), first)
        if not objection:
            return False
        if self._find_key is None:
            if known:
                raise KeyFileError(f"the key {key.name} {known}; nothing was recorded; open the ledger again")
        else:
            key = self._find_key()
            objection = round_.key_objection(key.key_id.hex(), first)
        if objection:
            raise UsageError(
                f"the key {key.name} would seal an append in which it {objection}, and nobody would believe that; nothing was recorded."
                " Register another key with it, as 'tombo keys rotate' and 'tombo keys revoke' do"
            )
        self.sealing.key = key
        return True

    def _held(self, key: PrivateKey) -> Key | None:
        """``key`` as the log is known to tell it."""
        held: Key | None = self.known.get(f"key:{key.key_id.hex()}").state
        return held


def _end(head: Head) -> tuple[int, bytes]:
    """The size and the last state of a log that ends at ``head``."""
    return head.size, b"" if head.row is None else head.row.state


class Repeats:
    """What was recorded before: a command that is sent again gets the receipt it got, or should have got, the first time."""

    def __init__(self, known: StateCache) -> None:
        self._known = known
        self._store = known.store

    def find(self, job: Job) -> Acknowledgement | None:
        """The first receipt of ``job``, if it was recorded before.

        Raises:
            IdUsedError: its command id stands for another command.
            StoreUnavailableError: nobody can look. A key file in the way is no fault of a command, which may be in the log.
        """
        try:
            return self._found(job)
        except KeyFileError as error:
            raise StoreUnavailableError(
                f"it is not known whether the command {job.command_id} was recorded: {error}. Send it again, under the same id,"
                " once that is mended"
            ) from error

    def _found(self, job: Job) -> Acknowledgement | None:
        row = self._store.command(job.command_id)
        if row is None:
            return None
        digest = digest_of(job)
        if row.digest.hex() != digest:
            raise IdUsedError(
                f"command id {job.command_id} was used for another command (digest {row.digest.hex()}, this one "
                f"{digest}); a new command needs a new id"
            )
        rows = self._store.rows(row.first, row.first + row.count)
        self._store.acknowledged(row.first + row.count)
        entries = tuple(Recorded(found.stream, found.version, found.index) for found in rows)
        cards = None if isinstance(job, ImportJob) else closed_cards(job)
        there = self._known.read_openings(entries[0].stream) if cards and entries else {}
        kept = [there[slot].card for slot in sorted(there)]
        if kept and kept != cards:  # the digest does not cover them, so that nobody guesses them from it
            raise IdUsedError(f"command id {job.command_id} was used for another command: it dealt other cards")
        return Acknowledgement(job.command_id, entries, repeated=True)


def _timely(round_: Round, stood: dict[str, int]) -> Callable[[int], None]:
    """Whether the commands of ``round_`` follow one another in time, asked once it is known when they are recorded.

    Each was decided on how those before it stood at that moment: what claims no time, or one ahead of the clock, comes to stand
    later. ``stood``: by stream, how the round below left it.
    """

    def asked(recorded: int) -> None:
        latest, unsaid = dict(stood), stands_at(None, recorded)
        for stream, _, _, _, _, occurred in () if round_.inscribes else round_.batch.drafts:
            stands = unsaid if occurred is None else stands_at(occurred, recorded)
            before = latest.get(stream, stands)
            if occurred is not None and occurred < before and occurred < before - goes_back(stream):
                raise IntegrityError(
                    "a command claims a time before that of another of this commit; each is to be decided alone"
                )
            latest[stream] = max(before, stands)

    return asked
