"""A simulated day over real ledgers: killed in the middle, recovered, verified; and byte for byte the same from the same seed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest

from tombo.ledger.core.command import Envelope
from tombo.ledger.house.incident.commands import OpenIncident
from tombo.ledger.operate.keyring import Keyring
from tombo.ledger.verify import Code
from tombo.simulator.__main__ import main
from tombo.simulator.ask import PLATFORM
from tombo.simulator.day import Plan
from tombo.simulator.run import BEGINS, HOUR, LedgerDoor, Played, examined, play
from tombo.simulator.summary import told

EVENING: Final = BEGINS + 14 * HOUR
PLAN: Final = Plan(seed=12, begins=EVENING, ends=EVENING + HOUR, tables=14, malice=0.05, trouble=0.05, outages=1)


@contextmanager
def opened(url: str, folder: Path) -> Iterator[LedgerDoor]:
    """A new ledger's door, put away at the end."""
    folder.mkdir(exist_ok=True)
    door = LedgerDoor(url, Keyring(folder / "keys"), PLAN.seed)
    try:
        yield door
    finally:
        door.ledger.store.close()


def day(door: LedgerDoor) -> tuple[Played, bytes]:
    """A day with one death of the platform, and the checkpoint at its end."""
    played = play(PLAN, door, kills=1)
    return played, door.publish().encode()


def test_a_day_on_each_database_verifies_and_holds_nothing_unprovoked(store_url: str, tmp_path: Path) -> None:
    """Outage, death and recovery in the middle of play: the record verifies, and every finding in it was provoked."""
    with opened(store_url, tmp_path) as door:
        played, checkpoint = day(door)
        result = examined(played, door, checkpoint)
    assert result.failures == ()
    assert result.report.verdict is Code.OK
    assert result.report.unproven_tail == 0
    assert played.recovered["incidents"] == 1
    assert played.recovered["voided"] >= 1
    assert played.recovered["open"] == 0
    assert result.audited == sum(result.books.rounds.values())
    assert result.books.idle and result.books.kinds["session.inactivity_warned.v1"]
    assert {name.partition(" ")[0] for name in result.books.rounds} == {"hand", "roulette", "blackjack", "sem_descarte"}
    assert result.books.tournaments.over["finished"]
    assert list(told(PLAN, result))[-1] == "Unprovoked nothing"


def stored(door: LedgerDoor) -> list[Any]:
    """Everything a ledger holds: its rows, and the openings of its closed cards."""
    store = door.ledger.store
    rows: list[Any] = list(store.rows(0, store.head().size))
    streams = {row.stream for row in rows}
    return rows + [opening for stream in sorted(streams) for opening in store.openings(stream)]


def test_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    """Keys, salts, times, play, misfortunes and signatures follow from the seed."""
    found = []
    for name in ("one", "other"):
        with opened(f"sqlite:///{tmp_path}/{name}.db", tmp_path / name) as door:
            _, checkpoint = day(door)
            found.append((stored(door), checkpoint))
    assert found[0] == found[1]
    assert len(found[0][0]) > 1_000


def test_what_nobody_provoked_is_found_in_the_record(sqlite_url: str, tmp_path: Path) -> None:
    """Somebody else puts an incident on record: the day is not good, though the ledger verifies."""
    with opened(sqlite_url, tmp_path) as door:
        played, _ = day(door)
        incident = OpenIncident(first_instant=0, incident="elsewhere", origin="operator_system", reported_by="nobody")
        door.handle([Envelope(incident, PLATFORM, "elsewhere/1", None)])
        result = examined(played, door, door.publish().encode())
    assert result.report.verdict is Code.OK
    assert [failure.place for failure in result.failures] == ["the record"]
    assert "incidents" in result.failures[0].what


@pytest.mark.parametrize("games", [["roulette"], ["tournament"], []])
def test_the_command_plays_and_says_what_it_played(
    sqlite_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], games: list[str]
) -> None:
    """``python -m tombo.simulator`` makes a ledger, keeps a checkpoint beside its keys, prints a summary, and ends with 0."""
    said = ["--ledger", sqlite_url, "--hours", "2", "--tables", "5", "--kills", "1", "--jobs", "1", "--games", *games]
    assert main([*said, "--keys", str(tmp_path / "keys")]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Seed 1: 5 tables, 2 hours"
    assert lines[-2:] == ["Verified   OK, 0 entries that no checkpoint covers", "Unprovoked nothing"]
    assert ("roulette settled" in lines[1]) is (games != ["tournament"])
    assert ("hand" in lines[1]) is (games != ["roulette"])
    assert any(line.startswith("Tournaments") for line in lines) is (games == ["tournament"])
    assert (tmp_path / "checkpoint").read_text(encoding="utf-8").startswith("operator.example/simulated\n")
    assert main([*said, "--keys", str(tmp_path / "keys")]) == 2
    assert capsys.readouterr().err.startswith("simulator: ")
