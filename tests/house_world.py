"""A house in memory: the view deciders look at, advanced by what they decide. And the cast of the house's tests."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Any, Final

from ledger.core.command import CommandBase, Decision, Envelope, Opening, Place
from ledger.core.entry import By, EventBase
from ledger.core.findings import Reading, Refused
from ledger.core.money import Money
from ledger.core.regulation import Commission, CommissionMode, Limit, Readings, Terms, Unit
from ledger.house.commands import (
    ApproveRuleset,
    Deposit,
    DrawButton,
    GrantRole,
    OpenAccount,
    OpenTable,
    SeatPlayer,
    StartSession,
)
from ledger.house.events import LogOpened, TableHandStarted
from ledger.house.streams import DECIDERS, EVOLVE
from ledger.house.table import Table, eligible, hand_ended, next_button

PLATFORM: Final = By(actor="platform", id="games")
MANAGER: Final = By(actor="staff", id="ana", role="manager")
OFFICER: Final = By(actor="staff", id="rui", role="officer")
PLAYERS: Final = ("p-1", "p-2", "p-3")
TABLE: Final = "mesa-1"
STREAM: Final = "table:mesa-1"
EURO: Final = Unit(currency="EUR", decimals=2)
CHIPS: Final = Unit(currency=None, decimals=0)


def player(name: str) -> By:
    """The player himself."""
    return By(actor="player", id=name)


def terms(*, mode: CommissionMode = "pot", rate_bp: int = 500, unit: Unit = EURO, **changes: Any) -> Terms:
    """Lawful no-limit terms, blinds 0.50 and 1.00, with what the test wants otherwise."""
    letter = Reading.LETTER
    lawful: dict[str, Any] = {
        "ante": 0,
        "big_blind": 100,
        "commission": Commission(attribution="payment_when_all_in", cap=None, mode=mode, rate_bp=rate_bp),
        "decision_seconds": 30,
        "limit": Limit(kind="no_limit"),
        "min_bet": 100,
        "odd_unit": "clockwise_from_button",
        "readings": Readings(
            flop_exemption=letter,
            flush_tie=letter,
            heads_up_blinds=letter,
            maximum_bet=letter,
            minimum_raise=letter,
        ),
        "revision": 1,
        "rounding": "floor",
        "seats": 6,
        "showdown": "all",
        "small_blind": 50,
        "unit": unit,
        "variant": "holdem",
    }
    return Terms(**{**lawful, **changes})


class World:
    """Every stream of the house in memory. Hands are only counted, their last event for a state."""

    def __init__(self, *, demo: bool = False) -> None:
        self.states: dict[str, Any] = {}
        self.versions: dict[str, int] = {}
        self.events: list[tuple[str, EventBase]] = []
        self.record([("log:main", LogOpened(demo=demo, origin="test.example/1", root="AAAA"))])

    def __call__(self, stream: str) -> Any:
        return self.states.get(stream)

    def version(self, stream: str) -> int:
        return self.versions.get(stream, 0)

    def place(self, stream: str, version: int) -> Place:
        of_stream = [index for index, (name, _) in enumerate(self.events) if name == stream]
        index = of_stream[version - 1]
        return Place(index, sha256(str(index).encode()).digest())

    def openings(self, stream: str) -> Mapping[int, Opening]:
        raise NotImplementedError(stream)

    def salts(self, count: int) -> Sequence[bytes]:
        raise NotImplementedError(count)

    def streams(self, kind: str) -> Sequence[str]:
        return sorted(name for name in self.versions if name.startswith(f"{kind}:"))

    def record(self, events: Sequence[tuple[str, EventBase]]) -> None:
        """Fold ``events`` into the states, unjudged."""
        for stream, event in events:
            evolve: Callable[[Any, Any], Any] = EVOLVE.get(stream.partition(":")[0], lambda _, newest: newest)
            self.states[stream] = evolve(self.states.get(stream), event)
            self.versions[stream] = self.version(stream) + 1
            self.events.append((stream, event))

    def ask(self, command: CommandBase, by: By = PLATFORM, occurred: int | None = None) -> Decision | Refused:
        """Judge ``command``, and record what it leads to."""
        outcome = DECIDERS[type(command)](Envelope(command, by, "test", occurred), self)
        if isinstance(outcome, Decision):
            self.record(outcome.events)
        return outcome

    def does(self, command: CommandBase, by: By = PLATFORM) -> list[tuple[str, EventBase]]:
        """What ``command`` leads to; it must be accepted."""
        outcome = self.ask(command, by)
        assert isinstance(outcome, Decision), outcome.message
        return list(outcome.events)

    def refuses(self, command: CommandBase, by: By = PLATFORM) -> str:
        """The rule under which ``command`` is refused; nothing may be recorded."""
        before = len(self.events)
        outcome = self.ask(command, by)
        assert isinstance(outcome, Refused), outcome
        assert len(self.events) == before
        return outcome.finding.rule

    def table(self, table: str = TABLE) -> Table:
        """The state of a table."""
        found = self(f"table:{table}")
        assert isinstance(found, Table)
        return found

    def balance(self, name: str) -> int:
        """The cents on a player's account."""
        return int(self(f"account:{name}").balance)

    def deal(self) -> str:
        """Start the next hand of the table, as a game would; its stream."""
        table = self.table()
        number = table.number + 1
        hand = f"hand:{TABLE}/{number}"
        button = next_button(table)
        assert button is not None
        seats = [taken.seat for taken in eligible(table)]
        self.record(
            [
                (hand, LogOpened(demo=False, origin="stands.for/a-hand", root="")),
                (STREAM, TableHandStarted(button=button, hand=hand, number=number, seats=seats)),
            ]
        )
        return hand

    def end(self, stacks_after: Mapping[int, int]) -> list[tuple[str, EventBase]]:
        """End the hand in play with these stacks, as a game would."""
        hand = self.table().hand
        assert hand is not None
        events = hand_ended(self, hand, stacks_after, "settled")
        self.record(events)
        return events


def house(*, rules: Terms | None = None, demo: bool = False, buy_in: int = 5_000, top_up_max: int = 10_000) -> World:
    """A world with a manager, an officer, approved rules, players with 200 euro each, their sessions, and a table."""
    world = World(demo=demo)
    world.does(GrantRole(role="manager", staff="ana"))
    world.does(GrantRole(role="officer", staff="rui"), MANAGER)
    approve = ApproveRuleset(
        in_force_from=0, reference="SRIJ/2026/1", regulation="R806", ruleset="nl-1", terms=rules or terms()
    )
    world.does(approve, MANAGER)
    for name in PLAYERS:
        if not demo:
            world.does(OpenAccount(player=name))
            world.does(Deposit(amount=Money(20_000), player=name, reference="card"))
        world.does(StartSession(player=name, session=f"s-{name}"), player(name))
    world.does(OpenTable(buy_in=buy_in, mode="continuous", ruleset="nl-1", table=TABLE, top_up_max=top_up_max))
    return world


def seat(world: World, *names: str) -> World:
    """Seat players on seats 1, 2, … of the table."""
    for number, name in enumerate(names, start=1):
        world.does(SeatPlayer(player=name, seat=number, session=f"s-{name}", table=TABLE), player(name))
    return world


def playing(*names: str, rules: Terms | None = None) -> World:
    """A table at which ``names`` sit and the button is drawn to seat 1."""
    world = seat(house(rules=rules), *names)
    world.does(DrawButton(seat=1, table=TABLE))
    return world
