"""What tests of checked reading have in common."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.worlds.two_doors import Doors
from tombo.ledger.operate.keyring import Keyring


@pytest.fixture
def doors(store_url: str, tmp_path: Path) -> Iterator[Doors]:
    """On each store in turn."""
    made = Doors(store_url, Keyring(tmp_path / "keys"))
    yield made
    made.close()
