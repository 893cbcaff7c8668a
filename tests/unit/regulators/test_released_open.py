"""A hand or round that is still in play keeps the day back on which it began, until it is decided."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.cli_run import Ran, inside, tombo
from tests.worlds.floor import Floor
from tests.worlds.reported import TOMBO, one_bet
from tests.worlds.roulette import WHEEL
from tombo.ledger.core.clock import SECOND, SteppingClock, SystemClock
from tombo.ledger.core.lisbon import window
from tombo.ledger.games.roulette import commands as spin
from tombo.ledger.operate.keyring import Keyring, open_ledger
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
