"""Files at hand that are not those that were sent to ANJ: ``tombo report check`` finds each of them, by its name."""

from __future__ import annotations

import io
import random
import shutil
import tarfile
from collections import Counter
from pathlib import Path
from typing import Final

import pytest

from tests.tools.cli_run import inside
from tests.tools.spoiled_files import ANY, IN_RECORDS, members_in, spoils
from tests.worlds.reported import DAY, Night
from tests.worlds.restored import restored
from tests.worlds.told_to_anj import report, told_night
from tombo.reports.regulators.country import Written
from tombo.reports.regulators.france.files import FRANCE
from tombo.reports.regulators.released import differing, files_in

pytestmark = pytest.mark.corpus
CHECKS: Final = 100
EMPTY: Final = 2
"""Of the archives without a document so many are spoiled at each check, beside all three that have some."""


def test_every_changed_archive_is_found(night: Night, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """500 archives: a cent, an id, a document less or twice, two in each other's places, another hour's bytes, a byte, one of another year.

    What the ledger gives is the same each time, so it is made once and copied from then on.
    """

    def copies(folder: Path, *_: object) -> Written:
        shutil.copytree("sent", folder, dirs_exist_ok=True)
        return Written([], {})

    told_night(night)
    chance, ways, spoiled = random.Random(29), Counter[str](), 0
    with inside(restored(night.folder, tmp_path / "there", "anj.toml")):
        assert report("release", DAY, "--out", "sent").status == 0
        assert report("check", DAY, "--files", "sent").status == 0
        monkeypatch.setattr("tombo.cli.commands.regulators.options.COUNTRIES", {"france": FRANCE._replace(day=copies)})
        held = {path.name: path.read_bytes() for path in Path("sent").iterdir()}
        filled = sorted(name for name, data in held.items() if members_in(data))
        for _ in range(CHECKS):
            shutil.rmtree("hand", ignore_errors=True)
            shutil.copytree("sent", "hand")
            chosen = [(name, chance.choice(IN_RECORDS + ANY)) for name in filled]
            chosen += [(name, chance.choice(ANY)) for name in chance.sample(sorted(held.keys() - set(filled)), EMPTY)]
            others = list(held.values())
            due = sorted(spoils(Path("hand", name), way, chance, members_in, others) for name, way in chosen)
            checked = report("check", DAY, "--files", "hand")
            assert (checked.status, checked.document["made_again"]) == (1, []), checked.err
            assert [(one["name"], one["wrong"]) for one in checked.document["at_hand"]] == due, chosen
            ways.update(way for _, way in chosen)
            spoiled += len(due)
    assert spoiled == 500
    assert ways.keys() == {*IN_RECORDS, *ANY}


def test_an_archive_packed_again_of_the_same_documents_is_the_same(night: Night, tmp_path: Path) -> None:
    """By another program: nothing of the machine or of now is in it."""
    told = tmp_path / "told"
    shutil.copytree(told_night(night), told)
    sent = files_in(told)
    for path in told.iterdir():
        with tarfile.open(path) as archive:
            members = [(each.name, archive.extractfile(each).read()) for each in archive]  # type: ignore[union-attr]  # of a file
        with tarfile.open(path, "w", format=tarfile.USTAR_FORMAT) as archive:
            for name, data in members:
                each = tarfile.TarInfo(name)
                each.size, each.mode = len(data), 0o600
                archive.addfile(each, io.BytesIO(data))
    assert list(differing(sent, told)) == []
