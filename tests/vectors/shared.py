"""Other people's vectors, which lie outside the project: found through ``TOMBO_SHARED``, default ``../shared``."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def shared(name: str) -> Path:
    """The file or folder ``name`` of the shared material; the test is skipped, and says so, where it is missing."""
    path = Path(os.environ.get("TOMBO_SHARED") or ROOT.parent / "shared") / name
    if not path.exists():
        pytest.skip(f"{name} is not here: TOMBO_SHARED names the folder it lies in")
    return path
