"""The night job over what no simulated day has: imported hands, and a ledger in which nothing has happened yet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.worlds.persons import persons_of
from tests.worlds.phh import FIXTURES, OFFICER, ORIGIN, CountedEntropy
from tombo.cli.options import hand_name
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.entry import By, Entry, EventBase
from tombo.ledger.core.errors import UsageError
from tombo.ledger.core.lisbon import day_of, window
from tombo.ledger.exchange.door import ImportJob
from tombo.ledger.exchange.phh.hand import Importer
from tombo.ledger.exchange.phh.importer import import_paths
from tombo.ledger.games.every import TABLE_GAMES
from tombo.ledger.games.poker.events import HandStarted, PotAwarded, Voided
from tombo.ledger.live.ledger import Acknowledgement, Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger
from tombo.ledger.store import open_views
from tombo.projections.reconciliation.model import Reconciliation
from tombo.projections.reconciliation.run import reconcile
from tombo.projections.round.audit import audit
from tombo.projections.round.stored import row_at


@pytest.fixture
def ledger(sqlite_url: str, tmp_path: Path) -> Iterator[Ledger]:
    """A new ledger."""
    made = create_ledger(sqlite_url, Keyring(tmp_path / "keys"), origin=ORIGIN, clock=SteppingClock())
    yield made
    made.store.close()


class Dated(NamedTuple):
    """The import door, for a source that says when its hands were played."""

    ledger: Ledger
    occurred: int | None

    def record(self, inscriptions: Sequence[ImportJob]) -> Sequence[Acknowledgement]:
        """Record them as of then."""
        return self.ledger.record([one._replace(occurred=self.occurred) for one in inscriptions])

    def entries(self, stream: str, lte: int | None = None) -> list[Entry]:
        """As the ledger has them."""
        return self.ledger.entries(stream, lte)


def imported(ledger: Ledger, **files: int | None) -> None:
    """The hands of fixtures, each with when they were played."""
    entropy = CountedEntropy()
    with persons_of(ledger.store, entropy) as persons:
        importer = Importer(ORIGIN, persons, entropy)
        for name, occurred in files.items():
            (path,) = FIXTURES.glob(f"{name.replace('_', '-')}.*")
            import_paths([path], Dated(ledger, occurred), importer, by=OFFICER)


def night(ledger: Ledger, day: str) -> Reconciliation:
    """The night job of a day."""
    with open_views(ledger.store.url) as views:
        return reconcile(ledger.store, views, day)


def instants(ledger: Ledger) -> list[tuple[str, int]]:
    """The kind and instant of every entry."""
    rows = map(ledger.entry_mapper.to_entry, ledger.store.rows())
    return [(row.kind, row.recorded if row.occurred is None else row.occurred) for row in rows]


def test_imported_hands_are_of_the_day_they_were_played(ledger: Ledger) -> None:
    """Played years before they were recorded, under rules of elsewhere and without an account: no problem, and no money."""
    first, after = window("2009-07-01")
    imported(ledger, cash_game=first, half_chips=after - 1, omaha=None)
    entries = instants(ledger)
    days = sorted({day_of(instant) for _, instant in entries})
    found = [night(ledger, day) for day in days]
    assert [one.hands for one in found] == [3, 1]
    assert [one.problems for one in found] == [()] * len(days)
    assert sum(one.entries for one in found) == len(entries)
    assert sum(one.hands for one in found) == sum(kind == "hand.settled.v1" for kind, _ in entries)
    assert sum(sum(one.findings.values()) for one in found) == sum(".finding_recorded." in kind for kind, _ in entries)
    assert all((one.totals, one.closing) == ((), {}) for one in found)


def test_a_hand_that_an_import_voids_without_incident_is_told(ledger: Ledger) -> None:
    """The import door records what it is given: the night says that nothing on record lets the hand be void (R806 r.72)."""
    imported(ledger, omaha=None)
    started = next(
        entry
        for entry in map(ledger.entry_mapper.to_entry, ledger.store.rows())
        if isinstance(entry.event, HandStarted)
    )
    hand = f"{started.stream}-again"
    void = Voided(incident="nowhere", refunds=[])
    job = ImportJob(
        "phh:void", "00" * 16, By(actor="import", id="phh"), None, [(hand, started.event), (hand, void)], {}
    )
    ledger.record([job])
    (problem,) = night(ledger, day_of(ledger.clock.now())).problems
    assert (problem.check, problem.entries) == ("void", (ledger.store.head().size - 1,))
    assert problem.text == f"{hand} is void under the incident nowhere, which is not on record"


def test_e7_an_imported_hand_is_named_as_commands_take_it(ledger: Ledger) -> None:
    """A copy of one, its pot one chip more, is named by its stream by the night, by audit and by replay.

    Red before: by the number in its file, ``hand:phh/3424382214``, which no command knows.
    """
    imported(ledger, omaha=None)
    entries = list(map(ledger.entry_mapper.to_entry, ledger.store.rows()))
    first = next(entry for entry in entries if isinstance(entry.event, HandStarted))
    copy = f"hand:phh/{'0' * 32}"
    events = [_one_more(entry.event) for entry in entries if entry.stream == first.stream]
    ledger.record([ImportJob("phh:copy", "00" * 16, first.by, first.occurred, [(copy, event) for event in events], {})])
    sealed = [entry for entry in map(ledger.entry_mapper.to_entry, ledger.store.rows()) if entry.stream == copy]
    told = [
        *(problem.text for problem in night(ledger, day_of(sealed[-1].recorded)).problems if problem.check == "payout"),
        *(line for one in audit(ledger.store.rows(), partial(row_at, ledger.store)) for line in one.differences),
        *TABLE_GAMES["hand"].again(sealed, {}).differences,
    ]
    assert len(told) >= 3
    assert {line.partition(" ")[0].rstrip(":,") for line in told} == {copy}
    assert ledger.store.stream_rows(f"hand:{hand_name(copy)}")


def _one_more(event: EventBase) -> EventBase:
    """``event``, or where it gives a pot, with one chip more."""
    if not isinstance(event, PotAwarded):
        return event
    return event.model_copy(update={"amount": event.amount + 1})


def test_a_day_on_which_nothing_happened_has_nothing_to_tell(ledger: Ledger) -> None:
    """Before the ledger began, and after its last entry: no entries, no money, no problem."""
    for day in ("1999-12-31", "2030-01-01"):
        found = night(ledger, day)
        assert (found.entries, found.hands, found.totals, found.problems) == (0, 0, (), ())
    with pytest.raises(UsageError, match="is no day"):
        night(ledger, "2026-02-30")
