"""An audit in parts (docs/decisions/0043): each is some tables, whose hands and rounds nobody else looks at, and some of the other streams.

A hand refers to the hands before it at its table, to the rules of that, and to nothing of another. So tables are audited apart, by whoever; what is
told of them is put in the order of the log again. Rows are not checked where they are read: who asked holds them to what was sealed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from operator import itemgetter
from typing import Final, NamedTuple

from tombo.ledger.checked.shared import EachReadOnce, SeenRows, ShareReader
from tombo.ledger.checked.store import CheckedStore
from tombo.ledger.core.ids import table_of
from tombo.ledger.exchange.phh.said import CONTRADICTS_ANOTHER
from tombo.ledger.games.every import TABLE_GAMES
from tombo.ledger.games.poker.events import FindingRecordedV2
from tombo.ledger.operate.cold import evidence_with_cold
from tombo.ledger.parts import Means, Work
from tombo.ledger.store import Row, Store
from tombo.ledger.store.families import families
from tombo.projections.round.audit import Audited, Turn, audit_in_order
from tombo.projections.round.stored import event_of

SIZE: Final = 8_192
"""Entries of a part, as soon as there are as many: a table is never split."""
_CONTRADICTS: Final = CONTRADICTS_ANOTHER.about
_FOUND: Final = FindingRecordedV2.model_fields["kind"].default
Outcomes = dict[str, Counter[str]]
"""By type of stream: how many ended how."""
Heard = Callable[[int, int], object]
"""Told how many entries of how many were looked at."""


class Noted:
    """What is noted of rows on their way: the log indices of those of a ``kind``, and how many imports contradict another."""

    def __init__(self, kind: str) -> None:
        self._kind = kind
        self.indices: list[int] = []
        self.contradicting = 0

    def of(self, rows: Iterable[Row]) -> Iterator[Row]:
        """``rows``, with what is noted of them on the way."""
        for row in rows:
            if row.kind == self._kind:
                self.indices.append(row.index)
            elif row.kind == _FOUND and _CONTRADICTS.encode() in row.state:
                event = event_of("hand", row.state, f"log index {row.index}: {row.stream} version {row.version}")
                self.contradicting += event.about == _CONTRADICTS
            yield row


class AuditFound(NamedTuple):
    """What an audit found: how all ended, what differs, which entries were noted, and how many imports contradict another."""

    outcomes: Outcomes
    wrong: Sequence[Audited]
    indices: Sequence[int]
    contradicting: int


class AuditPart(NamedTuple):
    """Families of streams, and how large the log is."""

    families: tuple[str, ...]
    size: int


class PartAudited(NamedTuple):
    """What was found in a part."""

    seen: SeenRows
    outcomes: tuple[tuple[Turn, str, str, int], ...]
    """When the first ended so, the type of stream, the outcome, and how many did."""
    told: tuple[tuple[Turn, Audited], ...]
    """What differs."""
    indices: tuple[int, ...]
    contradicting: int


class AuditJob(NamedTuple):
    """The audit of what began at log index ``since`` or later in the ledger at ``url``, of these types of stream; rows of the kind ``noted`` are noted."""

    url: str
    since: int
    types: tuple[str, ...]
    noted: str
    cold: tuple[str, ...] = ()
    """Where copies lie that have what was detached."""

    def open(self) -> PartAuditor:
        """What audits its parts, with the ledger opened here."""
        return PartAuditor(self, evidence_with_cold(self.url, self.cold))


class PartAuditor:
    """Audits parts."""

    def __init__(self, job: AuditJob, store: Store) -> None:
        self._job, self._store = job, store

    def __call__(self, part: AuditPart) -> PartAudited:
        """What was found in a part."""
        reader, noted = ShareReader(self._store, self._job.since, part.size), Noted(self._job.noted)
        rows = noted.of(reader.rows(part.families))
        ended, told = dict[tuple[str, str], tuple[Turn, int]](), list[tuple[Turn, Audited]]()
        for turn, one in audit_in_order(rows, reader.ask, self._job.types):
            if one.what != "behind":
                key = _sort(one), one.outcome
                first, times = ended.get(key, (turn, 0))
                ended[key] = first, times + 1
            if one.told:
                told.append((turn, one))
        outcomes = tuple((first, *key, times) for key, (first, times) in ended.items())
        return PartAudited(reader.seen(), outcomes, tuple(told), tuple(noted.indices), noted.contradicting)

    def accuses(self, result: PartAudited) -> bool:
        """Whether something differs."""
        return bool(result.told or result.contradicting)

    def close(self) -> None:
        """Let go of the ledger."""
        self._store.close()


def audit_parts(store: Store, since: int, size: int) -> Iterator[AuditPart]:
    """The parts of an audit of the entries with ``since <= index < size``: what is about one table is in one of them."""
    tables = dict[str, tuple[int, list[str]]]()
    for name, count in families(store, since, size).items():
        key = table_of(name) if name.partition(":")[0] in TABLE_GAMES else name
        entries, names = tables.setdefault(key, (0, []))
        tables[key] = entries + count, [*names, name]
    many, part = 0, list[str]()
    for entries, names in tables.values():
        many, part = many + entries, [*part, *names]
        if many >= SIZE:
            yield AuditPart(tuple(part), size)
            many, part = 0, []
    if part:
        yield AuditPart(tuple(part), size)


def audited_in_parts(means: Means, job: AuditJob, store: CheckedStore, size: int, heard: Heard) -> AuditFound:
    """The audit of ``job`` as ``means`` do it, each row held to what was sealed in ``store``.

    Raises:
        LedgerError: what was read is not what was sealed, or does not parse.
    """

    def body(work: Work[PartAuditor]) -> AuditFound:
        end = work.of_size(size)
        held, found, done = EachReadOnce(store, job.since, end), list[PartAudited](), 0
        for part in work.in_order(audit_parts(store, job.since, end)):
            done += held.take(part.seen)
            found.append(part._replace(seen=_NOTHING))
            heard(done, end - job.since)
        held.finish()
        return _merged(found, job.types)

    return means.run(job, body, lambda found: bool(found.wrong or found.contradicting))


_NOTHING: Final = SeenRows(b"", b"", (), ())


def _merged(found: Sequence[PartAudited], types: Collection[str]) -> AuditFound:
    """What was found in all parts, as one who reads the log from one end to the other finds it."""
    outcomes: Outcomes = {name: Counter() for name in types}
    for _, sort, outcome, times in sorted(each for part in found for each in part.outcomes):
        outcomes[sort][outcome] += times
    told = sorted((each for part in found for each in part.told), key=itemgetter(0))
    indices = sorted(index for part in found for index in part.indices)
    return AuditFound(outcomes, [one for _, one in told], indices, sum(part.contradicting for part in found))


def _sort(one: Audited) -> str:
    return one.stream.partition(":")[0]
