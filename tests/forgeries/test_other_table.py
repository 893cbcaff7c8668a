"""B1: chips, seats and blinds that only tables of tournaments have, sealed at one for euro, and the other way round, are followed by nobody."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.tools.cli_run import inside, tombo
from tests.worlds.casino import BEGINS, ORIGIN
from tests.worlds.floor import MANAGER, PLATFORM, Floor, player
from tests.worlds.tournament import CUP, SEED, START, structure
from tombo.ledger.core.clock import SECOND, SteppingClock
from tombo.ledger.core.entry import By, EventBase
from tombo.ledger.core.errors import OutOfPlaceError
from tombo.ledger.core.lisbon import day_of
from tombo.ledger.core.money import Money
from tombo.ledger.games.poker import commands as poker
from tombo.ledger.games.tournament import commands as cups
from tombo.ledger.house.account.commands import Deposit, OpenAccount
from tombo.ledger.house.session.commands import StartSession
from tombo.ledger.house.staff.commands import GrantRole
from tombo.ledger.house.table.commands import LeaveTable
from tombo.ledger.house.table.events import (
    BlindsSet,
    ChipsAdded,
    LeaveRequested,
    PlayerPlaced,
    PlayerSeated,
    StackToppedUp,
)
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger, inscribe
from tombo.projections.reconciliation.run import reconcile

CASH: Final = "table:mesa-1"
OF_CUP: Final = "table:m1"
LEDGER: Final = ("--ledger", "sqlite:///room.db", "--keys", "keys")


def _made(folder: Path, begins: int) -> Ledger:
    url, keys = f"sqlite:///{folder}/room.db", Keyring(folder / "keys")
    return create_ledger(url, keys, origin=ORIGIN, clock=SteppingClock(begins, step=1_000))


@pytest.fixture
def cash(tmp_path: Path) -> Iterator[Ledger]:
    """A table for euro with p-1 and p-2."""
    made = _made(tmp_path, BEGINS)
    Floor(made.handle).open_table("mesa-1", players=2)
    yield made
    made.store.close()


@pytest.fixture
def cup(tmp_path: Path) -> Iterator[Ledger]:
    """A table of a tournament of two, in its first level, with a hand in play."""
    made = _made(tmp_path, START - 600 * SECOND)
    floor = Floor(made.handle)
    floor.do(GrantRole(role="manager", staff="manager-1"))
    floor.do(cups.AnnounceTournament(reference="SRIJ/9", structure=structure(), tournament=CUP), MANAGER)
    for name in ("p-0", "p-1"):
        by = By(actor="player", id=name)
        floor.do(OpenAccount(player=name))
        floor.do(Deposit(amount=Money(10_000), player=name, reference="card"))
        floor.do(StartSession(player=name, session=f"s-{name}"), by)
        floor.do(cups.RegisterEntry(player=name, session=f"s-{name}", ticket=None, tournament=CUP), by)
    floor.do(cups.StartTournament(absent=[], seed=SEED, tables=["m1"], tournament=CUP), PLATFORM, occurred=START)
    yield made
    made.store.close()


def _seals(ledger: Ledger, stream: str, event: EventBase) -> int:
    at = inscribe(ledger, "thief/1", [(stream, event)]).entries[0].index
    ledger.store.head()  # and the door, which knows the table, hears of it
    return at


def _named(ledger: Ledger, day: str) -> list[tuple[tuple[int, ...], str]]:
    return [(problem.entries, problem.text) for problem in reconcile(ledger.store, None, day).problems]


@pytest.mark.parametrize(
    "event",
    [
        pytest.param(BlindsSet(big_blind=10_000, small_blind=5_000), id="blinds"),
        pytest.param(ChipsAdded(chips=90_000, seat=1), id="chips"),
        pytest.param(PlayerPlaced(player="p-12", seat=5, session="s-12", sitting_out=False, stack=90_000), id="a seat"),
    ],
)
def test_b1_what_only_a_tournament_gives_is_taken_at_no_table_for_euro(
    cash: Ledger, tmp_path: Path, event: EventBase
) -> None:
    """Red before: the next hand posted blinds of 50.00 and 100.00, the stack was paid out, and the night named nothing until then."""
    at = _seals(cash, CASH, event)
    kind, floor = event.kind, Floor(cash.handle, "z")  # type: ignore[attr-defined]  # of every event
    for command, by in ((poker.StartHand(table="mesa-1"), PLATFORM), (LeaveTable(seat=1, table="mesa-1"), player(1))):
        with pytest.raises(OutOfPlaceError) as found:
            floor.ask(command, by)
        assert found.value.index == at
    said = f"{kind} at {CASH}, which is of no tournament; no door records it there"
    assert ((at,), said) in _named(cash, day_of(BEGINS))
    with inside(tmp_path):
        shown = tombo(*LEDGER, "table", "show", "mesa-1")
    assert (shown.status, f"{kind} at log index {at} cannot follow" in shown.err) == (1, True)


@pytest.mark.parametrize(
    "event",
    [
        pytest.param(PlayerSeated(buy_in=10_000, commission=0, player="p-9", seat=9, session="s-9"), id="a seat"),
        pytest.param(StackToppedUp(amount=90_000, commission=0, seat=1), id="chips"),
        pytest.param(LeaveRequested(seat=1), id="leaving"),
    ],
)
def test_b1_what_only_a_table_for_euro_gives_is_taken_at_none_of_a_tournament(cup: Ledger, event: EventBase) -> None:
    """Red before: a stack grew by chips that nobody bought, and the tournament was divided by it."""
    floor = Floor(cup.handle, "z")
    if isinstance(event, LeaveRequested):  # which stands in a hand alone
        floor.do(poker.StartHand(table="m1"), occurred=START)
    at = _seals(cup, OF_CUP, event)
    cancel = cups.CancelTournament(cause="technical", note="x", tournament=CUP)
    with pytest.raises(OutOfPlaceError) as found:
        floor.ask(cancel, PLATFORM, occurred=START + 1_100 * SECOND)
    assert found.value.index == at
    said = f"{event.kind} at {OF_CUP}, a table of a tournament; no door records it there"  # type: ignore[attr-defined]
    assert ((at,), said) in _named(cup, day_of(START))


def test_b1_an_honest_tournament_and_an_honest_table_are_not_accused(cash: Ledger) -> None:
    """Nothing is named where nothing was done: of the tournament see ``test_cups``."""
    floor = Floor(cash.handle, "z")
    floor.do(poker.StartHand(table="mesa-1"))
    assert [said for _, said in _named(cash, day_of(BEGINS)) if "no door records" in said] == []
