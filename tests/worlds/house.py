"""The cast of the house's tests: a world with staff, approved rules, players with money, their sessions, and a table."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final, Literal

from tests.worlds.world import PLATFORM, TABLE, TABLE_STREAM, World, poker_terms
from tombo.ledger.core.command import CommandBase, Decision, EntryPlace
from tombo.ledger.core.entry import By, EventBase
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.ids import hand_stream
from tombo.ledger.core.money import Money
from tombo.ledger.house.account.commands import Deposit, OpenAccount
from tombo.ledger.house.ruleset.commands import ApproveRuleset
from tombo.ledger.house.session.commands import StartSession
from tombo.ledger.house.staff.commands import GrantRole
from tombo.ledger.house.table.commands import DrawButton, OpenTable, SeatPlayer
from tombo.ledger.house.table.events import TableHandStarted
from tombo.ledger.house.table.state import Table, eligible, hand_ended, next_button
from tombo.ledger.terms.poker import REGULATIONS, Commission, Terms

MANAGER: Final = By(actor="staff", id="ana", role="manager")
PLAYERS: Final = ("p-1", "p-2", "p-3")


def player(name: str) -> By:
    """The player himself."""
    return By(actor="player", id=name)


def stack_commission(rate_bp: int, cap: int | None = None) -> Commission:
    """Commission mode (b), of the stack (R806 r.17b)."""
    return Commission(attribution="payment_when_all_in", cap=cap, mode="stack", rate_bp=rate_bp)


class House(World):
    """A world of the house alone: hands begin and end as a game would have it, and nothing is played in them."""

    def __init__(self, *, demo: bool = False) -> None:
        super().__init__()
        self.states["log:main"] = self("log:main")._replace(demo=demo)

    def adds(self, command: CommandBase, by: By = PLATFORM) -> list[tuple[str, EventBase]]:
        """What ``command`` leads to, each event with its stream; it must be accepted."""
        outcome = self.ask(command, by)
        assert isinstance(outcome, Decision), outcome
        return list(outcome.events)

    def refuses(self, command: CommandBase, by: By = PLATFORM) -> str:
        """The rule under which ``command`` is refused; nothing may be recorded."""
        before = len(self.events)
        outcome = self.ask(command, by)
        assert isinstance(outcome, Refused), outcome
        assert len(self.events) == before
        return outcome.finding.rule

    def mesa(self) -> Table:
        """The state of the table."""
        found = self(TABLE_STREAM)
        assert isinstance(found, Table)
        return found

    def balance(self, name: str) -> int:
        """The cents on a player's account."""
        return int(self(f"account:{name}").balance)

    def deal(self) -> str:
        """Start the next hand of the table, as a game would; its stream."""
        table = self.mesa()
        number, button = table.number + 1, next_button(table)
        assert button is not None
        hand = hand_stream(TABLE, number)
        seats = [taken.seat for taken in eligible(table)]
        self.versions[hand] = 1
        self.record([(TABLE_STREAM, TableHandStarted(button=button, hand=hand, number=number, seats=seats))])
        return hand

    def place(self, stream: str, version: int) -> EntryPlace:
        """Of a hand that was dealt as a game would, with no entry of its own, that of its table which says so."""
        if all(name != stream for name, _ in self.events):
            begun = [event for name, event in self.events if name == TABLE_STREAM]
            version = next(
                number
                for number, event in enumerate(begun, 1)
                if isinstance(event, TableHandStarted) and event.hand == stream
            )
            stream = TABLE_STREAM
        return super().place(stream, version)

    def end(
        self,
        stacks_after: Mapping[int, int],
        idle: Collection[int] = (),
        outcome: Literal["settled", "voided"] = "settled",
    ) -> list[tuple[str, EventBase]]:
        """End the hand in play with these stacks, as a game would; every seat but the ``idle`` ones has bet in it."""
        hand = self.mesa().hand
        assert hand is not None
        bets = [seat for seat in stacks_after if seat not in idle]
        events = hand_ended(self, hand, stacks_after, bets, outcome)
        self.record(events)
        return events


def house(*, rules: Terms | None = None, demo: bool = False, buy_in: int = 5_000, top_up_max: int = 10_000) -> House:
    """A world with a manager, an officer, approved rules, players with 200 euro each, their sessions, and a table."""
    world = House(demo=demo)
    world.does(GrantRole(role="manager", staff="ana"))
    world.does(GrantRole(role="officer", staff="rui"), MANAGER)
    terms = rules or poker_terms(seats=6)
    regulation = REGULATIONS[terms.variant]
    approve = ApproveRuleset(
        in_force_from=0, reference="SRIJ/2026/1", regulation=regulation, ruleset="nl-1", terms=terms
    )
    world.does(approve, MANAGER)
    for name in PLAYERS:
        if not demo:
            world.does(OpenAccount(player=name))
            world.does(Deposit(amount=Money(20_000), player=name, reference="card"))
        world.does(StartSession(player=name, regulation=regulation, session=f"s-{name}"), player(name))
    world.does(OpenTable(buy_in=buy_in, mode="continuous", ruleset="nl-1", table=TABLE, top_up_max=top_up_max))
    return world


def seat(world: House, *names: str) -> House:
    """Seat players on seats 1, 2, … of the table."""
    for number, name in enumerate(names, start=1):
        world.does(SeatPlayer(player=name, seat=number, session=f"s-{name}", table=TABLE), player(name))
    return world


def playing(*names: str, rules: Terms | None = None) -> House:
    """A table at which ``names`` sit and the button is drawn to seat 1."""
    world = seat(house(rules=rules), *names)
    world.does(DrawButton(seat=1, table=TABLE))
    return world
