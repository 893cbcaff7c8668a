"""The cast of the blackjack tests: a house with approved rules, players with money on their seats, and a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ledger.core.banked_terms import BlackjackReadings, BlackjackTerms
from ledger.core.command import CommandBase
from ledger.core.findings import Reading
from ledger.core.money import Money
from ledger.games.blackjack import commands as bj
from ledger.games.blackjack.state import Round
from ledger.house.banked_commands import ApproveBankedRuleset, JoinTable, OpenBankedTable
from ledger.house.commands import Deposit, GrantRole, OpenAccount, StartSession
from tests.house_world import MANAGER, House, player
from tests.world import EURO, PLATFORM

DEPOSIT: Final = 1_000_000
TABLE: Final = "bj-1"


def blackjack_terms(**changes: Any) -> BlackjackTerms:
    """Lawful terms in euro, as the base rules are, with every reading LETTER but #19, and ``changes``."""
    lawful: dict[str, Any] = {
        "bet_max": 10_000,
        "bet_min": 100,
        "betting_seconds": 20,
        "decision_seconds": 30,
        "decks": 6,
        "double": "nine_to_eleven",
        "game": "blackjack",
        "insurance": True,
        "readings": readings(),
        "revision": 1,
        "seats": 7,
        "several_seats": True,
        "special_prizes": True,
        "split": "same_value",
        "splits_max": 3,
        "table_kind": "multi",
        "unit": EURO,
    }
    return BlackjackTerms(**{**lawful, **changes})


def readings(**changes: Reading) -> BlackjackReadings:
    """The readings proposed in rules.md: LETTER, but what an outage finds decided stands (#19)."""
    proposed = {
        "ace_on_double": Reading.LETTER,
        "decided_bets": Reading.PRACTICE,
        "insured_blackjack": Reading.LETTER,
    }
    return BlackjackReadings(**{**proposed, **changes})


def beginning(terms: BlackjackTerms, names: Mapping[int, str]) -> list[tuple[CommandBase, Any]]:
    """The commands, each with who asks, that bring a ledger to a table with these players on their seats."""
    approve = ApproveBankedRuleset(
        in_force_from=0, reference="SRIJ/2026/5", regulation="R805", ruleset="bj", terms=terms
    )
    steps: list[tuple[CommandBase, Any]] = [
        (GrantRole(role="manager", staff="ana"), PLATFORM),
        (GrantRole(role="officer", staff="rui"), MANAGER),
        (approve, MANAGER),
        (OpenBankedTable(ruleset="bj", table=TABLE), PLATFORM),
    ]
    for name in sorted(set(names.values())):
        deposit = Deposit(amount=Money(DEPOSIT), player=name, reference="card")
        steps += [(OpenAccount(player=name), PLATFORM), (deposit, PLATFORM)]
        steps.append((StartSession(player=name, session=f"s-{name}"), player(name)))
    for seat, name in names.items():
        steps.append((JoinTable(player=name, seat=seat, session=f"s-{name}", table=TABLE), player(name)))
    return steps


class Blackjack(House):
    """A world with a table of blackjack, and the requests of a round in few words."""

    def __init__(self, names: Mapping[int, str], **changes: Any) -> None:
        super().__init__()
        self.names = dict(names)
        for command, by in beginning(blackjack_terms(**changes), self.names):
            self.does(command, by)
        self.shoes = 0

    @property
    def local(self) -> str:
        """The local id of the newest round."""
        return f"{TABLE}/{self('banked:' + TABLE).number}"

    @property
    def round(self) -> Round:
        """The newest round."""
        found = self(f"blackjack:{self.local}")
        assert isinstance(found, Round)
        return found

    def open(self) -> None:
        """Open a round with a new shoe."""
        self.does(bj.OpenBlackjackRound(table=TABLE))
        self.shoes += 1
        self.does(bj.ShuffleBlackjackShoe(round=self.local, shoe=f"shoe-{self.shoes}"))

    def bets(self, bets: Mapping[int, int]) -> None:
        """A bet on each of these seats by whoever sits there, and no more."""
        for seat, amount in bets.items():
            self.does(bj.PlaceBlackjackBet(amount=amount, round=self.local, seat=seat), player(self.names[seat]))
        self.does(bj.CloseBlackjackBets(round=self.local))
