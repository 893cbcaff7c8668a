"""Poker as the rest of the house asks for it: hold'em, Omaha and póquer sintético, one game with three regulations."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Final

from tombo.ledger.games.game import Brief, Ending, Game, TableGame
from tombo.ledger.games.poker import events, noted
from tombo.ledger.games.poker.again import BEHIND, again, unturned
from tombo.ledger.games.poker.audit import differences, not_decidable, shown_after_the_end, unopened
from tombo.ledger.games.poker.commands import DealHoleCards, HandCommand, SettleHand, VoidHand
from tombo.ledger.games.poker.decide import decide
from tombo.ledger.games.poker.hand import Hand
from tombo.ledger.games.poker.money import MONEY
from tombo.ledger.games.poker.notes import instead, notes
from tombo.ledger.games.poker.play_audit import HEEDS, asking, rests
from tombo.ledger.games.poker.rules.lawful import awaited
from tombo.ledger.games.poker.rules.r806_betting import GIVES
from tombo.ledger.games.poker.rules.r806_dealing import DEALS
from tombo.ledger.games.poker.said import audited, betting, dealing, door, showdown, sintetico, words
from tombo.ledger.games.poker.slips import begun
from tombo.ledger.games.poker.state import evolve
from tombo.ledger.games.poker.turns import phase
from tombo.ledger.terms.citation import rules_of
from tombo.ledger.terms.said import poker as terms_said


def _most(hand: Hand, player: str) -> int | None:
    if all(seated.player != player for seated in hand.started.seats):
        return None
    if hand.started.door == "import":
        return 0  # played elsewhere: its money was never on this book
    return sum(hand.staked) + sum(hand.antes) + sum(hand.deads)


def _whole(hand: Hand, lacking: Sequence[events.CardsShown | events.HoleCardsDealt]) -> Hand:
    """``hand``, which is over, with the commitments to its cards, once dealt, and what was shown of them."""
    dealt = next((event for event in lacking if isinstance(event, events.HoleCardsDealt)), None)
    commitments = () if dealt is None else tuple(dealt.commitments)
    shown = (event for event in lacking if isinstance(event, events.CardsShown))
    return reduce(evolve, shown, hand._replace(commitments=commitments, shown=((),) * len(hand.seats)))


GAME: Final = Game(
    kinds=events.KINDS,
    commands=HandCommand,
    evolve=evolve,
    decide=decide,
    most=_most,
    said=(audited, betting, dealing, door, showdown, sintetico, words, terms_said),
    at_table=TableGame(
        table="table",
        awaited=awaited,
        ending=Ending(
            lambda hand: phase(hand) == "showdown",
            lambda name: SettleHand(hand=name),
            lambda name, incident: VoidHand(hand=name, incident=incident),
        ),
        hides={DealHoleCards: "cards"},
        keep=evolve,
        brief=Brief(
            lambda hand: hand._replace(commitments=(), shown=())[1:],
            lambda opening, told: Hand._make((opening, *told)),
            frozenset({events.CardsShown, events.HoleCardsDealt}),
            _whole,
        ),
        differences=lambda hand, stream: differences(hand, stream=stream),
        not_decidable=not_decidable,
        again=again,
        behind=BEHIND,
        late={events.CardsShown: shown_after_the_end},
        shows={events.CardsShown: unopened},
        objections=lambda opening: asking() if opening.door == "live" else None,
        heeds=HEEDS,
        rests=rests,
        players={events.HandStarted: lambda event: [seated.player for seated in event.seats]},
        money=MONEY,
        seated=lambda hand: {seated.seat: seated.player for seated in hand.started.seats},
        notes=notes,
        noted=noted.NOTED,
        instead=instead,
        unturned=unturned,
        owed_by=lambda terms: rules_of(terms.variant, 65),
        deals=DEALS,
        silences={events.DecisionTimedOut: lambda _: True},
        gives=GIVES,
        silent=lambda terms: 2 * terms.decision_seconds,  # the time, and what may be given besides (R806 r.44)
    ),
    slip=begun,
)
"""R806, R809 and R811."""
