"""Finished parts in a folder: found again by what they are of, whole or not at all, and nothing else there is touched."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from tests.unit.parts.test_work import RIGHT, Squares, squares
from tombo.ledger.core.errors import UnwritableError, UsageError
from tombo.ledger.parts import Done, Here, KeptParts, Means


def test_finished_parts_are_those_of_the_same_job_program_and_part(tmp_path: Path) -> None:
    """And whole: one that was cut off is none."""
    finished = KeptParts(tmp_path / "parts", "1")
    finished.put(b"job", (1, 2), Done("a", "result"))
    assert finished.get(b"job", (1, 2)) == Done("a", "result")
    assert (finished.get(b"other", (1, 2)), finished.get(b"job", (1, 3))) == (None, None)
    assert KeptParts(tmp_path / "parts", "2").get(b"job", (1, 2)) is None
    (path,) = (tmp_path / "parts").iterdir()
    path.write_bytes(path.read_bytes()[:-1])
    assert finished.get(b"job", (1, 2)) is None
    finished.drop("nobody")
    assert list((tmp_path / "parts").iterdir()) == []


def test_what_is_no_part_is_not_touched(tmp_path: Path) -> None:
    """Whoever names a folder with files of his own keeps them; what a run left half written goes."""
    kept = KeptParts(tmp_path / "parts", "1")
    own = [tmp_path / "parts" / name for name in ("film.part", "film.part01.rar", f"{'0' * 64}.1")]
    for path in own:
        path.write_text("not ours")
    (tmp_path / "parts" / f"{'0' * 64}.draft-17").write_text("cut off")
    kept.put(b"job", 1, Done("a", 1))
    kept.drop("nobody")
    kept.clear()
    assert sorted((tmp_path / "parts").iterdir()) == sorted(own)


def test_a_part_in_the_place_of_another_is_none(tmp_path: Path) -> None:
    """It is whole, but not what was asked for."""
    kept = KeptParts(tmp_path / "parts", "1")
    kept.put(b"job", 1, Done("a", "one"))
    (one,) = (tmp_path / "parts").iterdir()
    kept.put(b"job", 2, Done("a", "two"))
    (two,) = (path for path in (tmp_path / "parts").iterdir() if path != one)
    two.write_bytes(one.read_bytes())
    assert (kept.get(b"job", 1), kept.get(b"job", 2)) == (Done("a", "one"), None)


def test_two_runs_may_keep_parts_in_one_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one that is done first removes them under the feet of the other."""
    one, other = (KeptParts(tmp_path / "parts", "1") for _ in range(2))
    one.put(b"job", 1, Done("a", 1))
    files = list((tmp_path / "parts").iterdir())
    monkeypatch.setattr(Path, "iterdir", lambda _: iter(files))
    one.clear()
    other.drop("a")
    other.clear()


def test_a_part_that_cannot_be_kept_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk is told, and does not stay full of what was half written."""
    kept = KeptParts(tmp_path / "parts", "1")
    write = Path.write_bytes

    def full(path: Path, text: bytes) -> int:
        write(path, text[:5])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space left"):
        kept.put(b"job", 1, Done("a", 1))
    assert list((tmp_path / "parts").iterdir()) == []


@pytest.mark.parametrize("mode", [0o770, 0o707])
def test_parts_are_kept_only_where_nobody_else_writes(tmp_path: Path, mode: int) -> None:
    """Who could would have this process run what he likes."""
    folder = tmp_path / "parts"
    folder.mkdir()
    folder.chmod(mode)
    with pytest.raises(UsageError, match=r"written to by others"):
        KeptParts(folder, "1")
    (tmp_path / "file").touch()
    for path in (tmp_path / "file", tmp_path / "file" / "parts"):
        with pytest.raises(UsageError, match=r"no folder"):
            KeptParts(path, "1")


@pytest.mark.parametrize(("number", "status"), [(errno.ENOSPC, 3), (errno.EDQUOT, 3), (errno.EROFS, 2)])
def test_where_parts_cannot_be_kept_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, status: int
) -> None:
    """By the folder, and with what next; what was finished before is there. Red before: "No space left on device", of nobody knew which."""
    kept, put = KeptParts(tmp_path / "parts", "1"), Path.replace

    def full(self: Path, target: Path) -> Path:
        if kept.held > 3:
            raise OSError(number, os.strerror(number))
        return put(self, target)

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(UnwritableError, match=rf"parts: {os.strerror(number)}; expected .* --parts") as found:
        Means(Here(), kept).run(Squares(tmp_path), squares)
    assert (found.value.exit_status, kept.held) == (status, 3)
    monkeypatch.undo()
    assert Means(Here(), kept).run(Squares(tmp_path), squares) == RIGHT
