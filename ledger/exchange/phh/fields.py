"""The fields of a PHH file that the events of a hand imply, by one convention.

The import compares a file with them and keeps in ``Source.document`` what it says otherwise; the export starts from them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Any, ClassVar, Final

from tombo.ledger.core.cards import CARD_TEXTS
from tombo.ledger.exchange.phh.number import from_units
from tombo.ledger.games.poker.events import (
    BetPlaced,
    BlindPosted,
    BoardDealt,
    CardsMucked,
    CardsShown,
    Checked,
    CommissionTaken,
    Folded,
    HandEvent,
    HandStarted,
    HoleCardsDealt,
    PotAwarded,
    UncalledBetReturned,
    Voided,
)
from tombo.ledger.games.poker.variants import VARIANTS

UNKNOWN: Final = "??"
INFINITE: Final = Decimal("Infinity")


def positional(values: Sequence[Any]) -> list[Any]:
    """Antes or blinds as the arrays of a PHH file hold them: in order of position, but heads-up reversed."""
    return list(reversed(values)) if len(values) == 2 else list(values)  # noqa: PLR2004 - heads-up


class HandFields:
    """What the events of one hand say, in the terms of PHH, gathered by :meth:`add` one event after the other."""

    def __init__(self, started: HandStarted, hole_cards: Mapping[int, int]) -> None:
        """``hole_cards`` maps slots to the cards that the reader of the file may see."""
        self.started = started
        self._actions: list[str] = []
        self._dealt: HoleCardsDealt | None = None
        self._dealt_at = 0
        self._known = {slot: CARD_TEXTS[card] for slot, card in hole_cards.items()}
        self._position = {player.seat: position for position, player in enumerate(started.seats)}
        count = len(started.seats)
        self._antes = [0] * count
        self._blinds = [0] * count
        self._bets = [0] * count
        self.paid = [0] * count
        """What each position put in, uncalled bets included."""
        self.returned = [0] * count
        """Uncalled bets, and all that a void hand gives back."""
        self.won = [0] * count
        """What each position received of the pots, after commission."""
        self.rake = 0
        self.incident: str | None = None
        self._decimals = started.terms.unit.decimals

    def add(self, event: HandEvent) -> None:
        """Take in the next event; those that PHH cannot say change nothing."""
        take = self._TAKES.get(type(event))
        if take is not None:
            take(self, event)

    def _fold(self, event: Folded) -> None:
        self._actions.append(f"p{self._position[event.seat] + 1} f")

    def _check(self, event: Checked) -> None:
        self._actions.append(f"p{self._position[event.seat] + 1} cc")

    def _board(self, event: BoardDealt) -> None:
        self._actions.append(f"d db {''.join(event.cards)}")
        self._bets = [0] * len(self._bets)

    def _deal(self, event: HoleCardsDealt) -> None:
        self._dealt, self._dealt_at = event, len(self._actions)

    def _muck(self, event: CardsMucked) -> None:
        self._actions.append(f"p{self._position[event.seat] + 1} sm")

    def _return(self, event: UncalledBetReturned) -> None:
        self.returned[self._position[event.seat]] += event.amount

    def _award(self, event: PotAwarded) -> None:
        self.won[self._position[event.seat]] += event.amount

    def _fee(self, event: CommissionTaken) -> None:
        self.rake += event.amount

    def _void(self, event: Voided) -> None:
        self.incident = event.incident
        for refund in event.refunds:
            self.returned[self._position[refund.seat]] += refund.amount

    def _bet(self, event: BetPlaced) -> None:
        position = self._position[event.seat]
        self.paid[position] += event.paid
        self._bets[position] += event.paid
        if event.action == "call":
            self._actions.append(f"p{position + 1} cc")
        else:
            self._actions.append(f"p{position + 1} cbr {self._amount(self._bets[position])}")

    def _post(self, event: BlindPosted) -> None:
        position = self._position[event.seat]
        self.paid[position] += event.paid
        if event.post in {"ante", "dead"}:
            self._antes[position] += event.paid
        else:
            self._bets[position] += event.paid
            self._blinds[position] += -event.paid if event.post == "extra" else event.paid

    def _show(self, event: CardsShown) -> None:
        cards = "".join(shown.card or UNKNOWN for shown in event.cards).ljust(
            2 * VARIANTS[self.started.terms.variant].hole_cards, "?"
        )
        self._actions.append(f"p{self._position[event.seat] + 1} sm {cards}")
        for shown in event.cards:
            if shown.slot is not None and shown.salt is not None and shown.card is not None:
                self._known.setdefault(shown.slot, shown.card)

    def hole_cards(self) -> dict[int, list[str]]:
        """By position: the cards dealt to it, in the order of dealing. What no commitment covers stays unknown."""
        held: dict[int, list[str]] = {}
        if self._dealt is not None:
            for slot, (seat, commitment) in enumerate(zip(self._dealt.seats, self._dealt.commitments, strict=True)):
                card = UNKNOWN if commitment is None else self._known.get(slot, UNKNOWN)
                held.setdefault(self._position[seat], []).append(card)
        return held

    def actions(self) -> list[str]:
        """The ``actions`` of the file, one deal of hole cards for each position."""
        deals = [f"d dh p{position + 1} {''.join(cards)}" for position, cards in sorted(self.hole_cards().items())]
        return self._actions[: self._dealt_at] + deals + self._actions[self._dealt_at :]

    def _amount(self, units: int) -> int | Decimal:
        return from_units(units, self._decimals)

    def _amounts(self, units: Sequence[int]) -> list[int | Decimal]:
        return [from_units(amount, self._decimals) for amount in units] if self._decimals else list(units)

    def required(self) -> dict[str, Any]:
        """The fields that every file has: two bet sizes where they are fixed, else the least bet."""
        started = self.started
        least, big = self._amount(started.terms.min_bet), started.terms.limit.big_bet
        bets = {"min_bet": least} if big is None else {"small_bet": least, "big_bet": self._amount(big)}
        return {
            "variant": self._variant(),
            "antes": positional(self._amounts(self._antes)),
            "blinds_or_straddles": positional(self._amounts(self._blinds)),
            **bets,
            "starting_stacks": [
                INFINITE if player.stack is None else self._amount(player.stack) for player in started.seats
            ],
            "actions": self.actions(),
        }

    def _variant(self) -> str:
        """The code of phh-std: its no limit holds hold'em of any limit but the fixed one, its only Omaha has the pot limit."""
        terms = self.started.terms
        if terms.variant == "omaha":
            return "PO"
        return "NT" if terms.limit.big_bet is None else "FT"

    def seating(self) -> dict[str, Any]:
        """Seats and number, left out where they say what goes without saying."""
        started = self.started
        seats = [player.seat for player in started.seats]
        fields: dict[str, Any] = {}
        if started.number:
            fields["hand"] = started.number
        if seats != list(range(1, len(seats) + 1)):
            fields["seats"] = seats
        if started.terms.seats != len(seats):
            fields["seat_count"] = started.terms.seats
        if started.terms.unit.currency is not None:
            fields["currency"] = started.terms.unit.currency
        return fields

    def finishing_stacks(self) -> list[int | Decimal] | None:
        """What lies before each position after the hand; none where a stack is unknown."""
        rows = zip(self.started.seats, self.paid, self.returned, self.won, strict=True)
        stacks = [
            None if player.stack is None else player.stack - paid + returned + won
            for player, paid, returned, won in rows
        ]
        known = [stack for stack in stacks if stack is not None]
        return self._amounts(known) if len(known) == len(stacks) else None

    def winnings(self) -> list[int | Decimal]:
        """What each position received of the pots, after commission (``winnings`` of PHH)."""
        return self._amounts(self.won)

    def amount(self, units: int) -> int | Decimal:
        """An amount of the hand as the file writes it."""
        return self._amount(units)

    _TAKES: ClassVar[dict[type, Callable[[HandFields, Any], None]]] = {
        BetPlaced: _bet,
        BlindPosted: _post,
        BoardDealt: _board,
        CardsMucked: _muck,
        CardsShown: _show,
        Checked: _check,
        CommissionTaken: _fee,
        Folded: _fold,
        HoleCardsDealt: _deal,
        PotAwarded: _award,
        UncalledBetReturned: _return,
        Voided: _void,
    }
    """What each event adds; those that are not here have no word in PHH."""
