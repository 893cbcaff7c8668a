"""The cast of the blackjack tests: a house with approved rules, players with money on their seats, and a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tests.worlds.house import MANAGER, House, player
from tests.worlds.world import EURO, PLATFORM
from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.findings import Reading, Refused
from tombo.ledger.core.money import Money
from tombo.ledger.games.blackjack import commands as bj
from tombo.ledger.games.blackjack.events import Choice
from tombo.ledger.games.blackjack.state import BlackjackRound
from tombo.ledger.house.account.commands import Deposit, OpenAccount
from tombo.ledger.house.banked.commands import JoinTable, OpenBankedTable
from tombo.ledger.house.ruleset.commands import ApproveBankedRuleset
from tombo.ledger.house.session.commands import StartSession
from tombo.ledger.house.staff.commands import GrantRole
from tombo.ledger.terms.blackjack import BlackjackReadings, BlackjackTerms

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
        "rounding": "floor",
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
        "house_blackjack": Reading.LETTER,
        "insured_blackjack": Reading.LETTER,
    }
    return BlackjackReadings(**{**proposed, **changes})


def beginning(terms: BlackjackTerms, names: Mapping[int, str], *, demo: bool = False) -> list[tuple[CommandBase, Any]]:
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
        if not demo:
            deposit = Deposit(amount=Money(DEPOSIT), player=name, reference="card")
            steps += [(OpenAccount(player=name), PLATFORM), (deposit, PLATFORM)]
        steps.append((StartSession(player=name, regulation="R805", session=f"s-{name}"), player(name)))
    for seat, name in names.items():
        steps.append((JoinTable(player=name, seat=seat, session=f"s-{name}", table=TABLE), player(name)))
    return steps


class Blackjack(House):
    """A world with a table of blackjack, and the requests of a round in few words."""

    def __init__(self, names: Mapping[int, str] | None = None, *, demo: bool = False, **changes: Any) -> None:
        super().__init__(demo=demo)
        self.names = dict(names or {1: "p-1"})
        self.terms = blackjack_terms(**changes)
        for command, by in beginning(self.terms, self.names, demo=demo):
            self.does(command, by)
        self.shoes = 0

    @property
    def local(self) -> str:
        """The local id of the newest round."""
        return f"{TABLE}/{self('banked:' + TABLE).number}"

    @property
    def round(self) -> BlackjackRound:
        """The newest round."""
        found = self(f"blackjack:{self.local}")
        assert isinstance(found, BlackjackRound)
        return found

    def open(self) -> None:
        """Open a round with a new shoe; at a table of one there is no hurry."""
        deadline = None if self.terms.table_kind == "single" else 20_000_000
        self.does(bj.OpenBlackjackRound(deadline=deadline, table=TABLE))
        self.shoes += 1
        self.does(bj.ShuffleBlackjackShoe(round=self.local, shoe=f"shoe-{self.shoes}"))

    def bets(self, bets: Mapping[int, int]) -> None:
        """A bet on each of these seats by whoever sits there, and no more."""
        for seat, amount in bets.items():
            self.does(bj.PlaceBlackjackBet(amount=amount, round=self.local, seat=seat), player(self.names[seat]))
        self.does(bj.CloseBlackjackBets(round=self.local))

    def deals(self, cards: str, hole: str) -> None:
        """The first cards, in the order they are dealt, and the hole card."""
        self.does(bj.DealBlackjackHands(cards=cards.split(), hole_card=hole, round=self.local))

    def begins(self, bet: int, cards: str, hole: str) -> None:
        """A round of seat 1 alone: ``cards`` are player, house, player."""
        self.open()
        self.bets({1: bet})
        self.deals(cards, hole)

    def choice(
        self, decision: Choice, hand: int = 1, seat: int = 1, amount: int | None = None
    ) -> bj.DecideBlackjackHand:
        """The request to decide."""
        return bj.DecideBlackjackHand(amount=amount, decision=decision, hand=hand, round=self.local, seat=seat)

    def decides(
        self, decision: Choice, hand: int = 1, seat: int = 1, *, cards: str = "", amount: int | None = None
    ) -> None:
        """A decision by whoever sits there, and the cards it brings."""
        self.does(self.choice(decision, hand, seat, amount), player(self.names[seat]))
        self.cards(cards)

    def objects(self, decision: Choice, hand: int = 1, seat: int = 1, amount: int | None = None) -> str:
        """The rule under which a decision is refused."""
        return self.refuses(self.choice(decision, hand, seat, amount), player(self.names[seat]))

    def cards(self, cards: str) -> None:
        """The next cards of the shoe."""
        for card in cards.split():
            self.does(bj.DealBlackjackCard(card=card, round=self.local))

    def reveals(self, cards: str = "") -> None:
        """The hole card, and the cards the house takes."""
        self.does(bj.RevealBlackjackHouse(round=self.local))
        self.cards(cards)

    def net(self, name: str = "p-1") -> int:
        """What ``name`` has won or lost so far."""
        return self.balance(name) - DEPOSIT

    def refusal(self, command: CommandBase, by: Any = PLATFORM, occurred: int | None = None) -> str:
        """The rule under which ``command`` is refused at ``occurred``."""
        outcome = self.ask(command, by, occurred)
        assert isinstance(outcome, Refused), outcome
        return outcome.finding.rule
