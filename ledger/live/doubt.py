"""Commits that were sent and not answered: they may have arrived all the same, and then everything that was decided in them stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from tombo.ledger.catalogue import closed_cards
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.errors import ConflictError, KeyFileError, LedgerError, StoreUnavailableError
from tombo.ledger.core.findings import Refused
from tombo.ledger.live.batch import Acknowledgement, Deliver, Job, Outcome, Round, digest_of
from tombo.ledger.store import IntegrityError, OutcomeUnknownError, Store

KEPT_MAX: Final = 10_000
"""So many refusals in doubt are kept, and so many commands: the newest."""


class _Unsaid(NamedTuple):
    """A refusal that nobody was told, in a commit that may have arrived: its last entry is ``state`` at log index ``last`` then."""

    job: Envelope
    refused: Refused
    last: int
    state: bytes


class Doubts:
    """By command id, the commit of which nobody knows whether it came through: what it added, and what was refused in it."""

    def __init__(self, store: Store, find: Callable[[Job], Acknowledgement | None]) -> None:
        """``find``: the first receipt of a command, if it was recorded before."""
        self._store = store
        self._find = find
        self._unknown: dict[str, OutcomeUnknownError] = {}
        self._refused: dict[str, _Unsaid] = {}

    def lost(self, round_: Round, error: BaseException) -> None:
        """The commit of ``round_`` ended with ``error``, before anybody was told what is decided in it."""
        self._keep(round_, error)
        for kept in (self._refused, self._unknown):
            while len(kept) > KEPT_MAX:
                del kept[next(iter(kept))]

    def _keep(self, round_: Round, error: BaseException) -> None:
        """Keep what is in doubt now. An error that nobody planned may have come after the commit of what was sealed."""
        batch = round_.batch
        if isinstance(error, OutcomeUnknownError):
            self._unknown |= dict.fromkeys(round_.pending, error)
        elif batch.states and not isinstance(error, LedgerError | IntegrityError):
            self._unknown |= dict.fromkeys(round_.pending, OutcomeUnknownError(f"{type(error).__name__}: {error}"))
        if isinstance(error, IntegrityError) or not batch.states:
            return  # certainly void, or never sealed
        last = batch.first + len(batch.states) - 1
        for command_id, (job, refused) in round_.refused.items():
            self._refused[command_id] = _Unsaid(job, refused, last, batch.states[-1])

    def refusal(self, job: Job) -> Refused | None:
        """What ``job`` was refused with in a commit that arrived all the same. Decided again it would stand on what came after it."""
        unsaid = self._refused.get(job.command_id)
        if unsaid is None or not isinstance(job, Envelope) or not _is_same(unsaid.job, job):
            return None
        row = self._store.row(unsaid.last)
        return unsaid.refused if row is not None and row.state == unsaid.state else None

    def told(self, round_: Round) -> None:
        """The outcomes of ``round_`` are known: of its commands no refusal is left unsaid."""
        if self._refused:
            for command_id in (*round_.pending, *round_.final):
                self._refused.pop(command_id, None)

    def settled(self, jobs: Sequence[Job], outcomes: list[Outcome]) -> list[Outcome]:
        """``outcomes`` of ``jobs``: where a commit was in doubt and the store could not be asked in the end, it still is.

        And a key file in the way is no answer to a command that was recorded before.
        """
        if not self._unknown and not any(isinstance(outcome, KeyFileError) for outcome in outcomes):
            return outcomes
        return [self._said(job, outcome) for job, outcome in zip(jobs, outcomes, strict=True)]

    def settling(self, jobs: Sequence[Job], deliver: Deliver) -> Deliver:
        """``deliver``, which is told of the outcomes of ``jobs``, the first of them, as they are ``settled`` by then."""

        def settled(taken: int, outcomes: list[Outcome] | None) -> None:
            deliver(taken, None if outcomes is None else self.settled(jobs[:taken], outcomes))

        return settled

    def _said(self, job: Job, outcome: Outcome) -> Outcome:
        command_id = job.command_id
        if isinstance(outcome, KeyFileError):
            try:
                outcome = self._find(job) or outcome
            except LedgerError as error:
                outcome = error
        unknown = self._unknown.get(command_id)
        if unknown is None:
            return outcome
        if not isinstance(outcome, ConflictError | KeyFileError | StoreUnavailableError):
            del self._unknown[command_id]
            return outcome
        return OutcomeUnknownError(
            f"it is not known whether the command {command_id} was recorded: {unknown}. Then: {outcome}. Send it again, under"
            " the same id, when the store is back: the answer says which"
        )


def _is_same(refused: Envelope, job: Envelope) -> bool:
    """Whether ``job`` is the command that was refused; its cards the digest does not cover."""
    return digest_of(refused) == digest_of(job) and closed_cards(refused) == closed_cards(job)
