"""The bar of what takes long: on a terminal alone, gone when it is done, and never in the way of what is said."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[3]
PROGRAM: Final = """
import time
from tombo.cli.terminal import output, progress as drawing
from tombo.reports.said.commands.common import ENTRIES, HANDS
drawing.PATIENCE = drawing.REDRAW = 0.0
{body}
"""
ERASED: Final = "\x1b[2K"


def drawn(body: str, *, columns: int = 120) -> tuple[str, str]:
    """What a process writes to its terminal (stderr) and to a file (stdout)."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "COLUMNS": str(columns), "TERM": "xterm"}
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM.format(body=body)],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=theirs,
    ) as process:
        os.close(theirs)
        said = b""
        try:
            while part := os.read(ours, 65_536):
                said += part
        except OSError:  # Linux says so where nobody has the other end any more
            pass
        os.close(ours)
        out, _ = process.communicate()
    assert process.returncode == 0, said.decode()
    return said.decode(), out.decode()


def last_line(screen: str) -> str:
    """What stands on the line of the cursor at the end."""
    return screen.rpartition(ERASED)[2].replace("\r", "").rpartition("\n")[2].replace("\x1b[1A", "")


def test_where_stderr_is_closed_nothing_is_drawn() -> None:
    """Closed before we were started, as a job's may be. Red before: whatever has a bar, a verification too, ended with status 3 and said nothing."""
    body = "for one in drawing.progress(range(3), HANDS): print(one)"
    words = ["sh", "-c", 'exec "$0" -c "$1" 2>&-', sys.executable, PROGRAM.format(body=body)]
    done = subprocess.run(words, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "0\n1\n2\n")


def test_the_bar_says_how_much_of_how_much() -> None:
    """With a total it fills and says what is left; without one it counts. Nothing of it is left."""
    screen, _ = drawn("for _ in drawing.progress(range(1_200), HANDS, 1_200): time.sleep(0.0002)")
    assert "1,000 of 1,200 hands" in screen
    assert "0:00:0" in screen
    assert last_line(screen) == ""
    screen, _ = drawn("for _ in drawing.progress(range(1_200), HANDS): time.sleep(0.0002)")
    assert "1,000 hands" in screen
    assert last_line(screen) == ""


def test_a_line_that_is_said_stands_where_the_bar_stood() -> None:
    """A warning, or a line of the result on the same terminal, does not begin behind a bar that is half drawn."""
    screen, out = drawn(
        "bar = drawing.Bar(ENTRIES); time.sleep(0.01); bar(3, 9); output.note('tombo: look'); time.sleep(0.01); bar(6, 9)\n"
        "output.say('done'); bar.clear()"
    )
    assert "3 of 9 entries" in screen
    assert "6 of 9 entries" in screen
    before, _, _ = screen.partition("tombo: look")
    assert before.endswith(ERASED) or last_line(before) == ""
    assert out == "done\n"


def test_the_cursor_is_never_hidden() -> None:
    """Whoever kills a command that draws has a terminal as it was."""
    screen, _ = drawn("for _ in drawing.progress(range(99), HANDS, 99): time.sleep(0.001)")
    assert "99 hands" in screen
    assert "\x1b[?25l" not in screen


@pytest.mark.parametrize("columns", [40, 60])
def test_the_bar_is_as_wide_as_the_terminal_lets_it(columns: int) -> None:
    """It keeps to one line: of a second one, nobody would take the first away."""
    screen, _ = drawn("for _ in drawing.progress(range(99), HANDS, 99): time.sleep(0.001)", columns=columns)
    assert "99 hands" in screen
    assert screen.count("\x1b[1A") == 1, "more than the one line that is left at the end"
    shown = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", screen)
    assert max(len(line) for line in re.split(r"[\r\n]", shown)) <= columns


def test_who_is_quick_or_reads_a_file_sees_no_bar() -> None:
    """Before two seconds nothing is drawn; nor ever where stderr is no terminal, and then the library is not even loaded."""
    screen, _ = drawn("drawing.PATIENCE = 2.0\nfor _ in drawing.progress(range(99), HANDS, 99): pass")
    assert screen == ""
    body = PROGRAM.format(
        body="import sys\nfor _ in drawing.progress(range(99), HANDS, 99): time.sleep(0.001)\nprint('rich' in sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", body], cwd=ROOT, capture_output=True, text=True, check=True)
    assert (ran.stdout, ran.stderr) == ("False\n", "")
