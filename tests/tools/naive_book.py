"""The book kept once more and differently: from whole events, holder by holder, with no transfers and nothing in transit.

What an entry adds to each holder is written down where the event says it; that the sum over a commit is nothing is then
a fact to be checked, not the way it was made.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from tombo.ledger.core.entry import Entry
from tombo.ledger.games.blackjack import events as blackjack
from tombo.ledger.games.poker import events as poker
from tombo.ledger.games.roulette import events as roulette
from tombo.ledger.games.sem_descarte import events as sem_descarte
from tombo.ledger.games.tournament import events as t
from tombo.ledger.house.account import events as tickets
from tombo.ledger.house.account.events import Compensated, Credited, Debited, Deposited, Withdrawn
from tombo.ledger.house.banked.events import BankedTableOpened
from tombo.ledger.house.dispute.events import AnyResolved, ResolutionReversed
from tombo.ledger.house.table.events import PlayerLeft, PlayerSeated, StackToppedUp, TableOpened
from tombo.ledger.terms.poker import REGULATIONS
from tombo.ledger.terms.tournament import Structure

Moved = Counter[str]
"""Cents by holder: below 0 they went away."""


class NaiveBook:
    """Add every entry of a log in order. ``held`` is what every holder has now."""

    def __init__(self) -> None:
        self.held: Counter[str] = Counter()
        self._game: dict[str, str] = {}
        """The regulation of every table ever opened that plays for euro."""
        self._stakes: Counter[str] = Counter()
        self._values: dict[str, int] = {}
        self._structures: dict[str, Structure] = {}

    def add(self, entry: Entry) -> dict[str, int]:
        """What ``entry`` adds to whom, without what it leaves as it was."""
        sort, _, name = entry.stream.partition(":")
        moves: dict[str, Any] = {
            "account": self._account,
            "banked": self._banked,
            "dispute": self._dispute,
            "blackjack": self._blackjack,
            "hand": self._hand,
            "roulette": self._roulette,
            "sem_descarte": self._sem_descarte,
            "table": self._table,
            "tournament": self._tournament,
        }
        found = moves[sort](name, entry.event) if sort in moves else None
        moved = {holder: cents for holder, cents in (found or {}).items() if cents}
        for holder, cents in moved.items():
            self.held[holder] += cents
        return moved

    def balances(self) -> dict[str, int]:
        """Who has something now, or owes it."""
        return {holder: cents for holder, cents in self.held.items() if cents}

    def _account(self, name: str, event: Any) -> dict[str, int] | None:
        if getattr(event, "wallet", "") == "bonus" or isinstance(event, tickets.BonusEvent):
            return self._bonus(name, event)
        match event:
            case tickets.AdjustedUp():
                return {"adjustment": -event.amount.cents, f"wallet:{name}": event.amount.cents}
            case tickets.AdjustedDown():
                return {"adjustment": event.amount.cents, f"wallet:{name}": -event.amount.cents}
            case Deposited():
                return {"outside": -event.amount.cents, f"wallet:{name}": event.amount.cents}
            case Withdrawn():
                return {"outside": event.amount.cents, f"wallet:{name}": -event.amount.cents}
            case Credited() | Compensated():
                return {f"wallet:{name}": event.amount.cents}
            case Debited():
                return {f"wallet:{name}": -event.amount.cents}
            case _:
                return self._ticket(name, event)

    def _ticket(self, name: str, event: Any) -> dict[str, int] | None:
        match event:
            case tickets.TicketGranted():
                self._values[event.ticket] = event.amount.cents
                return {f"tickets:{name}": event.amount.cents}
            case tickets.TicketUsed():
                return {f"tickets:{name}": -self._values[event.ticket]}
            case tickets.TicketReturned():
                return {f"tickets:{name}": self._values[event.ticket]}
            case tickets.TicketConverted():
                return {f"tickets:{name}": -event.amount.cents, f"wallet:{name}": event.amount.cents}
        return None

    @staticmethod
    def _bonus(name: str, event: Any) -> dict[str, int]:
        cents = event.amount.cents
        match event:
            case tickets.BonusGranted():
                return {"promotion": -cents, f"bonus:{name}": cents}
            case tickets.BonusConverted():
                return {f"bonus:{name}": -cents, f"wallet:{name}": cents}
            case tickets.BonusExpired():
                return {f"bonus:{name}": -cents, "promotion": cents}
            case _:
                return {f"bonus:{name}": cents if isinstance(event, Credited) else -cents}

    def _dispute(self, _: str, event: Any) -> dict[str, int] | None:
        if isinstance(event, AnyResolved):
            return {"compensation": -event.compensation.cents}
        return {"compensation": event.compensation.cents} if isinstance(event, ResolutionReversed) else None

    # Tables of poker, and their hands.

    def _table(self, name: str, event: Any) -> dict[str, int] | None:
        if isinstance(event, TableOpened) and event.terms.unit.currency == "EUR":
            self._game[name] = REGULATIONS[event.terms.variant]
        if name not in self._game:
            return None
        match event:
            case PlayerSeated():
                bought, taken = event.buy_in, event.commission
            case StackToppedUp():
                bought, taken = event.amount, event.commission
            case PlayerLeft():
                return {f"stack:{name}/{event.seat}": -event.stack}
            case _:
                return None
        return {f"stack:{name}/{event.seat}": bought - taken, f"commission:{self._game[name]}": taken}

    def _hand(self, name: str, event: Any) -> dict[str, int] | None:
        table = name.rpartition("/")[0]
        if table not in self._game:
            return None
        match event:
            case poker.BetPlaced() | poker.BlindPosted():
                return {f"stack:{table}/{event.seat}": -event.paid, f"pot:{name}": event.paid}
            case poker.PotAwarded() | poker.UncalledBetReturned():
                return {f"stack:{table}/{event.seat}": event.amount, f"pot:{name}": -event.amount}
            case poker.CommissionTaken():
                return {f"commission:{self._game[table]}": event.amount, f"pot:{name}": -event.amount}
            case poker.Voided():
                back = {f"stack:{table}/{refund.seat}": refund.amount for refund in event.refunds}
                return {**back, f"pot:{name}": -sum(back.values())}
        return None

    # Banked games.

    def _banked(self, name: str, event: Any) -> None:
        if isinstance(event, BankedTableOpened) and event.terms.unit.currency == "EUR":
            fixed = {"blackjack": "R805", "sem_descarte": "R803"}
            self._game[name] = getattr(event.terms, "regulation", fixed.get(event.terms.game, ""))

    def _round(self, name: str, stake: str, *, staked: int = 0, lost: int = 0, prize: int = 0) -> Moved | None:
        """``staked``: what comes to the stakes, without what is lost of them."""
        game = self._game.get(name.rpartition("/")[0])
        return Counter({stake: staked - lost, f"house:{game}": lost - prize}) if game else None

    def _roulette(self, name: str, event: Any) -> Moved | None:
        stake, prison = f"stake:roulette:{name}", f"prison:{name.rpartition('/')[0]}"
        match event:
            case roulette.BetPlaced():
                return self._round(name, stake, staked=sum(chip.amount for chip in event.chips))
            case roulette.Collected():
                return self._round(name, stake, lost=sum(chip.amount for chip in event.chips))
            case roulette.Paid():
                back, prize = (sum(getattr(one, of) for one in event.payments) for of in ("returned", "prize"))
                return self._round(name, stake, staked=-back, prize=prize)
            case roulette.Voided():
                return self._round(name, stake, staked=-sum(refund.amount for refund in event.refunds))
            case roulette.PrisonerLost():
                return self._round(name, prison, lost=event.prisoner.amount)
            case roulette.BetReleased():
                held = event.prisoner.amount
                return self._round(name, prison, staked=-event.returned, lost=held - event.returned)
            case roulette.BetImprisoned():
                out = self._round(name, stake, staked=-event.prisoner.amount)
                return out and Counter({**out, prison: event.prisoner.amount})
        return None

    def _blackjack(self, name: str, event: Any) -> Moved | None:
        stake = f"stake:blackjack:{name}"
        match event:
            case blackjack.BetPlaced():
                moved = self._round(name, stake, staked=event.amount)
            case blackjack.DecisionMade():
                moved = self._round(name, stake, staked=event.paid)
            case blackjack.Collected():
                moved = self._round(name, stake, lost=event.amount)
            case blackjack.Paid():
                moved = self._round(name, stake, staked=-event.returned, prize=event.prize)
            case blackjack.Voided():  # the house gives what it had, and gets what was paid too early
                back = sum(refund.refunded - refund.taken_back for refund in event.refunds)
                left = self._stakes[stake]
                moved = self._round(name, stake, staked=-left, prize=back - left)
            case _:
                return None
        self._stakes[stake] += moved[stake] if moved else 0
        return moved

    def _sem_descarte(self, name: str, event: Any) -> Moved | None:
        stake = f"stake:sem_descarte:{name}"
        match event:
            case sem_descarte.AntePlaced():
                return self._round(name, stake, staked=event.amount)
            case sem_descarte.Continued():
                return self._round(name, stake, staked=event.bet2)
            case sem_descarte.Collected():
                return self._round(name, stake, lost=event.amount)
            case sem_descarte.Paid():
                return self._round(name, stake, staked=-event.returned, prize=event.ante_prize + event.bet2_prize)
            case sem_descarte.Voided():
                return self._round(name, stake, staked=-sum(refund.amount for refund in event.refunds))
        return None

    # Tournaments.

    def _tournament(self, name: str, event: Any) -> dict[str, int] | None:
        if isinstance(event, t.Announced):
            self._structures[name] = event.structure
        of = self._structures[name]
        fee = (of.fee.prize, of.fee.bounty, of.fee.commission) if of.fee else (0, 0, 0)
        return self._into(name, of, fee, event) or self._out_of(name, of, fee, event)

    def _into(self, name: str, of: Structure, fee: tuple[int, int, int], event: Any) -> dict[str, int] | None:
        pool, taken = f"pool:{name}", "commission:R810"
        match event:
            case t.Registered() | t.Reentered():
                return dict(zip((pool, f"bounty:{name}", taken), fee, strict=True))
            case t.Rebought() if of.rebuy:
                return {pool: of.rebuy.prize, taken: of.rebuy.commission}
            case t.AddedOn() if of.addon:
                return {pool: of.addon.prize, taken: of.addon.commission}
            case t.OverlayAdded():
                return {pool: event.amount.cents, "house:R810": -event.amount.cents}
        return None

    def _out_of(self, name: str, of: Structure, fee: tuple[int, int, int], event: Any) -> dict[str, int] | None:
        pool, bounty, taken, own = f"pool:{name}", f"bounty:{name}", "commission:R810", "house:R810"
        match event:
            case t.RegistrationCancelled():
                return {pool: -fee[0], bounty: -fee[1], taken: -fee[2]}
            case t.PrizeAwarded():
                return {pool: -event.amount.cents}
            case t.BountyAwarded():
                return {bounty: -event.amount.cents}
            case t.TicketAwarded() if of.tickets:
                return {pool: -of.tickets.value}
            case t.Cancelled():
                return {pool: -self.held[pool], bounty: -self.held[bounty], own: self.held[pool] + self.held[bounty]}
            case t.Refunded():
                whole = sum(fee) if event.ticket or event.fee == sum(fee) else 0
                commission = fee[2] if whole else 0
                return {taken: -commission, own: commission - event.share - (whole or event.fee)}
        return None
