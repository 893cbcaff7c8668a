"""``docs/voids.md`` says what is so: every row is played, on the door's judges, and on a ledger that stood still (D1 to D4)."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from tests.conftest import run_past
from tests.worlds.floor import Floor
from tests.worlds.interrupted import HELD, STAGES, Interrupted
from tests.worlds.standstill import recovered
from tests.worlds.world import OFFICER, PLATFORM, World
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.command import Decision, Envelope
from tombo.ledger.core.entry import By
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.ids import local
from tombo.ledger.games.every import TABLE_GAMES
from tombo.ledger.house.incident.commands import OpenIncident
from tombo.ledger.operate.keyring import Keyring, create_ledger, open_ledger

PAGE: Final = Path(__file__).resolve().parents[2] / "docs/voids.md"


class Row(NamedTuple):
    """A line of the table."""

    rules: str
    stage: str
    cards: str
    officer: str
    platform: str
    players_side: str
    recover: str
    connection: str
    because: str


def rows() -> list[Row]:
    """The table of the page."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    return [Row(*(cell.strip() for cell in line.strip("|").split("|"))) for line in lines if line.startswith("| R8")]


EVERY: Final = [pytest.param(row, id=f"{row.rules}, {row.stage}, {row.cards}") for row in rows()]


def test_the_page_has_every_stage() -> None:
    """Each of them once with its cards kept; and once with one lost, where one decides."""
    kept = [(row.rules, row.stage) for row in rows() if row.cards == "kept"]
    lost = [(row.rules, row.stage) for row in rows() if row.cards == "lost"]
    assert sorted(kept) == sorted(STAGES)
    assert sorted(lost) == sorted(key for key, stage in STAGES.items() if stage.slot is not None)


class Door(World):
    """The judges of every command, in memory; what is played there is ``interrupted``."""

    def __init__(self, row: Row) -> None:
        super().__init__()
        self.interrupted: Interrupted = STAGES[row.rules, row.stage]
        self.interrupted.play(Floor(self.handle), self)
        if row.cards == "lost":
            assert self.interrupted.slot is not None
            del self.kept[self.interrupted.stream][self.interrupted.slot]

    def handle(self, envelope: Envelope) -> Decision | Refused:
        """Judge and record."""
        return self.ask(envelope.command, envelope.by, envelope.occurred)

    def fails(self, origin: Any) -> None:
        """Something fails, and is on record."""
        self.does(OpenIncident(first_instant=1, incident="i", origin=origin, reported_by="monitor"))

    def voids(self, by: By) -> str:
        """What becomes of it when ``by`` asks for the void: ``void``, or the rule by which it is refused."""
        stream = self.interrupted.stream
        game = stream.partition(":")[0]
        outcome = self.ask(TABLE_GAMES[game].ending.void(local(stream), "i"), by)
        if isinstance(outcome, Refused):
            return outcome.finding.rule
        assert self(stream).outcome == "voided"
        if game == "hand":
            assert [seat.stack for seat in self("table:mesa-1").seats] == [10_000, 10_000]
        else:
            assert {self(f"account:{name}").balance for name in self(stream).bettors} == {HELD[game]}
        return "void"


@pytest.mark.parametrize("row", EVERY)
def test_a_void_is_asked_for(row: Row) -> None:
    """By an officer and by the platform for a failure of the operator's system, and for one on the player's side."""
    for origin, by, expected in (
        ("operator_system", OFFICER, row.officer),
        ("operator_system", PLATFORM, row.platform),
        ("player_equipment", OFFICER, row.players_side),
        ("player_network", OFFICER, row.players_side),
    ):
        door = Door(row)
        door.fails(origin)
        assert door.voids(by) == expected, (origin, by)


@pytest.mark.parametrize("row", EVERY)
def test_a_lost_connection_is_reported(row: Row) -> None:
    """Once with nothing else wrong, once while an incident of the operator's system is open: a fold, a bet that stands, a refusal."""
    alone, _, outage = row.connection.rstrip(")").partition(" (")
    for failing, expected in ((False, alone), (True, outage)):
        door = Door(row)
        if failing:
            door.fails("operator_system")
        stream, report = door.interrupted.stream, door.interrupted.cut_off
        assert report is not None
        before = door(stream)
        outcome = door.ask(report, PLATFORM)
        if isinstance(outcome, Refused):
            assert outcome.finding.rule == expected
            assert door(stream) == before
            continue
        if stream.startswith("hand:"):
            found = "noted" if door(stream).live == before.live else "folds"
        elif not stream.startswith("sem_descarte:"):
            assert door(stream)._replace(cut_off=()) == before
            found = "stands"
        else:
            found = "folds" if before.boxes[0].decision == "open" and door(stream).boxes[0].cut_off else "stands"
        assert found == expected


@pytest.mark.parametrize("row", EVERY)
def test_a_standstill_is_recovered_from(row: Row, sqlite_url: str, tmp_path: Path) -> None:
    """``tombo recover`` does what the page says, asked of another process than the one that played."""
    keyring = Keyring(tmp_path / "keys")
    stage = STAGES[row.rules, row.stage]
    made = create_ledger(sqlite_url, keyring, origin="operator.example/1", clock=SteppingClock())
    with made.store:
        stage.play(Floor(made.handle), made.view())
    if row.cards == "lost":
        run_past(sqlite_url, f"DELETE FROM openings WHERE stream = '{stage.stream}' AND slot = {stage.slot}")
    found = open_ledger(sqlite_url, keyring, clock=SteppingClock(start=1_770_000_000_000_000))
    with found.store:
        done = recovered(found)
        words = {"open": "left open", "settled": "settled", "voided": "void"}
        assert [(one.hand, words[one.outcome]) for one in done.hands] == [(stage.stream, row.recover)]
        assert done.closed is (row.recover != "left open")
