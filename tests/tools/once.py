"""What takes long to make is made once a run: the test process that needs it first makes it, and whoever needs it copies it.

Each test process starts from files that nobody else writes to, so no test sees what another did, and every one passes alone.
"""

from __future__ import annotations

import fcntl
import os
import pickle
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar

import pytest

Made = TypeVar("Made")
_MADE: Final = "made.pickle"
"""Beside the folder's files: what its maker gave back."""


def copy_of(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], Made]) -> tuple[Path, Made]:
    """A new folder with a copy of what ``make`` leaves in one, and a copy of what it gives back.

    ``make`` is called once in the whole run for each ``name``, with an empty folder; the other processes wait for it. What it
    gives back is pickled, and what it opened it has closed. If it fails, the next to ask tries again.
    """
    place = _common(factory) / name
    with place.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (place / _MADE).exists():
            shutil.rmtree(place, ignore_errors=True)
            (place / "files").mkdir(parents=True)
            kept = pickle.dumps(make(place / "files"))
            (place / _MADE).write_bytes(kept)
    copy = shutil.copytree(place / "files", factory.mktemp(name), dirs_exist_ok=True)
    found: Made = pickle.loads((place / _MADE).read_bytes())
    return copy, found


def _common(factory: pytest.TempPathFactory) -> Path:
    """A folder that all test processes of this run have in common: theirs lie in it."""
    own = factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
