"""A simulated day released, checked, changed by a hand, and released again: what was sent is on record, and the ledger gives it again."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tools.cli_run import Ran, inside, tombo
from tests.worlds.reported import DAY, TOMBO, Night, one_bet
from tombo.ledger.core.clock import SECOND, SystemClock
from tombo.ledger.core.lisbon import window
from tombo.reports.regulators.reading import SETTLED
from tombo.reports.regulators.released import differing, files_in

FILES = 97
SAYS_SOMETHING = 1_000
"""Bytes of a file that holds more than its head."""
SETTINGS = ("--settings", "srij.toml")


def report(*words: str) -> Ran:
    """``tombo report``, for a program."""
    return tombo(*TOMBO, "--json", "report", *words)


def test_a_day_is_released_checked_and_released_again(night: Night) -> None:
    """Each release is an entry that lists its files; those of the second have ``rp`` in their names, and RESF is among them."""
    with inside(night.folder):
        assert report("list").document == {"releases": []}
        assert report("show", "portugal", DAY).status == 2
        first = report("release", "portugal", DAY, *SETTINGS, "--out", "sent")
        assert first.status == 0, first.err
        assert (first.document["number"], len(first.document["files"]), first.document["left_out"]) == (1, FILES, {})
        for path in (night.folder / "files").iterdir():
            assert path.read_bytes() == Path("sent", path.name).read_bytes()
        checked = report("check", "portugal", DAY, *SETTINGS, "--files", "sent")
        assert (checked.status, checked.document["at_hand"], checked.document["made_again"]) == (0, [], [])

        again = report("release", "portugal", DAY, *SETTINGS, "--out", "again")
        assert (again.status, again.document["number"]) == (0, 2), again.err
        names = sorted(path.name for path in Path("again").iterdir())
        assert len(names) == FILES
        assert all(name.endswith("_1AArp.xml") for name in names)
        assert "RESF_20261025_1AArp.xml" in names
        for name in names:
            assert Path("again", name).read_bytes() == Path("sent", name.replace("rp.xml", ".xml")).read_bytes()
        checked = report("check", "portugal", DAY, *SETTINGS, "--files", "again", "--out", "made")
        assert (checked.status, checked.document["number"]) == (0, 2)
        assert sorted(path.name for path in Path("made").iterdir()) == names

        listed = report("list").document["releases"]
        assert [(one["country"], one["date"], one["files"]) for one in listed] == [("portugal", DAY, FILES)] * 2
        shown = report("show", "portugal", DAY).document["releases"]
        assert [len(one["files"]) for one in shown] == [FILES, FILES]
        assert shown[0]["files"] == first.document["files"]
        assert tombo(*TOMBO, "verify").status == 0


def test_every_changed_file_is_found(night: Night, tmp_path: Path) -> None:
    """500 files, each with one thing wrong: a cent, an id, a record less, another hour's or another kind's bytes, cut short, none at all, one too many."""
    chance = random.Random(13)
    for path in (night.folder / "files").iterdir():
        if path.stat().st_size > SAYS_SOMETHING:
            shutil.copy(path, tmp_path)
    sent = files_in(tmp_path)
    filled = [file.name for file in sent]
    assert len(filled) > 5
    for number in range(500):
        assert list(differing(sent, tmp_path)) == []
        name = chance.choice(filled)
        path, other = tmp_path / name, tmp_path / chance.choice([one for one in filled if one != name])
        data = path.read_bytes()
        digits = [place for place, byte in enumerate(data) if byte in b"0123456789" and place > len(data) // 2]
        match number % 7:
            case 0 | 1:
                place = chance.choice(digits)
                path.write_bytes(data[:place] + str((int(chr(data[place])) + 1) % 10).encode() + data[place + 1 :])
                expected = [(name, "other")]
            case 2:
                lines = data.splitlines(keepends=True)
                del lines[chance.randrange(7, len(lines) - 2)]
                path.write_bytes(b"".join(lines))
                expected = [(name, "other")]
            case 3:
                path.write_bytes(other.read_bytes())
                expected = [(name, "other")]
            case 4:
                path.write_bytes(data[:-1])
                expected = [(name, "other")]
            case 5:
                path.unlink()
                expected = [(name, "missing")]
            case _:
                shutil.copy(path, tmp_path / f"{name}.bak")
                expected = [(f"{name}.bak", "stranger")]
        assert [tuple(one) for one in differing(sent, tmp_path)] == expected
        path.write_bytes(data)
        (tmp_path / f"{name}.bak").unlink(missing_ok=True)


def test_what_is_not_as_released_is_told_with_status_1(night: Night) -> None:
    """In words for people, and with other settings the ledger gives other files: then the day has to be released again."""
    with inside(night.folder):
        if not Path("sent").exists():
            assert report("release", "portugal", DAY, *SETTINGS, "--out", "sent").status == 0
        shutil.copytree("files", "wrong")
        Path("wrong", "SESS_2026102500_1AA.xml").unlink()
        Path("wrong", "notes.txt").write_text("x", encoding="utf-8")
        Path("other.toml").write_text(
            Path("srij.toml").read_text().replace("operator = 7", "operator = 8"), encoding="utf-8"
        )
        ran = tombo(*TOMBO, "report", "check", "portugal", DAY, "--settings", "other.toml", "--files", "wrong")
        assert ran.status == 1
        assert "NEVER RELEASED, at hand: notes.txt" in ran.out
        assert "The settings are not those of the release." in ran.out
        assert f"{DAY} has to be released again" in ran.out


@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        (("release", "italy", DAY, *SETTINGS, "--out", "none"), 2, "'italy' is no country whose files are made"),
        (("check", "portugal", "2026-10-24", *SETTINGS), 2, "nothing of 2026-10-24 was released"),
        (("release", "portugal", "2026-10-24", *SETTINGS, "--out", "none"), 1, "2026-10-24 is not closed"),
        (("check", "portugal", "25-10-2026", *SETTINGS), 2, "'25-10-2026' is no day"),
        (("show", "portugal", "20261025"), 2, "'20261025' is no day"),
        (("pack", "portugal", "2026-10-32", *SETTINGS, "--files", ".", "--out", "none"), 2, "'2026-10-32' is no day"),
    ],
)
def test_what_cannot_be_is_refused(night: Night, words: tuple[str, ...], status: int, says: str) -> None:
    """By name, and nothing is written."""
    with inside(night.folder):
        ran = report(*words)
        assert (ran.status, says in ran.err, Path("none").exists()) == (status, True, False), ran.err


def test_a_day_is_not_released_while_something_may_still_be_told_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Red before: closed a second after its end it was released at once, and what a source told late of it was in no file that was sent."""
    one_bet(tmp_path, ball="17")
    ends = window("2026-07-14")[1]
    with inside(tmp_path):
        monkeypatch.setattr(SystemClock, "now", lambda _: ends + SECOND)
        assert tombo(*TOMBO, "reconcile", "--day", "2026-07-14", "--close").status == 0
        ran = report("release", "portugal", "2026-07-14", *SETTINGS, "--out", "early")
        assert (ran.status, "may still be added to until" in ran.err, Path("early").exists()) == (2, True, False), (
            ran.err
        )
        assert report("list").document == {"releases": []}
        monkeypatch.setattr(SystemClock, "now", lambda _: ends + SETTLED)
        assert report("release", "portugal", "2026-07-14", *SETTINGS, "--out", "due").status == 0


def test_who_is_told_to_end_while_he_checks_leaves_nobodys_papers_behind(tmp_path: Path) -> None:
    """Red before: files made again to compare them stayed where the system keeps what is passing."""
    program = (
        "import os, signal\nfrom tombo.cli.commands.regulators import report\n"
        "signal.signal(signal.SIGTERM, signal.SIG_DFL)\n"
        "with report.made_again(None) as folder:\n"
        "    (folder / 'papers').write_bytes(b'somebody')\n    os.kill(os.getpid(), signal.SIGTERM)\n"
    )
    root = str(Path(__file__).resolve().parents[3])
    environment = os.environ | {"PYTHONPATH": root, "PYTHONDONTWRITEBYTECODE": "1", "TMPDIR": str(tmp_path)}
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False, env=environment)
    assert (ended.returncode, ended.stderr) == (-signal.SIGTERM, b"")
    assert list(tmp_path.iterdir()) == []
