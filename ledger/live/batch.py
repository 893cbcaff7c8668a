"""One commit while it is decided: the commands that go into it, what they add, on which states, and their receipts."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Any, Final, NamedTuple

from tombo.ledger.catalogue import BEGIN_STREAMS, EVOLVE, command_digest
from tombo.ledger.core.clock import stands_at
from tombo.ledger.core.command import Decision, Envelope
from tombo.ledger.core.entry import CommandRef, EventBase
from tombo.ledger.core.errors import LedgerError, MalformedError, OutOfPlaceError, TamperedError, UsageError
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.ids import type_of
from tombo.ledger.exchange.door import ImportJob
from tombo.ledger.house.key import (
    KeyEvent,
    KeyRegistered,
    KeyRetired,
    KeyRevoked,
    contradiction,
    is_of_another,
    own_objection,
)
from tombo.ledger.house.rules import not_to_follow
from tombo.ledger.live.states import BatchView
from tombo.ledger.live.stream_state import UNKNOWN, StreamState, stream_state
from tombo.ledger.store import CommandRow, IntegrityError
from tombo.ledger.store.mapper import Draft, draft_of
from tombo.ledger.store.sealing import Batch

DRAFTS_MAX: Final = 5_000
"""A commit takes no new command once it holds this many entries; an append has room for 65,535."""


class MovedError(IntegrityError):
    """Another writer moved what a batch was decided on. Nothing was recorded; decided again it may pass."""


class Recorded(NamedTuple):
    """Where one entry of a command stands."""

    stream: str
    version: int
    index: int  # type: ignore[assignment]  # hides tuple.index, which nobody asks of it


_recorded: Final[Callable[[tuple[str, int, int]], Recorded]] = partial(tuple.__new__, Recorded)
"""The one of these fields, in their order: every entry that is recorded is told in one."""


class Acknowledgement(NamedTuple):
    """The acknowledgement of one command: durable, in order, for ever."""

    command_id: str
    entries: tuple[Recorded, ...]
    repeated: bool
    """Whether this command had been recorded before: a retry, or a second import."""


Job = Envelope | ImportJob
Outcome = Acknowledgement | Refused | LedgerError
Deliver = Callable[[int, list[Outcome] | None], None]
"""Told how many jobs a commit took, and their outcomes; None where it did not arrive and they are to be taken again."""


def digest_of(job: Job) -> str:
    """What tells a retry of ``job`` from another command under its id."""
    return job.digest if isinstance(job, ImportJob) else command_digest(job)


def inscribed(job: ImportJob, view: BatchView) -> Decision | UsageError:
    """What ``job`` adds. It is judged by nobody, so nobody is believed to have asked for it.

    Of keys it is: two rotations that meet would retire one key twice, and nobody believed the ledger any more.
    """
    if job.by.actor in {"staff", "player"}:
        return UsageError(
            f"{job.command_id}: {job.by.actor} {job.by.id} asks at the import door, which believes nobody; expected the live "
            "door, and of staff a signature"
        )
    for stream, event in job.events:
        if isinstance(event, KeyRegistered | KeyRetired | KeyRevoked):
            if is_of_another(stream, event):
                return UsageError(
                    f"{event.kind} of the key {event.key} stands in its own stream, not in {stream}; nothing was recorded"
                )
            objection = contradiction(view(stream), event)
            if objection:
                return UsageError(f"the key {event.key} {objection}: another process came first; nothing was recorded")
    return Decision(tuple(job.events), job.openings)


class Round:
    """The commands of one commit: what they add and on which states, then their outcomes."""

    def __init__(self, view: BatchView, since: int, below: Round | None = None) -> None:
        """``since``: the log index up to which everything was known when its first command was decided.

        ``below``: the round that is on its way to the store, on top of which this one is decided.
        """
        self.view = view
        self.since = since
        self.below = below
        self.batch = Batch()
        self.inscribes = False
        self.taken = 0
        """How many jobs this round answers, from the first on."""
        self.answered: dict[int, Outcome] = {}
        """By position, the outcomes of those it adds nothing for; of the others once they are durable."""
        self.final: dict[str, tuple[int, frozenset[str]]] = {}
        """Of those it adds nothing for and nothing more is to come of, by command id the position and, where it was refused, on which
        streams; recorded before, it rests on none."""
        self.refused: dict[str, tuple[Envelope, Refused]] = {}
        """By command id, those that the rules refused."""
        self.undecided: dict[str, frozenset[str]] = {}
        """The command ids that could not be decided, each with the places that wait for it."""
        self.reads: set[str] = set()
        """What the decisions rest on besides the streams they add to: streams, and lists of them."""
        self.pending: dict[str, tuple[int, int, int]] = {}
        """Command id to position among the jobs, first draft and number of drafts."""

    @property
    def is_full(self) -> bool:
        """Whether no other command goes into this commit."""
        return len(self.batch.drafts) >= DRAFTS_MAX

    def fits(self, job: Job) -> bool:
        """Whether ``job`` can be decided on what this round leaves.

        Not a retry of a command in it, which has no receipt yet, or was refused: were the answer of the commit lost, the
        refusal would stand for one of the two alone. And no command after an inscription or the other way round, for the
        states after an inscription are not folded.
        """
        fits = not self.pending or (job.command_id not in self.pending and isinstance(job, ImportJob) is self.inscribes)
        fits = fits and job.command_id not in self.refused
        return fits and (self.below is None or self.below.fits(job))

    def decides(self, command_id: str) -> bool:
        """Whether it is known, here or in the round below, what becomes of ``command_id``, provided that the commits arrive."""
        here = command_id in self.pending or command_id in self.final
        return here or (self.below is not None and self.below.decides(command_id))

    def found(self, command_id: str) -> None:
        """``command_id``, which could not be decided here or in the round below, was recorded through another door."""
        self.undecided.pop(command_id, None)
        if self.below is not None:
            self.below.found(command_id)

    def take(self, position: int, job: Job, outcome: Decision | Outcome) -> None:
        """Answer ``job`` in this round.

        Raises:
            FaultError: what it would record cannot follow what is on record; nothing of it was taken.
            OutOfPlaceError: what it would add to cannot be read; so too.
        """
        if isinstance(outcome, Decision):
            self._add(position, job, outcome)
        else:
            self.answered[position] = outcome
            if isinstance(outcome, OutOfPlaceError | UsageError) or not isinstance(outcome, LedgerError):
                rests_on = self.view.looked_at if isinstance(outcome, Refused) else ()
                self.final.setdefault(job.command_id, (position, frozenset(rests_on)))
            if isinstance(outcome, Refused) and isinstance(job, Envelope):
                self.refused.setdefault(job.command_id, (job, outcome))
        self.taken = position + 1

    def _add(self, position: int, job: Job, decision: Decision) -> None:
        """Take the events of ``job`` into the batch and the states after them into the view."""
        self.inscribes = isinstance(job, ImportJob)
        view, batch, by, occurred = self.view, self.batch, job.by, job.occurred
        digest = digest_of(job)
        reference = CommandRef(digest=digest, id=job.command_id)
        stands = (
            0 if occurred is None else stands_at(occurred, view.now())
        )  # what says nothing stands where it is recorded
        ahead: dict[str, StreamState] = {}
        heads: dict[str, bytes] = {}
        drafts: list[Draft] = []
        for stream, event in decision.events:  # all of them, before anything is taken: one may be such as cannot follow
            # What begins a stream need not be looked up; were it there after all, the unique key would stop the commit.
            at = UNKNOWN if type(event) in BEGIN_STREAMS else ahead.get(stream) or view.at(stream)
            if stream not in ahead and stream not in view.ahead:
                heads[stream] = at.hash  # empty where the commit before this one is still under way
            version, state = at.version + 1, self._state(decision, stream, at.state, event)
            ahead[stream] = stream_state((version, b"", state, max(at.stands, stands)))
            drafts.append(draft_of((stream, version, event, by, reference, occurred)))
        first, count = len(batch.drafts), len(drafts)
        if not self.inscribes:
            self.reads |= view.looked_at
        batch.heads |= heads
        view.ahead |= ahead
        for place, openings in decision.openings.items():
            stream, version, *_ = drafts[place]
            view.openings_ahead[stream] = {opening.slot: opening for opening in openings}
            batch.openings.extend((stream, version, opening) for opening in openings)
        batch.drafts += drafts
        batch.commands.append(CommandRow(job.command_id, bytes.fromhex(digest), first, count))
        self.pending[job.command_id] = (position, first, count)

    def _state(self, decision: Decision, stream: str, before: Any, event: EventBase) -> Any:
        """The state of ``stream`` after ``event`` of ``decision``.

        Raises:
            FaultError: it cannot follow.
        """
        if self.inscribes:
            return None  # an imported hand is over: nobody will decide on it, so nobody needs its state
        if stream in decision.states:
            return decision.states[stream]
        try:
            return EVOLVE[type_of(stream)](before, event)
        except (TamperedError, ValueError) as error:  # how a fold refuses what no door writes there
            raise not_to_follow(stream, event, error) from error

    def registers(self, key: str) -> bool:
        """Whether ``key``, an id in hexadecimal, is registered here: then it may sign this append."""
        return any(isinstance(event, KeyRegistered) for _, event in self._said_of(key))

    def key_objection(self, key: str, first: int) -> str | None:
        """Why ``key`` may not sign this append, from the log index ``first`` on, for what is said of it here; None if it may."""
        said = [(first + place, event) for place, event in self._said_of(key)]
        return own_objection(said, first, first + len(self.batch.drafts) - 1)

    def _said_of(self, key: str) -> list[tuple[int, KeyEvent]]:
        """What this round says of ``key``, each with its place among the entries."""
        stream = f"key:{key}"
        if stream not in self.view.ahead:
            return []
        events = ((place, draft.event) for place, draft in enumerate(self.batch.drafts) if draft.stream == stream)
        return [(place, event) for place, event in events if isinstance(event, KeyEvent)]

    def said_of_keys(self, first: int) -> list[tuple[int, KeyEvent]]:
        """What this round, an append from the log index ``first`` on, says of keys, each at its index: no command does, so inscriptions alone."""
        said = enumerate(self.batch.drafts, first)
        return [(index, draft.event) for index, draft in said if isinstance(draft.event, KeyEvent)]

    def outcomes(self) -> list[Outcome]:
        """The outcome of every job it answers, in order, once the batch is committed."""
        drafts, index = self.batch.drafts, self.batch.first
        answered = self.answered
        for command_id, (position, first, count) in self.pending.items():
            entries = [
                _recorded((draft[0], draft[1], number))
                for number, draft in enumerate(drafts[first : first + count], index + first)
            ]
            answered[position] = Acknowledgement(command_id, tuple(entries), repeated=False)
        return [answered[position] for position in range(self.taken)]

    def failed(self, error: LedgerError) -> list[Outcome]:
        """The outcome of every job it answers, in order, where its commit ended with ``error``: what was recorded before stands.

        Unless the log turns out not to be what was sealed: then nobody is told a receipt from it.
        """
        is_believed = not isinstance(error, MalformedError | TamperedError)
        found = [self.answered.get(position) for position in range(self.taken)]
        return [each if is_believed and isinstance(each, Acknowledgement) else error for each in found]


class Flight(NamedTuple):
    """A round on its way to the store, and who is told what became of it."""

    round: Round
    done: Future[object]
    deliver: Deliver
