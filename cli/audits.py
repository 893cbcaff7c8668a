"""Hands and rounds replayed in bulk, compensations judged again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from functools import partial
from typing import NamedTuple

from tombo.cli.invocation import Invocation
from tombo.cli.means import HERE, ByWhom, means_of, url_for
from tombo.cli.terminal.progress import Bar, progress
from tombo.ledger.checked import CheckedStore
from tombo.ledger.parts import Means, in_short
from tombo.projections.compensations.judged import COMPENSATED, Payments, Untied
from tombo.projections.round.audit import Audited
from tombo.projections.round.audit import audit as replayed
from tombo.projections.round.audit_parts import SIZE, AuditFound, AuditJob, Noted, audited_in_parts
from tombo.projections.round.stored import in_log, row_at
from tombo.reports.play.audit import Outcomes
from tombo.reports.said.commands import common as said


class Replayed(NamedTuple):
    """What a replay of a whole log found: how all ended, what differs, and which of the compensations are tied to nothing."""

    outcomes: Outcomes
    wrong: Sequence[Audited]
    compensations: int
    untied: Sequence[Untied]
    contradicting: int
    """Imported hands whose venue, table and number another has that says otherwise."""


def replay_all(
    call: Invocation, since: int, types: Collection[str], by: ByWhom = HERE, *, claims: bool = False
) -> Replayed:
    """Replay what began at log index ``since`` or later, of these types of stream; with ``claims``, judge what was paid for disputes.

    Who does it changes nothing but the time: where what others read is not what was sealed, or anything else is wrong with it, this process reads
    the log from one end to the other and says so.

    Raises:
        UsageError: the log does not reach as far as ``since``.
        LedgerError: bytes that do not parse, or an entry that is not what was sealed.
    """
    names = sorted(types, key=lambda name: (name != "hand", name))
    with means_of(by) as means, call.reading() as reader:
        store = reader.store
        size = store.head().size
        in_log(since, size)
        job = AuditJob(url_for(call.url, by), since, tuple(names), COMPENSATED, store.cold_places)
        found = _found(means, job, store, size)
        payments = Payments(store)
        judged = (payments.untied_at(index) for index in (found.indices if claims else ()))
        untied = [one for one in judged if one is not None]
    return Replayed(found.outcomes, found.wrong, len(found.indices), untied, found.contradicting)


def _found(means: Means, job: AuditJob, store: CheckedStore, size: int) -> AuditFound:
    """What is found in parts; by one process of so little, or of what is not as it should be."""
    if not means.several or size - job.since <= SIZE:
        return _by_one(job, store, size)
    bar = Bar(said.ENTRIES)
    try:
        return audited_in_parts(means, job, store, size, bar)
    except Exception as error:  # noqa: BLE001  # what is not as it was sealed is folded before that is known, and may do anything: one process says what it is
        why = in_short(error)
    finally:
        bar.clear()
    return means.anew(why, partial(_by_one, job, store, size))


def _by_one(job: AuditJob, store: CheckedStore, size: int) -> AuditFound:
    """What this process finds, from one end of the log to the other."""
    outcomes, wrong, noted = {name: Counter[str]() for name in job.types}, list[Audited](), Noted(job.noted)
    rows = progress(store.rows(job.since, size), said.ENTRIES, size - job.since)
    for one in replayed(noted.of(rows), partial(row_at, store), job.types):
        if one.what != "behind":
            outcomes[one.stream.partition(":")[0]][one.outcome] += 1
        if one.told:
            wrong.append(one)
    return AuditFound(outcomes, wrong, noted.indices, noted.contradicting)
