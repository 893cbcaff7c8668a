"""Who was erased begins nothing any more: no account, money, bonus, session, place or bet; what went on is ended as anybody's."""

from __future__ import annotations

from typing import Final

from tests.unit.house.test_access import log_on, registered
from tests.unit.house.test_bonus import UNTIL, account, grant
from tests.unit.house.test_erasure import asked
from tests.unit.house.test_session_table import opened, register
from tests.worlds.blackjack import Blackjack
from tests.worlds.house import house, player
from tests.worlds.roulette import chip, wheel
from tests.worlds.sem_descarte import Casino
from tests.worlds.tournament import Floor
from tests.worlds.world import PLATFORM, TABLE, World
from tombo.ledger.core.command import CommandBase, Decision
from tombo.ledger.core.entry import By
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.money import Money
from tombo.ledger.games.blackjack.commands import PlaceBlackjackBet
from tombo.ledger.games.roulette.commands import PlaceChips
from tombo.ledger.games.sem_descarte.commands import PlaceAnte
from tombo.ledger.games.tournament.commands import RegisterEntry
from tombo.ledger.house.access.commands import ContinueSession, LogOff
from tombo.ledger.house.account.commands import ConvertBonus, Deposit, ExpireBonus, OpenAccount, Withdraw
from tombo.ledger.house.banked.commands import JoinTable, PartTable
from tombo.ledger.house.player.events import PlayerErased
from tombo.ledger.house.session.commands import EndSession, StartSession
from tombo.ledger.house.table.commands import SeatPlayer

HIM: Final = player("p-1")


def erased(world: World, name: str = "p-1") -> None:
    """He is on record as erased, whatever was pending."""
    world.record([(f"player:{name}", PlayerErased(basis="GDPR 17", second="rui"))])


def gone(world: World, command: CommandBase, by: By = PLATFORM) -> None:
    """``command`` is refused because he was erased, and for nothing else."""
    outcome = world.ask(command, by)
    assert isinstance(outcome, Refused), outcome
    assert (outcome.finding.rule, outcome.finding.told.about) == ("House: erasure", "nothing_kept_of_erased")


def test_no_money_comes_to_him() -> None:
    """No deposit, no bonus, no conversion of one, and no account for who had none."""
    world = house()
    world.does(grant(500))
    erased(world)
    erased(world, "p-9")
    gone(world, Deposit(amount=Money(100), player="p-1", reference="card"))
    gone(world, grant(100))
    gone(world, ConvertBonus(amount=Money(100), player="p-1", reference="played"))
    gone(world, OpenAccount(player="p-9"))


def test_he_begins_no_session_and_takes_no_place() -> None:
    """Not in a session that goes on either: no seat of poker, no place against the house, no hour of a session table, no tournament."""
    world = house()
    erased(world)
    gone(world, StartSession(player="p-1", session="s-new"), HIM)
    gone(world, SeatPlayer(player="p-1", seat=1, session="s-p-1", table=TABLE), HIM)
    wheels = wheel(names=("p-1",))
    wheels.does(PartTable(player="p-1", table="roleta-1"), HIM)
    erased(wheels)
    gone(wheels, JoinTable(player="p-1", session="s-p-1", table="roleta-1"), HIM)
    hour = opened()
    erased(hour)
    gone(hour, register("p-1"), HIM)
    cup = Floor()
    cup.announces("taca")
    cup.arrives("p-1")
    erased(cup)
    gone(cup, RegisterEntry(player="p-1", session="s-p-1", tournament="taca"), HIM)


def test_he_bets_nothing_where_he_still_is() -> None:
    """An erasure does not wait for a place against the house, nor for a bonus: from there he would stake it."""
    world = wheel(names=("p-1",), bonus="first")
    poker, cards = Casino("p-1", bonus="first"), Blackjack(bonus="first")
    for table in (world, poker, cards):
        table.does(grant(2_000))
        table.does(Withdraw(amount=Money(table.balance("p-1")), player="p-1", reference="all"))
    poker.open()
    cards.open()
    assert isinstance(asked(world), Decision)
    for table in (world, poker, cards):
        erased(table)
    gone(world, PlaceChips(chips=[chip(500, "red")], player="p-1", round=world.round), HIM)
    gone(poker, PlaceAnte(amount=300, player="p-1", round=poker.local, seat=1), HIM)
    gone(cards, PlaceBlackjackBet(amount=1_000, round=cards.local, seat=1), HIM)


def test_his_session_goes_on_through_no_other_access() -> None:
    """Red before: it did, where he was still logged on twice. Both accesses and the session end as anybody's."""
    world = registered("p-1")
    world.does(log_on("a-1"))
    world.does(log_on("a-2"))
    world.does(StartSession(access="a-1", player="p-1", session="s-new"), HIM)
    erased(world)
    gone(world, ContinueSession(access="a-2", session="s-new"), HIM)
    for access in ("a-1", "a-2"):
        world.does(LogOff(access=access, cause="player"), HIM)
    world.does(EndSession(cause="player", session="s-new"), HIM)


def test_what_he_began_is_ended_as_anybodys() -> None:
    """His session ends, he leaves the wheel, his money leaves the account, his bonus expires."""
    world = wheel(names=("p-1",), bonus="first")
    world.does(grant(1_000, UNTIL))
    erased(world)
    world.does(ExpireBonus(player="p-1"), occurred=UNTIL)
    world.does(Withdraw(amount=Money(world.balance("p-1")), player="p-1", reference="all"))
    world.does(PartTable(player="p-1", table="roleta-1"), HIM)
    world.does(EndSession(cause="player", session="s-p-1"), HIM)
    assert account(world)[1:3] == (0, 0)


def test_who_was_not_erased_is_asked_nothing_more() -> None:
    """Another's erasure is not his."""
    world = wheel(names=("p-1", "p-2"))
    erased(world, "p-2")
    world.bets("p-1", chip(500, "red"))
    world.does(StartSession(player="p-1", session="s-new"), HIM)
    world.does(grant(100))
