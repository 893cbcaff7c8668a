"""A5: every column of every table that is followed, whatever is put there; and a projection that nobody compares is none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.conftest import run_raw
from tests.forgeries.evening import BEGINS, DAY, Evening, played
from tests.forgeries.test_hostile_views import in_views
from tests.worlds.house import player
from tests.worlds.register import resolved
from tests.worlds.roulette import WHEEL, chip
from tests.worlds.wheel_ledger import again
from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.entry import EventBase
from tombo.ledger.core.lisbon import HOUR
from tombo.ledger.games.roulette import commands as spin
from tombo.ledger.house.dispute.events import DisputeOpened
from tombo.ledger.operate.keyring import Keyring, inscribe, open_checked
from tombo.ledger.store import ViewTable, open_views
from tombo.projections import registry
from tombo.projections.reconciliation.run import reconcile


@pytest.fixture(scope="module")
def _filed(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """With a spin of which a finding is recorded: half of an odd stake was won; and a complaint that was decided."""
    folder = tmp_path_factory.mktemp("evening")
    evening = played(f"sqlite:///{folder}/ledger.db", folder)
    with again(evening.url, folder, BEGINS + HOUR) as found:
        do = found.floor.do
        do(spin.OpenSpin(deadline=found.clock.instant + 30 * SECOND, table=WHEEL))
        name = f"{WHEEL}/{found.ledger.view()(f'banked:{WHEEL}').number}"
        odd = chip(101, "double_dozen", " ".join(map(str, range(1, 25))))
        do(spin.PlaceChips(chips=[odd], player="p-1", round=name), player("p-1"))
        for command in (spin.CloseBets(round=name), spin.LandBall(number="5", round=name), spin.SettleSpin(round=name)):
            do(command)
        events: list[tuple[str, EventBase]] = [
            ("dispute:2026-0001", DisputeOpened(about=None, claim="mine", complained=BEGINS, player="p-1")),
            ("dispute:2026-0001", resolved("rejected", 0)),
        ]
        inscribe(found.ledger, "complaint", events)
    evening.follow()
    return evening


@pytest.fixture
def filed(_filed: Evening) -> Iterator[Evening]:
    """In a file, which is there for all tests."""
    place = Path(in_views(_filed.url).removeprefix("sqlite:///"))
    honest = place.read_bytes()
    yield _filed
    place.write_bytes(honest)


HOSTILE: Final[dict[str, tuple[str, ...]]] = {
    "bigint": ("x'00ff'", "'9; DROP TABLE builds'", "1.5", "9223372036854775807", "9e999"),
    "text": ("x'00ff'", "'\x1b[31m' || char(0) || 'x'"),
}


COMMANDS: Final = {
    "accounts": (("player", "statement", "p-1"), ("book", "show", "outside"), ("book", "balance")),
    "refunds": (("refunds",),),
    "search": (("find",), ("find", "--player", "p-1"), ("round", "list"), ("status",), ("player", "last-hand", "p-1")),
    "session_statement": (("player", "statement", "p-1"), ("player", "statement", "p-2")),
}
"""What reads the rows of each projection."""


def every_column() -> Iterator[tuple[str, ViewTable, str, str]]:
    """The projections that are followed, whichever they are: name, table, column and its sort."""
    for projection in registry.FOLLOWED:
        for table in projection.tables:
            for column, sort in table.columns:
                yield projection.name, table, column, sort


def night(evening: Evening, told: Callable[[str], None]) -> int:
    """The night job on it: how many problems of views, each handed to ``told``; nothing else may be wrong."""
    keyring = Keyring(evening.folder / "keys")
    with open_checked(evening.url, keyring, read_only=True) as store, open_views(evening.url) as views:
        found = reconcile(store, views, DAY)
    assert set(found.counts) <= {"views"}, found.problems
    for problem in found.problems:
        told(problem.text)
    return found.counts.get("views", 0)


@pytest.mark.parametrize(("name", "table", "column", "sort"), [*every_column()])
def test_a5_every_column_of_every_table_that_is_followed_is_compared(
    filed: Evening, name: str, table: ViewTable, column: str, sort: str
) -> None:
    """A5: whatever stands in a column of a followed table, of whatever type, is a finding of the night, and never a fault."""
    place = Path(in_views(filed.url).removeprefix("sqlite:///"))
    honest, stored, keys = place.read_bytes(), filed.build(name).stored(table.name), ", ".join(table.key)
    for value in HOSTILE[sort]:
        place.write_bytes(honest)
        row = f"({keys}) = (SELECT {keys} FROM {stored} WHERE {column} IS NOT {value} ORDER BY {keys} LIMIT 1)"
        run_raw(in_views(filed.url), f"UPDATE {stored} SET {column} = {value} WHERE {row}")
        said: list[str] = []
        assert night(filed, said.append), value
        assert all(line.isprintable() for line in said)
        for words in COMMANDS[name] if value == "x'00ff'" else ():
            ran = filed.run(*words)
            assert "a fault of tombo" not in ran.err, (words, ran)
