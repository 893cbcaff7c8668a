"""Hands and rounds replayed in bulk, compensations judged again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from tombo.cli.invocation import Invocation
from tombo.cli.terminal.progress import progress
from tombo.ledger.store import Row
from tombo.projections.compensations import COMPENSATED, Payments, Untied
from tombo.projections.round.audit import Audited, in_log
from tombo.projections.round.audit import audit as replayed
from tombo.projections.round.stored import row_at
from tombo.reports.play.audit import Outcomes
from tombo.reports.said.commands import common as said


class Replayed(NamedTuple):
    """What a replay of a whole log found: how all ended, what differs, and which of the compensations are tied to nothing."""

    outcomes: Outcomes
    wrong: Sequence[Audited]
    compensations: int
    untied: Sequence[Untied]


def replay_all(call: Invocation, since: int, types: Collection[str], *, claims: bool = False) -> Replayed:
    """Replay what began at log index ``since`` or later, of these types of stream; with ``claims``, judge what was paid for disputes.

    Raises:
        UsageError: the log does not reach as far as ``since``.
        LedgerError: bytes that do not parse, or an entry that is not what was sealed.
    """
    names = sorted(types, key=lambda name: (name != "hand", name))
    outcomes, wrong, given = {name: Counter[str]() for name in names}, list[Audited](), list[int]()
    with call.reading() as reader:
        size = reader.store.head().size
        in_log(since, size)
        rows = progress(reader.store.rows(since, size), said.ENTRIES, max(size - since, 0))
        for one in replayed(_noting(rows, given), partial(row_at, reader.store), types):
            if one.what != "behind":
                outcomes[one.stream.partition(":")[0]][one.outcome] += 1
            if one.differences:
                wrong.append(one)
        payments = Payments(reader.store)
        found = (payments.untied_at(index) for index in (given if claims else ()))
        untied = [one for one in found if one is not None]
    return Replayed(outcomes, wrong, len(given), untied)


def _noting(rows: Iterable[Row], given: list[int]) -> Iterator[Row]:
    """``rows``, with the log indices of the payments for disputes put into ``given`` on the way."""
    for row in rows:
        if row.kind == COMPENSATED:
            given.append(row.index)
        yield row
