"""Who may write the tables of the projections and nothing else: every change to a row of theirs, and the calls that read them."""

from __future__ import annotations

import re
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from tests.forgeries.redteam.actions import DOOR, OUTAGE, view
from tests.forgeries.redteam.askers import DAY, NOTHING
from tests.forgeries.redteam.scene import SqliteScene
from tests.forgeries.redteam.world import OFFICER, opened
from tests.tools import cli_run
from tests.worlds.casino import BEGINS
from tests.worlds.floor import PLATFORM, player
from tests.worlds.staff import signed
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.money import Money
from tombo.ledger.games.poker.commands import VoidHand
from tombo.ledger.house.dispute.commands import OpenDispute, ResolveDispute
from tombo.ledger.house.session.commands import EndSession
from tombo.ledger.live.ledger import Acknowledgement

VIEWS_ROLE: Final = "who may write the views alone"
SHOWN: Final = "shown otherwise"
"""The verdict where what he wrote is shown as true: open, until what is shown is computed from the ledger."""
FAULT: Final = "a fault of tombo"
"""The verdict where a reader ends without knowing why: open as well."""
BOOK: Final = (
    "book balance",
    "book show outside",
    "book show wallet:p-1",
    "book show stack:mesa-1/1",
    f"reconcile --day {DAY}",
)
STATEMENTS: Final = ("player statement p-1", "player statement p-2", "player statement p-5")
LISTS: Final = ("views list", "views follow")
SEARCHES: Final = ("find", "find --player p-1", "hand list", "round list", "status", f"reconcile --day {DAY}")
READERS: Final = {
    "accounts": BOOK,
    "refunds": ("refunds", *LISTS),
    "search": SEARCHES,
    "search.complaint_ends": (f"reconcile --day {DAY}",),
    "search.complaints": (f"reconcile --day {DAY}",),
    "search.taken_part": ("player last-hand p-1", "player last-hand p-2 --last 2", *SEARCHES),
    "session_statement": STATEMENTS,
}
"""Who reads what a projection keeps, or one table of it; of one that is not here, :data:`LISTS`.

Complaints are listed at the desk and over the network, of which tests/forgeries/test_a5_complaints.py asks; of the commands the night alone reads them.
"""
EVERYBODY: Final = ("book balance", f"reconcile --day {DAY}", "player statement p-1", "refunds", *LISTS)
"""Who reads what is kept about them all: one of each sort. He is asked of every row, so that another projection changes no verdict."""
CASES: Final = 4
"""Of every column, and of every table eight with a row more or less."""
BESIDES: Final = (
    (OUTAGE, PLATFORM),
    (VoidHand(hand="mesa-2/1", incident="i-2"), PLATFORM),
    (EndSession(cause="player", session="s-5"), player(5)),
    (OpenDispute(about=None, claim="too slow", complained=BEGINS, dispute="d-2", player="p-2"), PLATFORM),
    (ResolveDispute(compensation=Money(0), dispute="d-2", grounds="seen", outcome="rejected"), OFFICER),
)
"""So that there is a refund, a session that is over, and a complaint that is decided."""
_NAME: Final = re.compile(r"(?P<projection>\w+?)_\d+_(?P<table>\w+)")
_MORE: Final = 100_000


class Change(NamedTuple):
    """A statement on the database of the projections: ``column`` is the one it changes, if it changes a row."""

    table: str
    what: str
    column: str
    sql: str
    params: tuple[Any, ...]

    @property
    def deed(self) -> tuple[str, str]:
        """The table without the number of its build, and what is done to it."""
        named = _NAME.fullmatch(self.table)
        return (f"{named['projection']}.{named['table']}" if named else self.table), self.what


