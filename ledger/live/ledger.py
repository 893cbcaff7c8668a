"""The ledger as an application of the event-store library: the live door and the import door.

One bet's way: ``handle`` → ``decide`` on cached states → drafts → ``put`` → sealed under the lock → committed →
states advanced → receipt. Nothing is acknowledged before it is durable; no cached state runs ahead of the store.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from typing import Final

from tombo.ledger.checked import CheckedStore
from tombo.ledger.core.clock import Clock, SystemClock
from tombo.ledger.core.command import Decision, Envelope
from tombo.ledger.core.entry import Entry
from tombo.ledger.core.errors import FaultError, LedgerError, OutOfPlaceError, UsageError
from tombo.ledger.core.findings import Refused
from tombo.ledger.exchange.door import ImportJob
from tombo.ledger.live.acts import judge
from tombo.ledger.live.application import SealingApplication
from tombo.ledger.live.batch import Acknowledgement, Deliver, Flight, Job, MovedError, Outcome, Round, inscribed
from tombo.ledger.live.cache import StateCache
from tombo.ledger.live.clock_steps import ClockSteps
from tombo.ledger.live.committer import Committer, Repeats
from tombo.ledger.live.doubt import Doubts
from tombo.ledger.live.held import HeldCommands, waited_for
from tombo.ledger.live.jobs import Another, coming, moved_on, no_other
from tombo.ledger.live.snapshots import Snapshots
from tombo.ledger.live.states import BatchView, NeedsCommitError, SealWords
from tombo.ledger.seal.keys import PrivateKey
from tombo.ledger.seal.sealed_opening import OpeningKey
from tombo.ledger.store import IntegrityError, OutcomeUnknownError
from tombo.ledger.store.sealing import NO_ANCHOR, Anchor

__all__ = ["Acknowledgement", "Job", "Ledger", "Outcome"]

TRIES_MAX: Final = 8
"""How often a command is decided again after another writer got in first."""


class Ledger(SealingApplication):
    """A ledger, open for writing. Calls from several threads take turns; several processes are safe, and slower."""

    def __init__(
        self,
        store: CheckedStore,
        key: PrivateKey,
        *,
        clock: Clock | None = None,
        entropy: Callable[[int], bytes] = os.urandom,
        openings: OpeningKey | None = None,
        words: SealWords | None = None,
        find_anchor: Callable[[], Anchor] = lambda: NO_ANCHOR,
        find_key: Callable[[], PrivateKey] | None = None,
        snapshots: Path | None = None,
    ) -> None:
        """``openings`` is the key of closed cards: without it none is dealt or shown. ``words`` seals what people say. ``snapshots``: their file.

        ``find_key`` says which key signs once ``key`` may no more; without it nothing is recorded from then on.
        """
        super().__init__(store, key, clock or SystemClock(), openings, entropy)
        self._words = words
        self._entropy = entropy
        self._steps = ClockSteps()
        self._lock = RLock()
        kept = Snapshots(snapshots, store.origin, lambda: self.sealing.key) if snapshots else None
        self.known = StateCache(store, openings, snapshots=kept)
        self._committer = Committer(self.known, self.sealing, self.clock, find_anchor, find_key)
        self._flight: Flight | None = None
        self._held = HeldCommands()
        self._repeats = Repeats(self.known)
        self._doubts = Doubts(store, self._repeats.find)

    def tell_commits(self, committed: Callable[[int], None]) -> None:
        """Have ``committed`` hear how many microseconds each commit took until it was durable, in whichever thread sent it."""
        self._committer.committed = committed

    def handle(self, envelope: Envelope) -> Acknowledgement | Refused:
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

        Imported hands (``ImportJob``) are recorded as they are: the live door refuses, the import door records.
        """
        outcomes: list[Outcome] = []
        with self._lock:
            while len(outcomes) < len(jobs):
                outcomes += self.handle_some(jobs[len(outcomes) :])
        return outcomes

    def handle_some(self, jobs: Sequence[Job]) -> list[Outcome]:
        """As ``handle_many``, of as many of ``jobs`` as one commit takes. Who hands on each of these lists loses none of it when the next call ends with an exception."""
        with self._lock:
            self.land()
            outcomes = self._handle_round(jobs)
            return self._doubts.settled(jobs[: len(outcomes)], outcomes)

    def record(self, inscriptions: Sequence[ImportJob]) -> list[Acknowledgement]:
        """The import door: record what happened elsewhere, as it is; one receipt each, in order.

        Raises:
            LedgerError: an inscription could not be recorded; the others of the call may have been, and a second call finds them.
        """
        receipts = []
        for outcome in self.handle_many(inscriptions):
            if not isinstance(outcome, Acknowledgement):
                raise outcome if isinstance(outcome, LedgerError) else UsageError(outcome.message)
            receipts.append(outcome)
        return receipts

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Meanwhile no other thread decides or records here, and nothing is on its way."""
        with self._lock:
            self.land()
            yield

    @contextmanager
    def signing_with(self, key: PrivateKey) -> Iterator[None]:
        """Meanwhile ``key`` signs, which the one commit made here registers; it goes on if that arrived."""
        with self.alone():
            before, self.sealing.key = self.sealing.key, key
            try:
                yield
            except BaseException:
                self.sealing.key = before
                raise

    def view(self, below: BatchView | None = None) -> BatchView:
        """The states as they are known now, for reading and for deciding; ``below``: what a commit under way adds."""
        return BatchView(self.known, self._entropy, self.store, self.clock.now, below=below, seal_words=self._words)

    def entries(self, stream: str, lte: int | None = None) -> list[Entry]:
        """The entries of ``stream`` in order, up to version ``lte`` if given."""
        return self.store.entries(stream, lte=lte)

    def withdraw(self, command_ids: Iterable[str]) -> None:
        """Nobody waits for ``command_ids`` any more: who sent them looks again at what is to be done, and sends none of them again."""
        with self._lock:
            self._held.settle(command_ids)

    def refresh_anchor(self) -> None:
        """Name the newest checkpoint from the next append on."""
        self._committer.refresh_anchor()

    def handle_ahead(self, jobs: Sequence[Job], pool: Executor, deliver: Deliver, another: Another = no_other) -> int:
        """Decide ``jobs`` while the commit before is on its way, then send theirs after it; how many were taken.

        ``another`` is asked for one more once all are decided, until it has none. ``deliver`` hears of the outcomes of those taken once they
        are durable, in a later call: the next ``handle_ahead``, ``handle_many`` or ``land``. The rest is still to be handled.
        """
        deliver = self._doubts.settling(jobs := list(jobs), deliver)
        with self._lock:
            round_ = self._decide(coming(jobs, another), self._flight)
            if not self.land() or not round_.taken:
                self._committer.forget(round_)  # what it was decided on top of did not arrive, or had to arrive first
                round_ = self._decide(jobs)
            if round_.pending:
                self._flight = Flight(round_, self._committer.launch(round_, pool), deliver)
            else:
                deliver(round_.taken, self._told(round_))
            return round_.taken

    @property
    def under_way(self) -> Future[object] | None:
        """The commit that was sent last, if nobody has landed it: done once its answer is there."""
        return self._flight and self._flight.done

    def land(self) -> bool:
        """Wait for the commit under way, if one is, and deliver its outcomes; whether it arrived."""
        with self._lock:
            flight, self._flight = self._flight, None
            if flight is None:
                return True
            try:
                flight.done.result()
                self._committer.arrived(flight.round)
                outcomes = self._told(flight.round)
            except Exception as error:  # noqa: BLE001  # whatever it was, it comes again when the jobs are taken again
                self._doubts.lost(flight.round, error)
                self._committer.forget(flight.round)
                flight.deliver(flight.round.taken, None)
                return False
            except BaseException as error:
                self._committer.forget(flight.round)
                self._lost(flight.round, error)
                raise
            flight.deliver(flight.round.taken, outcomes)
            self._steps.record(flight.round.batch, self._handle_alone)
            return True

    def receipt(self, job: Job) -> Acknowledgement | None:
        """The receipt of ``job``, if it is recorded; asked of the store, not of what is known here.

        Raises:
            UsageError: its command id stands for another command.
        """
        with self._lock:
            receipt = self._repeats.find(job)
            if receipt is not None:
                self._held.settle([job.command_id])  # it came to an error all the same
            return receipt

    def _handle_round(self, jobs: Sequence[Job], tries: int = TRIES_MAX) -> list[Outcome]:
        """The outcomes of as many of ``jobs``, from the first on, as one commit can take."""
        round_ = self._decide(jobs)
        jobs = jobs[: round_.taken]
        if round_.pending:
            try:
                self._commit(round_)
            except MovedError:
                if tries:
                    return self._handle_round(jobs, tries - 1)
                return self._each_alone(jobs)
            except (IntegrityError, OutcomeUnknownError, UsageError) as error:
                # Certainly void, of unknown outcome, or one command's alone: one by one, each looking first whether it is there.
                self._doubts.lost(round_, error)
                return self._each_alone(jobs)
            except LedgerError as error:
                self._lost(round_, error)
                return round_.failed(error)
            except BaseException as error:
                self._lost(round_, error)
                raise
        return self._told(round_)

    def _told(self, round_: Round) -> list[Outcome]:
        """The outcomes of a round that is durable, or adds nothing; from now on they are known."""
        self._held.told(round_)
        self._doubts.told(round_)
        return round_.outcomes()

    def _lost(self, round_: Round, error: BaseException) -> None:
        """``round_`` ended with ``error``, which is what its callers hear: its commands are missing until they come again."""
        self._doubts.lost(round_, error)
        self._held.lost(round_)

    def _decide(self, jobs: Iterable[Job], flight: Flight | None = None) -> Round:
        """Decide ``jobs`` in order as far as one commit reaches, on top of what is on its way."""
        below = flight.round if flight else None
        round_ = Round(self.view(below.view if below else None), self.store.size, below)
        for position, job in enumerate(jobs):
            if round_.is_full or not round_.fits(job):
                break
            try:
                outcome = self._judge(job, round_)
            except NeedsCommitError:
                break
            except LedgerError as error:
                outcome = error
            except Exception:
                if flight is None:  # else all this is decided again
                    self._held.lost(round_)
                raise
            try:
                round_.take(position, job, outcome)
            except (FaultError, OutOfPlaceError) as error:  # the others of the commit go on
                round_.take(position, job, error)
        return round_

    def _each_alone(self, jobs: Sequence[Job]) -> list[Outcome]:
        """The outcomes of ``jobs``, each in a commit of its own, up to the first that ends with an exception."""
        outcomes: list[Outcome] = []
        for job in jobs:
            try:
                outcomes.append(self._handle_alone(job))
            except Exception:
                if not outcomes:
                    raise
                break  # what was told of those before it stands; it comes again with the rest
        return outcomes

    def _handle_alone(self, job: Job) -> Outcome:
        """``job``, decided once before, in a commit of its own; decided again as long as others get in first."""
        for _ in range(TRIES_MAX):
            round_ = Round(self.view(), self.store.size)
            try:
                round_.take(0, job, self._judge(job, round_, is_known=True))
                if round_.pending:
                    self._commit(round_)
                return self._told(round_)[0]
            except (IntegrityError, OutcomeUnknownError) as error:
                self._doubts.lost(round_, error)
            except (OutOfPlaceError, UsageError) as error:
                self._held.settle([job.command_id])
                return error
            except LedgerError as error:
                self._lost(round_, error)
                return error
            except BaseException as error:
                self._lost(round_, error)
                raise
        self._held.lost(round_)
        return moved_on(job, TRIES_MAX)

    def _judge(self, job: Job, round_: Round, *, is_known: bool = False) -> Decision | Outcome:
        """What becomes of ``job`` in ``round_``; one that ``is_known`` may be recorded already."""
        if isinstance(job, ImportJob):
            return self._repeats.find(job) or inscribed(job, round_.view)
        view = round_.view
        view.looked_at.clear()
        try:
            if is_known and (receipt := self._repeats.find(job)):
                return receipt
            if refused := self._doubts.refusal(job):
                return self._repeats.find(job) or refused
            outcome = judge(job, view, self.store.origin)
            while missing := self._held.before(job.command_id, view.looked_at, outcome, round_):
                if receipt := self._repeats.find(job):
                    return receipt
                if self.store.command(missing.command_id) is None:
                    return missing.puts_off(job.command_id, round_)
                self._held.settle([missing.command_id])  # it was recorded all the same, or through another door
                round_.found(missing.command_id)
                outcome = judge(job, view, self.store.origin)  # what it was decided on lacked that one
            return outcome if isinstance(outcome, Decision) else self._looked_again(job, view, outcome)
        except (NeedsCommitError, OutOfPlaceError, UsageError):
            raise
        except Exception:  # by no fault of its own: sent again when that is over it is decided
            round_.undecided[job.command_id] = waited_for(job, view.looked_at)
            raise

    def _looked_again(self, job: Envelope, view: BatchView, refused: Refused) -> Decision | Outcome:
        """What becomes of ``job`` after a refusal: a retry usually arrives out of turn, and a cached state may be old."""
        if repeated := self._repeats.find(job):
            return repeated
        stale = [stream for stream in view.looked_at if not view.is_ahead(stream) and self.known.is_stale(stream)]
        if not stale:
            return refused
        self.known.drop(stale)
        return judge(job, view, self.store.origin)

    def _commit(self, round_: Round) -> None:
        """Make the round durable, then let the known states follow; on any error forget them instead."""
        self._committer.commit(round_)
        self._steps.record(round_.batch, self._handle_alone)
