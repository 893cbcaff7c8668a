"""A card room for tests and benchmarks: brings a ledger to the point where hands can be played, by ordinary commands.

``Floor`` numbers its commands itself and fails loudly when one is refused, so that a scenario that does not happen
cannot pass for one that did.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from tests.worlds.staff import NOWHERE, enrol, signed
from tombo.ledger.core.clock import SECOND, SKEW, SteppingClock
from tombo.ledger.core.command import CommandBase, Envelope
from tombo.ledger.core.entry import By
from tombo.ledger.core.findings import Reading, Refused
from tombo.ledger.core.money import Money
from tombo.ledger.games.blackjack.commands import CloseBlackjackBets
from tombo.ledger.games.poker import commands as poker
from tombo.ledger.games.roulette.commands import CloseBets
from tombo.ledger.games.sem_descarte.commands import CloseAntes
from tombo.ledger.house.account.commands import Deposit, OpenAccount
from tombo.ledger.house.ruleset.commands import ApproveRuleset
from tombo.ledger.house.session.commands import StartSession
from tombo.ledger.house.staff.commands import GrantRole
from tombo.ledger.house.table.commands import DrawButton, OpenTable, SeatPlayer
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.terms.poker import Commission, Limit, Readings, Terms
from tombo.ledger.terms.unit import Unit

PLATFORM: Final = By(actor="platform", id="platform")
MANAGER: Final = By(actor="staff", id="manager-1", role="manager")
LETTER: Final = Readings(
    flop_exemption=Reading.LETTER,
    flush_tie=Reading.LETTER,
    heads_up_blinds=Reading.LETTER,
    maximum_bet=Reading.LETTER,
    minimum_raise=Reading.LETTER,
)
PRACTICE: Final = Readings(
    flop_exemption=Reading.PRACTICE,
    flush_tie=Reading.PRACTICE,
    heads_up_blinds=Reading.PRACTICE,
    maximum_bet=Reading.PRACTICE,
    minimum_raise=Reading.PRACTICE,
)
TERMS: Final = Terms(
    ante=0,
    big_blind=100,
    commission=Commission(attribution="payment_when_all_in", cap=None, mode="pot", rate_bp=500),
    decision_seconds=30,
    limit=Limit(kind="no_limit"),
    min_bet=100,
    odd_unit="clockwise_from_button",
    readings=PRACTICE,
    revision=1,
    rounding="floor",
    seats=10,
    showdown="all",
    small_blind=50,
    unit=Unit(currency="EUR", decimals=2),
    variant="holdem",
)


def player(number: int) -> By:
    """The player ``p-1``, ``p-2`` and so on."""
    return By(actor="player", id=f"p-{number}")


TO_BET: Final = 30 * SECOND
"""As long as any rules of a test give to bet or to decide."""
_CLOSES: Final[Mapping[type, str]] = {
    CloseBets: "roulette",
    CloseAntes: "sem_descarte",
    CloseBlackjackBets: "blackjack",
}


class Floor:
    """Sends commands to ``handle`` under numbered command ids, those of staff signed for the ledger whose ``handle`` it is."""

    def __init__(self, handle: Callable[[Envelope], Any], prefix: str = "c") -> None:
        self._handle = handle
        self._prefix = prefix
        self._count = 0
        ledger = getattr(handle, "__self__", None)
        self._ledger = ledger if isinstance(ledger, Ledger) else None
        self.origin: str = NOWHERE if self._ledger is None else self._ledger.store.origin
        clock = None if self._ledger is None else self._ledger.clock
        self._clock = clock if isinstance(clock, SteppingClock) else None

    def envelope(self, command: CommandBase, by: By = PLATFORM, occurred: int | None = None) -> Envelope:
        """``command`` under the next command id."""
        self._count += 1
        return Envelope(command, by, f"{self._prefix}-{self._count}", occurred)

    def ask(self, command: CommandBase, by: By = PLATFORM, occurred: int | None = None) -> Any:
        """Whatever becomes of ``command``; the ledger's clock goes on to when it happens, where a test moves that clock.

        If a test does not say when, what has a deadline happens now, with time enough to bet or decide, and bets are closed at theirs.
        """
        if self._clock is not None:
            deadline: int | None = getattr(command, "deadline", None)
            if occurred is None and deadline is not None:
                occurred = self._clock.instant
                enough = min(max(deadline, occurred + TO_BET), occurred + TO_BET + SKEW)
                command = command.model_copy(update={"deadline": enough})
            until = self._until(command) if occurred is None and by.actor == "platform" else 0
            self._clock.instant = max(self._clock.instant, occurred or 0, until)
        envelope = self.envelope(command, by, occurred)
        return self._handle(envelope if self.origin == NOWHERE else signed(envelope, self.origin))

    def _until(self, command: CommandBase) -> int:
        """Until when bets are taken that ``command`` closes; 0 of another, and where no time is announced."""
        sort = _CLOSES.get(type(command))
        if sort is None or self._ledger is None:
            return 0
        state: Any = self._ledger.view()(f"{sort}:{command.round}")  # type: ignore[attr-defined]
        opened = getattr(state, "opened", state)
        return 0 if state is None else opened.deadline or 0

    def do(self, command: CommandBase, by: By = PLATFORM, occurred: int | None = None) -> Any:
        """``command``, which must be recorded."""
        outcome = self.ask(command, by, occurred)
        if isinstance(outcome, Refused):
            raise AssertionError(f"{command!r} was refused: {outcome.finding}")
        if isinstance(command, GrantRole):
            self.ask(enrol(self.origin, command.staff), by)  # who gets a role gets a key, unless he has one
        return outcome

    def open_table(
        self, table: str = "mesa-1", *, players: int = 3, buy_in: int = 10_000, terms: Terms = TERMS, first: int = 1
    ) -> None:
        """A ruleset named as the table, accounts with money, sessions, a table with ``players`` seated, the button drawn."""
        if first == 1:
            self.do(GrantRole(role="manager", staff="manager-1"))
        self.do(ApproveRuleset(in_force_from=0, reference="SRIJ-TEST", ruleset=f"rules-{table}", terms=terms), MANAGER)
        self.do(
            OpenTable(buy_in=buy_in, mode="continuous", ruleset=f"rules-{table}", table=table, top_up_max=10 * buy_in)
        )
        for seat in range(1, players + 1):
            number = first + seat - 1
            name = self.comes(number, 100 * buy_in)
            self.do(SeatPlayer(player=name, seat=seat, session=f"s-{number}", table=table), player(number))
        self.do(DrawButton(seat=1, table=table))

    def comes(self, number: int, cents: int = 50_000) -> str:
        """Somebody with an account, money on it and a session, who sits nowhere yet; his name."""
        name = f"p-{number}"
        self.do(OpenAccount(player=name))
        self.do(Deposit(amount=Money(cents), player=name, reference="bank"))
        self.do(StartSession(player=name, session=f"s-{number}"), player(number))
        return name


def deal(table: str, number: int, cards: Sequence[str]) -> poker.DealHoleCards:
    """The closed cards of hand ``number``, in the order of dealing."""
    return poker.DealHoleCards(cards=list(cards), hand=f"{table}/{number}")
