"""What happened in a round of póquer sem descarte, in words. What it moved is told by ``cli.round_text`` for every game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cli.text import HIDDEN, cards, counted, figure, objection, timed
from ledger.core.cards import card_text
from ledger.games.sem_descarte import events as e
from ledger.games.sem_descarte import otherwise
from ledger.games.sem_descarte.ranking import combination, strength
from ledger.games.sem_descarte.state import WHOLE, Round
from ledger.said import told
from projections.round.banked import BankedAct, BankedView

FOLDS: Final = {
    "player": "(R803 r.22)",
    "time": "because his time ran out (R803 r.32)",
    "disconnected": "because he was cut off before the second bet (R803 r.35)",
}


def title(view: BankedView) -> str:
    """Which game it is, by its terms."""
    terms = view.opened.terms
    return f"póquer sem descarte, antes of {figure(terms.ante_min, view.unit)} to {figure(terms.ante_max, view.unit)}"


def void_rule(_: BankedView) -> str:
    """The rule under which a round is void."""
    return "R803 r.33"


def say(view: BankedView, act: BankedAct) -> Iterator[str]:  # noqa: C901, PLR0912  # one case an event
    """The lines for ``act``; none where its moves say it all."""
    event, state = act.entry.event, act.after
    match event:
        case e.AntePlaced():
            yield f"{event.player} (seat {event.seat}): ante {figure(event.amount, view.unit)}"
        case e.BetsClosed():
            yield "No more bets (R803 r.14-15)"
        case e.CardsDealt():
            yield from _dealt(view, state, event)
        case e.DecisionRequested():
            yield f"{_who(state, event.seat)}: to decide by {timed(event.deadline)}"
        case e.DecisionWarned():
            yield f"{_who(state, event.seat)}: is warned that he has to decide (R803 r.31)"
        case e.TimeExtended():
            yield f"{_who(state, event.seat)}: gets extra time, until {timed(event.deadline)} (R803 r.31)"
        case e.Folded():
            yield f"{_who(state, event.seat)}: folds {FOLDS[event.cause]}"
        case e.Continued():
            yield f"{_who(state, event.seat)}: goes on with {figure(event.bet2, view.unit)}, twice his ante (R803 r.23)"
        case e.PlayerDisconnected():
            where = f"{_who(state, event.seat)}: connection lost"
            yield f"{where}. The fault is on the player's side: the round is not void (R803 r.34)"
        case e.HouseShown():
            yield f"*** HOUSE *** {cards(map(card_text, state.house))}: {_house(state)}"
        case e.CardsShown():
            shown = cards(card.card for card in event.cards)
            yield f"{_who(state, event.seat)}: shows {shown}: {event.combination.replace('_', ' ')} (R803 r.27)"
        case e.FindingRecorded():
            yield objection(event.rule, _who(state, event.seat), event.reading, event.message)
        case e.FindingRecordedV2():
            text = otherwise.told(view.unit, event, told(event)).text()
            yield objection(event.rule, _who(state, event.seat), event.reading, text)


def _dealt(view: BankedView, state: Round, event: e.CardsDealt) -> Iterator[str]:
    yield f"*** CARDS *** [{event.discard}] to the discard; the house's last card [{event.house_card}] (R803 r.19)"
    yield f"{counted(len(event.commitments), 'card')} face down, as many commitments on record"
    for owner in (*(box.player for box in state.boxes), None):
        own = view.own(owner)
        if own:
            yield f"Dealt to {owner or 'the house'} {cards(own)}"


def _house(state: Round) -> str:
    if len(state.house) != WHOLE:
        return "no hand"
    if not state.qualifies:
        return "neither ace and king nor a combination, so that it does not play (R803 r.25-26)"
    name = combination(strength(state.house, state.terms.readings)).name.lower().replace("_", " ")
    return f"{'ace and king' if name == 'high card' else name}: it plays (R803 r.25)"


def _who(state: Round, seat: int) -> str:
    box = state.box(seat)
    return f"{box.player if box else 'nobody'} (seat {seat})"


def result(view: BankedView) -> Iterator[str]:
    """What the summary says of the cards."""
    state: Round = view.state
    if not state.house:
        return
    whole = len(state.house) == WHOLE
    own = [] if whole else view.own(None)
    closed = [] if whole else own or [HIDDEN] * (WHOLE - 1)
    yield f"House {cards([*closed, *map(card_text, state.house)])}"
    for box in state.boxes:
        shown = [card_text(card) for card in box.cards] or view.own(box.player) or [HIDDEN] * WHOLE
        told = {"open": "undecided", "folded": "folded", "continued": f"went on with {figure(box.bet2, view.unit)}"}
        yield f"{_who(state, box.seat)} {cards(shown)}, ante {figure(box.ante, view.unit)}, {told[box.decision]}"
