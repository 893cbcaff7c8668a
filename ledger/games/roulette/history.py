"""What happened in a spin of the roulette, as its history says it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, assert_never

from tombo.ledger.core.said import Fact, Told
from tombo.ledger.games.game import ActSeen, History, RoundSeen
from tombo.ledger.games.roulette import events as e
from tombo.ledger.games.roulette import otherwise, words
from tombo.ledger.games.roulette.audit import on_chance, on_numbers
from tombo.ledger.games.roulette.chances import ZEROS, Chip
from tombo.ledger.games.roulette.wheel import CallBet, FinalsBet, NeighboursBet, SeriesBet
from tombo.ledger.terms.roulette import RouletteTerms, cited
from tombo.ledger.terms.said.roulette import CHANCES


def _title(seen: RoundSeen) -> Told:
    terms: RouletteTerms = seen.opened.terms
    return words.SPIN_TITLE(wheel=words.WHEELS[terms.wheel], zero=words.ZERO[terms.zero], rule=cited(terms, 19))


def _coloured(terms: RouletteTerms, number: str) -> Fact:
    """A number with its colour: ``17 black``; a zero has none."""
    if number in ZEROS:
        return number
    return words.COLOURED(number=number, colour=CHANCES["red" if int(number) in terms.red else "black"])


def _say(seen: RoundSeen, act: ActSeen) -> Iterator[Told]:  # noqa: C901  # one case an event
    event: e.SpinEvent = act.entry.event
    terms: RouletteTerms = seen.opened.terms
    match event:
        case e.RoundOpened():
            for held in event.imprisoned:
                yield words.IN_PRISON_BEFORE(
                    amount=seen.unit.sum(held.amount), player=held.player, bet=on_chance(held.chance)
                )
        case e.BetPlaced():
            yield _staked(seen, event)
        case e.SpinBetRefused():
            yield _turned_down(seen, event)
        case e.BetsClosed():
            yield words.SPIN_NO_MORE_BETS(rule=cited(terms, 14))
        case e.BallLanded():
            yield words.BALL_LANDS(number=_coloured(terms, event.number))
        case e.SpinConnectionLost():
            yield words.SPIN_CUT_OFF(player=event.player, rule=cited(terms, 22))
        case e.SpinConnectionRestored():
            yield words.SPIN_BACK(player=event.player, rule=cited(terms, 22))
        case e.Collected() | e.PrisonerLost() | e.BetReleased() | e.BetImprisoned() | e.Paid():
            return  # their moves say it
        case e.Settled() | e.Voided() | e.FindingRecorded() | e.FindingRecordedV2():
            return  # said for every game alike
        case _:
            assert_never(event)


def _staked(seen: RoundSeen, event: e.BetPlaced) -> Told:
    bets = tuple(
        words.CHIPS_ON(amount=seen.unit.sum(chip.amount), bet=on_numbers(chip.chance, chip.numbers))
        for chip in event.chips
    )
    if event.call is None:
        return words.SPIN_STAKES(player=event.player, bets=bets)
    return words.SPIN_CALLS(player=event.player, call=_called(seen, event.call), bets=bets)


def _turned_down(seen: RoundSeen, event: e.SpinBetRefused) -> Told:
    if event.call is not None:
        call = _called(seen, event.call)
        return words.SPIN_CALL_TURNED_DOWN(player=event.player, call=call, rule=event.rule)
    bets = tuple(words.CHIPS_ON(amount=seen.unit.sum(chip.amount), bet=_asked_for(chip)) for chip in event.chips)
    return words.SPIN_TURNED_DOWN(player=event.player, bets=bets, rule=event.rule)


def _asked_for(chip: Chip) -> Told:
    """Where a player wanted to bet, who need not have named the numbers."""
    if chip.numbers:
        return on_numbers(chip.chance, chip.numbers)
    return words.ON_CHANCE(chance=words.ON_CHANCES[chip.chance])


def _called(seen: RoundSeen, call: CallBet) -> Told:
    chip = seen.unit.sum(call.chip)
    match call:
        case NeighboursBet():
            return words.CALLED_NEIGHBOURS(number=call.number, neighbours=call.neighbours, chip=chip)
        case FinalsBet():
            return words.CALLED_FINALS(digit=call.digit, chip=chip)
        case SeriesBet():
            return words.CALLED_SERIES(series=words.SERIES[call.call], chip=chip)
        case _:
            assert_never(call)


def _result(seen: RoundSeen) -> Iterator[Told]:
    if seen.state.ball is not None:
        yield words.SPIN_NUMBER(number=_coloured(seen.opened.terms, seen.state.ball))
    elif seen.state.outcome != "open":
        yield words.SPIN_WITHOUT_NUMBER()


HISTORY: Final = History(
    rows=words,
    replayed=words.ROULETTE_REPLAYED,
    title=_title,
    say=_say,
    result=_result,
    void_rule=lambda seen: cited(seen.opened.terms, 20),
    otherwise=otherwise.told,
)
