"""A tournament whose door does not ask one of its rules: what a thief with the event key seals past it. The night has the rules back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import patch

from tests.forgeries.honest import DAY, MINUTE, Room
from tests.worlds.casino import BEGINS, ORIGIN
from tombo.ledger.core.clock import SECOND, SteppingClock
from tombo.ledger.games.tournament import commands as c
from tombo.ledger.house.staff.commands import GrantRole
from tombo.ledger.operate.keyring import Keyring, create_ledger
from tombo.projections.reconciliation.run import reconcile

CUP = "cup"


@contextmanager
def room(folder: Path) -> Iterator[Room]:
    """A ledger with a manager, and nothing played yet."""
    clock = SteppingClock(BEGINS, step=SECOND)
    made = create_ledger(f"sqlite:///{folder}/cup.db", Keyring(folder / "keys"), origin=ORIGIN, clock=clock)
    try:
        found = Room(made, folder)
        found.floor.do(GrantRole(role="manager", staff="ana"))
        yield found
    finally:
        made.store.close()


@contextmanager
def unasked(module: ModuleType, *rules: str) -> Iterator[None]:
    """What ``module`` decides is decided without these rules."""
    with ExitStack() as stack:
        for rule in rules:
            assert hasattr(module, rule), rule
            stack.enter_context(patch.object(module, rule, lambda *_, **__: None))
        yield


def named(found: Room) -> list[str]:
    """What the night says of the day."""
    return [one.text for one in reconcile(found.ledger.store, None, DAY).problems]


def begun(found: Room, players: int, *tables: str, sale: bool = False, **changes: Any) -> None:
    """So many have entered, and it has begun at these tables, by default one; its sale is closed but where it goes on."""
    found.announces(CUP, **changes)
    found.enters(*[f"p-{number}" for number in range(players)])
    found.begins(*(tables or ("m1",)))
    if not sale:
        found.runs(c.CloseRegistration)


def at(found: Room, table: str) -> list[str]:
    """Who sits at a table, in order of entry."""
    return [entry.player for entry in found.state.active if entry.table == table]


def won(found: Room) -> None:
    """Everybody loses to the first, at the one table there is."""
    while len(found.state.active) > 1:
        (table,) = found.state.tables
        first, *others = sorted(at(found, table), key=found.stack, reverse=True)
        found.all_in(table, [first], others[-1])


def times_up(found: Room) -> None:
    """The time of a timed tournament is up, and somebody says so."""
    found.wall.instant += 11 * MINUTE
    found.runs(c.CallTime)
