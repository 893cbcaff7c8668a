"""What every game's tests of inactivity share: the requests, and a player's quarter of an hour alone at a table."""

from __future__ import annotations

from tests.worlds.house import player
from tests.worlds.world import PLATFORM, World
from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.command import CommandBase, Decision
from tombo.ledger.core.findings import Refused
from tombo.ledger.house.banked.commands import JoinTable, PartTable
from tombo.ledger.house.banked.events import BetTimed
from tombo.ledger.house.session.commands import EndSession, WarnInactivity


def warn(name: str, where: str) -> WarnInactivity:
    return WarnInactivity(session=f"s-{name}", where=where)


def close(name: str) -> EndSession:
    return EndSession(cause="inactivity", session=f"s-{name}")


def at(world: World, seconds: int | None, command: CommandBase) -> str | None:
    """The rule under which ``command`` is refused when it happens after so many seconds; None where it is recorded."""
    outcome = world.ask(command, PLATFORM, None if seconds is None else seconds * SECOND)
    return outcome.finding.rule if isinstance(outcome, Refused) else None


def alone(world: World, bet: CommandBase, where: str, idle: str) -> None:
    """Alone at a table, more than three minutes after he came, a player is warned, and then bets at 200 seconds."""
    assert at(world, None, warn("p-1", where)) == idle
    assert at(world, 180, warn("p-1", where)) == idle
    assert at(world, 181, warn("p-1", where)) is None
    placed = world.ask(bet, player("p-1"), 200 * SECOND)
    assert isinstance(placed, Decision) and (where, BetTimed(at=200 * SECOND, player="p-1")) in placed.events
    assert at(world, 390, warn("p-1", where)) == "House: session"


def decided(world: World, where: str, idle: str, warned: str) -> None:
    """The round of the bet at 200 seconds is over: the time runs from that bet, whatever was said before it."""
    assert at(world, 242, close("p-1")) == warned
    assert at(world, 380, warn("p-1", where)) == idle
    assert at(world, 381, warn("p-1", where)) is None
    assert at(world, 441, close("p-1")) == warned
    assert at(world, None, close("p-1")) == warned
    assert at(world, 442, close("p-1")) is None
    assert world(where).places == ()


def arrives(world: World, where: str, seat_: int | None) -> None:
    """``p-1`` comes to the table at 0 seconds, by the clock of the source."""
    table = where.partition(":")[2]
    world.does(PartTable(player="p-1", seat=seat_, table=table))
    joined = world.ask(JoinTable(player="p-1", seat=seat_, session="s-p-1", table=table), PLATFORM, 0)
    assert isinstance(joined, Decision)
