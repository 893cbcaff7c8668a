"""Finished parts in a folder: found again by what they are of, whole or not at all, and nothing else there is touched."""

from __future__ import annotations

from pathlib import Path

import pytest

from tombo.ledger.core.errors import UsageError
from tombo.ledger.parts import Done, KeptParts


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
