"""Files at hand that are not those that were sent to ANJ: ``tombo report check`` finds each of them, by its name."""

from __future__ import annotations

import io
import random
import shutil
import tarfile
from pathlib import Path
from typing import Final

import pytest

from tests.tools.cli_run import inside
from tests.worlds.mutated import WAYS, Papers
from tests.worlds.releases import Releases, spoilt_is_found
from tests.worlds.reported import DAY, Night
from tests.worlds.restored import restored
from tests.worlds.told_to_anj import report, told_night
from tombo.reports.regulators.country import Written
from tombo.reports.regulators.france.files import FRANCE
from tombo.reports.regulators.released import differing, files_in

pytestmark = pytest.mark.corpus


def unpacked(path: Path) -> bytes:
    """The documents of an archive, each on a line behind its name."""
    with tarfile.open(path) as archive:
        found = [(each.name, archive.extractfile(each).read()) for each in archive]  # type: ignore[union-attr]  # of a file
    return b"".join(b"%s %s\n" % (name.encode(), data.replace(b"\n", b"\0")) for name, data in found)


def packed(path: Path, documents: bytes) -> None:
    """An archive of such lines, by another program than ours."""
    with tarfile.open(path, "w", format=tarfile.USTAR_FORMAT) as archive:
        for line in documents.splitlines():
            name, _, data = line.replace(b"\0", b"\n").partition(b" ")
            each = tarfile.TarInfo(name.decode())
            each.size, each.mode = len(data), 0o600
            archive.addfile(each, io.BytesIO(data))


PAPERS: Final = Papers(rb"^.+\n", amount=rb">-?\d+<", reads=unpacked, writes=packed)


def test_every_changed_archive_is_found(night: Night, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """500 archives with one thing wrong, by the check itself. What the ledger gives is the same each time, so it is made once and copied from then on."""

    def copies(folder: Path, *_: object) -> Written:
        shutil.copytree(there / "sent", folder, dirs_exist_ok=True)
        return Written([], {})

    told_night(night)
    there = restored(night.folder, tmp_path / "there", "anj.toml")
    with inside(there):
        assert report("release", DAY, "--out", "sent").status == 0
        assert report("check", DAY, "--files", "sent").status == 0
        monkeypatch.setattr("tombo.reports.shown.house.releases.COUNTRIES", {"france": FRANCE._replace(day=copies)})
    hours = [found for path in sorted((there / "sent").iterdir()) if (found := unpacked(path))]
    packed(tmp_path / "two", hours[0] + hours[1])
    strange = [(tmp_path / "two").read_bytes()]
    ways = spoilt_is_found(Releases("france", "PO", report, there, ["sent"]), PAPERS, strange, random.Random(29), 500)
    assert set(ways) == WAYS


def test_an_archive_packed_again_of_the_same_documents_is_the_same(night: Night, tmp_path: Path) -> None:
    """By another program: nothing of the machine or of now is in it."""
    told = tmp_path / "told"
    shutil.copytree(told_night(night), told)
    sent = files_in(told)
    for path in told.iterdir():
        packed(path, unpacked(path))
    assert list(differing(sent, told)) == []
