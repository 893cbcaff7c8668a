"""The scene of a trial: the honest ledger on one of the two databases, put back as it was for every case, and what is honest there."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol
from unittest.mock import patch

from tests.forgeries.redteam import world
from tests.forgeries.redteam.forger import forgeries
from tests.forgeries.redteam.hands import Forgery, Hand, PostgresHand, SqliteHand, Tables
from tombo.ledger.store.postgres.recorder import PostgresLedgerRecorder
from tombo.ledger.store.sqlite.recorder import SQLiteLedgerRecorder
from tombo.ledger.store.types import LedgerRecorder

ENTRY_COLUMNS = 5
"""A row of ``stored_events`` as the store reads it begins with its log index."""


class Scene(Protocol):
    """A ledger that can be had again as it was."""

    url: str
    folder: Path
    """Of the case at hand: its keys, and what it writes."""
    tables: Tables
    """The honest ones."""

    @property
    def recorder(self) -> type[LedgerRecorder]:
        """Reads the database."""

    @property
    def hand(self) -> Hand:
        """The forger."""

    def again(self) -> None:
        """Everything as it was: the database, and the keys with what is remembered beside them."""


class SqliteScene:
    """A file, copied for every case."""

    recorder: type[LedgerRecorder] = SQLiteLedgerRecorder

    def __init__(self, where: Path, *, published: bool = False) -> None:
        """Played in the folder ``where``; ``published``: with no unsigned tail."""
        self._honest, self.folder = where / "honest", where / "case"
        self._honest.mkdir(parents=True)
        world.build(f"sqlite:///{self._honest / 'ledger.db'}", self._honest, published=published)
        kept = SqliteHand(str(self._honest / "ledger.db"))
        kept.settle()
        self.tables = kept.read()
        kept.close()
        self.url = f"sqlite:///{self.folder / 'ledger.db'}"
        self._hand: SqliteHand | None = None
        self.again()

    @property
    def hand(self) -> SqliteHand:
        """The forger, with a connection of his own to the file of the case."""
        if self._hand is None:
            self._hand = SqliteHand(str(self.folder / "ledger.db"))
        return self._hand

    def again(self) -> None:
        """A new copy."""
        self.close()
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.copytree(self._honest, self.folder)

    def close(self) -> None:
        """Let go of the file."""
        if self._hand is not None:
            self._hand.close()
            self._hand = None


class PostgresScene:
    """A schema, its changed rows put back after every case."""

    recorder: type[LedgerRecorder] = PostgresLedgerRecorder

    def __init__(self, where: Path, url: str) -> None:
        self._honest, self.folder, self.url = where / "honest", where / "case", url
        self._honest.mkdir()
        world.build(url, self._honest)
        self.hand = PostgresHand(url)
        self.tables = self.hand.read()
        self.again()

    def again(self) -> None:
        """The rows put back, nothing followed, and a new copy of the keys."""
        self.hand.put(self.tables)
        self.hand.forget_views()
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.copytree(self._honest, self.folder)

    def close(self) -> None:
        """Let go of the server."""
        self.hand.close()


@contextmanager
def watched_reads(recorder: type[LedgerRecorder]) -> Iterator[set[int]]:
    """The log indices of the entries that are read meanwhile."""
    honest, read = recorder.fetch, set[int]()

    def fetch(self: LedgerRecorder, sql: str, params: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        rows = honest(self, sql, params)
        if "stored_events" in sql:
            read.update(row[0] for row in rows if len(row) == ENTRY_COLUMNS and isinstance(row[0], int))
        return rows

    with patch.object(recorder, "fetch", fetch):
        yield read


def by_deed(tables: Tables) -> dict[tuple[str, str], list[Forgery]]:
    """Every forgery there is, by table and by what is done to it."""
    found: dict[tuple[str, str], list[Forgery]] = {}
    for forgery in forgeries(tables):
        found.setdefault((forgery.table, forgery.what), []).append(forgery)
    return found
