"""One commit while it is decided: the commands that go into it, what they add, on which states, and their receipts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ledger.catalogue import BEGIN_STREAMS, EVOLVE, command_digest
from ledger.core.command import Decision, Envelope
from ledger.core.entry import CommandRef
from ledger.core.errors import LedgerError
from ledger.core.findings import Refused
from ledger.exchange.door import Inscription
from ledger.states import UNKNOWN, BatchView, StreamState, type_of
from ledger.store import CommandRow, IntegrityError, OpeningRow
from ledger.store.mapper import Draft
from ledger.store.sealing import Batch


class MovedError(IntegrityError):
    """Another writer moved what a batch was decided on. Nothing was recorded; decided again it may pass."""


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


def digest_of(job: Job) -> str:
    """What tells a retry of ``job`` from another command under its id."""
    return job.digest if isinstance(job, Inscription) else command_digest(job)


class Round:
    """The commands of one commit while they are decided: what they add, and on which states."""

    def __init__(self, view: BatchView) -> None:
        self.view = view
        self.batch = Batch()
        self.reads: set[str] = set()
        """What the decisions rest on besides the streams they add to: streams, and lists of them."""
        self.pending: dict[str, tuple[int, int, int]] = {}
        """Command id to position among the jobs, first draft and number of drafts."""

    def add(self, position: int, job: Job, decision: Decision) -> None:
        """Take the events of ``job`` into the batch and the states after them into the view."""
        view, batch, drafts = self.view, self.batch, self.batch.drafts
        first = len(drafts)
        digest = digest_of(job)
        if not isinstance(job, Inscription):
            self.reads |= view.looked_at
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
