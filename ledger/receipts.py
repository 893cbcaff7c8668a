"""What was recorded before: a command that is sent again gets the receipt it got, or should have got, the first time."""

from __future__ import annotations

from ledger.catalogue import closed_cards
from ledger.core.errors import UsageError
from ledger.exchange.door import Inscription
from ledger.rounds import Job, Receipt, Recorded, digest_of
from ledger.states import Known


class Receipts:
    """The receipts in a store, found again by command id."""

    def __init__(self, known: Known) -> None:
        self._known = known
        self._store = known.store

    def find(self, job: Job) -> Receipt | None:
        """The first receipt of ``job``, if it was recorded before.

        Raises:
            UsageError: its command id stands for another command.
        """
        row = self._store.command(job.command_id)
        if row is None:
            return None
        digest = digest_of(job)
        if row.digest.hex() != digest:
            raise UsageError(
                f"command id {job.command_id} was used for another command (digest {row.digest.hex()}, this one "
                f"{digest}); a new command needs a new id"
            )
        rows = self._store.rows(row.first, row.first + row.count)
        self._store.acknowledged(row.first + row.count)
        entries = tuple(Recorded(found.stream, found.version, found.index) for found in rows)
        cards = None if isinstance(job, Inscription) else closed_cards(job)
        there = self._known.read_openings(entries[0].stream) if cards and entries else {}
        kept = [there[slot].card for slot in sorted(there)]
        if kept and kept != cards:  # the digest does not cover them, so that nobody guesses them from it
            raise UsageError(f"command id {job.command_id} was used for another command: it dealt other cards")
        return Receipt(job.command_id, entries, repeated=True)
