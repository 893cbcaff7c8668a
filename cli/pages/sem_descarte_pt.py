"""What happened in a round of póquer sem descarte, in Portuguese: the fellow of ``cli.sem_descarte_words``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, assert_never

from cli.pages.phrase import counted, figure, objection
from cli.text import HIDDEN, cards, timed
from ledger.core.cards import card_text
from ledger.core.language import Language
from ledger.games.sem_descarte import events as e
from ledger.games.sem_descarte import otherwise
from ledger.games.sem_descarte.ranking import Combination, combination, strength
from ledger.games.sem_descarte.state import WHOLE, Round
from ledger.said import told
from projections.round.banked import BankedAct, BankedView

FOLDS: Final = {
    "player": "(R803 r.22)",
    "time": "porque o seu tempo terminou (R803 r.32)",
    "disconnected": "porque a ligação foi interrompida antes da segunda aposta (R803 r.35)",
}
DECISIONS: Final = {"open": "por decidir", "folded": "desistiu", "continued": "continuou com {}"}
COMBINATIONS: Final[dict[Combination, str]] = {
    Combination.HIGH_CARD: "cartas maiores",
    Combination.PAIR: "par",
    Combination.TWO_PAIR: "dois pares",
    Combination.TRIPS: "trio",
    Combination.STRAIGHT: "sequência",
    Combination.FLUSH: "cor",
    Combination.FULL_HOUSE: "fullen",
    Combination.QUADS: "póquer",
    Combination.STRAIGHT_FLUSH: "sequência de cor",
    Combination.ROYAL: "sequência máxima de cor",
}
"""The combinations by their names in R803 r.7."""


def title(view: BankedView) -> str:
    """Which game it is, by its terms."""
    terms = view.opened.terms
    limits = f"{figure(terms.ante_min, view.unit)} a {figure(terms.ante_max, view.unit)}"
    return f"Póquer sem descarte, apostas iniciais (ante) de {limits}"


def say(view: BankedView, act: BankedAct) -> Iterator[str]:  # noqa: C901, PLR0912  # one case an event
    """The lines for ``act``; none where its moves say it all."""
    event: e.SemDescarteEvent = act.entry.event
    state: Round = act.after
    match event:
        case e.AntePlaced():
            yield f"{event.player} (lugar {event.seat}): aposta inicial (ante) de {figure(event.amount, view.unit)}"
        case e.BetsClosed():
            yield "Jogo feito, nada mais (R803 r.14-15)"
        case e.CardsDealt():
            yield from _dealt(view, state, event)
        case e.DecisionRequested():
            yield f"{_who(state, event.seat)}: tem de decidir até às {timed(event.deadline)}"
        case e.DecisionWarned():
            yield f"{_who(state, event.seat)}: recebe o pré-aviso de que tem de tomar uma decisão (R803 r.31)"
        case e.TimeExtended():
            until = f"até às {timed(event.deadline)} (R803 r.31)"
            yield f"{_who(state, event.seat)}: recebe um período de tempo suplementar, {until}"
        case e.Folded():
            yield f"{_who(state, event.seat)}: desiste {FOLDS[event.cause]}"
        case e.Continued():
            amount = figure(event.bet2, view.unit)
            yield f"{_who(state, event.seat)}: continua com {amount}, o dobro da aposta inicial (R803 r.23)"
        case e.PlayerDisconnected():
            fault = "A falha é do lado do jogador: a jogada não é nula (R803 r.34)"
            yield f"{_who(state, event.seat)}: ligação perdida. {fault}"
        case e.HouseShown():
            yield f"A banca mostra {cards(map(card_text, state.house))}: {_house(state)}"
        case e.CardsShown():
            name = COMBINATIONS[Combination[event.combination.upper()]]
            yield f"{_who(state, event.seat)}: mostra {cards(card.card for card in event.cards)}: {name} (R803 r.27)"
        case e.FindingRecorded():
            yield objection(event.rule, _who(state, event.seat), event.reading)
        case e.FindingRecordedV2():
            text = otherwise.told(view.unit, event, told(event)).text(Language.PT)
            yield objection(event.rule, _who(state, event.seat), event.reading, text)
        case e.Paid() | e.Collected():
            return  # their moves say it
        case e.RoundOpened() | e.Settled() | e.Voided():
            return  # said for every game alike
        case _:
            assert_never(event)


def _dealt(view: BankedView, state: Round, event: e.CardsDealt) -> Iterator[str]:
    open_ = f"{cards([event.discard])} para o canto de descarte; última carta da banca {cards([event.house_card])}"
    yield f"Cartas distribuídas: {open_} (R803 r.19)"
    yield f"{counted(len(event.commitments), 'carta tapada', 'cartas tapadas')}, e outros tantos compromissos registados"
    for owner in (*(box.player for box in state.boxes), None):
        own = view.own(owner)
        if own:
            yield f"Distribuídas a {owner} {cards(own)}" if owner else f"Distribuídas à banca {cards(own)}"


def _house(state: Round) -> str:
    if len(state.house) != WHOLE:
        return "sem jogo"
    if not state.qualifies:
        return "sem ás e rei nem combinação superior, pelo que não vai a jogo (R803 r.25-26)"
    found = combination(strength(state.house, state.terms.readings))
    return f"{'ás e rei' if found is Combination.HIGH_CARD else COMBINATIONS[found]}: vai a jogo (R803 r.25)"


def _who(state: Round, seat: int) -> str:
    box = state.box(seat)
    return f"{box.player if box else 'ninguém'} (lugar {seat})"


def result(view: BankedView) -> Iterator[str]:
    """What the summary says of the cards."""
    state: Round = view.state
    if not state.house:
        return
    whole = len(state.house) == WHOLE
    closed = [] if whole else view.own(None) or [HIDDEN] * (WHOLE - 1)
    yield f"Banca {cards([*closed, *map(card_text, state.house)])}"
    for box in state.boxes:
        shown = [card_text(card) for card in box.cards] or view.own(box.player) or [HIDDEN] * WHOLE
        decided = DECISIONS[box.decision].format(figure(box.bet2, view.unit))
        yield f"{_who(state, box.seat)} {cards(shown)}, ante {figure(box.ante, view.unit)}, {decided}"
