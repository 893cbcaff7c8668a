"""Other people's vectors, which lie outside the project: found through ``TOMBO_SHARED``, from the project's root, default ``../shared``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import pytest

ROOT = Path(__file__).resolve().parents[2]
SHARED: Final = (ROOT / (os.environ.get("TOMBO_SHARED") or "../shared")).resolve()
"""The folder of the shared material, the same from whatever folder a test works in."""


def shared(name: str) -> Path:
    """The file or folder ``name`` of the shared material; the test is skipped, and says so, where it is missing."""
    path = SHARED / name
    if not path.exists():
        pytest.skip(f"{name} is not here: TOMBO_SHARED names the folder it lies in")
    return path
