"""The day that RESF has to come to is one that a door closed: what a stolen event key seals in its stream is named, and not reported."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.tools.cli_run import Ran, inside, tombo
from tests.worlds.floor import PLATFORM
from tests.worlds.reported import NOON, TOMBO, one_bet
from tombo.ledger.core.clock import SECOND, SteppingClock, SystemClock
from tombo.ledger.core.entry import CommandRef, EventBase
from tombo.ledger.core.lisbon import HOUR
from tombo.ledger.core.money import Money
from tombo.ledger.house.account.events import Deposited
from tombo.ledger.house.day.events import DayClosedV2, DayTotal
from tombo.ledger.operate.keyring import Keyring, open_ledger
from tombo.ledger.store import CommandRow
from tombo.ledger.store.mapper import Draft
from tombo.ledger.store.sealing import Batch

DAY: Final = "2026-07-14"
AFTER: Final = NOON + 24 * HOUR
STAKED: Final = DayTotal(borne=0, commission=0, gross=100, paid=0, refunded=0, regulation="R804", staked=100)

RIGHT: Final = DayClosedV2(
    base=100,
    checkpoint=None,
    date=DAY,
    hands=0,
    index=5,
    problems=[],
    rate_bp=None,
    statement=None,
    tax=None,
    totals=[STAKED],
)
"""What the night would sign of the day of one bet."""


@pytest.fixture(autouse=True)
def two_days_later() -> Iterator[None]:
    """When the day is exported."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(SystemClock, "now", lambda _: NOON + 48 * HOUR)
        yield


def told(folder: Path, event: EventBase, recorded: int = AFTER) -> Ran:
    """What is exported of a day in whose stream ``event`` was sealed."""
    one_bet(folder)
    with inside(folder):
        ledger = open_ledger("sqlite:///ledger.db", Keyring(Path("keys")), clock=SteppingClock(recorded, step=0))
        batch, command = Batch(), CommandRef(digest="00" * 16, id="thief/1")
        batch.drafts.append(Draft(f"day:{DAY}", 1, event, PLATFORM, command, None))
        batch.heads[f"day:{DAY}"] = bytes(32)
        batch.commands.append(CommandRow("thief/1", bytes(16), 0, 1))
        ledger.sealing.put(batch.drafts, batch=batch)
        ledger.store.close()
        return tombo(*TOMBO, "export", "srij", "--settings", "srij.toml", "--out", "files", "--day", DAY)


@pytest.mark.parametrize(
    ("event", "recorded"),
    [
        (RIGHT.model_copy(update={"date": "2026-07-13"}), AFTER),
        (RIGHT, NOON + SECOND),
        (RIGHT.model_copy(update={"index": 5_000}), AFTER),
        (Deposited(amount=Money(5), reference="x"), AFTER),
    ],
    ids=["another day", "not over", "more than there was", "no closing"],
)
def test_a_day_that_no_door_closed_so_is_named_and_not_reported(
    tmp_path: Path, event: EventBase, recorded: int
) -> None:
    """Red before: RESF was of another day, or made before the day was over, or a fault of tombo."""
    ran = told(tmp_path, event, recorded)
    assert (ran.status, f"{event.kind} at log index" in ran.err) == (1, True), ran.err  # type: ignore[attr-defined]  # every event has its kind
    assert "cannot follow what is on record of day:2026-07-14" in ran.err
    assert not (tmp_path / "files").exists()


def test_a_game_that_was_closed_in_two_parts_counts_with_both(tmp_path: Path) -> None:
    """Red before: the last alone did."""
    ran = told(tmp_path, RIGHT.model_copy(update={"totals": [STAKED, STAKED]}))
    assert (ran.status, f"{DAY}, R804" in ran.err) == (1, True), ran.err


def test_the_day_as_the_night_would_close_it_is_reported(tmp_path: Path) -> None:
    """So what is refused above is refused for what it says."""
    ran = told(tmp_path, RIGHT)
    assert ran.status == 0, ran.err
    assert "<data_fin>20260714</data_fin>" in (tmp_path / "files" / "RESF_20260714_1AA.xml").read_text("utf-8")
