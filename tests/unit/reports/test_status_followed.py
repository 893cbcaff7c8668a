"""What is in play and what should be over, as the status tells it from what is followed: the same as from the log, at the cost of what goes on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from bench.play import hand, house, play
from tests.forgeries.cup import begun
from tests.worlds.casino import casino
from tests.worlds.floor import PLATFORM
from tests.worlds.roulette import R2
from tests.worlds.tournament import CUP, START
from tombo.ledger.checked import CheckedStore
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.lisbon import HOUR
from tombo.ledger.games.poker.events import Settled
from tombo.ledger.house.incident.commands import CloseIncident, OpenIncident
from tombo.ledger.house.table.events import Returned
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger, inscribe
from tombo.ledger.operate.publisher import PublisherFiles
from tombo.ledger.store import scratch_views
from tombo.projections.follow import Follower
from tombo.projections.rows import KeptRows
from tombo.projections.search.fold import Search
from tombo.projections.search.tables import STATE
from tombo.reports.shown.reading import Reader
from tombo.reports.shown.status import LOST, standing, status, unfinished_tournaments


@contextmanager
def followed(store: CheckedStore) -> Iterator[KeptRows]:
    """The search, followed to the end."""
    with scratch_views() as views:
        yield KeptRows(views, Follower(store, views, Search).catch_up())


def in_play(store: CheckedStore) -> list[str]:
    """The hands and rounds in play by what is followed, which are those of the log."""
    reader = Reader(store)
    with followed(store) as kept:
        found = status(reader, kept)
    assert found == status(reader, None)
    names: list[str] = found["open_hands"]
    return names


@pytest.fixture
def ledger(store_url: str, tmp_path: Path) -> Iterator[Ledger]:
    """Four tables, at two of which a hand is over, on each store in turn."""
    made = create_ledger(store_url, Keyring(tmp_path / "keys"), origin="operator.example/1", clock=SteppingClock())
    with made.store:
        for envelopes in (house(4), hand(0, 1), hand(1, 1)):
            play(made, envelopes)
        yield made


def test_hands_in_play_are_told_while_they_are(ledger: Ledger) -> None:
    """From their first entry to their last, at each table the newest."""
    assert in_play(ledger.store) == []
    play(ledger, hand(1, 2)[:1])
    assert in_play(ledger.store) == ["mesa-1/2"]
    play(ledger, hand(0, 2)[:7])
    assert in_play(ledger.store) == ["mesa-0/2", "mesa-1/2"]
    play(ledger, hand(1, 2)[1:])
    assert in_play(ledger.store) == ["mesa-0/2"]


def test_a_hand_that_only_one_of_two_says_is_over_is_in_play(ledger: Ledger) -> None:
    """Of its table and of its own stream a door records neither alone: whoever has an event key does."""
    play(ledger, hand(1, 2)[:3])
    play(ledger, hand(0, 2)[:3])
    said = next(
        one.event for one in reversed(ledger.store.entries("table:mesa-0")) if one.kind == "table.hand_ended.v1"
    )
    ends = said.model_copy(update={"hand": "hand:mesa-0/2"})
    inscribe(ledger, "theft", [("hand:mesa-1/2", Settled()), ("table:mesa-0", ends)])
    assert in_play(ledger.store) == ["mesa-0/2", "mesa-1/2"]


def test_the_status_asks_the_tables_at_which_something_goes_on(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """And no other stream of the log: not one entry of a hand that is over, a session or an account."""
    play(ledger, hand(1, 2)[:1])
    with followed(ledger.store) as kept:
        reader, asked = Reader(ledger.store), list[str]()
        read: Any = ledger.store.stream_rows

        def heard(stream: str, **bounds: int) -> Any:
            asked.append(stream)
            return read(stream, **bounds)

        for name in ("rows_of", "streams"):
            monkeypatch.setattr(ledger.store, name, _nobody)
        monkeypatch.setattr(ledger.store, "stream_rows", heard)
        assert status(reader, kept)["open_hands"] == ["mesa-1/2"]
    assert set(asked) == {"table:mesa-1", "hand:mesa-1/2"}


def test_the_incidents_that_are_open_are_those_of_the_log_and_alone_are_asked(
    ledger: Ledger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three were opened and one closed: two are told, as of the log; the stream of the third is not read, and of no type but this the streams are listed."""
    names, scope = ("cable", "power", "water"), ["mesa-1"]
    for name in names:
        opens = {"incident": name, "origin": "player_network", "scope": scope, "reported_by": "monitor"}
        opened = OpenIncident.model_validate(opens | {"first_instant": ledger.clock.now()})
        play(ledger, [Envelope(opened, PLATFORM, name, None)])
    play(ledger, [Envelope(CloseIncident(incident="power", note="over"), PLATFORM, "over", None)])
    publisher = PublisherFiles(tmp_path / "signer")
    with followed(ledger.store) as kept:
        reader, asked = Reader(ledger.store), list[str]()
        whole = standing(reader, None, [], publisher)
        read: Any = ledger.store.entries
        listed: Any = ledger.store.streams

        def heard(stream: str, **bounds: int) -> Any:
            asked.append(stream)
            return read(stream, **bounds)

        monkeypatch.setattr(ledger.store, "entries", heard)
        monkeypatch.setattr(
            ledger.store, "streams", lambda *sort: listed(*sort) if sort == ("incident",) else _nobody()
        )
        assert standing(reader, kept, [], publisher) == whole
    assert [one["incident"] for one in whole["open_incidents"]] == ["cable", "water"]
    assert asked == ["incident:cable", "incident:water"]


