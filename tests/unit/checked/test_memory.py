"""The file ``heads``: what is damaged and what the machine is at fault for are told apart, and neither is a fault of ours."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

import pytest

from tombo.ledger.checked import Memory
from tombo.ledger.core.errors import KeyFileError

ORIGIN = "operator.example/test"


@pytest.mark.parametrize("held", [b"no database at all, and long enough to be read as one" * 100, b"x"])
def test_a_memory_that_is_no_database_is_named(tmp_path: Path, held: bytes) -> None:
    """The message says which file, and both ways on."""
    path = tmp_path / "heads"
    path.write_bytes(held)
    with pytest.raises(KeyFileError, match=r"heads cannot be read: .*; bring it back, or 'tombo memory rebuild'"):
        Memory(path, ORIGIN)


@pytest.mark.parametrize(
    ("free", "look"),
    [(2**30, "look at the disk and try again"), (0, "the disk is full: free some space and try again")],
)
def test_a_full_disk_is_no_damage(tmp_path: Path, free: int, look: str) -> None:
    """Where the disk has no room for what SQLite puts beside the file, nobody is told to rebuild it; that it is full is said (F7)."""
    path = tmp_path / "heads"
    Memory.create(path, ORIGIN).close()
    script = f"""
import resource
from pathlib import Path
from tombo.ledger.checked import Memory
from tombo.ledger.core.errors import StoreUnavailableError
import tombo.ledger.checked.memory as read
from types import SimpleNamespace
read.disk_usage = lambda path: SimpleNamespace(free={free})
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, {resource.getrlimit(resource.RLIMIT_FSIZE)[1]}))
try:
    Memory(Path({str(path)!r}), {ORIGIN!r})
except StoreUnavailableError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert f"heads cannot be read: disk I/O error; nothing was recorded; {look}" in done.stdout, done.stderr
