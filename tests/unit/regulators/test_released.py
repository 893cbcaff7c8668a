"""A simulated day released, checked, changed by a hand, and released again: what was sent is on record, and the ledger gives it again."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.tools.cli_run import Ran, inside, tombo
from tests.worlds.mutated import WAYS, Papers, spoiled
from tests.worlds.reported import DAY, TOMBO, Night, one_bet
from tombo.ledger.core.clock import SECOND, SystemClock
from tombo.ledger.core.lisbon import window
from tombo.reports.regulators.reading import SETTLED
from tombo.reports.regulators.released import differing, files_in

FILES = 97
RECORD = rb"^ *<(\w+)>.*</\1>\n"
"""A record of those that stand on a line each."""
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
    """500 files, each with one thing wrong; as one hand changed them, and each is found by its name."""
    chance, folder, ways = random.Random(13), tmp_path / "files", Counter[str]()
    filled = [path for path in (night.folder / "files").iterdir() if path.stat().st_size > SAYS_SOMETHING]
    strange = [path.read_bytes() for path in (night.folder / "files").iterdir() if path not in filled]
    while ways.total() < 500:
        folder.mkdir()
        for path in filled:
            shutil.copy(path, folder)
        sent = files_in(folder)
        assert list(differing(sent, folder)) == []
        due, taken = spoiled(folder, Papers(RECORD), strange, chance)
        assert [tuple(one) for one in differing(sent, folder)] == due
        ways += taken
        shutil.rmtree(folder)
    assert set(ways) == WAYS


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
    ended = run(program, tmp_path)
    assert (ended.returncode, ended.stderr) == (-signal.SIGTERM, b"")
    assert list(tmp_path.iterdir()) == []


def run(program: str, folder: Path) -> subprocess.CompletedProcess[bytes]:
    """A program of Python that works in ``folder``; it ends within a minute."""
    root = str(Path(__file__).resolve().parents[3])
    environment = os.environ | {"PYTHONPATH": root, "PYTHONDONTWRITEBYTECODE": "1", "TMPDIR": str(folder)}
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, check=False, cwd=folder, env=environment, timeout=60
    )


HANGS = """
import os, signal, threading
from pathlib import Path
from tombo.cli import files

for number in (signal.SIGTERM, signal.SIGHUP):
    signal.signal(number, signal.SIG_DFL)
signal.signal(signal.SIGINT, signal.default_int_handler)
with files.folder_on_record(Path("sent")) as (folder, durable):
    (folder / "papers").write_bytes(b"somebody")
    durable(lambda: print("waits", flush=True))
    os.kill(os.getpid(), signal.{first})
    print("goes on", flush=True)
    {second}
print("is there", flush=True)
"""


@pytest.mark.parametrize("first", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_second_signal_ends_what_no_database_answers(tmp_path: Path, first: str) -> None:
    """Red before: from the moment at which the entry was sent every signal waited, and a ledger that hung was left by SIGKILL alone.

    The first waits, and is said to; the second takes the files away and ends the process.
    """
    hangs = "threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start(); threading.Event().wait(50)"
    ended = run(HANGS.replace("{first}", first).replace("{second}", hangs), tmp_path)
    assert (ended.returncode, ended.stdout) == (-signal.SIGINT, b"waits\ngoes on\n"), ended.stderr
    assert list(tmp_path.iterdir()) == []


def test_one_signal_waits_for_the_folder(tmp_path: Path) -> None:
    """It is there, and then the process ends by that signal."""
    ended = run(HANGS.replace("{first}", "SIGTERM").replace("{second}", "pass"), tmp_path)
    assert (ended.returncode, ended.stdout) == (-signal.SIGTERM, b"waits\ngoes on\n"), ended.stderr
    assert [path.name for path in (tmp_path / "sent").iterdir()] == ["papers"]
