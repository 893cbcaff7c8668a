"""A ledger in another place, as a backup is restored there: with its database and keys, its views made anew."""

from __future__ import annotations

import shutil
from contextlib import closing
from pathlib import Path
from sqlite3 import connect

from tests.tools.cli_run import inside, tombo
from tests.worlds.reported import TOMBO
from tombo.projections.registry import FOLLOWED


def restored(folder: Path, there: Path, *beside: str) -> Path:
    """The ledger of ``folder`` in a new folder ``there``, with the files and folders ``beside`` it that are named."""
    there.mkdir()
    shutil.copytree(folder / "keys", there / "keys")
    for name in beside:
        (shutil.copytree if (folder / name).is_dir() else shutil.copy)(folder / name, there / name)
    with closing(connect(folder / "ledger.db")) as here, closing(connect(there / "ledger.db")) as copy:
        here.backup(copy)
    return there


def rebuilt(there: Path) -> None:
    """Every followed projection of the ledger in ``there`` made anew."""
    with inside(there):
        for each in FOLLOWED:
            ran = tombo(*TOMBO, "--json", "views", "rebuild", each.name)
            assert ran.status == 0, ran.err


def same_files(one: Path, other: Path) -> None:
    """That two folders have the same files, byte for byte, and one at least."""
    names = sorted(path.name for path in one.iterdir())
    assert names
    assert names == sorted(path.name for path in other.iterdir())
    for name in names:
        assert (one / name).read_bytes() == (other / name).read_bytes(), name
