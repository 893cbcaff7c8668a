"""Commands whose commit was sent and not answered: an error that comes to one of them later does not say that it was not recorded."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ledger.core.errors import ConflictError, StoreUnavailableError
from ledger.rounds import Job, Outcome
from ledger.store import OutcomeUnknownError


class Doubts:
    """By command id, the commit of which nobody knows whether it came through."""

    def __init__(self) -> None:
        self._unknown: dict[str, OutcomeUnknownError] = {}

    def lost(self, command_ids: Iterable[str], error: BaseException) -> None:
        """The commit of ``command_ids`` ended with ``error``: if that says that nobody knows, it is kept."""
        if isinstance(error, OutcomeUnknownError):
            self._unknown |= dict.fromkeys(command_ids, error)

    def settled(self, jobs: Sequence[Job], outcomes: list[Outcome]) -> list[Outcome]:
        """``outcomes`` of ``jobs``: where a commit was in doubt and the store could not be asked in the end, it still is."""
        if self._unknown:
            return [self._said(job.command_id, outcome) for job, outcome in zip(jobs, outcomes, strict=True)]
        return outcomes

    def _said(self, command_id: str, outcome: Outcome) -> Outcome:
        unknown = self._unknown.pop(command_id, None)
        if unknown is None or not isinstance(outcome, ConflictError | StoreUnavailableError):
            return outcome
        return OutcomeUnknownError(
            f"it is not known whether the command {command_id} was recorded: {unknown}. Then: {outcome}. Send it again, under"
            " the same id, when the store is back: the answer says which"
        )
