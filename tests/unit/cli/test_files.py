"""F1: a document is written whole or not at all, whatever stops it, and never over what came meanwhile."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tombo.cli import files
from tombo.ledger.core.errors import UnwritableError
from tombo.reports.said.commands.files import A_PAGE

ROOT: Final = Path(__file__).resolve().parents[3]
KILLED: Final = """
import os, signal, sys
from pathlib import Path
from tombo.cli import files
from tombo.reports.said.commands.files import A_PAGE
with files.document(Path(sys.argv[1]), files.beginning(A_PAGE(), b"old")) as file:
    file.write(b"new" * 100_000)
    file.flush()
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize("before", [None, b"old text"])
def test_f1_who_is_killed_while_writing_leaves_what_was_there(tmp_path: Path, before: bytes | None) -> None:
    """A kill in the middle of a document leaves the old one, or none; the next one takes its place all the same."""
    target = tmp_path / "document"
    if before is not None:
        target.write_bytes(before)
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    killed = subprocess.run(
        [sys.executable, "-c", KILLED, str(target)], capture_output=True, check=False, env=environment
    )
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    assert (target.read_bytes() if target.exists() else None) == before
    files.write(target, b"old again", files.beginning(A_PAGE(), b"old"))
    assert target.read_bytes() == b"old again"


TOLD: Final = """
import os, signal, sys
from pathlib import Path
from tombo.cli import files
signal.signal(int(sys.argv[2]), signal.SIG_DFL)  # who runs the tests may have it passed over, as nohup does
with files.new_folder(Path(sys.argv[1]), closed=True) as folder:
    (folder / "names").write_bytes(b"somebody" * 100_000)
    os.kill(os.getpid(), int(sys.argv[2]))
"""


@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGHUP])
def test_who_is_told_to_end_leaves_nobodys_names_behind(tmp_path: Path, told: signal.Signals) -> None:
    """Red before: half a folder of them stayed beside the one that was asked for. The process ends as told."""
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    runs = [sys.executable, "-c", TOLD, str(tmp_path / "folder"), str(int(told))]
    ended = subprocess.run(runs, capture_output=True, check=False, env=environment)
    assert (ended.returncode, ended.stderr) == (-told, b"")
    assert list(tmp_path.iterdir()) == []


def test_f7_a_dash_is_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """``--csv -`` made a file of that name, where ``--claim -`` reads stdin; only a path tells ``rm`` which it is."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UnwritableError, match="- is no name: what is written whole does not go to stdout"):
        files.write(Path("-"), b"text", files.beginning(A_PAGE(), b"text"))
    assert list(tmp_path.iterdir()) == []


def test_f7_a_dash_is_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Red before: a folder named ``-``, which most commands take for an option."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UnwritableError, match="- is no name"):
        files.made_folder(Path("-"))
    with pytest.raises(UnwritableError, match="- is no name"), files.new_folder(Path("-")):
        pass
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("step", ["fsync", "link"])
def test_f1_an_error_at_any_step_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """A disk that fills up while the draft is made durable, or as it gets its name, costs the document and nothing else."""

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, step, full)
    with pytest.raises(UnwritableError, match="document cannot be written: No space left on device"):
        files.write(tmp_path / "document", b"text", files.beginning(A_PAGE(), b"text"))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("fault", "status"), [(errno.ENOSPC, 3), (errno.EDQUOT, 3), (errno.EACCES, 2)])
def test_f1_a_full_disk_is_no_wrong_usage(tmp_path: Path, fault: int, status: int) -> None:
    """Red before: a bundle for which there is no room ended with the status of a wrong option; what helps is said."""

    def written() -> None:
        with files.new_folder(tmp_path / "out" / "bundle") as folder:
            (folder / "tile").write_bytes(b"half")
            raise OSError(fault, os.strerror(fault))

    with pytest.raises(UnwritableError, match=r"bundle cannot be written") as raised:
        written()
    assert raised.value.exit_status == status
    assert ("make room there, then run it again" in str(raised.value)) == (status == 3)
    assert list(tmp_path.iterdir()) == []


def test_f1_where_there_are_no_links_a_document_is_written_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a file system without hard links, as memory sticks have, a new document gets its name all the same."""

    def unknown(*_: object, **__: object) -> None:
        raise OSError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr(os, "link", unknown)
    files.write(tmp_path / "document", b"text", files.beginning(A_PAGE(), b"text"))
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("document", b"text")]


@pytest.mark.parametrize("before", [None, b"old"])
def test_f1_what_came_meanwhile_stays(tmp_path: Path, before: bytes | None) -> None:
    """A file that another process puts under the name while a document is written is not replaced by it."""
    target, sort = tmp_path / "document", files.beginning(A_PAGE(), b"old")
    if before is not None:
        target.write_bytes(before)

    def written() -> None:
        with files.document(target, sort) as file:
            file.write(b"old, but newer")
            (tmp_path / "other").write_bytes(b"precious")
            (tmp_path / "other").replace(target)

    with pytest.raises(UnwritableError, match="was changed while it was written"):
        written()
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("document", b"precious")]
