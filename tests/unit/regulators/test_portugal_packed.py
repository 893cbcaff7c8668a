"""A day's files packed for the *cofre*: by tombo as a plain zip, or by the operator's own command; and only what was released."""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.tools.cli_run import Ran, inside, tombo
from tests.worlds.reported import SETTINGS, TOMBO, one_bet
from tombo.ledger.core.clock import SystemClock
from tombo.ledger.core.lisbon import window

DAY = "2026-07-14"
LATER = 2 * 3_600_000_000
"""Two hours: everything of the day has been told."""
SCRIPT = """import pathlib, sys
files = sorted(pathlib.Path("in").iterdir())
pathlib.Path("bin/inner").write_text("not for the regulator")
pathlib.Path("bin", f"{sys.argv[1]}-{sys.argv[2]}.sealed").write_text("".join(path.name + "\\n" for path in files))
"""
"""Packs as an operator's own might: from ``in``, to ``bin``."""


@pytest.fixture
def sent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The names of the files of a day of one bet, released to ``sent``."""
    one_bet(tmp_path, ball="17")
    monkeypatch.setattr(SystemClock, "now", lambda _: window(DAY)[1] + LATER)
    with inside(tmp_path):
        assert tombo(*TOMBO, "reconcile", "--day", DAY, "--close").status == 0
        released = tombo(
            *TOMBO, "--json", "report", "release", "portugal", DAY, "--settings", "srij.toml", "--out", "sent"
        )
        assert released.status == 0, released.err
        yield [one["name"] for one in released.document["files"]]


def packed(out: str, *, command: list[str] | None = None, more: str = "", files: str = "sent") -> Ran:
    """``tombo report pack`` by settings with that command."""
    asked = "" if command is None else f"command = {command!r}\n"
    Path("pack.toml").write_text(f"{SETTINGS}\n[package]\n{asked}{more}", encoding="utf-8")
    words = ("pack", "portugal", DAY, "--settings", "pack.toml", "--files", files, "--out", out)
    return tombo(*TOMBO, "--json", "report", *words)


def test_without_a_command_it_is_a_zip_of_what_was_released(sent: list[str]) -> None:
    """Each file by its bytes, in order of name; a second time the same bytes; for its owner alone."""
    ran = packed("packed")
    assert (ran.status, ran.document["files"]) == (0, ["20260714_1AA.zip"]), ran.err
    path = Path("packed", "20260714_1AA.zip")
    assert path.stat().st_mode & 0o077 == 0
    with ZipFile(path) as package:
        assert package.testzip() is None
        assert package.namelist() == sorted(sent)
        for name in sent:
            assert package.read(name) == Path("sent", name).read_bytes()
    assert packed("again", more='name = "cofre-{day}.zip"\n').document["files"] == ["cofre-20260714.zip"]
    assert Path("again", "cofre-20260714.zip").read_bytes() == path.read_bytes()


def test_the_operators_command_packs_them_as_he_wishes(sent: list[str]) -> None:
    """In a folder of its own with ``in``, ``bin`` and ``out``; what it leaves where the settings say is the package, and nothing else."""
    Path("pack.py").write_text(SCRIPT, encoding="utf-8")
    command = [sys.executable, str(Path("pack.py").resolve()), "{day}", "{safe}"]
    ran = packed("packed", command=command, more='leaves = "bin/*.sealed"\n')
    assert (ran.status, ran.document["files"]) == (0, ["20260714-1AA.sealed"]), ran.err
    assert Path("packed", "20260714-1AA.sealed").read_text().split() == sorted(sent)
    assert not Path("packed", "inner").exists()


def test_the_command_works_on_the_disk_where_the_package_goes(sent: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Red before: where the system keeps what is passing there was no room, and it was told of the folder of the package.

    It works within the draft of that, which the next command takes away if this one is killed: copies of somebody's papers are in it.
    """
    monkeypatch.setattr(tempfile, "tempdir", str(Path("nowhere").resolve()))
    command = [sys.executable, "-c", "import os, pathlib; pathlib.Path('out/where').write_text(os.getcwd())"]
    ran = packed("packed", command=command)
    assert (ran.status, ran.document["files"]) == (0, ["where"]), ran.err
    place = Path(Path("packed", "where").read_text())
    assert (place.parent.parent, place.exists(), place.parent.exists()) == (Path.cwd(), False, False)
    assert re.fullmatch(r"\.tombo-[0-9a-f]{16}", place.parent.name)


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (["/nowhere/encripta.sh"], "/nowhere/encripta.sh of the settings cannot be run: No such file"),
        (
            [sys.executable, "-c", "raise SystemExit('the certificate has expired')"],
            "status 1: the certificate has exp",
        ),
        ([sys.executable, "-c", "pass"], "left nothing at out/*"),
    ],
)
def test_a_command_that_fails_packs_nothing(sent: list[str], command: list[str], says: str) -> None:
    """By what it said last, or by what is missing."""
    ran = packed("packed", command=command)
    assert (ran.status, says in ran.err, Path("packed").exists()) == (1, True, False), ran.err


@pytest.mark.parametrize("leaves", ["/etc/host*", "../srij.toml", "out/../../srij.toml", "out//*"])
def test_what_lies_elsewhere_is_no_package(sent: list[str], leaves: str) -> None:
    """Red before: a pattern from the root was a fault of tombo itself, and one that leads upwards packed what lies there."""
    ran = packed("packed", command=[sys.executable, "-c", "pass"], more=f"leaves = {leaves!r}\n")
    assert (ran.status, "package.leaves" in ran.err, Path("packed").exists()) == (2, True, False), ran.err


def test_only_what_was_released_is_packed(sent: list[str]) -> None:
    """A file that was changed, one that is missing, one too many; a day that nobody released; braces that stand for nothing."""
    name = max(sent)
    kept = Path("sent", name).read_bytes()
    Path("sent", name).write_bytes(kept + b" ")
    assert f"{name} is not as it was released" in packed("packed").err
    Path("sent", name).write_bytes(kept)
    Path("sent", "more.txt").write_bytes(b"")
    assert "more.txt is not as it was released" in packed("packed").err
    Path("sent", "more.txt").rename("more.txt")
    Path("sent", name).rename("kept.xml")
    ran = packed("packed")
    assert (ran.status, f"{name} is not as it was released" in ran.err, Path("packed").exists()) == (2, True, False)
    Path("kept.xml").rename(Path("sent", name))
    ran = packed("packed", more='name = "{player}.zip"\n')
    assert (ran.status, "package.name" in ran.err) == (2, True), ran.err
    ran = packed("packed", more='name = "../{day}.zip"\n')
    assert (ran.status, "package.name" in ran.err) == (2, True), ran.err
    words = ("--settings", "srij.toml", "--files", "sent", "--out", "packed")
    ran = tombo(*TOMBO, "report", "pack", "portugal", "2026-07-13", *words)
    assert (ran.status, "nothing of 2026-07-13 was released" in ran.err) == (2, True)
