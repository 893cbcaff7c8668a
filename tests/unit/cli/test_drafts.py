"""What a process that was killed leaves of a folder it filled: closed to other people, and taken away by the next that fills one beside it."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tombo.cli.commands.regulators.making import made_again
from tombo.cli.files import folder_on_record, new_folder

FILLS = {
    "new": "from tombo.cli.files import new_folder\nfolder = new_folder(Path('asked', 'out'), closed=True)\n",
    "record": "from tombo.cli.files import folder_on_record\nfolder = folder_on_record(Path('asked', 'out'))\n",
    "again": "from tombo.cli.commands.regulators.making import made_again\nfolder = made_again(None)\n",
}
"""By what makes it: a program's draft, in ``asked`` or where the system keeps what is passing."""
PROGRAM = """
with folder as draft:
    draft = draft[0] if isinstance(draft, tuple) else draft
    (draft / 'cards').write_bytes(b'As Kd')
    print('made', flush=True)
    sys.stdin.read()
"""


@contextmanager
def filling(what: str, where: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A program that has filled a draft and waits; killed at the end at the latest."""
    (where / "asked").mkdir(exist_ok=True)
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).resolve().parents[3]), "TMPDIR": str(where / "asked")}
    program = f"import sys\nfrom pathlib import Path\n{FILLS[what]}{PROGRAM}"
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, "-c", program], cwd=where, env=environment, stdin=pipe, stdout=pipe
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"made\n"
        yield process
        process.kill()


def fills(what: str, where: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another folder of the same sort, filled here and then gone or there."""
    monkeypatch.setattr("tempfile.tempdir", str(where / "asked"))
    if what == "again":
        with made_again(None):
            return
    with new_folder(where / "asked" / "other") if what == "new" else folder_on_record(where / "asked" / "other"):
        return


@pytest.mark.parametrize("what", FILLS)
def test_what_a_killed_process_leaves_is_taken_away_by_the_next(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Red before: the closed cards of a day lay there until somebody knew of it. Until then nobody else can open it."""
    with filling(what, tmp_path) as process:
        process.send_signal(signal.SIGKILL)
        process.wait()
    (left,) = (tmp_path / "asked").iterdir()
    assert stat.S_IMODE(left.stat().st_mode) == 0o700
    assert (left / "cards").read_bytes() == b"As Kd"
    fills(what, tmp_path, monkeypatch)
    assert not left.exists()


@pytest.mark.parametrize("what", FILLS)
def test_a_draft_that_somebody_fills_is_left_to_him(what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two at once in one folder do not meet."""
    with filling(what, tmp_path):
        (draft,) = (tmp_path / "asked").iterdir()
        fills(what, tmp_path, monkeypatch)
        assert (draft / "cards").read_bytes() == b"As Kd"


@pytest.mark.parametrize("name", [".tombo-notes", ".tombo-0123456789abcdef0", "tombo-0123456789abcdef"])
def test_nothing_else_is_taken_away(name: str, tmp_path: Path) -> None:
    """Not what is called a little otherwise, no file, and nothing behind a link."""
    (tmp_path / name).mkdir()
    (tmp_path / ".tombo-0123456789abcdef").write_bytes(b"a file")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / ".tombo-fedcba9876543210").symlink_to(tmp_path / "elsewhere")
    with new_folder(tmp_path / "out"):
        pass
    assert len(list(tmp_path.iterdir())) == 5


def test_a_file_system_without_locks_keeps_nobody_from_filling_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And takes nothing away: who fills it cannot be known."""

    def unknown(*_: object) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr("fcntl.flock", unknown)
    (tmp_path / ".tombo-0123456789abcdef").mkdir()
    with new_folder(tmp_path / "out") as draft:
        (draft / "said").write_bytes(b"1")
    assert {path.name for path in tmp_path.iterdir()} == {".tombo-0123456789abcdef", "out"}
