"""Póquer sem descarte as the rest of the house asks for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tombo.ledger.core.cards import card_text
from tombo.ledger.games.again import again_by
from tombo.ledger.games.game import (
    NO_MORE,
    BankedGame,
    Closed,
    Ending,
    Game,
    Instead,
    Moment,
    TableGame,
    named_by_itself,
)
from tombo.ledger.games.sem_descarte import audit, events, noted, said
from tombo.ledger.games.sem_descarte.commands import DealCards, SemDescarteCommand, SettleRound, VoidRound
from tombo.ledger.games.sem_descarte.decide import decide
from tombo.ledger.games.sem_descarte.drawing.drawn import drawn
from tombo.ledger.games.sem_descarte.history import HISTORY
from tombo.ledger.games.sem_descarte.money import ANTE, MONEY
from tombo.ledger.games.sem_descarte.notes import notes
from tombo.ledger.games.sem_descarte.offers import awaited
from tombo.ledger.games.sem_descarte.play_audit import HEEDS, OBJECTIONS
from tombo.ledger.games.sem_descarte.r803 import DEALS, GIVES, every_seat_has_decided
from tombo.ledger.games.sem_descarte.slips import begun
from tombo.ledger.games.sem_descarte.state import SemDescarteRound, evolve
from tombo.ledger.house.banked import noted as banked_noted
from tombo.ledger.terms.said import sem_descarte as terms_said

ROYAL_TIMES: Final = 204
"""A royal: all prizes and both bets, for an ante of 1 (R803 r.28)."""


def _most(round_: SemDescarteRound, player: str) -> int | None:
    own = [box.ante for box in round_.boxes if box.player == player]
    return ROYAL_TIMES * sum(own) if own else None


def _seated(round_: SemDescarteRound) -> dict[int, str]:
    return {box.seat: box.player for box in round_.boxes}


def _closed(round_: SemDescarteRound) -> Closed:
    players = _seated(round_)
    return {slot: None if seat is None else players[seat] for slot, seat in enumerate(round_.dealt)}


def _lying(round_: SemDescarteRound) -> dict[str, list[str]]:
    lying = {"house": round_.house, **{f"seat {box.seat}": box.cards for box in round_.boxes}}
    return {whose: [card_text(card) for card in cards] for whose, cards in lying.items() if cards}


def _turned(event: events.SemDescarteEvent) -> Iterator[tuple[int, str]]:
    if isinstance(event, events.HouseShown | events.CardsShown):
        yield from ((card.slot, card.card) for card in event.cards)


def _instead(moment: Moment) -> Instead | None:
    event = moment.entry.event
    return "time_out" if isinstance(event, events.Folded) and event.cause == "time" else None


GAME: Final = Game(
    kinds=events.KINDS,
    commands=SemDescarteCommand,
    evolve=evolve,
    decide=decide,
    most=_most,
    said=(said, terms_said),
    at_table=TableGame(
        brief=NO_MORE,
        table="banked",
        awaited=awaited,
        ending=Ending(
            lambda round_: every_seat_has_decided(round_) is None,
            lambda name: SettleRound(round=name),
            lambda name, incident: VoidRound(incident=incident, round=name),
        ),
        hides={DealCards: "cards"},
        shows=dict.fromkeys((events.HouseShown, events.CardsShown), audit.unopened),
        closed=_closed,
        differences=named_by_itself(audit.differences),
        again=again_by(evolve, audit.moves, audit.owed, audit.differences, asked=OBJECTIONS),
        players={events.AntePlaced: lambda event: (event.player,)},
        money=MONEY,
        objections=OBJECTIONS,
        heeds=HEEDS,
        seated=_seated,
        notes=notes,
        noted={**banked_noted.NOTED, **noted.NOTED},
        instead=_instead,
        owed_by=lambda _: "R803 r.37",
        deals=DEALS,
        silences={events.Folded: lambda folded: folded.cause == "time"},
        gives=GIVES,
        silent=lambda terms: max(terms.betting_seconds, terms.decision_seconds, terms.extra_seconds),
    ),
    banked=BankedGame(
        audit.moves,
        HISTORY,
        _lying,
        seats=ANTE,
        turned=_turned,
        absent=said.ANTE_WITHOUT_SEAT.about,
        drawn=drawn,
    ),
    slip=begun,
)
"""R803."""
