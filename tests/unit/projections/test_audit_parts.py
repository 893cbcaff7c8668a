"""An audit in parts says what one process says, byte for byte, whoever reads what; and what is read is held to what was sealed (issue 15)."""

from __future__ import annotations

import random
import shutil
from array import array
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from tests.conftest import run_past
from tests.tools.cli_run import Ran, tombo
from tests.worlds.misplayed import misplayed
from tombo.cli import audits
from tombo.ledger.checked import CheckedStore
from tombo.ledger.checked.shared import EachReadOnce, SeenRows, ShareReader
from tombo.ledger.core.errors import TamperedError
from tombo.ledger.games.every import TABLE_GAMES
from tombo.ledger.operate.keyring import Keyring, open_checked
from tombo.ledger.parts import Means
from tombo.ledger.store import open_evidence
from tombo.projections.compensations.judged import COMPENSATED
from tombo.projections.round import audit_parts as parts
from tombo.projections.round.audit_parts import AuditFound, AuditJob, audited_in_parts
from tombo.reports.said.commands import parts as said

SMALL: Final = 64
"""Entries of a part here: so that there are many."""
RANGES: Final = 12
WHY: Final = "KeyError: 'hand'"


class Misplayed(NamedTuple):
    """A ledger in which much is wrong."""

    url: str
    keys: Path
    forged: int

    def audit(self, *words: str, keys: Path | None = None) -> Ran:
        """``tombo … audit`` on it."""
        return tombo("--ledger", self.url, "--keys", str(keys or self.keys), *words)


@pytest.fixture(scope="module")
def sqlite_ledger(tmp_path_factory: pytest.TempPathFactory) -> Misplayed:
    """In a file."""
    folder = tmp_path_factory.mktemp("misplayed")
    url = f"sqlite:///{folder / 'ledger.db'}"
    return Misplayed(url, folder / "keys", misplayed(url, folder))


@pytest.fixture
def copied(sqlite_ledger: Misplayed, tmp_path: Path) -> Misplayed:
    """A copy, to be altered."""
    shutil.copytree(sqlite_ledger.keys.parent, tmp_path / "copy")
    return Misplayed(f"sqlite:///{tmp_path / 'copy' / 'ledger.db'}", tmp_path / "copy" / "keys", sqlite_ledger.forged)


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts of few entries."""
    monkeypatch.setattr(parts, "SIZE", SMALL)
    monkeypatch.setattr(audits, "SIZE", SMALL)


@pytest.fixture
def by_one(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Grows by each audit that this process makes from one end of the log to the other."""
    found, honest = list[object](), audits._by_one

    def heard(job: AuditJob, store: CheckedStore, size: int) -> AuditFound:
        found.append(job)
        return honest(job, store, size)

    monkeypatch.setattr(audits, "_by_one", heard)
    return found


def compared(found: AuditFound) -> object:
    """What is found, with the order of everything that is told in an order."""
    told = {name: list(ended.items()) for name, ended in found.outcomes.items()}
    return list(told.items()), list(found.wrong), list(found.indices), found.contradicting


def test_of_every_range_the_same_is_found(sqlite_ledger: Misplayed) -> None:
    """Wherever it begins and ends: what differs, what cannot follow, what rests at the end, in the same order."""
    chance, at_the_end = random.Random(15), 0
    with open_checked(sqlite_ledger.url, Keyring(sqlite_ledger.keys), read_only=True) as store:
        size = store.head().size
        ranges = [(0, size), (sqlite_ledger.forged, size), (size, size)]
        ranges += [
            (chance.choice((0, chance.randrange(since), since)), since)
            for since in chance.choices(range(1, size), k=RANGES)
        ]
        ranges += [(0, chance.randrange(sqlite_ledger.forged, size)) for _ in range(RANGES)]
        for since, stop in ranges:
            job = AuditJob(sqlite_ledger.url, since, tuple(TABLE_GAMES), COMPENSATED)
            alone = audits._by_one(job, store, stop)
            told = list[tuple[int, int]]()
            assert compared(audited_in_parts(Means(), job, store, stop, lambda *how, told=told: told.append(how))) == (
                compared(alone)
            ), (since, stop)
            assert told[-1:] == ([(stop - since, stop - since)] if since < stop else [])
            at_the_end = max(at_the_end, sum(one.outcome == "open" for one in alone.wrong))
    assert at_the_end > 3


@pytest.fixture(params=["sqlite", "postgres"])
def ledger(request: pytest.FixtureRequest, tmp_path: Path) -> Misplayed:
    """On each database in turn."""
    if request.param == "sqlite":
        found: Misplayed = request.getfixturevalue("sqlite_ledger")
        return found
    url: str = request.getfixturevalue("postgres_schema_url")
    return Misplayed(url, tmp_path / "keys", misplayed(url, tmp_path))


def test_processes_say_what_one_says(ledger: Misplayed, by_one: list[object]) -> None:
    """Each of the three words, for people or for programs, of all and of a part; status 1, for much is wrong."""
    since = ("--since", str(ledger.forged + 7))
    for words in (("audit",), ("--json", "audit", *since), ("--json", "hand", "audit"), ("round", "audit")):
        by_one.clear()
        together = ledger.audit(*words, "--jobs", "2")
        assert by_one == []
        assert together == ledger.audit(*words, "--jobs", "1")
        assert len(by_one) == 1
        assert (together.status, together.err) == (1, "")


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE stored_events SET state = CAST(substr(state, 1, length(state) - 3) || '999' AS BLOB) WHERE notification_id = {at}",
        "UPDATE stored_events SET topic = 'hand.settled.v1' WHERE notification_id = {at}",
        "UPDATE stored_events SET originator_id = 'hand:mesa-77/1', originator_version = 1 WHERE notification_id = {at}",
        "DELETE FROM stored_events WHERE notification_id = {at}",
    ],
    ids=["state", "kind", "stream", "gone"],
)
@pytest.mark.parametrize("of", ["hand.started.v1", "ruleset.approved.v1", "session.started.v1", "table.opened.v1"])
def test_what_is_not_as_it_was_sealed_is_told_in_the_same_words(copied: Misplayed, sql: str, of: str) -> None:
    """Of a hand, of the rules it is under, and of what no audit is about: nothing is replayed from bytes that nobody signed."""
    at = _last(copied, of)
    run_past(copied.url, sql.format(at=at + 1))
    together = copied.audit("--json", "audit", "--jobs", "2")
    assert together == copied.audit("--json", "audit", "--jobs", "1")
    assert (together.status, together.out) == (1, "")


