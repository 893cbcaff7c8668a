"""A hand as somebody may see it: its acts in order, and the closed cards that were shown, or are his to see.

Nobody sees a card he was not shown (architecture, guarantee 7). Entries hold no closed card, only commitments; cards
come from ``hand.cards_shown`` and from openings, and this is the one place that decides which of them a viewer gets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from tombo.ledger.core.cards import CARD_IDS, card_text
from tombo.ledger.core.entry import Entry
from tombo.ledger.core.said import Word
from tombo.ledger.games.poker.events import HandStarted
from tombo.ledger.games.poker.state import Hand
from tombo.ledger.games.poker.strength import stripped
from tombo.ledger.games.poker.strength.combinations import describe
from tombo.ledger.games.poker.strength.ranking import strength
from tombo.ledger.games.poker.turns import phase, turn
from tombo.ledger.games.poker.variants import VARIANTS, best_five
from tombo.projections.follow import Viewer, entry_json
from tombo.projections.round.acts import RoundAct, RoundView, acts

HandAct = RoundAct[Hand]
"""An act of a hand."""


class Best(NamedTuple):
    """The best five cards of a seat, and what they are called."""

    cards: tuple[str, ...]
    name: Word


@dataclass(frozen=True, slots=True, kw_only=True)
class HandView(RoundView[Hand]):
    """A hand, for one viewer. ``holes`` and ``best`` by seat, only of what the viewer may see.

    ``mine`` are the closed cards, by slot, that are his to see though nobody has shown them.
    """

    mine: Mapping[int, int]
    holes: Mapping[int, tuple[str, ...]]
    best: Mapping[int, Best]

    @property
    def hand(self) -> Hand:
        """The hand after its last act."""
        return self.state

    @property
    def started(self) -> HandStarted:
        """The event it began with."""
        return self.hand.started

    def player(self, seat: int) -> str:
        """Who sits on ``seat``; what is told of a seat that is not in the hand is of nobody."""
        return next((player.player for player in self.started.seats if player.seat == seat), "nobody")


def of(entries: Sequence[Entry], openings: Mapping[int, int], viewer: Viewer) -> HandView:
    """The hand in ``entries``, oldest first and at least one, as ``viewer`` may see it.

    ``openings`` are closed cards by slot, from the table of openings; what is not the viewer's is left out here.

    Raises:
        TamperedError: an entry that speaks of what is not there.
    """
    done = tuple(acts(entries))
    hand = done[-1].after
    mine = visible_slots(hand, openings, viewer)
    holes = seen(hand, mine)
    best = {seat: found for seat, texts in holes.items() if (found := _best(hand, texts)) is not None}
    return HandView(stream=entries[0].stream, viewer=viewer, acts=done, mine=mine, holes=holes, best=best)


def seen(hand: Hand, mine: Mapping[int, int]) -> dict[int, tuple[str, ...]]:
    """The closed cards that somebody sees in ``hand`` as it stands then, by seat: those that are ``mine``, and those shown so far."""
    cards = {player.seat: _seen(hand, position, mine) for position, player in enumerate(hand.started.seats)}
    return {seat: texts for seat, texts in cards.items() if texts}


def visible_slots(hand: Hand, openings: Mapping[int, int], viewer: Viewer) -> dict[int, int]:
    """Those of ``openings``, cards by slot, that are the viewer's to see though nobody has shown them."""
    players = hand.started.seats
    return {
        slot: openings[slot]
        for slot, position in enumerate(hand.dealt)
        if slot in openings and viewer.sees(players[position].player)
    }


def _seen(hand: Hand, position: int, mine: Mapping[int, int]) -> tuple[str, ...]:
    """The closed cards of ``position`` the viewer gets: those that are his to see, else those that were shown."""
    slots = [slot for slot, owner in enumerate(hand.dealt) if owner == position]
    if slots and all(slot in mine for slot in slots):
        return tuple(card_text(mine[slot]) for slot in slots)
    return tuple(shown.card for shown in hand.shown[position] if shown.card is not None)


def _best(hand: Hand, hole: Sequence[str]) -> Best | None:
    """What the cards of a seat make with the board; None before there are five."""
    variant, sintetico = hand.terms.variant, hand.terms.sintetico
    if len(hole) < VARIANTS[variant].hole_cards:  # one card shown of two names no hand
        return None
    chosen = best_five(variant, [CARD_IDS[text] for text in hole], hand.board, sintetico)
    if chosen is None:
        return None
    ranks = Counter(card // 4 for card in chosen)
    five = sorted(chosen, key=lambda card: (-ranks[card // 4], -card))  # what makes the hand first, then kickers
    tie = hand.terms.readings.flush_tie
    value = strength(five, tie) if sintetico is None else stripped.strength(five, tie, sintetico)
    return Best(tuple(card_text(card) for card in five), describe(value))


def net(hand: Hand, position: int) -> int:
    """What the hand brought ``position``: awards and refunds less stakes, in the hand's unit."""
    staked = hand.staked[position] + hand.antes[position] + hand.deads[position]
    won = sum(amount for _, owner, amount in hand.awards if owner == position)
    return won + hand.refunds[position] - staked


def to_json(view: HandView) -> dict[str, Any]:
    """The view as a JSON document: amounts are integers in minor units, instants microseconds."""
    hand, started = view.hand, view.started
    return {
        "hand": view.stream.partition(":")[2],
        "viewer": view.viewer.role,
        "player": view.viewer.player,
        "table": started.table,
        "number": started.number,
        "door": started.door,
        "unit": started.terms.unit.model_dump(),
        "terms": started.terms.model_dump(mode="json"),
        "ruleset": started.ruleset.model_dump() if started.ruleset else None,
        "tournament": started.tournament,
        "button": started.button,
        "recorded": view.acts[0].entry.recorded,
        "occurred": view.acts[0].entry.occurred,
        "version": view.acts[-1].entry.version,
        "outcome": hand.outcome,
        "waits_for": phase(hand),
        "to_act": None if (position := turn(hand)) is None or not hand.dealt else hand.seats[position],
        "board": [card_text(card) for card in hand.board],
        "seats": [_seat(view, position) for position in range(len(hand.seats))],
        "commission": sum(amount for _, _, amount in hand.fees),
        "events": [entry_json(act.entry) for act in view.acts],
    }


def _seat(view: HandView, position: int) -> dict[str, Any]:
    hand, player = view.hand, view.started.seats[position]
    best = view.best.get(player.seat)
    return {
        "seat": player.seat,
        "player": player.player,
        "stack": player.stack,
        "staked": hand.staked[position] + hand.antes[position] + hand.deads[position],
        "returned": hand.returned[position],
        "collected": sum(amount for _, owner, amount in hand.awards if owner == position),
        "refunded": hand.refunds[position],
        "net": net(hand, position) if hand.outcome != "open" else None,
        "folded": not hand.live[position],
        "mucked": hand.mucked[position],
        "cards": list(view.holes.get(player.seat, ())) or None,
        "best": {"cards": list(best.cards), "name": best.name.en} if best else None,
    }
