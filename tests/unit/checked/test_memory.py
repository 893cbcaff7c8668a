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


def test_a_full_disk_is_no_damage(tmp_path: Path) -> None:
    """Where the disk has no room for what SQLite puts beside the file, nobody is told to rebuild it."""
    path = tmp_path / "heads"
    Memory.create(path, ORIGIN).close()
    script = f"""
import resource
from pathlib import Path
from tombo.ledger.checked import Memory
from tombo.ledger.core.errors import StoreUnavailableError
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, {resource.getrlimit(resource.RLIMIT_FSIZE)[1]}))
try:
    Memory(Path({str(path)!r}), {ORIGIN!r})
except StoreUnavailableError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert "heads cannot be read: disk I/O error; nothing was recorded; look at the disk" in done.stdout, done.stderr
