"""Lists over a long log read what they list, and not the log (G9)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bench.play import hand, house, play
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.entry import By
from tombo.ledger.house.incident.commands import OpenIncident
from tombo.ledger.house.incident.decide import open_hands
from tombo.ledger.live.ledger import Acknowledgement, Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger, open_ledger
from tombo.ledger.operate.left_open import left_open
from tombo.reports.shown.listing import page
from tombo.reports.shown.reading import Reader

PLATFORM = By(actor="platform", id="platform")


@pytest.fixture
def ledger(store_url: str, tmp_path: Path) -> Iterator[Ledger]:
    """Four tables, of which two have played hands and one is in the middle of one, on each store in turn."""
    made = create_ledger(store_url, Keyring(tmp_path / "keys"), origin="operator.example/1", clock=SteppingClock())
    with made.store:
        for envelopes in (house(4), hand(0, 1), hand(1, 1), hand(0, 2), hand(1, 2)[:5]):
            play(made, envelopes)
        yield made


def rows_read(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many rows each later query of the store gives."""
    fetch: Any = ledger.store.recorder.fetch
    counts: list[int] = []

    def counted(sql: str, params: Any = ()) -> Any:
        found = fetch(sql, params)
        counts.append(len(found))
        return found

    monkeypatch.setattr(ledger.store.recorder, "fetch", counted)
    return counts


def test_g9_what_is_in_play_is_found_at_the_end_of_each_table(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long a table has been played at, its newest entries are read and no hand that is over; as the recovery lists it."""
    for number in range(3, 40):
        ledger.handle_many(hand(0, number))
    counts = rows_read(ledger, monkeypatch)
    assert ledger.store.in_play("table") == {"table:mesa-1": "hand:mesa-1/2"}
    assert ledger.store.last_row("table:mesa-0").version > 70  # type: ignore[union-attr]  # it was played at
    assert sum(counts) < 70
    assert [found.hand for found in open_hands(Reader(ledger.store), None)] == ["hand:mesa-1/2"]
    assert [(left.hand, left.due) for left in left_open(ledger)] == [("hand:mesa-1/2", "void")]


def test_g9_a_page_of_hands_reads_its_own_stretch_of_the_log(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """The newest two of many hands, then those behind them: rows are read as far back as these hands began, and not the log."""
    ledger.handle_many(hand(1, 2)[5:])
    for number in range(3, 23):
        ledger.handle_many([*hand(0, number), *hand(1, number)])
    counts = rows_read(ledger, monkeypatch)
    reader = Reader(ledger.store)
    newest = page(reader, ("hand.started.v1",), lambda _: True, 2, None)
    assert (newest.streams, newest.more) == (("hand:mesa-1/22", "hand:mesa-0/22"), True)
    older = page(reader, ("hand.started.v1",), lambda _: True, 2, newest.streams[-1])
    assert (older.streams, older.more) == (("hand:mesa-1/21", "hand:mesa-0/21"), True)
    assert ledger.store.size > 1_000
    assert sum(counts) < 2 * (64 + 128 + 4)


def test_g7_an_incident_lists_what_this_batch_leaves_in_play(ledger: Ledger) -> None:
    """A hand that ends, and one that begins, in the batch of the incident are known to it before they are durable."""
    incident = OpenIncident(first_instant=1, incident="power", origin="operator_system", reported_by="a test")
    outcomes = ledger.handle_many([*hand(1, 2)[5:], *hand(2, 1)[:1], Envelope(incident, PLATFORM, "incident", None)])
    assert {type(outcome) for outcome in outcomes} == {Acknowledgement}
    assert [name for name, _ in ledger.view()("incident:power").hands] == ["hand:mesa-2/1"]


@pytest.fixture
def other(ledger: Ledger, store_url: str, tmp_path: Path) -> Iterator[Ledger]:
    """Another process on the ledger."""
    made = open_ledger(store_url, Keyring(tmp_path / "keys"), clock=ledger.clock)
    with made.store:
        yield made


BEGUN = hand(2, 1)[:1]
OPENED = [envelope for envelope in house(5) if envelope not in house(4)]


@pytest.mark.parametrize(
    ("meanwhile", "tries", "listed"),
    [(BEGUN, 2, ["hand:mesa-1/2", "hand:mesa-2/1"]), (OPENED, 1, ["hand:mesa-1/2"])],
    ids=["a hand begins", "a table opens"],
)
def test_g7_an_incident_conflicts_with_what_begins_and_with_nothing_else(
    ledger: Ledger,
    other: Ledger,
    monkeypatch: pytest.MonkeyPatch,
    *,
    meanwhile: list[Envelope],
    tries: int,
    listed: list[str],
) -> None:
    """A hand that another process begins at the last moment is listed; money, seats and tables elsewhere disturb nothing."""
    insert: Any = ledger.store.recorder.insert_events
    made: list[int] = []

    def insert_events(*args: Any, **kwargs: Any) -> Any:
        made.append(1)
        if len(made) == 1:
            play(other, meanwhile)
        return insert(*args, **kwargs)

    monkeypatch.setattr(ledger.store.recorder, "insert_events", insert_events)
    incident = OpenIncident(first_instant=1, incident="power", origin="operator_system", reported_by="a test")
    assert isinstance(ledger.handle(Envelope(incident, PLATFORM, "incident", None)), Acknowledgement)
    assert len(made) == tries
    assert [name for name, _ in ledger.view()("incident:power").hands] == listed
