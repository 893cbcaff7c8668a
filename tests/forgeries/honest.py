"""A small evening of every game and of tournaments of every sort, all by the door: what the catalogue of thefts is taken from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from tests.worlds.casino import BEGINS, ORIGIN, Casino, commands
from tests.worlds.floor import TERMS, Floor
from tests.worlds.house import player
from tests.worlds.roulette import chip
from tests.worlds.tournament import SEED, Cup
from tests.worlds.world import PLATFORM
from tombo.ledger.core.clock import SECOND, SteppingClock
from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.entry import By
from tombo.ledger.core.findings import Reading, Refused
from tombo.ledger.core.lisbon import day_of
from tombo.ledger.core.money import Money
from tombo.ledger.games.blackjack import commands as bj
from tombo.ledger.games.poker import commands as poker
from tombo.ledger.games.roulette import commands as spin
from tombo.ledger.games.sem_descarte import commands as sd
from tombo.ledger.games.tournament import commands as c
from tombo.ledger.house.account.commands import Deposit, OpenAccount, Withdraw
from tombo.ledger.house.ruleset.commands import ApproveRuleset
from tombo.ledger.house.session.commands import StartSession
from tombo.ledger.house.staff.commands import GrantRole
from tombo.ledger.house.table.commands import DrawButton, LeaveTable, OpenTable, SeatPlayer
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger
from tombo.ledger.terms.tournament import Addon, Fee, Payout, Rebuy, Reentry, TicketPrizes, TournamentReadings

DAY: Final = day_of(BEGINS)
MANAGER: Final = By(actor="staff", id="ana", role="manager")
CASH: Final = "mesa-9"
MINUTE: Final = 60 * SECOND
TARGET: Final = "grande"
"""The tournament that tickets are entries to."""


class Room(Cup):
    """The ledger of a casino, and tournaments in it, told as tests tell those of a world in memory."""

    def __init__(self, ledger: Ledger, folder: Path) -> None:
        self.ledger, self.folder, self.floor = ledger, folder, Floor(ledger.handle)
        clock = ledger.clock
        assert isinstance(clock, SteppingClock)
        self.wall = clock

    def __call__(self, stream: str) -> Any:
        return self.ledger.view()(stream)

    def ask(self, command: CommandBase, by: By = PLATFORM, occurred: int | None = None) -> Any:
        """Whatever becomes of ``command``."""
        return self.floor.ask(command, by, occurred)

    def does(self, command: CommandBase, by: By = PLATFORM, occurred: int | None = None) -> list[Any]:
        """``command``, which must be recorded."""
        outcome = self.ask(command, by, occurred)
        assert not isinstance(outcome, Refused), (command, outcome)
        return []

    def announces(self, name: str, **changes: Any) -> None:
        """Another tournament, which is spoken of from now on."""
        self.current = name
        super().announces(name, starts=self.wall.instant + 10 * MINUTE, **changes)

    def begins(self, *tables: str, seed: str = SEED) -> None:
        """It starts, at its hour."""
        self.wall.instant += 11 * MINUTE
        command = c.StartTournament(absent=[], seed=seed, tables=list(tables), tournament=self.current)
        self.does(command, occurred=self.wall.instant)

    def runs(self, command: type[Any], **fields: Any) -> None:
        """The platform goes on with it."""
        self.does(command(tournament=self.current, **fields), occurred=self.wall.instant)

    def folds(self, table: str) -> None:
        """A hand in which everybody folds to the last."""
        self.does(poker.StartHand(table=table))
        local = f"{table}/{self(f'table:{table}').number}"
        self._deal(local, {})
        self._bet(local, set())

    def buys(self, command: type[Any], name: str, **fields: Any) -> None:
        """A player buys something of it."""
        self.does(command(player=name, tournament=self.current, **fields), player(name))


BY_VALUE: Final = TournamentReadings(
    left_over="by_value", paid_prizes=Reading.LETTER, ticket_refunds="cash_unless_freeroll", tied_tickets="divided"
)


def tickets(count: int | None = 1) -> dict[str, Any]:
    """The prizes of a satellite."""
    return {
        "payouts": [],
        "readings": BY_VALUE,
        "tickets": TicketPrizes(count=count, target=TARGET, value=2_200),
    }


def _satellites(room: Room) -> None:
    """Two of which p-3 wins both, so that he may have one of the two in money; a freeroll, which p-4 wins."""
    room.announces(TARGET, fee=Fee(bounty=0, commission=200, prize=2_000), readings=BY_VALUE)
    for number in (1, 2):
        room.announces(f"sat-{number}", **tickets())
        room.enters("p-3", "p-4", "p-5")
        room.begins(f"t{number}")
        room.runs(c.CloseRegistration)
        room.all_in(f"t{number}", ["p-4"], "p-5")
        room.all_in(f"t{number}", ["p-3"], "p-4")
        room.all_in(f"t{number}", ["p-3"], "p-4")
        room.runs(c.FinishTournament)
    room.announces("livre", fee=None, **tickets())
    room.enters("p-4", "p-5")
    room.begins("t3")
    room.runs(c.CloseRegistration)
    room.all_in("t3", ["p-4"], "p-5")
    room.runs(c.FinishTournament)
    room.does(c.ConvertTicket(player="p-3", ticket="sat-2/1"), player("p-3"))
    room.current = TARGET
    room.enters("p-3", "p-4", "p-5", tickets={"p-3": "sat-1/1", "p-4": "livre/1"})
    room.runs(c.CancelTournament, cause="too_few_players", note="three came")


def _bought(room: Room) -> None:
    """Everything that can be bought, bounties, two tables and a move; three prizes, two of them *ex aequo*; a guarantee missed."""
    bought: dict[str, Any] = {
        "addon": Addon(chips=5_000, commission=0, prize=500),
        "fee": Fee(bounty=300, commission=100, prize=700),
        "guarantee": 8_000,
        "open_until": 1,
        "rebuy": Rebuy(chips=10_000, commission=0, most=1, prize=1_000, stack_below=20_000),
        "reentry": Reentry(most=1),
    }
    room.announces("cofre", **bought)
    room.enters("p-3", "p-4", "p-5", "p-6", "p-7", "p-8")
    room.does(c.CancelEntry(player="p-8", tournament="cofre"), player("p-8"))
    room.begins("k1", "k2")
    there = {entry.player: entry.table for entry in room.state.active}
    first, second = ([name for name, table in there.items() if table == one] for one in ("k1", "k2"))
    room.all_in("k1", [first[0]], first[1])
    room.buys(c.TakeRebuy, first[1])
    room.buys(c.AddOn, first[0])
    room.all_in("k2", [second[0]], second[1])
    room.buys(c.DeclineRebuy, second[1])
    room.buys(c.Reenter, second[1], session=f"s-{second[1]}")
    room.runs(c.SeatLateEntries, seed="7d" * 32)
    room.wall.instant += 11 * MINUTE
    room.runs(c.CloseRegistration)
    room.runs(c.StartLevel)
    gone = "k2" if len([1 for one in room.state.active if one.table == "k2"]) <= 3 else "k1"
    room.runs(c.MovePlayers, broken=gone, seed="3a" * 32)
    (rest,) = room.state.tables
    by_stack = sorted((one.player for one in room.state.active), key=room.stack, reverse=True)
    room.all_in(rest, [by_stack[0]], by_stack[-1])
    while len(room.state.active) > 1:
        names = sorted((one.player for one in room.state.active), key=room.stack, reverse=True)
        room.all_in(rest, [names[0]], *names[1:3])
    room.runs(c.FinishTournament)


def _timed(room: Room) -> None:
    """One whose time is up with two in play."""
    room.announces("relogio", timed_seconds=600)
    room.enters("p-3", "p-4", "p-5")
    room.begins("r1")
    room.runs(c.CloseRegistration)
    room.all_in("r1", ["p-4"], "p-5")
    room.wall.instant += 11 * MINUTE
    room.runs(c.CallTime)
    for _ in range(2):
        room.folds("r1")
    room.runs(c.FinishTournament)


def _cancelled(room: Room) -> None:
    """One that is cancelled in play, behind a rebuy and an exit."""
    room.announces(
        "luz", open_until=1, rebuy=Rebuy(chips=10_000, commission=0, most=1, prize=1_000, stack_below=20_000)
    )
    room.enters("p-3", "p-4", "p-5", "p-6", "p-7")
    room.begins("l1")
    room.buys(c.TakeRebuy, "p-3")
    room.wall.instant += 11 * MINUTE
    room.runs(c.CloseRegistration)
    room.all_in("l1", ["p-4"], "p-5")
    room.runs(c.CancelTournament, cause="technical", note="power lost")


def _tied(room: Room) -> None:
    """One in which two go together with equal stacks."""
    room.announces("par", payouts=[Payout(entries_from=1, shares_bp=[5_001, 2_999, 2_000])])
    room.enters("p-3", "p-4", "p-5", "p-6")
    room.begins("e1")
    room.runs(c.CloseRegistration)
    room.all_in("e1", ["p-3"], "p-4", "p-5")
    room.all_in("e1", ["p-3"], "p-6")
    room.runs(c.FinishTournament)


def _cash(room: Room) -> None:
    """A table of poker in euro: a hand that is shown to its end, and somebody who leaves and takes his money."""
    do = room.floor.do
    do(ApproveRuleset(in_force_from=0, reference="SRIJ/2026/1", ruleset="nl-9", terms=TERMS), MANAGER)
    do(OpenTable(buy_in=10_000, mode="continuous", ruleset="nl-9", table=CASH, top_up_max=20_000))
    for seat in (1, 2, 3):
        name = f"p-1{seat}"
        do(OpenAccount(player=name))
        do(Deposit(amount=Money(50_000), player=name, reference=f"bank-{seat}"))
        do(StartSession(player=name, session=f"s-{name}"), player(name))
        do(SeatPlayer(player=name, seat=seat, session=f"s-{name}", table=CASH), player(name))
    do(DrawButton(seat=1, table=CASH))
    room.all_in(CASH, ["p-12"], "p-13")
    do(LeaveTable(seat=2, table=CASH), player("p-12"))
    do(Withdraw(amount=Money(5_000), player="p-12", reference="bank-2"), player("p-12"))


def _banked(room: Room) -> None:
    """A round of each game against the house."""
    made = Casino(room.ledger, room.floor, room.folder)
    for command, by in commands("R804"):
        room.floor.do(command, by)
    made.spins({"p-1": (chip(500, "red"),), "p-2": (chip(200, "straight_up", "17"),)}, "17")
    name = made.spins({"p-1": (chip(500, "red"),)}, None)
    made.floor.do(spin.ReportSpinBetRefused(chips=[chip(1, "black")], player="p-2", round=name, rule="R804 r.10"))
    for up in (False, True):
        made.floor.do(spin.ReportSpinConnection(player="p-1", round=name, up=up))
    for command in (spin.CloseBets(round=name), spin.LandBall(number="0", round=name), spin.SettleSpin(round=name)):
        made.floor.do(command)
    name = made.blackjack({1: 1_000, 2: 1_000}, "Ts Ks 7h 6d 9d", "Th")
    made.floor.do(bj.ReportBlackjackBetRefused(amount=500, player="p-2", round=name, rule="R805 r.12", seat=2))
    for up in (False, True):
        made.floor.do(bj.ReportBlackjackConnection(player="p-1", round=name, up=up))
    made.decides(name, 1, "stand")
    made.decides(name, 2, "stand")
    made.reveals(name)
    name = made.dealt({1: 500, 2: 500}, {1: "Ah Ad 7c 8s Jd", 2: "2h 2d 4c 5s Tc"}, "Ac Kd 9h 6s 3c")
    made.floor.do(sd.ReportAnteRefused(amount=500, player="p-2", round=name, rule="R803 r.14", seat=2))
    made.floor.do(sd.Continue(round=name, seat=1), player("p-1"))
    made.floor.do(sd.ReportDisconnected(round=name, seat=1))
    made.floor.do(sd.ReportReconnected(round=name, seat=1))
    made.settles(name, (), (2,))


SCENES: Final[Mapping[str, Callable[[Room], None]]] = {
    "banked": _banked,
    "bought": _bought,
    "cancelled": _cancelled,
    "cash": _cash,
    "satellites": _satellites,
    "tied": _tied,
    "timed": _timed,
}


@contextmanager
def scene(name: str, folder: Path, begins: int = BEGINS) -> Iterator[Room]:
    """A ledger of its own for a scene."""
    clock = SteppingClock(begins, step=SECOND)
    ledger = create_ledger(f"sqlite:///{folder}/{name}.db", Keyring(folder / "keys"), origin=ORIGIN, clock=clock)
    try:
        room = Room(ledger, folder)
        if name != "banked":  # its own setting out does
            room.floor.do(GrantRole(role="manager", staff="ana"))
        SCENES[name](room)
        yield room
    finally:
        ledger.store.close()
