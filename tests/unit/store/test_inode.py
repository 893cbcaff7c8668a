"""Which files stand at some paths: the same answer by ``statx`` and without it, and another one for another file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tombo.ledger.store import inode
from tombo.ledger.store.inode import NOTHING, Inodes


@pytest.mark.parametrize("statx", [True, False])
def test_another_file_is_another_inode(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, statx: bool) -> None:
    """Written to it stays the same; replaced, removed and made again it does not. What is missing is nothing."""
    if not statx:
        monkeypatch.setattr(inode, "_STATX", None)
    path, other = tmp_path / "a", tmp_path / "b"
    asked = Inodes((str(path), str(other)))
    path.write_bytes(b"1")
    first = asked()
    assert first[0] != NOTHING
    assert first[1] == NOTHING
    path.write_bytes(b"22")
    assert asked() == first
    other.write_bytes(b"1")
    other.replace(path)
    replaced = asked()
    assert replaced[0] not in (NOTHING, first[0])
    assert replaced[1] == NOTHING
    path.unlink()
    assert asked() == (NOTHING, NOTHING)


def test_with_and_without_statx_it_is_the_same_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The number of the inode is the one ``os.stat`` knows, so a process without ``statx`` sees what one with it sees."""
    path = tmp_path / "a"
    path.write_bytes(b"1")
    (by_statx,) = Inodes((str(path),))()
    assert int.from_bytes(by_statx[:8], "little") == path.stat().st_ino
    monkeypatch.setattr(inode, "_STATX", None)
    (by_stat,) = Inodes((str(path),))()
    assert by_stat[:8] == by_statx[:8]