def _last(of: Misplayed, kind: str) -> int:
    with open_evidence(of.url) as store:
        return max(row.index for row in store.rows(0, of.forged) if row.kind == kind)


Lie = Callable[[SeenRows], SeenRows]


def _without_one(seen: SeenRows) -> SeenRows:
    return seen._replace(indices=seen.indices[8:], leaves=seen.leaves[32:])


def _one_twice(seen: SeenRows) -> SeenRows:
    return seen._replace(indices=seen.indices[:8] + seen.indices, leaves=seen.leaves[:32] + seen.leaves)


def _another_leaf(seen: SeenRows) -> SeenRows:
    return seen._replace(leaves=bytes(32) + seen.leaves[32:])


def _too_few_leaves(seen: SeenRows) -> SeenRows:
    return seen._replace(leaves=seen.leaves[:-32])


def _other_rules(seen: SeenRows) -> SeenRows:
    return seen._replace(asked=((seen.asked[0][0], bytes(32)), *seen.asked[1:]))


def _no_such_rules(seen: SeenRows) -> SeenRows:
    return seen._replace(absent=(*seen.absent, ("log:main", 1)))


def _beyond(seen: SeenRows) -> SeenRows:
    return seen._replace(indices=array("q", [10**6]).tobytes() + seen.indices[8:], leaves=bytes(32) + seen.leaves[32:])


@pytest.mark.parametrize(
    ("lie", "said"),
    [
        (_without_one, "nobody read the entry"),
        (_one_twice, "read twice"),
        (_another_leaf, "read as another"),
        (_too_few_leaves, "as often as its leaves"),
        (_other_rules, "read as another"),
        (_no_such_rules, "was not found, and is there"),
        (_beyond, "beyond the range"),
    ],
)
def test_what_others_read_is_held_to_what_was_sealed(sqlite_ledger: Misplayed, lie: Lie, said: str) -> None:
    """Who reads a share can leave out no entry, read none twice, and none otherwise; nor other rules than there are, or none."""
    with open_checked(sqlite_ledger.url, Keyring(sqlite_ledger.keys), read_only=True) as store:
        size = store.head().size
        job = AuditJob(sqlite_ledger.url, 0, tuple(TABLE_GAMES), COMPENSATED)
        doer = job.open()
        try:
            read = [doer(part).seen for part in parts.audit_parts(store, 0, size)]
        finally:
            doer.close()
        at = next(place for place, seen in enumerate(read) if seen.asked)
        assert _held(store, size, read) == size
        with pytest.raises(TamperedError, match=said):
            _held(store, size, [*read[:at], lie(read[at]), *read[at + 1 :]])


def _held(store: CheckedStore, size: int, read: list[SeenRows]) -> int:
    held = EachReadOnce(store, 0, size)
    entries = sum(map(held.take, read))
    held.finish()
    return entries


def test_what_came_since_is_nobodys_rules(sqlite_ledger: Misplayed) -> None:
    """A row beyond the range that is looked at is there for nobody who asks: what is found does not depend on when he asked."""
    with open_evidence(sqlite_ledger.url) as store:
        index = _last(sqlite_ledger, "ruleset.approved.v1")
        row = store.row(index)
        assert row is not None
        for stop, found in ((index + 1, row), (index, None)):
            reader = ShareReader(store, 0, stop)
            assert reader.ask(row.stream, row.version) == found
            assert reader.seen().absent == (() if found else ((row.stream, row.version),))


def test_a_process_that_cannot_read_is_no_reason_to_say_anything_else(
    sqlite_ledger: Misplayed, monkeypatch: pytest.MonkeyPatch, by_one: list[object]
) -> None:
    """Whatever goes wrong in parts, one process looks at all of it: that it did is told beside the answer, and what was wrong."""

    def fails(*_: Any) -> Iterator[Any]:
        raise KeyError("hand")

    monkeypatch.setattr(parts, "audit_in_order", fails)
    together = sqlite_ledger.audit("audit", "--jobs", "2")
    assert len(by_one) == 1
    alone = sqlite_ledger.audit("audit", "--jobs", "1")
    assert (together.status, together.out, alone.err) == (alone.status, alone.out, "")
    assert together.err == f"tombo: {said.ALL_DONE_HERE(why=WHY).text()}\n"


def test_a_part_holds_all_that_is_about_a_table(sqlite_ledger: Misplayed) -> None:
    """Also where several games name theirs alike; each family is in one part."""
    with open_evidence(sqlite_ledger.url) as store:
        found = list(parts.audit_parts(store, 0, store.head().size))
    named = [name for part in found for name in part.families]
    assert len(found) > 20 and len(named) == len(set(named))
    (of_x,) = [part for part in found if "hand:x-0/" in part.families]
    assert {f"{game}:x-0/" for game in TABLE_GAMES} <= set(of_x.families)
