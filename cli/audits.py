"""Hands and rounds replayed in bulk, compensations judged again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

from tombo.cli.invocation import Invocation
from tombo.cli.terminal.progress import progress
from tombo.ledger.exchange.phh.said import CONTRADICTS_ANOTHER
from tombo.ledger.games.poker.events import FindingRecordedV2
from tombo.ledger.store import Row
from tombo.projections.compensations.judged import COMPENSATED, Payments, Untied
from tombo.projections.round.audit import Audited
from tombo.projections.round.audit import audit as replayed
from tombo.projections.round.stored import event_of, in_log, row_at
from tombo.reports.play.audit import Outcomes
from tombo.reports.said.commands import common as said

_CONTRADICTS: Final = CONTRADICTS_ANOTHER.about


class Replayed(NamedTuple):
    """What a replay of a whole log found: how all ended, what differs, and which of the compensations are tied to nothing."""

    outcomes: Outcomes
    wrong: Sequence[Audited]
    compensations: int
    untied: Sequence[Untied]
    contradicting: int
    """Imported hands whose venue, table and number another has that says otherwise."""


def replay_all(call: Invocation, since: int, types: Collection[str], *, claims: bool = False) -> Replayed:
    """Replay what began at log index ``since`` or later, of these types of stream; with ``claims``, judge what was paid for disputes.

    Raises:
        UsageError: the log does not reach as far as ``since``.
        LedgerError: bytes that do not parse, or an entry that is not what was sealed.
    """
    names = sorted(types, key=lambda name: (name != "hand", name))
    outcomes, wrong, noted = {name: Counter[str]() for name in names}, list[Audited](), _Noted()
    with call.reading() as reader:
        size = reader.store.head().size
        in_log(since, size)
        rows = progress(reader.store.rows(since, size), said.ENTRIES, max(size - since, 0))
        for one in replayed(_noting(rows, noted), partial(row_at, reader.store), types):
            if one.what != "behind":
                outcomes[one.stream.partition(":")[0]][one.outcome] += 1
            if one.told:
                wrong.append(one)
        payments = Payments(reader.store)
        found = (payments.untied_at(index) for index in (noted.given if claims else ()))
        untied = [one for one in found if one is not None]
    return Replayed(outcomes, wrong, len(noted.given), untied, noted.contradicting)


class _Noted:
    """What is noted of rows on their way: the log indices of the payments for disputes, how many imports contradict another."""

    def __init__(self) -> None:
        self.given: list[int] = []
        self.contradicting = 0


_FOUND: Final = FindingRecordedV2.model_fields["kind"].default


def _noting(rows: Iterable[Row], noted: _Noted) -> Iterator[Row]:
    """``rows``, with what is ``noted`` of them on the way."""
    for row in rows:
        if row.kind == COMPENSATED:
            noted.given.append(row.index)
        elif row.kind == _FOUND and _CONTRADICTS.encode() in row.state:
            event = event_of("hand", row.state, f"log index {row.index}: {row.stream} version {row.version}")
            noted.contradicting += event.about == _CONTRADICTS
        yield row
