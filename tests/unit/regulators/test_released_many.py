"""A day of thousands of files: released, listed, shown and checked as one of a few is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.cli_run import Ran, inside, keep_key, tombo
from tests.worlds.reported import TOMBO, one_bet
from tombo.cli.commands.regulators import report as report_module
from tombo.ledger.core.clock import SystemClock
from tombo.ledger.core.lisbon import window
from tombo.reports.regulators.country import FileMade, Reported, Written
from tombo.reports.regulators.pages import Paged, read_here
from tombo.reports.regulators.portugal.files import PORTUGAL
from tombo.reports.regulators.reading import SETTLED

pytestmark = pytest.mark.once

DAY = "2026-07-14"
FILES = 15_003
"""Of 5,000 tournaments in Denmark: three of each, two of sessions, and the day's totals."""


def many(folder: Path, _day: str, _reported: Reported, _paged: Paged = read_here) -> Written:
    """That many files of a few bytes."""
    names = [f"PokerTurneringTransaktion_{DAY}_{number}.xml" for number in range(FILES)]
    for name in names:
        (folder / name).write_bytes(name.encode())
    return Written([FileMade(name, 1) for name in names], {})


def report(command: str, *words: str) -> Ran:
    """``tombo report``, for a program."""
    return tombo(*TOMBO, "--json", "report", command, *words)


def test_a_day_of_5000_tournaments_is_released_listed_shown_and_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a manager who signs for all of them. Red before: an entry names its files, and has room for some 350."""
    one_bet(tmp_path, ball="17")
    monkeypatch.setattr(SystemClock, "now", lambda _: window(DAY)[1] + SETTLED)
    of_day = ("portugal", DAY, "--settings", "srij.toml")
    with inside(tmp_path):
        assert tombo(*TOMBO, "reconcile", "--day", DAY, "--close").status == 0
        monkeypatch.setattr(report_module, "country_named", lambda _: PORTUGAL._replace(day=many))
        keep_key(Path("keys"), "operator.example/1", "ana")
        released = report("release", *of_day, "--out", "sent", "--staff", "ana")
        assert (released.status, len(released.document["files"])) == (0, FILES), released.err
        (listed,) = report("list").document["releases"]
        assert (listed["files"], listed["log_index"]) == (FILES, released.document["log_index"])
        (shown,) = report("show", "portugal", DAY).document["releases"]
        assert shown["files"] == released.document["files"]
        checked = report("check", *of_day, "--files", "sent")
        assert (checked.status, checked.document["at_hand"], checked.document["made_again"]) == (0, [], [])
        name = f"PokerTurneringTransaktion_{DAY}_{FILES - 1}.xml"
        Path("sent", name).write_bytes(b"")
        checked = report("check", *of_day, "--files", "sent")
        assert (checked.status, checked.document["at_hand"]) == (1, [{"name": name, "wrong": "other"}])
        verified = tombo(*TOMBO, "verify")
        assert verified.status == 0, verified.out
