"""Blackjack as the rest of the house asks for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tombo.ledger.core.cards import card_text
from tombo.ledger.games.again import again_by
from tombo.ledger.games.blackjack import audit, events, noted
from tombo.ledger.games.blackjack.betting import awaited
from tombo.ledger.games.blackjack.commands import (
    BlackjackCommand,
    DealBlackjackHands,
    RevealBlackjackHouse,
    VoidBlackjackRound,
)
from tombo.ledger.games.blackjack.decide import decide
from tombo.ledger.games.blackjack.drawing.drawn import drawn
from tombo.ledger.games.blackjack.history import HISTORY
from tombo.ledger.games.blackjack.money import MONEY
from tombo.ledger.games.blackjack.notes import notes
from tombo.ledger.games.blackjack.play_audit import HEEDS, OBJECTIONS
from tombo.ledger.games.blackjack.r805 import DEALS, GIVES
from tombo.ledger.games.blackjack.revisions import deciding
from tombo.ledger.games.blackjack.said import audited, door
from tombo.ledger.games.blackjack.slips import begun
from tombo.ledger.games.blackjack.state import BlackjackRound, evolve
from tombo.ledger.games.game import (
    NO_MORE,
    BankedGame,
    Closed,
    Ending,
    Game,
    Instead,
    Moment,
    Openings,
    TableGame,
    named_by_itself,
)
from tombo.ledger.house.banked import noted as banked_noted
from tombo.ledger.terms.said import blackjack as terms_said

BET_TIMES: Final = 5
"""A special prize of three times the bet, the bet won, and the bet (R805 r.25)."""


def _most(round_: BlackjackRound, player: str) -> int | None:
    own = [hand.stake for hand in round_.hands if hand.player == player]
    own += [bet.stake for bet in round_.insurances if bet.player == player]
    return BET_TIMES * sum(own) if own else None


def _cards_decide(round_: BlackjackRound, openings: Openings) -> bool:
    hole = openings.get(events.HOLE_SLOT)
    return deciding(round_.terms).cards_decide(round_, None if hole is None else hole.card)


def _closed(round_: BlackjackRound) -> Closed:
    return {events.HOLE_SLOT: None} if round_.dealt else {}


def _lying(round_: BlackjackRound) -> dict[str, list[str]]:
    hands = {audit.hand_of(round_, hand.seat, hand.number).text(): hand.cards for hand in round_.hands}
    lying = {"house": round_.house, **hands}
    return {whose: [card_text(card) for card in cards] for whose, cards in lying.items() if cards}


def _turned(event: events.BlackjackEvent) -> Iterator[tuple[int, str]]:
    if isinstance(event, events.HouseRevealed):
        yield events.HOLE_SLOT, event.card


def _instead(moment: Moment) -> Instead | None:
    event = moment.entry.event
    return "time_out" if isinstance(event, events.DecisionMade) and event.cause == "time_out" else None


GAME: Final = Game(
    kinds=events.KINDS,
    commands=BlackjackCommand,
    evolve=evolve,
    decide=decide,
    most=_most,
    said=(audited, door, terms_said),
    at_table=TableGame(
        brief=NO_MORE,
        table="banked",
        awaited=awaited,
        ending=Ending(
            lambda _: False,
            lambda name: RevealBlackjackHouse(round=name),
            lambda name, incident: VoidBlackjackRound(incident=incident, round=name),
            _cards_decide,
        ),
        hides={DealBlackjackHands: "hole_card"},
        shows={events.HouseRevealed: audit.unopened},
        closed=_closed,
        differences=named_by_itself(audit.differences),
        again=again_by(evolve, audit.moves, audit.owed, audit.differences, asked=OBJECTIONS),
        players={events.BetPlaced: lambda event: (event.player,)},
        money=MONEY,
        objections=OBJECTIONS,
        heeds=HEEDS,
        seated=lambda _: {},
        notes=notes,
        noted={**banked_noted.NOTED, **noted.NOTED},
        instead=_instead,
        rests=audit.rests,
        deals=DEALS,
        silences={events.DecisionMade: lambda made: made.cause == "time_out"},
        gives=GIVES,
        owed_by=lambda _: "R805 r.31",
        silent=lambda terms: max(terms.betting_seconds, terms.decision_seconds),
    ),
    banked=BankedGame(
        audit.moves,
        HISTORY,
        _lying,
        turned=_turned,
        absent=door.BLACKJACK_SEAT_EMPTY.about,
        drawn=drawn,
    ),
    slip=begun,
)
"""R805."""
