"""Tournaments as slips: what entries, rebuys and add-ons cost, and prizes, bounties, tickets and refunds; hands in chips are none of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from tombo.ledger.core.ids import local
from tombo.ledger.games.tournament.events import (
    AddedOn,
    Announced,
    BountyAwarded,
    Cancelled,
    Finished,
    Funding,
    OverlayAdded,
    PrizeAwarded,
    Rebought,
    Reentered,
    Refunded,
    Registered,
    RegistrationCancelled,
    TicketAwarded,
    TournamentEvent,
)
from tombo.ledger.house.slips import Slip, SlipActs, SlipHead, SlipPart, Through
from tombo.ledger.terms.tournament import Addon, Fee, Rebuy

_FUNDED: Final[Mapping[Funding, Through]] = {"cash": "cash", "ticket": "entry", "free": "none"}
FREE: Final = Fee(bounty=0, commission=0, prize=0)


def begun(stream: str, event: Announced) -> Slip:
    """The slip of a tournament: its fees and prizes are euro."""
    return _TournamentSlip(stream, event)


class _TournamentSlip(Slip):
    def __init__(self, stream: str, event: Announced) -> None:
        structure = event.structure
        self._structure = structure
        self._fee = structure.fee or FREE
        self._entries: dict[int, tuple[str, Through]] = {}
        """By number: whose, and how it was paid."""
        self._overlay = 0
        self._over = False
        self.head = SlipHead(
            regulation="R810",
            rules=local(stream),
            table=stream,
            between_players=True,
            least_players=structure.players_min,
            most_players=structure.players_max,
            fee=(self._fee.total, self._fee.prize + self._fee.bounty),
            chips=structure.starting_stack,
        )

    def step(self, event: TournamentEvent) -> Sequence[SlipActs]:
        """What the next event does to whom."""
        match event:
            case Registered() | Reentered():
                paid = _FUNDED[event.funding] if isinstance(event, Registered) else "cash"
                self._entries[event.entry] = event.player, paid
                return self._bought(event.entry, self._fee, paid)
            case Rebought() | AddedOn():
                offered = self._structure.rebuy if isinstance(event, Rebought) else self._structure.addon
                return () if offered is None else self._bought(event.entry, offered, "cash")
            case RegistrationCancelled():
                _, paid = self._entries[event.entry]
                return (self._at(event.entry, paid, SlipPart(back=self._fee.total, fee=-self._fee.commission)),)
            case BountyAwarded() | PrizeAwarded():
                return (self._at(event.entry, "cash", SlipPart(won=event.amount.cents, decided="won")),)
            case TicketAwarded():
                tickets = self._structure.tickets
                won = 0 if tickets is None else tickets.value
                return (self._at(event.entry, "entry", SlipPart(won=won, decided="won")),)
            case Refunded():
                return self._refunded(event)
            case _:
                self._sees(event)
                return ()

    def _sees(self, event: TournamentEvent) -> None:
        """What the operator adds, and when it is over."""
        match event:
            case OverlayAdded():
                self._overlay += event.amount.cents
            case Finished() | Cancelled():
                self._over = True
            case _:
                pass

    def _bought(self, entry: int, price: Fee | Rebuy | Addon, paid: Through) -> Sequence[SlipActs]:
        bounty = price.bounty if isinstance(price, Fee) else 0
        bet = price.prize + bounty + price.commission
        return (self._at(entry, paid, SlipPart(bet=bet, fee=price.commission)),)

    def _refunded(self, event: Refunded) -> Sequence[SlipActs]:
        """A whole fee given back holds the commission (r.36a); a ticket stands for a whole fee."""
        fee, done = self._fee, list[SlipActs]()
        whole = event.fee > 0 and event.fee >= fee.total
        if event.fee + event.share:
            part = SlipPart(back=event.fee + event.share, fee=-fee.commission if whole else 0)
            done.append(self._at(event.entry, "cash", part))
        if event.ticket is not None:
            done.append(self._at(event.entry, "entry", SlipPart(back=fee.total, fee=0 if whole else -fee.commission)))
        return done

    def _at(self, entry: int, through: Through, part: SlipPart) -> SlipActs:
        player, _ = self._entries[entry]
        return SlipActs(player, entry, through, (part._replace(ends=self._over),), overlay=self._overlay)
