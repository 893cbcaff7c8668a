"""The ledger as an application of the event-store library: the live door and the import door.

One bet's way: ``handle`` → ``decide`` on cached states → drafts → ``save`` → sealed under the lock → committed →
states advanced → receipt. Nothing is acknowledged before it is durable; no cached state runs ahead of the store.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from threading import RLock
from typing import Any, Final, NamedTuple

from eventsourcing.application import Application

from ledger.catalogue import BEGIN_STREAMS, DECIDERS, EVOLVE, command_digest
from ledger.core.clock import SECOND, Clock, SystemClock
from ledger.core.command import Decision, Envelope
from ledger.core.entry import By, CommandRef, Entry
from ledger.core.errors import ConflictError, LedgerError, UsageError
from ledger.core.findings import Refused
from ledger.exchange.door import Inscription
from ledger.house.events import ClockStepped
from ledger.seal.keys import PrivateKey
from ledger.states import UNKNOWN, BatchView, Known, NeedsCommitError, StreamState, type_of
from ledger.store import CommandRow, IntegrityError, OpeningRow, OutcomeUnknownError, Store
from ledger.store.mapper import CanonicalMapper, Draft
from ledger.store.sealing import NO_ANCHOR, Anchor, Batch, SealingEventStore
from ledger.store.store import RecorderFactory

CLOCK: Final = By(actor="platform", id="clock")
LOG_STREAM: Final = "log:main"

DRAFTS_MAX: Final = 5_000
"""A commit takes no new command once it holds this many entries; an append has room for 65,535."""

TRIES_MAX: Final = 8
"""How often a command is decided again after another writer got in first."""

ANCHOR_AGE: Final = SECOND
"""How long a writer goes on naming the same checkpoint before it looks for a newer one."""


class Recorded(NamedTuple):
    """Where one entry of a command stands."""

    stream: str
    version: int
    index: int  # type: ignore[assignment]  # hides tuple.index, which nobody asks of it


class Receipt(NamedTuple):
    """The acknowledgement of one command: durable, in order, for ever."""

    command_id: str
    entries: tuple[Recorded, ...]
    repeated: bool
    """Whether this command had been recorded before: a retry, or a second import."""


Job = Envelope | Inscription
Outcome = Receipt | Refused | LedgerError


class _Round:
    """The commands of one commit while they are decided: what they add, and on which states."""

    def __init__(self, view: BatchView) -> None:
        self.view = view
        self.batch = Batch()
        self.pending: dict[str, tuple[int, int, int]] = {}
        """Command id to position among the jobs, first draft and number of drafts."""

    def add(self, position: int, job: Job, decision: Decision) -> None:
        """Take the events of ``job`` into the batch and the states after them into the view."""
        view, batch, drafts = self.view, self.batch, self.batch.drafts
        first = len(drafts)
        digest = job.digest if isinstance(job, Inscription) else command_digest(job)
        reference = CommandRef(digest=digest, id=job.command_id)
        for place, (stream, event) in enumerate(decision.events):
            # What begins a stream need not be looked up; were it there after all, the unique key would stop the commit.
            at = UNKNOWN if type(event) in BEGIN_STREAMS else view.at(stream)
            version = at.version + 1
            if stream not in view.ahead:
                batch.heads[stream] = at.hash
            drafts.append(Draft(stream, version, event, job.by, reference, job.occurred))
            # An imported hand is over: nobody will decide on it, so nobody needs its state.
            state = None if isinstance(job, Inscription) else EVOLVE[type_of(stream)](at.state, event)
            view.ahead[stream] = StreamState(version, b"", state)
            openings = decision.openings.get(place, ())
            if openings:
                view.openings_ahead[stream] = {opening.slot: opening for opening in openings}
                batch.openings.extend(OpeningRow(stream, version, *opening) for opening in openings)
        count = len(drafts) - first
        batch.commands.append(CommandRow(job.command_id, bytes.fromhex(digest), first, count))
        self.pending[job.command_id] = (position, first, count)

    def receipts(self) -> Iterator[tuple[int, Receipt]]:
        """The receipt of every command, once the batch is committed, with its position among the jobs."""
        drafts, index = self.batch.drafts, self.batch.first
        for command_id, (position, first, count) in self.pending.items():
            entries = tuple(
                Recorded(drafts[n].stream, drafts[n].version, index + n) for n in range(first, first + count)
            )
            yield position, Receipt(command_id, entries, repeated=False)


class Ledger(Application[str]):
    """A ledger, open for writing. Calls from several threads take turns; several processes are safe, and slower."""

    name = "tombo"

    def __init__(
        self,
        store: Store,
        key: PrivateKey,
        *,
        clock: Clock | None = None,
        entropy: Callable[[int], bytes] = os.urandom,
        find_anchor: Callable[[], Anchor] = lambda: NO_ANCHOR,
    ) -> None:
        self.store = store
        self.clock = clock or SystemClock()
        self._key = key
        self._entropy = entropy
        self._find_anchor = find_anchor
        self._anchor_found = 0
        self._clock_is_behind = False
        self._lock = RLock()
        self.entry_mapper = CanonicalMapper(store.origin)
        super().__init__()
        self.known = Known(store, self.entry_mapper)

    def construct_factory(self, env: Any) -> RecorderFactory:  # noqa: ARG002  # the store is open already
        """The way to the recorder of the store that is already open."""
        return self.store.factory

    def construct_mapper(self) -> CanonicalMapper:
        """Canonical bytes and explicit topics."""
        return self.entry_mapper

    def construct_event_store(self) -> SealingEventStore:
        """Sealing happens at the one place that every commit passes."""
        recorder, origin = self.store.recorder, self.store.origin
        self.sealing = SealingEventStore(self.entry_mapper, recorder, origin=origin, key=self._key, clock=self.clock)
        return self.sealing

    # Doors.

    def handle(self, envelope: Envelope) -> Receipt | Refused:
        """Decide and record one command; return once it is durable.

        Raises:
            LedgerError: a command id used for another command, a conflict that does not end, a store out of reach.
        """
        outcome = self.handle_many([envelope])[0]
        if isinstance(outcome, LedgerError):
            raise outcome
        return outcome

    def handle_many(self, jobs: Sequence[Job]) -> list[Outcome]:
        """Decide commands in order, commit them together; the events of one command never span commits.

        Imported hands (``Inscription``) are recorded as they are: the live door refuses, the import door records.
        """
        outcomes: list[Outcome] = []
        with self._lock:
            while len(outcomes) < len(jobs):
                outcomes += self._handle_round(jobs[len(outcomes) :])
        return outcomes

    def record(self, inscriptions: Sequence[Inscription]) -> list[Receipt]:
        """The import door: record what happened elsewhere, as it is; one receipt each, in order.

        Raises:
            LedgerError: an inscription could not be recorded; the others of the call may have been, and a second call
                finds them.
        """
        receipts = []
        for outcome in self.handle_many(inscriptions):
            if not isinstance(outcome, Receipt):
                raise outcome if isinstance(outcome, LedgerError) else UsageError(outcome.message)
            receipts.append(outcome)
        return receipts

    def view(self) -> BatchView:
        """The states as they are known now, for reading and for deciding."""
        return BatchView(self.known, self._entropy, self.store.streams)

    def entries(self, stream: str, lte: int | None = None) -> list[Entry]:
        """The entries of ``stream`` in order, up to version ``lte`` if given."""
        return [self.entry_mapper.to_entry(row) for row in self.store.stream_rows(stream, lte=lte)]

    def refresh_anchor(self) -> None:
        """Name the newest checkpoint from the next append on."""
        self.sealing.anchor = self._find_anchor()
        self._anchor_found = self.clock.now()

    # One round: decide, commit, advance.

    def _handle_round(self, jobs: Sequence[Job]) -> list[Outcome]:
        """The outcomes of as many of ``jobs``, from the first on, as one commit can take."""
        round_ = _Round(self.view())
        outcomes: dict[int, Outcome] = {}
        decided = 0
        for position, job in enumerate(jobs):
            if job.command_id in round_.pending or len(round_.batch.drafts) >= DRAFTS_MAX:
                break  # a retry of a command still in this batch, or a batch that is long enough
            try:
                outcome = self._judge(job, round_.view)
            except NeedsCommitError:
                break
            except LedgerError as error:
                outcome = error
            if isinstance(outcome, Decision):
                round_.add(position, job, outcome)
            else:
                outcomes[position] = outcome
            decided = position + 1
        if round_.pending:
            try:
                self._commit(round_)
            except (IntegrityError, OutcomeUnknownError):
                # A unique violation is a certain abort, a lost connection an unknown outcome. Either way what was
                # decided on top of this batch is void: one by one, each looking first whether it is already there.
                return [self._handle_alone(job) for job in jobs[:decided]]
            except LedgerError as error:
                self._forget(round_)
                return [error for _ in jobs[:decided]]
            outcomes.update(round_.receipts())
        return [outcomes[position] for position in range(decided)]

    def _handle_alone(self, job: Job) -> Outcome:
        """``job`` in a commit of its own, decided again as long as others get in first."""
        for _ in range(TRIES_MAX):
            try:
                round_ = _Round(self.view())
                outcome = self._receipt(job) or self._judge(job, round_.view)
                if not isinstance(outcome, Decision):
                    return outcome
                round_.add(0, job, outcome)
                self._commit(round_)
            except (IntegrityError, OutcomeUnknownError):
                continue
            except LedgerError as error:
                return error
            return next(receipt for _, receipt in round_.receipts())
        return ConflictError(
            f"command {job.command_id}: its streams moved on {TRIES_MAX} times while it was decided; nothing of it was "
            "recorded; send it again, and look for a second writer with 'tombo status'"
        )

    def _judge(self, job: Job, view: BatchView) -> Decision | Outcome:
        """What becomes of ``job`` on the states of ``view``."""
        if isinstance(job, Inscription):
            return self._receipt(job) or Decision(tuple(job.events), job.openings)
        decide = DECIDERS[type(job.command)]
        view.looked_at.clear()
        outcome = decide(job, view)
        if isinstance(outcome, Decision):
            return outcome
        # A retry usually arrives out of turn, and a cached state may be old: look before saying no.
        repeated = self._receipt(job)
        if repeated is not None:
            return repeated
        stale = [stream for stream in view.looked_at if stream not in view.ahead and self.known.is_stale(stream)]
        if not stale:
            return outcome
        self.known.drop(stale)
        return decide(job, view)

    def _receipt(self, job: Job) -> Receipt | None:
        """The first receipt of ``job``, if it was recorded before.

        Raises:
            UsageError: its command id stands for another command.
        """
        row = self.store.command(job.command_id)
        if row is None:
            return None
        digest = job.digest if isinstance(job, Inscription) else command_digest(job)
        if row.digest.hex() != digest:
            raise UsageError(
                f"command id {job.command_id} was used for another command (digest {row.digest.hex()}, this one "
                f"{digest}); a new command needs a new id"
            )
        rows = self.store.rows(row.first, row.first + row.count)
        entries = tuple(Recorded(found.stream, found.version, found.index) for found in rows)
        return Receipt(job.command_id, entries, repeated=True)

    def _commit(self, round_: _Round) -> None:
        """Make the round durable, then let the known states follow; on any error forget them instead."""
        if self.clock.now() - self._anchor_found >= ANCHOR_AGE:
            self.refresh_anchor()
        batch, ahead = round_.batch, round_.view.ahead
        try:
            self.events.put(batch.drafts, batch=batch)
        except BaseException:
            self._forget(round_)
            raise
        newest = dict(zip((draft.stream for draft in batch.drafts), batch.hashes, strict=True))
        for stream, at in ahead.items():
            if at.state is None:
                self.known.drop([stream])
            else:
                self.known.put(stream, StreamState(at.version, newest[stream], at.state))
        for stream, openings in round_.view.openings_ahead.items():
            if stream in self.known:
                self.known.add_openings(stream, list(openings.values()))
        self._record_step(batch)

    def _forget(self, round_: _Round) -> None:
        self.known.drop([*round_.view.ahead, *round_.view.looked_at])

    def _record_step(self, batch: Batch) -> None:
        """Put on record that the clock stepped back, once each time it does."""
        if not batch.clock_behind:
            self._clock_is_behind = False
        elif not self._clock_is_behind:
            self._clock_is_behind = True
            step = ClockStepped(clock=batch.recorded - batch.clock_behind, floor=batch.recorded)
            command_id = f"clock-stepped/{batch.first}"
            digest = sha256(step.model_dump_json().encode()).hexdigest()[:32]
            self._handle_alone(Inscription(command_id, digest, CLOCK, None, [(LOG_STREAM, step)], {}))
