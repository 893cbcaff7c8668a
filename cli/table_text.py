"""A table as a person reads it: of poker, and against the house. The first line says it all in short."""

from __future__ import annotations

from typing import assert_never

from cli.text import counted, dated, figure, priced
from ledger.core.ids import local
from ledger.games.poker.streets import spoken
from ledger.terms.blackjack import BlackjackTerms
from ledger.terms.citation import rules_of
from ledger.terms.every import BankedTerms
from ledger.terms.roulette import RouletteTerms
from ledger.terms.sem_descarte import SemDescarteTerms
from projections.table import BankedState, TableState


def table_lines(state: TableState) -> list[str]:
    """A table of poker: seats, stacks, button, the hand in play."""
    unit = state.terms.unit
    lines = [_poker(state), _as_of(state.log_index, state.recorded, state.ruleset)]
    for seat in state.seats:
        bet = f", {figure(seat.bet, unit)} in the pot" if seat.bet else ""
        button = ", button" if seat.seat == state.button else ""
        lines.append(f"Seat {seat.seat}: {seat.player} ({figure(seat.stack, unit)}){bet}, {seat.status}{button}")
    if state.button is None:
        lines.append(f"The button is to be drawn ({rules_of(state.terms.variant, 46)})")
    return lines


def _poker(state: TableState) -> str:
    terms = state.terms
    stakes = f"{figure(terms.small_blind, terms.unit)}/{priced(terms.big_blind, terms.unit)}"
    play = (
        f"hand {local(state.hand)} on the {spoken(state.street)}, pot {figure(state.pot, terms.unit)}"
        if state.hand and state.street
        else "between hands"
    )
    return (
        f"Table {state.table}: blinds {stakes}, {counted(len(state.seats), 'player')} on {terms.seats} seats, "
        f"{counted(state.hands, 'hand')} begun, {'closed' if state.closed else play}"
    )


def banked_lines(state: BankedState) -> list[str]:
    """A table against the house: who plays there, the round in play, what each has in it."""
    unit = state.terms.unit
    lines = [_banked(state), _as_of(state.log_index, state.recorded, state.ruleset)]
    for place in state.places:
        where = "At the wheel" if place.seat is None else f"Seat {place.seat}"
        staked = f", {figure(place.staked, unit)} staked in the round" if place.staked else ""
        lines.append(f"{where}: {place.player}{staked}")
    return lines


def _banked(state: BankedState) -> str:
    unit = state.terms.unit
    play = f"round {state.round}, {priced(state.staked, unit)} staked" if state.round else "between rounds"
    players = len({place.player for place in state.places})
    return (
        f"Table {state.table}: {_stakes(state.terms)}, {counted(players, 'player')}, "
        f"{counted(state.rounds, 'round')} begun, {'closed' if state.closed else play}"
    )


def _stakes(terms: BankedTerms) -> str:
    """The game, and what may be staked in it."""
    unit = terms.unit
    match terms:
        case RouletteTerms():
            return f"roulette under {terms.regulation}, from {priced(terms.limits.straight_up.least, unit)} on a number"
        case BlackjackTerms():
            return f"blackjack, bets of {figure(terms.bet_min, unit)} to {priced(terms.bet_max, unit)}"
        case SemDescarteTerms():
            return f"póquer sem descarte, antes of {figure(terms.ante_min, unit)} to {priced(terms.ante_max, unit)}"
        case _:
            assert_never(terms)


def _as_of(log_index: int, recorded: int, ruleset: str) -> str:
    return f"As of log index {log_index}, recorded {dated(recorded)}; ruleset {ruleset}"
