"""The operator's wallet beside the ledger, from the platform's own books: what it moved in and out, what it had tables and rounds decide.

No account entry is read for an amount: deposits and withdrawals are those the platform asked for, everything else is what the
streams of tables, rounds, tournaments and disputes say that somebody paid or got. So the accounts are held against another's word.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, Literal, NamedTuple

from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.entry import Entry
from tombo.ledger.core.ids import local, type_of
from tombo.ledger.games.blackjack import events as blackjack
from tombo.ledger.games.roulette import events as roulette
from tombo.ledger.games.sem_descarte import events as sem_descarte
from tombo.ledger.games.tournament import events as tournament
from tombo.ledger.games.tournament.commands import ConvertTicket
from tombo.ledger.house.account.commands import ConvertBonus, Deposit, ExpireBonus, GrantBonus, Withdraw
from tombo.ledger.house.account.events import TicketGranted
from tombo.ledger.house.dispute.events import AnyOpened, AnyResolved
from tombo.ledger.house.table import events as house
from tombo.ledger.house.wallet import Operation, WalletLine
from tombo.ledger.live.ledger import Acknowledgement
from tombo.ledger.terms.tournament import Structure
from tombo.simulator.ask import Told
from tombo.simulator.purses import Purses

Mistake = Literal["missing", "duplicated", "cent_more", "next_day", "balance"]
"""What a wallet gets wrong: a transaction left out, its lines twice, a cent too much, the wrong day, a balance from nowhere."""

DAY: Final = 86_400 * SECOND
ALL_OF_IT: Final = -1
"""The amount of an order that takes whatever is left."""


class Moved(NamedTuple):
    """Money the platform moved: ``cents`` to the player's wallet, or from it where they are below 0."""

    player: str
    cents: int


