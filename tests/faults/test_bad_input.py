"""Bad input: one clear message, the right exit status, nothing half done. The cases are those of the error gallery."""

from __future__ import annotations

import re
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tools.cli_run import asked, inside, player, tombo
from tests.tools.gallery import GALLERY, HAND, LEDGER, PAGE, Case, page, prepare, run

CASES = [case for cases in GALLERY.values() for case in cases]


@pytest.fixture(scope="module")
def origin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The gallery's ledger, for every case to copy."""
    folder = tmp_path_factory.mktemp("gallery")
    prepare(folder)
    return folder


@pytest.fixture
def folder(origin: Path, tmp_path: Path) -> Path:
    """A copy of the gallery's ledger that a test may spoil."""
    return Path(shutil.copytree(origin, tmp_path / "here"))


def written() -> dict[str, str]:
    """The texts on the page, by title."""
    found = re.findall(r"^### ([^\n]+)\n\n```\n(.*?)\n```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return dict(found)


@pytest.mark.parametrize("case", [pytest.param(case, id=case.title) for case in CASES])
def test_error_is_as_the_gallery_shows_it(case: Case, folder: Path) -> None:
    """The command fails with exactly the message and exit status on the page, and without a traceback."""
    text = run(case, folder)

    assert text == written()[case.title]
    assert "Traceback" not in text


def test_the_gallery_holds_these_errors_and_no_others() -> None:
    """The page is what the cases would write: a title, a chapter or the introduction changed by hand is noticed."""
    assert PAGE.read_text(encoding="utf-8") == page(written())
    assert len({case.title for case in CASES}) == len(CASES)


def test_a_bad_line_does_not_stop_the_next(folder: Path) -> None:
    """Every line gets its own answer, in order; the exit status is the worst of them."""
    lines = [
        "not json",
        asked("t/1", player("p-leste"), kind="check", hand=HAND, seat=2),
        "",
        asked("t/2", player("p-oeste"), kind="call", hand=HAND, seat=4),
    ]
    with inside(folder):
        ran = tombo(*LEDGER, "record", stdin="\n".join(lines).encode())

    assert [answer["status"] for answer in ran.lines] == ["error", "refused", "recorded"]
    assert ran.lines[0]["line"] == 1
    assert ran.status == 2


def test_a_line_without_end_is_refused_and_the_next_is_read(folder: Path) -> None:
    """A line longer than any command is answered with its number, and never kept in memory whole."""
    call = asked("t/1", player("p-oeste"), kind="call", hand=HAND, seat=4).encode()
    with inside(folder):
        ran = tombo(*LEDGER, "record", stdin=b"x" * 3_000_000 + b"\n" + call)

    assert [answer["status"] for answer in ran.lines] == ["error", "recorded"]
    assert "longer than 1,048,576 bytes" in ran.lines[0]["message"]


def test_a_retry_gets_the_first_receipt(folder: Path) -> None:
    """The same command under the same id is recorded once and says so the second time."""
    call = asked("t/1", player("p-oeste"), kind="call", hand=HAND, seat=4).encode()
    with inside(folder):
        first, second = (tombo(*LEDGER, "record", stdin=call).document for _ in range(2))

    assert "repeated" not in first
    assert second == {**first, "repeated": True}


def test_a_command_on_several_streams_says_where_each_went(folder: Path) -> None:
    """A fold that ends a hand also moves the table; the receipt has the hand first and the table under `also`."""
    fold = asked("t/1", player("p-oeste"), kind="fold", hand=HAND, seat=4).encode()
    with inside(folder):
        receipt = tombo(*LEDGER, "record", stdin=fold).document

    assert receipt["stream"] == f"hand:{HAND}"
    assert [other["stream"] for other in receipt["also"]] == ["table:mesa-1"]
    assert len(receipt["versions"]) == len(receipt["log_index"])


def test_a_locked_database_is_not_reachable(folder: Path) -> None:
    """While somebody else holds the database locked nothing is acknowledged: status 3, and the answer says locked."""
    other = sqlite3.connect(folder / "demo/ledger.db", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    call = asked("t/1", player("p-oeste"), kind="call", hand=HAND, seat=4).encode()
    with inside(folder):
        ran = tombo(*LEDGER, "record", stdin=call)
    other.close()

    assert ran.status == 3
    assert "locked" in ran.out + ran.err


@pytest.mark.parametrize(
    ("output", "status", "message"),
    [
        pytest.param("| head -c 1 > /dev/null; exit ${PIPESTATUS[0]}", 141, "", id="a reader who leaves"),
        pytest.param("> /dev/full", 3, "No space left on device", id="a full disk"),
    ],
)
def test_output_that_nobody_takes(folder: Path, output: str, status: int, message: str) -> None:
    """A closed pipe ends the command in silence, a full disk with one line; neither with a traceback."""
    program = "import sys; from tombo.cli.main import main; sys.exit(main())"
    words = " ".join([*LEDGER, "schema", "events"])
    ran = subprocess.run(
        ["bash", "-c", f"{sys.executable} -c '{program}' {words} {output}"],
        cwd=folder,
        env={"PYTHONPATH": str(PAGE.parents[1]), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert (ran.returncode, message in ran.stderr) == (status, True)
    assert "Traceback" not in ran.stderr
    assert len(ran.stderr.splitlines()) == bool(message)
