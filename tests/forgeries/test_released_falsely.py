"""An event key seals a release that the door would not: of a day that nobody closed, of another number, of entries that were not there."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from tests.forgeries.test_acts import ORIGIN, Honest
from tests.tools.cli_run import tombo
from tests.worlds.forged_ledger import Act, Commit, commits, sealed
from tests.worlds.reported import SETTINGS
from tombo.ledger.core.lisbon import day_of
from tombo.ledger.house.day.events import DayCheckpoint, DayClosedV2
from tombo.ledger.house.report.events import ReleasedFile, ReportReleased
from tombo.projections.reconciliation.model import Problem
from tombo.projections.reconciliation.run import reconcile

DAY = 24 * 3_600_000_000
LATER = 3 * DAY
"""How long after everything else the day is closed: three days."""
FILE = ReleasedFile(name="RESF.xml", sha256="0" * 64, size=1)
ROOT = "A" * 43 + "="
"""32 bytes in base64."""


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Honest:
    """The honest ledger."""
    return Honest(tmp_path_factory.mktemp("released-falsely"))


def told(honest: Honest, name: str, stream: str | None = None, **lies: Any) -> tuple[int, list[Problem]]:
    """The log index of a release of yesterday, and what the night says of it."""
    found = commits(honest.entries, honest.ends)
    recorded, size = found[-1].recorded + LATER, len(honest.entries)
    yesterday = day_of(recorded - DAY)
    closed = DayClosedV2(
        base=0, checkpoint=None, date=yesterday, hands=0, index=5, problems=[], rate_bp=2_500, statement=None, tax=0,
        totals=[],
    )  # fmt: skip
    says = {
        "checkpoint": None, "country": "portugal", "date": yesterday, "files": [FILE], "layout": "2015", "number": 1,
        "settings": "1" * 64, "size": size + 1, **lies,
    }  # fmt: skip
    found.append(Commit(recorded, [Act(f"day:{yesterday}", closed)]))
    found.append(Commit(recorded, [Act(stream or f"report:portugal/{yesterday}", ReportReleased(**says))]))
    with sealed(found, f"sqlite:///{honest.folder / name}.db", ORIGIN, honest.key) as store:
        last = store.head().size - 1
        problems = reconcile(store, None, day_of(recorded)).problems
        return last, [one for one in problems if last in one.entries]


def test_an_honest_release_is_not_told(honest: Honest) -> None:
    """The first of a day that is closed, made of what there was."""
    assert told(honest, "honest")[1] == []


LIES: dict[str, dict[str, Any]] = {
    "a day that nobody closed": {"date": "2026-01-01", "stream": "report:portugal/2026-01-01"},
    "no day": {"date": "9999-99-99", "stream": "report:portugal/9999-99-99"},
    "the stream of another day": {"stream": "report:portugal/2026-01-01"},
    "the stream of another country": {"stream": "report:spain/2026-01-01"},
    "the second, and no first": {"number": 2},
    "more entries than there were": {"size": 2**53 - 1},
    "fewer than the day was closed over": {"size": 5},
    "a file twice": {"files": [FILE, FILE]},
    "a root that is none": {"checkpoint": DayCheckpoint(root="x", size=1)},
    "a checkpoint of more than there was": {"checkpoint": DayCheckpoint(root=ROOT, size=2**53 - 1)},
}


@pytest.mark.parametrize("name", LIES)
def test_a_release_that_no_door_wrote_is_told(honest: Honest, name: str) -> None:
    """Red before: neither the night nor the verifier said a word, and ``tombo report list`` showed it as one more release."""
    last, found = told(honest, name, **LIES[name])
    assert [(one.check, one.entries) for one in found] == [("late", (last,))]
    assert "no door records it so" in found[0].text


def test_what_lists_releases_says_which_no_door_recorded(honest: Honest) -> None:
    """Red before: the night of its day said so, and who lists, shows or checks releases was told of one more."""
    words = ("--keys", str(honest.folder / "keys"), "--json", "report", "list")
    for name, forged in (("listed", False), ("listed falsely", True)):
        told(honest, name, **(LIES["fewer than the day was closed over"] if forged else {}))
        ran = tombo("--ledger", f"sqlite:///{honest.folder / name}.db", *words)
        assert ran.status == 0, ran.err
        assert [one["no_door_recorded_it"] for one in ran.document["releases"]] == [forged]
    ran = tombo("--ledger", f"sqlite:///{honest.folder / name}.db", *words[:2], *words[3:])
    assert "NO DOOR RECORDED IT" in ran.out


def test_a_release_that_no_door_recorded_is_not_packed(honest: Honest, tmp_path: Path) -> None:
    """Red before: whoever has an event key had his own files packed for the regulator."""
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / FILE.name).write_bytes(b"x")
    (tmp_path / "srij.toml").write_text(SETTINGS, encoding="utf-8")
    own = FILE.model_copy(update={"sha256": sha256(b"x").hexdigest()})
    for name, forged in (("packed", False), ("packed falsely", True)):
        lies = LIES["fewer than the day was closed over"] if forged else {}
        told(honest, name, files=[own], **lies)
        keys = ("--ledger", f"sqlite:///{honest.folder / name}.db", "--keys", str(honest.folder / "keys"), "--json")
        (day,) = [one["date"] for one in tombo(*keys, "report", "list").document["releases"]]
        words = ("--settings", str(tmp_path / "srij.toml"), "--files", str(tmp_path / "files"))
        out = tmp_path / name
        ran = tombo(*keys, "report", "pack", "portugal", day, *words, "--out", str(out))
        assert (ran.status, out.exists()) == ((1, False) if forged else (0, True)), ran.err
        assert ("no door recorded the newest release" in ran.err) is forged
