"""G10, G11: a disk that fails at any step of opening is a named error, and nothing is left open."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ORIGIN
from tests.tools.closed import Watched, collected
from tombo.ledger.core.errors import LedgerError, StoreUnavailableError
from tombo.ledger.operate.keyring import Keyring, create_ledger
from tombo.ledger.store import create_store, find_views, open_store, open_views

Opened = Any
WAYS: dict[str, Callable[[str], Opened]] = {
    "to read": lambda url: open_store(url, read_only=True),
    "to write": open_store,
    "a new one": lambda url: create_store(url.replace("ledger.db", "new.db"), ORIGIN),
    "projections": open_views,
    "projections to read": find_views,
}


class Failing:
    """A disk that fails at one step: the opening of a file, or a statement."""

    def __init__(self, step: int) -> None:
        self.left = step

    def passes(self) -> None:
        """One step more.

        Raises:
            sqlite3.OperationalError: this is the one.
        """
        self.left -= 1
        if self.left == 0:
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorcode = sqlite3.SQLITE_IOERR
            raise error

    def connect(self, *args: Any, **more: Any) -> sqlite3.Connection:
        """``sqlite3.connect`` on this disk."""
        self.passes()
        disk = self

        class Connection(Watched):
            def execute(self, *args: Any) -> sqlite3.Cursor:
                disk.passes()
                return super().execute(*args)

        made: sqlite3.Connection = _connect(*args, **{**more, "factory": Connection})
        return made


_connect = sqlite3.connect


@pytest.mark.parametrize("way", WAYS)
def test_g10_a_disk_that_fails_while_a_ledger_is_opened_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    """G10, G11: at whichever step the disk fails, the error is one of ours and names the file; no connection stays open."""
    url = f"sqlite:///{tmp_path / 'ledger.db'}"
    create_store(url, ORIGIN).close()
    open_views(url).close()
    said: list[LedgerError] = []
    for step in range(1, 300):
        disk = Failing(step)
        with monkeypatch.context() as patch:
            patch.setattr(sqlite3, "connect", disk.connect)
            try:
                opened = WAYS[way](url)
            except LedgerError as error:
                said.append(error)
            else:
                if opened is not None:
                    opened.close()
        for file in tmp_path.glob("new.db*"):
            file.unlink()
        if disk.left > 0:
            break
    else:
        pytest.fail("the disk never let it pass")
    assert len(said) > 5
    assert [
        error for error in said if not isinstance(error, StoreUnavailableError) or str(tmp_path) not in str(error)
    ] == []
    collected()


def test_g11_a_ledger_that_cannot_have_keys_is_closed(store_url: str, tmp_path: Path) -> None:
    """G11: where the folder of keys cannot be made, it is named, and no database stays open."""
    (tmp_path / "file").touch()
    with pytest.raises(StoreUnavailableError, match="file/keys cannot be made: "):
        create_ledger(store_url, Keyring(tmp_path / "file" / "keys"), origin=ORIGIN)
    collected()
