"""A tournament that some players entered by the door, and that has begun; and what the night says of its day."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from tests.worlds.floor import MANAGER, PLATFORM, Floor
from tests.worlds.tournament import CUP, SEED, START, structure
from tombo.ledger.core.clock import SECOND, SteppingClock
from tombo.ledger.core.entry import By
from tombo.ledger.core.lisbon import day_of
from tombo.ledger.core.money import Money
from tombo.ledger.games.tournament import commands as c
from tombo.ledger.games.tournament.state import tournament_stream
from tombo.ledger.house.account.commands import Deposit, OpenAccount
from tombo.ledger.house.session.commands import StartSession
from tombo.ledger.house.staff.commands import GrantRole
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger
from tombo.projections.reconciliation.run import reconcile

STREAM: Final = tournament_stream(CUP)


def before_the_start() -> SteppingClock:
    """A clock ten minutes before it begins."""
    return SteppingClock(START - 600 * SECOND, step=1_000)


@contextmanager
def begun(
    folder: Path, players: int, tables: Sequence[str] = ("m1",), *, clock: SteppingClock | None = None, **changes: Any
) -> Iterator[Ledger]:
    """So many have entered, and it has begun at ``tables``; ``changes`` of its structure. Entry ``n`` is of ``p-(n-1)``."""
    clock = clock or before_the_start()
    made = create_ledger(
        f"sqlite:///{folder}/cup.db", Keyring(folder / "keys"), origin="operator.example/cup", clock=clock
    )
    floor = Floor(made.handle)
    floor.do(GrantRole(role="manager", staff="manager-1"))
    floor.do(c.AnnounceTournament(reference="SRIJ/9", structure=structure(**changes), tournament=CUP), MANAGER)
    for name in [f"p-{number}" for number in range(players)]:
        floor.do(OpenAccount(player=name))
        floor.do(Deposit(amount=Money(10_000), player=name, reference="card"))
        by = By(actor="player", id=name)
        floor.do(StartSession(player=name, session=f"s-{name}"), by)
        floor.do(c.RegisterEntry(player=name, session=f"s-{name}", ticket=None, tournament=CUP), by)
    start = c.StartTournament(absent=[], seed=SEED, tables=list(tables), tournament=CUP)
    floor.do(start, PLATFORM, occurred=START)
    try:
        yield made
    finally:
        made.store.close()


def named(ledger: Ledger) -> list[str]:
    """What the night says of the day."""
    return [one.text for one in reconcile(ledger.store, None, day_of(START)).problems]