class Wallet:
    """Hears every command of a day (``Day.on_commit``), then writes the statement from the record of what was played."""

    def __init__(self) -> None:
        self._orders: dict[str, tuple[str, str, Operation, int]] = {}
        """Transaction, player, operation and cents of what was asked for and done, by command id."""
        self._until: dict[str, int] = {}
        """Before when a bonus holds, by the command id of its grant."""
        self._tickets: dict[tuple[str, str], int] = {}
        """What a ticket is worth, by player and name."""
        self._converted: dict[str, tuple[str, str]] = {}
        """Player and ticket of a conversion, by command id."""
        self._seated: dict[tuple[str, int], str] = {}
        """Who sits at a table's seat, where it is played for money, or has bet at a round's."""
        self._structures: dict[str, Structure] = {}
        self._claimants: dict[str, str] = {}
        """Who complains, by dispute."""
        self._entered: dict[tuple[str, int], tuple[str, int]] = {}
        """Who has an entry of a tournament, and what he paid for it."""

    def commit(self, envelope: Envelope, outcome: Told) -> None:
        """The platform was told what became of a command."""
        if not isinstance(outcome, Acknowledgement):
            return
        command, name = envelope.command, envelope.command_id
        match command:
            case Deposit():
                self._orders[name] = (command.reference, command.player, "deposit", command.amount.cents)
            case Withdraw():
                self._orders[name] = (command.reference, command.player, "withdrawal", command.amount.cents)
            case ConvertTicket():
                self._converted[name] = (command.player, command.ticket)
            case GrantBonus():
                self._orders[name] = (name, command.player, "bonus_grant", command.amount.cents)
                self._until[name] = command.until
            case ConvertBonus():
                self._orders[name] = (name, command.player, "bonus_conversion", command.amount.cents)
            case ExpireBonus():
                self._orders[name] = (name, command.player, "bonus_expiry", ALL_OF_IT)

    def lines(
        self, entries: Iterable[Entry], window: tuple[int, int], mistakes: Mapping[str, Mistake] | None = None
    ) -> Iterator[WalletLine]:
        """The statement of the day ``window``, from all ``entries`` of the ledger; ``mistakes`` by transaction."""
        balances: Counter[str] = Counter()
        number = 2  # after the header
        for line in self._all(entries):
            mistake = (mistakes or {}).get(line.transaction)
            for said in _spoiled(line, mistake):
                balances[said.player] += said.change
                balances[said.player] += 1 if mistake == "balance" else 0
                if window[0] <= line.instant < window[1]:
                    yield said._replace(number=number, balance=balances[said.player])
                    number += 1

    def _all(self, entries: Iterable[Entry]) -> Iterator[WalletLine]:
        """Every movement since the ledger began, unnumbered."""
        purses = Purses()
        for entry in entries:
            purses.heard(entry.stream, entry.event)
            for line in self._of(entry, purses):
                purses.booked(line)
                if line.operation == "bonus_grant":
                    purses.until[line.player] = self._until[line.transaction]
                yield line

    def _of(self, entry: Entry, purses: Purses) -> Iterator[WalletLine]:
        """The movements that ``entry`` is about."""
        command = entry.command.id if entry.command else ""
        instant = entry.recorded if entry.occurred is None else entry.occurred
        if isinstance(entry.event, TicketGranted):
            self._tickets[local(entry.stream), entry.event.ticket] = entry.event.amount.cents
        elif order := self._order(command):
            transaction, player, operation, cents = order
            cents = purses.bonus[player] if cents == ALL_OF_IT else cents
            yield WalletLine(0, transaction, player, operation, cents, instant)
        elif isinstance(entry.event, AnyOpened):
            self._claimants[entry.stream] = entry.event.player
        elif isinstance(entry.event, AnyResolved) and entry.event.compensation.cents:
            claimant, given = self._claimants[entry.stream], entry.event.compensation.cents
            yield WalletLine(0, command, claimant, "compensation", given, instant)
        for player, cents in self._moved(entry.stream, entry.event):
            if cents:
                operation = purses.operation(entry.stream, player, cents, instant)
                yield WalletLine(0, command, player, operation, abs(cents), instant)

    def _order(self, command: str) -> tuple[str, str, Operation, int] | None:
        """What ``command`` asked for from outside, or of a ticket; it has one entry."""
        if held := self._converted.get(command):
            return command, held[0], "conversion", self._tickets[held]
        return self._orders.get(command)

    def _moved(self, stream: str, event: Any) -> list[Moved]:
        """What ``event`` says that players paid or got."""
        name = local(stream)
        match type_of(stream):
            case "table":
                return self._table(name, event)
            case "roulette":
                return _roulette(event)
            case "blackjack":
                return _blackjack(event)
            case "sem_descarte":
                return self._sem_descarte(name, event)
            case "tournament":
                return self._tournament(name, event)
            case _:
                return []

    def _table(self, name: str, event: Any) -> list[Moved]:
        """A table of a tournament seats nobody for money: his chips leave it without a movement."""
        match event:
            case house.PlayerSeated():
                self._seated[name, event.seat] = event.player
                return [Moved(event.player, -event.buy_in)]
            case house.StackToppedUp():
                return [Moved(self._seated[name, event.seat], -event.amount)]
            case house.PlayerLeft() if (name, event.seat) in self._seated:
                return [Moved(self._seated.pop((name, event.seat)), event.stack)]
            case _:
                return []

    def _sem_descarte(self, name: str, event: Any) -> list[Moved]:
        match event:
            case sem_descarte.AntePlaced():
                self._seated[name, event.seat] = event.player
                return [Moved(event.player, -event.amount)]
            case sem_descarte.Continued():
                return [Moved(self._seated[name, event.seat], -event.bet2)]
            case sem_descarte.Paid():
                return [Moved(self._seated[name, event.seat], event.returned + event.ante_prize + event.bet2_prize)]
            case sem_descarte.Voided():
                return [Moved(self._seated[name, refund.seat], refund.amount) for refund in event.refunds]
            case _:
                return []

    def _tournament(self, name: str, event: Any) -> list[Moved]:
        if isinstance(event, tournament.Announced):
            self._structures[name] = event.structure
        of = self._structures[name]
        match event:
            case tournament.Registered():
                paid = of.fee_total if event.funding == "cash" else 0
            case tournament.Reentered():
                paid = of.fee_total
            case _:
                return self._entry(name, of, event)
        self._entered[name, event.entry] = (event.player, paid)
        return [Moved(event.player, -paid)]

    def _entry(self, name: str, of: Structure, event: Any) -> list[Moved]:
        """What an entry that is there pays or gets."""
        player, paid = self._entered.get((name, getattr(event, "entry", 0)), ("", 0))
        match event:
            case tournament.RegistrationCancelled():
                return [Moved(player, paid)]
            case tournament.Rebought() if of.rebuy is not None:
                return [Moved(player, -of.rebuy.prize - of.rebuy.commission)]
            case tournament.AddedOn() if of.addon is not None:
                return [Moved(player, -of.addon.prize - of.addon.commission)]
            case tournament.PrizeAwarded() | tournament.BountyAwarded():
                return [Moved(player, event.amount.cents)]
            case tournament.Refunded():
                return [Moved(player, event.fee + event.share)]
            case _:
                return []


def _roulette(event: Any) -> list[Moved]:
    match event:
        case roulette.BetPlaced():
            return [Moved(event.player, -sum(chip.amount for chip in event.chips))]
        case roulette.Paid():
            return [Moved(event.player, sum(payment.returned + payment.prize for payment in event.payments))]
        case roulette.BetReleased():
            return [Moved(event.prisoner.player, event.returned)]
        case roulette.Voided():
            return [Moved(refund.player, refund.amount) for refund in event.refunds]
        case _:
            return []


def _blackjack(event: Any) -> list[Moved]:
    match event:
        case blackjack.BetPlaced():
            return [Moved(event.player, -event.amount)]
        case blackjack.DecisionMade():
            return [Moved(event.player, -event.paid)]
        case blackjack.Paid():
            return [Moved(event.player, event.prize + event.returned)]
        case blackjack.Voided():
            both = ((refund.player, refund.refunded, refund.taken_back) for refund in event.refunds)
            return [Moved(player, cents) for player, back, taken in both for cents in (back, -taken)]
        case _:
            return []


def _spoiled(line: WalletLine, mistake: Mistake | None) -> list[WalletLine]:
    """``line`` as the wallet tells it."""
    match mistake:
        case "missing":
            return []
        case "duplicated":
            return [line, line]
        case "cent_more":
            return [line._replace(amount=line.amount + 1)]
        case "next_day":
            return [line._replace(instant=line.instant + DAY)]
        case "balance" | None:
            return [line]
