"""What happened in a spin of the roulette, in words. What it moved is told by ``cli.round_text`` for every game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cli.text import figure, listed, objection
from ledger.games.roulette import events as e
from ledger.games.roulette import otherwise
from ledger.games.roulette.audit import named
from ledger.games.roulette.chances import ZEROS
from ledger.games.roulette.wheel import CallBet, FinalsBet, NeighboursBet
from ledger.said import told
from ledger.terms.roulette import RouletteTerms, cited
from projections.round.banked import BankedAct, BankedView

WHEELS: Final = {
    "american_37": "American roulette, 37 numbers",
    "american_38": "American roulette, 38 numbers",
    "french_37": "French roulette, 37 numbers",
}
ZERO: Final = {
    "lose": "zero takes simple chances whole",
    "partage": "zero takes half of simple chances",
    "prison": "zero imprisons simple chances",
}
SERIES: Final = {"series_0_2_3": "series 0-2-3", "series_5_8": "series 5-8", "orphans": "the orphans"}


def title(view: BankedView) -> str:
    """Which game it is, by its terms."""
    terms: RouletteTerms = view.opened.terms
    return f"{WHEELS[terms.wheel]}, {ZERO[terms.zero]} ({cited(terms, 19)})"


def void_rule(view: BankedView) -> str:
    """The rule under which a spin is void."""
    return cited(view.opened.terms, 20)


def coloured(terms: RouletteTerms, number: str) -> str:
    """A number with its colour: ``17 black``; a zero has none."""
    if number in ZEROS:
        return number
    return f"{number} {'red' if int(number) in terms.red else 'black'}"


def say(view: BankedView, act: BankedAct) -> Iterator[str]:
    """The lines for ``act``; none where its moves say it all."""
    event, terms = act.entry.event, view.opened.terms
    match event:
        case e.RoundOpened():
            for held in event.imprisoned:
                yield f"In prison from the spin before: {figure(held.amount, view.unit)} of {held.player} on {held.chance}"
        case e.BetPlaced():
            bets = [f"{figure(chip.amount, view.unit)} on {named(chip.chance, chip.numbers)}" for chip in event.chips]
            call = "" if event.call is None else f" calls {_called(view, event.call)} (R807 r.8):"
            yield f"{event.player}:{call} stakes {listed(bets)}"
        case e.BetsClosed():
            yield f"No more bets ({cited(terms, 14)})"
        case e.BallLanded():
            yield f"*** BALL *** [{coloured(terms, event.number)}]"
        case e.FindingRecorded():
            yield objection(event.rule, event.player, event.reading, event.message)
        case e.FindingRecordedV2():
            text = otherwise.told(view.unit, event, told(event)).text()
            yield objection(event.rule, event.player, event.reading, text)


def _called(view: BankedView, call: CallBet) -> str:
    match call:
        case NeighboursBet():
            said = f"{call.number} and its {call.neighbours} neighbours"
        case FinalsBet():
            said = f"the finals of {call.digit}"
        case _:
            said = SERIES[call.call]
    return f"{said}, chips of {figure(call.chip, view.unit)}"


def result(view: BankedView) -> Iterator[str]:
    """What the summary says of the spin itself."""
    if view.state.ball is not None:
        yield f"Number {coloured(view.opened.terms, view.state.ball)}"
    elif view.state.outcome != "open":
        yield "No number was determined"
