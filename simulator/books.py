"""The books kept beside the ledger: every cent that came in is on an account, in a stack, at stake, or the house's.

Kept from the events alone, without a rule of any game: what moves where is what the events say, and the sum is compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from tombo.ledger.games.blackjack import events as blackjack
from tombo.ledger.games.poker.events import CommissionTaken
from tombo.ledger.games.roulette import events as roulette
from tombo.ledger.games.sem_descarte import events as sem_descarte
from tombo.ledger.house.account.events import (
    BonusConverted,
    BonusEvent,
    BonusExpired,
    BonusGranted,
    Compensated,
    CompensationReversed,
    Credited,
    Debited,
    Deposited,
    TicketConverted,
    Wallet,
    Withdrawn,
)
from tombo.ledger.house.session.events import SessionEnded
from tombo.ledger.house.table.events import PlayerLeft, PlayerSeated, StackToppedUp, TableHandEnded
from tombo.simulator.tournament_books import TournamentBooks

GAMES: Final = ("hand", "roulette", "blackjack", "sem_descarte")
"""The types of stream of a round."""


class Books:
    """Amounts in cents, and how many of what there were. Add every event in log order."""

    def __init__(self) -> None:
        self.brought = 0
        """Paid in from outside, less what was taken out."""
        self.accounts: Counter[str] = Counter()
        self.stacks: Counter[str] = Counter()
        """By table: what lies before its seats, and in the pots of a hand in play; a hand moves it as it ends."""
        self.stakes: Counter[str] = Counter()
        """By round of a banked game: what is staked and not decided; in prison, by table."""
        self.house = 0
        self.bonuses: Counter[str] = Counter()
        """What of the operator's money players have to stake, by account."""
        self.promoted = 0
        """What of it was given and has not expired: it is still theirs, staked, won, or was converted."""
        self.compensated = 0
        """What the operator gave for complaints: no part of what games won."""
        self.kinds: Counter[str] = Counter()
        self.rounds: Counter[str] = Counter()
        """Rounds that are over, by game and how: ``hand settled``."""
        self.findings: Counter[str] = Counter()
        """By rule."""
        self.told: set[tuple[str, str]] = set()
        """Stream and rule of every finding."""
        self.idle = 0
        """Sessions ended for inactivity."""
        self.unpaid: list[str] = []
        """Rounds that are over and left something at stake."""
        self.tournaments = TournamentBooks()
        self._kept: Final[dict[str, Callable[[str, Any], None]]] = {
            "account": self._account,
            "blackjack": self._blackjack,
            "hand": self._hand,
            "roulette": self._roulette,
            "sem_descarte": self._sem_descarte,
            "session": self._session,
            "table": self._table,
            "tournament": lambda name, event: self.tournaments.tournament(f"tournament:{name}", event),
        }

    @property
    def missing(self) -> int:
        """How many cents are nowhere; 0, or the books are wrong."""
        held = sum(sum(of.values()) for of in (self.accounts, self.bonuses, self.stacks, self.stakes))
        return self.brought + self.compensated + self.promoted - held - self.tournaments.held - self.won

    @property
    def won(self) -> int:
        """What is the house's, of games and of tournaments."""
        return self.house + self.tournaments.house

    def add(self, stream: str, event: Any) -> None:
        """The next event of the log."""
        kind = event.kind
        self.kinds[kind] += 1
        if ".finding_recorded." in kind:
            self.findings[event.rule] += 1
            self.told.add((stream, event.rule))
        what, _, name = stream.partition(":")
        books = self._kept.get(what)
        if books is not None:
            books(name, event)
        if what in GAMES and kind.endswith((".settled.v1", ".voided.v1")):
            self.rounds[f"{what} {kind.split('.')[1]}"] += 1
            if self.stakes.pop(name, 0):
                self.unpaid.append(stream)

    def _hand(self, _: str, event: Any) -> None:
        if isinstance(event, CommissionTaken):
            self.house += event.amount

    def _account(self, name: str, event: Any) -> None:
        self.tournaments.account(event)
        match event:
            case Deposited():
                self.brought += event.amount.cents
                self.accounts[name] += event.amount.cents
            case Withdrawn():
                self.brought -= event.amount.cents
                self.accounts[name] -= event.amount.cents
            case Credited():
                self._of(event.wallet)[name] += event.amount.cents
            case Debited():
                self._of(event.wallet)[name] -= event.amount.cents
            case BonusGranted() | BonusConverted() | BonusExpired():
                self._bonus(name, event)
            case Compensated():
                self.accounts[name] += event.amount.cents
                self.compensated += event.amount.cents
            case CompensationReversed():
                self.accounts[name] -= event.amount.cents
                self.compensated -= event.amount.cents
            case TicketConverted():
                self.accounts[name] += event.amount.cents

    def _of(self, wallet: Wallet) -> Counter[str]:
        return self.accounts if wallet == "cash" else self.bonuses

    def _bonus(self, name: str, event: BonusEvent) -> None:
        cents = event.amount.cents
        if isinstance(event, BonusConverted):
            self.accounts[name] += cents
        else:
            self.promoted += cents if isinstance(event, BonusGranted) else -cents
        self.bonuses[name] += cents if isinstance(event, BonusGranted) else -cents

    def _session(self, _: str, event: Any) -> None:
        if isinstance(event, SessionEnded):
            self.idle += event.cause == "inactivity"

    def _table(self, name: str, event: Any) -> None:
        if self.tournaments.table(name, event):
            return
        match event:
            case PlayerSeated():
                self.stacks[name] += event.buy_in - event.commission
                self.house += event.commission
            case StackToppedUp():
                self.stacks[name] += event.amount - event.commission
                self.house += event.commission
            case TableHandEnded():
                self.stacks[name] += sum(net.after - net.before for net in event.stacks)
            case PlayerLeft():
                self.stacks[name] -= event.stack

    def _lost(self, name: str, amount: int) -> None:
        self.stakes[name] -= amount
        self.house += amount

    def _paid(self, name: str, returned: int, prize: int) -> None:
        self.stakes[name] -= returned
        self.house -= prize

    def _roulette(self, name: str, event: Any) -> None:
        prison = f"{name.rpartition('/')[0]} in prison"
        match event:
            case roulette.BetPlaced():
                self.stakes[name] += sum(chip.amount for chip in event.chips)
            case roulette.Collected():
                self._lost(name, sum(chip.amount for chip in event.chips))
            case roulette.Paid():
                for payment in event.payments:
                    self._paid(name, payment.returned, payment.prize)
            case roulette.BetImprisoned():
                self.stakes[name] -= event.prisoner.amount
                self.stakes[prison] += event.prisoner.amount
            case roulette.PrisonerLost():
                self._lost(prison, event.prisoner.amount)
            case roulette.BetReleased():
                self._paid(prison, event.returned, 0)
                self._lost(prison, event.prisoner.amount - event.returned)
            case roulette.Voided():
                self._paid(name, sum(refund.amount for refund in event.refunds), 0)

    def _blackjack(self, name: str, event: Any) -> None:
        match event:
            case blackjack.BetPlaced():
                self.stakes[name] += event.amount
            case blackjack.DecisionMade():
                self.stakes[name] += event.paid
            case blackjack.Collected():
                self._lost(name, event.amount)
            case blackjack.Paid():
                self._paid(name, event.returned, event.prize)
            case blackjack.Voided():  # by the letter what was decided before is undone too: the house gives it back
                back = sum(refund.refunded - refund.taken_back for refund in event.refunds)
                self.house += self.stakes[name] - back
                self.stakes[name] = 0

    def _sem_descarte(self, name: str, event: Any) -> None:
        match event:
            case sem_descarte.AntePlaced():
                self.stakes[name] += event.amount
            case sem_descarte.Continued():
                self.stakes[name] += event.bet2
            case sem_descarte.Collected():
                self._lost(name, event.amount)
            case sem_descarte.Paid():
                self._paid(name, event.returned, event.ante_prize + event.bet2_prize)
            case sem_descarte.Voided():
                self._paid(name, sum(refund.amount for refund in event.refunds), 0)
