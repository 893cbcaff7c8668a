"""What happened in a spin of the roulette, in Portuguese: the fellow of ``cli.roulette_words``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, assert_never

from cli.pages.moves_pt import on
from cli.pages.phrase import figure, listed, objection
from ledger.core.language import Language
from ledger.games.roulette import events as e
from ledger.games.roulette import otherwise
from ledger.games.roulette.audit import named
from ledger.games.roulette.chances import ZEROS
from ledger.games.roulette.wheel import CallBet, FinalsBet, NeighboursBet, SeriesBet
from ledger.said import told
from ledger.terms.roulette import RouletteTerms, cited
from projections.round.banked import BankedAct, BankedView

WHEELS: Final = {
    "american_37": "Roleta americana, 37 números",
    "american_38": "Roleta americana, 38 números",
    "french_37": "Roleta francesa, 37 números",
}
ZERO: Final = {
    "lose": "o zero recolhe por inteiro as chances simples",
    "partage": "o zero recolhe metade das chances simples",
    "prison": "o zero põe em prisão as chances simples",
}
SERIES: Final = {"series_0_2_3": "série 0-2-3", "series_5_8": "série 5-8", "orphans": "os órfãos"}


def title(view: BankedView) -> str:
    """Which game it is, by its terms."""
    terms: RouletteTerms = view.opened.terms
    return f"{WHEELS[terms.wheel]}, {ZERO[terms.zero]} ({cited(terms, 19)})"


def coloured(terms: RouletteTerms, number: str) -> str:
    """A number with its colour: ``17 preto``; a zero has none."""
    if number in ZEROS:
        return number
    return f"{number} {'encarnado' if int(number) in terms.red else 'preto'}"


def say(view: BankedView, act: BankedAct) -> Iterator[str]:
    """The lines for ``act``; none where its moves say it all."""
    event: e.SpinEvent = act.entry.event
    terms: RouletteTerms = view.opened.terms
    match event:
        case e.RoundOpened():
            for held in event.imprisoned:
                where = f"{figure(held.amount, view.unit)} de {held.player} {on(held.chance)}"
                yield f"Em prisão desde o lançamento anterior: {where}"
        case e.BetPlaced():
            bets = [f"{figure(chip.amount, view.unit)} {on(named(chip.chance, chip.numbers))}" for chip in event.chips]
            call = "" if event.call is None else f" anuncia {_called(view, event.call)} (R807 r.8):"
            yield f"{event.player}:{call} aposta {listed(bets)}"
        case e.BetsClosed():
            yield f"Jogo feito, nada mais ({cited(terms, 14)})"
        case e.BallLanded():
            yield f"A bola imobiliza-se no {coloured(terms, event.number)}"
        case e.FindingRecorded():
            yield objection(event.rule, event.player, event.reading)
        case e.FindingRecordedV2():
            text = otherwise.told(view.unit, event, told(event)).text(Language.PT)
            yield objection(event.rule, event.player, event.reading, text)
        case e.Collected() | e.PrisonerLost() | e.BetReleased() | e.BetImprisoned() | e.Paid():
            return  # their moves say it
        case e.Settled() | e.Voided():
            return  # said for every game alike
        case _:
            assert_never(event)


def _called(view: BankedView, call: CallBet) -> str:
    match call:
        case NeighboursBet():
            said = f"{call.number} e os seus {call.neighbours} vizinhos"
        case FinalsBet():
            said = f"os finais de {call.digit}"
        case SeriesBet():
            said = SERIES[call.call]
        case _:
            assert_never(call)
    return f"{said}, fichas de {figure(call.chip, view.unit)}"


def result(view: BankedView) -> Iterator[str]:
    """What the summary says of the spin itself."""
    if view.state.ball is not None:
        yield f"Número {coloured(view.opened.terms, view.state.ball)}"
    elif view.state.outcome != "open":
        yield "Não foi determinado nenhum número"