class ViewsScene:
    """The honest ledger with everything followed, and what each reader honestly says."""

    def __init__(self, where: Path) -> None:
        self.scene = SqliteScene(where)
        ledger = opened(self.scene.url, self.scene.folder)
        for number, (command, by) in enumerate(BESIDES):
            asked = signed(Envelope(command, by, f"besides-{number}", None), ledger.store.origin)
            assert isinstance(ledger.handle(asked), Acknowledgement), command
        DOOR["publish"](ledger, self.scene.folder)
        ledger.store.close()
        keys = str(self.scene.folder / "keys")
        followed = cli_run.tombo("--ledger", self.scene.url, "--keys", keys, "views", "follow")
        assert followed.status == 0, followed
        shutil.copytree(self.scene.folder, where / "honest", dirs_exist_ok=True)
        self.changes = list(_changes(self._views))
        self._honestly: dict[str, Any] = {}

    @property
    def _views(self) -> Path:
        return self.scene.folder / "ledger-views.db"

    def honestly(self, words: str) -> Any:
        """What ``words`` say where nobody changed anything."""
        if words not in self._honestly:
            self.scene.again()
            self._honestly[words] = view(words, self.scene.url, self.scene.folder)
        return self._honestly[words]

    def verdict(self, change: Change, words: str) -> str | None:
        """What comes of ``change`` at the call ``words``; None where the database has no room for it."""
        honest = self.honestly(words)
        self.scene.again()
        connection = sqlite3.connect(self._views, isolation_level=None)
        try:
            connection.execute(change.sql, change.params)
        except sqlite3.IntegrityError:
            return None
        finally:
            connection.close()
        return _word(view(words, self.scene.url, self.scene.folder), honest)

    def close(self) -> None:
        """Let go of it."""
        self.scene.close()


def cases(deed: tuple[str, str], changes: Sequence[Change]) -> Iterator[tuple[Change, str]]:
    """Which of ``changes``, those of ``deed``, are tried at which readers: the same every time; of a table of them all, each."""
    projection, _, table = deed[0].partition(".")
    if not table:
        yield from product(changes, EVERYBODY)
        return
    chance = Random(" ".join(deed))
    readers = READERS.get(deed[0]) or READERS.get(projection, LISTS)
    for column in sorted({change.column for change in changes}):
        known = [change for change in changes if change.column == column]
        for _ in range(CASES if column else 2 * CASES):
            yield chance.choice(known), chance.choice(readers)


def _word(ran: Any, honest: Any) -> str:
    status, out, err, _ = ran
    if (status, out, err) == honest[:3]:
        return NOTHING
    if "a fault of tombo" in err:
        return FAULT
    if status not in {0, honest[0]} or (status and not out):
        return next((word for word in ("ROLLED BACK", "TAMPERED") if word in err), "REFUSED")
    if status and out.count("\n") > honest[1].count("\n"):
        return "named"
    return SHOWN


def _changes(path: Path) -> Iterator[Change]:
    connection = sqlite3.connect(path)
    try:
        found = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
        for table in sorted(name for (name,) in found.fetchall()):
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
            for row in connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall():
                yield from _of_row(table, columns, row)
    finally:
        connection.close()


def _of_row(table: str, columns: list[str], row: tuple[Any, ...]) -> Iterator[Change]:
    same = " AND ".join(f"{column} IS ?" for column in columns)
    yield Change(table, "hidden", "", f"DELETE FROM {table} WHERE {same}", row)
    for column, value in zip(columns, row, strict=True):
        if isinstance(value, int):
            new: Any = value + _MORE
        elif isinstance(value, str):
            new = value.replace("p-1", "p-0") if "p-1" in value else f"{value}0"
        else:
            continue
        yield Change(table, "changed", column, f"UPDATE {table} SET {column} = ? WHERE {same}", (new, *row))
    marks = ", ".join("?" * len(row))
    for moved in (range(len(row)), range(1, 2)):
        new_row = tuple(_other(value, at) if at in moved else value for at, value in enumerate(row))
        yield Change(table, "added", "", f"INSERT INTO {table} VALUES ({marks})", new_row)


def _other(value: Any, at: int) -> Any:
    if isinstance(value, int):
        return value + _MORE
    return f"{value}0" if at == 0 else value
