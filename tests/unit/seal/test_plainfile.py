"""F8: what lies beside the keys is read as a plain file, or refused by name: a pipe in its place would be waited on for ever."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.tools.cli_run import tombo
from tombo.ledger.operate.keyring import Keyring
from tombo.ledger.operate.publisher import PublisherFiles
from tombo.ledger.seal.plainfile import read_plain


def test_a_plain_file_is_read_as_far_as_asked(tmp_path: Path) -> None:
    """Not one byte more is taken into memory."""
    path = tmp_path / "note"
    path.write_bytes(b"a" * 100)
    assert read_plain(path, 1_000) == b"a" * 100
    assert read_plain(path, 7) == b"a" * 7


def test_f8_what_is_no_plain_file_is_not_waited_for(tmp_path: Path) -> None:
    """A pipe, a folder and a device are no files of ours."""
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="no plain file"):
        read_plain(tmp_path / "pipe", 10)
    with pytest.raises(OSError, match="no plain file"):
        read_plain(Path(os.devnull), 10)
    with pytest.raises(IsADirectoryError):
        read_plain(tmp_path, 10)
    with pytest.raises(FileNotFoundError):
        read_plain(tmp_path / "none", 10)


def test_f8_a_status_that_is_a_pipe_says_nothing(tmp_path: Path) -> None:
    """As one that is not there: the lock still says who publishes."""
    os.mkfifo(tmp_path / "signer.status")
    assert PublisherFiles(tmp_path / "signer").read() is None


@pytest.mark.parametrize("name", ["policy", "signer", "seen", "mark"])
def test_f8_no_command_waits_for_a_pipe_among_the_keys(tmp_path: Path, name: str) -> None:
    """Whoever may write the folder may spoil it, not hold up everybody: without a file that is needed, the command says which."""
    url, keys = f"sqlite:///{tmp_path / 'ledger.db'}", tmp_path / "keys"
    made = tombo("init", "--ledger", url, "--keys", str(keys), "--origin", "test.example/ledger/1")
    assert made.status == 0, made.err
    path = getattr(Keyring(keys).trusted, name, keys / name)
    path.unlink(missing_ok=True)
    os.mkfifo(path)
    said = tombo("status", "--ledger", url, "--keys", str(keys))
    assert (said.status, str(path) in said.err) == ((0, False) if name == "seen" else (2, True)), said.err
