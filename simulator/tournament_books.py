"""The books of tournaments: what came in for entries is a prize, a bounty, a refund, a ticket or the house's; chips in play were bought.

Kept from the events alone. What the tournaments say they give is held against what the accounts got of it.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from tombo.ledger.games.tournament import events as t
from tombo.ledger.house.account import events as tickets
from tombo.ledger.house.account.events import Credited, Debited
from tombo.ledger.house.table import events as tables
from tombo.ledger.house.table.events import PlayerLeft, TableHandEnded
from tombo.ledger.terms.tournament import Structure

CAUSE: Final = "tournament:"


class TournamentBooks:
    """Amounts in cents, chips apart. Add every event of accounts, tables and tournaments in log order."""

    def __init__(self) -> None:
        self.pots: Counter[str] = Counter()
        """By tournament: what it holds for prizes, the house's overlay with it; 0 once it is finished."""
        self.tickets = 0
        """What the entries won that nobody has used yet are worth."""
        self.house = 0
        """Commissions, less overlays, and what cancellations leave it."""
        self.chips: Counter[str] = Counter()
        """By tournament: on its tables, less those bought; always 0."""
        self.owed: Counter[str] = Counter()
        """By tournament: what it says that players get or pay, less what their accounts say; always 0."""
        self.money: Counter[str] = Counter()
        """What was moved, by name: fees, prizes, bounties, tickets, refunds, commission, overlay."""
        self.over: Counter[str] = Counter()
        """How many are over, and how: ``finished``, ``cancelled b (technical)``."""
        self._structures: dict[str, Structure] = {}
        self._values: dict[str, int] = {}
        """Of tickets."""
        self._tables: dict[str, str] = {}
        self._ended: dict[str, str] = {}

    @property
    def held(self) -> int:
        """All money that is in tournaments, or promised by tickets."""
        return sum(self.pots.values()) + self.tickets

    @property
    def astray(self) -> list[str]:
        """Tournaments whose money or chips do not add up; between two commits there are none."""
        finished = {name for name, how in self._ended.items() if how == "finished" and self.pots[name]}
        return sorted(
            finished | {name for counted in (self.chips, self.owed) for name, left in counted.items() if left}
        )

    def account(self, event: Any) -> None:
        """A movement on an account, if a tournament is its cause; or of a ticket."""
        cause = getattr(event, "cause", "")
        match event:
            case Debited() if cause.startswith(CAUSE):
                self._into(cause, event.amount.cents)
            case Credited() if cause.startswith(CAUSE):
                self._into(cause, -event.amount.cents)
            case tickets.TicketGranted():
                self._values[event.ticket] = event.amount.cents
                self.tickets += event.amount.cents
                self._into(cause, -event.amount.cents)
            case tickets.TicketUsed():
                self.tickets -= self._values[event.ticket]
                self._into(cause, self._values[event.ticket])
            case tickets.TicketReturned():
                self.tickets += self._values[event.ticket]
                self._into(cause, -self._values[event.ticket])
            case tickets.TicketConverted():
                self.tickets -= event.amount.cents

    def _into(self, name: str, cents: int) -> None:
        """``cents`` come from a player; what goes to one is below 0."""
        self.owed[name] += cents
        if self._ended.get(name) == "cancelled":
            self.house += cents
        else:
            self.pots[name] += cents

    def table(self, name: str, event: Any) -> bool:
        """Chips that come to a table of a tournament or leave it; whether it is one."""
        if isinstance(event, tables.TournamentTableOpened):
            self._tables[name] = CAUSE + event.tournament
        of = self._tables.get(name)
        if of is None:
            return False
        match event:
            case tables.PlayerPlaced():
                self.chips[of] += event.stack
            case tables.ChipsAdded():
                self.chips[of] += event.chips
            case TableHandEnded():
                self.chips[of] += sum(net.after - net.before for net in event.stacks)
            case PlayerLeft():
                self.chips[of] -= event.stack
        return True

    def tournament(self, name: str, event: Any) -> None:  # noqa: C901, PLR0912  # one case a kind
        """What a tournament says was bought, won and given back."""
        if isinstance(event, t.Announced):
            self._structures[name] = event.structure
        of = self._structures[name]
        match event:
            case t.Registered() | t.Reentered():
                self._bought(name, of.fee_total, of.fee.commission if of.fee else 0)
            case t.RegistrationCancelled():
                self._bought(name, -of.fee_total, -(of.fee.commission if of.fee else 0))
            case t.Rebought() if of.rebuy is not None:
                self._bought(name, of.rebuy.prize + of.rebuy.commission, of.rebuy.commission)
                self.chips[name] -= of.rebuy.chips
            case t.AddedOn() if of.addon is not None:
                self._bought(name, of.addon.prize + of.addon.commission, of.addon.commission)
                self.chips[name] -= of.addon.chips
            case t.SeatsDrawn():
                self.chips[name] -= of.starting_stack * len(event.seats)
            case t.OverlayAdded():
                self._house(name, "overlay", -event.amount.cents)
            case t.PrizeAwarded():
                self._given(name, "prizes", event.amount.cents)
            case t.TicketAwarded() if of.tickets is not None:
                self._given(name, "tickets", of.tickets.value)
            case t.BountyAwarded():
                self._given(name, "bounties", event.amount.cents)
            case t.Refunded():
                self._given(name, "refunds", event.fee + event.share + (of.fee_total if event.ticket else 0))
            case t.Finished():
                self._ends(name, "finished", "finished", sum(stack.stack for stack in event.stacks))
            case t.Cancelled():
                self.house += self.pots.pop(name, 0)
                how = f"cancelled {event.case} ({event.cause})"
                self._ends(name, "cancelled", how, sum(stack.stack for stack in event.stacks))

    def _bought(self, name: str, cents: int, commission: int) -> None:
        self.money["fees"] += cents
        self.owed[name] -= cents
        self._house(name, "commission", commission)

    def _house(self, name: str, what: str, cents: int) -> None:
        """``cents`` of a tournament are the house's; what it adds is below 0."""
        self.money[what] += abs(cents) if what == "overlay" else cents
        self.house += cents
        self.pots[name] -= cents

    def _given(self, name: str, what: str, cents: int) -> None:
        self.money[what] += cents
        self.owed[name] += cents

    def _ends(self, name: str, phase: str, how: str, chips: int) -> None:
        """Its chips are taken off its tables in the commit that ends it, and are bought no more."""
        self._ended[name] = phase
        self.over[how] += 1
        self.chips[name] += chips