def test_an_entry_that_no_door_wrote_in_an_open_incident_is_told(ledger: Ledger, tmp_path: Path) -> None:
    """It hides no other: the incident is named with its place, as by who reads the log."""
    opens = {"origin": "player_network", "scope": ["mesa-1"], "reported_by": "monitor"}
    for name in ("cable", "power"):
        opened = OpenIncident.model_validate(opens | {"incident": name, "first_instant": ledger.clock.now()})
        play(ledger, [Envelope(opened, PLATFORM, name, None)])
    index = inscribe(ledger, "theft", [("incident:power", Settled())]).entries[0].index
    publisher = PublisherFiles(tmp_path / "signer")
    with followed(ledger.store) as kept:
        found = standing(Reader(ledger.store), kept, [], publisher)
        assert found == standing(Reader(ledger.store), None, [], publisher)
    assert [one["incident"] for one in found["open_incidents"]] == ["cable"]
    assert [(one["incident"], one["log_index"]) for one in found[LOST]] == [("power", index)]


def test_what_a_table_began_long_ago_is_found_without_reading_all_of_it(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Forty entries of the table since; hundreds before that say nothing of it."""
    for number in range(2, 152):
        play(ledger, hand(0, number))
    play(ledger, hand(0, 152)[:3])
    inscribe(ledger, "rests", [("table:mesa-0", Returned(seat=1)) for _ in range(40)])
    read, lengths = ledger.store.stream_rows, list[int]()

    def counted(stream: str, **bounds: int) -> Any:
        rows = read(stream, **bounds)
        lengths.append(len(rows))
        return rows

    monkeypatch.setattr(ledger.store, "stream_rows", counted)
    assert ledger.store.in_play("table", ["table:mesa-0"]) == {"table:mesa-0": "hand:mesa-0/152"}
    assert sum(lengths) < 300 < ledger.store.entries("table:mesa-0")[-1].version


def _nobody(*_: object) -> None:
    raise AssertionError("the log is gone through")


def test_rounds_in_play_are_told_by_game(tmp_path: Path) -> None:
    """Of every table against the house the round that is not over."""
    with casino(tmp_path) as evening:
        spin = evening.spins({"p-1": R2}, None)
        cards = evening.blackjack({1: 1_000, 2: 500}, "8s 9d Th 8d Tc", "Jc")
        store = evening.ledger.store
        assert in_play(store) == [f"blackjack:{cards}", f"roulette:{spin}"]
        evening.voids(spin)
        assert in_play(store) == [f"blackjack:{cards}"]


def test_a_tournament_is_unfinished_by_what_is_followed_as_by_the_log(tmp_path: Path) -> None:
    """Past its end and not over: asked of those alone that were announced and are not over."""
    with begun(tmp_path, 2) as ledger, followed(ledger.store) as kept:
        reader, going = Reader(ledger.store), STATE.validate_json(kept.build.state).tournaments
        assert going == [f"tournament:{CUP}"]
        assert [list(unfinished_tournaments(reader, START + hours * HOUR, going)) for hours in (1, 3)] == [[], [CUP]]
