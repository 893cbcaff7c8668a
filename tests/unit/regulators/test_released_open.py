"""A hand or round that is still in play keeps the day back on which it began, until it is decided."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.cli_run import Ran, inside, tombo
from tests.worlds.floor import Floor
from tests.worlds.registered_table import NOON_DAY, RegisteredFloor, checked_down, ledger_of
from tests.worlds.reported import SETTINGS, TOMBO, one_bet
from tests.worlds.roulette import WHEEL
from tombo.ledger.core.clock import SECOND, SteppingClock, SystemClock
from tombo.ledger.core.lisbon import window
from tombo.ledger.games.roulette import commands as spin
from tombo.ledger.house.banked.events import RoundStarted
from tombo.ledger.house.table.events import TableHandStarted
from tombo.ledger.operate.keyring import Keyring, inscribe, open_ledger
from tombo.reports.regulators.reading import SETTLED

BEGUN = "2026-07-14"
AFTER = "2026-07-15"


def release(day: str) -> Ran:
    """``tombo report release`` of a day, into a folder of its name."""
    return tombo(*TOMBO, "--json", "report", "release", "portugal", day, "--settings", "srij.toml", "--out", day)


def test_a_day_with_a_round_in_play_is_not_released(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Red before: released with a bet that nothing was said to have become of. So is a later day, and neither behind the end of the round."""
    one_bet(tmp_path)
    now = window(AFTER)[1] + SETTLED
    monkeypatch.setattr(SystemClock, "now", lambda _: now)
    with inside(tmp_path):
        for day in (BEGUN, AFTER):
            assert tombo(*TOMBO, "reconcile", "--day", day, "--close").status == 1, "the night names what is unfinished"
            ran = release(day)
            assert (ran.status, Path(day).exists()) == (1, False), ran.err
            assert f"roulette:{WHEEL}/1 began 2026-07-14 13:00" in ran.err
            assert "tombo incident open" in ran.err
        assert tombo(*TOMBO, "--json", "report", "list").document == {"releases": []}
        ledger = open_ledger("sqlite:///ledger.db", Keyring(Path("keys")), clock=SteppingClock(now, step=0))
        floor, played = Floor(ledger.handle, "d"), f"{WHEEL}/1"
        for command in (
            spin.CloseBets(round=played),
            spin.LandBall(number="17", round=played),
            spin.SettleSpin(round=played),
        ):
            floor.do(command)
        floor.do(spin.OpenSpin(deadline=now + 30 * SECOND, table=WHEEL))
        ledger.store.close()
        for day in (BEGUN, AFTER):
            ran = release(day)
            assert (ran.status, ran.document["number"]) == (0, 1), "a round that began behind a day keeps none back"


@pytest.mark.parametrize(
    ("table", "played"),
    [
        ("table:mesa-1", "hand:mesa-1/2"),
        ("table:mesa-9", "hand:mesa-9/1"),
        ("table:mesa-1", "account:p-1"),
        ("table:mesa-1", "hand:mesa-1/1"),
    ],
    ids=["a hand that never began", "at no table", "what is no hand", "a hand that is over"],
)
def test_what_no_table_can_end_keeps_no_day_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, table: str, played: str
) -> None:
    """Said to be in play by who has the event key. Red before: a fault of tombo itself, or kept back for ever, this day and each behind it."""
    ledger = ledger_of(tmp_path)
    floor = RegisteredFloor(ledger.handle)
    floor.open_table(players=2)
    checked_down(floor)
    inscribe(ledger, "forged/1", [(table, TableHandStarted(button=1, hand=played, number=2, seats=[1, 2]))])
    ledger.store.close()
    (tmp_path / "srij.toml").write_text(SETTINGS, encoding="utf-8")
    monkeypatch.setattr(SystemClock, "now", lambda _: window(NOON_DAY)[1] + SETTLED)
    with inside(tmp_path):
        tombo(*TOMBO, "reconcile", "--day", NOON_DAY, "--close")
        ran = release(NOON_DAY)
    assert (ran.status, ran.document.get("number")) == (0, 1), ran.err


def test_a_round_that_its_table_passed_over_is_named_by_the_night_and_keeps_no_day_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who has the event key lets the table go on: no door ends it any more, so that the day and each behind it would wait for ever."""
    one_bet(tmp_path)
    monkeypatch.setattr(SystemClock, "now", lambda _: window(BEGUN)[1] + SETTLED)
    with inside(tmp_path):
        ledger = open_ledger("sqlite:///ledger.db", Keyring(Path("keys")))
        inscribe(ledger, "forged/1", [(f"banked:{WHEEL}", RoundStarted(number=2, round=f"roulette:{WHEEL}/2"))])
        ledger.store.close()
        night = tombo(*TOMBO, "--json", "reconcile", "--day", BEGUN, "--close")
        ran = release(BEGUN)
    assert night.status == 1
    assert [one for one in night.document["problems"] if f"roulette:{WHEEL}/1" in one["text"]], night.out
    assert (ran.status, ran.document["number"]) == (0, 1), ran.err
